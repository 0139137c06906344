"""The seat won the last trick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...vocabulary import TRICK_WINNER
from ..condition import ConditionMechanic


class IsTrickWinner(ConditionMechanic, tag="is_trick_winner", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "The seat won the last trick."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.TRICKS),
        reads=always(Reads.TRICKS),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.truth(into, lambda yes: asm.op("JSEAT", TRICK_WINNER, who, yes))

    def rule(self, context: Context) -> str:
        return "you won the last trick of this deal"
