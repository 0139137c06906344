"""Tribute: cards are turned up in turn; some must be paid for by the next player."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.fields import Rank, rank_set
from ...language.vocabulary import (
    BOTTOM_FIRST,
    CREDITOR,
    DEBT,
    FLIP,
    FORWARD,
    HAND,
    IN_PLAY,
    NEXT_SEAT,
    OPENLY,
    OPERATORS,
    OTHER_SEAT,
    PLAYING_WITH_CARDS,
    PLAYING_WITHOUT_CARDS,
    TABLEAU,
    TURN_SEAT,
    of,
)
from ...language.words import list_words, rank_words
from .phase import MANY, PhaseMechanic

Payment = Annotated[int, Meta(ge=1, le=8)]


class TributePhase(PhaseMechanic, tag="TributePhase", frozen=True, kw_only=True):
    noun = "payments for high cards"
    descriptions = {
        "": "Turn up cards; some ranks demand a payment from the next seat.",
        "payments": "Cards to be paid, by the rank that demands them.",
    }
    facts = Facts(
        makes=always(Makes.TABLE, Makes.OUTS, Makes.EXTRA_TURNS, Makes.TRIBUTES)
        | when(lambda part: len(part.payments) > 0, Makes.HANDS_WON),
        needs=always(Needs.QUEUES, Needs.HOLDERS),
        reads=always(Reads.TABLE),
        ends=NONE,
        prompts=always(Prompts.FLIP),
    )
    payments: dict[Rank, Payment] = {}

    def emit(self, asm: Assembler) -> None:
        """One card is turned up. A card that asks for payment makes the next seat pay; other cards pay what is owed, one by one.

        DEBT is what is still to be paid, CREDITOR who is paid. When it is paid, the creditor takes the pile.

        Example, in Beggar My Neighbour: seat 0 turns up a queen, which costs 2. Seat 1 turns up a 7 and owes 1 more. It
        turns up a jack: now seat 0 owes 1, and the rest of the first debt is forgotten.
        """
        over, broke, more, settled, nobody = (Label() for _ in range(5))
        with asm.sets() as [card]:
            asm.op("SPILE", card, of(HAND, TURN_SEAT))
            asm.op("JEMPTY", card, broke)
            asm.ask_move(TURN_SEAT, "Turn up a card", FLIP)
            asm.op("TAKE", of(HAND, TURN_SEAT), TABLEAU, OPENLY)
            self._emit_payment(asm, card, settled)
        asm.jump_if(DEBT, "<=", 0, settled)
        asm.op("ADDI", DEBT, -1)
        asm.jump_if(DEBT, ">", 0, more)
        self._emit_taking(asm)
        asm.op("JUMP", settled)
        asm.place(more)
        # A debtor pays card by card, and each card is a turn of its own: so the turn stays with it.
        asm.op("SETV", NEXT_SEAT, TURN_SEAT)
        asm.place(settled)
        asm.op("JANY", PLAYING_WITH_CARDS, nobody)
        # The last cards of all are on the table. The creditor takes them, or else the deal would stop with nobody able
        # to play.
        self._emit_taking(asm)  # nobody can go on
        asm.place(nobody)
        self._emit_unable(asm, over)
        asm.place(broke)
        self._emit_broke(asm, TURN_SEAT)
        asm.place(over)

    def _emit_unable(self, asm: Assembler, over: Label) -> None:
        """Whoever would play next and has no cards is out at once, unless nobody else is left.

        Several seats may be without cards, so the next one is looked for again after each that goes out.
        """
        again, chosen, found = asm.here(), Label(), Label()
        asm.op("JNONE", IN_PLAY, over)
        asm.op("JALONE", over)
        asm.op("SETV", OTHER_SEAT, NEXT_SEAT)
        asm.op("JPLAY", NEXT_SEAT, chosen)
        asm.op("SETV", OTHER_SEAT, TURN_SEAT)
        asm.step(OTHER_SEAT, IN_PLAY, FORWARD)
        asm.place(chosen)
        with asm.sets() as [hand]:
            asm.op("SHAND", hand, OTHER_SEAT)
            asm.op("JEMPTY", hand, found)
        asm.op("JUMP", over)
        asm.place(found)
        self._emit_broke(asm, OTHER_SEAT)
        asm.op("JUMP", again)

    def _emit_payment(self, asm: Assembler, card: int, settled: Label) -> None:
        """A card that must be paid for: the debt is to whoever turned it up.

        Ranks of the same price are tested together: one test a price, not one a rank.
        """
        with asm.sets() as [paid]:
            for amount in sorted(set(self.payments.values())):
                other = Label()
                word = sum(rank_set(rank) for rank, value in self.payments.items() if value == amount)
                asm.op("STOP", card, TABLEAU)
                asm.set_constant(paid, word)
                asm.op("SAND", card, paid)
                asm.op("JEMPTY", card, other)
                asm.op("SETI", DEBT, amount)
                asm.op("SETV", CREDITOR, TURN_SEAT)
                asm.op("JUMP", settled)
                asm.place(other)

    @staticmethod
    def _emit_taking(asm: Assembler) -> None:
        """The creditor, if in play, takes the pile and the next turn; who has no cards then is out.

        A creditor who is out cannot take the pile: it stays on the table, and play goes on in order.
        """
        taken, gone = Label(), Label()
        asm.op("JPLAY", CREDITOR, taken)
        asm.op("JUMP", gone)
        asm.place(taken)
        asm.op("SETI", DEBT, 0)
        # The pile is turned over as a whole, so the card played first comes to be played first again.
        asm.op("MOVEALL", TABLEAU, of(HAND, CREDITOR), BOTTOM_FIRST)
        asm.op("SETV", NEXT_SEAT, CREDITOR)
        with asm.ints() as [broke]:
            asm.op("MASK", broke, PLAYING_WITHOUT_CARDS)
            asm.op("OUT", broke)
        asm.place(gone)

    @staticmethod
    def _emit_broke(asm: Assembler, who: int) -> None:
        """The seat cannot play: it is out, and what is owed to it is forgotten."""
        other = Label()
        with asm.ints(2) as [mask, seat]:
            asm.op("SETI", mask, 0)
            asm.op("SETB", mask, who)
            asm.op("OUT", mask)
            asm.op("GETV", seat, CREDITOR)
            asm.op("GETV", mask, who)
            asm.op("JCMPR", seat, mask, OPERATORS["!="], other)
            asm.op("SETI", DEBT, 0)
        asm.place(other)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return (-MANY, MANY) if self.payments else (-1, -1)

    def rule(self, context: Context) -> str:
        text = "Turn up the top card of your stack onto the pile on the table."
        if not self.payments:
            return f"{text} A player who has no card to turn up is out."
        prices = list_words(
            f"{rank_words(rank)} {number}" for rank, number in sorted(self.payments.items(), key=lambda item: -item[1])
        )
        return (
            f"{text}\nSome cards demand a payment: {prices}. When one is turned up, the next player must turn up that many cards, one after the other. As soon as one of "
            "these demands a payment itself, the rest of the first is forgiven and the player after must pay for the new card.\nIf a payment is made in full, whoever turned up the card "
            "that demanded it takes the whole pile, turned over and put under the stack (so that the card played first comes first), and takes the next turn."
            "\nWho must turn up a card and has none is out."
        )

    def brief(self, context: Context) -> str:
        ranked = sorted(self.payments.items(), key=lambda item: -item[1])
        prices = ", ".join(f"{rank} {number}" for rank, number in ranked)
        return "turn up a card" + (f"; payments: {prices}" if prices else "")
