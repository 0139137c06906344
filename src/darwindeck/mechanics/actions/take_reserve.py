"""Take up one of the cards that wait face down in reserve."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, always
from ...language.vocabulary import ASIDE, BID, HAND, PRIVATELY, of
from .action import ActionMechanic


class TakeReserve(ActionMechanic, tag="take_reserve", frozen=True, kw_only=True):
    """The BID column counts the cards left, plus one."""

    descriptions = {"": "Take one of your face-down reserve cards into the hand."}
    facts = Facts(makes=NONE, needs=always(Needs.RESERVES), reads=NONE, ends=NONE, prompts=NONE)

    def act(self, asm: Assembler, who: int) -> None:
        """Nothing in a game without reserves: bids may stand where they would be counted."""
        if not asm.context.has(Makes.RESERVES):
            return
        none = Label()
        with asm.ints() as [left]:
            asm.op("LOAD", left, BID, who)
            asm.jump_if(left, "<=", 1, none)
            asm.op("ADDI", left, -1)
            asm.op("STORE", BID, who, left)
            asm.op("TAKE", ASIDE, of(HAND, who), PRIVATELY)
            asm.place(none)

    def sentence(self, context: Context) -> str:
        return "take one of your face-down reserve cards into your hand, if any is left"
