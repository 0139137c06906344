"""Cards of the hand in a run of one suit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Reads, always
from ...vocabulary import RUNS_OF_SUIT
from ...words import cards
from ..condition import ConditionMechanic

GroupSize = Annotated[int, Meta(ge=2, le=8)]


class HasRunOfN(ConditionMechanic, tag="has_run_of_n", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Cards of the hand in a run of one suit."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS, Makes.CARDS_IN_HAND),
        needs=NONE,
        reads=always(Reads.HELD),
        ends=NONE,
        prompts=NONE,
    )
    n: GroupSize = 3

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, RUNS_OF_SUIT, self.n)

    def rule(self, context: Context) -> str:
        return f"a card of a run in your hand ({cards(self.n)} or more of a suit in sequence, ace low)"
