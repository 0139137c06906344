"""Rates and ratings, on results made by hand or drawn from known strengths."""

from __future__ import annotations

import math

import numpy as np
import pytest

from darwindeck.contest.model import ELO, expected_score, score_of, slope, strength, two_player_rate
from darwindeck.contest.rating import PairScores, interval, pair_rates, ratings
from darwindeck.contest.schedule import pairings
from tests.contest.synthetic import deals, scores, two_sided

SIDES = (2, 3, 4, 8)


@pytest.mark.parametrize("sides", SIDES)
def test_equals_score_one_half(sides: int) -> None:
    assert expected_score(0, sides) == pytest.approx(0.5)
    assert two_player_rate(0.5, sides) == pytest.approx(0.5)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("log_strength", [-9.0, -1.0, 0.0, 0.3, 5.0])
def test_strength_is_the_inverse_of_the_expected_score(sides: int, log_strength: float) -> None:
    score = expected_score(log_strength, sides)
    assert math.log(strength(score, sides)) == pytest.approx(log_strength)
    step = 1e-6
    rise = expected_score(log_strength + step, sides) - expected_score(log_strength - step, sides)
    assert slope(log_strength, sides) == pytest.approx(rise / (2 * step), rel=1e-4)


def test_small_stakes_are_told_apart_as_well_as_large_ones() -> None:
    """A wins the stake on three deals of four, whether it is a chip of a hundred or all of them."""
    won = np.array([1.0, 1.0, 1.0, 0.0] * 10)
    for stake in (0.01, 1.0):
        share = 0.5 + stake * (won - 0.5)
        played = PairScores(pairings(["a", "b"])[0], 2, np.stack([share, 1 - share], axis=1), np.full(40, stake))
        assert pair_rates(played, 0.95)[0].rate == pytest.approx(0.75)


def test_who_wins_few_large_pots_is_ahead_of_who_wins_many_small_ones() -> None:
    payoff = np.array([0.5, -0.1, -0.1, -0.1] * 10)
    share = (1 + payoff) / 2
    played = PairScores(pairings(["a", "b"])[0], 2, np.stack([share, 1 - share], axis=1), np.abs(payoff))
    assert pair_rates(played, 0.95)[0].rate == pytest.approx(0.625)


def test_the_equivalent_is_that_of_the_odds() -> None:
    """One A among three Bs wins 2 of 5 games: odds 0.4 · 3 / 0.6 = 2. One B among As should then win 1 of 7."""
    rate, reverse = pair_rates(scores(np.array([[0.4, 1 / 7]] * 50), sides=4), 0.95)
    assert rate.equivalent == pytest.approx(2 / 3)
    assert reverse.equivalent == pytest.approx(1 / 3)
    assert (rate.rate, reverse.rate, rate.even) == pytest.approx((0.4, 1 / 7, 0.25))
    assert rate.games == reverse.games == 200


def test_of_two_sides_the_rate_is_its_own_equivalent() -> None:
    rate, reverse = pair_rates(two_sided(1, 0.5, 1, 0), 0.95)
    assert rate.rate == rate.equivalent == pytest.approx(0.625)
    assert (rate.low, rate.high) == pytest.approx((rate.equivalent_low, rate.equivalent_high))
    assert (rate.low, rate.high) == pytest.approx((1 - reverse.high, 1 - reverse.low))
    assert rate.games == 8


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("count", [1, 10, 1000])
def test_an_interval_is_never_empty(score: float, count: int) -> None:
    mean, low, high = interval(np.full(count, score), 0.95)
    assert mean == score
    assert 0 <= low <= score <= high <= 1
    assert 1 / count < high - low < 5 / count or count == 1


def test_intervals_widen_with_their_level() -> None:
    widths = [np.ptp(interval(np.array([0.5, 1, 0.5, 0, 1] * 20), level)[1:]) for level in (0.5, 0.9, 0.99)]
    assert widths == sorted(widths)


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("luck", [0.0, 1.5])
@pytest.mark.parametrize("count", [30, 100])
def test_intervals_hold_the_truth_as_often_as_they_say(sides: int, luck: float, count: int) -> None:
    """The truth of lucky games is what very many deals give: luck makes strengths look smaller."""
    rng = np.random.default_rng(1)
    many = deals(rng, 100_000, sides, 150, luck)
    rate, elo = many[:, 0].mean(), ELO * math.log(strength(score_of(many).mean(), sides))
    times, rate_held, elo_held = 400, 0, 0
    for _ in range(times):
        played = scores(deals(rng, count, sides, 150, luck), sides)
        found = pair_rates(played, 0.95)[0]
        rating = ratings(("b", "a"), [played], 0.95)[1]
        rate_held += found.low <= rate <= found.high
        elo_held += rating.low <= elo <= rating.high
    assert rate_held / times >= 0.93
    assert elo_held / times >= 0.93
    if count == 100:
        assert rate_held / times <= 0.985


@pytest.mark.parametrize("sides", [2, 4])
def test_known_ratings_are_recovered(sides: int) -> None:
    rng = np.random.default_rng(5)
    elos = {"weak": 0.0, "middle": 120.0, "strong": 300.0}
    played = [
        PairScores(pair, sides, deals(rng, 1000, sides, elos[pair.a] - elos[pair.b])) for pair in pairings(list(elos))
    ]
    for rating in ratings(list(elos), played, 0.99):
        assert rating.low <= elos[rating.player] <= rating.high
        assert rating.high - rating.low < 80
        assert rating.games == 2 * 1000 * (2 if sides == 2 else 8)


def test_the_first_player_is_the_anchor() -> None:
    anchor, other = ratings(("a", "b"), [two_sided(1, 0.5)], 0.95)
    assert (anchor.elo, anchor.low, anchor.high) == (0, 0, 0)
    mirrored = ratings(("b", "a"), [two_sided(1, 0.5)], 0.95)[1]
    assert (other.elo, other.low) == pytest.approx((-mirrored.elo, -mirrored.high))


def test_two_players_have_the_elo_of_their_score() -> None:
    """With the two imagined deals: (75 + 1) of (100 + 2)."""
    rating = ratings(("b", "a"), [two_sided(*[1.0] * 75, *[0.0] * 25)], 0.95)[1]
    assert rating.elo == pytest.approx(400 * math.log10(76 / 26))


def test_who_won_everything_has_a_finite_rating() -> None:
    rating = ratings(("b", "a"), [two_sided(*[1.0] * 100)], 0.95)[1]
    assert 300 < rating.low < rating.elo < rating.high < 2000


def test_deals_that_pairings_share_are_one_cluster() -> None:
    """The same result twice is no more evidence: a copy of a player must not sharpen the others."""
    rng = np.random.default_rng(3)
    shares = deals(rng, 200, 2, 50, luck=1)
    copies = [scores(shares, a="a", b=name) for name in ("b", "c")] + [scores(np.full((200, 2), 0.5), a="b", b="c")]
    alone = ratings(("b", "a"), [scores(shares)], 0.95)[1]
    together = ratings(("b", "c", "a"), copies, 0.95)[2]
    assert together.high - together.low == pytest.approx(alone.high - alone.low, rel=0.05)


def test_pairs_not_played_leave_ratings_finite() -> None:
    nothing = np.zeros((0, 2))
    found = ratings(("a", "b", "c"), [two_sided(1, 1), scores(nothing, b="c"), scores(nothing, a="b", b="c")], 0.95)
    assert all(math.isfinite(rating.elo + rating.low + rating.high) for rating in found)
    assert [rating.games for rating in found] == [4, 4, 0]
