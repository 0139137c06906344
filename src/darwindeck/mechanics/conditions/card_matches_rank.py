"""Cards whose rank compares so with another card's.

In Crazy Eights a card of the rank of the top discard may be played. Without a card to compare with, every card matches.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always, within
from ...language.fields import RANKS, CardReference, Operator
from ...language.vocabulary import OPERATORS, SAME_RANK
from .condition import ConditionMechanic
from .likeness import (
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
    descriptions = {
        "": "Cards whose rank compares so with another card's.",
        "reference": "That card.",
    }
    facts = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=needs_reference(),
        reads=within(orders_ranks, Reads.ORDER) | reads_reference(),
        ends=NONE,
        prompts=NONE,
    )
    respect = "rank"
    reference: CardReference = "top_discard"
    operator: Operator = Operator.EQ

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        # Equal strength and equal rank are the same only where every rank has a strength of its own. Then one op is
        # enough.
        if self.operator is Operator.EQ and len(set(asm.context.strength)) == len(RANKS):
            emit_likeness(asm, into, self.reference, SAME_RANK)
            return
        emit_reference(asm, into, self.reference)
        asm.op("SSTRONG", into, into, asm.tables(asm.context.strength), OPERATORS[self.operator.value])

    def emit_or(self, asm: Assembler, into: int) -> bool:
        """In one op where it can be done: a rank equal to that of a pile's top."""
        distinct = len(set(asm.context.strength)) == len(RANKS)
        if self.reference not in PILES or self.operator is not Operator.EQ or not distinct:
            return False
        emit_top_likeness(asm, into, self.reference, SAME_RANK, keep=True)
        return True

    def rule(self, context: Context) -> str:
        how = {"==": "of the same rank as", "!=": "of another rank than", "<": "lower than", ">": "higher than",
               "<=": "not higher than", ">=": "not lower than"}[self.operator.value]  # fmt: skip
        return f"a card {how} {REFERENCES[self.reference]}"
