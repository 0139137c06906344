"""A line of play in the reference interpreter that can be continued in more than one way.

The reference runs its rules as generators, which cannot be copied. A line therefore keeps a copy of the table as it was
when the turn began, and a continuation plays the turn's moves again. One deal, no opening phases, no chance.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from tests.reference.cards import Pile
from tests.reference.choices import Asking, Choice
from tests.reference.deal import begin_deal
from tests.reference.game import RunawayError, _next_turn_seat, _play_turn
from tests.reference.scoring import end_deal, payoffs_of, winning_sides
from tests.reference.table import NOBODY, Table
from tests.reference.views import table_seen

CARDS = 64  # moves below this are cards
UNCHANGING = {"genome", "setup", "strengths", "values", "sides", "head", "deck_in_use", "deals_stream", "chance"}
PILES_BY_NAME = ("deck", "discard", "tableau", "trick", "aside", "turned")
IN_KEY = (
    "actor", "turns", "direction", "trump", "named_suit", "broken", "claims", "skips", "idle_turns", "changed", "taken",
    "last_capturer", "last_played", "last_trick_winner", "deal_winner", "or_source_refused",
)  # fmt: skip
LISTS_IN_KEY = ("chips", "bets", "contributions", "folded", "out", "tricks", "discarded")

Rename = Callable[[int], int]


class UnsuitableError(Exception):
    """The position is not one the suite can be sure about: too large, with chance, or with history in it."""


def copy_table(table: Table, rename: Rename | None = None) -> Table:
    """An independent table; with `rename`, every card is another one."""
    twin = copy.copy(table)
    for name, value in vars(table).items():
        if name not in UNCHANGING and isinstance(value, (list, dict)):
            setattr(twin, name, copy.copy(value))
    twin.shared = {kind: _copy_pile(pile, rename) for kind, pile in table.shared.items()}
    twin.own = {kind: [_copy_pile(pile, rename) for pile in piles] for kind, piles in table.own.items()}
    for name in PILES_BY_NAME:
        setattr(twin, name, twin.shared[name])
    twin.hands, twin.zones = twin.own["hand"], twin.own["capture_zone"]
    twin.fronts, twin.picked = twin.own["front"], twin.own["picked"]
    twin.knowledge = knowledge = copy.copy(table.knowledge)
    knowledge.shown, knowledge.at_least = set(knowledge.shown), list(knowledge.at_least)
    for name in ("seen", "lacks", "pooled"):
        setattr(knowledge, name, [set(cards) for cards in getattr(knowledge, name)])
    return twin


def _copy_pile(pile: Pile, rename: Rename | None) -> Pile:
    twin = copy.copy(pile)
    twin.cards = [rename(card) for card in pile.cards] if rename else list(pile.cards)
    if rename and not pile.ordered:
        twin.cards.sort()
    return twin


def begin(genome: dict[str, Any], deck: Sequence[int]) -> Line:
    """The first choice after dealing from this deck, top first."""
    if genome["match"] or genome["turn_structure"]["opening"]:
        raise UnsuitableError("only games of one deal without an opening")
    table = Table(genome, program_hash=0, seed=0, index=0)
    try:
        next(begin_deal(table, list(deck)))
    except StopIteration as stop:
        return Line(table, stop.value, [])
    raise UnsuitableError("somebody chooses before the first turn")


class Line:
    """A game at a choice, or over. `moves` and `movers` are those of the turn, which began with `turn_start`."""

    def __init__(self, turn_start: Table, turn_seat: int, moves: Sequence[int]) -> None:
        self.table = copy_table(turn_start)
        self.choice: Choice | None = None
        self._chance = self.table.chance.state
        self._begin_turn(turn_start, turn_seat)
        self._rules = self._play(turn_seat)
        self._advance(None)
        for move in moves:
            self.apply(move)

    def _begin_turn(self, turn_start: Table, turn_seat: int) -> None:
        self.turn_start, self.turn_seat = turn_start, turn_seat
        self.moves: list[int] = []
        self.movers: list[int] = []

    def _play(self, seat: int) -> Asking:
        """As the reference's match, from the beginning of a turn."""
        while not (verdict := (yield from _play_turn(self.table, seat))):
            seat = _next_turn_seat(self.table, seat)
            self._begin_turn(copy_table(self.table), seat)
        if verdict != "score_reached":
            end_deal(self.table)

    def _advance(self, move: int | None) -> None:
        try:
            self.choice = next(self._rules) if move is None else self._rules.send(move)
        except StopIteration:
            self.choice = None
        except RunawayError:
            raise UnsuitableError("a runaway") from None
        if self.table.chance.state != self._chance:
            raise UnsuitableError("chance during play")

    @property
    def to_move(self) -> int:
        return self.choice.seat if self.choice else NOBODY

    @property
    def is_over(self) -> bool:
        return self.choice is None

    def legal_moves(self) -> list[int]:
        return list(self.choice.options) if self.choice else []

    def apply(self, move: int) -> None:
        if not self.choice or move not in self.choice.options:
            raise ValueError(f"move {move} is not legal; legal are {self.legal_moves()}")
        if len(self.choice.options) > 1:
            self.table.changed = True
        self.table.phases_since_ply = 0
        self.moves.append(move)
        self.movers.append(self.choice.seat)
        self._advance(move)

    def after(self, move: int) -> Line:
        """Another line, one move longer."""
        return Line(self.turn_start, self.turn_seat, [*self.moves, move])

    def payoffs(self) -> tuple[float, ...]:
        return tuple(payoffs_of(self.table, winning_sides(self.table)))

    def view(self, seat: int) -> dict[str, Any]:
        return table_seen(self.table, seat) | {"to_move": self.to_move}

    def key(self) -> tuple[Any, ...]:
        """Equal for lines with the same future. What the rules remember within a turn follows from its moves."""
        table = self.table
        return (
            self.to_move,
            tuple(self.moves),
            tuple(tuple(pile.cards) for pile in table.shared.values()),
            tuple(tuple(pile.cards) for piles in table.own.values() for pile in piles),
            tuple(getattr(table, name) for name in IN_KEY),
            tuple(tuple(getattr(table, name)) for name in LISTS_IN_KEY),
            tuple(table.scores.values()),
        )
