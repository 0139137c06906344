"""Cards whose rank compares so with another card's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Reads, always, within
from ...fields import RANKS, CardReference, Operator
from ...vocabulary import OPERATORS, SAME_RANK
from ..condition import ConditionMechanic
from ..likeness import (
    PILES,
    REFERENCES,
    emit_likeness,
    emit_reference,
    emit_top_likeness,
    needs_reference,
    orders_ranks,
    reads_reference,
)


class CardMatchesRank(ConditionMechanic, tag="card_matches_rank", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {
        "": "Cards whose rank compares so with another card's.",
        "reference": "That card.",
    }
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=needs_reference(),
        reads=within(orders_ranks, Reads.ORDER) | reads_reference(),
        ends=NONE,
        prompts=NONE,
    )
    respect: ClassVar[str | None] = "rank"
    reference: CardReference = "top_discard"
    operator: Operator = Operator.EQ

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        if self.operator is Operator.EQ and len(set(asm.context.strength)) == len(RANKS):
            emit_likeness(asm, into, self.reference, SAME_RANK)
            return
        emit_reference(asm, into, self.reference)
        asm.op("SSTRONG", into, into, asm.tables(asm.context.strength), OPERATORS[self.operator.value])

    def emit_or(self, asm: Assembler, into: int) -> bool:
        distinct = len(set(asm.context.strength)) == len(RANKS)
        if self.reference not in PILES or self.operator is not Operator.EQ or not distinct:
            return False
        emit_top_likeness(asm, into, self.reference, SAME_RANK, keep=True)
        return True

    def rule(self, context: Context) -> str:
        how = {"==": "of the same rank as", "!=": "of another rank than", "<": "lower than", ">": "higher than",
               "<=": "not higher than", ">=": "not lower than"}[self.operator.value]  # fmt: skip
        return f"a card {how} {REFERENCES[self.reference]}"
