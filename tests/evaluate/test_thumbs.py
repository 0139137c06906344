"""The search for the best rule of thumb, and what habits cost, by play of known games and of rogues."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from darwindeck import load_genome
from darwindeck.evaluate.advice import describe_rule, rounds_played
from darwindeck.evaluate.plan import SUITES, Suite, run_stage
from darwindeck.evaluate.played import DUELS, Played, collect_evidence
from darwindeck.evaluate.thumbs import best_rule, rank, rules_for, thumb_trial
from darwindeck.measure.evaluation import Candidate
from darwindeck.measure.purpose import prompts
from darwindeck.measure.skill import rule_gap
from darwindeck.simulate.simulate import simulate_many

ROGUES = Path(__file__).parent.parent / "rogues"
SMALL = replace(
    SUITES["default"],
    name="small",
    gate=40,
    random=8,
    greedy=8,
    search=8,
    duel=60,
    seconds=0.3,
    repeats=1,
    duels=tuple(pairing for pairing in DUELS if pairing.b == "thumb" and pairing.a in ("greedy", "search")),
)


def play(game: str | Path, *stages: str, suite: Suite = SMALL) -> Played:
    [played] = [Played(Candidate(load_genome(game)), 1)]
    for stage in stages:
        [played] = run_stage(stage, [played], suite, simulate_many)
    return played


def test_the_best_rule_of_hearts_is_a_low_one() -> None:
    played = play("hearts", "gate", "pilot", "thumb", suite=replace(SMALL, seconds=6.0, duels=()))
    assert "the lowest" in describe_rule(best_rule(played.schedule, played.records))


def test_never_folding_is_the_best_rule_of_betting_war() -> None:
    """Bets are blind there."""
    played = play("betting-war", "gate", "pilot", "thumb")
    words = describe_rule(best_rule(played.schedule, played.records))
    assert "fold" not in words.replace("never fold", "")


def test_rounds_leave_fewer_rules_with_more_deals() -> None:
    played = play("durak", "gate", "pilot", "thumb")
    rules = rules_for(played.records)
    tried = [{tag.split()[2] for tag in played.records if tag.startswith(f"rule {number} ")} for number in (0, 1)]
    assert len(tried[0]) == len(rules) > len(tried[1]) >= 3
    assert tried[1] < tried[0]
    deals = [
        next(each.games for tag, each in played.records.items() if tag.startswith(f"rule {number} "))
        for number in (0, 1)
    ]
    assert deals[0] < deals[1]
    order = rank(thumb_trial(played.records), played.schedule, played.records)
    assert sorted(order) == list(range(len(rules))) and str(order[0]) in tried[1]


def test_a_game_without_choices_needs_no_rounds() -> None:
    played = play("war", "gate", "pilot", "thumb")
    assert not [tag for tag in played.records if tag.startswith("rule ")]
    assert collect_evidence(played).thumb == "anything"


@pytest.mark.parametrize("rogue", ["three-prizes", "linen-fiddle"])
def test_in_a_rogue_a_rule_of_thumb_is_about_as_good_as_thinking(rogue: str) -> None:
    gap = rule_gap(collect_evidence(play(ROGUES / f"{rogue}.json", "gate", "pilot", "thumb", "search")))
    assert gap is not None and gap.low < 0.15 and gap.value < 0.3


@pytest.mark.parametrize("game", ["hearts", "durak", "gin-rummy"])
def test_in_a_game_of_skill_it_is_not(game: str) -> None:
    gap = rule_gap(collect_evidence(play(game, "gate", "pilot", "thumb", "search")))
    assert gap is not None and gap.value > 0.4 and gap.high > 0.6


def test_what_prompts_are_for() -> None:
    """Bids for tricks that do not exist are for nothing; which card durak's attacker plays is for a lot."""
    played = play(ROGUES / "idle-bids.json", "gate", "pilot", "habits", suite=replace(SMALL, mirror="mcts:30"))
    found = {prompt.text: prompt.purpose for prompt in prompts(collect_evidence(played))}
    [bid] = [purpose for text, purpose in found.items() if "bid" in text.lower()]
    others = [purpose for text, purpose in found.items() if "bid" not in text.lower()]
    assert bid.low < 0.05 and bid.value < 0.25
    assert others and max(purpose.value for purpose in others) > 0.4


def test_few_games_are_few_for_habits_too() -> None:
    """Whoever asks for four games of each kind gets one round of habits, however cheap more of them would be."""
    few = play(
        ROGUES / "idle-bids.json",
        "gate",
        "pilot",
        "habits",
        suite=replace(SMALL, mirror="mcts:30", seconds=3.0).at_most(4),
    )
    assert rounds_played(few.records) == 1
