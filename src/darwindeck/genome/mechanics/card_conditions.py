"""Card conditions: which cards match a reference card, a rank, a suit, a group or the table."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..._core import GROUPS, LIKENESSES, NEIGHBOURS, TOP_LIKENESSES
from ..assembler import (
    BEST,
    DISCARD,
    KEEP,
    LAST_PLAYED,
    LEAD,
    LEAD_SUIT,
    LIKE_NAMED,
    TABLEAU,
    TRICK,
    Assembler,
    Label,
)
from ..context import Context
from ..fields import (
    ALL_CARDS,
    RANKS,
    CardReference,
    Equality,
    Operator,
    Rank,
    Suit,
    rank_set,
    suit_set,
)
from ..words import a_rank, cards, named_card
from .condition import ConditionMechanic

REFERENCES = {
    "top_discard": "the top card of the discard pile",
    "last_played": "the card played last",
    "lead_card": "the card led to the trick",
    "top_tableau": "the card laid on the table last",
    "highest_played": "the card winning the trick so far",
}
GroupSize = Annotated[int, Meta(ge=2, le=8)]


def emit_reference(asm: Assembler, into: int, reference: str) -> None:
    """The reference card as a set, empty if there is none."""
    if reference == "top_discard":
        asm.op("STOP", into, DISCARD)
    elif reference == "top_tableau":
        asm.op("STOP", into, TABLEAU)
    else:
        register = {"lead_card": LEAD, "highest_played": BEST}.get(reference, LAST_PLAYED)
        asm.op("SCARD", into, register)


OR_EVERYTHING: int = LIKENESSES["or_everything"]
PILES = {"top_discard": DISCARD, "top_tableau": TABLEAU}


def emit_top_likeness(asm: Assembler, into: int, reference: str, likeness: str, keep: bool = False) -> None:
    """Likeness to the top of a pile, in one op; `keep` adds to what is there."""
    names = reference == "top_discard" and likeness != "rank" and asm.context.names_suits
    kind = TOP_LIKENESSES[likeness]
    asm.op("STOPLIKE", into, PILES[reference], kind | LIKE_NAMED * names | KEEP * keep, asm.constants(0))


def emit_likeness(asm: Assembler, into: int, reference: str, likeness: str, operator: str = "==") -> None:
    """Cards of the reference's rank, suit or color, the named suit standing for that of the discard."""
    if reference in PILES:
        emit_top_likeness(asm, into, reference, likeness)
    else:
        emit_reference(asm, into, reference)
        asm.op("SLIKE", into, into, LIKENESSES[likeness] | OR_EVERYTHING)
    if operator == "==":
        return
    missing = Label()  # without a reference everything matches, whatever the operator
    with asm.sets() as [like]:
        asm.op("SMOV", like, into)
        asm.set_constant(into, ALL_CARDS)
        asm.op("SANDN", into, like)
        asm.op("JSOME", into, missing)
        asm.op("SMOV", into, like)
    asm.place(missing)


def cards_named(suit: str | None, rank: str | None) -> int:
    return (suit_set(suit) if suit else ALL_CARDS) & (rank_set(rank) if rank else ALL_CARDS)


