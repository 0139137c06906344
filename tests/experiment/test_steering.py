"""Steering a run: from which games it starts, and which it refuses before they are played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from darwindeck import load_genome
from darwindeck.cli.run import command as run_command
from darwindeck.errors import RunError, SettingError
from darwindeck.evaluate.evaluate import describe_kind
from darwindeck.evaluate.plan import RACES, SUITES, run_stage
from darwindeck.evaluate.played import Played
from darwindeck.evaluate.screening import Limits, Race
from darwindeck.evolve.vary import Variation
from darwindeck.experiment.config import RunConfig, RuntimeConfig, Steering
from darwindeck.experiment.evolution import refuse_other_origin
from darwindeck.experiment.experiment import Experiment
from darwindeck.experiment.start import choose_axes, choose_first_games, choose_stock, create_run
from darwindeck.experiment.steering import choose_known, has_all_modules, refuse, seat
from darwindeck.genome.text import known_games
from darwindeck.judge import find_refusals
from darwindeck.judge.check import check
from darwindeck.judge.cohesion import MODULE_NAMES, find_modules
from darwindeck.measure.evaluation import Candidate
from darwindeck.measure.profiles import load_profile
from darwindeck.simulate.simulate import simulate_many

RNG = random.Random(1)


def test_modules_of_known_games() -> None:
    modules = {name: find_modules(load_genome(name)) for name in known_games()}
    assert modules["whist"] == modules["hearts"] == ["tricks"] and modules["scopa"] == ["fishing"]
    assert modules["gin-rummy"] == ["rummy"] and modules["cheat"] == ["claims"] and modules["durak"] == ["attacks"]
    assert modules["draw-poker"] == ["showdown", "stakes"] and modules["crazy-eights"] == ["shedding"]
    assert modules["betting-war"] == ["battles", "stakes"] and modules["go-fish"] == ["asking"]
    assert modules["president"] == ["climbing"] and modules["fan-tan"] == ["layouts"]
    assert modules["stealing-bundles"] == ["bundles"] and modules["thirty-one"] == ["knocking"]
    assert modules["cribbage"] == ["counting"] and modules["ninety-eight"] == ["totals"]
    assert modules["blackjack"] == ["house"] and modules["texas-holdem"] == ["community", "stakes"]
    assert modules["oh-hell"] == ["tricks", "bids"] and modules["euchre"] == ["tricks", "auctions"]
    assert [name for name, found in modules.items() if not found] == ["old-maid"]  # nothing in it is a contest


def test_the_help_names_every_module() -> None:
    [option] = [each for each in run_command.params if each.name == "modules"]
    assert option.help.partition(": ")[2].rstrip(".").split(", ") == list(MODULE_NAMES.values())


@pytest.mark.parametrize("players", range(2, 7))
def test_games_are_seated_for_so_many_or_left_out(players: int) -> None:
    games = choose_known(Steering(players=players), RNG)
    assert len(games) >= 10 and {game.player_count for game in games} == {players}
    assert not any(check(game).errors or find_refusals(game) for game in games)


def test_whist_for_three_has_no_partners() -> None:
    whist = seat(load_genome("whist"), 3, RNG)
    assert whist is not None and whist.player_count == 3 and whist.teams == ()


def test_a_run_like_whist_starts_from_it_and_refuses_what_is_far_from_it() -> None:
    like = Steering(like="whist")
    assert [game.genome_id for game in choose_known(like, RNG)] == ["whist"]
    assert refuse(load_genome("spades"), like) == "" and refuse(load_genome("scopa"), like) == "not like whist"


def test_one_of_the_modules_is_enough_to_be_bred_from_and_all_are_needed_to_be_shown() -> None:
    both = Steering(modules=("tricks", "stakes"))
    names = {game.genome_id for game in choose_known(both, RNG)}
    assert {"whist", "hearts", "draw-poker", "betting-war"} <= names and not {"scopa", "cheat"} & names
    assert refuse(load_genome("whist"), both) == "" and refuse(load_genome("scopa"), both) == "has no tricks or stakes"
    assert not has_all_modules(load_genome("whist"), both.modules)
    assert has_all_modules(load_genome("whist"), ("tricks",)) and has_all_modules(load_genome("war"), ())


def test_all_first_games_are_of_the_kind() -> None:
    config = RunConfig(population=30, steering=Steering(players=3, modules=("tricks",)))
    variation = Variation(mutations={"point": 1.0})
    first = choose_first_games(config, variation, choose_stock(config))
    assert len(first) == 30 and {game.player_count for game in first} == {3}


def test_games_of_one_kind_are_told_apart_by_what_is_joined_to_it() -> None:
    played = [Played(Candidate(load_genome(name))) for name in ("goofspiel", "betting-war", "draw-poker")]
    for stage in ("gate", "pilot"):
        played = run_stage(stage, played, SUITES["quick"], simulate_many)
    alone, staked, poker = (describe_kind(each) for each in played)
    assert alone["module"] == staked["module"] != poker["module"] and staked["beside"] == poker["beside"]
    assert alone["beside"] == len(MODULE_NAMES)
    names = [axis.name for axis in choose_axes(RunConfig(steering=Steering(modules=("battles",))))]
    assert names[-1] == "beside" and "beside" not in {axis.name for axis in choose_axes(RunConfig())}


def test_a_kind_that_no_known_game_is_of_is_an_error() -> None:
    with pytest.raises(SettingError, match="no known game is of this kind"):
        config = RunConfig(steering=Steering(like="whist", modules=("fishing",)))
        choose_first_games(config, Variation(), choose_stock(config))


def test_games_that_take_too_long_or_not_long_enough_leave_the_race() -> None:
    """Whist takes people about a quarter of an hour."""
    for minutes, said in (((1.0, 4.0), "minutes a game"), ((120.0, 240.0), "minutes a game"), ((1.0, 240.0), "")):
        race = Race(RACES["quick"].at_most(8), load_profile("balanced"), Limits(minutes=minutes))
        [found] = race.run([Candidate(load_genome("whist"))], simulate_many)
        assert said in found.left and bool(found.left) == bool(said)


def test_a_run_that_told_games_apart_otherwise_is_refused(tmp_path: Path) -> None:
    runtime = RuntimeConfig(output=str(tmp_path))
    run = create_run(RunConfig(population=4), runtime)
    refuse_other_origin(run, runtime)
    for facts in ({**run.facts, "kinds": ["length 5", "luck 4"]}, {k: v for k, v in run.facts.items() if k != "kinds"}):
        other = Experiment.create(tmp_path / "other", run.config, facts, run.start())
        with pytest.raises(RunError, match="told games apart otherwise; begin a new run"):
            refuse_other_origin(other, runtime)
