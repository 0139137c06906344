"""Rulebooks with what only play can tell: a name by the program, an example, and how long a game takes."""

from __future__ import annotations

from collections.abc import Callable

from ..compile.program import compile_genome
from ..engine.game import Game
from ..explain.book import Rulebook
from ..explain.names import title
from ..explain.pitch import write_pitch
from ..explain.rules import rulebook_of
from ..genome.genome import GameGenome
from ..genome.text import known_games
from ..measure.amount import minutes_of_people
from ..simulate.simulate import simulate
from .example import example

RANDOM_GAMES, GREEDY_GAMES = 20, 5
Progress = Callable[[int], None]


def name_key(genome: GameGenome) -> str:
    """What a game is named by if it has no name: the hash of its program."""
    return f"{compile_genome(genome).hash:016x}"


def game_title(genome: GameGenome) -> str:
    return genome.name or title(name_key(genome))


def illustrate_rulebook(
    genome: GameGenome, seed: int = 0, name: str | None = None, progress: Progress | None = None
) -> Rulebook:
    """The whole rulebook of a game. `progress` is told of games played, RANDOM_GAMES + GREEDY_GAMES in all."""
    minutes = minutes_of_play(genome, seed, progress)
    return rulebook_of(genome, name or game_title(genome), minutes, example(Game(genome), seed), introduce(genome))


def brief_rulebook(genome: GameGenome) -> Rulebook:
    """The rulebook without what takes play."""
    return rulebook_of(genome, game_title(genome), pitch=introduce(genome))


def introduce(genome: GameGenome) -> str:
    """What stands under the title: nothing for a known game, which needs no introduction."""
    return "" if genome.genome_id in known_games() else write_pitch(genome)


def minutes_of_play(genome: GameGenome, seed: int = 0, progress: Progress | None = None) -> int:
    """How long people may take: by the shorter of random and greedy games, since people play no longer than either."""
    games = (("random", RANDOM_GAMES), ("greedy", GREEDY_GAMES))
    played = [simulate(genome, players=(who,), games=many, seed=seed, progress=progress) for who, many in games]
    return round_minutes(minutes_of_people(played))


def round_minutes(minutes: float) -> int:
    """To what an estimate is worth: whole minutes, then fives, then tens."""
    step = 1 if minutes < 10 else 5 if minutes < 30 else 10
    return max(1, round(minutes / step) * step)
