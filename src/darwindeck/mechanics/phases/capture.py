"""Capture: a card takes cards of its value, or cards that add up to it, from the table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.findings import Gate
from ...language.vocabulary import (
    CAPTURE,
    DECK,
    FRONT,
    HAND,
    LAST_CAPTURER,
    PHASE_A,
    PLAYING_WITH_CARDS,
    SCORE,
    TABLEAU,
    TOP_FIRST,
    TRICK,
    TURN_SEAT,
    of,
)
from ...language.words import number_of
from .phase import Doubts, PhaseMechanic
from .sums import any_worth_others


def emit_sweep(asm: Assembler, points: int, over: Label) -> None:
    """Points for clearing the table, but not with the very last card of the deal.

    At the very last card the table is often cleared without skill. The deal is at its last card if the stock and
    all hands are empty.
    """
    if not points:
        return
    sweep = Label()
    with asm.sets() as [cards], asm.ints() as [number]:
        asm.op("SPILE", cards, TABLEAU)
        asm.op("JSOME", cards, over)
        asm.op("SPILE", cards, DECK)
        asm.op("JSOME", cards, sweep)
        asm.op("MASK", number, PLAYING_WITH_CARDS)
        asm.jump_if(number, "==", 0, over)
        asm.place(sweep)
        asm.note("points", "the table is empty")
        asm.op("SETI", number, points)
        asm.op("ADDC", SCORE, TURN_SEAT, number)


class CapturePhase(PhaseMechanic, tag="CapturePhase", frozen=True, kw_only=True):
    """PHASE_A is the value of the card played."""

    noun = "capturing from the table"
    descriptions = {
        "": "Play a card, and take cards of its value from the table.",
        "exact_first": "Whether a card of the same value must be taken before a sum.",
        "sums": "Whether several cards that add up to the card played may be taken.",
        "sweep_points": "Points for emptying the table.",
    }
    facts = Facts(
        makes=always(Makes.CAPTURES, Makes.TABLE, Makes.CATCHES, Makes.COMMITS)
        | when(lambda part: part.sweep_points > 0, Makes.POINTS),
        needs=always(Needs.SETS, Needs.TABLE),
        reads=always(Reads.VALUES, Reads.TABLE),
        ends=always(Ends.DEAL_IN_TIME),
        prompts=always(Prompts.CARD),
    )
    exact_first: bool = True
    sums: bool = True
    sweep_points: Annotated[int, Meta(ge=0, le=100)] = 1

    def emit(self, asm: Assembler) -> None:
        """A card from the hand captures cards of its value from the table, or is laid down there if it cannot.

        It waits in the pile of the trick while cards are picked. PHASE_A is its value.
        """
        over, laid = Label(), Label()
        values = asm.tables(asm.context.value)
        with asm.sets() as [cards]:
            begin = asm.here()
            asm.op("SHAND", cards, TURN_SEAT)
            asm.op("JEMPTY", cards, over)
            asm.ask_card(TURN_SEAT, "Play a card to the table", cards, begin)
            asm.op("PLAY", of(HAND, TURN_SEAT), TRICK)
            # The value is kept in a register: sets do not outlive the choices that follow.
            asm.op("SPILE", cards, TRICK)
            asm.op("VALUE", PHASE_A, cards, values)
        # The card played lies apart from the table meanwhile, so that it cannot capture itself.
        self._emit_picks(asm, values, laid)
        asm.op("MOVEALL", TRICK, of(CAPTURE, TURN_SEAT), TOP_FIRST)
        asm.op("MOVEALL", of(FRONT, TURN_SEAT), of(CAPTURE, TURN_SEAT), TOP_FIRST)
        # Whoever captures last takes what is on the table when the deal ends.
        asm.op("SETV", LAST_CAPTURER, TURN_SEAT)
        emit_sweep(asm, self.sweep_points, over)
        asm.op("JUMP", over)
        asm.place(laid)
        asm.op("MOVEALL", TRICK, TABLEAU, TOP_FIRST)
        asm.place(over)

    def _emit_picks(self, asm: Assembler, values: int, laid: Label) -> None:
        """Captured cards to the front, or to `laid` if there are none.

        An exact match is one card. A sum is picked card by card: SPARTS leaves only cards with which the sum can still
        be reached by cards of higher ids, so every set of cards can be picked in one order only, and no pick leads into
        a dead end.
        """
        sums, done = Label(), Label()
        with asm.sets(2) as [cards, table]:
            if self.exact_first or not self.sums:
                begin = asm.here()
                asm.op("SPILE", table, TABLEAU)
                asm.op("SPILE", cards, TRICK)
                asm.op("SVALUE", cards, cards, values)
                asm.op("SAND", table, cards)
                asm.op("JEMPTY", table, sums)
                asm.ask_card(TURN_SEAT, "Capture a card", table, begin, continues="always")
                asm.op("PLAY", TABLEAU, of(FRONT, TURN_SEAT))
                asm.op("JUMP", done)
                asm.place(sums)
            if self.sums:
                again = asm.here()
                asm.op("SPILE", table, TABLEAU)
                asm.op("SPARTS", table, of(FRONT, TURN_SEAT), PHASE_A, values)
                asm.op("SPILE", cards, of(FRONT, TURN_SEAT))
                finished = Label()
                asm.op("JEMPTY", table, finished)
                asm.ask_card(
                    TURN_SEAT, "Capture cards that add up to the card played", table, again, continues="always"
                )
                asm.op("PLAY", TABLEAU, of(FRONT, TURN_SEAT))
                asm.op("JUMP", again)
                asm.place(finished)
                asm.op("JEMPTY", cards, laid)
            else:
                asm.op("JUMP", laid)
            asm.place(done)

    def emit_deal_end(self, asm: Assembler) -> None:
        """In Scopa and its kin no card stays on the table: the last capturer takes the rest."""
        nobody = Label()
        asm.op("JNOBODY", LAST_CAPTURER, nobody)
        asm.op("MOVEALL", TABLEAU, of(CAPTURE, LAST_CAPTURER), TOP_FIRST)
        asm.place(nobody)

    def doubts(self, context: Context) -> Doubts:
        if self.sums and not any_worth_others(context, context.deck):
            yield Gate.NEVER, "sums", "no card is worth as much as several others together"

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -1, -1

    def rule(self, context: Context) -> str:
        one, several = "one card of the same value", "several that add up to its value"
        what = {
            (True, True): f"{one}; only if there is none, {several}",
            (False, True): f"{one}, or {several}, as you choose",
        }.get((self.exact_first, self.sums), one)
        text = (
            f"Play a card to the table. It must capture from there, if it can, {what}; where there is a choice, you choose.\n"
            "You put the captured cards and the card played, face up, among your captured cards. A card that captures nothing stays on the table."
        )
        if self.sweep_points:
            text += f"\nIf you capture the last card on the table, score {number_of(self.sweep_points, 'point')}, but not with the last card of the deal."
        return text

    def deal_end_rule(self, context: Context) -> str:
        return "First, cards left on the table go to whoever captured last."

    def brief(self, context: Context) -> str:
        sums = " or cards adding up to it" if self.sums else ""
        sweep = f"; clearing the table scores {self.sweep_points}" if self.sweep_points else ""
        return f"play a card; it captures its own value{sums}{sweep}"
