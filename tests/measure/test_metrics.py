"""Metrics on records made by hand: each states a fact about games that anybody can check."""

from __future__ import annotations

import math

import numpy as np
import pytest

from darwindeck.measure import choices, course, outcomes, skill
from darwindeck.measure.betting import FOLD, betting_report
from darwindeck.measure.estimate import Metric, bootstrap, mean, ratio
from darwindeck.measure.evidence import Evidence
from darwindeck.measure.metrics import METRICS, measure
from darwindeck.simulate.records import PlyRecords
from tests.measure.by_hand import DEAL_LIMIT, DECIDED, TURN_LIMIT, duel, evidence, probe, records


def value(metric: Metric | None) -> float:
    assert metric is not None
    assert metric.low <= metric.value <= metric.high
    return metric.value


# Intervals.


def test_an_interval_never_has_zero_width() -> None:
    all_won = mean([1.0] * 50)
    assert all_won is not None
    assert all_won.value == all_won.high == 1.0
    assert 0.9 < all_won.low < 0.99


def test_more_games_say_more() -> None:
    few, many = mean([0.0, 1.0] * 10), mean([0.0, 1.0] * 1000)
    assert few is not None and many is not None
    assert few.high - few.low > 5 * (many.high - many.low)
    assert many.high - many.low == pytest.approx(2 * 1.96 * 0.5 / math.sqrt(2000), rel=0.01)


def test_longer_games_weigh_more_in_a_ratio() -> None:
    assert value(ratio([1, 0], [1, 9])) == pytest.approx(0.1)
    assert ratio([0], [0]) is None


def test_the_bootstrap_is_the_same_every_time() -> None:
    data = np.arange(30) % 3

    def share(games: np.ndarray) -> np.ndarray:
        return (data[games] == 1).mean(axis=1)

    assert bootstrap(share, 30, 0, 1) == bootstrap(share, 30, 0, 1)
    assert bootstrap(share, 0, 0, 1) is None


# Endings.


def test_a_limit_is_no_ending() -> None:
    played = records([1, 2, 0, 0], ending=[DECIDED, DECIDED, TURN_LIMIT, DECIDED])
    assert value(outcomes.termination_rate(evidence(played))) == 0.75
    assert value(outcomes.completion(evidence(played))) == 0.5
    assert value(outcomes.drawishness(evidence(played))) == 0.5


def test_a_match_cut_short_by_its_deals_has_not_ended_if_its_players_think() -> None:
    cut = records([1, 2, 1, 2], ending=[DEAL_LIMIT] * 3 + [DECIDED])
    assert value(outcomes.termination_rate(evidence(cut))) == 0.25
    assert value(outcomes.completion(evidence(cut))) == 0.25
    assert value(outcomes.termination_rate(Evidence(((0,), (1,)), random=cut))) == 1.0


def test_chips_won_are_what_is_fair_where_they_are_the_goal() -> None:
    """Seat 0 wins three small pots of four, seat 1 one of three times their size."""
    payoffs = np.array([[0.01, -0.01]] * 3 + [[-0.03, 0.03]] * 1, np.float32)
    played = records([1, 1, 1, 2] * 20, payoffs=np.concatenate([payoffs] * 20))
    by_wins, by_chips = evidence(played), evidence(played, for_chips=True)
    assert value(outcomes.seat_fairness(by_wins)) == pytest.approx(0.5, abs=0.1)
    assert value(outcomes.seat_fairness(by_chips)) == 1.0
    one_seat = records([1] * 50, payoffs=np.array([[0.01, -0.01]] * 50, np.float32))
    assert value(outcomes.seat_fairness(evidence(one_seat, for_chips=True))) == 0.0


def test_fairness_of_seats() -> None:
    assert value(outcomes.seat_fairness(evidence(records([1] * 50)))) == 0.0
    assert value(outcomes.seat_fairness(evidence(records([1, 2] * 50)))) == 1.0
    partners = ((0, 2), (1, 3))
    one_side = evidence(records([0b0101] * 50, seats=4), partners)
    assert value(outcomes.seat_fairness(one_side)) == 0.0


def test_balance_counts_draws_and_fairness_looks_at_the_first_seat() -> None:
    played = records([1, 1, 2, 0])
    assert value(outcomes.balance(evidence(played))) == 0.75
    assert value(outcomes.fairness(Evidence(((0,), (1,)), random=records([1, 1, 1, 2])))) == pytest.approx(0.5)
    assert value(outcomes.fairness(Evidence(((0,), (1,)), random=records([1, 2, 2, 2])))) == pytest.approx(0.5)


