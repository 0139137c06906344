"""The side has taken this card of the trump suit.

Which card it is depends on the deal: in Scotch Whist the jack of trumps scores eleven points. So it cannot be a
constant, as in `has_captured_card`, and is found when the deal is scored. Without a trump suit nobody has it.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import Rank
from ...language.vocabulary import CAPTURE, TRUMP, of
from ...language.words import rank_word
from .captured import find_cards
from .condition import ConditionMechanic


class CapturedTrump(ConditionMechanic, tag="captured_trump", frozen=True, kw_only=True):
    descriptions = {"": "The side has taken this card of the trump suit."}
    facts = Facts(
        makes=NONE,
        needs=always(Needs.TRUMP, Needs.CAPTURES),
        reads=always(Reads.TRUMP, Reads.CAPTURED),
        ends=NONE,
        prompts=NONE,
    )
    rank: Rank

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [zone]:
            asm.op("SPILE", zone, of(CAPTURE, who))
            asm.op("SSUIT", into, TRUMP)
            asm.op("SAND", zone, into)
            asm.set_constant(into, find_cards(None, self.rank))
            asm.op("SAND", zone, into)
            asm.truth(into, lambda yes: asm.op("JSOME", zone, yes))

    def rule(self, context: Context) -> str:
        return f"you captured the {rank_word(self.rank)} of trumps"
