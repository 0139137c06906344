"""A MAP-Elites archive: the best game found of each kind, where kinds are bins of named descriptors.

Measurements are noisy, so nobody is dethroned by luck: a better challenger waits until both it and the elite have been
measured afresh, and an elite that was challenged often is measured again.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..measure.evaluation import Candidate, Evaluation
from .elite import Elite, State

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Axis:
    """A descriptor and its bins between two bounds; values beyond fall into the outer bins."""

    name: str
    low: float
    high: float
    bins: int
    log: bool = False  # bins of equal ratio, for lengths

    def bin(self, value: float) -> int:
        low, high = self.low, self.high
        if math.isnan(value):
            return 0
        if self.log:
            low, high, value = math.log(low), math.log(high), math.log(max(value, self.low))
        share = min(1.0, max(0.0, (value - low) / (high - low)))
        return min(self.bins - 1, int(share * self.bins))


@dataclass
class Spot:
    """A filled cell. It holds its elite, perhaps a challenger, and how often the elite was challenged since it was measured."""

    elite: Elite
    challenger: Elite | None = None
    challenges: int = 0

    def waiting(self, needed: int, patience: int) -> list[Elite]:
        """Those to be measured again before anything is decided."""
        if self.challenger is not None:
            return [one for one in (self.elite, self.challenger) if one.asked < needed]
        return [self.elite] if self.challenges >= patience else []


class Archive:
    """Elites by cell. `needed` measurements decide between two, `patience` challenges call for a new measurement."""

    def __init__(self, axes: Iterable[Axis], needed: int = 2, patience: int = 8) -> None:
        self.axes = tuple(axes)
        self.needed, self.patience = max(2, needed), patience
        self.spots: dict[Cell, Spot] = {}

    def cell(self, descriptors: Mapping[str, float]) -> Cell:
        return tuple(axis.bin(descriptors[axis.name]) for axis in self.axes)

    def bar(self, descriptors: Mapping[str, float]) -> float:
        """The least fitness of the cells that a game so described may fall into; -inf if one of them is empty."""
        bins = [
            [axis.bin(descriptors[axis.name])] if axis.name in descriptors else range(axis.bins) for axis in self.axes
        ]
        spots = [self.spots.get(cell) for cell in itertools.product(*bins)]
        return min(-math.inf if spot is None else spot.elite.mean for spot in spots)

    # What comes in.

    def offer(self, new: Elite) -> bool:
        """Offers a measured genome to its cell; True if it got in or may yet. One whose kind is not known never does."""
        if not new.valid or any(axis.name not in new.descriptors for axis in self.axes):
            return False
        cell = self.cell(new.descriptors)
        spot = self.spots.get(cell)
        if spot is None:
            self.spots[cell] = Spot(new)
            return True
        if new.genome.genome_id in {one.genome.genome_id for one in _both(spot)}:
            return False
        if new.mean <= spot.elite.mean:
            spot.challenges += 1
            return False
        if spot.challenger is None or new.mean > spot.challenger.mean:
            spot.challenger = new
            self._decide(cell)
            return True
        return False

    def update(self, new: Evaluation) -> None:
        """Adds another measurement of an elite or a challenger; of any other genome it is ignored."""
        for cell, spot in list(self.spots.items()):
            names = [one.genome.genome_id for one in _both(spot)]
            if new.genome.genome_id not in names:
                continue
            if names.index(new.genome.genome_id) == 0:
                spot.elite, spot.challenges = spot.elite.add(new), 0
            elif spot.challenger is not None:
                spot.challenger = spot.challenger.add(new)
            self._decide(cell)
            return

    def _decide(self, cell: Cell) -> None:
        """The better one stays when both have been measured enough; who has moved to another kind goes there."""
        spot = self.spots[cell]
        if spot.challenger is not None and not spot.waiting(self.needed, self.patience):
            rival, spot.challenger = spot.challenger, None
            if rival.valid and rival.mean > spot.elite.mean:
                spot.elite, spot.challenges = rival, 0
        if spot.challenger is None and not (spot.elite.valid and self.cell(spot.elite.descriptors) == cell):
            moved = self.spots.pop(cell).elite
            self.offer(moved)

    def requests(self) -> list[Candidate]:
        """All who should be measured again, in the order of cells."""
        waiting = [one for _, spot in self._sort_cells() for one in spot.waiting(self.needed, self.patience)]
        return [one.ask_again() for one in waiting]

    # What is in it.

    def _sort_cells(self) -> list[tuple[Cell, Spot]]:
        return sorted(self.spots.items(), key=lambda item: item[0])

    def elites(self) -> list[Elite]:
        """In the order of cells."""
        return [spot.elite for _, spot in self._sort_cells()]

    @property
    def size(self) -> int:
        """How many cells there are."""
        return math.prod(axis.bins for axis in self.axes)

    def figures(self) -> dict[str, float]:
        """Coverage, QD score (sum of the elites' fitness), the best, and the entropy of endings."""
        elites = self.elites()
        return {
            "coverage": len(elites) / self.size,
            "qd_score": math.fsum(elite.mean for elite in elites),
            "best": max((elite.mean for elite in elites), default=0.0),
            "ending_entropy": ending_entropy(elites),
        }

    def state(self) -> State:
        cells = [
            {
                "cell": list(cell),
                "elite": spot.elite.state(),
                "challenger": spot.challenger.state() if spot.challenger else None,
                "challenges": spot.challenges,
            }
            for cell, spot in self._sort_cells()
        ]
        return {"cells": cells}

    def restore(self, state: State) -> None:
        self.spots = {
            tuple(data["cell"]): Spot(
                Elite.from_state(data["elite"]),
                Elite.from_state(data["challenger"]) if data["challenger"] else None,
                data["challenges"],
            )
            for data in state["cells"]
        }


def _both(spot: Spot) -> list[Elite]:
    return [spot.elite] if spot.challenger is None else [spot.elite, spot.challenger]


def ending_entropy(games: Iterable[Elite]) -> float:
    """How evenly games end in different ways, each game counting the same: bits, 0 if all end alike."""
    shares: dict[str, float] = {}
    for game in games:
        total = sum(game.endings.values()) or 1
        for name, count in game.endings.items():
            shares[name] = shares.get(name, 0.0) + count / total
    whole = math.fsum(shares.values())
    return -math.fsum(s / whole * math.log2(s / whole) for s in shares.values() if s > 0) if whole else 0.0
