"""The gallery: the best games of a run that are really different, from each other and from every known game."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence

from ..genome.canonical import canonical
from ..genome.distance import NEAR_COPY, Description, between, find_ideas, find_new_kinds
from ..genome.genome import GameGenome
from ..language.facts import Makes
from .elite import Elite

MOST_COMPARED = 64
OF_A_FAMILY = 0.3  # of a gallery at most
OF_AN_IDEA = 0.2  # of a gallery at most, however good others are
GOAL = ("win_conditions", "match")  # of a canonical form
NEARLY = 0.75  # of the best one's fitness


def choose(games: Iterable[Elite], n: int, min_distance: float = NEAR_COPY) -> list[Elite]:
    """Up to n games, the best first (by the low end of what was measured), none nearer to another than `min_distance`.

    Two games differ in more than their goals. As long as others are nearly as good as the best, no more than three in ten are of one
    family, and no two add the same idea to a known game; more than one in five never do. Games with a slight idea fill what is left.
    """
    order = sorted((game for game in games if game.valid), key=lambda game: (-game.low, game.genome.genome_id))
    enough = NEARLY * order[0].low if order else 0.0
    chosen: list[Elite] = []
    taken: list[Description] = []
    families: Counter[frozenset[str]] = Counter()
    plays: set[str] = set()
    ideas: Counter[str] = Counter()

    def take(game: Elite) -> None:
        description, play = Description(game.genome), rules_without_goal(game.genome)
        if game.distance < min_distance or any(between(description, other) < min_distance for other in taken):
            return
        if play in plays or any(ideas[idea] >= math.ceil(OF_AN_IDEA * n) for idea in find_ideas(game.genome)):
            return
        plays.add(play)
        taken.append(description)
        families[family(game.genome)] += 1
        ideas.update(find_ideas(game.genome))
        chosen.append(game)

    def is_rare(game: Elite) -> bool:
        return is_nearly_best(game) and families[family(game.genome)] < math.ceil(OF_A_FAMILY * n)

    def is_nearly_best(game: Elite) -> bool:
        return game.low >= enough and not is_slight(game.genome)

    def is_new(game: Elite) -> bool:
        return is_rare(game) and not any(ideas[idea] for idea in find_ideas(game.genome))

    left = order
    for stands_apart in (is_new, is_rare, is_nearly_best, bool):
        put_off: list[Elite] = []
        for game in left:
            if len(chosen) < n and stands_apart(game):
                take(game)
            else:
                put_off.append(game)
        left = put_off
    return sorted(chosen, key=lambda game: (-game.low, game.genome.genome_id))


def is_slight(genome: GameGenome) -> bool:
    """Whether all that is new is an exchange of cards before the first turn: whoever played such games passed on what was worst, without
    a thought, and would rather have had the known game.
    """
    opening = genome.turn_structure.opening
    exchanges = {type(phase).__name__ for phase in opening if phase.may(Makes.PASSES) or phase.may(Makes.DISCARDS)}
    new = find_new_kinds(genome)
    return bool(new) and new <= exchanges


def rules_without_goal(genome: GameGenome) -> str:
    """The rules apart from who wins, as text: the same for two games that differ in nothing else."""
    form = canonical(genome)
    return json.dumps({name: part for name, part in form.items() if name not in GOAL}, sort_keys=True)


def family(genome: GameGenome) -> frozenset[str]:
    """The family of a game: the kinds of phases in its turn."""
    return frozenset(type(phase).__name__ for phase in genome.turn_structure.phases)


def diversity(genomes: Sequence[GameGenome]) -> float:
    """The mean distance between two genomes; 0 for fewer than two. Of many genomes only some are compared, evenly spread."""
    step = max(1, -(-len(genomes) // MOST_COMPARED))
    described = [Description(genome) for genome in genomes[::step]]
    pairs = [between(one, other) for place, one in enumerate(described) for other in described[:place]]
    return sum(pairs) / len(pairs) if pairs else 0.0
