"""Programs as bytes: what is not one is refused, and what the verifier lets pass does no harm when played."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, _core, known_games

MUTANTS = 250  # of each kind and game
PLIES = 200

PROGRAMS = {name: Game(name).program.program.bytes for name in known_games()}
CARDS = 0x1FFF_1FFF_1FFF_1FFF


def load(data: bytes) -> _core.Program | None:
    """The program, or None if it is refused in one line."""
    try:
        return _core.Program(data)
    except ValueError as error:
        assert str(error).startswith("program: ") and "\n" not in str(error)
        return None


def play(program: _core.Program, chance: random.Random) -> None:
    """A game of random moves; it may be a senseless one."""
    state = _core.start(program, 1, 0, [])
    for _ in range(PLIES):
        moves = _core.legal_moves(state)
        assert moves == sorted(set(moves))
        if state.is_over or not moves:
            break
        state = _core.apply(state, chance.choice(moves))
    _core.snapshot(state)
    assert len(state.payoffs) == program.seats


@pytest.mark.parametrize("name", PROGRAMS)
def test_bytes_are_kept(name: str) -> None:
    program = _core.Program(PROGRAMS[name])
    assert program.bytes == PROGRAMS[name] and program.size == len(PROGRAMS[name])
    assert program.hash == _core.Program(PROGRAMS[name]).hash
    assert program.deck & ~CARDS == 0


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_part_of_a_program_is_none(name: str) -> None:
    data = PROGRAMS[name]
    for length in range(len(data)):
        assert load(data[:length]) is None
    assert load(data + b"\0") is None
    assert load(data[1:]) is None


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_flipped_bit(name: str) -> None:
    chance = random.Random(name)
    played = 0
    for _ in range(MUTANTS):
        data = bytearray(PROGRAMS[name])
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        program = load(bytes(data))
        if program is not None:
            play(program, chance)
            played += 1
    assert played > 0  # constants and numbers may be anything


@pytest.mark.parametrize("name", PROGRAMS)
def test_instructions_in_another_place(name: str) -> None:
    chance = random.Random(name)
    for _ in range(MUTANTS):
        data = bytearray(PROGRAMS[name])
        for _ in range(chance.randint(1, 8)):
            source, target, size = (chance.randrange(32, len(data) - 8) for _ in range(3))
            data[target : target + size % 8] = data[source : source + size % 8]
        program = load(bytes(data[: len(PROGRAMS[name])]))
        if program is not None:
            play(program, chance)


def test_random_bytes_are_no_program() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        assert load(chance.randbytes(chance.randrange(300))) is None


def test_random_code_behind_a_good_head() -> None:
    chance = random.Random(2)
    head = PROGRAMS["war"][:32]
    for _ in range(2000):
        program = load(head + chance.randbytes(chance.randrange(300)))
        if program is not None:
            play(program, chance)


def test_absurd_sizes() -> None:
    assert load(b"") is None
    assert load(PROGRAMS["war"][:32] + b"\0" * (1 << 21)) is None
