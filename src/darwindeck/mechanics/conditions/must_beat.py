"""Cards that follow suit, or else trump, and beat the trick so far, each as far as the hand can.

The sterner rule of many trick games. With a table condition beside it, it can hold for a part of the deal only.
"""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from ...language.fields import ALL_CARDS
from ...language.vocabulary import BEST, LEAD_SUIT, OPERATORS, SAME_SUIT, TRICK, TRUMP
from .condition import ConditionMechanic


class MustBeat(ConditionMechanic, tag="must_beat", frozen=True, kw_only=True):
    descriptions = {
        "": "Cards of the suit led, or else trumps, that beat the trick so far, as far as the hand has any."
    }
    facts = Facts(
        makes=always(Makes.CARDS),
        needs=always(Needs.TRICKS),
        reads=always(Reads.HELD, Reads.TRICKS, Reads.ORDER, Reads.TRUMP),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        """PREFER drops a demand that the hand cannot meet."""
        if not asm.context.has(Makes.TRICKS):  # runs may lie in the pile of the trick
            asm.set_constant(into, ALL_CARDS)
            return
        free, follows, done = Label(), Label(), Label()
        with asm.sets(2) as [wanted, other]:
            asm.op("SPILE", into, TRICK)
            asm.op("JEMPTY", into, free)
            asm.op("SHAND", into, who)
            asm.op("SSUIT", wanted, LEAD_SUIT)
            asm.op("SMOV", other, into)
            asm.op("SAND", other, wanted)
            asm.op("JSOME", other, follows)
            asm.op("SSUIT", wanted, TRUMP)
            asm.place(follows)
            asm.op("PREFER", into, wanted)
            self._emit_better(asm, wanted)
            asm.op("PREFER", into, wanted)
            asm.op("JUMP", done)
        asm.place(free)
        asm.set_constant(into, ALL_CARDS)
        asm.place(done)

    @staticmethod
    def _emit_better(asm: Assembler, better: int) -> None:
        """All cards that beat the best one so far: stronger ones of its suit, and trumps if it is none."""
        trumped = Label()
        with asm.sets(2) as [best, suit]:
            asm.op("SCARD", best, BEST)
            asm.op("SSTRONG", better, best, asm.tables(asm.context.strength), OPERATORS[">"])
            asm.op("SLIKE", suit, best, SAME_SUIT)
            asm.op("SAND", better, suit)
            asm.op("SSUIT", suit, TRUMP)
            asm.op("SAND", best, suit)
            asm.op("JSOME", best, trumped)
            asm.op("SOR", better, suit)
            asm.place(trumped)

    def rule(self, context: Context) -> str:
        trumps = ", or if you hold none a trump" if context.has_trump else ""
        return f"a card of the suit led{trumps}, and if you can one that beats the trick so far"
