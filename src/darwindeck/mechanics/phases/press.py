"""Press: draw cards as long as you dare; a total above the limit is a bust."""

from __future__ import annotations

import itertools
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always
from ...language.fields import RANKS, Rank, rank_set
from ...language.findings import Gate
from ...language.vocabulary import DRAW, PASS
from ...language.words import a_rank
from .phase import MANY, Doubts, PhaseMechanic, PhaseWho, acting_seats

SOFT = 10  # more that a soft card may count
Limit = Annotated[int, Meta(ge=10, le=60)]


def emit_total(asm: Assembler, into: int, cards: int, limit: int, soft_rank: str | None) -> None:
    """What the cards of a set count; one soft card counts ten more if that stays within the limit. Uses up the set."""
    hard = Label()
    asm.op("VALUE", into, cards, asm.tables(asm.context.value))
    if soft_rank is None:
        return
    with asm.sets() as [soft]:
        asm.set_constant(soft, rank_set(soft_rank))
        asm.op("SAND", soft, cards)
        asm.op("JEMPTY", soft, hard)
        asm.jump_if(into, ">", limit - SOFT, hard)
        asm.op("ADDI", into, SOFT)
    asm.place(hard)


def total_words(limit: int, soft_rank: str | None) -> str:
    """How cards are counted."""
    soft = f", and {a_rank(soft_rank)} counts {SOFT} more if the total then is not above {limit}" if soft_rank else ""
    return f"the values of its cards{soft}"


DEALT = 2  # cards, of which all hands can be counted
MOST_BUST = 0.05  # of them


class PressPhase(PhaseMechanic, tag="PressPhase", frozen=True, kw_only=True):
    noun = "drawing to a limit"
    descriptions = {
        "": "Draw cards, one at a time, or stand; a total above the limit is a bust.",
        "limit": "The highest total that is no bust.",
        "soft_rank": "Cards of this rank may count ten more; null: none.",
    }
    facts = Facts(
        makes=always(Makes.DRAWS, Makes.FOLDS),
        needs=always(Needs.SETS, Needs.STOCK),
        reads=always(Reads.VALUES, Reads.STOCK),
        ends=NONE,
        prompts=always(Prompts.ANSWER),
    )
    limit: Limit = 21
    soft_rank: Rank | None = "A"
    who: PhaseWho = "all"

    def emit(self, asm: Assembler) -> None:
        with acting_seats(asm, self.who) as (seat, over), asm.sets() as [cards], asm.ints() as [total]:
            again, bust = asm.here(), Label()
            asm.op("SHAND", cards, seat)
            emit_total(asm, total, cards, self.limit, self.soft_rank)
            asm.jump_if(total, ">", self.limit, bust)
            # Nobody draws to the highest total there is.
            asm.jump_if(total, "==", self.limit, over)
            asm.ask(seat, "Draw")
            asm.op("OFFERM", DRAW)
            asm.op("OFFERM", PASS)
            asm.op("CHOOSE")
            asm.op("JMOVE", PASS, over)
            asm.draw_one(seat, over)
            asm.op("JUMP", again)
            asm.place(bust)
            asm.op("FOLD", seat)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return 0, MANY

    def doubts(self, context: Context) -> Doubts:
        worth = [context.value[card % 16] for card in range(64) if context.deck >> card & 1]
        if self.soft_rank is not None:
            rest = sorted(worth)[: max(0, context.dealt_hand - 1)]
            if context.value[RANKS.index(self.soft_rank)] + SOFT + sum(rest) > self.limit:
                yield Gate.IDLE, "soft_rank", f"with {SOFT} more no hand is within the limit"
        pairs = [sum(pair) for pair in itertools.combinations(worth, 2)] if context.dealt_hand == DEALT else []
        if sum(total > self.limit for total in pairs) > MOST_BUST * len(pairs):
            share = sum(total > self.limit for total in pairs) / len(pairs)
            yield Gate.ROOM, "limit", f"{share:.0%} of hands are above the limit as they are dealt"

    def rule(self, context: Context) -> str:
        who = "Everyone in turn" if self.who == "all" else "You"
        may = "may draw cards from the stock, one at a time, or stand."
        return (
            f"{who} {may} A hand counts {total_words(self.limit, self.soft_rank)}. With a total of {self.limit} nobody draws. A total above {self.limit} "
            "is a bust: whoever has it drops out of the deal."
        )

    def brief(self, context: Context) -> str:
        return f"draw or stand; above {self.limit} is a bust"
