"""What a response wins from a player, measured: the response in one seat, the player in all others, on the same deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..engine.players import PlayerLike
from ..errors import SettingError
from ..genome.genome import GameGenome
from ..simulate.simulate import Job, simulate_many
from .contest import check_level
from .rating import deviate


@dataclass(frozen=True)
class MeasuredResponse:
    """In units of the payoffs. `values` and `responses` are of each seat: what the player wins there, and what the response
    would. `gain` is what all seats together gain by it, with its interval: NashConv is at least so much."""

    values: list[float]
    responses: list[float]
    gain: float
    low: float
    high: float
    level: float
    games: int  # each was played once by the player alone, and once with the response in each seat


def measure_response(
    genome: GameGenome, response: PlayerLike, player: PlayerLike, games: int, seed: int = 0, threads: int = 0,
    progress: Callable[[int], None] | None = None, level: float = 0.95,
) -> MeasuredResponse:  # fmt: skip
    """The unit of the interval is the deal: what is played on the same cards is not independent."""
    check_level(level)
    if games < 2:
        raise SettingError("games: an interval needs two at least")
    seats = range(genome.player_count)
    tables = [[player] * len(seats)] + [[response if at == seat else player for at in seats] for seat in seats]
    own, *answered = simulate_many([Job(genome, games, table, seed) for table in tables], threads, progress)
    won = np.stack([records.payoffs[:, seat] for seat, records in enumerate(answered)], axis=1)  # [games, seats]
    gains = (won - own.payoffs).sum(axis=1)
    reach = deviate(level) * float(gains.std(ddof=1)) / games**0.5
    mean = float(gains.mean())
    return MeasuredResponse(own.payoffs.mean(axis=0).tolist(), won.mean(axis=0).tolist(), mean, mean - reach, mean + reach,
                            level, games)  # fmt: skip
