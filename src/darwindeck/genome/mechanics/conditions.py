"""All conditions as one type, and the compound of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from ..assembler import Assembler, Label
from ..context import Context
from ..words import listed
from .card_conditions import (
    REFERENCES,
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

    def rule(self, context: Context) -> str:
        if is_clause(self, context):
            return self._joined([nested(part, context) for part in self.conditions])
        tables = [clause(part, context) for part in self.conditions if is_clause(part, context)]
        cards = [part for part in self.conditions if not is_clause(part, context)]
        phrases = self._likenesses(cards) + [nested(part, context) for part in cards if not self._is_likeness(part)]
        if self.logic == "OR":
            return self._joined(phrases + [f"any card if {table}" for table in tables])
        text = " that is also ".join(phrases)
        return f"{text}, but only if {listed(tables)}" if tables else text

    def _joined(self, phrases: list[str]) -> str:
        """With a comma before the last where the parts are long."""
        if len(phrases) == 1:
            return phrases[0]
        return f"{', '.join(phrases[:-1])}, {self.logic.lower()} {phrases[-1]}"

    def _is_likeness(self, part: ConditionMechanic) -> bool:
        """Whether the part is like a reference card in one respect, so that several can be told in one breath."""
        return isinstance(part, CardMatchesRank | CardMatchesSuit | CardMatchesColor) and (
            getattr(part.operator, "value", part.operator) == "=="
        )

    def _likenesses(self, parts: Sequence[ConditionMechanic]) -> list[str]:
        """`a card of the same suit or rank as the top card of the discard pile`."""
        respects = {CardMatchesSuit: "suit", CardMatchesRank: "rank", CardMatchesColor: "colour"}
        shared: dict[str, list[str]] = {}
        for part in parts:
            if isinstance(part, CardMatchesRank | CardMatchesSuit | CardMatchesColor) and self._is_likeness(part):
                shared.setdefault(part.reference, []).append(respects[type(part)])
        word = self.logic.lower()
        return [f"a card of the same {listed(what, word)} as {REFERENCES[card]}" for card, what in shared.items()]


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


def is_clause(condition: ConditionMechanic, context: Context) -> bool:
    """Whether it is told as a fact about the table; where cards are scored, "the trick contains" tells of cards."""
    by_cards = context.scoring and any(isinstance(part, TrickContainsCard) for part in condition.parts())
    return condition.is_table() and not by_cards


def clause(condition: ConditionMechanic, context: Context) -> str:
    """The condition as a clause after "if"."""
    return condition.rule(context) if is_clause(condition, context) else f"you hold {condition.rule(context)}"


def nested(condition: ConditionMechanic, context: Context) -> str:
    """A part of a compound; a compound inside another is set off by brackets."""
    text = condition.rule(context)
    return f"({text})" if isinstance(condition, CompoundCondition) and len(condition.conditions) > 1 else text


def matching(condition: ConditionMechanic, context: Context) -> str:
    """The condition after cards it restricts: `a heart`, or `if you hold a trump`."""
    return f"if {condition.rule(context)}" if is_clause(condition, context) else condition.rule(context)
