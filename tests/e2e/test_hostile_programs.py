"""Bytes that are not a program are refused, and whatever the verifier lets pass can be played without harm.

A crash of the interpreter is the failure looked for here, so `make sanitize` runs this file too.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from darwindeck import Game, _core, known_games, load_genome

MUTANTS = 300
PLIES = 60


def truncated(chance: random.Random, program: bytes) -> bytes:
    return program[: chance.randrange(len(program))]


def lengthened(chance: random.Random, program: bytes) -> bytes:
    return program + chance.randbytes(chance.randint(1, 64))


def with_changed_bytes(chance: random.Random, program: bytes) -> bytes:
    mutant = bytearray(program)
    for _ in range(chance.randint(1, 4)):
        mutant[chance.randrange(len(mutant))] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
    return bytes(mutant)


def with_swapped_parts(chance: random.Random, program: bytes) -> bytes:
    first, second = sorted(chance.sample(range(len(program)), 2))
    return program[:first] + program[second:] + program[first:second]


def noise(chance: random.Random, program: bytes) -> bytes:
    return program[: chance.randrange(16)] + chance.randbytes(chance.randrange(400))


@pytest.mark.parametrize("spoil", [truncated, lengthened, with_changed_bytes, with_swapped_parts, noise])
@pytest.mark.parametrize("name", known_games())
def test_spoilt_program(name: str, spoil: Callable[[random.Random, bytes], bytes]) -> None:
    chance = random.Random(f"{name} {spoil.__name__}")
    program = Game(load_genome(name)).program.program.bytes
    for _ in range(MUTANTS):
        try:
            mutant = _core.Program(spoil(chance, program))
        except ValueError as error:
            assert "\n" not in str(error) and str(error)
            continue
        play(chance, mutant)


def play(chance: random.Random, program: _core.Program) -> None:
    state = _core.start(program, 1, 0, [])
    for _ in range(PLIES):
        moves = _core.legal_moves(state)
        if state.is_over or not moves:
            return
        view = _core.view(state, chance.randrange(program.seats))
        view.fields()
        _core.redeal(view, 1)
        state = _core.apply(state, chance.choice(moves))
