"""How much there is to do, and whether the goal decides, on records made by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from darwindeck.measure.amount import choices, downtime, goal_honesty, minutes
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evidence import Evidence
from darwindeck.measure.outcomes import seat_share
from darwindeck.measure.skill import rule_gap, skill_gradient
from darwindeck.simulate.records import BY_DEAL_WINNER
from tests.measure.by_hand import DEAL_LIMIT, DECIDED, TURN_LIMIT, duel, evidence, records

TWO = ((0,), (1,))


def value(metric: Metric | None) -> float:
    assert metric is not None
    assert metric.low <= metric.value <= metric.high
    return metric.value


# Choices and waiting.


def test_choices_are_counted_by_player_and_deal() -> None:
    match = records([1, 2], decisions=[24, 48], deals=[2, 4])
    assert value(choices(evidence(match))) == 6.0
    of_four = records([1, 2], seats=4, decisions=[24, 48], deals=[2, 4])
    assert value(choices(evidence(of_four))) == 3.0


def test_where_players_drop_out_the_first_deal_counts() -> None:
    """Two of four are soon bankrupt: later deals have half as many choices, with as many seats."""
    match = records([1] * 10, seats=4, decisions=[100] * 10, deals=[10] * 10)
    first = records([1] * 10, seats=4, decisions=[16] * 10)
    assert value(choices(evidence(match))) == 2.5
    assert value(choices(evidence(match, deal=first))) == 4.0


def test_deals_of_a_game_of_lives_are_its_rounds() -> None:
    """In schwimmen a deal may be over after a choice each; a game has a dozen deals."""
    lives = records([1] * 10, seats=4, decisions=[48] * 10, deals=[12] * 10)
    assert value(choices(evidence(lives))) == 1.0
    assert value(choices(evidence(lives, rounds=True))) == 12.0


def test_deals_of_less_than_a_minute_are_rounds() -> None:
    """Blackjack has four choices of three players in a deal of 45 seconds, and ten deals. Searches play one deal of a match."""
    match = records([1] * 10, seats=3, plies=[40] * 10, decisions=[40] * 10, deals=[10] * 10)
    deal = records([1] * 10, seats=3, plies=[4] * 10, decisions=[4] * 10)
    assert value(choices(evidence(deal, greedy=match))) == pytest.approx(40 / 3)
    longer = records([1] * 10, seats=3, plies=[80] * 10, decisions=[80] * 10, deals=[10] * 10)
    assert value(choices(evidence(longer, greedy=longer))) == pytest.approx(8 / 3)
    assert value(choices(evidence(deal, greedy=deal))) == pytest.approx(4 / 3)  # a single deal is a whole game


def test_people_take_minutes_by_the_shorter_games() -> None:
    """Random games of rummy hardly end; greedy ones of others do not."""
    short, long = (
        records([1] * 5, plies=[100] * 5, decisions=[60] * 5),
        records([1] * 5, plies=[9000] * 5, decisions=[9000] * 5),
    )
    assert value(minutes(Evidence(TWO, random=long, greedy=short))) == value(
        minutes(Evidence(TWO, random=short, greedy=long))
    )
    assert value(minutes(Evidence(TWO, random=long, greedy=short))) == pytest.approx((60 * 4 + 40 * 1.5 + 30) / 60)
    assert minutes(Evidence(TWO, random=short)) is None


def test_random_players_say_nothing_of_choices() -> None:
    assert choices(Evidence(TWO, random=records([1, 2]))) is None
    assert downtime(Evidence(TWO, random=records([1, 2]))) is None


def test_downtime_is_what_others_do_in_between() -> None:
    in_turn = records([1] * 5, seats=4, plies=[52] * 5, decisions=[52] * 5)
    assert value(downtime(evidence(in_turn))) == 3.0
    every_other_ply_is_forced = records([1] * 5, seats=4, plies=[52] * 5, decisions=[26] * 5)
    assert value(downtime(evidence(every_other_ply_is_forced))) == 6.0
    assert downtime(evidence(records([1], decisions=[0]))) is None


# The goal.


def test_a_game_is_honest_that_its_goal_decides() -> None:
    played = records([1, 2, 1, 2], decided_by=[3, 3, 3, BY_DEAL_WINNER])
    assert value(goal_honesty(evidence(played, goals=frozenset({3})))) == 0.75
    assert value(goal_honesty(evidence(played, goals=frozenset({3, BY_DEAL_WINNER})))) == 1.0
    assert value(goal_honesty(evidence(played, goals=frozenset({7})))) == 0.0
    assert goal_honesty(evidence(played)) is None


def test_limits_and_games_without_a_loser_are_not_decided_by_the_goal() -> None:
    played = records([1, 0, 3, 2, 2], ending=[DECIDED, DECIDED, DECIDED, TURN_LIMIT, DEAL_LIMIT], decided_by=[1] * 5)
    assert value(goal_honesty(evidence(played, goals=frozenset({1})))) == 0.4


# Seats.


def test_the_luckiest_seat_in_even_shares() -> None:
    assert value(seat_share(evidence(records([1, 2] * 50)))) == 1.0
    assert value(seat_share(evidence(records([1, 1, 1, 2] * 50)))) == 1.5
    assert value(seat_share(evidence(records([1, 1, 2, 4] * 50, seats=3)))) == 1.5
    assert value(seat_share(evidence(records([0b101] * 50, seats=4), ((0, 2), (1, 3))))) == 2.0
    assert seat_share(Evidence(TWO, random=records([1] * 50))) is None


def test_a_deal_that_is_played_again_tells_no_more_of_seats() -> None:
    once, again = records([1, 1, 1, 2] * 5), Evidence(TWO, search=(records([1, 1, 1, 2] * 5),) * 4)
    of_one, of_four = seat_share(evidence(once)), seat_share(again)
    assert of_one is not None and of_one == of_four


def test_all_competent_players_count_for_seats() -> None:
    both = Evidence(TWO, greedy=records([1] * 50), search=(records([2] * 50),) * 3)
    assert value(seat_share(both)) == 1.0


def test_greedy_players_who_are_beaten_by_a_search_do_not_count_for_seats() -> None:
    mirrors = evidence(records([1, 2] * 25), greedy=records([1] * 50))
    for low, share in ((0.6, 1.0), (0.4, 1.5)):
        duels = {"search>greedy": duel(0.7, low, 0.8, [1.0, 0.0])}
        assert value(seat_share(replace(mirrors, duels=duels))) == share


# Rules of thumb.


@pytest.mark.parametrize(("share", "gap"), [(0.5, 0.0), (0.25, 0.5), (0.0, 1.0), (0.75, -0.5)])
def test_the_gap_is_what_a_rule_of_thumb_lacks_of_an_even_share(share: float, gap: float) -> None:
    among_search = duel(0.6, 0.5, 0.7, [1 - share] * 40)
    assert value(rule_gap(evidence(duels={"search>thumb": among_search}))) == pytest.approx(gap)


def test_with_three_sides_an_even_share_is_a_third() -> None:
    among_search = duel(0.6, 0.5, 0.7, [5 / 6] * 40)
    three = Evidence(((0,), (1,), (2,)), duels={"search>thumb": among_search})
    assert value(rule_gap(three)) == pytest.approx(0.5)


def test_those_who_leave_a_rule_least_are_the_good_players() -> None:
    duels = {"greedy>thumb": duel(0.5, 0.4, 0.6, [0.5] * 40), "search>thumb": duel(0.9, 0.8, 1.0, [0.9] * 40)}
    assert value(rule_gap(evidence(duels=duels))) == pytest.approx(0.8)
    assert value(skill_gradient(evidence(duels=duels))) == pytest.approx(0.8)


def test_before_a_search_has_played_the_gap_has_no_upper_end() -> None:
    """Greedy misjudges goofspiel and durak: a rule of thumb beats it, and searching players beat the rule."""
    beaten = duel(0.2, 0.1, 0.3, [0.2] * 400)
    gap = rule_gap(evidence(duels={"greedy>thumb": beaten}))
    assert gap is not None and gap.value < 0.0 and gap.high == 1.0
    searched = rule_gap(evidence(duels={"greedy>thumb": beaten, "search>thumb": beaten}))
    assert searched is not None and searched.high < 0.15


def test_who_peeks_or_guesses_is_no_yardstick() -> None:
    wins_all = duel(1.0, 0.9, 1.0, [1.0] * 40)
    assert rule_gap(evidence(duels={"random>thumb": wins_all, "oracle>thumb": wins_all})) is None
    assert rule_gap(evidence(duels={"search>random": wins_all})) is None
    assert skill_gradient(evidence(duels={"search>random": wins_all})) is None


def test_chips_may_be_lost_beyond_a_share_of_nothing() -> None:
    lost = duel(0.9, 0.8, 1.0, [1.5] * 40)  # the rule loses half of what is at stake
    assert value(rule_gap(evidence(duels={"search>thumb": lost}, for_chips=True))) == 1.0


def test_more_games_make_the_gap_surer() -> None:
    few, many = (rule_gap(evidence(duels={"search>thumb": duel(0.5, 0.4, 0.6, [0.4, 0.6] * n)})) for n in (5, 500))
    assert few is not None and many is not None
    assert np.isclose(few.value, many.value) and few.high > 0.15 > many.high
