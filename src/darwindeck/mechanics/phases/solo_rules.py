"""What a rulebook says of playing alone. No phase of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...language.context import Context
from ...language.fields import SUIT_NAMES
from ...language.words import card_words, cards, list_words, number_of, rank_words
from .solo_values import GRAND, SUITS_BY_VALUE, bid_values
from .tops import ranks_of_trumps, top_trumps

if TYPE_CHECKING:
    from .solo import SoloPhase


def solo_rules(solo: SoloPhase, context: Context) -> str:
    """The bids, the cards left over, and the games."""
    values = bid_values(solo, context)
    few = ", ".join(str(value) for value in values[:12])
    parts = [
        "The second player bids against the first: the second bids the next value or passes, the first holds the bid or passes, "
        "until one of them has passed. Then the next player bids against the one who is left in the same way, and so on. "
        "The last one left is the declarer.",
        f"Bids are these values, one after the other: {few}{' and so on' * (len(values) > 12)} (what a game can be worth, up to {values[-1]}).",
        f"If nobody has bid, the first player may still bid {values[0]}. If that player passes too, the deal is over and scores nothing.",
    ]
    if context.stock:
        left = cards(context.stock)
        parts.append(
            f"The declarer may take the {left} left over, unseen by the others, and lay as many aside; or play from the hand, "
            "without looking at them. Either way they count for the declarer in the end."
        )
    suits = list_words((SUIT_NAMES[suit] for suit in SUITS_BY_VALUE), "or")
    games = [f"{suits} (that suit is trumps)"]
    if solo.grand_value:
        ranks = list_words(rank_words(rank) for rank in ranks_of_trumps(context))
        only = f"only {ranks} are trumps" if ranks else "there are no trumps"
        games.append(f"grand ({only})")
    if solo.null_value:
        games.append(
            "null (no trumps, and the declarer must not win a trick) or open null (the same with the hand laid open)"
        )
    parts.append(
        f"Then the declarer names the game: {', '.join(games)}. The declarer plays alone against all others."
        + (" A null must be worth at least as much as was bid." if solo.null_value else "")
    )
    if solo.announcements and context.stock:
        parts.append(
            f"From the hand, but not in a null, the declarer may announce {number_of(solo.more, 'point')}, all tricks, or all tricks with "
            "the hand laid open, and loses if they are not reached."
        )
    return "\n".join(parts)


def solo_score_rules(solo: SoloPhase, context: Context) -> str:
    """What the game is worth, and when it is won."""
    worth = ", ".join(
        f"{SUIT_NAMES[suit]} {solo.suit_value + place * solo.suit_step}" for place, suit in enumerate(SUITS_BY_VALUE)
    )
    grand = f", grand {solo.grand_value}" if solo.grand_value else ""
    extras = "one" + ", one more if the declarer did not take the cards left over" * bool(context.stock)
    tops = [card_words(card) for card in top_trumps(context, GRAND)] or ["the highest trump"]
    points = ", ".join(f"{rank_words(rank)} {solo.card_points[rank]}" for rank in solo.card_points)
    announced = ""
    if solo.announcements and context.stock:
        announced = ". What was announced adds one, two or three more, and counts as reached"
    text = (
        f"Cards are worth points: {points or 'none'}. The declarer needs {number_of(solo.needed, 'point')} in captured cards, those left over and laid aside included.\n"
        f"The game is worth so much: {worth}{grand}; times the number of top trumps, plus {extras}, "
        f"one more if the declarer, or all others together, have {number_of(solo.more, 'point')}, and one more if the declarer has won all tricks or none{announced}. "
        f"Top trumps are those from the highest ({tops[0]}) on that the declarer had without a gap, or else did not have, before the cards were played. "
        "A game worth less than was bid is lost, and counts as the next multiple of its worth that is enough.\n"
    )
    if solo.null_value:
        text += (
            f"A null is over as soon as the declarer wins a trick. It is worth {solo.null_value} ({solo.null_hand_value} from the hand), "
            f"an open null {solo.open_null_value} ({solo.open_null_hand_value}).\n"
        )
    return f"{text}The declarer scores the value, or loses twice as much."
