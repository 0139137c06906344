"""Proportion: each disproportion is found where it is planted, and what comes near it is not."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.judge import find_faults, find_refusals
from tests.edits import edited

PHASES = "turn_structure.phases"
OPENING = "turn_structure.opening"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
EVEN = {rank: 2 * (place // 2 + 1) for place, rank in enumerate(RANKS)}
ONES = dict.fromkeys(RANKS, 1)
FULL_PILE: dict[str, Any] = {"type": "location_size", "location": "discard", "operator": ">", "value": 1}
EMPTY_STOCK: dict[str, Any] = {"type": "location_empty", "location": "deck"}
TRICKS: dict[str, Any] = {"type": "trick_count", "operator": ">", "value": 0}

# What is wrong: the game, what is changed in it, a word of what is said; then a change that comes near, and is a game.
FAULTS: dict[str, tuple[str, dict[str, Any], str, dict[str, Any]]] = {
    "points for all sides together": (
        "scopa",
        {"scoring_rules.0.condition": EMPTY_STOCK},
        "all sides score this together",
        {"scoring_rules.0.condition": {"type": "capture_count", "operator": ">"}},
    ),
    "points that the winner of a trick gets with all others": (
        "whist",
        {f"{PHASES}.0.winner_actions": [{"type": "add_score", "points": 1, "who": "all"}]},
        "all sides score this together",
        {f"{PHASES}.0.winner_actions": [{"type": "add_score", "points": 1, "who": "others"}]},
    ),
    "wages for every turn": (
        "gin-rummy",
        {"triggers": [{"trigger_condition": FULL_PILE, "actions": [{"type": "add_score", "points": 10}]}]},
        "points for having the turn",
        {"triggers": [{"trigger_condition": FULL_PILE, "actions": [{"type": "reveal"}]}]},
    ),
    "a sweep of a few points": (
        "hearts",
        {"sweep.total": 13},
        "happens to score 13 of 26 points",
        {"sweep.total": 14},
    ),
    "fifteens of even cards": (
        "cribbage",
        {"setup.card_values": EVEN},
        "no cards of the pack add up to 15",
        {"setup.card_values": EVEN | {"A": 1}},
    ),
    "sums of cards that are all worth one": (
        "scopa",
        {"setup.card_values": ONES},
        "no card is worth as much as several others together",
        {"setup.card_values": ONES | {"K": 2}},
    ),
    "builds of cards that are all worth one": (
        "cassino",
        {"setup.card_values": ONES},
        "so nothing can be built",
        {"setup.card_values": ONES | {"9": 2}},
    ),
    "a knock that costs all lives": (
        "thirty-one",
        {f"{PHASES}.0.knocker_penalty": 3},
        "costs all lives at once",
        {f"{PHASES}.0.lives": 4, f"{PHASES}.0.knocker_penalty": 3},
    ),
    "claims that everybody can make": (
        "cheat",
        {f"{PHASES}.0.order": "free", f"{PHASES}.0.max_cards": 1},
        "nobody needs to lie",
        {f"{PHASES}.0.order": "free", f"{PHASES}.0.max_cards": 2},
    ),
    "a rule that takes what another gives": (
        "whist",
        {
            "scoring_rules": [
                {"condition": TRICKS, "points": 1, "per_card": True},
                {"condition": TRICKS, "points": -1, "per_card": True, "description": "a tax"},
            ]
        },
        "another rule takes what this one gives",
        {
            "scoring_rules": [
                {"condition": TRICKS, "points": 1, "per_card": True},
                {"condition": TRICKS | {"value": 9}, "points": -1, "per_card": True},
            ]
        },
    ),
    "bids beside dearer tricks": (
        "spades",
        {"scoring_rules": [{"condition": TRICKS, "points": 60, "per_card": True}]},
        "one that was bid is worth 10",
        {"scoring_rules": [{"condition": TRICKS, "points": 5, "per_card": True}]},
    ),
    "a contract beside dearer tricks": (
        "contract-bridge",
        {"scoring_rules": [{"condition": TRICKS, "points": 200, "per_card": True}]},
        "one that was bid is worth 30",
        {"scoring_rules": [{"condition": TRICKS, "points": 10, "per_card": True}]},
    ),
    "tricks above the bid that are nearly as good": (
        "spades",
        {f"{OPENING}.0.overtrick_points": 6, f"{OPENING}.0.bag_limit": 0},
        "a low bid is safe",
        {f"{OPENING}.0.overtrick_points": 6},  # and every bag costs ten
    ),
    "tricks too many that cost more than any bid": (
        "spades",
        {f"{OPENING}.0.bag_limit": 1, f"{OPENING}.0.bag_penalty": 140, f"{OPENING}.0.nil_bonus": 0},
        "everybody bids as high as they can",
        {f"{OPENING}.0.bag_limit": 1, f"{OPENING}.0.bag_penalty": 10},
    ),
    "points that tricks give and their cards take": (
        "whist",
        {
            "teams": [],
            "scoring_rules": [
                {"condition": TRICKS, "points": 4, "per_card": True},
                {"condition": {"type": "capture_count"}, "points": -1, "per_card": True},
            ],
        },
        "the cards in them take",
        {
            "teams": [],
            "scoring_rules": [
                {"condition": TRICKS, "points": 4, "per_card": True},
                {"condition": {"type": "suit_count", "suit": "H"}, "points": -1, "per_card": True},
            ],
        },
    ),
    "a single card that is hardly ever dealt": (
        "knaves",
        {
            "setup.cards_per_player": 6,
            "scoring_rules.0.condition": {"type": "has_captured_card", "suit": "S", "rank": "Q"},
        },
        "in most deals nobody gets the card that scores",
        {"scoring_rules.0.condition": {"type": "has_captured_card", "suit": "S", "rank": "Q"}},
    ),
    "a hand and a table of another size": (
        "schwimmen",
        {"setup.cards_per_player": 4},
        "hands change their size",
        {"setup.cards_per_player": 4, "setup.initial_tableau_count": 4},
    ),
    "a first turn for a card that is hardly ever dealt": (
        "cribbage",
        {"setup.starting_player": "holder", "setup.starting_card": "2C"},
        "nobody holds the card that takes the first turn",
        {"setup.starting_player": "random"},
    ),
    "suits of other ranks for each": (
        "goofspiel",
        {
            "setup.initial_deck": "custom",
            "setup.custom_deck": [f"{rank}C" for rank in "23456"]
            + [f"{rank}{suit}" for suit in "DHS" for rank in "789JQ"],
        },
        "one player holds other ranks",
        {"setup.initial_deck": "custom", "setup.custom_deck": [f"{rank}{suit}" for suit in "CDHS" for rank in "789JQ"]},
    ),
    "a board that is the hand": (
        "texas-holdem",
        {"setup.cards_per_player": 1},
        "5 cards on the table belong to every hand, and 1 to each alone",
        {"setup.cards_per_player": 3},
    ),
    "chips for a few deals": (
        "draw-poker",
        {"setup.resources.ante": 45},
        "fewer than 5 deals",
        {"setup.resources.ante": 20},
    ),
    "calls that cost nothing": (
        "euchre",
        {f"{OPENING}.0.failed_points": 0},
        "loses nothing by it",
        {f"{OPENING}.0.failed_points": 1},
    ),
    "calls that bring nothing": (
        "euchre",
        {f"{OPENING}.0.made_points": 0, f"{OPENING}.0.all_points": 0},
        "scores nothing by it",
        {f"{OPENING}.0.made_points": 0},
    ),
    "calls for a single trick": (
        "euchre",
        {f"{OPENING}.0.needed": 1},
        "needs only 1 of 5 tricks",
        {f"{OPENING}.0.needed": 2},
    ),
    "hidden bids that are all alike": (
        "ninety-nine",
        {f"{OPENING}.0.club": 1, f"{OPENING}.0.diamond": 1, f"{OPENING}.0.heart": 1},
        "all suits stand for the same bid",
        {f"{OPENING}.0.club": 1, f"{OPENING}.0.diamond": 1},
    ),
    "contracts that cannot fail": (
        "contract-bridge",
        {f"{OPENING}.0.book": 0, f"{OPENING}.0.max_level": 2},
        "whoever speaks first makes one",
        {f"{OPENING}.0.book": 0},
    ),
    "a crib that is larger than hands": (
        "cribbage",
        {f"{PHASES}.0.crib_size": 9},
        "the crib is more than twice as large as a hand",
        {f"{PHASES}.0.crib_size": 5},
    ),
    "bets that are nothing beside the antes": (
        "draw-poker",
        {
            "setup.resources.ante": 40,
            f"{PHASES}.0.bet_sizes": ["min"],
            f"{PHASES}.0.max_raises": 1,
            f"{PHASES}.2.bet_sizes": ["min"],
        },
        "160 chips are in the pot before anybody bets",
        {f"{PHASES}.0.bet_sizes": ["min"], f"{PHASES}.2.bet_sizes": ["min"]},
    ),
    "antes of nearly all chips": (
        "draw-poker",
        {"setup.resources.ante": 95},
        "380 chips are in the pot before anybody bets",
        {"setup.resources.ante": 20},
    ),
    "a place that is better than the first": (
        "president",
        {f"{PHASES}.0.place_points": [0, 1, 2, 3]},
        "does not score best",
        {f"{PHASES}.0.place_points": [3, 2, 1]},
    ),
    "places that are alike": (
        "president",
        {f"{PHASES}.0.place_points": [1] * 8},
        "all places score the same",
        {f"{PHASES}.0.place_points": [1, 1]},
    ),
    "a declarer who needs hardly anything": (
        "skat",
        {f"{OPENING}.0.needed": 20},
        "needs only 20 of 120 points",
        {f"{OPENING}.0.needed": 50},
    ),
    "a declarer who needs more than there is": (
        "skat",
        {f"{OPENING}.0.needed": 121},
        "no deal has 121 points",
        {f"{OPENING}.0.needed": 80},
    ),
    "a race that a pair wins": (
        "schnapsen",
        {f"{PHASES}.0.target": 40},
        "a single pair wins the race",
        {f"{PHASES}.0.target": 50},
    ),
    "a race that a trick wins": (
        "schnapsen",
        {f"{PHASES}.0.target": 12, f"{PHASES}.0.pair_ranks": []},
        "a single trick wins the race",
        {f"{PHASES}.0.target": 40, f"{PHASES}.0.pair_ranks": []},
    ),
    "a race that nobody can win": (
        "schnapsen",
        {f"{PHASES}.0.target": 200, f"{PHASES}.0.pair_ranks": []},
        "no deal has 200 points",
        {f"{PHASES}.0.target": 100},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_disproportion_is_found_and_its_neighbour_is_not(fault: str) -> None:
    game, planted, words, near = FAULTS[fault]
    assert any(words in finding.why for finding in find_refusals(edited(game, planted)))
    assert not [finding.why for finding in find_refusals(edited(game, near)) if words in finding.why]


def test_a_sweep_that_changes_nothing_could_be_left_out() -> None:
    usual = edited("hearts", {})
    idle = edited("hearts", {"sweep": {"total": 26, "own": 26, "others": 0}})
    assert not find_faults(usual) and not find_refusals(idle)
    assert [finding.why for finding in find_faults(idle)] == [
        "whoever has all the points keeps them, as without this rule"
    ]
