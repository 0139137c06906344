"""What callers hand to a search: states in several forms, and arrays of numbers."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from darwindeck import _core
from darwindeck.errors import SearchError


class ChessPosition(Protocol):
    """darwindeck.chess.Position, which this package need not know."""

    _core: _core.ChessPosition


State: TypeAlias = ChessPosition | str | _core.State


def native(state: State) -> _core.ChessPosition | _core.State:
    if isinstance(state, str):
        return _core.ChessPosition(state)
    return state if isinstance(state, _core.State) else state._core


def floats(name: str, given: ArrayLike) -> NDArray[np.float32]:
    try:
        if np.iscomplexobj(given):
            raise TypeError
        return np.ascontiguousarray(given, dtype=np.float32)
    except (ValueError, TypeError):
        raise SearchError(f"{name}: must be an array of numbers") from None


def one_line(error: Exception) -> str:
    return str(error).split("\n")[0]
