"""What metrics are computed from: records of a game by kind of play, and comparisons of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..simulate.records import Column, ProbeRecords, Records, chip_shares, in_stakes
from .depth import Rung

Sides = tuple[tuple[int, ...], ...]  # the seats of each side
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Duel:
    """Player `rung.player` against `rung.against` on the same deals from all sides."""

    rung: Rung
    share: Column  # [deals], of the first alone among the others; a game nobody won is everybody's
    wins: Column  # [deals], the same, but only games that it won alone count
    other: Column  # [deals], share of the second alone among the first


@dataclass(frozen=True)
class Answers:
    """What a strong player wins if it answers one prompt by a habit, alone among players without it, on the same deals."""

    prompt: str  # what is asked
    habit: str  # how it is answered, in words
    share: Column  # [deals], 1 is an even share
    completes: bool = False  # only asked to complete another choice: which cards to take with the one played


@dataclass(frozen=True)
class StyleResults:
    """Greedy players who weigh one thing otherwise, everybody against everybody on the same deals."""

    names: tuple[str, ...]  # of those who play differently; the usual one is the first
    edges: Floats  # [deals, styles, styles], share of the first alone among the second minus that of the second alone
    deals: int  # also where there is but one style


@dataclass(frozen=True)
class Evidence:
    """All that was played of one game so far. What is missing is None; metrics that need it are then missing too."""

    sides: Sides
    random: Records | None = None
    greedy: Records | None = None
    search: tuple[Records, ...] = ()  # the same deals again and again, by players who think otherwise each time
    more: tuple[Records, ...] = ()  # whole games in their stead, where the deals left it open how much they decide
    duels: Mapping[str, Duel] = field(default_factory=dict)  # by what they measure: see skill.py
    ladder: tuple[str, ...] = ()
    bits: float | None = None  # to tell the rules, given other games
    chips: int = 0  # of all seats together, where the game is played with chips
    for_chips: bool = False  # they are its goal: payoffs are chips won, not games
    is_match: bool = False  # searched games are single deals of it
    rounds: bool = False  # deals are rounds of one game, in which players are put out one after the other
    goals: frozenset[int] = (
        frozenset()
    )  # what may name the winners (Records.decided_by) by what the rules say the goal is
    thumb: str = ""  # the best rule of thumb, in words
    habits: tuple[Answers, ...] = ()
    deal: Records | None = None  # single deals between greedy players, where searched games are whole matches
    dead: Records | None = None  # games probed for choices on which nothing depends
    novices: tuple[Records, ...] = ()  # the same deals again and again, by greedy players
    memory: Rung | None = None  # a search against a copy of itself that forgets
    lessons: Mapping[str, Rung] = field(default_factory=dict)  # of the ladder from beginners to masters, by name
    styles: StyleResults | None = None
    arithmetic: float | None = None  # sums and exceptions that the rules ask to be kept in mind

    @property
    def competent(self) -> tuple[Records, ...]:
        """Mirrors of players that think."""
        greedy = () if self.greedy is None else (self.greedy,)
        return tuple(records for records in (*self.search, *greedy) if records.games)

    @property
    def best(self) -> Records | None:
        """Whole games of the strongest players that played whole games."""
        searched = () if self.is_match else self.search
        mirrors = (*searched[:1], self.greedy, self.random)
        return next((records for records in mirrors if records is not None and records.games), None)

    @property
    def probed(self) -> tuple[Records, ProbeRecords] | None:
        """The probed games of the strongest mirror."""
        for records in (*self.search, self.greedy, self.random):
            if records is not None and records.probe is not None and records.games:
                return records, records.probe
        return None

    def points(self, records: Records) -> Floats:
        """Each side's share of each game, [games, sides]; a game that nobody won is everybody's."""
        wins = self.wins(records)
        wins[~wins.any(axis=1)] = 1.0
        return np.asarray(wins / wins.sum(axis=1, keepdims=True), np.float64)

    def shares(self, records: Records) -> Floats:
        """The same; where the goal is chips, shares of what was at stake on average, which may lie beyond 0 and 1."""
        if not self.for_chips:
            return self.points(records)
        return np.asarray(in_stakes(*chip_shares(self.by_side(records.payoffs)), len(self.sides)), np.float64)

    def wins(self, records: Records) -> Floats:
        """1 where the side is among the winners, [games, sides]."""
        masks = np.array([sum(1 << seat for seat in seats) for seats in self.sides])
        return np.asarray((records.winners[:, None].astype(np.int64) & masks) != 0, np.float64)

    def is_drawn(self, records: Records) -> npt.NDArray[np.bool_]:
        """Games that nobody won, or every side, [games]."""
        wins = self.wins(records).sum(axis=1)
        return np.asarray((wins == 0) | (wins == len(self.sides)))

    def by_side(self, chances: Column) -> Floats:
        """Values of seats [..., seats] as values of sides [..., sides]."""
        return np.asarray(chances[..., [seats[0] for seats in self.sides]], np.float64)
