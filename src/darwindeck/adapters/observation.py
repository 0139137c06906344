"""What a seat knows as one row of numbers, with a name for every part of it. docs/doors.md lists the fields.

Only the view is read, never the table. Seats are counted from the observer: it is place 0, the next seat is place 1.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engine.game import SEAT_PILES, SHARED_PILES, Game, State

CARDS, SUITS, MOVES = 64, 4, 256  # numbers of cards, suits and moves, as docs/genome.md counts them
SEAT_NUMBERS = ("scores", "chips", "bets", "contributions", "tricks", "bids", "bags", "folded", "out")
SEAT_SETS = ("lacks", "pooled")
Row = NDArray[np.float32]


class Field(NamedTuple):
    """One part of the row: where it begins and ends, and the shape that it has there."""

    start: int
    end: int
    shape: tuple[int, ...]


class Layout:
    """Where each field stands in the row of numbers that a seat of this game observes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields: dict[str, Field] = {}
        self.size = 0
        for name, shape in _list_shapes(game).items():
            self.fields[name] = Field(self.size, self.size + prod(shape), shape)
            self.size = self.fields[name].end

    def split(self, row: Row) -> dict[str, Row]:
        """The fields of a row by name; views of it, not copies."""
        return {name: row[field.start : field.end].reshape(field.shape) for name, field in self.fields.items()}

    def observe(self, state: State, seat: int) -> Row:
        """What `seat` knows of `state`."""
        row = np.zeros(self.size, np.float32)
        out, seen = self.split(row), self.game.view(state, seat).as_dict()
        self._write_turn(out, seen, state, seat)
        self._write_seats(out, seen, seat)
        self._write_piles(out, seen["piles"], seat)
        return row

    def _places(self, seat: int) -> list[int]:
        """All seats, the observer first."""
        return [(seat + place) % self.game.seats for place in range(self.game.seats)]

    def _write_turn(self, out: dict[str, Row], seen: dict[str, Any], state: State, seat: int) -> None:
        """Whose turn it is, what is asked, and what holds for all."""
        out["seat"][seat] = 1
        for name in ("to_move", "dealer"):
            if 0 <= seen[name] < self.game.seats:
                out[name][(seen[name] - seat) % self.game.seats] = 1
        for name in ("trump", "named_suit"):
            if seen[name] >= 0:
                out[name][seen[name]] = 1
        for name in ("turn", "deal", "direction", "broken"):
            out[name][0] = seen[name]
        if state.to_move == seat:  # what another seat is asked in the middle of a choice could tell of its cards
            out["prompt"][state.prompt] = 1
            out["claim"][:] = state.claim

    def _write_seats(self, out: dict[str, Row], seen: dict[str, Any], seat: int) -> None:
        places = self._places(seat)
        for name in SEAT_NUMBERS:
            out[name][:] = [seen[name][owner] for owner in places]
        for name in SEAT_SETS:
            for place, owner in enumerate(places):
                if seen[name][owner]:
                    out[name][place, seen[name][owner]] = 1
        for owner, cards in seen["at_least"]:
            out["at_least"][(owner - seat) % self.game.seats, cards] = 1

    def _write_piles(self, out: dict[str, Row], piles: dict[str, Any], seat: int) -> None:
        for name in SHARED_PILES:
            if piles[name]["known"]:
                out[name][piles[name]["known"]] = 1
            out[f"{name}_count"][0] = piles[name]["count"]
            for depth, card in enumerate(piles[name]["order"] or ()):
                out[f"{name}_depth"][card] = depth + 1
        for name in SEAT_PILES:
            for place, owner in enumerate(self._places(seat)):
                if piles[name][owner]["known"]:
                    out[name][place, piles[name][owner]["known"]] = 1
                out[f"{name}_count"][place] = piles[name][owner]["count"]


def mask_moves(game: Game, state: State, seat: int) -> NDArray[np.int8]:
    """1 at the legal moves of the seat that is to move, [256]; all 0 for the others."""
    mask = np.zeros(MOVES, np.int8)
    if state.to_move == seat:
        mask[game.legal_moves(state)] = 1
    return mask


def _list_shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The fields in their order."""
    seats = game.seats
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("seat", "to_move", "dealer"), (seats,))
    shapes |= dict.fromkeys(("trump", "named_suit"), (SUITS,))
    shapes |= dict.fromkeys(("turn", "deal", "direction", "broken"), (1,))
    shapes |= {"prompt": (len(game.program.prompts),), "claim": (2,)}
    shapes |= dict.fromkeys(SEAT_NUMBERS, (seats,))
    shapes |= dict.fromkeys((*SEAT_SETS, "at_least"), (seats, CARDS))
    for name in SHARED_PILES:
        shapes |= {name: (CARDS,), f"{name}_count": (1,), f"{name}_depth": (CARDS,)}
    for name in SEAT_PILES:
        shapes |= {name: (seats, CARDS), f"{name}_count": (seats,)}
    return shapes
