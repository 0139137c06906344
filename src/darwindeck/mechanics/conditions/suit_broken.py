"""A card of the breaking suit was played.

A suit is broken by its first card in a trick of the deal, as hearts are in Hearts.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import Operator
from ...language.vocabulary import BROKEN
from .condition import ConditionMechanic, compare_register


class SuitBroken(ConditionMechanic, tag="suit_broken", frozen=True, kw_only=True):
    descriptions = {"": "A card of the breaking suit was played."}
    facts = Facts(makes=NONE, needs=always(Needs.BROKEN_SUIT), reads=always(Reads.BROKEN_SUIT), ends=NONE, prompts=NONE)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        compare_register(asm, into, BROKEN, Operator.NE, 0)

    def rule(self, context: Context) -> str:
        return "the suit that must be broken has been played"
