"""Exact values of the moves of a small position, by exhaustive search in the reference interpreter.

The seat to move does not know how the hidden cards lie, so a move's value is its mean over every arrangement that the
seat cannot tell from the true one (`arrangements`), all equally likely. In each arrangement the value is computed
with all cards open, in three ways:

* `played` - from then on every seat plays perfectly for its own side (max^n), and seats to which two moves are worth
  the same choose the one that is worse for the seat that asks;
* `hoped` - the same, but they choose the one that is better for it (with two sides there is no difference);
* `random` - from then on every seat plays at random.

A position belongs in the suite if its best moves, as `played`, beat all others, as `hoped`, by a clear margin, and as
clearly in `random` play: then neither the model of the opponents nor the open cards of the search (strategy fusion) can
be why they are best. Nothing here uses the C++ engine, nor chance: a position where cards are shuffled or drawn at random during play is refused, and so is one where
the moves of the turn tell more than the view keeps (then the seat's redeals and the truth differ).

    solve(replay(genome, deck, moves))    # genome: JSON data with every field; deck: card ids, top first
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .arrangements import arrangements
from .line import Line, UnsuitableError, begin

Payoffs = tuple[float, ...]
Outcome = tuple[Payoffs, Payoffs, float]  # played, hoped, random

MARGIN = 0.25  # by which the best moves beat all others, of payoffs in [-1, 1]
SAME = 1e-6
MOST_ARRANGEMENTS = 400
MOST_NODES = 30_000
MOST_DEPTH = 60  # plies


@dataclass(frozen=True)
class Solution:
    played: dict[int, float]
    hoped: dict[int, float]
    random: dict[int, float]
    arrangements: int

    @property
    def best(self) -> list[int]:
        """The moves that are best against perfect play."""
        top = max(self.played.values())
        return [move for move, value in self.played.items() if value >= top - SAME]

    @property
    def margin(self) -> float:
        """By how much every best move beats every other, in perfect and in random play."""
        best = self.best
        others = [move for move in self.played if move not in best]
        if not others:
            return 0.0
        return min(
            min(of_best[move] for move in best) - max(of_others[move] for move in others)
            for of_best, of_others in ((self.played, self.hoped), (self.random, self.random))
        )

    @property
    def is_clear(self) -> bool:
        """Whether the suite can ask for the best move: few are best, and clearly."""
        return self.margin >= MARGIN - SAME and len(self.best) <= max(1, len(self.played) // 3)


class Search:
    """Values for one seat, with all cards open. One memory for all arrangements of a position."""

    def __init__(self, seat: int, most_nodes: int = MOST_NODES) -> None:
        self.seat = seat
        self.left = most_nodes
        self.memory: dict[Any, Outcome] = {}

    def outcome(self, line: Line, depth: int = 0) -> Outcome:
        """What the line leads to. Uses it up."""
        if line.is_over:
            payoffs = line.payoffs()
            return payoffs, payoffs, payoffs[self.seat]
        key = line.key()
        if key not in self.memory:
            self.left -= 1
            if self.left < 0 or depth > MOST_DEPTH:
                raise UnsuitableError("too large")
            self.memory[key] = self._chosen(line, depth + 1)
        return self.memory[key]

    def _chosen(self, line: Line, depth: int) -> Outcome:
        mover = line.to_move
        *others, last = line.legal_moves()
        found = [self.outcome(line.after(move), depth) for move in others]
        line.apply(last)
        found.append(self.outcome(line, depth))
        return (
            max((played for played, _, _ in found), key=lambda payoffs: (payoffs[mover], -payoffs[self.seat])),
            max((hoped for _, hoped, _ in found), key=lambda payoffs: (payoffs[mover], payoffs[self.seat])),
            sum(random for _, _, random in found) / len(found),
        )


def replay(genome: dict[str, Any], deck: Sequence[int], moves: Sequence[int]) -> Line:
    """The position after these moves of a deal from this deck."""
    line = begin(genome, deck)
    for move in moves:
        line.apply(move)
    return line


def solve(line: Line, most_nodes: int = MOST_NODES, most_arrangements: int = MOST_ARRANGEMENTS) -> Solution:
    """The values of all moves of the seat to move."""
    return solve_among(arrangements(line, line.to_move, most_arrangements), most_nodes)


def solve_among(lines: Sequence[Line], most_nodes: int = MOST_NODES) -> Solution:
    """As `solve`, if these are all arrangements."""
    seat, moves = lines[0].to_move, lines[0].legal_moves()
    search = Search(seat, most_nodes)
    totals = {move: [0.0, 0.0, 0.0] for move in moves}
    for line in lines:
        for move in moves:
            played, hoped, random = search.outcome(line.after(move))
            totals[move] = [a + b for a, b in zip(totals[move], (played[seat], hoped[seat], random), strict=True)]
    means = ({move: total[way] / len(lines) for move, total in totals.items()} for way in range(3))
    return Solution(*means, len(lines))
