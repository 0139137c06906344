"""What is played of finalists: memory, lessons and styles of known games, by a few games each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import load_genome
from darwindeck.engine.players import LEADING, find_player
from darwindeck.evaluate.evaluate import judge
from darwindeck.evaluate.finalists import MEMORY_MATTERS
from darwindeck.evaluate.lines import best_lines, second_lines
from darwindeck.evaluate.plan import FINALS, RACES, SUITES, run_stage
from darwindeck.evaluate.played import DUELS, Played, collect_evidence
from darwindeck.evaluate.rivals import USUAL, find_different, find_rivals
from darwindeck.measure.evaluation import Candidate
from darwindeck.measure.gates import GATES
from darwindeck.measure.metrics import METRICS
from darwindeck.measure.profiles import load_profile
from darwindeck.simulate.simulate import simulate_many

SMALL = replace(SUITES["default"], name="small", gate=20, search=12, seconds=0.1, duels=())
HELD_OUT = {"memory_load", "learnability", "first_lesson", "styles", "novice_fate"}


def play(game: str, *stages: str, seconds: float = 0.1, threads: int = 1) -> Played:
    [played] = [Played(Candidate(load_genome(game)), 1)]
    for stage in ("gate", "pilot", *stages):
        [played] = run_stage(
            stage, [played], replace(SMALL, seconds=seconds), lambda jobs: simulate_many(jobs, threads)
        )
    return played


def test_without_choices_there_is_nothing_to_remember_or_to_learn() -> None:
    evaluation = judge(play("war", "thumb", *FINALS), load_profile("balanced"), SMALL)
    found = {name: metric.value for name, metric in evaluation.metrics.items()}
    assert found["memory_load"] == 0 and found["learnability"] == 0 and found["first_lesson"] == 6
    assert found["styles"] == 1 and found["novice_fate"] == 1 and found["arithmetic_load"] == 0
    assert evaluation.lines == "" and evaluation.styles == {USUAL: 1.0}


def test_durak_rewards_memory_and_lessons() -> None:
    """Who knows what was beaten and what was picked up plays better; low cards first is the first thing to learn."""
    played = play("durak", "thumb", "memory", "lessons", seconds=0.7)
    evaluation = judge(played, load_profile("balanced"), SMALL)
    assert evaluation.metrics["memory_load"].low > 0
    assert evaluation.metrics["first_lesson"].value == 1
    assert [rung.player for rung in evaluation.lessons][:2] == ["thumb", "lines"]
    assert "else: " in evaluation.lines


def test_rounds_go_on_only_while_the_interval_is_open() -> None:
    [rung] = [collect_evidence(play("war", "memory")).memory]
    assert (rung is not None and rung.high < MEMORY_MATTERS) or (rung is not None and rung.games > 100)
    short = collect_evidence(play("hearts", "memory", seconds=0.002)).memory
    assert short is not None and short.games == 8  # two deals, one among three from every seat


def test_a_second_line_is_for_a_prompt_or_for_leading() -> None:
    whist = play("whist", "thumb", "lessons", seconds=0.1)
    assert {rule.prompt for rule in second_lines(whist)} == {LEADING}
    durak = play("durak", "thumb", "lessons", seconds=0.1)
    assert len({rule.prompt for rule in second_lines(durak)}) > 1
    player = best_lines(durak)
    assert player is not None and player.exception.prompt >= 0
    assert best_lines(play("goofspiel", "thumb", "lessons", seconds=0.1)) is None  # one prompt, no tricks


def test_styles_that_play_alike_are_one() -> None:
    """In gin rummy doubling what unmatched cards cost changes no move, and the weight of trumps none either."""
    played = play("gin-rummy", "styles")
    different = find_different(played.records)
    assert different[0] == USUAL and "greedy:deadwood=0.2" not in different and "greedy:trumps=0" not in different
    rivals = find_rivals(played.schedule, played.records)
    assert rivals[0] == USUAL and set(rivals) <= set(different)
    assert any(name.startswith(("Knock?", "Draw")) for name in different)


def test_every_measure_is_in_its_range_and_threads_do_not_matter() -> None:
    stages = ("thumb", *FINALS)
    one, two = (judge(play("simple-poker", *stages, threads=n), load_profile("balanced"), SMALL) for n in (1, 2))
    assert one == two
    assert set(one.metrics) >= HELD_OUT
    for name, metric in one.metrics.items():
        row = METRICS[name]
        assert row.low <= metric.low <= metric.value <= metric.high <= row.high, name
    assert sum(one.styles.values()) == pytest.approx(1)


def test_held_out_measures_are_of_no_race_and_no_gate() -> None:
    for suite in (*RACES.values(), SUITES["quick"], SUITES["default"]):
        assert suite.name == "full" or not set(FINALS) & set(suite.stages)
    assert not HELD_OUT & {gate.metric for gate in GATES}
    assert not {"forgetful", "longer", "lines"} & {role for duel in DUELS for role in duel}


def test_a_forgetful_search_is_asked_for_by_name() -> None:
    player = find_player("mcts:1_000,forget")
    assert player == find_player("mcts:1000")._replace(forgets=True)  # type: ignore[union-attr]
