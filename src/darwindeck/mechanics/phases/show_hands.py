"""Show hands: everyone counts the combinations of the hand with the starter."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Makes, Needs, Reads, always, when
from ...language.findings import Gate
from ...language.vocabulary import ASIDE, DEALER, FRONT, IN_PLAY, SCORE, START_SEAT, TABLEAU, of
from .peg import emit_if_decided, first_score
from .phase import Doubts, PhaseMechanic
from .sums import can_add_up

WHOLE_FLUSH = 1 << 8  # of COMBOS: no flush without the starter


class ShowHandsPhase(PhaseMechanic, tag="ShowHandsPhase", frozen=True, kw_only=True):
    noun = "counting hands"
    descriptions = {
        "": "The deal ends, and everyone scores the sums, pairs, runs and flushes of the hand.",
        "crib": "Whether the dealer also counts the crib.",
        "sum": "What cards must add up to, to score two; 0: sums do not count.",
    }
    facts = Facts(
        makes=always(Makes.COMBINATIONS, Makes.POINTS, Makes.SHOWS, Makes.ROUND),
        needs=always(Needs.SETS, Needs.TABLE) | when(lambda part: part.crib, Needs.CRIB),
        reads=always(Reads.VALUES, Reads.HELD, Reads.TABLE),
        ends=always(Ends.DEAL_AT_ONCE, Ends.DEAL_SURELY, Ends.DEAL_IN_TIME),
        prompts=NONE,
    )
    sum: Annotated[int, Meta(ge=0, le=60)] = 15
    crib: bool = True

    def emit(self, asm: Assembler) -> None:
        asm.end_deal()

    def emit_deal_end(self, asm: Assembler) -> None:
        """From the dealer's left, the dealer last and then the crib. Who reaches the end of the match is counted first."""
        over = Label()
        values = asm.tables(asm.context.value)
        asm.op("SETV", START_SEAT, DEALER)
        asm.op("ADDV", START_SEAT, 1)
        with asm.each_seat(START_SEAT, IN_PLAY) as seat, asm.sets(2) as [hand, cards], asm.ints() as [points]:
            asm.op("SHAND", hand, seat)
            asm.op("SPILE", cards, of(FRONT, seat))
            asm.op("SOR", hand, cards)
            asm.op("SHOW", hand)
            asm.op("SPILE", cards, TABLEAU)
            asm.note("points", "the hand")
            asm.op("COMBOS", points, hand, cards, values, self.sum)
            asm.op("ADDC", SCORE, seat, points)
            emit_if_decided(asm, over)
        if self.crib:
            with asm.sets(2) as [hand, cards], asm.ints() as [points]:
                asm.op("SPILE", hand, ASIDE)
                asm.op("SHOW", hand)
                asm.op("SPILE", cards, TABLEAU)
                asm.note("points", "the crib")
                asm.op("COMBOS", points, hand, cards, values, self.sum | WHOLE_FLUSH)
                asm.op("ADDC", SCORE, DEALER, points)
        asm.place(over)

    def doubts(self, context: Context) -> Doubts:
        if self.sum and not can_add_up(context, self.sum):
            yield Gate.NEVER, "sum", f"no cards of the pack add up to {self.sum}"

    def rule(self, context: Context) -> str:
        return (
            "The deal is over, and hands are counted."
            if context.genome.match
            else "The game is over, and hands are counted."
        )

    def deal_end_rule(self, context: Context) -> str:
        starter = "the starter" if self.crib else "the card turned up on the table (the starter)"
        sums = f"2 for every set of cards that add up to {self.sum}, " if self.sum else ""
        text = (
            f"First, from the dealer's left, everyone counts their cards, played or not, together with {starter}. They score "
            f"{sums}2 for every pair, a point a card for every run of three or more ranks (ace low; each way to make it counts), a point a card if four or more cards of the hand, "
            "without the starter, are all of one suit and one more if the starter is too, and 1 for the jack of the starter's suit in the hand."
        )
        if self.crib:
            text += " Last, the dealer counts the crib in the same way, but a flush there must include the starter."
        return text + (" Who reaches the score that ends the game wins at once." if first_score(context) else "")

    def brief(self, context: Context) -> str:
        return "hands are counted with the starter" + (", then the dealer's crib" if self.crib else "")
