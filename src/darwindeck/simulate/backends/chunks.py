"""How jobs are cut and gathered into chunks of about a second, the right size to send to another machine.

What a game costs is learned from the chunks that came back. Guesses only decide who plays what, never what is played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...engine.players import name_of
from ..records import Records, join_records
from ..simulate import Job

SECONDS = 1.0  # that a chunk should take: far more than sending it, far less than a stage
FIRST_GUESS = 0.01  # seconds a game, of a kind of job that was not played yet
Kind = tuple[tuple[str, ...], bool, bool]


@dataclass(frozen=True)
class Piece:
    """A part of the job at `place`: number `part` of several, each of its own games."""

    place: int
    part: int
    job: Job


@dataclass
class Chunk:
    """Pieces that travel together, and how often they were lost."""

    pieces: list[Piece]
    losses: int = 0

    @property
    def games(self) -> int:
        return sum(piece.job.games for piece in self.pieces)

    @property
    def jobs(self) -> list[Job]:
        return [piece.job for piece in self.pieces]


class Paces:
    """Seconds that a game takes, by what most decides it: who plays, and whether positions are probed and plies noted."""

    def __init__(self) -> None:
        self._seconds: dict[Kind, float] = {}

    def estimate(self, job: Job) -> float:
        return job.games * self._seconds.get(_kind(job), FIRST_GUESS)

    def learn(self, jobs: Sequence[Job], seconds: float) -> None:
        """These took so long together: every guess moves half of the way."""
        expected = sum(map(self.estimate, jobs))
        if expected <= 0:
            return
        for kind in {_kind(job) for job in jobs}:
            guess = self._seconds.get(kind, FIRST_GUESS)
            self._seconds[kind] = guess * (1 + seconds / expected) / 2


@dataclass
class Plan:
    """The chunks of one call, cut when they are needed: the later, the better the guesses."""

    jobs: Sequence[Job]
    paces: Paces
    _left: deque[Piece] = field(default_factory=deque)
    _found: dict[int, dict[int, Records]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._left.extend(Piece(place, 0, job) for place, job in enumerate(self.jobs))

    @property
    def is_left(self) -> bool:
        return bool(self._left)

    def cut(self) -> Chunk:
        """The next pieces that take about a second together; a job that takes much longer is cut."""
        pieces: list[Piece] = []
        room = SECONDS
        while self._left and room > 0:
            piece = self._left.popleft()
            cost = self.paces.estimate(piece.job)
            if cost > 2 * room and piece.job.games > 1:
                if pieces:
                    self._left.appendleft(piece)
                    break
                piece, rest = _split(piece, max(1, int(piece.job.games * room / cost)))
                self._left.appendleft(rest)
            pieces.append(piece)
            room -= self.paces.estimate(piece.job)
        return Chunk(pieces)

    def take(self, chunk: Chunk, records: Iterable[Records]) -> None:
        """What came back of a chunk."""
        for piece, found in zip(chunk.pieces, records, strict=True):
            self._found.setdefault(piece.place, {})[piece.part] = found

    def join(self) -> list[Records]:
        """The records of all jobs, in their order, as if none had been cut."""
        parts = [self._found[place] for place in range(len(self.jobs))]
        return [join_records([part[number] for number in sorted(part)]) for part in parts]


def _kind(job: Job) -> Kind:
    return tuple(map(name_of, job.players)), job.probe is not None, job.plies


def _split(piece: Piece, games: int) -> tuple[Piece, Piece]:
    """The first games of a piece, and the others."""
    job = piece.job
    head = replace(job, games=games)
    rest = replace(job, first=job.first + games, games=job.games - games)
    return Piece(piece.place, piece.part, head), Piece(piece.place, piece.part + 1, rest)
