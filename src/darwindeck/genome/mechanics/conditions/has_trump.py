"""The hand has a trump."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...vocabulary import TRUMP
from ..condition import ConditionMechanic


class HasTrump(ConditionMechanic, tag="has_trump", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "The hand has a trump."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.TRUMP),
        reads=always(Reads.HELD, Reads.TRUMP),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [hand]:
            asm.op("SHAND", hand, who)
            asm.op("SSUIT", into, TRUMP)
            asm.op("SAND", hand, into)
            asm.truth(into, lambda yes: asm.op("JSOME", hand, yes))

    def rule(self, context: Context) -> str:
        return "you hold a trump"
