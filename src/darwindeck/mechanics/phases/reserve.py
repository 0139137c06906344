"""Reserve: cards wait face down for each player. What takes them up is an action, take_reserve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always, when
from ...language.vocabulary import ASIDE, BID, CAPTURE, DECK, HAND, IN_PLAY, PRIVATELY, TOP_FIRST, TURN_SEAT, of
from ...language.words import cards
from .phase import PhaseMechanic


class ReservePhase(PhaseMechanic, tag="ReservePhase", frozen=True, kw_only=True):
    """All reserves lie aside together: nobody has seen them, so it makes no difference which card is whose until one is taken.

    The BID column counts those of each seat, plus one.
    """

    noun = "face-down reserves"
    descriptions = {
        "": "Lay cards of the stock face down before every player.",
        "count": "How many each.",
        "hands_up": "Whether everybody's hand is laid face up beside them, among captured cards.",
    }
    facts = Facts(
        makes=always(Makes.RESERVES) | when(lambda part: part.hands_up, Makes.SHEDS, Makes.CAPTURES),
        needs=always(Needs.OPENING, Needs.SETS, Needs.STOCK),
        reads=always(Reads.STOCK),
        ends=NONE,
        prompts=NONE,
    )
    count: Annotated[int, Meta(ge=1, le=6)] = 3
    hands_up: bool = False

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """Reserves are counted where bids stand."""
        if context.has(Makes.BIDS, Makes.CALLS, Makes.TITLES, Reads.BIDS):
            yield "", "there are no reserves in a game of bids or places"

    def emit(self, asm: Assembler) -> None:
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets() as [stock], asm.ints() as [number]:
            asm.op("SETI", number, 1)
            empty = Label()
            for _ in range(self.count):
                asm.op("SPILE", stock, DECK)
                asm.op("JEMPTY", stock, empty)
                asm.op("TAKE", DECK, ASIDE, PRIVATELY)
                asm.op("ADDI", number, 1)
            asm.place(empty)
            asm.op("STORE", BID, seat, number)
            if self.hands_up:
                asm.op("MOVEALL", of(HAND, seat), of(CAPTURE, seat), TOP_FIRST)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return (-context.dealt_hand, 0) if self.hands_up else (0, 0)

    def rule(self, context: Context) -> str:
        text = f"Lay {cards(self.count)} from the stock face down in front of each player, as a reserve, unseen."
        return text + (" Everyone lays the cards in hand face up beside them." if self.hands_up else "")

    def brief(self, context: Context) -> str:
        return f"everyone has {cards(self.count)} face down in reserve" + (
            ", and the hand face up" if self.hands_up else ""
        )
