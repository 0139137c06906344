"""Cards whose rank compares so with this one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Reads, always, within
from ...fields import RANKS, Operator, Rank, rank_set
from ...words import a_rank
from ..condition import ConditionMechanic
from ..likeness import orders_ranks


class CardIsRank(ConditionMechanic, tag="card_is_rank", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Cards whose rank compares so with this one."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=NONE,
        reads=within(orders_ranks, Reads.ORDER),
        ends=NONE,
        prompts=NONE,
    )
    rank: Rank
    operator: Operator = Operator.EQ

    def word(self, context: Context) -> int:
        strength = context.strength
        pivot = strength[RANKS.index(self.rank)]
        ranks = [rank for number, rank in enumerate(RANKS) if compare(strength[number], self.operator, pivot)]
        return sum(rank_set(rank) for rank in ranks)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.set_constant(into, self.word(asm.context))

    def emit_or(self, asm: Assembler, into: int) -> bool:
        asm.op("SORK", into, asm.constants(self.word(asm.context)))
        return True

    def possible(self, context: Context) -> int:
        return self.word(context) & context.deck

    def rule(self, context: Context) -> str:
        name = a_rank(self.rank)
        if self.operator is Operator.EQ:
            alone = context.strength.count(context.strength[RANKS.index(self.rank)]) == 1
            return name if alone else f"{name} or a card of equal rank"
        return {"!=": f"a card that is not {name}", "<": f"a card lower than {name}", ">": f"a card higher than {name}",
                "<=": f"{name} or lower", ">=": f"{name} or higher"}[self.operator.value]  # fmt: skip


def compare(left: int, operator: Operator, right: int) -> bool:
    return {
        "==": left == right, "!=": left != right, "<": left < right,
        ">": left > right, "<=": left <= right, ">=": left >= right,
    }[operator.value]  # fmt: skip
