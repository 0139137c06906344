"""Scoring: what a deal is worth, and the rule for taking everything."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..language.assembler import Assembler, Label
from ..language.context import Context
from ..language.facts import Makes
from ..language.fields import SUIT_NAMES, Operator, Points, Text
from ..language.vocabulary import CAPTURE, HAND, OPERATORS, OTHER_SEAT, POINTS, SCORE, SIDE_SEAT, TRICKS, of
from ..language.words import capitalise, list_words, number_of, others, score, sides
from .conditions import Condition
from .conditions.condition import ConditionMechanic, clause
from .conditions.hand_size import HandSize
from .conditions.suit_count import SuitCount
from .conditions.trick_contains_card import TrickContainsCard

HANDS_SCORED = ("own_hand", "opponents_hands", "hand_differences")  # sources that count what hands are left with


def equal_value(context: Context) -> int | None:
    """What every card is worth, if all are worth the same."""
    values = {context.value[rank] for rank in context.ranks}
    return values.pop() if len(values) == 1 else None


def counts_in_scoring(condition: ConditionMechanic) -> bool:
    """A card condition when it scores: met by the cards it counts."""
    return any(part.may(Makes.CARDS) or part.may(Makes.CARDS_SCORED) for part in condition.parts())


def _without_articles(what: str) -> str:
    """ "An ace, or a king" as "ace or king"; nothing if it is not a list of such nouns."""
    nouns = re.split(r",? or |, ", what)
    if not all(re.fullmatch(r"an? \w+( of \w+)?", noun) for noun in nouns):
        return ""
    return list_words((noun.split(" ", 1)[1] for noun in nouns), "or")


def _adds(name: str, text: str) -> bool:
    """Whether the name of a rule says anything that its text does not: "Aces" does not, "Settebello" does."""
    told = {word[:4] for word in re.findall(r"\w+", text.lower())}
    return any(
        word[:4].removesuffix("s") not in told and word[:4] not in told for word in re.findall(r"\w+", name.lower())
    )


def _other_hands(context: Context) -> str:
    """Whose cards are counted against those of a side."""
    if context.genome.teams:
        return "the hands of the other side" if len(context.genome.teams) == 2 else "the hands of all other sides"
    return "your opponent's hand" if context.seats == 2 else "the hands of all others"


class ScoringRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Points for each side that meets a condition at the end of a deal."""

    condition: Condition
    points: Points = 1
    per_card: bool = False
    over: Annotated[int, Meta(ge=0, le=52)] = 0
    points_source: Literal["points", "own_hand", "opponents_hands", "hand_differences", "values"] = "points"
    description: Text = ""

    def emit(self, asm: Assembler) -> None:
        """For every side in turn.

        The amount goes to two columns: the score of the match, and the points of this deal, which a sweep looks at.
        """
        asm.op("SETVI", SIDE_SEAT, 0)
        again, skip = asm.here(), Label()
        with asm.ints() as [amount], asm.sets() as [cards]:
            asm.op("SETI", amount, 1)
            self._emit_condition(asm, cards, skip)
            if self.points_source in HANDS_SCORED:
                self._emit_hands(asm, amount)
            elif self.points_source == "values":
                asm.op("VALUE", amount, cards, asm.tables(asm.context.value))
            elif self.per_card:
                if self.condition.may(Makes.TRICK_COUNT):
                    asm.op("SUMSIDE", amount, TRICKS, SIDE_SEAT)
                else:
                    asm.op("COUNT", amount, cards)
                asm.op("ADDI", amount, -self.over)
                asm.op("MAXI", amount, 0)
            asm.op("MULI", amount, self.points)
            asm.op("ADDC", SCORE, SIDE_SEAT, amount)
            asm.op("ADDC", POINTS, SIDE_SEAT, amount)
        asm.place(skip)
        asm.op("SIDES", SIDE_SEAT, again)

    def _emit_condition(self, asm: Assembler, cards: int, skip: Label) -> None:
        """Leaves the counted cards in `cards`; goes to `skip` if the condition is not met.

        A card condition is met by cards where they count: captured, or for conditions about a hand, in hand. A table
        condition is met first, and then says which cards it counts.
        """
        condition: ConditionMechanic = self.condition
        by_cards = counts_in_scoring(condition)
        with asm.sets() as [place]:
            condition.emit(asm, cards, SIDE_SEAT)
            if by_cards:
                in_hand = any(part.may(Makes.CARDS_IN_HAND) for part in condition.parts())
                asm.op("SPILE", place, of(HAND if in_hand else CAPTURE, SIDE_SEAT))
                asm.op("SAND", cards, place)
            asm.op("JEMPTY", cards, skip)
            if (
                (self.per_card or self.points_source == "values")
                and not by_cards
                and not condition.may(Makes.TRICK_COUNT)
            ):
                condition.emit_counted(asm, cards, SIDE_SEAT)
                asm.op("SPILE", place, of(CAPTURE, SIDE_SEAT))
                asm.op("SAND", cards, place)

    def _emit_hands(self, asm: Assembler, amount: int) -> None:
        """The value of all cards in hands of this side, or of other sides, or how much more each of those has than this one.

        For the difference the own value is taken off once for each other side: three rivals with 10, 20 and 30 and an own hand of 5 give
        10 + 20 + 30 - 3 * 5.
        """
        values = asm.tables(asm.context.value)
        with asm.sets(2) as [total, hand], asm.ints() as [own]:
            self._emit_cards(asm, total, hand, "!=" if self.points_source == "own_hand" else "==")
            asm.op("VALUE", amount, total, values)
            if self.points_source == "hand_differences":
                self._emit_cards(asm, total, hand, "!=")
                asm.op("VALUE", own, total, values)
                asm.op("MULI", own, len(set(asm.context.heads[: asm.context.seats])) - 1)
                asm.op("SUBR", amount, own)

    @staticmethod
    def _emit_cards(asm: Assembler, total: int, hand: int, unless: str) -> None:
        """All cards in the hands of seats, but not of those whose side compares so with this one."""
        asm.set_constant(total, 0)
        with asm.ints(2) as [own, other]:
            asm.op("SIDEOF", own, SIDE_SEAT)
            for seat in range(asm.context.seats):
                left_out = Label()
                asm.op("SETVI", OTHER_SEAT, seat)
                asm.op("SIDEOF", other, OTHER_SEAT)
                asm.op("JCMPR", own, other, OPERATORS[unless], left_out)
                asm.op("SPILE", hand, of(HAND, OTHER_SEAT))
                asm.op("SOR", total, hand)
                asm.place(left_out)

    def rule(self, context: Context) -> str:
        """As said to one side at the end of a deal; the context must be that of scoring."""
        text = self._by_cards(context) if counts_in_scoring(self.condition) else self._by_table(context)
        name = self.description.rstrip(".:")
        return f"{name}: {text[0].lower()}{text[1:]}" if _adds(name, text) else text

    def brief(self, context: Context) -> str:
        """What points are for, when they are counted."""
        if self.description:
            return self.description.rstrip(".:")
        left = {
            "own_hand": "cards left in the own hand",
            "opponents_hands": "cards left in the other hands",
            "hand_differences": "cards left in the other hands, less the own",
        }
        return left.get(self.points_source) or self.rule(context).rstrip(".")

    def _by_cards(self, context: Context) -> str:
        """The sentence for points that cards score one by one."""
        condition: ConditionMechanic = self.condition
        what = condition.rule(context)
        if any(part.may(Makes.CARDS_IN_HAND) for part in condition.parts()):
            where = "in the hand of your side's first player" if context.genome.teams else "in your hand"
        else:
            where = "among your captured cards"
        if self.points_source == "values":
            return f"Take all cards {where} of this kind: {what}. {self._times('their total value')}."
        if self.points_source == "points" and self.per_card:
            if isinstance(condition, TrickContainsCard) and not (condition.suit and condition.rank):
                return f"For each {what.split(' ', 1)[1]} {where}{self._beyond()}, {score(self.points)}."
            first = f", the first {self.over} of them not counted" if self.over else ""
            if nouns := _without_articles(what):
                return f"{capitalise(score(self.points))} for each {nouns} {where}{first}."
            return f"{capitalise(score(self.points))} for each card {where} of this kind{first}: {what}."
        return f"If {what} is {where}, {self._amount(context)}."

    def _by_table(self, context: Context) -> str:
        condition: ConditionMechanic = self.condition
        text = "" if self.says_nothing_more() else f"If {clause(condition, context)}, "
        if self.points_source != "points" or not self.per_card:
            return capitalise(f"{text}{self._amount(context)}.")
        each = "trick you won" if condition.may(Makes.TRICK_COUNT) else "card you captured"
        if isinstance(condition, SuitCount):
            each = f"{SUIT_NAMES[condition.suit][:-1]} you captured"
        return capitalise(f"{text}{score(self.points)} for each {each}{self._beyond()}.")

    def says_nothing_more(self) -> bool:
        """Whether the condition asks for no more than what is counted anyway: more than 6 tricks, beyond the first 6."""
        condition: ConditionMechanic = self.condition
        if self.points_source == "own_hand" and isinstance(condition, HandSize):
            return (condition.operator, condition.value) in ((Operator.GT, 0), (Operator.GE, 1), (Operator.GE, 0))
        if not condition.may(Makes.TRICK_COUNT) and not condition.may(Makes.CARD_COUNT):
            return False
        if getattr(condition, "reference", "value") != "value" or self.points_source not in ("points", "values"):
            return False
        if self.points_source == "points" and not self.per_card:
            return False
        operator, bound = getattr(condition, "operator", Operator.EQ), getattr(condition, "value", 0)
        least = {Operator.GT: bound, Operator.GE: bound - 1}.get(operator)
        return least is not None and least <= self.over

    def _beyond(self) -> str:
        return f" beyond the first {self.over}" if self.over else ""

    def _amount(self, context: Context) -> str:
        """How many points, and whether they are won or lost."""
        if self.points_source == "own_hand":
            return self._for_hands("your side's hands" if context.genome.teams else "your hand", context)
        if self.points_source == "opponents_hands":
            return self._for_hands(_other_hands(context), context)
        if self.points_source == "hand_differences":
            own = "your side's hands" if context.genome.teams else "your hand"
            each = "" if (len(context.genome.teams) or context.seats) == 2 else " once for each of them"
            what = f"the total value of the cards left in {_other_hands(context)}, less the value of those left in {own}{each}"
            return self._times(what).lower()
        if self.points_source == "values":
            suit = SUIT_NAMES[self.condition.suit] if isinstance(self.condition, SuitCount) else "cards"
            return self._times(f"the total value of the {suit} you captured").lower()
        return score(self.points)

    def _for_hands(self, where: str, context: Context) -> str:
        """Points for what is left in hands: where all cards are worth the same, for each card."""
        worth = equal_value(context)
        if worth is None:
            return self._times(f"the total value of the cards left in {where}").lower()
        return f"{score(self.points * worth)} for each card left in {where}"

    def _times(self, what: str) -> str:
        if abs(self.points) == 1:
            return f"{'Score' if self.points > 0 else 'Lose'} {what}"
        return f"{'Lose' if self.points < 0 else 'Score'} {abs(self.points)} times {what}"


class SweepRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side has all the points there are in a deal."""

    total: Points = 26
    own: Points = 0
    others: Points = 26

    def emit(self, asm: Assembler) -> None:
        """If exactly one side has all points of the deal, each side scores a fixed number instead of what it has.

        In Hearts whoever takes all 26 points has "shot the moon": it scores 0, and everybody else 26. What the rules
        gave in this deal is in POINTS; the difference to the fixed number goes to the score, so points from elsewhere
        stay.
        """
        done = Label()
        with asm.ints(3) as [points, count, delta]:
            asm.op("SETI", count, 0)
            asm.op("SETVI", SIDE_SEAT, 0)
            again, other = asm.here(), Label()
            asm.op("LOAD", points, POINTS, SIDE_SEAT)
            asm.jump_if(points, "!=", self.total, other)
            asm.op("ADDI", count, 1)
            asm.place(other)
            asm.op("SIDES", SIDE_SEAT, again)
            asm.jump_if(count, "!=", 1, done)
            asm.op("SETVI", SIDE_SEAT, 0)
            again, loser = asm.here(), Label()
            asm.op("LOAD", points, POINTS, SIDE_SEAT)
            asm.op("SETI", delta, self.others)
            asm.jump_if(points, "!=", self.total, loser)
            asm.op("SETI", delta, self.own)
            asm.place(loser)
            asm.op("SUBR", delta, points)
            asm.op("ADDC", SCORE, SIDE_SEAT, delta)
            asm.op("SIDES", SIDE_SEAT, again)
        asm.place(done)

    def rule(self, context: Context) -> str:
        who = sides(context)
        return (
            f"If one {who} alone has scored exactly {number_of(self.total, 'point')} in the deal by these rules, that {who} gets {self.own} instead "
            f"and {others(context)} {self.others}."
        )
