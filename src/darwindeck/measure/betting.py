"""What betting games report besides metrics: how often hands are given up, and where the chips end."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .estimate import Metric, mean, ratio
from .evidence import Evidence

FOLD = 170  # the move (docs/genome.md, section 3)


@dataclass(frozen=True)
class BettingReport:
    """Of the games between the best players measured."""

    fold_rate: Metric | None  # share of the hands dealt that were given up
    winners_chips: Metric | None  # the largest stack at the end, as a share of all chips
    broke: Metric | None  # share of the seats that end without chips
    final_chips: tuple[float, ...]  # mean by seat


def betting_report(evidence: Evidence) -> BettingReport | None:
    """None where the game is not played with chips."""
    records = evidence.best
    if evidence.chips == 0 or records is None:
        return None
    folds = None
    if records.ply is not None:
        game = np.repeat(np.arange(records.games), records.plies.astype(np.int64))
        given_up = np.bincount(game[records.ply.move == FOLD], minlength=records.games)
        folds = ratio(given_up, records.deals.astype(np.int64) * records.seats)
    return BettingReport(
        folds,
        mean(np.clip(records.chips.max(axis=1) / evidence.chips, 0, 1)),
        mean((records.chips <= 0).mean(axis=1)),
        tuple(float(chips) for chips in records.chips.mean(axis=0)),
    )
