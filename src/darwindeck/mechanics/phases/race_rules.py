"""What a rulebook says of a race. No phase of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...language.context import Context
from ...language.words import number_of, rank_word, whole

if TYPE_CHECKING:
    from .race import RacePhase


def race_rules(race: RacePhase, context: Context) -> str:
    """The race, pairs, the exchange and the closing."""
    what, pairs = whole(context), ""
    if race.pair_ranks:
        trumps = f" ({race.trump_pair_points} for trumps)" if context.has_trump else ""
        pairs = f", and for each pair they showed {race.pair_points} more{trumps}"
    parts = [
        f"Everyone counts what the cards they have captured are worth{pairs}; who has won no trick has nothing yet. "
        f"If you have {race.target} or more when your turn begins, or by a pair that you lead, you have won and the {what} is over."
    ]
    if race.pair_ranks:
        pair = " or ".join(f"the {rank_word(rank)}" for rank in race.pair_ranks)
        parts.append(f"If you lead {pair} of a suit and hold the other of the two, you show it: that is a pair.")
    while_open = "As long as at least two cards of the stock lie on the card turned up, you may before you lead"
    if race.swap_rank is not None and context.has_trump:
        parts.append(f"{while_open} exchange the {rank_word(race.swap_rank)} of trumps for that card.")
    if race.close:
        parts.append(
            f"{while_open} close the stock: it is laid aside, nobody draws any more, and you must win the {what}."
        )
    return "\n".join(parts)


def race_score(race: RacePhase, context: Context) -> str:
    """Who has won, and how much."""
    text = (
        f"If nobody has come to {race.target}, the winner of the last trick has won the {whole(context)}. The winner scores "
        f"{number_of(race.made_points, 'point')}, but {race.half_points} if no other player has {race.half} or more, "
        f"and {race.none_points} if no other player has won a trick."
    )
    if race.close:
        text += (
            f" If the stock was closed, it counts what the others had when it was closed. If whoever closed it has not come to "
            f"{race.target} first, every other player scores as much instead, but at least {race.failed_points}."
        )
    return text
