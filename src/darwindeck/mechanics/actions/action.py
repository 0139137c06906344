"""Actions: what special cards, triggers and the deal do by themselves. What all of them share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.fields import Mechanic
from ...language.vocabulary import ACTION_MASK, ACTION_SEAT, FORWARD, IN_PLAY
from ..conditions import Condition
from ..conditions.condition import ConditionMechanic, clause, emit_unless

Amount = Annotated[int, Meta(ge=1, le=5)]


WHO = {"next": "the next player", "others": "everyone else", "all": "everyone"}


class ActionMechanic(Mechanic, frozen=True, kw_only=True):
    """Base of all actions: done by the seat variable `who` if the condition holds for it."""

    condition: Condition | None = None

    def emit(self, asm: Assembler, who: int) -> None:
        skip = Label()
        emit_unless(asm, self.condition, who, skip)
        self.act(asm, who)
        asm.place(skip)

    def act(self, asm: Assembler, who: int) -> None:
        raise NotImplementedError

    def sentence(self, context: Context) -> str:
        """What is done, as an order to the actor or a fact about others; no capital, no full stop."""
        raise NotImplementedError

    def rule(self, context: Context) -> str:
        condition: ConditionMechanic | None = self.condition
        return f"if {clause(condition, context)}, {self.sentence(context)}" if condition else self.sentence(context)


@contextmanager
def each_target(asm: Assembler, target: str, who: int) -> Iterator[int]:
    """The body is written for the seat variable it yields and runs for every seat the action is for.

    Actions run inside the loops of phases and use a mask and a seat variable of their own, or they would upset those
    loops. Left from the actor, whatever the direction of play; only "next" follows that.
    """
    if target == "actor":
        yield who
    elif target == "next":
        asm.op("SETV", ACTION_SEAT, who)
        asm.step(ACTION_SEAT, IN_PLAY, FORWARD)
        yield ACTION_SEAT
    else:
        skip = Label()
        with asm.each_seat(who, IN_PLAY, seat=ACTION_SEAT, mask=ACTION_MASK) as seat:
            if target == "others":
                asm.op("JSEAT", seat, who, skip)
            yield seat
            asm.place(skip)


def does(who: str, word: str) -> str:
    """Who does what: told to the actor as an order, of the others as a fact."""
    return word if who == "actor" else f"{WHO[who]} {word}s"


def in_turn(actions: Sequence[ActionMechanic], context: Context) -> str:
    """Several actions, one after the other."""
    return "; then ".join(action.rule(context) for action in actions)
