"""Best card of each suit, by its own values, all four suits needed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import RANKS, Operator, Rank
from ...language.vocabulary import BY_PRIME
from ...language.words import compare_phrase, list_words, others, rank_word
from .captured import emit_rivals
from .condition import ConditionMechanic

PrimeValue = Annotated[int, Meta(ge=0, le=50)]


class PrimeCount(ConditionMechanic, tag="prime_count", frozen=True, kw_only=True):
    """Best card of each suit, by its own values, all four suits needed."""

    descriptions = {
        "": "The best card of each suit that the side has taken, added up; all four suits are needed.",
        "values": "What each rank counts; the best of each suit are added up.",
    }
    facts = Facts(makes=NONE, needs=always(Needs.CAPTURES), reads=always(Reads.CAPTURED), ends=NONE, prompts=NONE)
    values: dict[Rank, PrimeValue] = {}
    operator: Operator = Operator.GT

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        # The values stand in a table of their own: in Scopa's primiera a seven counts 21, more than any picture card.
        row = tuple(self.values.get(rank, 0) for rank in RANKS)  # type: ignore[call-overload]
        emit_rivals(asm, into, who, BY_PRIME, self.operator, asm.tables(row))

    def rule(self, context: Context) -> str:
        ranks = [RANKS[number] for number in context.ranks]
        worth = {rank: self.values.get(rank, 0) for rank in ranks}  # type: ignore[call-overload]
        alike = {value: [rank_word(rank) for rank in ranks if worth[rank] == value] for value in worth.values()}
        scale = ", ".join(f"{list_words(alike[value])} = {value}" for value in sorted(alike, reverse=True))
        return (
            f"your best captured card of each of the four suits, added up, makes a total {compare_phrase(self.operator)} that of {others(context)} "
            f"({scale}; whoever lacks one of the suits has a total of 0)"
        )
