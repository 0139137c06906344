"""Title exchange: the last of the deal before gives its best cards to the first, who gives back what it likes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    HAND,
    IN_PLAY,
    OPERATORS,
    OTHER_SEAT,
    PICKED,
    PRIVATELY,
    SPARE_SEAT,
    START_SEAT,
    TITLE,
    TOP_FIRST,
    TURN_SEAT,
    of,
)
from ...language.words import capitalise, cards
from .phase import Doubts, PhaseMechanic

Count = Annotated[int, Meta(ge=1, le=3)]


class TitleExchangePhase(PhaseMechanic, tag="TitleExchangePhase", frozen=True, kw_only=True):
    """START_SEAT is the better of two seats, OTHER_SEAT the worse."""

    noun = "exchanging cards by title"
    descriptions = {
        "": "By their places in the deal before, players give each other cards.",
        "counts": "How many cards the last and the first exchange, the second last and the second, and so on.",
    }
    facts = Facts(
        makes=always(Makes.PASSES, Makes.ROUND),
        needs=always(Needs.SETS, Needs.OPENING, Needs.TITLES),
        reads=always(Reads.ORDER, Reads.TITLES),
        ends=NONE,
        prompts=always(Prompts.CARD),
    )
    counts: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=3)] = (2, 1)

    def doubts(self, context: Context) -> Doubts:
        if context.genome.match is None:
            yield Gate.IDLE, "", "there is but one deal, so nobody has a title"

    def emit(self, asm: Assembler) -> None:
        """Pairs from the outside in, as long as the one is placed before the other."""
        for number, count in enumerate(self.counts, 1):
            over = Label()
            with asm.ints(2) as [best, worst]:
                asm.op("SETI", best, number)
                asm.op("MAXC", worst, TITLE)
                asm.op("ADDI", worst, 1 - number)
                asm.op("JCMPR", worst, best, OPERATORS["<="], over)
                self._emit_find(asm, START_SEAT, best, over)
                self._emit_find(asm, OTHER_SEAT, worst, over)
            self._emit_tribute(asm, count)
            self._emit_return(asm, count)
            asm.place(over)

    @staticmethod
    def _emit_find(asm: Assembler, into: int, title: int, nobody: Label) -> None:
        """The first seat in play, from the turn's seat going left, that has the title."""
        found = Label()
        with asm.ints() as [own], asm.each_seat(TURN_SEAT, IN_PLAY, seat=SPARE_SEAT) as seat:
            other = Label()
            asm.op("LOAD", own, TITLE, seat)
            asm.op("JCMPR", own, title, OPERATORS["!="], other)
            asm.op("SETV", into, seat)
            asm.op("JUMP", found)
            asm.place(other)
        asm.op("JUMP", nobody)
        asm.place(found)

    @staticmethod
    def _emit_tribute(asm: Assembler, count: int) -> None:
        """The strongest cards, one at a time."""
        with asm.sets() as [hand], asm.ints() as [card]:
            for _ in range(count):
                asm.op("SHAND", hand, OTHER_SEAT)
                asm.op("BESTCARD", card, hand, asm.tables(asm.context.strength))
                asm.op("SCARD", hand, card)
                asm.op("MOVE", hand, of(HAND, OTHER_SEAT), of(HAND, START_SEAT), PRIVATELY)

    @staticmethod
    def _emit_return(asm: Assembler, count: int) -> None:
        none = Label()
        back = Selection(low=count, high=count)
        back.emit(asm, START_SEAT, lambda into: asm.op("SHAND", into, START_SEAT), f"Give back {cards(count)}", none)
        asm.op("MOVEALL", of(PICKED, START_SEAT), of(HAND, OTHER_SEAT), TOP_FIRST)
        asm.place(none)

    def rule(self, context: Context) -> str:
        names = (("last", "first"), ("second last", "second"), ("third last", "third"))
        gifts = [
            f"the {worse} gives the {'highest card' if count == 1 else f'{count} highest cards'} of the hand to the {better}, who gives back any {'card' if count == 1 else f'{count} cards'}"
            for (worse, better), count in zip(names, self.counts, strict=False)
        ]
        level = not context.wins_by("last_with_cards_loses")  # then several may share the last place
        missing = level or 2 * len(self.counts) > context.seats
        return (
            "From the second deal on players exchange cards, unseen by others, by their places in the deal before.\n"
            f"{capitalise('; then '.join(gifts))}.{' (Where there is no such pair of players, nothing is exchanged.)' * missing}"
        )

    def brief(self, context: Context) -> str:
        return "exchange cards by the places of the deal before"
