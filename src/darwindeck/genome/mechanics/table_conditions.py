"""Table conditions: sizes, scores, chips, tricks and captured cards. True is all cards, false is none."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..._core import MEASURES
from ..assembler import (
    BET,
    BROKEN,
    CAPTURE,
    CHIPS,
    CONTRIBUTION,
    DEAL_WINNER,
    OPERATORS,
    SCORE,
    TABLEAU,
    TRICK_WINNER,
    TRICKS,
    TRUMP,
    Assembler,
    Label,
    of,
)
from ..context import Context
from ..fields import RANKS, SUIT_NAMES, Chips, Location, Number, Operator, Rank, Suit
from ..words import amount, compared, named_card, number_of, opponent, place, rank_word, sides
from .card_conditions import cards_named
from .condition import ConditionMechanic, compare_register
from .places import emit_place

PrimeValue = Annotated[int, Meta(ge=0, le=50)]


class HandSize(ConditionMechanic, tag="hand_size", frozen=True, kw_only=True):
    operator: Operator = Operator.EQ
    value: Annotated[int, Meta(ge=0, le=52)] = 0

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [size]:
            asm.op("SHAND", into, who)
            asm.op("COUNT", size, into)
            compare_register(asm, into, size, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you hold {amount(self.operator, self.value, 'card')}"


class LocationSize(ConditionMechanic, tag="location_size", frozen=True, kw_only=True):
    location: Location
    operator: Operator = Operator.EQ
    value: Annotated[int, Meta(ge=0, le=52)] = 0

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [size]:
            if self.location is Location.HAND:
                asm.op("SHAND", into, who)
                asm.op("COUNT", size, into)
            else:
                asm.op("SIZE", size, emit_place(asm, self.location, who))
            compare_register(asm, into, size, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return held(self.location, amount(self.operator, self.value, "card"), context)


class LocationEmpty(ConditionMechanic, tag="location_empty", frozen=True, kw_only=True):
    location: Location

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        LocationSize(location=self.location).emit(asm, into, who)

    def rule(self, context: Context) -> str:
        if self.location in (Location.DECK, Location.DISCARD):
            return f"{place(self.location, context)} is empty"
        return held(self.location, "no cards", context)


class PlayerHasCard(ConditionMechanic, tag="player_has_card", frozen=True, kw_only=True):
    private: ClassVar[bool] = True
    suit: Suit | None = None
    rank: Rank | None = None
    reference: Literal["hand", "valid_plays"] = "hand"
    operator: Operator = Operator.GE
    value: Annotated[int, Meta(ge=0, le=52)] = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [size], asm.sets() as [other]:
            play = asm.context.valid_plays if self.reference == "valid_plays" else None
            if play is not None:
                asm.context.inside_valid_plays = True
                play.emit(asm, into, who)
                asm.context.inside_valid_plays = False
            else:
                asm.op("SHAND", into, who)
            asm.op("SHAND", other, who)
            asm.op("SAND", into, other)
            asm.set_constant(other, cards_named(self.suit, self.rank))
            asm.op("SAND", into, other)
            asm.op("COUNT", size, into)
            compare_register(asm, into, size, self.operator, self.value)

    def rule(self, context: Context) -> str:
        what = f"you hold {amount(self.operator, self.value, 'card')}"
        like = f" of this kind: {named_card(self.suit, self.rank)}" if self.suit or self.rank else ""
        return f"{what}{' that could be played' if self.reference == 'valid_plays' else ''}{like}"


class ScoreCompare(ConditionMechanic, tag="score_compare", frozen=True, kw_only=True):
    operator: Operator = Operator.GE
    value: Number = 0
    reference: Literal["value", "opponent"] = "value"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [score]:
            if self.reference == "opponent":
                emit_rivals(asm, into, who, "score", self.operator, asm.constants(0))
                return
            asm.op("LOAD", score, SCORE, who)
            compare_register(asm, into, score, self.operator, self.value)

    def rule(self, context: Context) -> str:
        whom = f"the best score of any other {sides(context)}" if self.reference == "opponent" else str(self.value)
        return f"your score is {compared(self.operator)} {whom}"


class ChipCount(ConditionMechanic, tag="chip_count", frozen=True, kw_only=True):
    operator: Operator = Operator.GE
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [chips]:
            asm.op("LOAD", chips, CHIPS, who)
            compare_register(asm, into, chips, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you have {amount(self.operator, self.value, 'chip')}"


class PotSize(ConditionMechanic, tag="pot_size", frozen=True, kw_only=True):
    operator: Operator = Operator.GE
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [chips]:
            asm.op("SUMC", chips, CONTRIBUTION)
            compare_register(asm, into, chips, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"the pot has {amount(self.operator, self.value, 'chip')}"


class CurrentBet(ConditionMechanic, tag="current_bet", frozen=True, kw_only=True):
    """How much the seat would have to pay to stay in."""

    operator: Operator = Operator.GE
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints(2) as [most, own]:
            asm.op("MAXC", most, BET)
            asm.op("LOAD", own, BET, who)
            asm.op("SUBR", most, own)
            compare_register(asm, into, most, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you would have to pay {amount(self.operator, self.value, 'chip')} to stay in"


class CanAfford(ConditionMechanic, tag="can_afford", frozen=True, kw_only=True):
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        ChipCount(operator=Operator.GE, value=self.value).emit(asm, into, who)

    def rule(self, context: Context) -> str:
        return f"you can afford to pay {number_of(self.value, 'chip')}"


class HasTrump(ConditionMechanic, tag="has_trump", frozen=True, kw_only=True):
    private: ClassVar[bool] = True

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [hand]:
            asm.op("SHAND", hand, who)
            asm.op("SSUIT", into, TRUMP)
            asm.op("SAND", hand, into)
            asm.truth(into, lambda yes: asm.op("JSOME", hand, yes))

    def rule(self, context: Context) -> str:
        return "you hold a trump"


class SuitBroken(ConditionMechanic, tag="suit_broken", frozen=True, kw_only=True):
    def emit(self, asm: Assembler, into: int, who: int) -> None:
        compare_register(asm, into, BROKEN, Operator.NE, 0)

    def rule(self, context: Context) -> str:
        return "the suit that must be broken has been played"


class IsTrickWinner(ConditionMechanic, tag="is_trick_winner", frozen=True, kw_only=True):
    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.truth(into, lambda yes: asm.op("JSEAT", TRICK_WINNER, who, yes))

    def rule(self, context: Context) -> str:
        return "you won the last trick of this deal"


class TableauCleared(ConditionMechanic, tag="tableau_cleared", frozen=True, kw_only=True):
    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [table]:
            asm.op("SPILE", table, TABLEAU)
            asm.truth(into, lambda yes: asm.op("JEMPTY", table, yes))

    def rule(self, context: Context) -> str:
        return "no card is left on the table"


class SuitCount(ConditionMechanic, tag="suit_count", frozen=True, kw_only=True):
    counts_cards: ClassVar[bool] = True
    suit: Suit
    operator: Operator = Operator.GT
    value: Annotated[int, Meta(ge=0, le=52)] = 0
    reference: Literal["value", "opponent"] = "opponent"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_captured(asm, into, who, cards_named(self.suit, None), self.operator, self.value, self.reference)

    def emit_counted(self, asm: Assembler, into: int, who: int) -> None:
        asm.set_constant(into, cards_named(self.suit, None))

    def rule(self, context: Context) -> str:
        noun = SUIT_NAMES[self.suit][:-1]
        return f"you captured {against(self.operator, self.value, self.reference, noun, context)}"


class CaptureCount(ConditionMechanic, tag="capture_count", frozen=True, kw_only=True):
    counts_cards: ClassVar[bool] = True
    operator: Operator = Operator.GT
    value: Annotated[int, Meta(ge=0, le=52)] = 0
    reference: Literal["value", "opponent"] = "opponent"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_captured(asm, into, who, cards_named(None, None), self.operator, self.value, self.reference)

    def emit_counted(self, asm: Assembler, into: int, who: int) -> None:
        asm.set_constant(into, cards_named(None, None))

    def rule(self, context: Context) -> str:
        return f"you captured {against(self.operator, self.value, self.reference, 'card', context)}"


class TrickCount(ConditionMechanic, tag="trick_count", frozen=True, kw_only=True):
    """Tricks won by the side. In scoring, per_card means per trick."""

    counts_cards: ClassVar[bool] = True
    operator: Operator = Operator.GT
    value: Annotated[int, Meta(ge=0, le=52)] = 0
    reference: Literal["value", "opponent"] = "value"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        if self.reference == "opponent":
            emit_rivals(asm, into, who, "tricks", self.operator, asm.constants(0))
            return
        with asm.ints() as [tricks]:
            asm.op("SUMSIDE", tricks, TRICKS, who)
            compare_register(asm, into, tricks, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you won {against(self.operator, self.value, self.reference, 'trick', context)}"


class HasCapturedCard(ConditionMechanic, tag="has_captured_card", frozen=True, kw_only=True):
    suit: Suit | None = None
    rank: Rank | None = None

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_captured(asm, into, who, cards_named(self.suit, self.rank), Operator.GE, 1, "value")

    def rule(self, context: Context) -> str:
        return f"you captured {named_card(self.suit, self.rank)}"


class CapturedTrump(ConditionMechanic, tag="captured_trump", frozen=True, kw_only=True):
    rank: Rank

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [zone]:
            asm.op("SPILE", zone, of(CAPTURE, who))
            asm.op("SSUIT", into, TRUMP)
            asm.op("SAND", zone, into)
            asm.set_constant(into, cards_named(None, self.rank))
            asm.op("SAND", zone, into)
            asm.truth(into, lambda yes: asm.op("JSOME", zone, yes))

    def rule(self, context: Context) -> str:
        return f"you captured the {rank_word(self.rank)} of trumps"


class PrimeCount(ConditionMechanic, tag="prime_count", frozen=True, kw_only=True):
    """Best card of each suit, by its own values, all four suits needed."""

    values: dict[Rank, PrimeValue] = {}
    operator: Operator = Operator.GT

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        row = tuple(self.values.get(rank, 0) for rank in RANKS)  # type: ignore[call-overload]
        emit_rivals(asm, into, who, "prime", self.operator, asm.tables(row))

    def rule(self, context: Context) -> str:
        ranks = [RANKS[number] for number in context.ranks]
        worth = {rank: self.values.get(rank, 0) for rank in ranks}  # type: ignore[call-overload]
        scale = ", ".join(f"{rank_word(rank)} = {worth[rank]}" for rank in sorted(ranks, key=lambda rank: -worth[rank]))
        return (
            f"your best captured card of each of the four suits, added up, makes a total {compared(self.operator)} that of every other "
            f"{sides(context)} ({scale}; whoever lacks a suit has 0)"
        )


class HandWinner(ConditionMechanic, tag="hand_winner", frozen=True, kw_only=True):
    def emit(self, asm: Assembler, into: int, who: int) -> None:
        nobody = Label()
        with asm.ints(2) as [winner, own]:
            asm.set_constant(into, 0)
            asm.op("JNOBODY", DEAL_WINNER, nobody)
            asm.op("SIDEOF", own, who)
            asm.op("SIDEOF", winner, DEAL_WINNER)
            asm.truth(into, lambda yes: asm.op("JCMPR", winner, own, OPERATORS["=="], yes))
        asm.place(nobody)

    def rule(self, context: Context) -> str:
        return "you won the deal"


def emit_captured(
    asm: Assembler, into: int, who: int, cards: int, operator: Operator, value: int, reference: str
) -> None:
    if reference == "opponent":
        emit_rivals(asm, into, who, "captured", operator, asm.constants(cards))
        return
    with asm.ints() as [count], asm.sets() as [zone]:
        asm.op("SPILE", zone, of(CAPTURE, who))
        asm.set_constant(into, cards)
        asm.op("SAND", zone, into)
        asm.op("COUNT", count, zone)
        compare_register(asm, into, count, operator, value)


def emit_rivals(asm: Assembler, into: int, who: int, measure: str, operator: Operator, operand: int) -> None:
    with asm.ints() as [holds]:
        asm.op("RIVALS", holds, who, MEASURES[measure] | OPERATORS[operator.value] << 3, operand)
        compare_register(asm, into, holds, Operator.NE, 0)


def against(operator: Operator, value: int, reference: str, noun: str, context: Context) -> str:
    """How many, compared with a number or with every other side."""
    if reference == "value":
        return amount(operator, value, noun)
    other = f"every other {sides(context)}"
    return {"==": f"exactly as many {noun}s as {other}", "!=": f"a number of {noun}s different from that of {other}",
            "<": f"fewer {noun}s than {other}", ">": f"more {noun}s than {other}", "<=": f"no more {noun}s than {other}",
            ">=": f"at least as many {noun}s as {other}"}[operator.value]  # fmt: skip


def held(location: Location, many: str, context: Context) -> str:
    """How many cards lie somewhere: `you have no captured cards`."""
    you = "your side has" if context.genome.teams else "you have"
    captured = " ".join([*many.split()[:-1], "captured", many.split()[-1]])
    if location in (Location.CAPTURE_ZONE, Location.TEAM_CAPTURE_PILE):
        return f"{you} {captured}"
    if location is Location.OPPONENT_DISCARD:
        return f"{opponent(context)} has {captured}"
    if location in (Location.OPPONENT_HAND, Location.PREVIOUS_HAND):
        return f"{opponent(context, location is Location.PREVIOUS_HAND)} has {many} in hand"
    where = "on" if location is Location.TABLEAU else "in"
    return f"there are {many} {where} {place(location, context)}"
