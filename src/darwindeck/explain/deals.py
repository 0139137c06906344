"""What is not the same in every deal of a match: how many cards are dealt, and who deals."""

from __future__ import annotations

from ..genome.genome import MatchRules
from ..language.context import Context
from ..language.words import cards


def next_dealer(match: MatchRules) -> str:
    """Who deals after a deal."""
    if match.next_dealer == "left":
        return "Players deal in turn."
    return "Whoever has won the most tricks deals next (of several, the first to the dealer's left)."


def tell_schedule(context: Context) -> str:
    """How many cards are dealt in the first deal, the second and so on."""
    match, sizes = context.genome.match, context.hand_schedule
    assert match is not None
    if len(set(sizes)) == 1:
        return f"Deal {cards(sizes[0])} each."
    again = ", then begin again" * (match.max_deals > len(sizes))
    wanted = max(match.hand_schedule) > max(sizes) or len(context.genome.player_counts) > 1
    fewer = " (Or as many as the pack allows.)" * wanted
    return f"Deal, from deal to deal, {', '.join(map(str, sizes))} cards each{again}.{fewer}"
