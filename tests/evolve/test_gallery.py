"""The choice of a gallery: the best first, and not all of one family."""

from __future__ import annotations

from collections import Counter

from darwindeck.evolve.elite import Elite
from darwindeck.evolve.gallery import choose, family, is_slight
from darwindeck.genome.distance import find_ideas
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import load_genome

from ..edits import edited
from .families import mutants


def measured(genome: GameGenome, mean: float) -> Elite:
    return Elite(genome, mean, mean - 0.1, mean + 0.1, True, {}, {})


def test_others_that_are_nearly_as_good_stand_beside_the_best() -> None:
    better = [measured(genome, 0.9 + place / 1000) for place, genome in enumerate(mutants("durak", 30))]
    others = [measured(genome, 0.8 + place / 1000) for place, genome in enumerate(mutants("hearts", 30))]
    gallery = choose([*better, *others], 10)
    means = [game.mean for game in gallery]
    assert means == sorted(means, reverse=True) and len(gallery) == 10
    families = Counter(family(game.genome) for game in gallery)
    assert families[family(load_genome("hearts"))] >= 3 and means[0] > 0.9


def test_games_far_behind_do_not() -> None:
    better = [measured(genome, 0.9 + place / 1000) for place, genome in enumerate(mutants("durak", 30))]
    others = [measured(genome, 0.5 + place / 1000) for place, genome in enumerate(mutants("hearts", 30))]
    alone = choose(better, 10)
    gallery = choose([*better, *others], 10)
    assert len(alone) >= 3 and [game.mean for game in gallery][: len(alone)] == [game.mean for game in alone]


def test_games_differ_in_more_than_the_goal() -> None:
    """However far apart goals are in the distance, whoever has learnt one of the games knows the other."""
    goals = ([{"type": "most_captured"}], [{"type": "high_score", "threshold": 7}], [{"type": "low_score"}])
    games = [
        edited(
            "scopa",
            {"genome_id": f"g{place}", "player_counts": [], "setup.cards_per_player": 5, "win_conditions": goal},
        )
        for place, goal in enumerate(goals)
    ]
    other = edited(games[1], {"genome_id": "other", "turn_structure.phases.0.sums": False})
    chosen = choose([measured(game, 0.9) for game in games] + [measured(other, 0.5)], 10, min_distance=0.0)
    assert [game.genome.genome_id for game in chosen] == ["g0", "other"]


def test_no_two_games_add_the_same_idea_while_others_are_nearly_as_good() -> None:
    """Passing cards makes many a game a little better: a gallery of nothing else would be dull."""
    passing = {"type": "PassCardsPhase", "count": 3}
    deals = (("whist", 9), ("spades", 9), ("durak", 8))
    dull = [
        measured(
            edited(name, {"genome_id": name, "setup.cards_per_player": hand, "turn_structure.opening": [passing]}), 0.9
        )
        for name, hand in deals
    ]
    other = measured(edited("scopa", {"genome_id": "other", "setup.cards_per_player": 5, "match": None}), 0.8)
    ideas = [sorted(find_ideas(game.genome)) for game in dull]
    assert ideas == [["PassCardsPhase"]] * 3
    chosen = choose([*dull, other], 2, min_distance=0.0)
    assert [game.genome.genome_id for game in chosen][1] == "other"
    assert [game.genome.genome_id for game in choose([*dull, other], 1, min_distance=0.0)] == ["other"]
    assert len(choose([*dull, other], 4, min_distance=0.0)) == 2
    assert len(choose([*dull, other], 10, min_distance=0.0)) == 3


def test_an_exchange_before_the_first_turn_is_a_slight_idea() -> None:
    """Players gave away what was worst, and would rather have had durak. With another goal that is another matter."""
    opening = {"turn_structure.opening": [{"type": "PassCardsPhase", "count": 3}]}
    assert is_slight(edited("durak", opening)) and not is_slight(load_genome("durak"))
    assert not is_slight(edited("durak", opening | {"win_conditions": [{"type": "low_score"}]}))
    assert not is_slight(load_genome("rusty-field")) and is_slight(load_genome("faithful-nest"))
    assert not is_slight(load_genome("sandy-anvil"))
