"""Self-play by Gumbel AlphaZero: many games of chess on the batched search, each begun anew when it is over.

Only some searches have all their simulations (playout caps); only these say what the policy should be, but every position
of a finished game says who won. Games whose result is proven end there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from darwindeck.chess import Position
from darwindeck.errors import ChessError
from darwindeck.search import BatchedMCTS, Buffers, Evaluator, Pipeline, SearchOptions

from .positions import WORDS, Positions

BLACK = np.uint64(1 << 4)  # in the last word of a packed position
LOOK_AHEAD = 0.9
Starts = Callable[[int], Position]  # of game n


def usual_start(_: int) -> Position:
    return Position()


def random_starts(seed: int, longest: int, thinned: float = 0.0) -> Starts:
    """Every game begins after some random moves, mostly few: positions differ, and one side is often ahead. In a share of
    them pieces are missing, so that endings are met often enough to be learned."""

    def start(game: int) -> Position:
        rng = Random(seed << 32 | game)
        while True:
            position = Position()
            for _ in range(int(longest * rng.random() ** 2)):
                position.push(rng.choice(position.legal_moves()))
                if position.outcome():
                    break
            if thinned and rng.random() < thinned:
                position = thin_out(position, rng) or position
            if not position.outcome(claim_draw=True):
                return position

    return start


def thin_out(position: Position, rng: Random) -> Position | None:
    """The same without some of its pieces, or None where a king could then be taken."""
    board, turn = position.fen().split()[:2]
    missing = rng.random()
    kept = "".join("1" if at not in "kK/" and not at.isdigit() and rng.random() < missing else at for at in board)
    merged = re.sub(r"\d+", lambda run: str(sum(map(int, run[0]))), kept)
    try:
        return Position(f"{merged} {turn} - - 0 1")
    except ChessError:
        return None


@dataclass(frozen=True)
class SelfPlayOptions:
    games: int = 256  # at a time
    simulations: int = 64  # of a full search
    quick_simulations: int = 16  # of the others
    full_share: float = 0.25
    gumbel_moves: int = 16
    value_scale: float = 0.5  # values from -1 to 1 weigh as those from 0 to 1 with 1.0 in the paper
    temperature: float = 1.0  # of quick searches, before so many plies
    temperature_plies: int = 40
    longest: int = 400  # plies of a game, which is then cut
    keep_cut: bool = True  # whether games that were cut teach, as draws
    groups: int = 2
    threads: int = 1
    workers: int = 1  # that play a part of the games each, at the same time
    seed: int = 0

    def of_worker(self, number: int) -> SelfPlayOptions:
        """What one of the workers is told."""
        share = {name: max(1, getattr(self, name) // self.workers) for name in ("games", "threads")}
        return replace(self, **share, workers=1, seed=(self.seed * self.workers + number) % 2**64)

    def of_search(self) -> SearchOptions:
        return SearchOptions(
            groups=self.groups,
            gumbel=True,
            gumbel_moves=self.gumbel_moves,
            value_scale=self.value_scale,
            full_share=self.full_share,
            quick_simulations=self.quick_simulations,
            temperature=self.temperature,
            temperature_plies=self.temperature_plies,
            memory=max(1 << 30, self.games << 20),
            cache=0,  # small searches find little in it
        )


@dataclass
class SelfPlayTally:
    """Of the games that ended since the last question."""

    games: int = 0
    plies: int = 0
    white: int = 0
    draws: int = 0

    def __add__(self, other: SelfPlayTally) -> SelfPlayTally:
        return SelfPlayTally(*(ours + theirs for ours, theirs in zip(astuple(self), astuple(other), strict=True)))


@dataclass
class Rows:
    """Positions whose games go on; the results are not known yet."""

    game: NDArray[np.int64]
    ply: NDArray[np.int64]
    positions: Positions


@dataclass
class SelfPlay:
    """Games that go on from one call of `play` to the next."""

    evaluate: Evaluator
    options: SelfPlayOptions
    starts: Starts = usual_start
    buffers: Sequence[Buffers] | None = None
    tally: SelfPlayTally = field(default_factory=SelfPlayTally)
    on_end: Callable[[int, int, list[int]], None] | None = None  # game, result for White, its actions

    def __post_init__(self) -> None:
        games, at = self.options.games, self.options
        self.serials = np.arange(games)  # the game that each tree plays
        self.plies = np.zeros(games, np.int64)
        self.next = games
        self.played: dict[int, list[int]] = {}
        self._rows: list[Rows] = []
        self._ended: dict[int, tuple[int, int]] = {}  # game: result for White, plies
        self._cut: list[int] = []  # games that teach nothing
        self._waiting = 0
        states = [self._start(game) for game in range(games)]
        self.search = BatchedMCTS(
            states, at.simulations, seed=at.seed, threads=at.threads, options=at.of_search(), buffers=self.buffers
        )

    def _start(self, game: int) -> Position:
        """A run that goes on has another seed, and so other starts."""
        return self.starts(self.options.seed * 1_000_003 + game)

    def play(self, positions: int) -> Positions:
        """Plays until there are so many positions of finished games, and gives them and all others there are."""
        groups = range(self.options.groups)
        pipeline = self.evaluate if isinstance(self.evaluate, Pipeline) else None
        self.search.clear_cache()
        if pipeline:
            for group in groups:
                pipeline.submit(self.search.ask(group), group)
        while self._waiting < positions:
            for group in groups:
                if pipeline:
                    self.search.tell(*pipeline.collect(group), group)
                else:
                    self.search.tell(*self.evaluate(self.search.ask(group)), group)
                self._move_on(group)
                if pipeline:
                    pipeline.submit(self.search.ask(group), group)
        for group in groups:
            if pipeline:
                pipeline.collect(group)
            self.search.drop(group)
        return self._take_positions()

    def _move_on(self, group: int) -> None:
        """Notes what the finished searches found, makes their moves, and begins anew where a game is over."""
        trees = self.search.find_finished(group)
        if not trees:
            return
        moves, white, proven = self._note(trees)
        self.plies[trees] += 1
        self.search.advance(moves, trees)
        now = self.search.standings(trees)
        results = white * np.where(proven != 0, proven, -now.values * now.over)  # values are for who would move next
        ends = (proven != 0) | now.over | (self.plies[trees] >= self.options.longest)
        is_cut = ends & (proven == 0) & ~now.over
        for at in np.flatnonzero(ends).tolist():
            self._end(trees[at], int(results[at]), teaches=self.options.keep_cut or not is_cut[at])

    def _note(self, trees: list[int]) -> tuple[list[int], NDArray[np.int64], NDArray[np.int64]]:
        """Keeps the positions; the moves to make, 1 or -1 by who makes them, and where a result is proven, the mover's."""
        search = self.search
        roots, packed = search.roots(1.0, trees), search.pack_roots(trees)
        known = search.standings(trees)
        moves, count = search.sample_moves(trees), len(trees)
        positions = Positions(
            packed,
            roots.offsets,
            roots.actions,
            roots.policy.astype(np.float32),
            known.full,
            known.values,
            np.zeros(count, np.float32),
            np.zeros(count, np.int8),
            np.zeros(count, np.uint16),
        )
        self._rows.append(Rows(self.serials[trees], self.plies[trees], positions))
        if self.on_end:
            for tree, move in zip(trees, moves, strict=True):
                self.played.setdefault(int(self.serials[tree]), []).append(move)
        best = np.maximum.reduceat(roots.proofs, roots.offsets[:-1])  # below 0 only where all moves lose
        return moves, _sign_for_white(packed), np.sign(best).astype(np.int64)

    def _end(self, tree: int, result: int, teaches: bool) -> None:
        game, plies = int(self.serials[tree]), int(self.plies[tree])
        if teaches:
            self._ended[game] = (result, plies)
            self._waiting += plies
        else:
            self._cut.append(game)
        self.tally.games += 1
        self.tally.plies += plies
        self.tally.white += result > 0
        self.tally.draws += result == 0
        if self.on_end:
            self.on_end(game, result, self.played.pop(game, []))
        self.serials[tree], self.plies[tree] = self.next, 0
        self.search.restart(tree, self._start(self.next))
        self.next += 1

    def _take_positions(self) -> Positions:
        """The positions of games that have ended; the others wait."""
        games = np.concatenate([rows.game for rows in self._rows])
        plies = np.concatenate([rows.ply for rows in self._rows])
        every = Positions.join([rows.positions for rows in self._rows])
        has_ended = np.isin(games, list(self._ended))
        done, waiting = np.flatnonzero(has_ended), np.flatnonzero(~has_ended & ~np.isin(games, self._cut))
        ends = np.array([self._ended[game] for game in games[done].tolist()])
        told = every.take(done)
        told.result[:] = ends[:, 0] * _sign_for_white(told.packed)
        told.plies_left[:] = ends[:, 1] - plies[done]
        told.ahead[:] = look_ahead(games[done], told)
        self._rows = [Rows(games[waiting], plies[waiting], every.take(waiting))]
        self._ended, self._cut, self._waiting = {}, [], 0
        return told


