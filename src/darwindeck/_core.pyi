"""The compiled core: programs, tables, matches."""

from collections.abc import Sequence
from typing import Any


OP_NAMES: list = ...

OP_KINDS: list = ...

PROGRAM_VERSION: int = 2

STATE_BYTES: int = 1272

class Program:
    """A verified program; bytes that are not one raise ValueError."""

    def __init__(self, bytes: bytes) -> None: ...

    @property
    def hash(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def seats(self) -> int: ...

    @property
    def deck(self) -> int: ...

    @property
    def bytes(self) -> bytes: ...

    @property
    def executed(self) -> list[bool]: ...

    @property
    def ops(self) -> list[int]: ...

class State:
    """A position of one game; a value."""

    @property
    def to_move(self) -> int: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def ending(self) -> int: ...

    @property
    def winners(self) -> int: ...

    @property
    def prompt(self) -> int: ...

    @property
    def claim(self) -> list[int]: ...

    @property
    def continues(self) -> bool: ...

    @property
    def payoffs(self) -> list[float]: ...

    def __eq__(self, other: object, /) -> bool: ...

class View:
    """What one seat knows of a state."""

    @property
    def seat(self) -> int: ...

    @property
    def bytes(self) -> bytes: ...

    @property
    def payoffs(self) -> list[float]: ...

    def fields(self) -> dict[str, Any]: ...

def start(program: Program, seed: int, index: int, deck: Sequence[int]) -> State: ...

def legal_moves(state: State) -> list[int]: ...

def apply(state: State, move: int) -> State: ...

def snapshot(state: State) -> dict[str, Any]: ...

def view(state: State, seat: int) -> View: ...

def redeal(view: View, seed: int) -> State: ...

def bet_size(state: State, move: int) -> int: ...

def perft(state: State, depth: int) -> int: ...

class Job:
    """Games of one program to play, and the arrays their records go to."""

    def __init__(self, program: Program, players: Sequence[tuple[int, int, float]], seed: int, first: int, games: int, arrays: dict[str, Any], plies: object | None = None, noted: Job | None = None) -> None: ...

    def note_moves(self) -> None: ...

    def set_moves(self, moves: Sequence[Sequence[int]]) -> None: ...

class Run:
    """Jobs being played on threads of their own."""

    def __init__(self, jobs: list[Job], threads: int = 0, isa: int = 0) -> None: ...

    def wait(self, seconds: float) -> bool:
        """Waits at most so long; True once all threads have stopped."""

    def cancel(self) -> None: ...

    @property
    def games_done(self) -> int: ...

class Player:
    """A built-in player at one seat of one game; it is shown views only."""

    def __init__(self, program: Program, player: tuple[int, int, float], seed: int, index: int, seat: int, to_the_end: bool = False) -> None: ...

    def choose(self, view: View) -> int: ...

    @property
    def opinions(self) -> list[tuple[int, int, float]]:
        """Of the last choice, if it was searched: (move, visits, value) of each."""
