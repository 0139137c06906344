"""All conditions as one type, and the compound of them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..assembler import Assembler, Label
from .card_conditions import (
    CanCapture,
    CardIsRank,
    CardIsSuit,
    CardMatchesColor,
    CardMatchesRank,
    CardMatchesSuit,
    HasMatchingPair,
    HasRunOfN,
    HasSetOfN,
    MustFollowSuit,
    SequenceAdjacent,
    TableauHasExactMatch,
    TableauSumEquals,
    TrickContainsCard,
)
from .condition import ConditionMechanic
from .table_conditions import (
    CanAfford,
    CaptureCount,
    CapturedTrump,
    ChipCount,
    CurrentBet,
    HandSize,
    HandWinner,
    HasCapturedCard,
    HasTrump,
    IsTrickWinner,
    LocationEmpty,
    LocationSize,
    PlayerHasCard,
    PotSize,
    PrimeCount,
    ScoreCompare,
    SuitBroken,
    SuitCount,
    TableauCleared,
    TrickCount,
)


class CompoundCondition(ConditionMechanic, tag="compound", frozen=True, kw_only=True):
    """AND is the intersection, OR the union."""

    logic: Literal["AND", "OR"]
    conditions: Annotated[tuple[Condition, ...], Meta(min_length=1, max_length=8)]

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        first, *others = self.conditions
        first.emit(asm, into, who)
        for condition in others:
            if self.logic == "OR" and condition.emit_or(asm, into):
                continue
            with asm.sets() as [other]:
                condition.emit(asm, other, who)
                asm.op("SAND" if self.logic == "AND" else "SOR", into, other)

    def parts(self) -> tuple[ConditionMechanic, ...]:
        return tuple(part for condition in self.conditions for part in condition.parts())

    def rule(self) -> str:
        return f" {self.logic.lower()} ".join(condition.rule() for condition in self.conditions)


Condition = (
    CanAfford
    | CanCapture
    | CaptureCount
    | CapturedTrump
    | CardIsRank
    | CardIsSuit
    | CardMatchesColor
    | CardMatchesRank
    | CardMatchesSuit
    | ChipCount
    | CompoundCondition
    | CurrentBet
    | HandSize
    | HandWinner
    | HasCapturedCard
    | HasMatchingPair
    | HasRunOfN
    | HasSetOfN
    | HasTrump
    | IsTrickWinner
    | LocationEmpty
    | LocationSize
    | MustFollowSuit
    | PlayerHasCard
    | PotSize
    | PrimeCount
    | ScoreCompare
    | SequenceAdjacent
    | SuitBroken
    | SuitCount
    | TableauCleared
    | TableauHasExactMatch
    | TableauSumEquals
    | TrickContainsCard
    | TrickCount
)


def emit_unless(asm: Assembler, condition: ConditionMechanic | None, who: int, skip: Label) -> None:
    """Jumps to `skip` if the condition does not hold for the seat; a missing condition holds."""
    if condition is None:
        return
    with asm.sets(2) as [cards, hand]:
        condition.emit(asm, cards, who)
        if not condition.is_table():
            asm.op("SHAND", hand, who)
            asm.op("SAND", cards, hand)
        asm.op("JEMPTY", cards, skip)


def clause(condition: ConditionMechanic) -> str:
    """The condition as a clause after "if"."""
    return condition.rule() if condition.is_table() else f"you hold {condition.rule()}"
