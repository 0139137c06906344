"""The ladder: plays the comparisons by which a game's depth is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..genome.genome import GameGenome
from ..measure.depth import Rung, depth, next_comparison
from ..simulate.backends.local import Local
from .contest import Contest, Progress, check_level, duel
from .schedule import pairings

RUNGS = ("random", "greedy", "mcts:30", "mcts:100", "mcts:300", "mcts:1000")


@dataclass(frozen=True)
class LadderResult:
    """The comparisons in the order played, and how many of them count."""

    players: tuple[str, ...]
    sides: int
    depth: int
    rungs: list[Rung]  # the last is incomplete if interrupted
    level: float
    interrupted: bool


def ladder(
    genome: GameGenome,
    players: Sequence[str] = RUNGS,
    games: int = 200,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
    level: float = 0.95,
    backend: Local | None = None,
) -> LadderResult:
    """Compares players, weakest first, each with the strongest below it that counted, on the same deals."""
    check_level(level)
    pairings(list(players))
    backend = backend or Local(threads, progress)
    contest = Contest(genome, seed, backend)
    contest.admit(players)
    sides = len(contest.schedule.sides)
    climbed: list[Rung] = []
    interrupted = False
    while not interrupted and (pair := next_comparison(players, climbed)):
        result = duel(genome, *pair, games, None, seed, level=level, backend=backend)
        interrupted = result.interrupted
        if result.pairs:
            rate = result.pairs[0]
            climbed.append(Rung(*pair, rate.equivalent, rate.equivalent_low, rate.equivalent_high, result.games))
    return LadderResult(tuple(players), sides, depth(climbed), climbed, level, interrupted)
