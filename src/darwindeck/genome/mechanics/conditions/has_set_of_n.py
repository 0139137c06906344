"""Cards of the hand in a set of one rank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Reads, always
from ...vocabulary import SETS_OF_RANK
from ..condition import ConditionMechanic

GroupSize = Annotated[int, Meta(ge=2, le=8)]


class HasSetOfN(ConditionMechanic, tag="has_set_of_n", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Cards of the hand in a set of one rank."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS, Makes.CARDS_IN_HAND),
        needs=NONE,
        reads=always(Reads.HELD),
        ends=NONE,
        prompts=NONE,
    )
    n: GroupSize = 4

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, SETS_OF_RANK, self.n)

    def rule(self, context: Context) -> str:
        return f"a card of a rank of which you hold {self.n} or more"