class CardMatchesRank(ConditionMechanic, tag="card_matches_rank", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    steady: ClassVar[bool] = True
    reference: CardReference = "top_discard"
    operator: Operator = Operator.EQ

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        if self.operator is Operator.EQ and len(set(asm.context.strength)) == len(RANKS):
            emit_likeness(asm, into, self.reference, "rank")
            return
        emit_reference(asm, into, self.reference)
        operator = ("==", "!=", "<", ">", "<=", ">=").index(self.operator.value)
        asm.op("SSTRONG", into, into, asm.tables(asm.context.strength), operator)

    def emit_or(self, asm: Assembler, into: int) -> bool:
        distinct = len(set(asm.context.strength)) == len(RANKS)
        if self.reference not in PILES or self.operator is not Operator.EQ or not distinct:
            return False
        emit_top_likeness(asm, into, self.reference, "rank", keep=True)
        return True

    def rule(self, context: Context) -> str:
        how = {"==": "of the same rank as", "!=": "of another rank than", "<": "lower than", ">": "higher than",
               "<=": "not higher than", ">=": "not lower than"}[self.operator.value]  # fmt: skip
        return f"a card {how} {REFERENCES[self.reference]}"


class CardMatchesSuit(ConditionMechanic, tag="card_matches_suit", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    steady: ClassVar[bool] = True
    reference: CardReference = "top_discard"
    operator: Equality = "=="

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_likeness(asm, into, self.reference, "suit", self.operator)

    def emit_or(self, asm: Assembler, into: int) -> bool:
        if self.reference not in PILES or self.operator != "==":
            return False
        emit_top_likeness(asm, into, self.reference, "suit", keep=True)
        return True

    def rule(self, context: Context) -> str:
        return f"a card of {'the same suit as' if self.operator == '==' else 'another suit than'} {REFERENCES[self.reference]}"


class CardMatchesColor(ConditionMechanic, tag="card_matches_color", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    steady: ClassVar[bool] = True
    reference: CardReference = "top_discard"
    operator: Equality = "=="

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_likeness(asm, into, self.reference, "color", self.operator)

    def emit_or(self, asm: Assembler, into: int) -> bool:
        if self.reference not in PILES or self.operator != "==":
            return False
        emit_top_likeness(asm, into, self.reference, "color", keep=True)
        return True

    def rule(self, context: Context) -> str:
        like = "the same colour as" if self.operator == "==" else "the other colour than"
        return f"a card of {like} {REFERENCES[self.reference]}"


class CardIsRank(ConditionMechanic, tag="card_is_rank", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    steady: ClassVar[bool] = True
    rank: Rank
    operator: Operator = Operator.EQ

    def word(self, asm: Assembler) -> int:
        strength = asm.context.strength
        pivot = strength[RANKS.index(self.rank)]
        ranks = [rank for number, rank in enumerate(RANKS) if compare(strength[number], self.operator, pivot)]
        return sum(rank_set(rank) for rank in ranks)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.set_constant(into, self.word(asm))

    def emit_or(self, asm: Assembler, into: int) -> bool:
        asm.op("SORK", into, asm.constants(self.word(asm)))
        return True

    def rule(self, context: Context) -> str:
        name = a_rank(self.rank)
        if self.operator is Operator.EQ:
            alone = context.strength.count(context.strength[RANKS.index(self.rank)]) == 1
            return name if alone else f"{name} or a card of equal rank"
        return {"!=": f"a card that is not {name}", "<": f"a card lower than {name}", ">": f"a card higher than {name}",
                "<=": f"{name} or lower", ">=": f"{name} or higher"}[self.operator.value]  # fmt: skip


class CardIsSuit(ConditionMechanic, tag="card_is_suit", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    steady: ClassVar[bool] = True
    suit: Suit
    operator: Equality = "=="

    def word(self, asm: Assembler) -> int:
        return suit_set(self.suit) if self.operator == "==" else ALL_CARDS & ~suit_set(self.suit)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.set_constant(into, self.word(asm))

    def emit_or(self, asm: Assembler, into: int) -> bool:
        asm.op("SORK", into, asm.constants(self.word(asm)))
        return True

    def rule(self, context: Context) -> str:
        return (
            named_card(self.suit, None)
            if self.operator == "=="
            else f"a card that is not {named_card(self.suit, None)}"
        )


class SequenceAdjacent(ConditionMechanic, tag="sequence_adjacent", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    steady: ClassVar[bool] = True
    reference: CardReference = "top_discard"
    direction: Literal["up", "down", "either"] = "either"
    same_suit: bool = False

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        ways = NEIGHBOURS[self.direction]
        with asm.sets() as [card]:
            emit_reference(asm, card, self.reference)
            asm.op("SNEXT", into, card, asm.tables(asm.context.strength), ways)
            if self.same_suit:
                asm.op("SLIKE", card, card, LIKENESSES["suit"] | OR_EVERYTHING)
                asm.op("SAND", into, card)

    def rule(self, context: Context) -> str:
        how = {"up": "one rank above", "down": "one rank below", "either": "one rank above or below"}[self.direction]
        return f"a card {how} {REFERENCES[self.reference]}" + (" in the same suit" if self.same_suit else "")


class MustFollowSuit(ConditionMechanic, tag="must_follow_suit", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    private: ClassVar[bool] = True

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        free, done = Label(), Label()
        with asm.sets() as [hand]:
            asm.op("SPILE", into, TRICK)
            asm.op("JEMPTY", into, free)
            asm.op("SSUIT", into, LEAD_SUIT)
            asm.op("SHAND", hand, who)
            asm.op("SAND", hand, into)
            asm.op("JSOME", hand, done)
        asm.place(free)
        asm.set_constant(into, ALL_CARDS)
        asm.place(done)

    def rule(self, context: Context) -> str:
        return "a card of the suit led (any card if you hold none or lead yourself)"


class HasSetOfN(ConditionMechanic, tag="has_set_of_n", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    private: ClassVar[bool] = True
    in_hand: ClassVar[bool] = True
    n: GroupSize = 4

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, GROUPS["rank"], self.n)

    def rule(self, context: Context) -> str:
        return f"a card of a rank of which you hold {self.n} or more"


class HasRunOfN(ConditionMechanic, tag="has_run_of_n", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    private: ClassVar[bool] = True
    in_hand: ClassVar[bool] = True
    n: GroupSize = 3

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, GROUPS["run"], self.n)

    def rule(self, context: Context) -> str:
        return f"a card of a run in your hand ({cards(self.n)} or more of a suit in sequence, ace low)"


class HasMatchingPair(ConditionMechanic, tag="has_matching_pair", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True
    private: ClassVar[bool] = True
    in_hand: ClassVar[bool] = True
    match: Literal["rank", "rank_color"] = "rank"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, GROUPS[self.match], 2)

    def rule(self, context: Context) -> str:
        like = "rank and colour" if self.match == "rank_color" else "rank"
        return f"a card that you can pair with another of its {like} in your hand"


class TableauHasExactMatch(ConditionMechanic, tag="tableau_has_exact_match", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SPILE", into, TABLEAU)
        asm.op("SVALUE", into, into, asm.tables(asm.context.value))

    def rule(self, context: Context) -> str:
        return "a card of the same value as a card on the table"


class TableauSumEquals(ConditionMechanic, tag="tableau_sum_equals", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SPILE", into, TABLEAU)
        asm.op("SSUMS", into, into, asm.tables(asm.context.value))

    def rule(self, context: Context) -> str:
        return "a card whose value is the sum of one or more cards on the table"


class CanCapture(ConditionMechanic, tag="can_capture", frozen=True, kw_only=True):
    about_cards: ClassVar[bool] = True

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        TableauSumEquals().emit(asm, into, who)  # one card is a sum too

    def rule(self, context: Context) -> str:
        return "a card whose value is that of a card on the table or the sum of several"


class TrickContainsCard(ConditionMechanic, tag="trick_contains_card", frozen=True, kw_only=True):
    """Elsewhere than in scoring a table condition: the trick in progress has such a card."""

    counts_cards: ClassVar[bool] = True
    suit: Suit | None = None
    rank: Rank | None = None

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        if asm.context.scoring:
            asm.set_constant(into, cards_named(self.suit, self.rank))
            return
        with asm.sets() as [trick]:
            asm.op("SPILE", trick, TRICK)
            asm.set_constant(into, cards_named(self.suit, self.rank))
            asm.op("SAND", trick, into)
            asm.truth(into, lambda yes: asm.op("JSOME", trick, yes))

    def rule(self, context: Context) -> str:
        name = named_card(self.suit, self.rank)
        return name if context.scoring else f"{name} has been played to the trick"


def compare(left: int, operator: Operator, right: int) -> bool:
    return {
        "==": left == right, "!=": left != right, "<": left < right,
        ">": left > right, "<=": left <= right, ">=": left >= right,
    }[operator.value]  # fmt: skip
