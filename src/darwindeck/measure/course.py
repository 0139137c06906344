"""How the chances of winning run through a game, by rollouts at sampled plies. Pure functions of evidence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .estimate import Metric, mean, ratio
from .evidence import Evidence, Floats

Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Course:
    """Chances at the samples of each game. Unused samples are False in `used`."""

    used: Booleans  # [games, samples]
    when: Floats  # [games, samples], from 0 at the first ply to 1 at the last
    win: Floats  # [games, samples, sides]
    rank: Floats  # [games, samples, sides]
    points: Floats  # [games, sides], how it ended
    drawn: Booleans  # [games]
    rollouts: int

    @property
    def sides(self) -> int:
        return int(self.points.shape[1])

    @property
    def winner(self) -> npt.NDArray[np.int64]:
        """The side that won, the lowest of several, [games]."""
        return np.asarray(self.points.argmax(axis=1), np.int64)

    def of_winner(self, values: Floats) -> Floats:
        """Values [games, samples, sides] of each game's winner, [games, samples]."""
        return np.take_along_axis(values, self.winner[:, None, None], axis=2)[..., 0]


def course(evidence: Evidence) -> Course | None:
    if evidence.probed is None or evidence.probed[1].rollouts == 0:
        return None
    records, probe = evidence.probed
    last = np.maximum(records.plies.astype(np.float64) - 1, 1)
    return Course(
        probe.ply >= 0,
        np.clip(probe.ply / last[:, None], 0, 1),
        evidence.by_side(probe.win),
        evidence.by_side(probe.rank),
        evidence.points(records),
        evidence.is_drawn(records),
        probe.rollouts,
    )


def tension(evidence: Evidence) -> Metric | None:
    """Entropy of the chances of winning in units of its most, later plies weighted more."""
    games = course(evidence)
    if games is None:
        return None
    weight = np.where(games.used, 0.5 + games.when, 0.0)
    open_still = np.minimum(_entropy(games.win, games.rollouts) / np.log(max(games.sides, 2)), 1.0)
    some = weight.sum(axis=1) > 0
    return mean(((weight * open_still).sum(axis=1)[some]) / weight.sum(axis=1)[some])


def _entropy(chances: Floats, rollouts: int) -> Floats:
    """Of the last axis, with the correction of Miller and Madow for estimates from few rollouts."""
    shares = np.maximum(chances, 1e-12)
    seen = (chances > 0).sum(axis=-1)
    return np.asarray(-(chances * np.log(shares)).sum(axis=-1) + np.maximum(seen - 1, 0) / (2 * rollouts))


def buildup(evidence: Evidence) -> Metric | None:
    """How much of what is open at first is settled, in the mean over the game: 0 if all hangs on the last ply, 1 if on the first.

    Open is the chance that two rollouts from a position have different winners.
    """
    games = course(evidence)
    if games is None or games.rollouts < 2:
        return None
    correction = games.rollouts / (games.rollouts - 1)  # for pairs of one rollout with itself
    still_open = np.where(games.used, (games.win * (1 - games.win)).sum(axis=2) * correction, 0.0)
    some = games.used.any(axis=1)
    first = np.take_along_axis(still_open, games.used.argmax(axis=1)[:, None], axis=1)[some, 0]
    average = (still_open.sum(axis=1) / np.maximum(games.used.sum(axis=1), 1))[some]
    return ratio(first - average, first) or mean(np.ones(len(first)))


def comeback(evidence: Evidence) -> Metric | None:
    """Share of decided games won by a side whose chance at half time was below an even one (exactly even: half)."""
    games = course(evidence)
    if games is None:
        return None
    away = np.where(games.used, np.abs(games.when - 0.5), np.inf)
    half = away.argmin(axis=1)
    decided = ~games.drawn & games.used.any(axis=1)
    chance = games.of_winner(games.win)[np.arange(len(half)), half]
    behind = np.where(np.isclose(chance, 1 / games.sides), 0.5, chance < 1 / games.sides)
    return mean(behind[decided])


def lead_changes(evidence: Evidence) -> Metric | None:
    """Share of the steps from one clear lead to the next at which the leader changes."""
    games = course(evidence)
    if games is None:
        return None
    ordered = np.sort(games.win, axis=2)
    margin = 1 / games.rollouts**0.5
    clear = games.used & (ordered[..., -1] - ordered[..., -2] > margin)
    changes, steps = zip(*map(_changes, games.win.argmax(axis=2), clear), strict=True)
    return ratio(changes, steps) or mean([0.0] * len(steps))


def _changes(leader: npt.NDArray[np.int64], clear: Booleans) -> tuple[int, int]:
    leads = leader[clear]
    return int((leads[1:] != leads[:-1]).sum()), max(len(leads) - 1, 0)


def decisiveness(evidence: Evidence) -> Metric | None:
    """Ludii: when the winner's chance first exceeds every chance a loser ever had, 1 at the end; late is good."""
    games = course(evidence)
    if games is None:
        return None
    lost = games.points < games.points.max(axis=1, keepdims=True)
    rival = np.where(games.used[..., None] & lost[:, None, :], games.win, 0.0).max(axis=(1, 2))
    safe = games.used & (games.of_winner(games.win) > rival[:, None])
    moment = np.where(safe, games.when, 1.0).min(axis=1)
    return mean(moment[~games.drawn])


def drama(evidence: Evidence) -> Metric | None:
    """CardStock: how far behind the winner was while it was behind, √(threshold - estimate)."""
    games = course(evidence)
    if games is None:
        return None
    behind, below = _behind(games)
    count = behind.sum(axis=1)
    depth = (np.sqrt(np.where(behind, below, 0.0))).sum(axis=1) / np.maximum(count, 1)
    return mean(depth[~games.drawn])


def security(evidence: Evidence) -> Metric | None:
    """CardStock: share of plies at which the winner was not behind."""
    games = course(evidence)
    if games is None:
        return None
    behind, _ = _behind(games)
    used = np.maximum(games.used.sum(axis=1), 1)
    return mean((1 - behind.sum(axis=1) / used)[~games.drawn])


def _behind(games: Course) -> tuple[Booleans, Floats]:
    """Where the winner's estimated place is below the threshold of the literature, and by how much."""
    threshold = (1 + (games.sides - 2) / max(games.sides - 1, 1)) / 2
    below = threshold - games.of_winner(games.rank)
    return np.asarray(games.used & (below > 0)), np.asarray(below)
