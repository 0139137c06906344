"""The turn: the opening before the first one, then turn after turn until something ends the deal."""

from __future__ import annotations

from .. import _core
from ..language.assembler import Label
from ..language.vocabulary import FORWARD, IN_PLAY, NEXT_SEAT, NOBODY, TURN_SEAT, TURNS
from .deal import emit_start
from .ending import emit_phase_checks, emit_turn_checks
from .game_code import GameCode


def emit_opening(code: GameCode) -> None:
    """The phases before the first turn, and who has that turn."""
    asm = code.asm
    code.context.turn_over = Label()  # where a phase jumps that ends the turn: here, the opening
    for phase in code.genome.turn_structure.opening:
        asm.op("PHASE")
        phase.emit(asm)
        code.emit_ended()
    asm.place(code.context.turn_over)
    if code.genome.turn_structure.opening:
        code.emit_ended()
    if code.context.setup.starting_player == "holder" and code.blinds is None:
        emit_start(code)  # the card may have been passed on
    # The first turn is the seat's that a phase has named, or that of the starting seat, or if it is out the next one's.
    named, ready = Label(), Label()
    asm.op("JPLAY", NEXT_SEAT, named)
    asm.op("JPLAY", TURN_SEAT, ready)
    asm.step(TURN_SEAT, IN_PLAY, FORWARD)
    asm.op("JUMP", ready)
    asm.place(named)
    asm.op("SETV", TURN_SEAT, NEXT_SEAT)
    asm.place(ready)
    asm.op("SETVI", NEXT_SEAT, NOBODY)


def emit_turn(code: GameCode) -> None:
    """All phases of a turn in order, each with its checks; then the turn passes on, back to the first phase.

    NEXT stands at the end of the loop and not at its head, so that a turn costs one op for passing on, counting and the
    limits.
    """
    asm, last = code.asm, len(code.genome.turn_structure.phases) - 1
    asm.op("TURN", TURNS)  # counts the first turn and begins its first phase; NEXT does both for the later ones
    turn = asm.here()
    code.context.turn_over = Label()
    for number, phase in enumerate(code.genome.turn_structure.phases):
        if number > 0:
            asm.op("PHASE")
        phase.emit(asm)
        if number == last:  # who ends the turn early skips the other phases, but not the last checks
            asm.place(code.context.turn_over)
        emit_phase_checks(code)
    for trigger in sorted(code.genome.triggers, key=lambda trigger: -trigger.priority):
        trigger.emit(asm, TURN_SEAT)
    if code.genome.triggers:
        code.emit_ended()
    emit_turn_checks(code)
    # Nothing changed for a round: with a match that ends the deal only.
    ending = "stalemate" if code.genome.match is None else "decided"
    asm.op("NEXT", code.context.seats, _core.ENDINGS[ending], turn)
    asm.op("JUMP", code.deal_end)
    # Code that phases have put aside, because it is seldom run; it is only ever jumped to.
    for write in code.context.aside:
        write()
