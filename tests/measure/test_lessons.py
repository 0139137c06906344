"""How a game is learnt, what remembering is worth, and what beginners see, on evidence made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from darwindeck.measure.depth import Rung
from darwindeck.measure.evidence import Evidence
from darwindeck.measure.lessons import LEARNERS, first_lesson, learnability
from darwindeck.measure.metrics import measure
from darwindeck.measure.novice import novice_fate, novice_length, novice_tension
from darwindeck.measure.profiles import Profile, load_profile, profile_names
from darwindeck.measure.skill import memory_load, rule_gap, skill_gradient
from tests.measure.by_hand import evidence, probe, records

TWO = ((0,), (1,))
FINALISTS = {"memory_load", "learnability", "first_lesson", "styles", "arithmetic_load"} | {
    f"novice_{name}" for name in ("tension", "length", "fairness", "fate")
}


def climbed(*rates: tuple[str, float, float, float]) -> Evidence:
    """A ladder: who, how often it won, and between which ends that lies."""
    rungs = {f"{who}>below": Rung(who, "below", rate, low, high, 20) for who, rate, low, high in rates}
    return Evidence(TWO, lessons=rungs)


def test_every_step_that_is_surely_better_is_a_lesson() -> None:
    found = climbed(
        ("thumb", 0.9, 0.8, 0.95), ("lines", 0.52, 0.4, 0.58), ("search", 0.7, 0.55, 0.8), ("longer", 0.58, 0.4, 0.7)
    )
    lessons, first = learnability(found), first_lesson(found)
    assert lessons is not None and (lessons.value, lessons.low, lessons.high, lessons.games) == (2, 1, 3, 80)
    assert first is not None and (first.value, first.low, first.high) == (1, 1, 1)


def test_where_nothing_can_be_learnt_the_first_lesson_never_comes() -> None:
    found = climbed(("thumb", 0.5, 0.42, 0.58), ("search", 0.5, 0.42, 0.58))
    lessons, first = learnability(found), first_lesson(found)
    assert lessons is not None and lessons.high == 0
    assert first is not None and first.low == first.value == len(LEARNERS)
    assert learnability(Evidence(TWO)) is None and first_lesson(Evidence(TWO)) is None


def test_lessons_and_memory_have_no_part_in_skill() -> None:
    found = climbed(("thumb", 0.9, 0.8, 0.95))
    assert skill_gradient(found) is None and rule_gap(found) is None
    load = memory_load(Evidence(TWO, memory=Rung("search", "forgetful", 0.7, 0.6, 0.8, 40)))
    assert load is not None and (load.value, load.low, load.high) == pytest.approx((0.4, 0.2, 0.6))
    assert memory_load(Evidence(TWO)) is None


@pytest.mark.parametrize("name", profile_names())
def test_no_profile_weighs_what_is_held_out(name: str) -> None:
    profile: Profile = load_profile(name)
    assert not FINALISTS & set(profile.terms)


def test_beginners_are_measured_by_their_own_games() -> None:
    """Searched games are won by the first seat after 30 plies, greedy ones are open to the end, which comes after 11."""
    greedy = records([1, 2] * 20, probe=probe(np.full((40, 4, 2), 0.5)))
    searched = records([1] * 40, plies=[30] * 40, probe=probe(np.tile([1.0, 0.0], (40, 4, 1))))
    found = evidence(searched, greedy=greedy)
    length, tension = novice_length(found), novice_tension(found)
    assert length is not None and length.value == 11
    assert tension is not None and tension.value == pytest.approx(1.0, abs=0.02)
    whole = measure(found)
    assert whole["length"].value == 30 and whole["tension"].value < 0.1 and whole["novice_fairness"].value == 1
    assert novice_length(evidence(searched)) is None and novice_tension(evidence(searched)) is None


def test_beginners_fate_is_of_deals_that_they_played_again() -> None:
    same = records([1, 2] * 20)
    fixed = novice_fate(evidence(novices=(same, same, same)))
    assert fixed is not None and fixed.value == 1
    other = novice_fate(evidence(novices=(same, records([2, 1] * 20))))
    assert other is not None and other.value < 0
    assert novice_fate(evidence(same)) is None
