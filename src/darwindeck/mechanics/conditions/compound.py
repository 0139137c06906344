"""Compound: several conditions joined."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts
from ...language.words import list_words
from .. import conditions as every
from .condition import ConditionMechanic, clause, is_clause, nest
from .likeness import REFERENCES


class CompoundCondition(ConditionMechanic, tag="compound", frozen=True, kw_only=True):
    """AND is the intersection, OR the union.

    That works for table conditions too: they denote all cards or none. "A heart AND you have chips" is the hearts or
    nothing.
    """

    descriptions = {
        "": "Several conditions joined: AND means all of them, OR any.",
        "conditions": "The conditions that are joined.",
        "logic": "AND: all of them; OR: any.",
    }
    facts = Facts(makes=NONE, needs=NONE, reads=NONE, ends=NONE, prompts=NONE)
    logic: Literal["AND", "OR"]
    conditions: Annotated[tuple[every.Condition, ...], Meta(min_length=1, max_length=8)]

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        """The first part fills the set. Each other one joins it; with OR in one op, where the part knows such an op."""
        first, *others = self.conditions
        first.emit(asm, into, who)
        for condition in others:
            if self.logic == "OR" and condition.emit_or(asm, into):
                continue
            with asm.sets() as [other]:
                condition.emit(asm, other, who)
                asm.op("SAND" if self.logic == "AND" else "SOR", into, other)

    def possible(self, context: Context) -> int:
        join = operator.and_ if self.logic == "AND" else operator.or_
        return functools.reduce(join, (part.possible(context) for part in self.conditions))

    def parts(self) -> tuple[ConditionMechanic, ...]:
        return tuple(part for condition in self.conditions for part in condition.parts())

    def rule(self, context: Context) -> str:
        if is_clause(self, context):
            return self._join_phrases([nest(part, context) for part in self.conditions])
        tables = [clause(part, context) for part in self.conditions if is_clause(part, context)]
        cards = [part for part in self.conditions if not is_clause(part, context)]
        phrases = self._likenesses(cards) + [nest(part, context) for part in cards if not self._is_likeness(part)]
        if self.logic == "OR":
            return self._join_phrases(phrases + [f"any card if {table}" for table in tables])
        text = " that is also ".join([*phrases[:1], *(self._say_again(phrase, phrases[0]) for phrase in phrases[1:])])
        return f"{text}, but only if {list_words(tables)}" if tables else text

    def _join_phrases(self, phrases: list[str]) -> str:
        """With a comma before the last where the parts are long."""
        if len(phrases) == 1:
            return phrases[0]
        return f"{', '.join(phrases[:-1])}, {self.logic.lower()} {phrases[-1]}"

    @staticmethod
    def _say_again(phrase: str, before: str) -> str:
        """A later part of what a card must be: `higher than it`."""
        known = next((card for card in REFERENCES.values() if card in before and card in phrase), None)
        return phrase.removeprefix("a card ").replace(known, "it") if known else phrase

    @staticmethod
    def _is_likeness(part: ConditionMechanic) -> bool:
        """Whether the part is like a reference card in one respect, so that several can be told in one breath."""
        operator = getattr(part, "operator", None)
        return part.respect is not None and getattr(operator, "value", operator) == "=="

    def _likenesses(self, parts: Sequence[ConditionMechanic]) -> list[str]:
        """`a card of the same suit or rank as the top card of the discard pile`."""
        shared: dict[str, list[str]] = {}
        for part in parts:
            if part.respect is not None and self._is_likeness(part):
                shared.setdefault(part.reference, []).append(part.respect)  # type: ignore[attr-defined]
        word = self.logic.lower()
        return [f"a card of the same {list_words(what, word)} as {REFERENCES[card]}" for card, what in shared.items()]

    def depth(self) -> int:
        return 1 + max(part.depth() for part in self.conditions)

    def is_several(self) -> bool:
        return len(self.conditions) > 1
