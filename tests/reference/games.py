"""Genomes of hand-made games, as JSON data, for the facts in test_reference.py."""

from __future__ import annotations

import json
from typing import Any

from darwindeck.genome.text import format_genome, parse_genome

SETUP: dict[str, Any] = {
    "cards_per_player": 5, "hand_sizes": {}, "initial_deck": "standard_52", "custom_deck": [], "removed_cards": [],
    "even_deal_removals": [], "leftover": "deal", "rank_order": "ace_high", "card_values": {}, "hand_order": "set",
    "initial_discard_count": 0, "initial_tableau_count": 0, "redeal_rank": None, "redeal_count": 3, "refill": 0,
    "reshuffle": True, "trump_selection_method": "none", "trump_suit": None, "starting_player": "dealer_left",
    "starting_card": None, "hand_visibility": "owner_only", "discard_visibility": "face_up", "post_deal_actions": [],
    "starting_chips": 0, "resources": None, "hand_suits": [], "initial_discard_not": None,
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
    "not_taken": False, "group_validation": "none", "who": "actor", "replace": False,
}  # fmt: skip
TRICK = {
    "type": "TrickPhase", "lead_suit_required": True, "trump_suit": "none", "trump_beats_suit": True,
    "high_card_wins": True, "breaking_suit": None, "opening_lead": None, "first_trick_forbidden": [],
    "play_condition": None, "winner_actions": [], "trump_order": None,
}  # fmt: skip
BATTLE = {
    "type": "BattlePhase", "cards_down": 3, "pickup": "shuffled", "short_of_cards": "last_card", "take_to": "hand",
    "on_tie": "battle", "spoils": "cards",
}  # fmt: skip
BETTING = {
    "type": "BettingPhase", "min_bet": 2, "max_bet": None, "allow_check": True, "allow_raise": True,
    "allow_fold": True, "raise_increment": None, "max_raises": 3, "bet_sizes": ["min", "pot", "all_in"], "ante": 0,
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
TRIBUTE = {"type": "TributePhase", "payments": {"J": 1, "Q": 2, "K": 3, "A": 4}}
TURN_UP = {"type": "TurnUpPhase", "count": 1, "target": "tableau"}
ASK = {"type": "AskPhase", "book_size": 4, "again_on_match": True, "draw_when_empty": True}
BID = {
    "type": "BidPhase", "min_bid": 0, "max_bid": 13, "nil_bonus": 100, "trick_points": 10, "overtrick_points": 1,
    "bag_limit": 10, "bag_penalty": 100, "exact_bonus": 0, "hook": False,
}  # fmt: skip
BOUT = {"type": "BoutPhase", "max_attack": 6, "refill_to": 6}
MATCHES_TOP = {
    "type": "compound", "logic": "OR", "conditions": [
        {"type": "card_matches_suit", "reference": "top_discard", "operator": "=="},
        {"type": "card_matches_rank", "reference": "top_discard", "operator": "=="},
        {"type": "card_is_rank", "rank": "8", "operator": "=="},
    ],
}  # fmt: skip


def genome(phases: list[dict[str, Any]], wins: list[Any], setup: dict[str, Any], **fields: Any) -> dict[str, Any]:
    conditions = [win if isinstance(win, dict) else {"type": win, "threshold": None} for win in wins]
    said = {
        "schema_version": "1.0", "genome_id": "test", "generation": 0, "name": "", "description": "",
        "player_count": 2, "player_counts": [], "setup": SETUP | setup,
        "turn_structure": {"opening": fields.pop("opening", []), "phases": phases}, "special_effects": [],
        "triggers": [], "win_conditions": conditions, "scoring_rules": [], "sweep": None, "teams": [], "match": None,
        "max_turns": 2000,
    } | fields  # fmt: skip
    full: dict[str, Any] = json.loads(format_genome(parse_genome(json.dumps(said))))  # what is not said is as usual
    return full


POINT_A_HEART = {
    "condition": {"type": "card_is_suit", "suit": "H", "operator": "=="}, "points": 1, "per_card": True, "over": 0,
    "points_source": "points", "description": "",
}  # fmt: skip
COST_OF_HAND = {
    "condition": {"type": "hand_size", "operator": ">", "value": 0}, "points": -1, "per_card": False, "over": 0,
    "points_source": "own_hand", "description": "",
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
    "trumps_by_the_last": genome(
        [TRICK | {"trump_suit": "selected"}], [{"type": "high_score", "threshold": 30}], {"cards_per_player": 8},
        player_count=4, opening=[{"type": "NameTrumpPhase", "chooser": "lowest_score"}],
        scoring_rules=[POINT_A_HEART], match={"max_deals": 9, "tie": "share"},
    ),
    "own_piles": genome(
        [DRAW | {"or_source": "previous_discard"}, DISCARD | {"target": "own_discard", "not_taken": True}, KNOCK],
        [{"type": "high_score", "threshold": 100}], {"cards_per_player": 7}, player_count=3,
        match={"max_deals": 3, "tie": "share"}, scoring_rules=[COST_OF_HAND],
    ),
    "beggar": genome(
        [TRIBUTE], ["last_player_standing"],
        {"cards_per_player": 0, "hand_order": "queue", "hand_visibility": "face_down"}, player_count=3,
    ),
    "fish": genome([ASK], ["most_captured"], {}, player_count=4),
    "spades": genome(
        [TRICK | {"trump_suit": "S", "breaking_suit": "S"}], [{"type": "high_score", "threshold": 200}],
        {"cards_per_player": 0}, player_count=4, teams=[[0, 2], [1, 3]], opening=[BID],
        match={"max_deals": 20, "tie": "play_on"},
    ),
    "durak": genome(
        [BOUT], ["last_with_cards_loses"], {"cards_per_player": 6, "initial_deck": "36_card", "reshuffle": False,
         "trump_selection_method": "bottom_card", "starting_player": "lowest_trump"}, player_count=3,
    ),
    "gops": genome(
        [TURN_UP, BATTLE | {"on_tie": "nobody", "spoils": "tableau"}], ["most_captured"],
        {"cards_per_player": 0, "hand_suits": ["C", "D", "H"]}, player_count=3,
    ),
    "set_war": genome(
        [BATTLE | {"cards_down": 1, "take_to": "capture_zone"}], ["most_captured"], {"cards_per_player": 8},
        player_count=3,
    ),
}  # fmt: skip
