"""Passing: everyone chooses cards in secret, then all are handed on together."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, always
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    DEALS,
    EACH_SEAT,
    FRONT,
    HAND,
    IN_PLAY,
    LEFT,
    OTHER_SEAT,
    PICKED,
    RIGHT,
    TOP_FIRST,
    TURN_SEAT,
    of,
)
from ...language.words import cards
from .level import keeps_level
from .phase import Doubts, PhaseMechanic

Direction = Literal["left", "right", "across", "hold"]
WAYS = {"left": "to the left", "right": "to the right", "across": "to the player across", "hold": "not at all"}


class PassCardsPhase(PhaseMechanic, tag="PassCardsPhase", frozen=True, kw_only=True):
    noun = "passing cards"
    descriptions = {
        "": "All pass cards to another seat, at the same time.",
        "directions": "To whom, deal by deal: left, right, across, or hold (nobody).",
    }
    facts = Facts(
        makes=always(Makes.PASSES, Makes.COMMITS, Makes.ROUND),
        needs=always(Needs.SETS),
        reads=NONE,
        ends=NONE,
        prompts=always(Prompts.CARD),
    )
    count: Annotated[int, Meta(ge=1, le=5)] = 3
    directions: Annotated[tuple[Direction, ...], Meta(min_length=1, max_length=8)] = ("left",)

    def emit(self, asm: Assembler) -> None:
        """All choose cards, and only then are they passed on, so that nobody passes a card just received.

        The way is that of the deal's number in the cycle; "hold" passes nothing.

        Chosen cards wait in the `front` of each seat. They are hidden there, also from the seat that will receive them.
        """
        cycle = self._cycle(asm.context.seats)
        if not cycle:
            return
        over = Label()
        with asm.ints(2) as [number, mask]:
            asm.op("MASK", mask, IN_PLAY)
            asm.op("JFEWER", mask, 2, over)
            asm.op("MOVR", number, DEALS)
            asm.op("MODI", number, len(cycle))
            for place, way in enumerate(cycle):
                if way == "hold":
                    asm.jump_if(number, "==", place, over)
        self._emit_choosing(asm)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            self._emit_passing(asm, seat, cycle)
        asm.place(over)

    def _emit_choosing(self, asm: Assembler) -> None:
        """A seat with fewer cards than are passed chooses none, and passes none."""
        selection = Selection(low=self.count, high=self.count)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            none = Label()
            selection.emit(asm, seat, lambda into: asm.op("SHAND", into, EACH_SEAT), f"Pass {cards(self.count)}", none)
            asm.op("MOVEALL", of(PICKED, seat), of(FRONT, seat), TOP_FIRST)
            asm.place(none)

    @staticmethod
    def _emit_passing(asm: Assembler, seat: int, cycle: list[Direction]) -> None:
        """The cards before a seat go to the hand of the seat that the way of this deal leads to.

        The number of the deal is known only when the game is played, so code for every way of the cycle is written and
        one is run.
        """
        passed = Label()
        half = asm.context.seats // 2
        for place, way in enumerate(cycle):
            if way == "hold":
                continue
            other = Label()
            with asm.ints() as [number]:
                asm.op("MOVR", number, DEALS)
                asm.op("MODI", number, len(cycle))
                asm.jump_if(number, "!=", place, other)
            asm.op("SETV", OTHER_SEAT, seat)
            if way == "across":
                # Across is the seat opposite, or if it is out the next one: so one place less, and then a step.
                asm.op("ADDV", OTHER_SEAT, half - 1)
            asm.step(OTHER_SEAT, IN_PLAY, RIGHT if way == "right" else LEFT)
            asm.op("MOVEALL", of(FRONT, seat), of(HAND, OTHER_SEAT), TOP_FIRST)
            asm.op("JUMP", passed)
            asm.place(other)
        asm.place(passed)

    def doubts(self, context: Context) -> Doubts:
        """Whoever passes all cards chooses nothing."""
        largest = max(context.hand_schedule or [context.dealt_hand])
        if self in context.genome.turn_structure.opening and self.count >= largest:
            yield Gate.ROOM, "count", f"hands have {cards(largest)}: everybody would pass all of them"

    def rule(self, context: Context) -> str:
        if not self._cycle(context.seats):
            return "No cards are passed with this number of players."
        where = self._where(context)
        if not where:
            return "No cards are passed."
        them, short = ("it", "no cards") if self.count == 1 else ("them", f"fewer than {cards(self.count)}")
        unable = "" if self._all_can(context) else f" Whoever has {short} passes none."
        return (
            f"Everyone chooses {cards(self.count)}, and when all have chosen, passes {them} face down {where}.{unable}"
        )

    def _where(self, context: Context) -> str:
        """To whom, deal by deal; empty: to nobody."""
        cycle = self._cycle(context.seats)
        if len(set(cycle)) == 1 or context.genome.match is None:
            return WAYS[cycle[0]] if cycle[0] != "hold" else ""
        ways = [way for way in cycle if way != "hold"]
        if len(cycle) == 2 and len(ways) == 1:
            return f"{WAYS[ways[0]]}, in every other deal ({'beginning with the first' if cycle[0] != 'hold' else 'not in the first'})"
        each = ", ".join(
            f"{WAYS[way]} in the {ordinal(number)}{' deal' * (number == 1)}" for number, way in enumerate(cycle, 1)
        )
        return f"{each}, and so on round"

    def _all_can(self, context: Context) -> bool:
        """Whether everybody surely has as many cards as are passed, or nobody has any."""
        if self in context.genome.turn_structure.phases:
            return self.count == 1 and keeps_level(context)
        return min(context.hand_schedule or [context.dealt_hand]) >= self.count

    def _cycle(self, seats: int) -> list[Direction]:
        """The directions that apply with so many seats, deal after deal."""
        return [way for way in self.directions if way != "across" or seats % 2 == 0]

    def brief(self, context: Context) -> str:
        cycle = self._cycle(context.seats)
        where = self._where(context) if cycle else ""
        if not where:
            return "no cards are passed"
        if len({way for way in cycle if way != "hold"}) > 1 and context.genome.match:
            return f"pass {cards(self.count)} in changing directions"
        return f"pass {cards(self.count)} {where.partition(' (')[0]}"


def ordinal(number: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")[number - 1]
