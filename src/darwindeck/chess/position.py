"""A position of chess with its past: moves, outcome, and what a network sees of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from darwindeck import _core
from darwindeck.errors import ChessError

START_FEN: str = _core.START_FEN
ACTIONS = 4672  # from * 73 + plane
PLANES = 119
PACKED_WORDS = 59
MASK_WORDS = ACTIONS // 64
LONGEST_QUOTE = 80
Array = TypeVar("Array", NDArray[np.float32], NDArray[np.uint64])


class Outcome(NamedTuple):
    """How a game ended: who won, if anybody, and by which rule."""

    winner: str | None  # white, black
    reason: str  # checkmate, stalemate, insufficient_material, …

    @property
    def result(self) -> str:
        return {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[self.winner]


class Position:
    """Moves are text as in the UCI protocol (e2e4, e7e8q); in Chess960 castling is king takes rook (e1h1).

    A position remembers what was played since it was made from a FEN; repetition and the encoding depend on it.
    """

    __slots__ = ("_core",)

    def __init__(self, fen: str = START_FEN, chess960: bool = False) -> None:
        try:
            self._core = _core.ChessPosition(fen, chess960)
        except (ValueError, TypeError, UnicodeError) as error:
            reason = str(error) if isinstance(error, ValueError) and not isinstance(error, UnicodeError) else "not text"
            raise ChessError(f"bad FEN {quote(fen)}: {reason}") from None

    def fen(self) -> str:
        """The position as FEN; an en passant square is named only where a pawn can really be taken."""
        return self._core.fen()

    def copy(self) -> Position:
        twin = Position.__new__(Position)
        twin._core = self._core.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    @property
    def chess960(self) -> bool:
        """Whether castling is written as king takes rook."""
        return self._core.chess960

    @property
    def turn(self) -> str:
        return "black" if self._core.black_to_move else "white"

    def legal_moves(self) -> list[str]:
        return self._core.legal_moves()

    def push(self, move: str) -> Position:
        """Makes a legal move on this position, and returns it."""
        try:
            self._core.push(move)
        except (ValueError, TypeError, UnicodeError):
            raise ChessError(f"{quote(move)} is no legal move in {self.fen()}") from None
        return self

    def is_check(self) -> bool:
        return self._core.is_check()

    @property
    def repeats(self) -> int:
        """How often this position has stood before."""
        return self._core.repeats()

    def outcome(self, claim_draw: bool = False) -> Outcome | None:
        """How the game has ended, or None. Draws by threefold repetition and fifty moves count only if claimed."""
        reason = self._core.outcome(claim_draw)
        if reason == "ongoing":
            return None
        loser = self.turn if reason == "checkmate" else None
        return Outcome({"white": "black", "black": "white", None: None}[loser], reason)

    def hash(self) -> tuple[int, int]:
        """Two independent hashes, of 64 and of 32 bits. Equal for positions that the rules of repetition call equal."""
        return self._core.hash()

    def centipawns(self) -> int:
        """Material and mobility, in hundredths of a pawn, for the side to move."""
        return self._core.centipawns()

    def encode(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """AlphaZero's planes as the side to move sees them, written into `out` if given: [rank, file, plane]."""
        array = np.empty((8, 8, PLANES), np.float32) if out is None else out
        return self._write(self._core.write_planes, array)

    def pack(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """The same in 472 bytes: bitboards and scalars, see docs/chess.md."""
        return self._write(self._core.pack, np.empty(PACKED_WORDS, np.uint64) if out is None else out)

    def legal_actions(self) -> NDArray[np.uint16]:
        """The legal moves as actions, ascending."""
        return np.sort(np.array(self._core.legal_actions(), np.uint16))

    def legal_bits(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """One bit an action, 64 in a word."""
        return self._write(self._core.set_action_bits, np.empty(MASK_WORDS, np.uint64) if out is None else out)

    def legal_mask(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """One float an action: 1 legal, 0 not."""
        return self._write(self._core.mark_actions, np.empty(ACTIONS, np.float32) if out is None else out)

    def action(self, move: str) -> int:
        """The action of a legal move."""
        try:
            return self._core.action(move)
        except (ValueError, TypeError, UnicodeError):
            raise ChessError(f"{quote(move)} is no legal move in {self.fen()}") from None

    def move(self, action: int) -> str:
        """The legal move of an action."""
        try:
            return self._core.move(action)
        except (ValueError, TypeError):
            raise ChessError(f"{quote(action)} is no legal action in {self.fen()}") from None

    def _write(self, write: Callable[[Array], None], array: Array) -> Array:
        try:
            write(array)
        except (TypeError, ValueError):
            shape, kind = getattr(array, "shape", None), getattr(array, "dtype", type(array).__name__)
            raise ChessError(f"an array of shape {shape} and type {kind} cannot take this encoding") from None
        return array

    def __repr__(self) -> str:
        return f"Position({self.fen()!r})"


def quote(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