def test_variety_of_endings() -> None:
    assert value(outcomes.ending_variety(evidence(records([1] * 40)))) == pytest.approx(0.0)
    assert value(outcomes.ending_variety(evidence(records([1, 2] * 20)))) == pytest.approx(0.5)


# The course of a game.


def test_tension_of_a_coin_toss_and_of_a_walk_over() -> None:
    even = probe([[[0.5, 0.5]] * 5] * 20)
    decided = probe([[[1.0, 0.0]] * 5] * 20)
    assert value(course.tension(evidence(records([1] * 20, probe=even)))) == 1.0
    assert value(course.tension(evidence(records([1] * 20, probe=decided)))) == 0.0


def test_tension_weighs_late_plies_more() -> None:
    early = probe([[[0.5, 0.5], [0.5, 0.5], [1, 0], [1, 0]]] * 20)
    late = probe([[[1, 0], [1, 0], [0.5, 0.5], [0.5, 0.5]]] * 20)
    of_early = value(course.tension(evidence(records([1] * 20, probe=early))))
    assert of_early < value(course.tension(evidence(records([1] * 20, probe=late))))


def test_buildup_is_how_much_is_settled_on_the_way() -> None:
    def of(*chances: float) -> float:
        samples = [[chance, 1 - chance] for chance in chances]
        return value(course.buildup(evidence(records([1] * 20, probe=probe([samples] * 20, rollouts=1000)))))

    assert of(0.5, 0.5, 0.5, 0.5) == pytest.approx(0.0)  # the last ply decides
    assert of(0.5, 1.0, 1.0, 1.0) == pytest.approx(0.75)  # the first does
    assert of(1.0, 1.0, 1.0, 1.0) == 1.0  # the deal did
    assert of(0.5, 0.9, 0.5, 0.9) == pytest.approx(1 - (0.25 + 0.09) / 2 / 0.25)


def test_buildup_is_not_made_of_noise() -> None:
    """Twelve rollouts each of games in which every ply is a coin toss."""
    rng = np.random.default_rng(1)
    chance = rng.binomial(12, 0.5, (400, 8)) / 12
    found = course.buildup(evidence(records([1] * 400, probe=probe(np.stack([chance, 1 - chance], 2), rollouts=12))))
    assert found is not None and found.low <= 0.0 and found.value < 0.02


def test_comebacks_are_wins_from_behind_at_half_time() -> None:
    behind = [[[0.5, 0.5], [0.3, 0.7], [0.9, 0.1]]]
    ahead = [[[0.5, 0.5], [0.7, 0.3], [0.9, 0.1]]]
    played = records([1] * 4, probe=probe(behind * 3 + ahead))
    assert value(course.comeback(evidence(played))) == 0.75


def test_lead_changes_count_clear_leads_only() -> None:
    noisy = [[[0.9, 0.1], [0.52, 0.48], [0.48, 0.52], [0.9, 0.1]]]
    turning = [[[0.9, 0.1], [0.1, 0.9], [0.9, 0.1], [0.1, 0.9]]]
    assert value(course.lead_changes(evidence(records([1] * 9, probe=probe(noisy * 9))))) == 0.0
    assert value(course.lead_changes(evidence(records([1] * 9, probe=probe(turning * 9))))) == 1.0


def test_decisive_is_late() -> None:
    late = [[[0.4, 0.6], [0.4, 0.6], [0.9, 0.1]]]
    early = [[[0.9, 0.1], [0.9, 0.1], [0.9, 0.1]]]
    assert value(course.decisiveness(evidence(records([1] * 9, probe=probe(late * 9))))) == 1.0
    assert value(course.decisiveness(evidence(records([1] * 9, probe=probe(early * 9))))) == 0.0


def test_drama_and_security_as_cardstock_has_them() -> None:
    path = [[[0.25, 0.75], [0.25, 0.75], [0.8, 0.2], [1, 0]]]
    played = evidence(records([1] * 9, probe=probe(path * 9)))
    assert value(course.drama(played)) == pytest.approx(0.5)
    assert value(course.security(played)) == pytest.approx(0.5)


# Choices.


