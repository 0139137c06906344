"""Whether two games play alike: random games on the same deals are compared ply by ply, up to the first difference.

The same game can be written in several ways. Durak for two is lost by the last with cards, or won by the first without.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..compile.program import compile_genome
from ..genome.distance import find_known
from ..genome.genome import GameGenome
from ..judge.check import check
from ..simulate.records import PlyRecords, Records
from ..simulate.simulate import Job
from .plan import Backend

MOST, FEWEST, PLIES = 60, 8, 10_000  # games to compare: so many plies in all, within these bounds
AT_ONCE = 32  # jobs: every ply of their games is in memory
COMPARED = 0.75  # known games whose rules are further away than this are other games
SAME_GAME = 0.5  # of the plies in common


def measure_likeness(pairs: Sequence[tuple[GameGenome, GameGenome]], backend: Backend, seed: int) -> list[float]:
    """For each pair the share of a game that is the same in both, from 0 to 1."""
    looks = backend([Job(genome, FEWEST, ("random",), seed) for pair in pairs for genome in pair])
    jobs = []
    for place, pair in enumerate(pairs):
        longer = max(float(look.plies.mean()) for look in looks[2 * place : 2 * place + 2])
        games = int(min(MOST, max(FEWEST, PLIES / max(longer, 1.0))))
        key = compile_genome(pair[0]).hash
        jobs += [Job(genome, games, ("random",), seed, plies=True, deals_of=key) for genome in pair]
    found = []
    for begin in range(0, len(jobs), AT_ONCE):
        records = backend(jobs[begin : begin + AT_ONCE])
        found += [compare_plies(*records[at : at + 2]) for at in range(0, len(records), 2)]
    return found


def likeness_to_known(genomes: Sequence[GameGenome], backend: Backend, seed: int) -> list[float]:
    """For each genome its likeness to the known game, made to fit as many players, that plays most like it."""
    pairs = [
        (place, (genome, known))
        for place, genome in enumerate(genomes)
        for known in find_known(genome, COMPARED)
        if not check(known).errors
    ]
    most = [0.0] * len(genomes)
    for (place, _), found in zip(pairs, measure_likeness([pair for _, pair in pairs], backend, seed), strict=True):
        most[place] = max(most[place], found)
    return most


def find_originals(genomes: Sequence[GameGenome], backend: Backend, seed: int) -> list[bool]:
    """For each genome, whether it plays neither like a known game nor like one before it in the list."""
    new = [found < SAME_GAME for found in likeness_to_known(genomes, backend, seed)]
    places = [
        (earlier, later)
        for later in range(len(genomes))
        for earlier in range(later)
        if genomes[earlier].player_count == genomes[later].player_count
    ]
    found = measure_likeness([(genomes[earlier], genomes[later]) for earlier, later in places], backend, seed)
    for (earlier, later), alike in zip(places, found, strict=True):
        if alike >= SAME_GAME and new[earlier]:
            new[later] = False
    return new


def compare_plies(one: Records, other: Records) -> float:
    """The share of plies before the first difference, of those of the longer game; the mean over all games."""
    assert one.ply is not None and other.ply is not None
    return float(np.mean([_compare_game(one.ply, other.ply, game) for game in range(one.games)]))


def _compare_game(one: PlyRecords, other: PlyRecords, game: int) -> float:
    here, there = (slice(*plies.offset[game : game + 2]) for plies in (one, other))
    lengths = here.stop - here.start, there.stop - there.start
    both = min(lengths)
    same = (one.hands[here][:both] == other.hands[there][:both]).all(axis=1)
    for name in ("seat", "legal", "move"):
        same &= getattr(one, name)[here][:both] == getattr(other, name)[there][:both]
    return float((both if same.all() else int(same.argmin())) / max(*lengths, 1))
