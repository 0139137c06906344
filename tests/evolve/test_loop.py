"""Both strategies improve a toy fitness, go on exactly where a state was taken, and end with distinct games."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from darwindeck.evolve.strategies.generational import Generational, GenerationalSettings
from darwindeck.evolve.strategies.loop import Strategy
from darwindeck.evolve.strategies.map_elites import MapElites, MapElitesSettings
from darwindeck.files.write import json_bytes
from darwindeck.genome.distance import NEAR_COPY, distance
from darwindeck.judge.check import check

from .families import evaluate, rounds, rule_share

MAKERS: dict[str, Callable[[int], Strategy]] = {
    "generational": lambda seed: Generational(GenerationalSettings(population=24, elitism=4), seed),
    "roulette": lambda seed: Generational(GenerationalSettings(population=24, elitism=4, selection="roulette"), seed),
    "rank": lambda seed: Generational(GenerationalSettings(population=24, elitism=4, selection="rank"), seed),
    "map-elites": lambda seed: MapElites(MapElitesSettings(batch=24, start=24), seed),
}
strategies = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def mean_of_top(strategy: Strategy) -> float:
    shares = sorted((rule_share(member.genome) for member in strategy.members()), reverse=True)[:8]
    return sum(shares) / len(shares)


@strategies
def test_evolution_improves(make: Callable[[int], Strategy]) -> None:
    strategy = make(1)
    rounds(strategy, 1)
    before, best = mean_of_top(strategy), strategy.figures()["best"]
    rounds(strategy, 14)
    assert mean_of_top(strategy) > before + 0.1
    assert strategy.figures()["best"] > best
    assert strategy.generation == 15


@strategies
def test_a_restored_strategy_goes_on_the_same(make: Callable[[int], Strategy]) -> None:
    straight, broken = make(3), make(3)
    rounds(straight, 3)
    rounds(broken, 3)
    saved = json_bytes(broken.state())
    later = make(99)
    later.restore(json.loads(saved))
    assert json_bytes(later.state()) == saved
    assert [candidate.genome for candidate in later.ask()] == [candidate.genome for candidate in straight.ask()]
    assert rounds(straight, 3) == rounds(later, 3)
    assert json_bytes(straight.state()) == json_bytes(later.state())


@strategies
def test_a_seed_is_a_run(make: Callable[[int], Strategy]) -> None:
    assert rounds(make(5), 3) == rounds(make(5), 3)
    assert rounds(make(5), 1) != rounds(make(6), 1)


@strategies
def test_asking_twice_is_asking_once_and_telling_must_fit(make: Callable[[int], Strategy]) -> None:
    strategy = make(1)
    asked = strategy.ask()
    assert asked == strategy.ask() and asked
    results = [evaluate(candidate) for candidate in asked]
    for wrong in (results[1:], [*results, results[0]], []):
        with pytest.raises(ValueError, match="told"):
            strategy.tell(wrong)
    strategy.tell(results)
    assert strategy.ask() != asked


@strategies
def test_candidates_are_sound_distinct_and_elites_come_back_with_new_numbers(make: Callable[[int], Strategy]) -> None:
    strategy = make(2)
    seen: set[tuple[str, int]] = set()
    again = 0
    for _ in range(8):
        asked = strategy.ask()
        keys = [candidate.key for candidate in asked]
        assert len(set(keys)) == len(keys)
        repeated = [key for key in keys if key[1] > 0]
        assert not set(repeated) & seen  # fresh seeds for each measurement
        assert all((name, number - 1) in seen for name, number in repeated)
        seen |= set(keys)
        again += len(repeated)
        assert all(not check(candidate.genome).errors for candidate in asked)
        strategy.tell([evaluate(candidate) for candidate in asked])
    assert again > 0


@strategies
def test_the_gallery_holds_distinct_new_games(make: Callable[[int], Strategy]) -> None:
    strategy = make(4)
    rounds(strategy, 8)
    gallery = strategy.gallery(6)
    assert gallery
    assert [game.low for game in gallery] == sorted((game.low for game in gallery), reverse=True)
    for place, game in enumerate(gallery):
        assert game.distance >= NEAR_COPY and game.nearest and game.low <= game.mean <= game.high
        assert all(distance(game.genome, other.genome) >= NEAR_COPY for other in gallery[:place])
    assert len(strategy.gallery(2)) <= 2 and len(strategy.gallery(50, 0.9)) <= len(strategy.gallery(50))


@strategies
def test_figures_are_numbers_from_the_start(make: Callable[[int], Strategy]) -> None:
    strategy = make(1)
    assert strategy.gallery(3) == [] and strategy.members() == []
    assert all(value == 0 for value in strategy.figures().values())
    rounds(strategy, 2)
    figures = strategy.figures()
    assert 0 < figures["diversity"] <= 1 and figures["ending_entropy"] > 0


def test_when_nothing_can_be_played_the_search_goes_on() -> None:
    for make in MAKERS.values():
        strategy = make(1)
        for _ in range(3):
            strategy.tell([replace(evaluate(candidate), valid=False) for candidate in strategy.ask()])
        assert strategy.gallery(5) == []
