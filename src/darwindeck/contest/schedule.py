"""Who sits where when two players are compared: every side in turn, always on the same deals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from ..errors import PlayerError, SettingError
from ..genome.genome import GameGenome
from ..language.context import Context
from ..simulate.records import Column, Records, chip_shares
from ..simulate.simulate import Job

Sides = tuple[tuple[int, ...], ...]  # the seats of each side
A, B = 0, 1


class Pairing(NamedTuple):
    """Two players to be compared."""

    a: str
    b: str


@dataclass(frozen=True)
class Schedule:
    """The games of one deal: all line-ups of two players, so that nobody gains from a side or from the cards."""

    sides: Sides
    for_chips: bool = False  # payoffs are chips won, not games

    @classmethod
    def of(cls, genome: GameGenome) -> Schedule:
        sides = genome.teams or tuple((seat,) for seat in range(genome.player_count))
        return cls(sides, Context(genome).is_for_chips)

    @property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        return lineups(len(self.sides))

    def deals(self, games: int) -> int:
        """How many deals hold `games` games, rounded up to whole deals."""
        if games < 1:
            raise SettingError(f"games: {games} is too few")
        return -(-games // len(self.lineups))

    def games(self, games: int) -> int:
        """The number of games rounded up to whole deals."""
        return self.deals(games) * len(self.lineups)

    def jobs(self, genome: GameGenome, pairing: Pairing, seed: int, first: int, deals: int) -> list[Job]:
        """Deals [first, first + deals), one job a line-up; equal indices are equal deals and equal chance."""
        return [Job(genome, deals, self.seat_players(pairing, lineup), seed, first) for lineup in self.lineups]

    def seat_players(self, pairing: Pairing, lineup: tuple[int, ...]) -> list[str]:
        """The name of the player in each seat."""
        names = {seat: pairing[who] for seats, who in zip(self.sides, lineup, strict=True) for seat in seats}
        return [names[seat] for seat in sorted(names)]

    def alone(self, records: list[Records]) -> Column:
        """Points of A alone among Bs and of B alone among As, a mean over sides for each deal, [deals, 2]."""
        points = [
            chip_shares(self.by_side(played))[0] if self.for_chips else self.points(played.winners)
            for played in records
        ]
        means = []
        for who in (A, B):
            games = [
                (won, lineup.index(who))
                for won, lineup in zip(points, self.lineups, strict=True)
                if lineup.count(who) == 1
            ]
            means.append(np.mean([won[:, side] for won, side in games], axis=0))
        return np.stack(means, axis=1)

    def stakes(self, records: list[Records]) -> Column:
        """What the games of each deal were about, [deals]: 1, or the part of the others' chips that the winner won."""
        if not self.for_chips:
            return np.ones(records[0].games)
        return np.asarray(np.mean([chip_shares(self.by_side(played))[1] for played in records], axis=0))

    def by_side(self, records: Records) -> Column:
        """The payoffs of each side, [games, sides]."""
        return records.payoffs[:, [seats[0] for seats in self.sides]]

    def points(self, winners: Column) -> Column:
        """Each side's share of each game, [games, sides]; winning sides share it equally, one nobody won is everybody's."""
        masks = np.array([sum(1 << seat for seat in seats) for seats in self.sides])
        won = (winners[:, None].astype(np.int64) & masks != 0).astype(np.float64)
        won[~won.any(axis=1)] = 1.0
        return np.asarray(won / won.sum(axis=1, keepdims=True))


@cache
def lineups(sides: int) -> tuple[tuple[int, ...], ...]:
    """A or B for each side: one A among Bs on every side, then one B among As (of two sides that is the same)."""
    places = range(sides)
    alone = (tuple(who if place == lone else 1 - who for place in places) for who in (A, B) for lone in places)
    return tuple(dict.fromkeys(alone))


def pairings(players: list[str]) -> list[Pairing]:
    """Everybody against everybody, in the order listed."""
    if len(players) < 2:
        raise PlayerError("players: it takes at least two")
    for name in players:
        if players.count(name) > 1:
            raise PlayerError(f"players: {name!r} is there twice, and would play every deal to a draw with itself")
    return [Pairing(a, b) for position, a in enumerate(players) for b in players[position + 1 :]]
