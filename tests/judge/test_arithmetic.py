"""What the rules ask to be added up and kept in mind, counted from known games."""

from __future__ import annotations

import pytest

from darwindeck import known_games, load_genome
from darwindeck.judge.arithmetic import count_arithmetic
from tests.edits import edited


def count(game: str) -> int:
    return len(count_arithmetic(load_genome(game)))


@pytest.mark.parametrize("game", ["war", "beggar-my-neighbour", "go-fish", "cheat", "durak"])
def test_games_without_numbers(game: str) -> None:
    assert count(game) == 0


def test_scopa_has_most_to_count_and_whist_little() -> None:
    loads = {name: count(name) for name in known_games()}
    assert max(loads, key=lambda name: loads[name]) == "scopa"
    assert 0 < loads["whist"] < loads["gin-rummy"] < loads["hearts"] < loads["scopa"]


def test_what_is_counted_in_spades() -> None:
    found = count_arithmetic(load_genome("spades"))
    assert "tricks are counted against bids" in found and "a score is kept" in found
    assert (
        "trump_suit: S" in found and len([line for line in found if "nil_bonus" in line or "bag_penalty" in line]) == 2
    )


def test_a_card_is_one_exception_and_a_special_case_another() -> None:
    hearts = count_arithmetic(load_genome("hearts"))
    assert "card: QS" in hearts and "suit: H" in hearts and "first_trick_forbidden: 14 cards" in hearts
    assert not [line for line in hearts if line.startswith("rank")]
    eights = count_arithmetic(load_genome("crazy-eights"))
    assert "card_values: 8 count 50" in eights and "card_values: J, Q, K count 10" in eights
    assert len([line for line in eights if line.startswith("a special case")]) == 1


def test_the_pack_is_no_exception() -> None:
    whist = load_genome("whist")
    smaller = edited(whist, {"setup.removed_cards": ["2C", "2D", "2H", "2S"]})
    assert count_arithmetic(smaller) == count_arithmetic(whist)
