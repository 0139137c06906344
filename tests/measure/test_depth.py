"""Depth, on comparisons made by hand."""

from __future__ import annotations

from darwindeck.measure.depth import Rung, depth, next_comparison

PLAYERS = ("random", "greedy", "weak", "strong")


def climb(strengths: dict[str, float], margin: float = 0.05) -> list[Rung]:
    """All comparisons, where the rate of each is 1/2 plus the difference in strength."""
    climbed: list[Rung] = []
    while pair := next_comparison(PLAYERS, climbed):
        rate = 0.5 + strengths[pair[0]] - strengths[pair[1]]
        climbed.append(Rung(*pair, rate, rate - margin, rate + margin, 100))
    return climbed


def test_every_rung_counts_that_beats_the_one_below() -> None:
    climbed = climb({"random": 0, "greedy": 0.2, "weak": 0.3, "strong": 0.4})
    assert [(rung.player, rung.against) for rung in climbed] == [
        ("greedy", "random"), ("weak", "greedy"), ("strong", "weak")
    ]  # fmt: skip
    assert depth(climbed) == 3


def test_a_rung_that_does_not_count_is_skipped() -> None:
    climbed = climb({"random": 0, "greedy": 0.05, "weak": 0.15, "strong": 0.2})
    assert [(rung.player, rung.against) for rung in climbed] == [
        ("greedy", "random"), ("weak", "random"), ("strong", "weak")
    ]  # fmt: skip
    assert depth(climbed) == 1


def test_a_rate_must_be_sure() -> None:
    assert depth(climb({"random": 0, "greedy": 0.2, "weak": 0.2, "strong": 0.2}, margin=0.2)) == 0
    assert depth(climb({"random": 0, "greedy": 0.2, "weak": 0.2, "strong": 0.2}, margin=0.19)) == 1


def test_a_game_of_chance_has_no_depth() -> None:
    assert depth(climb(dict.fromkeys(PLAYERS, 0.0))) == 0
    assert next_comparison(("random",), []) is None
