"""The race: who is dropped when, and that nobody's result depends on the others' games."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import msgspec
import pytest

from darwindeck import load_genome
from darwindeck.evaluate.plan import RACES
from darwindeck.evaluate.screening import Limits, Race
from darwindeck.genome.genome import GameGenome
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evaluation import Candidate, Evaluation
from darwindeck.measure.profiles import fitness, load_profile
from darwindeck.simulate.simulate import simulate_many

SUITE = replace(RACES["default"], gate=40, random=10, greedy=4, search=2, duel=8, seconds=0.01)
RACE = Race(SUITE, load_profile("balanced"), Limits(3, 500, 0.2, 800), contenders=0.5)
GAMES = [Candidate(load_genome(name)) for name in ("war", "goofspiel", "durak", "scopa", "whist", "crazy-eights")]


def test_games_without_choices_fall_at_the_gate() -> None:
    results = RACE.run(GAMES, simulate_many)
    war = results[0]
    assert not war.valid and war.stages == ("gate",) and "nobody chooses" in war.left
    assert [result.candidate for result in results] == GAMES


def test_half_are_searched_and_the_others_are_worth_what_is_proven() -> None:
    results = RACE.run(GAMES, simulate_many)
    searched = [result for result in results if result.stages == SUITE.stages]
    assert len(searched) == 3 and all(not result.left for result in searched)
    dropped = [result for result in results if result.valid and result.left]
    assert len(dropped) == 2
    for result in dropped:
        assert result.left == "others look better"
        assert "bluffing" in result.missing
        assert result.fitness.low <= result.fitness.value < result.fitness.high
        assert result.fitness.value < judge_alone(result).value


def judge_alone(result: Evaluation) -> Metric:
    """The fitness that the metrics found would have if the others did not count."""
    return fitness(RACE.profile, result.metrics, result.flags)


def test_whoever_cannot_reach_the_bar_stops() -> None:
    asked: list[Mapping[str, float]] = []

    def bar(genome: GameGenome, descriptors: Mapping[str, float]) -> float:
        asked.append(descriptors)
        return 1.1 if genome.genome_id == "durak" else -math.inf

    results = RACE.run(GAMES, simulate_many, bar)
    durak = results[2]
    assert durak.valid and durak.left == "cannot reach 1.100" and durak.stages == ("gate",)
    assert all("luck" not in descriptors for descriptors in asked if "secrets" not in descriptors)


def test_who_was_measured_before_runs_to_the_end() -> None:
    candidates = [replace(candidate, measurement=1) for candidate in GAMES]
    results = RACE.run(candidates, simulate_many, lambda genome, descriptors: 2.0)
    assert all(result.stages == SUITE.stages for result in results if result.valid)


def test_a_result_does_not_depend_on_the_others() -> None:
    alone = RACE.run([replace(GAMES[2], measurement=1)], simulate_many)[0]
    among = RACE.run([replace(candidate, measurement=1) for candidate in GAMES], simulate_many)[2]
    assert alone == among


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(min_turns=1000), "turns a game"),
        (Limits(max_turns=2), "turns a game"),
        (Limits(min_decision_density=1.0), "of plies"),
        (Limits(max_decisions=3), "decisions a game"),
    ],
)
def test_limits(limits: Limits, said: str) -> None:
    [result] = replace(RACE, limits=limits).run([GAMES[5]], simulate_many)
    assert not result.valid and said in result.left


def test_length_is_asked_of_players_who_want_something() -> None:
    """Random players of gin rummy take thousands of turns to a hundred points, so no rummy could be bred."""
    gin = Candidate(load_genome("gin-rummy"))
    short = replace(RACE, limits=Limits(max_turns=500), suite=replace(SUITE, stages=("gate", "pilot")))
    [result] = short.run([gin], simulate_many)
    assert result.valid and not result.left
    [random] = replace(short, suite=replace(SUITE, stages=("gate",))).run([gin], simulate_many)
    assert not random.valid and "turns a game" in random.left


def test_endless_games_cost_no_more_than_the_gate() -> None:
    endless = msgspec.structs.replace(load_genome("crazy-eights"), max_turns=5)
    played = []

    def play(jobs: object) -> object:
        played.append(jobs)
        return simulate_many(jobs)  # type: ignore[arg-type]

    [result] = RACE.run([Candidate(endless)], play)  # type: ignore[arg-type]
    assert not result.valid and "come to an end" in result.left
    assert len([jobs for jobs in played if jobs]) == 1


def test_suites_can_be_made_smaller() -> None:
    small = RACES["full"].at_most(10)
    assert (small.gate, small.random, small.greedy, small.search, small.duel) == (10, 10, 10, 10, 10)
    assert RACES["full"].at_most(0) == RACES["full"]


def test_contenders_are_of_many_kinds() -> None:
    """Whist alone is searched for tricks, though hearts looks better than games of other kinds: one of each kind comes first."""
    games = [Candidate(load_genome(name)) for name in ("whist", "hearts", "spades", "durak", "scopa", "goofspiel")]
    results = replace(RACE, contenders=0.6).run(games, simulate_many)
    searched = [result for result in results if result.stages == SUITE.stages]
    assert len({result.descriptors["module"] for result in searched}) == len(searched) == 4