def test_choices_that_lead_to_the_same_are_none() -> None:
    win = [[[0.5, 0.5]] * 4] * 10
    same = probe(win, seen=np.tile([1, 1, 2, 3], (10, 1)), swayed=np.tile([1, 1, 1, 2], (10, 1)))
    played = evidence(records([1] * 10, probe=same))
    assert value(choices.decision_density(played)) == 0.5
    assert value(choices.interaction(played)) == 0.25
    assert value(choices.agency(played)) == 1.0


def test_plies_within_a_selection_are_not_counted() -> None:
    win = [[[0.5, 0.5]] * 4] * 10
    within = probe(win, seen=np.tile([1, 2, 2, 2], (10, 1)), continues=np.tile([0, 0, 1, 1], (10, 1)))
    assert value(choices.decision_density(evidence(records([1] * 10, probe=within)))) == 0.5


def test_spread_of_noise_is_none() -> None:
    rng = np.random.default_rng(1)
    win = np.full((50, 4, 2), 0.5)
    noise = rng.normal(0.5, 0.1, (50, 4, 32, 2)).astype(np.float32)
    assert abs(value(choices.spread(evidence(records([1] * 50, probe=probe(win, worth=noise)))))) < 0.02
    real = np.zeros((50, 4, 32, 2), np.float32)
    real[:, :, 0] = 0.4
    assert value(choices.spread(evidence(records([1] * 50, probe=probe(win, worth=real))))) == pytest.approx(0.4)


def test_choices_converge() -> None:
    win = np.full((9, 3, 2), 0.5)
    falling = probe(win, legal=np.tile([11, 6, 1], (9, 1)))
    assert value(choices.convergence(evidence(records([1] * 9, probe=falling)))) == 1.0
    assert value(choices.convergence(evidence(records([1] * 9, probe=probe(win))))) == 0.5


# Skill.


def test_skill_is_that_of_the_best_player() -> None:
    duels = {
        "greedy>thumb": duel(0.6, 0.5, 0.7, [0.6]),
        "search>thumb": duel(0.8, 0.7, 0.9, [1.0, 0.5]),
        "search>random": duel(0.9, 0.8, 0.95, [1.0, 0.5]),
    }
    thinking = evidence(duels=duels)
    assert value(skill.skill_gradient(thinking)) == pytest.approx(0.6)
    assert value(skill.order(thinking)) == pytest.approx(0.5)
    assert value(skill.trace(thinking)) == 0.5
    assert skill.bluffing(thinking) is None
    so_far = skill.skill_gradient(evidence(duels={"greedy>thumb": duels["greedy>thumb"]}))
    assert so_far is not None and so_far.value == pytest.approx(0.2) and so_far.high == 1.0


def test_depth_counts_rungs() -> None:
    duels = {
        "greedy>random": duel(0.9, 0.8, 1.0, [1.0], "greedy"),
        "search>greedy": duel(0.55, 0.45, 0.65, [1.0]),
        "deeper>greedy": duel(0.7, 0.62, 0.8, [1.0], "deeper"),
    }
    ladder = ("random", "greedy", "search", "deeper")
    assert value(skill.ladder_depth(evidence(duels=duels, ladder=ladder))) == 2
    assert value(skill.ladder_depth(evidence(ladder=ladder))) == 0


# All of them.


def test_what_is_missing_is_left_out() -> None:
    assert measure(evidence()) == {}
    assert set(measure(evidence(bits=30.0))) == {"description_length"}


def test_the_table_says_what_each_metric_is() -> None:
    for row in METRICS.values():
        assert row.better in ("more", "less", "between")
        assert row.low < row.high
        assert row.meaning and row.needs and row.function.__doc__


def test_betting_reports_folds_and_chips() -> None:
    played = records([1, 2], plies=[2, 1], chips=[[20, 0], [5, 15]])
    columns = {name: np.zeros(3) for name in ("seat", "legal", "prompt", "kinds", "hands", "scores", "chips", "leader")}
    moves = PlyRecords(offset=np.array([0, 2, 3]), move=np.array([FOLD, 1, 1]), **columns)
    report = betting_report(Evidence(((0,), (1,)), greedy=played.__class__(**{**vars(played), "ply": moves}), chips=20))
    assert report is not None
    assert value(report.fold_rate) == 0.25
    assert value(report.winners_chips) == pytest.approx(0.875)
    assert report.final_chips == (12.5, 7.5)
    assert betting_report(evidence(played)) is None
