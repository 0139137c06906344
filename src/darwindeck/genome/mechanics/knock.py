"""Knock: end the deal when few of your cards are outside melds. Offer: the first up-card, before the first turn."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from ..._core import ENDINGS
from ..assembler import (
    DECK,
    DISCARD,
    DRAWN,
    EACH_SEAT,
    ENDING,
    HAND,
    IN_PLAY,
    KNOCK,
    NEXT_SEAT,
    NUMBER_MOVES,
    OPERATORS,
    PASS,
    PHASE_A,
    REFUSED,
    SCORE,
    TAKE,
    TAKEN,
    TURN_SEAT,
    Assembler,
    Label,
    of,
)
from ..context import Context
from ..words import whole
from .phase import PhaseMechanic

Bonus = Annotated[int, Meta(ge=0, le=200)]


class KnockPhase(PhaseMechanic, tag="KnockPhase", frozen=True, kw_only=True):
    limit: Annotated[int, Meta(ge=0, le=50)] = 10
    gin_bonus: Bonus = 25
    undercut_bonus: Bonus = 25
    layoffs: bool = True
    void_stock: Annotated[int, Meta(ge=0, le=20)] = 2

    def emit(self, asm: Assembler) -> None:
        over, cannot = Label(), Label()
        values = asm.tables(asm.context.value)
        with asm.ints() as [deadwood]:
            asm.ask(TURN_SEAT, "Knock?")
            asm.op("DEADWOOD", deadwood, TURN_SEAT, values)
            asm.jump_if(deadwood, ">", self.limit, cannot)
            asm.op("OFFERM", KNOCK)
            asm.op("OFFERM", PASS)
            asm.op("CHOOSE")
            asm.op("JMOVE", PASS, cannot)
        if self.layoffs:
            self._emit_arrangement(asm, values)
        self._emit_scores(asm, values)
        asm.op("SETI", ENDING, ENDINGS["decided"])
        asm.op("JUMP", over)
        asm.place(cannot)
        with asm.ints() as [stock]:
            asm.op("SIZE", stock, DECK)
            asm.jump_if(stock, ">", self.void_stock, over)
            asm.op("SETI", ENDING, ENDINGS["decided"])
        asm.place(over)

    @staticmethod
    def _emit_arrangement(asm: Assembler, values: int) -> None:
        """Which way the melds are laid down, in PHASE_A, before anybody shows a hand."""
        only = Label()
        asm.op("SETI", PHASE_A, 0)
        with asm.ints(2) as [first, last]:
            asm.op("DEADWOOD", last, TURN_SEAT, values)
            asm.jump_if(last, "==", 0, only)
            asm.op("ARRANGE", last, TURN_SEAT, values)
            asm.jump_if(last, "<", 2, only)
            asm.ask(TURN_SEAT, "Lay down your melds")
            asm.op("ARRANGE", last, TURN_SEAT, values)
            asm.op("ADDI", last, -1)
            asm.op("SETI", first, 0)
            asm.op("OFFERN", NUMBER_MOVES, first, last)
            asm.op("CHOOSE")
            asm.op("CHOSEN", PHASE_A, NUMBER_MOVES)
        asm.place(only)

    def _emit_scores(self, asm: Assembler, values: int) -> None:
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets() as [hand]:
            asm.op("SHAND", hand, seat)
            asm.op("SHOW", hand)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.ints(4) as [own, other, mine, theirs]:
            done, gin, knocker = Label(), Label(), Label()
            asm.op("SIDEOF", mine, TURN_SEAT)
            asm.op("SIDEOF", theirs, seat)
            asm.op("JCMPR", mine, theirs, OPERATORS["=="], done)
            asm.op("DEADWOOD", own, TURN_SEAT, values)
            asm.op("DEADWOOD", other, seat, values)
            asm.jump_if(own, "==", 0, gin)
            if self.layoffs:
                asm.op("MOVR", other, PHASE_A)
                asm.op("LAYOFF", other, TURN_SEAT, seat, values)
            asm.op("JCMPR", other, own, OPERATORS[">"], knocker)
            asm.op("SUBR", own, other)
            asm.op("ADDI", own, self.undercut_bonus)
            asm.op("ADDC", SCORE, seat, own)
            asm.op("JUMP", done)
            asm.place(gin)
            asm.op("ADDI", other, self.gin_bonus)
            asm.place(knocker)
            asm.op("SUBR", other, own)
            asm.op("ADDC", SCORE, TURN_SEAT, other)
            asm.place(done)

    def rule(self, context: Context) -> str:
        two, what = context.seats == 2, whole(context)
        foe = "your opponent" if two else "each player of another side" if context.genome.teams else "each other player"
        lay = " first adds to your melds any cards that fit (unless you have gin), and then" if self.layoffs else ""
        way = (
            " If you can lay down your melds in several ways with the same count, you choose one of them before other hands are seen."
            if self.layoffs
            else ""
        )
        left = f"{self.void_stock} cards or fewer are" if self.void_stock else "no card is"
        return (
            f"You may knock if the cards in your hand outside melds count {self.limit} or less in value: all hands are shown and the {what} is over.\n"
            f"Melds are three or four cards of a rank, or three or more of a suit in sequence (ace low); a card belongs to one meld only.{way}\n"
            f"After a knock {foe}{lay} counts the cards outside melds. If you have gin (no card outside melds), you score that count and {self.gin_bonus} more. "
            f"If not, and the count is higher than yours, you score the difference; if it is equal or lower, you are undercut: the other scores the difference and {self.undercut_bonus} more.\n"
            f"If you do not knock and {left} left in the stock, the {what} is over at once."
        )

    def brief(self, context: Context) -> str:
        return f"with {self.limit} or less outside your melds you may knock"


class OfferPhase(PhaseMechanic, tag="OfferPhase", frozen=True, kw_only=True):
    opening_only: ClassVar[bool] = True
    for_everyone: ClassVar[bool] = True

    def emit(self, asm: Assembler) -> None:
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
            asm.op("LOWCARD", TAKEN, card)
        asm.op("TAKE", DISCARD, of(HAND, EACH_SEAT), 0)
        asm.op("GETV", DRAWN, EACH_SEAT)
        asm.op("SETV", NEXT_SEAT, EACH_SEAT)
        asm.place(over)

    def rule(self, context: Context) -> str:
        return (
            "In turn, beginning with the player who begins the deal, each player may take the top card of the discard pile. Whoever takes it takes the first turn, and the card "
            "counts as the draw of that turn. If nobody does, the first turn is played as usual, but its draw may not be from the discard pile."
        )

    def brief(self, context: Context) -> str:
        return "the up-card is offered to each player in turn"
