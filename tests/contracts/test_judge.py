"""The judge is not fooled: games that nobody would play are rejected for what is wrong with them, and good ones are not.

Small sizes; `python -m tests.gates` plays more, with more seeds.
"""

from __future__ import annotations

import functools

import pytest

from darwindeck import load_genome
from darwindeck.evaluate.evaluate import evaluate, evaluate_many
from darwindeck.evaluate.plan import SUITES
from darwindeck.evaluate.screening import Race
from darwindeck.measure.evaluation import Candidate, Evaluation
from darwindeck.measure.profiles import load_profile
from darwindeck.simulate.simulate import simulate_many
from tests.gates.__main__ import gates_of, is_misjudged
from tests.gates.games import ROGUES, SMALL

GOOD = ("hearts", "crazy-eights", "durak", "whist")
# What is wrong with each rogue, as its rules show it (audit, cohesion), and in which words.
BY_RULES = {
    "burning-bench": ("audit", "hands are empty"),  # the best poker hand wins, and hands are empty
    "daring-mantle": ("audit", "meld"),  # nobody can meld one card
    "flying-hazel": (
        "cohesion",
        "battle and the question",
    ),  # asking, betting and battles have nothing to do with each other
    "greedy-hedge": ("cohesion", "claim and the betting"),  # neither have claims and poker
    "idle-bids": ("audit", "no tricks"),  # bids for tricks that do not exist
    "illegal-search-move": ("audit", "chips"),  # goofspiel with bets for chips that nothing counts
    "linen-fiddle": ("audit", "chips"),  # the same with war
    "silver-path": ("audit", "everybody sees a lie"),  # claims with open hands
    "thorny-finch": ("audit", "score"),  # knocks for points that nothing reads
    "three-prizes": ("audit", "prizes for 5 of 13"),  # prizes run out long before the hands
}
# And as play shows it, surely enough in as few games as are played here.
BY_PLAY = {"linen-fiddle": "fate"}  # who wins is fixed by the deal


@functools.cache
def judge_rogues() -> dict[str, Evaluation]:
    """By the cheapest suite."""
    found = evaluate_many([load_genome(path) for path in ROGUES.values()], suite="quick", seed=1)
    return dict(zip(ROGUES, found, strict=True))


@functools.cache
def judge_by_play() -> dict[str, Evaluation]:
    names = [*GOOD, *BY_PLAY]
    found = evaluate_many([load_genome(ROGUES.get(name, name)) for name in names], suite=SMALL, seed=1)
    return dict(zip(names, found, strict=True))


def test_every_rogue_is_tried() -> None:
    assert set(BY_RULES) == set(ROGUES) and len(ROGUES) >= 10 and set(BY_PLAY) < set(ROGUES)


@pytest.mark.parametrize("name", BY_RULES)
def test_a_rogue_is_rejected_for_what_its_rules_lack(name: str) -> None:
    gate, word = BY_RULES[name]
    found = judge_rogues()[name]
    assert not found.valid and found.fitness.value == found.fitness.high == 0.0
    assert [rejection for rejection in found.rejected if rejection.gate == gate and word in rejection.why.lower()]


@pytest.mark.parametrize("name", BY_PLAY)
def test_a_rogue_is_rejected_by_play_alone(name: str) -> None:
    found = judge_by_play()[name]
    assert BY_PLAY[name] in gates_of(found)
    [rejection] = [rejection for rejection in found.rejected if rejection.gate == BY_PLAY[name]]
    assert rejection.interval[0] <= rejection.value <= rejection.interval[1]


@pytest.mark.parametrize("name", GOOD)
def test_a_good_game_passes_every_gate(name: str) -> None:
    found = judge_by_play()[name]
    assert found.rejected == () and found.valid
    assert found.fitness == found.ungated and found.fitness.value > 0.5


def test_a_good_game_stands_above_war_in_disguise_even_without_gates() -> None:
    """Linen Fiddle once had a fitness of 0.87, because whoever did not fold at random won."""
    found = judge_by_play()
    assert min(found[name].ungated.low for name in GOOD) > found["linen-fiddle"].ungated.value


def test_a_race_plays_nothing_of_a_game_whose_rules_are_at_fault() -> None:
    race = Race(SUITES["quick"], load_profile("balanced"))
    played = []
    candidates = [Candidate(load_genome(ROGUES["idle-bids"])), Candidate(load_genome("durak"))]
    rogue, durak = race.run(candidates, simulate_many, report=lambda stage, count: played.append(count))
    assert not rogue.valid and rogue.stages == () and "no tricks" in rogue.left
    assert rogue.fitness.high == 0.0
    assert durak.valid and set(played) == {1}


def test_a_table_that_shows_a_wrong_judgement_says_so() -> None:
    assert is_misjudged("hearts", 1, 5) and not is_misjudged("hearts", 0, 5)
    assert is_misjudged("idle-bids", 4, 5) and not is_misjudged("idle-bids", 5, 5)
    assert is_misjudged("war", 0, 5) and not is_misjudged("simple-poker", 3, 5)


def test_people_may_play_what_is_rejected() -> None:
    """A rejected game is still measured, and told what it would be worth."""
    found = evaluate(load_genome(ROGUES["idle-bids"]), suite="quick", seed=1)
    assert found.ungated.value > 0.0 and found.metrics["length"].value > 10
