"""Portraits: what a page says of a game was measured of that game."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from darwindeck import load_genome
from darwindeck.evaluate.plan import SUITES
from darwindeck.measure.metrics import METRICS
from darwindeck.play.rulebooks import name_key
from darwindeck.portrait import portrait as portraits
from darwindeck.portrait.arc import find_dead
from darwindeck.portrait.portrait import STEPS, Portrait, portrait_of_row, take_portrait
from darwindeck.portrait.shipped import BESIDE, find_shipped, list_beside, read_shipped
from darwindeck.simulate.backends.local import Local


@pytest.fixture(scope="module")
def war() -> tuple[Portrait, list[tuple[str, int]]]:
    """War is played in no time: nobody chooses."""
    heard: list[tuple[str, int]] = []
    return take_portrait(load_genome("war"), Local(threads=1), lambda *step: heard.append(step)), heard


def test_war_is_all_luck_and_the_portrait_says_so(war: tuple[Portrait, list[tuple[str, int]]]) -> None:
    portrait, heard = war
    assert portrait.metrics["fate"][0] == 1.0
    assert any("Nobody chooses" in fault for fault in portrait.faults)
    assert portrait.choices == [] and portrait.tips == []  # nothing is asked, and no advice helps
    assert heard == [(step, number) for number, step in enumerate(STEPS)]


def test_an_arc_is_that_of_a_whole_game_of_which_war_is_dead_from_end_to_end(
    war: tuple[Portrait, list[tuple[str, int]]],
) -> None:
    arc = war[0].arc
    assert arc is not None and arc.at == sorted(arc.at) and arc.at[-1] < arc.plies
    for chances in zip(*arc.chances, strict=True):
        assert sum(chances) == pytest.approx(1.0, abs=0.01)
    assert arc.chances[arc.winners[0]][-1] > 0.9
    assert arc.dead == [(arc.at[0], arc.plies)]


def test_dead_parts_are_stretches_without_a_choice_that_matters() -> None:
    assert find_dead([0, 2, 4, 6, 8], [True, False, False, True, True], 10) == [(2, 6)]
    assert find_dead([0, 2, 4, 6, 8], [True, False, True, False, True], 10) == []  # one forced move is no dead part
    assert find_dead([0, 2, 4, 6, 8], [False, False, True, False, False], 10) == [(0, 4), (6, 10)]


def test_a_portrait_can_be_kept_and_read_again(war: tuple[Portrait, list[tuple[str, int]]]) -> None:
    assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(war[0])), Portrait) == war[0]


def test_questions_and_advice_have_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(portraits.SUITE, seconds=0.02, search=8, duel=16)
    monkeypatch.setattr(portraits, "SUITE", small)
    portrait = take_portrait(load_genome("crazy-eights"), Local(threads=1))
    assert {choice.prompt for choice in portrait.choices} >= {"Play a card"}
    for value, low, high in (choice.loss for choice in portrait.choices):
        assert low <= value <= high
    for tip in portrait.tips:
        assert tip.rate[1] > 0.5 and tip.games > 0


def test_a_game_of_a_gallery_that_was_not_measured_has_no_portrait() -> None:
    assert portrait_of_row({"fitness": [0.5, 0.4, 0.6], "metrics": {}}) is None
    found = portrait_of_row({"fitness": [0.5, 0.4, 0.6], "metrics": {"fate": [0.2, 0.1, 0.3, 40]}, "flags": ["odd"]})
    assert found is not None and found.metrics == {"fate": (0.2, 0.1, 0.3)} and found.arc is None


def test_the_games_that_luck_is_compared_with_are_shipped_with_figures_of_their_present_rules() -> None:
    """If this fails: make figures."""
    assert len(list_beside()) == len(BESIDE)
    changed = msgspec.structs.replace(load_genome("war"), player_count=3)
    assert find_shipped(changed) is None


def test_shipped_figures_are_of_metrics_that_there_are() -> None:
    for portrait in read_shipped().values():
        assert set(portrait.metrics) <= set(METRICS)
        assert portrait.suite == "portrait" and portrait.date and portrait.minutes > 0
    assert name_key(load_genome("war")) in read_shipped()
    assert set(SUITES["default"].stages) < set(STEPS)
