"""Cards whose rank compares so with this one.

Ranks compare by strength, not by number: "higher than a king" is the ace where aces are high. Two ranks of equal
strength are equal here, because a rank order that lists few ranks makes all others alike.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always, within
from ...language.fields import RANKS, Operator, Rank, rank_set
from ...language.words import a_rank
from .condition import FixedCards
from .likeness import orders_ranks


class CardIsRank(FixedCards, tag="card_is_rank", frozen=True, kw_only=True):
    descriptions = {"": "Cards whose rank compares so with this one."}
    facts = Facts(
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
