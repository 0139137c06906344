"""Passing: everyone chooses cards in secret, then all are handed on together."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..assembler import (
    DEALS,
    EACH_SEAT,
    FRONT,
    HAND,
    IN_PLAY,
    LEFT,
    OTHER_SEAT,
    PICKED,
    RIGHT,
    TURN_SEAT,
    Assembler,
    Label,
    of,
)
from .phase import PhaseMechanic
from .selection import Selection

Direction = Literal["left", "right", "across", "hold"]


class PassCardsPhase(PhaseMechanic, tag="PassCardsPhase", frozen=True, kw_only=True):
    count: Annotated[int, Meta(ge=1, le=5)] = 3
    directions: Annotated[tuple[Direction, ...], Meta(min_length=1, max_length=8)] = ("left",)

    def emit(self, asm: Assembler) -> None:
        cycle = [way for way in self.directions if way != "across" or asm.context.seats % 2 == 0]
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
        selection = Selection(low=self.count, high=self.count)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            none = Label()
            selection.emit(asm, seat, lambda into: asm.op("SHAND", into, EACH_SEAT), f"Pass {self.count} cards", none)
            asm.op("MOVEALL", of(PICKED, seat), of(FRONT, seat), 0)
            asm.place(none)

    @staticmethod
    def _emit_passing(asm: Assembler, seat: int, cycle: list[Direction]) -> None:
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
                asm.op("ADDV", OTHER_SEAT, half - 1)
            asm.op("STEP", OTHER_SEAT, IN_PLAY | (RIGHT if way == "right" else LEFT) << 4)
            asm.op("MOVEALL", of(FRONT, seat), of(HAND, OTHER_SEAT), 0)
            asm.op("JUMP", passed)
            asm.place(other)
        asm.place(passed)

    def rule(self) -> str:
        ways = ", then ".join(
            {
                "left": "to the left",
                "right": "to the right",
                "across": "across (with an even number of players)",
                "hold": "not at all",
            }[way]
            for way in self.directions
        )
        again = ", and so on in turn" if len(self.directions) > 1 else ""
        return f"Everyone chooses {self.count} cards in secret, and all pass them on together: {ways}{again} from deal to deal."
