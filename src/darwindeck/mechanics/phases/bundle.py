"""Bundle: a card takes cards of its rank from the table, and whole bundles that show it on top."""

from __future__ import annotations

from ..._core import LIKENESSES
from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always
from ...language.vocabulary import (
    BOTTOM_FIRST,
    CAPTURE,
    FRONT,
    HAND,
    IN_PLAY,
    LAST_CAPTURER,
    OPENLY,
    TABLEAU,
    TOP_FIRST,
    TRICK,
    TURN_SEAT,
    of,
)
from .phase import PhaseMechanic


class BundlePhase(PhaseMechanic, tag="BundlePhase", frozen=True, kw_only=True):
    """The bundle of a seat is its front, an ordered pile that all see. LAST_CAPTURER is who took cards last."""

    noun = "bundles"
    descriptions = {"": "Play a card, and take cards of its rank from the table and from the tops of bundles."}
    facts = Facts(
        makes=always(Makes.CAPTURES, Makes.TABLE, Makes.OWN_DISCARDS, Makes.CATCHES, Makes.BUNDLES),
        needs=always(Needs.SETS),
        reads=always(Reads.TABLE),
        ends=always(Ends.DEAL_IN_TIME),
        prompts=always(Prompts.CARD),
    )

    def emit(self, asm: Assembler) -> None:
        """The card waits in the pile of the trick while it is looked for what it takes."""
        over, taken = Label(), Label()
        with asm.sets() as [cards]:
            begin = asm.here()
            asm.op("SHAND", cards, TURN_SEAT)
            asm.op("JEMPTY", cards, over)
            asm.ask_card(TURN_SEAT, "Play a card", cards, begin)
        asm.op("PLAY", of(HAND, TURN_SEAT), TRICK)
        self._emit_bundles(asm)
        with asm.sets(2) as [like, table]:
            asm.op("SPILE", like, TRICK)
            asm.op("SLIKE", like, like, LIKENESSES["rank"])
            asm.op("SPILE", table, TABLEAU)
            asm.op("SAND", table, like)
            asm.op("MOVE", table, TABLEAU, of(FRONT, TURN_SEAT), OPENLY)
            # What was taken lies on top of the bundle, so a top card of the rank played tells that something was.
            asm.op("STOP", table, of(FRONT, TURN_SEAT))
            asm.op("SAND", table, like)
            asm.op("JSOME", table, taken)
        asm.op("MOVEALL", TRICK, TABLEAU, TOP_FIRST)
        asm.op("JUMP", over)
        asm.place(taken)
        asm.op("MOVEALL", TRICK, of(FRONT, TURN_SEAT), TOP_FIRST)
        asm.op("SETV", LAST_CAPTURER, TURN_SEAT)
        asm.place(over)

    @staticmethod
    def _emit_bundles(asm: Assembler) -> None:
        """Bundles of the others go whole on top of one's own, their top card uppermost."""
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets(2) as [like, top]:
            other = Label()
            asm.op("JSEAT", seat, TURN_SEAT, other)
            asm.op("SPILE", like, TRICK)
            asm.op("SLIKE", like, like, LIKENESSES["rank"])
            asm.op("STOP", top, of(FRONT, seat))
            asm.op("SAND", top, like)
            asm.op("JEMPTY", top, other)
            asm.op("MOVEALL", of(FRONT, seat), of(FRONT, TURN_SEAT), BOTTOM_FIRST)
            asm.place(other)

    def emit_deal_end(self, asm: Assembler) -> None:
        """Cards left on the table go to whoever took cards last; bundles count as captured cards."""
        nobody = Label()
        asm.op("JNOBODY", LAST_CAPTURER, nobody)
        asm.op("MOVEALL", TABLEAU, of(CAPTURE, LAST_CAPTURER), TOP_FIRST)
        asm.place(nobody)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            asm.op("MOVEALL", of(FRONT, seat), of(CAPTURE, seat), TOP_FIRST)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -1, -1

    def rule(self, context: Context) -> str:
        return (
            "Play a card. It must take all cards of its rank from the table, and steal every bundle of another player whose top card has its rank.\n"
            "What you take goes face up onto your own bundle in front of you, stolen bundles first, and the card you played goes on top. "
            "A card that takes nothing goes onto your bundle all the same if the top card there has its rank; otherwise it stays on the table."
        )

    def deal_end_rule(self, context: Context) -> str:
        return "First, cards left on the table go to whoever took cards last; the cards of your bundle are the cards you have captured."

    def brief(self, context: Context) -> str:
        return "play a card; it takes its rank from the table, and bundles that show it on top"
