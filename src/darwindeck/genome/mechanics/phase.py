"""What all phases share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Literal

from ..assembler import IN_PLAY, TURN_SEAT, Assembler, Label
from ..context import Context
from ..fields import Mechanic

PhaseWho = Literal["actor", "all"]


class PhaseMechanic(Mechanic, frozen=True, kw_only=True):
    """A step of every turn (or, in the opening, of a deal). `emit` is its code; it may jump to `asm.context.turn_over`."""

    queue_ok: ClassVar[bool] = False  # works where hands are queues
    set_ok: ClassVar[bool] = True  # works where hands are sets
    opening_only: ClassVar[bool] = False
    offers_choice: ClassVar[bool] = True
    for_everyone: ClassVar[bool] = False  # not only the player whose turn it is acts

    def emit(self, asm: Assembler) -> None:
        raise NotImplementedError

    def emit_deal_end(self, asm: Assembler) -> None:
        """Code that runs when a deal ends, before scoring."""

    def rule(self, context: Context) -> str:
        """What happens, as sentences to the player whose turn it is; a new line begins a point of its own."""
        raise NotImplementedError

    def brief(self, context: Context) -> str:
        """The same in a few words, for a quick reference."""
        raise NotImplementedError

    def deal_end_rule(self, context: Context) -> str:
        """What `emit_deal_end` does, as sentences."""
        return ""

    @property
    def is_for_everyone(self) -> bool:
        """Whether it is not, or not only, the player whose turn it is who acts."""
        return self.for_everyone or getattr(self, "who", "actor") == "all" or not self.offers_choice


@contextmanager
def acting_seats(asm: Assembler, who: str) -> Iterator[tuple[int, Label]]:
    """The body runs for the turn's seat, or for all in play from it. Jumping to the label ends one seat's part."""
    over = Label()
    if who == "actor":
        yield TURN_SEAT, over
        asm.place(over)
    else:
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            yield seat, over
            asm.place(over)
