"""What is not the same in every deal of a match: how many cards are dealt, and who deals."""

from __future__ import annotations

from ..genome.genome import MatchRules
from ..language.context import Context
from ..language.words import cards


def next_dealer(match: MatchRules) -> str:
    """Who deals after a deal."""
    if match.next_dealer == "left":
        return "the player on the left"
    return "whoever has won the most tricks (of several, the first to the dealer's left)"


def tell_schedule(context: Context) -> str:
    """How many cards are dealt in the first deal, the second and so on."""
    match, sizes = context.genome.match, context.hand_schedule
    assert match is not None
    if len(set(sizes)) == 1:
        return f"Deal {cards(sizes[0])} to each player."
    again = "; then begin again with the first of these numbers" * (match.max_deals > len(sizes))
    wanted = max(match.hand_schedule) > max(sizes) or len(context.genome.player_counts) > 1
    fewer = " (With so many players that the pack does not allow it, deal as many as it does.)" * wanted
    return f"In each deal, deal another number of cards to each player: {', '.join(map(str, sizes))}{again}.{fewer}"
