"""Parts that work against each other are found, and what looks like them but makes sense is not."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.judge import find_faults, find_refusals
from darwindeck.judge.flow import Flow
from darwindeck.judge.sense import MOST_IDLE, find_nonsense
from tests.edits import edited
from tests.judge.violations import DISCARD, DRAW, KNOCK, OPENING, PHASES, SCORING, win

TRICKS: dict[str, Any] = {"type": "trick_count", "operator": ">=", "value": 0, "reference": "value"}
PAIRS: list[dict[str, Any]] = [{"type": "discard_pairs"}]


def nonsense(game: str, changes: dict[str, Any]) -> list[str]:
    return [finding.why for finding in find_nonsense(Flow(edited(game, changes)))]


def test_only_who_wants_fewer_cards_throws_pairs_away() -> None:
    """In old maid and crazy eights a pair gone is a gift; a hand of poker without its pairs is nothing."""
    assert nonsense("draw-poker", {"setup.post_deal_actions": PAIRS})
    assert not nonsense("crazy-eights", {"setup.post_deal_actions": PAIRS, "match": None, SCORING: []})


def test_hands_of_gin_keep_their_size() -> None:
    usual = {OPENING: [], PHASES: [DRAW, DISCARD, KNOCK]}
    assert not nonsense("gin-rummy", usual)
    assert nonsense("gin-rummy", usual | {PHASES: [DRAW | {"who": "all"}, DISCARD, KNOCK]})
    assert nonsense("gin-rummy", usual | {PHASES: [DRAW, DISCARD | {"who": "all"}, KNOCK]})
    assert not nonsense("gin-rummy", usual | {PHASES: [DRAW | {"who": "all"}, DISCARD | {"who": "all"}, KNOCK]})


def test_nobody_wants_prizes_where_points_are_bad() -> None:
    assert nonsense("gin-rummy", win("low_score", at=100)) == [
        "whoever does well scores points, and the lowest score wins"
    ]
    assert nonsense("spades", win("low_score", at=500))
    assert not nonsense("whist", win("low_score", at=30))  # tricks to avoid


def test_tricks_are_for_everybody() -> None:
    whole = {
        "setup.cards_per_player": 0,
        "setup.trump_selection_method": "none",
        "turn_structure.phases.0.trump_suit": "none",
    }
    assert not nonsense("whist", whole)
    assert nonsense("whist", whole | {"setup.removed_cards": ["2C"]})
    assert not nonsense("whist", whole | {"setup.removed_cards": ["2C"], "setup.leftover": "aside"})


def test_a_sweep_needs_so_many_points() -> None:
    assert not nonsense("hearts", {"sweep": {"total": 26}})
    assert nonsense("hearts", {"sweep": {"total": 90}}) == ["no deal has 90 points"]


def test_points_that_all_get_are_no_points() -> None:
    assert nonsense("whist", {SCORING: [{"condition": TRICKS, "points": 3}]})
    assert not nonsense("whist", {SCORING: [{"condition": TRICKS, "points": 3, "per_card": True}]})
    assert not nonsense("whist", {SCORING: [{"condition": TRICKS | {"value": 1}, "points": 3}]})


@pytest.mark.parametrize("number", [MOST_IDLE, MOST_IDLE + 1])
def test_rules_that_make_no_difference_add_up(number: int) -> None:
    """Chips, a trump suit and cards on the table: one or two could be left out, three are a riddle."""
    empty: list[dict[str, Any]] = [
        {"setup.starting_chips": 50},
        {"setup.trump_selection_method": "fixed", "setup.trump_suit": "S"},
        {"setup.initial_tableau_count": 4},
    ]
    changes: dict[str, Any] = {}
    for change in empty[:number]:
        changes |= change
    game = edited("gin-rummy", changes)
    assert len([finding for finding in find_faults(game) if not finding.is_fatal]) == number
    assert bool(find_refusals(game)) is (number > MOST_IDLE)


def test_an_amount_that_only_one_of_two_gets_makes_no_difference() -> None:
    more = {"condition": {"type": "capture_count"}, "points_source": "values"}
    single = {
        SCORING: [more],
        "match": None,
        "player_count": 2,
        "player_counts": [],
        "win_conditions": [{"type": "high_score"}],
    }
    assert nonsense("scopa", single) == ["only one player scores by this, so how much it is makes no difference"]
    assert not nonsense("scopa", single | {"player_count": 3})
    assert not nonsense("scopa", single | {SCORING: [more | {"points_source": "points"}]})


def test_a_suit_that_must_be_broken_is_not_like_any_other() -> None:
    trick = "turn_structure.phases.0.breaking_suit"
    assert nonsense("whist", {trick: "H"})
    assert not nonsense("hearts", {}) and not nonsense("spades", {})


def test_what_was_discarded_is_not_there_to_be_taken_back() -> None:
    """A knock with the cards of a meld comes after the draw in this order, too."""
    draw = DRAW | {"or_source": "discard"}
    usual = {OPENING: [], PHASES: [draw, DISCARD, KNOCK]}
    assert not nonsense("gin-rummy", usual)
    assert nonsense("gin-rummy", usual | {PHASES: [DISCARD, draw, KNOCK]}) == [
        "the card just discarded may be taken back"
    ]


def test_nobody_is_given_points_for_being_behind() -> None:
    behind = {"type": "score_compare", "operator": "<", "reference": "opponent"}
    assert nonsense("whist", {SCORING: [{"condition": behind, "points": 5}]})
    assert not nonsense("whist", {SCORING: [{"condition": behind | {"reference": "value", "value": 4}, "points": 5}]})


@pytest.mark.parametrize(("size", "dealt"), [(3, False), (4, False), (6, True)])
def test_a_target_is_not_dealt(size: int, dealt: bool) -> None:
    game = edited("schwimmen", {"setup.cards_per_player": size})
    assert dealt == any("somebody is dealt a hand worth 31" in finding.why for finding in find_refusals(game))
