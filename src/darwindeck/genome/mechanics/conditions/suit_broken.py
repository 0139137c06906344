"""A card of the breaking suit was played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...fields import Operator
from ...vocabulary import BROKEN
from ..condition import ConditionMechanic, compare_register


class SuitBroken(ConditionMechanic, tag="suit_broken", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "A card of the breaking suit was played."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.BROKEN_SUIT),
        reads=always(Reads.BROKEN_SUIT),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        compare_register(asm, into, BROKEN, Operator.NE, 0)

    def rule(self, context: Context) -> str:
        return "the suit that must be broken has been played"