def _sign_for_white(packed: NDArray[np.uint64]) -> NDArray[np.int64]:
    """1 where White moves, -1 where Black does."""
    return np.where((packed[:, WORDS - 1] & BLACK) > 0, -1, 1)


def look_ahead(games: NDArray[np.int64], positions: Positions, keep: float = LOOK_AHEAD) -> NDArray[np.float32]:
    """What to expect at each position of finished games, seen later: a mean of what the searches of this and of the following
    plies expected, each counting `keep` times as much as the one before it, and at last of the result. This is TD(lambda).
    """
    order = np.lexsort((positions.plies_left, games))  # each game from its end
    is_last = np.diff(games[order], prepend=-1) != 0
    values, results, white = (
        of[order] for of in (positions.value, positions.result, _sign_for_white(positions.packed))
    )
    found = np.zeros(len(order), np.float32)
    later = 0.0
    for row, (value, result, sign, last) in enumerate(
        zip((values * white).tolist(), (results * white).tolist(), white.tolist(), is_last.tolist(), strict=True)
    ):
        later = (1 - keep) * value + keep * (result if last else later)
        found[row] = later * sign
    ahead = np.empty_like(found)
    ahead[order] = found
    return ahead


def play_games(
    evaluate: Evaluator, options: SelfPlayOptions, games: int
) -> tuple[Positions, SelfPlayTally, list[tuple[list[str], int]]]:
    """At least so many whole games: their positions, what they came to, and of each the moves and the result for White."""
    played: list[tuple[list[str], int]] = []

    def note(game: int, result: int, actions: list[int]) -> None:
        position, moves = Position(), []
        for action in actions:
            moves.append(position.move(action))
            position.push(moves[-1])
        played.append((moves, result))

    playing = SelfPlay(evaluate, options, on_end=note)
    parts: list[Positions] = []
    while playing.tally.games < games:
        parts.append(playing.play(1))
    return Positions.join(parts), playing.tally, played
