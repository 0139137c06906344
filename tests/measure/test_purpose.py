"""What choices are for, on records made by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from darwindeck.genome.text import load_genome
from darwindeck.measure.evidence import Answers, Evidence
from darwindeck.measure.purpose import RANDOM_HABIT, dead_by_third, dead_choices, least_purpose, prompts
from darwindeck.simulate.backends.local import Local
from darwindeck.simulate.probe import Probe
from darwindeck.simulate.simulate import Job
from tests.measure.by_hand import evidence, probe, records

TWO = ((0,), (1,))
GAMES = 50


def answers(prompt: str, **shares: float) -> tuple[Answers, ...]:
    """What each habit wins, an even share being 1."""
    named = {RANDOM_HABIT if habit == "at_random" else f"always {habit}": share for habit, share in shares.items()}
    return tuple(Answers(prompt, habit, np.full(GAMES, share)) for habit, share in named.items())


def test_a_prompt_is_for_what_the_worst_habit_loses() -> None:
    [bet] = prompts(Evidence(TWO, habits=answers("Bet?", at_random=0.6, fold=0.2, call=0.9)))
    assert (bet.text, bet.worst, bet.best) == ("Bet?", "always fold", "always call")
    assert bet.purpose.value == pytest.approx(0.8)
    assert bet.decision is not None and bet.decision.value == pytest.approx(0.1)


def test_guessing_is_no_constant_answer() -> None:
    [suit] = prompts(Evidence(TWO, habits=answers("Name a suit.", at_random=0.7)))
    assert suit.worst == RANDOM_HABIT and suit.purpose.value == pytest.approx(0.3)
    assert suit.best == "" and suit.decision is None
    [bet] = prompts(Evidence(TWO, habits=answers("Bet?", at_random=1.0, fold=0.2)))
    assert bet.best == "always fold"


def test_prompts_stay_in_their_order_and_the_idlest_is_found() -> None:
    tried = answers("Bid.", at_random=1.0, pass_=1.02) + answers("Play.", at_random=0.1)
    assert [prompt.text for prompt in prompts(Evidence(TWO, habits=tried))] == ["Bid.", "Play."]
    idlest = least_purpose(Evidence(TWO, habits=tried))
    assert idlest is not None and idlest.value == pytest.approx(0.0)
    assert prompts(Evidence(TWO)) == [] and least_purpose(Evidence(TWO)) is None


def test_a_habit_may_win_more_than_its_share() -> None:
    [bid] = prompts(Evidence(TWO, habits=answers("Bid.", at_random=1.4)))
    assert bid.purpose.value == pytest.approx(-0.4)


def looked_at(dead: list[int], legal: int = 2, continues: int = 0, ply: list[int] | None = None) -> Evidence:
    """Games of 12 plies, alike, each probed at as many plies as given."""
    samples = len(dead)
    found = probe(
        np.full((GAMES, samples, 2), 0.5),
        ply=np.tile(list(range(samples)) if ply is None else ply, (GAMES, 1)),
        dead=np.tile(dead, (GAMES, 1)),
        legal=np.full((GAMES, samples), legal),
        continues=np.full((GAMES, samples), continues),
    )
    return evidence(dead=records([1] * GAMES, plies=[12] * GAMES, probe=found))


def test_dead_choices_are_a_share_of_choices() -> None:
    found = dead_choices(looked_at([1, 0, 0, 0]))
    assert found is not None and found.value == 0.25 and found.low < 0.25 < found.high


def test_forced_plies_and_the_rest_of_a_selection_are_no_choices() -> None:
    assert dead_choices(looked_at([1, 1], legal=1)) is None
    assert dead_choices(looked_at([1, 1], continues=1)) is None
    half = dead_choices(looked_at([1, 0, 1, 1], ply=[0, 5, -1, -1]))  # the last two were not sampled
    assert half is not None and half.value == 0.5
    assert dead_choices(Evidence(TWO)) is None and dead_choices(evidence(dead=records([1]))) is None


@pytest.mark.parametrize("name", ["knockout-whist", "president"])
def test_what_the_next_deal_knows_is_worth_playing_for(name: str) -> None:
    """Who is out after a deal, who deals next, and which places players took: no points, and still no dead choices."""
    genome = load_genome(name)
    probed = Job(genome, 40, ("greedy",), 1, probe=Probe(samples=12, rollouts=0, tables=4))
    [played] = Local(1)([probed])
    share = dead_choices(Evidence(tuple((seat,) for seat in range(genome.player_count)), dead=played))
    assert share is not None and share.high < 0.35


def test_dead_choices_by_third_of_the_game() -> None:
    assert dead_by_third(looked_at([0, 0, 0, 1, 1, 1], ply=[0, 3, 4, 7, 8, 11])) == (0.0, 0.5, 1.0)
    first, second, last = dead_by_third(looked_at([1], ply=[1]))
    assert first == 1.0 and math.isnan(second) and math.isnan(last)
    assert dead_by_third(Evidence(TWO)) == ()
