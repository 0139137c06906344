"""Moves, and asking for them (docs/genome.md, section 3). Rules are generators that yield Choices and receive moves."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

from .cards import rank_of
from .table import Table

SUIT, RANK, SEAT, NUMBER = 64, 68, 84, 92
PASS, DONE, DRAW, TAKE, FLIP, KNOCK, CHALLENGE, ACCEPT, CHECK, CALL, FOLD, ALL_IN, DOUBLE, REDOUBLE = range(160, 174)
BET, RAISE = 176, 184


@dataclass
class Choice:
    seat: int
    options: list[int]


Asking = Generator[Choice, int, Any]


def ask(seat: int, options: Iterable[int]) -> Asking:
    return (yield Choice(seat, sorted(options)))


def offered(candidates: Iterable[int], picked: list[int], low: int, group: str) -> list[int]:
    """The cards that can be picked next, after `picked`."""
    pool = sorted(candidates)
    if group == "run":
        if picked:
            return [card for card in pool if card == picked[-1] + 1]
        return [card for card in pool if all(card + step in pool for step in range(low))]
    above = [card for card in pool if not picked or card > picked[-1]]
    if group == "set" and picked:
        above = [card for card in above if rank_of(card) == rank_of(picked[0])]
    if group == "set":
        return [card for card in above if len(picked) + _same_rank_from(card, above) >= low]
    return [card for place, card in enumerate(above) if len(picked) + len(above) - place >= low]


def _same_rank_from(card: int, pool: list[int]) -> int:
    return sum(1 for other in pool if other >= card and rank_of(other) == rank_of(card))


def select(
    table: Table, seat: int, candidates: Iterable[int], low: int, high: int, group: str = "none", optional: bool = False
) -> Asking:
    """Lets the seat pick low … high cards; they lie in its `picked` afterwards and are returned, ascending."""
    pool = set(candidates)
    picked: list[int] = []
    while len(picked) < high:
        cards = offered(pool, picked, low, group)
        if not cards:
            break
        verbs = [DONE] if picked and len(picked) >= low else [PASS] if not picked and optional else []
        move = yield from ask(seat, cards + verbs)
        if move in (PASS, DONE):
            break
        table.pick(seat, move)
        picked.append(move)
    return picked
