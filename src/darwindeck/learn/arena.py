"""Two evaluators against each other: games of chess at equal simulations, in pairs from the same opening with colours changed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
from numpy.typing import NDArray

from darwindeck.chess import Outcome, Position
from darwindeck.search import BatchedMCTS, Evaluator, SearchOptions, run

LONGEST = 300  # plies; a game that lasts longer is a draw
THIRD_TIME, FIFTY_MOVES = 2, 100  # earlier positions, plies


@dataclass(frozen=True)
class Score:
    """What the first of two made of pairs of games."""

    pairs: NDArray[np.float64]  # [pairs], the mean of two games: 0 … 1
    draws: float = 0.0  # the share of games
    endings: Mapping[str, int] = field(default_factory=dict)  # how many games ended in each way

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    @property
    def mean(self) -> float:
        return float(self.pairs.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """Of the mean, 95 %; two imagined pairs, one won and one lost, keep it from being too sure."""
        pairs = np.concatenate([self.pairs, [0.0, 1.0]])
        half = 1.96 * float(pairs.std(ddof=1)) / math.sqrt(len(pairs))
        return max(0.0, float(pairs.mean()) - half), min(1.0, float(pairs.mean()) + half)

    def elo(self) -> tuple[float, float, float]:
        """The difference, and its interval."""
        low, high = self.interval
        return elo_of(self.mean), elo_of(low), elo_of(high)


def elo_of(score: float) -> float:
    bounded = min(max(score, 1e-4), 1 - 1e-4)
    return 400 * math.log10(bounded / (1 - bounded))


def openings(count: int, seed: int = 1, plies: int = 8) -> list[Position]:
    """Positions after a few random moves that are neither over nor won at once."""
    rng = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = Position()
        for _ in range(plies):
            position.push(rng.choice(position.legal_moves()))
            if position.outcome():
                break
        if not position.outcome() and abs(position.centipawns()) < 100:
            found.append(position)
    return found


def ending(position: Position) -> Outcome | None:
    """As searches end games, and programs that hold matches: the third repetition and the fiftieth quiet move are draws
    when they stand on the board. Nobody claims what a move still to be made would bring about: it may be the winner's."""
    quiet = int(position.fen().split()[4])
    return position.outcome(claim_draw=position.repeats >= THIRD_TIME or quiet >= FIFTY_MOVES)


def play_match(
    first: Evaluator,
    second: Evaluator,
    starts: Sequence[Position],
    simulations: int,
    options: SearchOptions | None = None,
    seed: int = 0,
) -> Score:
    """Two games from each start. Trees are made anew for every move, so that both sides have the same simulations."""
    positions = [start.copy() for start in starts for _ in range(2)]
    white = [position.turn == "white" for position in positions]
    scores = np.full(len(positions), 0.5)
    playing = list(range(len(positions)))
    endings: Counter[str] = Counter()
    for ply in range(LONGEST):
        for evaluate, turn in ((first, 0), (second, 1)):
            movers = [game for game in playing if (ply + game) % 2 == turn]
            if movers:
                search = BatchedMCTS([positions[game] for game in movers], simulations, seed=seed, options=options)
                run(search, evaluate)
                for game, move in zip(movers, search.move_names(search.best_moves()), strict=True):
                    positions[game].push(move)
        for game in list(playing):
            if outcome := ending(positions[game]):
                playing.remove(game)
                endings[outcome.reason] += 1
                if outcome.winner:
                    first_is_white = white[game] == (game % 2 == 0)
                    scores[game] = float((outcome.winner == "white") == first_is_white)
        if not playing:
            break
    endings["longest"] += len(playing)
    return Score(scores.reshape(-1, 2).mean(axis=1), float((scores == 0.5).mean()), endings)
