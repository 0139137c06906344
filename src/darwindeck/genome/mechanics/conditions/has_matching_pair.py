"""Cards of the hand that have a partner there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from ...._core import GROUPS
from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Reads, always
from ..condition import ConditionMechanic


class HasMatchingPair(ConditionMechanic, tag="has_matching_pair", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Cards of the hand that have a partner there."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS, Makes.CARDS_IN_HAND),
        needs=NONE,
        reads=always(Reads.HELD),
        ends=NONE,
        prompts=NONE,
    )
    match: Literal["rank", "rank_color"] = "rank"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, GROUPS[self.match], 2)

    def rule(self, context: Context) -> str:
        like = "rank and colour" if self.match == "rank_color" else "rank"
        return f"a card that you can pair with another of its {like} in your hand"
