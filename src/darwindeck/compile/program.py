"""Compile a genome: the order of match, deal and turn, around the code that its mechanics write (docs/genome.md, section 4)."""

from __future__ import annotations

import functools

import msgspec

from .. import _core
from ..genome.genome import GameGenome
from ..language.assembler import Note
from ..mechanics.effects import emit_effects
from .deal import emit_deal
from .game_code import GameCode
from .match import emit_deal_end, emit_match_start, emit_result
from .turn import emit_opening, emit_turn


class CompiledGame:
    """A program and what people need to read it."""

    def __init__(
        self,
        program: _core.Program,
        prompts: tuple[str, ...],
        notes: tuple[tuple[int, Note], ...] = (),
        own_prompts: frozenset[str] = frozenset(),
    ) -> None:
        self.program = program
        self.prompts = prompts
        self.own_prompts = own_prompts  # those that are not only asked to complete another choice
        self.notes: dict[int, list[Note]] = {}  # by place in the program
        for place, note in notes:
            self.notes.setdefault(place, []).append(note)

    @property
    def hash(self) -> int:
        return self.program.hash

    @property
    def size(self) -> int:
        """Bytes of the program."""
        return self.program.size

    @property
    def ops(self) -> set[str]:
        return {_core.OP_NAMES[op] for op in self.program.ops}


def compile_genome(genome: GameGenome) -> CompiledGame:
    """Compiles; the genome should have passed `check`."""
    return _compile_text(msgspec.json.encode(genome))


@functools.lru_cache(maxsize=256)
def _compile_text(text: bytes) -> CompiledGame:
    """By content, so that the cache cannot mistake one game for another."""
    code = GameCode(msgspec.json.decode(text, type=GameGenome))
    emit_game(code)
    return CompiledGame(
        _core.Program(code.asm.program()),
        tuple(code.asm.prompts),
        tuple(code.asm.notes),
        frozenset(code.asm.own_prompts),
    )


def emit_game(code: GameCode) -> None:
    """All code of a game. What stands below another part is reached by going on from it, or by a jump."""
    emit_match_start(code)
    code.asm.place(code.deal)
    emit_deal(code)
    emit_opening(code)
    emit_turn(code)
    emit_deal_end(code)
    emit_result(code)
    if code.genome.special_effects:
        emit_effects(code.asm)
