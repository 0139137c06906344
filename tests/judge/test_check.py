"""Check: each fault of a genome is found where it is, and nothing else is reported."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck import Game
from darwindeck.errors import GenomeError
from darwindeck.judge.check import check
from tests.edits import edited

PHASES, OPENING = "turn_structure.phases", "turn_structure.opening"
PLAY: dict[str, Any] = {
    "type": "PlayPhase",
    "target": "discard",
    "valid_play_condition": {"type": "card_is_rank", "rank": "8"},
}
DRAW: dict[str, Any] = {"type": "DrawPhase", "source": "deck"}
AGAIN: dict[str, Any] = {"type": "play_again"}
SHEDDING: dict[str, Any] = {PHASES: [PLAY], "setup.discard_visibility": "face_up"}  # of cheat
TOP_DISCARD: dict[str, Any] = {"type": "card_matches_rank", "reference": "top_discard", "operator": "=="}


def nested(depth: int) -> dict[str, Any]:
    condition: dict[str, Any] = {"type": "card_is_rank", "rank": "8"}
    for _ in range(depth - 1):
        condition = {"type": "compound", "logic": "AND", "conditions": [condition]}
    return condition


def playing(condition: dict[str, Any]) -> dict[str, Any]:
    return SHEDDING | {PHASES: [PLAY | {"valid_play_condition": condition}]}


# What is wrong: the game, what is changed in it, the path of the error, and a word of its message.
ERRORS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "a number of players that is not allowed": ("war", {"player_count": 7}, "$.player_count", "not among"),
    "a seat in no team": ("hearts", {"teams": [[0, 2], [1]]}, "$.teams", "exactly once"),
    "a seat in two teams": ("hearts", {"teams": [[0, 2], [1, 2, 3]]}, "$.teams", "exactly once"),
    "a seat that is not there": ("hearts", {"teams": [[0, 2], [1, 5]]}, "$.teams", "exactly once"),
    "one team": ("hearts", {"teams": [[0, 1, 2, 3]]}, "$.teams", "two teams"),
    "a card twice": (
        "war",
        {"setup.initial_deck": "custom", "setup.custom_deck": ["AS", "KS", "AS"]},
        "$.setup.custom_deck",
        "twice",
    ),
    "a custom deck that is not used": ("war", {"setup.custom_deck": ["AS", "KS"]}, "$.setup.custom_deck", "only used"),
    "too many cards dealt": ("gin-rummy", {"setup.cards_per_player": 26}, "$.setup.cards_per_player", "53 cards"),
    "too many cards turned up": (
        "scopa",
        {"setup.cards_per_player": 13, "setup.initial_tableau_count": 20},
        "$.setup.cards_per_player",
        "the deck has 40",
    ),
    "too many cards for this number of players": (
        "draw-poker",
        {"setup.hand_sizes": {"4": 14}},
        "$.setup.cards_per_player",
        "56 cards",
    ),
    "fewer cards than players": (
        "cheat",
        {"setup.initial_deck": "custom", "setup.custom_deck": ["AS", "KS"]},
        "$.setup.cards_per_player",
        "reach everyone",
    ),
    "nothing left to turn up": ("cheat", {"setup.initial_tableau_count": 4}, "$.setup.cards_per_player", "turn up"),
    "the holder of no card": ("hearts", {"setup.starting_card": None}, "$.setup.starting_card", "holder"),
    "a fixed trump that is none": (
        "hearts",
        {"setup.trump_selection_method": "fixed"},
        "$.setup.trump_suit",
        "must be given",
    ),
    "a rank twice": ("war", {"setup.rank_order": ["A", "2", "A"]}, "$.setup.rank_order", "twice"),
    "a minimum nobody can pay": (
        "draw-poker",
        {"setup.resources.min_bet": 101},
        "$.setup.resources",
        "100 starting chips",
    ),
    "an ante nobody can pay": ("draw-poker", {"setup.resources.ante": 101}, "$.setup.resources", "ante"),
    "a small blind above the big": (
        "draw-poker",
        {"setup.resources.blinds": [5, 2]},
        "$.setup.resources.blinds",
        "small <= big",
    ),
    "a blind nobody can pay": (
        "draw-poker",
        {"setup.resources.blinds": [50, 200]},
        "$.setup.resources.blinds",
        "<= 100",
    ),
    "a bet nobody can pay": (
        "draw-poker",
        {f"{PHASES}.2.min_bet": 101},
        "$.turn_structure.phases[2].min_bet",
        "exceeds",
    ),
    "betting without chips": ("draw-poker", {"setup.resources": None}, "$.turn_structure.phases[0].min_bet", "exceeds"),
    "a limit below the minimum": (
        "draw-poker",
        {f"{PHASES}.0.max_bet": 1},
        "$.turn_structure.phases[0].max_bet",
        "below min_bet",
    ),
    "betting in teams": ("draw-poker", {"teams": [[0, 2], [1, 3]]}, "$.turn_structure.phases[0]", "no teams"),
    "no way to win": ("war", {"win_conditions": []}, "$.win_conditions", "at least one"),
    "no target to reach": (
        "scopa",
        {"win_conditions": [{"type": "first_to_score"}]},
        "$.win_conditions[0].threshold",
        "positive",
    ),
    "a target for nothing": (
        "war",
        {"win_conditions": [{"type": "capture_all", "threshold": 5}]},
        "$.win_conditions[0].threshold",
        "no threshold",
    ),
    "a target of nothing": (
        "scopa",
        {"win_conditions": [{"type": "high_score", "threshold": 0}]},
        "$.win_conditions[0].threshold",
        "positive",
    ),
    "more cards at least than at most": (
        "cheat",
        {f"{PHASES}.0.min_cards": 5},
        "$.turn_structure.phases[0].min_cards",
        "exceeds max_cards",
    ),
    "an offer in every turn": (
        "gin-rummy",
        {f"{PHASES}.0": {"type": "OfferPhase"}},
        "$.turn_structure.phases[0]",
        "opening",
    ),
    "an up-card offered twice": (
        "gin-rummy",
        {"turn_structure.opening": [{"type": "OfferPhase"}, {"type": "OfferPhase"}]},
        "$.turn_structure.opening[1]",
        "once",
    ),
    "a bid in every turn": ("spades", {PHASES: [{"type": "BidPhase"}]}, "$.turn_structure.phases[0]", "opening"),
    "a bid at least above the bid at most": (
        "spades",
        {"turn_structure.opening.0.min_bid": 5, "turn_structure.opening.0.max_bid": 4},
        "$.turn_structure.opening[0].min_bid",
        "exceeds max_bid",
    ),
    "two auctions": (
        "contract-bridge",
        {OPENING: [{"type": "AuctionPhase"}, {"type": "AuctionPhase"}]},
        "$.turn_structure.opening[1]",
        "declarer of another phase",
    ),
    "a call for trumps and an auction": (
        "contract-bridge",
        {OPENING: [{"type": "CallTrumpPhase"}, {"type": "AuctionPhase"}]},
        "$.turn_structure.opening[1]",
        "declarer of another phase",
    ),
    "bids and an auction": (
        "contract-bridge",
        {OPENING: [{"type": "BidPhase"}, {"type": "AuctionPhase"}]},
        "$.turn_structure.opening[1]",
        "declarer of another phase",
    ),
    "bids and a call for trumps": (
        "euchre",
        {OPENING: [{"type": "BidPhase"}, {"type": "CallTrumpPhase"}]},
        "$.turn_structure.opening[1]",
        "declarer of another phase",
    ),
    "hidden bids where captured cards wait": (
        "ninety-nine",
        {PHASES: [{"type": "CapturePhase"}]},
        "$.turn_structure.opening[0]",
        "cards of a later phase wait",
    ),
    "hidden bids where passed cards wait": (
        "ninety-nine",
        {OPENING: [{"type": "HiddenBidPhase"}, {"type": "PassCardsPhase"}]},
        "$.turn_structure.opening[0]",
        "cards of a later phase wait",
    ),
    "a game played alone after which players leave": (
        "skat",
        {"win_conditions": [{"type": "capture_all"}]},
        "$.turn_structure.opening[0]",
        "players leave",
    ),
    "a game played alone in which captured cards come back": (
        "skat",
        {
            f"{PHASES}.0.winner_actions": [
                {"type": "transfer_cards", "source": "capture_zone", "target": "deck", "count": 0}
            ]
        },
        "$.turn_structure.opening[0]",
        "captured cards",
    ),
    "a battle for a pot without chips": (
        "war",
        {f"{PHASES}.0.spoils": "pot"},
        "$.turn_structure.phases[0].spoils",
        "no chips",
    ),
    "suits of an empty deck": (
        "goofspiel",
        {"setup.initial_deck": "custom", "setup.custom_deck": []},
        "$.setup.initial_deck",
        "no cards",
    ),
    "a suit too few for the seats": ("goofspiel", {"setup.hand_suits": ["C"]}, "$.setup.hand_suits", "each seat"),
    "two hands of one suit": ("goofspiel", {"setup.hand_suits": ["C", "C"]}, "$.setup.hand_suits", "each seat"),
    "a suit each and a deal": ("goofspiel", {"setup.cards_per_player": 5}, "$.setup.hand_suits", "cards_per_player 0"),
    "cards turned up from no queue": (
        "beggar-my-neighbour",
        {"setup.hand_order": "set", "setup.hand_visibility": "owner_only"},
        "$.turn_structure.phases[0]",
        "queues",
    ),
    "claims that are free and true": (
        "cheat",
        {f"{PHASES}.0.can_lie": False, f"{PHASES}.0.order": "free"},
        "$.turn_structure.phases[0].order",
        "sequence",
    ),
    "a choice of cards from a queue": (
        "cheat",
        {"setup.hand_order": "queue"},
        "$.turn_structure.phases[0]",
        "queues",
    ),
    "a discard from a queue by an action": (
        "war",
        {"triggers": [{"trigger_condition": {"type": "tableau_cleared"}, "actions": [{"type": "discard_card"}]}]},
        "$.triggers[0].actions[0]",
        "queues",
    ),
    "nobody moves": (
        "draw-poker",
        {PHASES: [{"type": "ShowdownPhase", "hand_evaluator": "poker_5card"}]},
        "$.turn_structure.phases",
        "nobody ever moves",
    ),
    "hands that nobody can see": (
        "hearts",
        {"setup.hand_visibility": "face_down"},
        "$.setup.hand_visibility",
        "face-down hand",
    ),
    "matching a card that lies face down": (
        "cheat",
        playing(TOP_DISCARD) | {"setup.discard_visibility": "face_down"},
        "$.turn_structure.phases[0].valid_play_condition",
        "face down",
    ),
    "effects of cards that lie face down": (
        "cheat",
        SHEDDING
        | {"setup.discard_visibility": "face_down", "special_effects": [{"trigger_card": "8", "actions": [AGAIN]}]},
        "$.special_effects[0]",
        "face down",
    ),
    "taking a card that lies face down": (
        "gin-rummy",
        {"setup.discard_visibility": "face_down", "turn_structure.opening": []},
        "$.turn_structure.phases[0]",
        "face-down discard",
    ),
    "an offer of a card that lies face down": (
        "gin-rummy",
        {"setup.discard_visibility": "face_down", f"{PHASES}.0.or_source": None},
        "$.turn_structure.opening[0]",
        "face-down discard",
    ),
    "conditions too deep": (
        "cheat",
        playing(nested(5)),
        "$.turn_structure.phases[0].valid_play_condition",
        "4 deep",
    ),
    "points a card where no cards count": (
        "hearts",
        {"scoring_rules.0.condition": {"type": "hand_winner"}},
        "$.scoring_rules[0].per_card",
        "counts no cards",
    ),
    "plays where nothing is played": (
        "hearts",
        {"scoring_rules.1.condition": {"type": "player_has_card", "reference": "valid_plays"}},
        "$.scoring_rules[1].condition.reference",
        "no PlayPhase",
    ),
    "effects where nothing is played": (
        "hearts",
        {"special_effects": [{"trigger_card": "8", "actions": [AGAIN]}]},
        "$.special_effects[0]",
        "never act",
    ),
    "effects of a card that is not there": (
        "cheat",
        SHEDDING | {"setup.initial_deck": "40_card", "special_effects": [{"trigger_card": "8", "actions": [AGAIN]}]},
        "$.special_effects[0].trigger_card",
        "no 8",
    ),
}


@pytest.mark.parametrize("fault", ERRORS)
def test_error(fault: str) -> None:
    game, changes, path, words = ERRORS[fault]
    genome = edited(game, changes)
    report = check(genome)
    assert path in [issue.path for issue in report.errors], report
    assert any(issue.path == path and words in issue.message for issue in report.errors), report
    assert report.warnings == []
    with pytest.raises(GenomeError, match=r"^[^\n]+: \$[^\n]*$"):
        Game(genome)


def test_a_very_long_game_is_warned_of() -> None:
    report = check(edited("durak", {"max_turns": 10_001}))
    assert report.errors == []
    assert [str(issue) for issue in report.warnings] == ["$.max_turns: a limit above 10,000 may make simulation slow"]
    report.raise_errors()


def test_a_number_that_nothing_reads_is_warned_of() -> None:
    """Who writes "27 captured cards" and not what it is compared with has written "more than every other side"."""
    condition = {"type": "capture_count", "operator": ">=", "value": 27}
    assert [issue.path for issue in check(edited("scopa", {"scoring_rules.0.condition": condition})).warnings] == [
        "$.scoring_rules[0].condition.value"
    ]
    assert not check(edited("scopa", {"scoring_rules.0.condition": condition | {"reference": "value"}})).warnings


def test_several_errors_are_told_in_one_line() -> None:
    genome = edited("war", {"player_count": 7, "win_conditions": []})
    with pytest.raises(GenomeError, match=r"^war: \$\.player_count: .* \(and 1 more\)$"):
        check(genome).raise_errors()


def test_deepest_conditions_that_are_allowed() -> None:
    assert check(edited("cheat", playing(nested(4)))).errors == []


def test_a_minimum_that_everybody_can_just_pay() -> None:
    assert check(edited("draw-poker", {"setup.resources.min_bet": 100, f"{PHASES}.0.min_bet": 100})).errors == []


def test_a_deal_of_all_cards() -> None:
    assert check(edited("gin-rummy", {"setup.cards_per_player": 25, "setup.initial_discard_count": 2})).errors == []
