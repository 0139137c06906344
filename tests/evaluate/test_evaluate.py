"""Evaluate: what people know of the known games is found again, by play."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import darwindeck
from darwindeck import load_genome
from darwindeck.engine.players import find_player, oracle, player_names
from darwindeck.errors import PlayerError, SettingError
from darwindeck.evaluate.evaluate import evaluate, evaluate_many, find_suite, judge
from darwindeck.evaluate.plan import STAGES, SUITES, run_stage
from darwindeck.evaluate.played import DUELS, Played, search_tags
from darwindeck.measure.evaluation import Candidate
from darwindeck.measure.profiles import load_profile
from darwindeck.simulate.simulate import simulate_many
from tests.edits import edited
from tests.measure.by_hand import records

RATED = ("war", "old-maid", "crazy-eights", "gin-rummy", "hearts", "draw-poker")  # by people, worst first
SMALL = replace(
    SUITES["default"],
    name="small",
    random=60,
    greedy=40,
    search=10,
    duel=80,
    seconds=0.15,
    duels=tuple(pairing for pairing in DUELS if pairing.a not in ("deeper", "strong") and pairing.b != "random"),
)


def test_balanced_ranks_games_nearly_as_people_do() -> None:
    results = evaluate_many([load_genome(name) for name in RATED], suite=SMALL)
    fitness = {name: result.ungated.value for name, result in zip(RATED, results, strict=True)}
    assert max(fitness["war"], fitness["old-maid"]) < 0.2
    war, old_maid = (result.ungated for result in results[:2])  # no choices in either: nothing tells them apart
    assert war.low < old_maid.high and old_maid.low < war.high
    assert fitness["old-maid"] + 0.2 < fitness["crazy-eights"]
    # At this size intervals are about a tenth wide; docs/metrics.md has the ranks of the default suite.
    assert fitness["crazy-eights"] < min(fitness[name] for name in ("gin-rummy", "hearts", "draw-poker")) + 0.1
    assert fitness["crazy-eights"] < max(fitness[name] for name in ("gin-rummy", "hearts", "draw-poker"))


def test_a_game_without_choices_is_said_to_have_none() -> None:
    found = evaluate(load_genome("war"), suite="quick")
    assert "choices" in [rejection.gate for rejection in found.rejected] and not found.valid
    assert "too little to play" in found.rejected[0].why
    assert found.fitness.value == 0.0 < found.ungated.value


def test_nobody_thinks_about_a_game_that_does_not_end() -> None:
    """Each draws one card and puts one away, for ever: greedy players are enough to see that."""
    endless = edited("crazy-eights", {"turn_structure.phases": [{"type": "DrawPhase"}, {"type": "DiscardPhase"}], "special_effects": [], "max_turns": 400})  # fmt: skip
    found, good = evaluate_many([endless, load_genome("goofspiel")], suite=SMALL)
    assert "ends" in [rejection.gate for rejection in found.rejected]
    assert found.stages == ("gate", "pilot", "play") and good.stages == SMALL.stages


def test_a_game_may_be_judged_after_any_stage() -> None:
    profile, [played] = load_profile("balanced"), [Played(Candidate(load_genome("goofspiel")))]
    sizes = []
    for stage in SMALL.stages:
        [played] = run_stage(stage, [played], SMALL, simulate_many)
        evaluation = judge(played, profile, SMALL)
        assert evaluation.stages[-1] == stage
        sizes.append(len(evaluation.metrics))
    assert sizes == sorted(sizes)
    assert evaluation.missing == ()
    kind = {"module", "beside", "players", "minutes"}
    assert set(evaluation.descriptors) == {"length", "decision_density", "interaction", "luck", "secrets"} | kind


def test_betting_is_reported() -> None:
    report = evaluate(load_genome("draw-poker"), suite="quick").betting
    assert report is not None and report.fold_rate is not None
    assert 0 < report.fold_rate.value < 1
    assert sum(report.final_chips) == pytest.approx(400)
    assert evaluate(load_genome("war"), suite="quick").betting is None


def test_seeing_all_hands_helps_where_hands_are_secret() -> None:
    seeing = tuple(pairing for pairing in DUELS if pairing.a == "oracle")
    tiny = replace(SMALL, greedy=4, random=4, search=2, duels=seeing)
    poker, war = evaluate_many([load_genome("draw-poker"), load_genome("war")], suite=tiny)
    assert poker.metrics["bluffing"].value > 0.2
    assert abs(war.metrics["bluffing"].value) < 0.05


def test_the_oracle_has_no_name() -> None:
    assert not any("oracle" in name for name in player_names())
    with pytest.raises(PlayerError):
        find_player("oracle")
    with pytest.raises(PlayerError):
        find_player("oracle:100")


def test_the_oracle_plays_no_session() -> None:
    from darwindeck.simulate.outside import BuiltInPlayer

    with pytest.raises(ValueError, match="not a player"):
        BuiltInPlayer(oracle(10), darwindeck.Game(load_genome("war")), 0, 0, 0)


def test_suites_and_profiles_that_do_not_exist() -> None:
    assert find_suite("full").random == 1000
    with pytest.raises(SettingError, match="suite"):
        evaluate(load_genome("war"), suite="enormous")


def test_the_function_is_public() -> None:
    assert darwindeck.evaluate is evaluate


def test_a_match_in_which_players_are_put_out_is_played_whole() -> None:
    """After the first deal of knockout whist nearly everybody is still in play, so one deal tells nobody from another."""
    whole, cut = (Played(Candidate(load_genome(name))) for name in ("knockout-whist", "whist"))
    assert whole.deal is whole.genome and cut.deal is not cut.genome


def test_where_fate_is_in_doubt_whole_games_are_played() -> None:
    """Every deal but one has the same winner each time: surely above the gate, and yet not plain."""
    [played] = [Played(Candidate(load_genome("whist")))]
    for stage in ("gate", "pilot"):
        [played] = run_stage(stage, [played], SMALL, simulate_many)
    winners = [np.tile([1, 2], 20), np.append(np.tile([1, 2], 19), [2, 2])]
    doubtful = replace(
        played, records={**played.records, **dict(zip(search_tags(2), map(records, winners), strict=True))}
    )
    jobs = STAGES["search"](doubtful, SMALL)
    assert [(tag, job.genome.name, job.thinking) for tag, job in jobs.items()] == [
        ("more 0", "Whist", 0),
        ("more 1", "Whist", 1),
    ]
    assert all(job.genome.match == played.genome.match and job.games >= SMALL.fewest for job in jobs.values())
    again = replace(doubtful, records={**doubtful.records, **dict.fromkeys(jobs, records(winners[0]))})
    plain = replace(played, records={**played.records, **dict.fromkeys(search_tags(2), records(winners[0]))})
    assert STAGES["search"](again, SMALL) == STAGES["search"](plain, SMALL) == {}
