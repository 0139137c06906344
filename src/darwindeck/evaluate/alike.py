"""How alike two games play: random games on the same deals, compared ply by ply until they part.

The same game can be written in several ways. Durak for two is lost by the last with cards, or won by the first without.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..compile.program import compile_genome
from ..genome.distance import find_known
from ..genome.genome import GameGenome
from ..simulate.records import PlyRecords, Records
from ..simulate.simulate import Job
from .plan import Play

MOST, FEWEST, PLIES = 60, 8, 10_000  # games to compare: so many plies in all, within these bounds
AT_ONCE = 32  # jobs: every ply of their games is in memory
COMPARED = 0.75  # known games whose rules are further away than this are other games
SAME_GAME = 0.5  # of the plies in common


def likenesses(pairs: Sequence[tuple[GameGenome, GameGenome]], play: Play, seed: int) -> list[float]:
    """For each pair the share of a game that is the same in both, from 0 to 1."""
    looks = play([Job(genome, FEWEST, ("random",), seed) for pair in pairs for genome in pair])
    jobs = []
    for place, pair in enumerate(pairs):
        longer = max(float(look.plies.mean()) for look in looks[2 * place : 2 * place + 2])
        games = int(min(MOST, max(FEWEST, PLIES / max(longer, 1.0))))
        key = compile_genome(pair[0]).hash
        jobs += [Job(genome, games, ("random",), seed, plies=True, deals_of=key) for genome in pair]
    found = []
    for begin in range(0, len(jobs), AT_ONCE):
        records = play(jobs[begin : begin + AT_ONCE])
        found += [shared(*records[at : at + 2]) for at in range(0, len(records), 2)]
    return found


def likeness_to_known(genomes: Sequence[GameGenome], play: Play, seed: int) -> list[float]:
    """For each genome that with the known game, at its number of players, that plays most alike."""
    pairs = [(place, (genome, known)) for place, genome in enumerate(genomes) for known in find_known(genome, COMPARED)]
    most = [0.0] * len(genomes)
    for (place, _), found in zip(pairs, likenesses([pair for _, pair in pairs], play, seed), strict=True):
        most[place] = max(most[place], found)
    return most


def originals(genomes: Sequence[GameGenome], play: Play, seed: int) -> list[bool]:
    """Which of them play neither like a known game nor like one before them."""
    new = [found < SAME_GAME for found in likeness_to_known(genomes, play, seed)]
    places = [
        (earlier, later)
        for later in range(len(genomes))
        for earlier in range(later)
        if genomes[earlier].player_count == genomes[later].player_count
    ]
    found = likenesses([(genomes[earlier], genomes[later]) for earlier, later in places], play, seed)
    for (earlier, later), alike in zip(places, found, strict=True):
        if alike >= SAME_GAME and new[earlier]:
            new[later] = False
    return new


def shared(one: Records, other: Records) -> float:
    """The mean over games of the plies before the first that differs, as a share of the longer game."""
    assert one.ply is not None and other.ply is not None
    return float(np.mean([_shared(one.ply, other.ply, game) for game in range(one.games)]))


def _shared(one: PlyRecords, other: PlyRecords, game: int) -> float:
    here, there = (slice(*plies.offset[game : game + 2]) for plies in (one, other))
    lengths = here.stop - here.start, there.stop - there.start
    both = min(lengths)
    same = (one.hands[here][:both] == other.hands[there][:both]).all(axis=1)
    for name in ("seat", "legal", "move"):
        same &= getattr(one, name)[here][:both] == getattr(other, name)[there][:both]
    return float((both if same.all() else int(same.argmin())) / max(*lengths, 1))
