"""Exact values of the moves of a small position, by exhaustive search in the reference interpreter.

The seat to move does not know how the hidden cards lie, so a move's value is its mean over every arrangement that the
seat cannot tell from the true one (`arrangements`), all equally likely. In each arrangement the value is computed
twice, with all cards open:

* `played` - from then on every seat plays perfectly for its own side (max^n; seats that are indifferent are taken to
  choose at random among their best moves);
* `random` - from then on every seat plays at random.

A position belongs in the suite if the same moves are best by a clear margin in both ways: then neither a wrong model
of the opponents nor the open cards of the search (strategy fusion) can be why they are best. Nothing here uses the C++
engine, nor chance: a position where cards are shuffled or drawn at random during play is refused, and so is one where
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

MARGIN = 0.25  # by which the best moves beat all others, of payoffs in [-1, 1]
SAME = 1e-6
MOST_ARRANGEMENTS = 400
MOST_NODES = 30_000
MOST_DEPTH = 60  # plies


@dataclass(frozen=True)
class Solution:
    played: dict[int, float]
    random: dict[int, float]
    arrangements: int

    @property
    def best(self) -> list[int]:
        """The moves that are best against perfect play."""
        top = max(self.played.values())
        return [move for move, value in self.played.items() if value >= top - SAME]

    @property
    def margin(self) -> float:
        """By how much every best move beats every other, by both values."""
        best = set(self.best)
        if len(best) == len(self.played):
            return 0.0
        return min(
            min(value for move, value in values.items() if move in best)
            - max(value for move, value in values.items() if move not in best)
            for values in (self.played, self.random)
        )

    @property
    def is_clear(self) -> bool:
        """Whether the suite can ask for the best move: few are best, and clearly."""
        return self.margin >= MARGIN - SAME and len(self.best) <= max(1, len(self.played) // 3)


class Search:
    """Values of lines with all cards open. One memory for all arrangements of a position."""

    def __init__(self, most_nodes: int = MOST_NODES) -> None:
        self.left = most_nodes
        self.memory: dict[Any, tuple[Payoffs, Payoffs]] = {}

    def values(self, line: Line, depth: int = 0) -> tuple[Payoffs, Payoffs]:
        """Payoffs after perfect and after random play. Uses the line up."""
        if line.is_over:
            return line.payoffs(), line.payoffs()
        key = line.key()
        if key not in self.memory:
            self.left -= 1
            if self.left < 0 or depth > MOST_DEPTH:
                raise UnsuitableError("too large")
            self.memory[key] = self._best_and_mean(line, depth + 1)
        return self.memory[key]

    def _best_and_mean(self, line: Line, depth: int) -> tuple[Payoffs, Payoffs]:
        seat = line.to_move
        *others, last = line.legal_moves()
        found = [self.values(line.after(move), depth) for move in others]
        line.apply(last)
        found.append(self.values(line, depth))
        top = max(played[seat] for played, _ in found)
        best = [played for played, _ in found if played[seat] >= top - SAME]
        return mean(best), mean([random for _, random in found])


def mean(payoffs: Sequence[Payoffs]) -> Payoffs:
    return tuple(sum(column) / len(payoffs) for column in zip(*payoffs, strict=True))


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
    search = Search(most_nodes)
    seat, moves = lines[0].to_move, lines[0].legal_moves()
    played, random = dict.fromkeys(moves, 0.0), dict.fromkeys(moves, 0.0)
    for line in lines:
        for move in moves:
            best, by_chance = search.values(line.after(move))
            played[move] += best[seat]
            random[move] += by_chance[seat]
    return Solution(
        {move: total / len(lines) for move, total in played.items()},
        {move: total / len(lines) for move, total in random.items()},
        len(lines),
    )
