"""A session: one game with people in some seats and players in the others. It neither prints nor asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..engine.game import Game, State
from ..engine.players import EXPLORATION, SEARCH, BuiltIn, PlayerLike, find_player, name_of
from ..errors import DocumentError
from ..simulate.outside import BuiltInPlayer, ask, seat_player
from ..simulate.simulate import simulate
from .picking import Picking, find_picking


@dataclass(frozen=True)
class Ply:
    """One move: who made it, and the states before and after."""

    seat: int
    move: int
    before: State
    after: State


@dataclass(frozen=True)
class Option:
    move: int
    text: str


@dataclass(frozen=True)
class Hint:
    """What a search thinks of one option: the share of its visits, and the mean result in [-1, 1]."""

    move: int
    share: float
    value: float


@dataclass(frozen=True)
class Question:
    """What a person is asked now."""

    seat: int
    prompt: str
    options: tuple[Option, ...]


class Session:
    """One game in progress. `advance` lets the players move, `answer` a person.

    States are values, so a session can be kept, compared or shown to several people at once; show each of them only
    what text or `game.view` gives for their seat.
    """

    def __init__(
        self,
        game: Game,
        people: Iterable[int],
        seed: int = 0,
        index: int = 0,
        players: Sequence[PlayerLike] = ("random",),
    ) -> None:
        """`players` has one for every seat (people's are not asked), or one for all."""
        self.game = game
        self.people = frozenset(people)
        self.seed, self.index = seed, index
        self.state = game.start(seed=seed, index=index)
        self.moves: list[int] = []  # all so far
        every = list(players) * game.seats if len(players) == 1 else list(players)
        self.names = [name_of(player) for player in every]
        self._players = {
            seat: seat_player(find_player(every[seat]), game, seed, index, seat)
            for seat in range(game.seats)
            if seat not in self.people
        }

    def save(self, path: str | Path) -> None:
        """Writes the game as it stands: rules, seed, moves, and who sits at the table."""
        self.game.save(path, self.moves, self.seed, self.index, players=self.names, people=self.people)

    @classmethod
    def load(cls, path: str | Path, players: Sequence[PlayerLike] = (), people: Iterable[int] | None = None) -> Session:
        """A game that was saved, with the same people and players unless others are named.

        Players are new at the table: they know the rules and the state, not what they thought before.
        """
        game, state, saved = Game.load(path)
        if saved.deck:
            raise DocumentError(f"{path}: a game from a stacked deck cannot be played on")
        seats = frozenset(saved.people if people is None else people)
        if any(seat >= game.seats for seat in seats):
            raise DocumentError(f"{path}: people: the game has seats 0 to {game.seats - 1}")
        who = players or saved.players or ("random",)
        if len(who) not in (1, game.seats):
            raise DocumentError(f"{path}: players: {len(who)} for {game.seats} seats")
        session = cls(game, seats, saved.seed, saved.index, who)
        session.state, session.moves = state, list(saved.moves)
        return session

    @property
    def picking(self) -> Picking | None:
        """The choice of several cards that a person has now, to be made in any order; None for other questions."""
        asked = self.game.to_move(self.state) in self.people
        return find_picking(self.game, self.state) if asked else None

    @property
    def question(self) -> Question | None:
        """What the person to move is asked; None if a player moves or the game is over."""
        seat = self.game.to_move(self.state)
        if seat not in self.people:
            return None
        moves = self.game.legal_moves(self.state)
        options = tuple(Option(move, self.game.describe(self.state, move)) for move in moves)
        return Question(seat, self.game.prompt(self.state), options)

    def advance(self) -> Iterator[Ply]:
        """Lets the players move until a person is asked or the game is over."""
        while not self.game.is_over(self.state) and self.game.to_move(self.state) not in self.people:
            seat = self.game.to_move(self.state)
            view, moves = self.game.view(self.state, seat), self.game.legal_moves(self.state)
            yield self._apply(ask(self._players[seat], view, moves))

    def hints(self, iterations: int = 10_000) -> list[Hint]:
        """What a search from the view of the seat to move thinks of its options, best first.

        It is a search of its own, not that of an opponent: hints know no more than the person who asks.
        """
        seat = self.game.to_move(self.state)
        search = BuiltInPlayer(
            BuiltIn(SEARCH, iterations, EXPLORATION), self.game, self.seed, self.index, seat, to_the_end=True
        )
        search.choose(self.game.view(self.state, seat), self.game.legal_moves(self.state))
        visits = sum(opinion[1] for opinion in search.opinions) or 1
        hints = [Hint(move, count / visits, value) for move, count, value in search.opinions]
        return sorted(hints, key=lambda hint: (-hint.share, hint.move))

    def answer(self, move: int) -> Ply:
        """Makes a person's move. Raises ValueError unless a person is asked and the move is legal."""
        if self.game.to_move(self.state) not in self.people:
            raise ValueError("nobody is asked")
        return self.follow(move)

    def follow(self, move: int) -> Ply:
        """Makes a move that was made before, whoever made it: so a session is taken up again from its moves."""
        if move not in self.game.legal_moves(self.state):
            raise ValueError(f"move {move} is not legal now")
        return self._apply(move)

    def _apply(self, move: int) -> Ply:
        """The one place where the game moves on."""
        before = self.state
        self.state = self.game.apply(before, move)
        self.moves.append(move)
        return Ply(self.game.to_move(before), move, before, self.state)


def replay(game: Game, seed: int = 0, index: int = 0, players: Sequence[PlayerLike] = ("random",)) -> Iterator[Ply]:
    """The game that `simulate` plays at (seed, index), ply by ply; empty if it ends before anyone moves."""
    records = simulate(game.genome, players, games=1, seed=seed, first=index, threads=1, plies=True)
    assert records.ply is not None
    state = game.start(seed=seed, index=index)
    for move in records.ply.move.tolist():
        after = game.apply(state, move)
        yield Ply(game.to_move(state), move, state, after)
        state = after
