"""Steering: a run for games like a known one, for a number of players, of some length, or with some modules.

The games that a run starts from are chosen accordingly, and what is bred must keep to it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec

from ..errors import GenomeError
from ..evolve.operators.fit import fit
from ..genome.distance import distance
from ..genome.genome import GameGenome
from ..genome.text import known_games, load_genome
from ..judge import find_refusals
from ..judge.check import check
from ..judge.cohesion import find_modules
from ..language.words import list_words
from .config import Steering

LIKE = 0.7  # as far from a game as another that is like it may be: more than spades from whist, less than hearts


def choose_known(steering: Steering, rng: random.Random) -> list[GameGenome]:
    """The known games to start from, for the wanted number of players; those that cannot be played by so many are left out."""
    names = [steering.like] if steering.like else known_games()
    games = (seat(load_genome(name), steering.players, rng) for name in names)
    wanted = set(steering.modules)
    return [game for game in games if game is not None and (not wanted or wanted & set(find_modules(game)))]


def seat(genome: GameGenome, players: int, rng: random.Random) -> GameGenome | None:
    """The game for so many players, made to fit where it does not allow them; None if that is no game. 0: for any number."""
    if not players or players == genome.player_count:
        return genome
    new = msgspec.structs.replace(genome, player_count=players)
    if players in genome.player_counts:
        return new
    try:
        new = fit(msgspec.structs.replace(new, player_counts=(), teams=()), rng)
    except GenomeError:
        return None
    return None if check(new).errors or find_refusals(new) else new


def refuse(genome: GameGenome, steering: Steering) -> str:
    """Why a genome is not what the run is for; "" if it may be. It must have one of the modules: the others may still come."""
    if steering.players and genome.player_count != steering.players:
        return f"for {genome.player_count} players"
    if steering.modules and not set(steering.modules) & set(find_modules(genome)):
        return f"has no {list_words(steering.modules, 'or')}"
    if steering.like and distance(genome, load_like(steering, genome)) > LIKE:
        return f"not like {steering.like}"
    return ""


def load_like(steering: Steering, genome: GameGenome) -> GameGenome:
    """The game to be like, for as many players as the genome where it allows that."""
    like = load_genome(steering.like)
    seats = genome.player_count if genome.player_count in like.player_counts else like.player_count
    return msgspec.structs.replace(like, player_count=seats)


def has_all_modules(genome: GameGenome, wanted: Iterable[str]) -> bool:
    return set(wanted) <= set(find_modules(genome))
