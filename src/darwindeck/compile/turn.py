"""The turn: the opening before the first one, then turn after turn until something ends the deal."""

from __future__ import annotations

from .. import _core
from ..genome.assembler import Label
from ..genome.vocabulary import FORWARD, IN_PLAY, NEXT_SEAT, NOBODY, TURN_SEAT, TURNS
from .deal import emit_start
from .ending import emit_phase_checks, emit_turn_checks
from .flow import Flow


def emit_opening(flow: Flow) -> None:
    """The phases before the first turn, and who has that turn."""
    asm = flow.asm
    flow.context.turn_over = Label()  # where a phase jumps that ends the turn: here, the opening
    for phase in flow.genome.turn_structure.opening:
        asm.op("PHASE")
        phase.emit(asm)
        flow.emit_ended()
    asm.place(flow.context.turn_over)
    if flow.genome.turn_structure.opening:
        flow.emit_ended()
    if flow.context.setup.starting_player == "holder" and flow.blinds is None:
        emit_start(flow)  # the card may have been passed on
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


def emit_turn(flow: Flow) -> None:
    """All phases of a turn in order, each with its checks; then the turn passes on, back to the first phase."""
    asm, last = flow.asm, len(flow.genome.turn_structure.phases) - 1
    asm.op("TURN", TURNS)  # counts the first turn and begins its first phase; NEXT does both for the later ones
    turn = asm.here()
    flow.context.turn_over = Label()
    for number, phase in enumerate(flow.genome.turn_structure.phases):
        if number > 0:
            asm.op("PHASE")
        phase.emit(asm)
        if number == last:  # who ends the turn early skips the other phases, but not the last checks
            asm.place(flow.context.turn_over)
        emit_phase_checks(flow)
    for trigger in sorted(flow.genome.triggers, key=lambda trigger: -trigger.priority):
        trigger.emit(asm, TURN_SEAT)
    if flow.genome.triggers:
        flow.emit_ended()
    emit_turn_checks(flow)
    # Nothing changed for a round: with a match that ends the deal only.
    ending = "stalemate" if flow.genome.match is None else "decided"
    asm.op("NEXT", flow.context.seats, _core.ENDINGS[ending], turn)
    asm.op("JUMP", flow.deal_end)
    # Code that phases have put aside, because it is seldom run; it is only ever jumped to.
    for write in flow.context.aside:
        write()
