"""Offer: the first up-card, to each player before the first turn."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, always
from ...language.vocabulary import (
    DISCARD,
    DRAWN,
    EACH_SEAT,
    HAND,
    IN_PLAY,
    NEXT_SEAT,
    PASS,
    PRIVATELY,
    REFUSED,
    TAKE,
    TAKEN,
    TURN_SEAT,
    of,
)
from ...language.words import from_first
from .phase import PhaseMechanic


class OfferPhase(PhaseMechanic, tag="OfferPhase", frozen=True, kw_only=True):
    noun = "an offer of the up-card"
    descriptions = {"": "Before the first turn each seat may take the top of the discard pile."}
    facts = Facts(
        makes=always(Makes.OFFER, Makes.TOP_TAKEN, Makes.DISCARDS_TAKEN, Makes.ROUND, Makes.EXTRA_TURNS),
        needs=always(Needs.SETS, Needs.OPENING, Needs.DISCARDS),
        reads=NONE,
        ends=NONE,
        prompts=always(Prompts.ANSWER),
    )

    def emit(self, asm: Assembler) -> None:
        """The up-card is offered to everybody in turn. Who takes it has drawn, and has the first turn; REFUSED is set if nobody does.

        In Gin Rummy the card that is turned up after the deal may be taken instead of a draw. The marks that this phase
        leaves, DRAWN and REFUSED, are read by the next DrawPhase.
        """
        over, taken = Label(), Label()
        with asm.sets() as [card]:
            asm.op("STOP", card, DISCARD)
            asm.op("JEMPTY", card, over)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            asm.ask(seat, "Take the up-card?")
            asm.op("OFFERM", TAKE)
            asm.op("OFFERM", PASS)
            asm.op("CHOOSE")
            asm.op("JMOVE", TAKE, taken)
        asm.op("SETI", REFUSED, 1)
        asm.op("JUMP", over)
        asm.place(taken)
        with asm.sets() as [card]:
            asm.op("STOP", card, DISCARD)
            # As after any card taken from the discards: some games forbid to discard it in the same turn.
            asm.op("LOWCARD", TAKEN, card)
        asm.op("TAKE", DISCARD, of(HAND, EACH_SEAT), PRIVATELY)
        asm.op("GETV", DRAWN, EACH_SEAT)
        asm.op("SETV", NEXT_SEAT, EACH_SEAT)
        asm.place(over)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return 0, 1

    def rule(self, context: Context) -> str:
        return (
            f"In turn, {from_first(context)}, each player may take the top card of the discard pile. Whoever takes it takes the first turn, and the card "
            "counts as the draw of that turn. If nobody does, the first turn is played as usual, but its draw may not be from the discard pile."
        )

    def brief(self, context: Context) -> str:
        return "the up-card is offered to each player in turn"
