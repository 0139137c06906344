"""The trumps of a deal from the highest on: whoever plays alone is paid for having, or lacking, the first of them. No phase of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...language.context import Context
from ...language.facts import Makes
from ...language.fields import RANKS, SUITS, Rank, strengths

if TYPE_CHECKING:
    from .trick import TrickPhase

SUITS_IN_ORDER = ("C", "S", "H", "D")  # of trumps of one rank


def find_tricks(context: Context) -> TrickPhase | None:
    """The first phase of the turn that has tricks."""
    tricks = (phase for phase in context.genome.turn_structure.phases if phase.may(Makes.TRICKS))
    return next(tricks, None)  # type: ignore[return-value]


def ranks_of_trumps(context: Context) -> tuple[Rank, ...]:
    """Ranks whose cards are trumps whatever their suit."""
    trick = find_tricks(context)
    return tuple(rank for rank in (trick.trump_ranks if trick else ()) if RANKS.index(rank) in context.ranks)


def plain_trumps(context: Context) -> list[str]:
    """All other ranks of a trump suit, the strongest first."""
    trick = find_tricks(context)
    order = strengths(trick.trump_order) if trick and trick.trump_order else context.strength
    others = [RANKS[rank] for rank in context.ranks if RANKS[rank] not in ranks_of_trumps(context)]
    return sorted(others, key=lambda rank: -order[RANKS.index(rank)])


def rank_trumps(context: Context) -> list[str]:
    """Cards that are trumps by their rank, the strongest first."""
    return [rank + suit for rank in ranks_of_trumps(context) for suit in SUITS_IN_ORDER]


def top_trumps(context: Context, game: int) -> list[str]:
    """All trumps where a suit is trumps; where it is none, those by rank alone."""
    own = [rank + SUITS[game] for rank in plain_trumps(context)] if game < len(SUITS) else []
    return [*rank_trumps(context), *own]
