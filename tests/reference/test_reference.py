"""Facts about games that the reference interpreter must know."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from .cards import ALL_CARDS, card_id, values
from .game import ReferenceGame
from .hands import best_arrangement, deadwood, deadwood_after_layoffs, melds_in, poker_strength
from .streams import Stream

SETUP: dict[str, Any] = {
    "cards_per_player": 5, "hand_sizes": {}, "initial_deck": "standard_52", "custom_deck": [], "removed_cards": [],
    "even_deal_removals": [], "leftover": "deal", "rank_order": "ace_high", "card_values": {}, "hand_order": "set",
    "initial_discard_count": 0, "initial_tableau_count": 0, "redeal_rank": None, "redeal_count": 3, "refill": 0,
    "reshuffle": True, "trump_selection_method": "none", "trump_suit": None, "starting_player": "dealer_left",
    "starting_card": None, "hand_visibility": "owner_only", "discard_visibility": "face_up", "post_deal_actions": [],
    "starting_chips": 0, "resources": None,
}  # fmt: skip
DRAW = {
    "type": "DrawPhase", "source": "deck", "or_source": None, "count": 1, "condition": None, "mandatory": True,
    "who": "actor", "count_equals_discarded": False, "up_to": 0,
}  # fmt: skip
PLAY = {
    "type": "PlayPhase", "target": "discard", "valid_play_condition": None, "min_cards": 1, "max_cards": 1,
    "mandatory": True, "pass_if_unable": True, "draw_if_unable": "none", "group_validation": "none",
}  # fmt: skip
DISCARD = {
    "type": "DiscardPhase", "target": "discard", "min_cards": 1, "max_cards": 1, "mandatory": True, "filter": None,
    "not_taken": False, "group_validation": "none", "who": "actor",
}  # fmt: skip
TRICK = {
    "type": "TrickPhase", "lead_suit_required": True, "trump_suit": "none", "trump_beats_suit": True,
    "high_card_wins": True, "breaking_suit": None, "opening_lead": None, "first_trick_forbidden": [], "play_condition": None,
    "trump_order": None,
}  # fmt: skip
BATTLE = {
    "type": "BattlePhase", "cards_down": 3, "pickup": "shuffled", "short_of_cards": "last_card", "take_to": "hand",
}  # fmt: skip
BETTING = {
    "type": "BettingPhase", "min_bet": 2, "max_bet": None, "allow_check": True, "allow_raise": True,
    "allow_fold": True, "raise_increment": None, "max_raises": 3, "bet_sizes": ["min", "pot", "all_in"],
}  # fmt: skip
SHOWDOWN = {"type": "ShowdownPhase", "hand_evaluator": "poker_5card"}
CLAIM = {
    "type": "ClaimPhase", "min_cards": 1, "max_cards": 4, "claim_types": ["rank"], "order": "sequence",
    "can_lie": True, "challenge_penalty": 1, "lie_penalty": 0,
}  # fmt: skip
CAPTURE = {"type": "CapturePhase", "exact_first": True, "sums": True, "sweep_points": 1}
KNOCK = {
    "type": "KnockPhase", "limit": 10, "gin_bonus": 25, "undercut_bonus": 25, "layoffs": True, "void_stock": 2,
}  # fmt: skip
PASS_CARDS = {"type": "PassCardsPhase", "count": 3, "directions": ["left", "right", "across", "hold"]}
MATCHES_TOP = {
    "type": "compound", "logic": "OR", "conditions": [
        {"type": "card_matches_suit", "reference": "top_discard", "operator": "=="},
        {"type": "card_matches_rank", "reference": "top_discard", "operator": "=="},
        {"type": "card_is_rank", "rank": "8", "operator": "=="},
    ],
}  # fmt: skip


def genome(phases: list[dict[str, Any]], wins: list[Any], setup: dict[str, Any], **fields: Any) -> dict[str, Any]:
    conditions = [win if isinstance(win, dict) else {"type": win, "threshold": None} for win in wins]
    return {
        "schema_version": "1.0", "genome_id": "test", "generation": 0, "name": "", "description": "",
        "player_count": 2, "player_counts": [], "setup": SETUP | setup,
        "turn_structure": {"opening": fields.pop("opening", []), "phases": phases}, "special_effects": [],
        "triggers": [], "win_conditions": conditions, "scoring_rules": [], "sweep": None, "teams": [], "match": None,
        "max_turns": 2000,
    } | fields  # fmt: skip


POINT_A_HEART = {
    "condition": {"type": "card_is_suit", "suit": "H", "operator": "=="}, "points": 1, "per_card": True, "over": 0,
    "points_source": "points", "description": "",
}  # fmt: skip
GAMES = {
    "war": genome(
        [BATTLE], ["capture_all"],
        {"cards_per_player": 0, "hand_order": "queue", "hand_visibility": "face_down"},
    ),
    "hearts": genome(
        [TRICK | {"breaking_suit": "H", "opening_lead": "2C", "first_trick_forbidden": ["QS"]}],
        [{"type": "low_score", "threshold": 50}], {"cards_per_player": 0}, player_count=4, opening=[PASS_CARDS],
        scoring_rules=[POINT_A_HEART], sweep={"total": 13, "own": 0, "others": 13},
        match={"max_deals": 20, "tie": "play_on"},
    ),
    "eights": genome(
        [PLAY | {"valid_play_condition": MATCHES_TOP, "draw_if_unable": "until"}], ["empty_hand"],
        {"initial_discard_count": 1}, player_count=3, special_effects=[
            {"trigger_card": "8", "trigger_condition": None, "actions": [{"type": "choose_suit", "condition": None}]},
            {"trigger_card": "Q", "trigger_condition": None, "actions": [
                {"type": "skip_turn", "condition": None}, {"type": "reverse_order", "condition": None}]},
        ],
    ),
    "poker": genome(
        [BETTING, DISCARD | {"min_cards": 0, "max_cards": 3, "who": "all"},
         DRAW | {"count_equals_discarded": True, "who": "all"}, BETTING, SHOWDOWN],
        ["most_chips"], {"resources": {"starting_chips": 40, "min_bet": 2, "ante": 1, "blinds": [1, 2]}},
        player_count=4, match={"max_deals": 12, "tie": "share"},
    ),
    "cheat": genome(
        [CLAIM], ["empty_hand"], {"cards_per_player": 0, "discard_visibility": "face_down"}, player_count=3,
    ),
    "casino": genome(
        [CAPTURE], ["high_score"], {"initial_deck": "40_card", "cards_per_player": 3, "initial_tableau_count": 4,
         "refill": 3, "card_values": {"J": 8, "Q": 9, "K": 10}}, player_count=4, teams=[[0, 2], [1, 3]],
        scoring_rules=[POINT_A_HEART],
    ),
    "gin": genome(
        [DRAW | {"or_source": "discard"}, DISCARD | {"not_taken": True}, KNOCK],
        [{"type": "high_score", "threshold": 100}], {"cards_per_player": 10, "initial_discard_count": 1},
        opening=[{"type": "OfferPhase"}], match={"max_deals": 9, "tie": "share"},
    ),
    "set_war": genome(
        [BATTLE | {"cards_down": 1, "take_to": "capture_zone"}], ["most_captured"], {"cards_per_player": 8},
        player_count=3,
    ),
}  # fmt: skip


def cards(text: str) -> list[int]:
    return [card_id(name) for name in text.split()]


def cards_on(snapshot: dict[str, Any]) -> list[int]:
    piles = snapshot["piles"].values()
    return sorted(c for pile in piles for p in (pile if isinstance(pile, list) else [pile]) for c in p["known"])


@pytest.mark.parametrize("name", GAMES)
def test_cards_and_chips_are_conserved_and_games_end(name: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        game = ReferenceGame(GAMES[name], 7, seed)
        deck = sorted(game.table.deck_in_use)
        chips = game.table.starting_chips * game.table.n
        while not game.is_over:
            assert game.legal_moves() == sorted(set(game.legal_moves())) != []
            game.apply(rng.choice(game.legal_moves()))
            snapshot = game.snapshot()
            assert cards_on(snapshot) == deck
            assert sum(snapshot["chips"]) + sum(snapshot["contributions"]) == chips
        assert abs(sum(game.payoffs())) < 1e-9 and game.to_move == -1


@pytest.mark.parametrize("name", GAMES)
def test_a_view_never_tells_a_wrong_card(name: str) -> None:
    game = ReferenceGame(GAMES[name], 1, 2)
    rng = random.Random(3)
    while not game.is_over and game.plies < 300:
        for seat in range(game.table.n):
            view = game.view(seat)
            for other, pile in enumerate(view["piles"]["hand"]):
                assert set(pile["known"]) <= set(game.table.hand(other))
                assert not set(view["lacks"][other]) & set(game.table.hand(other))
        game.apply(rng.choice(game.legal_moves()))


def test_the_same_seed_is_the_same_game() -> None:
    for index in range(2):
        first, second = (ReferenceGame(GAMES["hearts"], 5, 9, index) for _ in range(2))
        assert first.snapshot() == second.snapshot()
    assert ReferenceGame(GAMES["hearts"], 5, 9, 0).snapshot() != ReferenceGame(GAMES["hearts"], 5, 9, 1).snapshot()


def test_every_card_is_as_likely_on_top() -> None:
    stream = Stream(1, 2, 3, 0)
    tops = [stream.shuffle(range(8))[0] for _ in range(8000)]
    assert all(850 < tops.count(card) < 1150 for card in range(8))


def test_a_chosen_deck_is_dealt_from_its_top() -> None:
    deck = sorted(ALL_CARDS)
    game = ReferenceGame(GAMES["gin"], 1, 1, deck=deck)
    assert game.table.hand(0) == deck[0:20:2] and game.table.discard.cards == [deck[20]]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2C 3C 4C 5C AC", "KC KD KH KS AS"),
        ("2C 2D 2H 2S 3C", "AC AD AH KC KD"),
        ("2C 3C 4C 5C 7C", "10C JD QH KS AC"),
        ("2C 3D 4H 5S 6C", "AC 2D 3H 4S 5C"),
        ("AC AD 3H", "AC AD 2H"),
        ("2C 2D", "AC KD QH JS"),
        ("2C 2D 3C 3D 5H", "AC AD KH QS JC"),
    ],
)
def test_poker_hands_rank(better: str, worse: str) -> None:
    assert poker_strength(cards(better)) > poker_strength(cards(worse))


def test_seven_cards_are_as_good_as_their_best_five() -> None:
    rng = random.Random(0)
    for _ in range(100):
        hand = rng.sample(sorted(ALL_CARDS), 7)
        assert poker_strength(hand) == max(poker_strength(five) for five in itertools.combinations(hand, 5))


def arrangements(hand: frozenset[int]) -> list[list[frozenset[int]]]:
    """All collections of disjoint melds, each in ascending order."""
    found: list[list[frozenset[int]]] = [[]]
    for meld in melds_in(hand):
        found += [[*before, meld] for before in found if not any(meld & other for other in before)]
    return found


@pytest.mark.parametrize("deck_ranks", [4, 6])
@pytest.mark.parametrize("card_values", [{}, {"2": 0, "3": 0}])
def test_deadwood_is_the_least_over_all_arrangements(deck_ranks: int, card_values: dict[str, int]) -> None:
    rng = random.Random(deck_ranks)
    worth = values(card_values)
    small_deck = sorted(card for card in ALL_CARDS if card % 16 < deck_ranks)
    for _ in range(60):
        hand = frozenset(rng.sample(small_deck, 9))
        costs = [(sum(worth[c % 16] for c in hand.difference(*melds)), melds) for melds in arrangements(hand)]
        numbered = [(cost, [sum(1 << c for c in meld) for meld in melds], melds) for cost, melds in costs]
        cost, _, melds = min(numbered, key=lambda entry: entry[:2])
        assert deadwood(hand, worth) == cost
        assert best_arrangement(hand, worth) == melds


def test_cards_are_laid_off_on_sets_and_along_runs() -> None:
    melds = [frozenset(cards("5C 5D 5H")), frozenset(cards("7S 8S 9S"))]
    worth = values({})
    assert deadwood_after_layoffs(cards("5S 10S JS 2C"), melds, worth) == 2
    assert deadwood_after_layoffs(cards("6S 5S 4S 3D"), melds, worth) == 3
    assert deadwood_after_layoffs(cards("QS KC"), melds, worth) == 12 + 13


def test_the_last_card_of_war_wins_it() -> None:
    game = ReferenceGame(
        genome([BATTLE], ["capture_all"], {"cards_per_player": 0, "hand_order": "queue", "initial_deck": "custom",
               "custom_deck": ["2C", "3C"]}), 0, 0, deck=cards("2C 3C"),
    )  # fmt: skip
    for _ in range(2):
        assert game.legal_moves() == [164]
        game.apply(164)
    assert game.winners == [1] and game.ending == "decided" and game.payoffs() == [-1.0, 1.0]
