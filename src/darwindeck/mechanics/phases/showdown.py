"""Showdown: all hands are shown, and the best takes the pot."""

from __future__ import annotations

from typing import Literal

from ..._core import EVALUATORS
from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Makes, Needs, Reads, always, when
from ...language.findings import Gate
from ...language.vocabulary import DEALER, IN_PLAY, TURN_SEAT
from ...language.words import whole
from .phase import Doubts, PhaseMechanic

HandEvaluator = Literal["poker_5card", "high_card", "card_total", "suit_total"]
FIVE = 5  # cards of a poker hand
MOST = 9  # cards in hand; of 10, 58 % hold a straight or better
HANDS = {
    "poker_5card": "Hands rank as in poker, from the best: straight flush, four of a kind, full house, flush, straight, three of a kind, two pairs, a pair, "
    "high card; among equals the higher ranks decide, aces high (low in a straight from the ace), suits never. Of more than five cards the best five "
    "count; with fewer there are no straights or flushes.",
    "high_card": "The highest card decides, then the second highest, and so on; if all are equal so far, the hand with more cards is better.",
    "card_total": "The hand with the highest total of card values is best.",
    "suit_total": "Of every hand only the cards of one suit count, whichever add up to most; the highest such total is best.",
}


POKER_OF = {  # so many cards at most, best first
    2: "a pair, high card",
    3: "three of a kind, a pair, high card",
    4: "four of a kind, three of a kind, two pairs, a pair, high card",
}


def tell_hands(evaluator: HandEvaluator, context: Context) -> str:
    """How hands are compared; what holds for other numbers of cards only where hands can have them."""
    text = HANDS[evaluator]
    most = count_cards(context)
    if evaluator == "poker_5card" and most in POKER_OF:
        return f"Hands rank, from the best: {POKER_OF[most]}; among equals the higher ranks decide, aces high, suits never."
    always_five = context.dealt_hand == FIVE and all(
        not phase.may(Makes.COMMON_CARDS) and phase.hand_change(context) == (0, 0) for phase in context.phases
    )
    return text.partition(" Of more than five")[0] if always_five and not context.actions else text


def count_cards(context: Context) -> int | None:
    """How many cards a hand has at most in the end, those of the table included; None where hands may grow."""
    uneven = not context.hand_size and context.deck.bit_count() % context.seats
    if uneven or context.actions or any(phase.hand_change(context)[1] > 0 for phase in context.phases):
        return None
    common = any(phase.may(Makes.COMMON_CARDS) for phase in context.phases)
    laid_out = context.setup.initial_tableau_count + sum(phase.count_laid_out(context) for phase in context.phases)
    return context.dealt_hand + common * laid_out


class ShowdownPhase(PhaseMechanic, tag="ShowdownPhase", frozen=True, kw_only=True):
    noun = "a showdown"
    descriptions = {
        "": "All hands are shown, and the best takes the pot.",
        "hand_evaluator": "How hands are compared.",
        "community": "Whether the cards on the table count as part of every hand.",
    }
    facts = Facts(
        makes=always(Makes.POT_WON, Makes.SHOWDOWN, Makes.DEAL_WINNER, Makes.WINNER_SURELY, Makes.SHOWS, Makes.ROUND)
        | when(lambda part: part.community, Makes.COMMON_CARDS),
        needs=always(Needs.SETS) | when(lambda part: part.community, Needs.TABLE),
        reads=always(Reads.HELD, Reads.POT)
        | when(lambda part: part.hand_evaluator == "high_card", Reads.ORDER)
        | when(lambda part: part.hand_evaluator in ("card_total", "suit_total"), Reads.VALUES)
        | when(lambda part: part.community, Reads.TABLE),
        ends=always(Ends.DEAL_AT_ONCE, Ends.DEAL_SURELY, Ends.DEAL_IN_TIME),
        prompts=NONE,
    )
    hand_evaluator: HandEvaluator = "poker_5card"
    community: bool = False

    def emit(self, asm: Assembler) -> None:
        """All hands still in are shown before the pot is divided; the op SHOWDOWN compares them, and sets the deal
        winner.

        The table that the op is given holds strengths where the highest card decides, and values where totals do.
        Poker hands need neither: their ranks have an order of their own, aces high.
        """
        table = asm.context.strength if self.hand_evaluator == "high_card" else asm.context.value
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets() as [hand]:
            asm.op("SHAND", hand, seat)
            asm.op("SHOW", hand)
        asm.note("showdown", self)
        evaluator = EVALUATORS[self.hand_evaluator] + EVALUATORS["with_table"] * self.community
        asm.op("SHOWDOWN", DEALER, evaluator, asm.tables(table))
        asm.note("paid")
        asm.end_deal()

    def doubts(self, context: Context) -> Doubts:
        if self.hand_evaluator == "poker_5card" and context.dealt_hand > MOST:
            yield (
                Gate.ROOM,
                "",
                f"most hands of {context.dealt_hand} cards hold a straight or better, so poker hands hardly differ",
            )

    def rule(self, context: Context) -> str:
        common = "The cards on the table belong to every hand.\n" if self.community else ""
        rest = "back" if context.seats == 2 else "to the best of the others"
        return (
            f"Showdown: all still in show their hands, the best takes the pot, and the {whole(context)} is over.\n{common}{tell_hands(self.hand_evaluator, context)}\n"
            "Equal hands share the pot; odd chips go one each to the first of them from the dealer's left. From each other player you win no more "
            f"than you have paid yourself; what is above that goes {rest}."
        )

    def brief(self, context: Context) -> str:
        best = {
            "poker_5card": "best poker hand",
            "high_card": "highest card",
            "card_total": "highest total",
            "suit_total": "highest total of one suit",
        }
        common = ", with the cards on the table," if self.community else ""
        return f"showdown: the {best[self.hand_evaluator]}{common} takes the pot"
