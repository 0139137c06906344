"""Cards of the suit led, if the hand has any; else all.

TrickPhase has this rule as a field. The condition is for other phases and effects that look at a trick in progress.
"""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from ...language.fields import ALL_CARDS
from ...language.vocabulary import LEAD_SUIT, TRICK
from .condition import ConditionMechanic


class MustFollowSuit(ConditionMechanic, tag="must_follow_suit", frozen=True, kw_only=True):
    descriptions = {"": "Cards of the suit led, if the hand has any; else all."}
    facts = Facts(
        makes=always(Makes.CARDS),
        needs=always(Needs.TRICKS),
        reads=always(Reads.HELD, Reads.TRICKS),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        """Cards of the suit that leads the trick; all cards where the hand has none of it."""
        free, done = Label(), Label()
        with asm.sets() as [hand]:
            asm.op("SPILE", into, TRICK)
            asm.op("JEMPTY", into, free)
            asm.op("SSUIT", into, LEAD_SUIT)
            asm.op("SHAND", hand, who)
            asm.op("SAND", hand, into)
            asm.op("JSOME", hand, done)
        asm.place(free)
        asm.set_constant(into, ALL_CARDS)
        asm.place(done)

    def rule(self, context: Context) -> str:
        return "a card of the suit led (any card if you hold none or lead yourself)"
