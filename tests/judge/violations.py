"""Known games with one rule spoilt, each with what the audit must say of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from darwindeck.language.findings import Gate

PHASES, OPENING, FIRST = "turn_structure.phases", "turn_structure.opening", "turn_structure.phases.0"
WINS, SCORING = "win_conditions", "scoring_rules"
BATTLE: dict[str, Any] = {"type": "BattlePhase", "spoils": "tableau"}
BETTING: dict[str, Any] = {"type": "BettingPhase", "min_bet": 2}
BID: dict[str, Any] = {"type": "BidPhase"}
DISCARD: dict[str, Any] = {"type": "DiscardPhase"}
DRAW: dict[str, Any] = {"type": "DrawPhase", "source": "deck"}
KNOCK: dict[str, Any] = {"type": "KnockPhase", "limit": 10}
SHOWDOWN: dict[str, Any] = {"type": "ShowdownPhase"}
TURN_UP: dict[str, Any] = {"type": "TurnUpPhase", "count": 1, "target": "tableau"}
SPADE: dict[str, Any] = {"type": "card_is_suit", "suit": "S"}
PAIR: dict[str, Any] = {"condition": {"type": "has_matching_pair"}, "points": 1}
MATCH: dict[str, Any] = {"max_deals": 5}
RED = [rank + suit for suit in "DH" for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")]


class Violation(NamedTuple):
    """A game, what is changed in it, and the finding that this must lead to."""

    game: str
    changes: dict[str, Any]
    gate: Gate
    path: str
    words: str


def win(*types: str, at: int | None = None) -> dict[str, Any]:
    """The game's win conditions, the last with a threshold."""
    conditions: list[dict[str, Any]] = [{"type": kind} for kind in types]
    if at is not None:
        conditions[-1]["threshold"] = at
    return {WINS: conditions}


UNMADE = {
    "draws from discard piles that nobody has": Violation(
        "gin-rummy", {f"{FIRST}.or_source": "previous_discard"}, Gate.UNMADE, "$.turn_structure.phases[0]", "a pile of their own"
    ),
    "bids for tricks where there are none": Violation(
        "durak", {OPENING: [BID]}, Gate.UNMADE, "$.turn_structure.opening[0]", "no tricks"
    ),
    "points for trumps where there are none": Violation(
        "hearts", {f"{SCORING}.1.condition": {"type": "captured_trump", "rank": "J"}}, Gate.UNMADE, "$.scoring_rules[1].condition", "no trumps"
    ),
    "a battle for an empty table": Violation(
        "war", {f"{FIRST}.spoils": "tableau"}, Gate.UNMADE, "$.turn_structure.phases[0]", "on the table"
    ),
    "a battle for the table before anything lies on it": Violation(
        "beggar-my-neighbour", {OPENING: [BATTLE]}, Gate.UNMADE, "$.turn_structure.opening[0]", "on the table"
    ),
    "all cards to be won where won cards are put aside": Violation(
        "war", {f"{FIRST}.take_to": "capture_zone"}, Gate.UNMADE, "$.win_conditions[0]", "cards of others"
    ),
    "the last in play where nobody drops out": Violation(
        "whist", win("last_player_standing", "high_score", at=5), Gate.UNMADE, "$.win_conditions[0]", "drops out"
    ),
    "a suit named for nothing": Violation(
        "crazy-eights", {f"{FIRST}.valid_play_condition": {"type": "card_is_rank", "rank": "8"}},
        Gate.UNMADE, "$.special_effects[0].actions[0]", "suit of the top discard",
    ),
    "a battle for a pot that nobody pays into": Violation(
        "betting-war", {PHASES: [BATTLE | {"spoils": "pot"}]}, Gate.UNMADE, "$.turn_structure.phases[0]", "into a pot"
    ),
    "prizes from a stock that is dealt out": Violation(
        "goofspiel", {"setup.hand_suits": [], "setup.cards_per_player": 26}, Gate.UNMADE, "$.turn_structure.phases[0]", "no stock"
    ),
    "points for winning deals that nobody wins": Violation(
        "whist", {f"{SCORING}.0": {"condition": {"type": "hand_winner"}, "points": 1}}, Gate.UNMADE, "$.scoring_rules[0].condition", "wins a deal"
    ),
    "a score that nothing changes": Violation(
        "war", win("capture_all", "high_score"), Gate.UNMADE, "$.win_conditions[1]", "nothing ever scores"
    ),
    "a discard pile that never exists": Violation(
        "crazy-eights", {f"{FIRST}.target": "tableau", "setup.initial_discard_count": 0},
        Gate.UNMADE, "$.turn_structure.phases[0].valid_play_condition.conditions[0]", "never exists",
    ),
}  # fmt: skip

UNREAD = {
    "trumps named where there are none": Violation(
        "hearts", {OPENING: [{"type": "NameTrumpPhase"}]}, Gate.UNREAD, "$.turn_structure.opening[0]", "which suit is trumps"
    ),
    "points where cards are counted": Violation(
        "hearts", win("most_captured"), Gate.UNREAD, "$.scoring_rules", "nothing reads the score"
    ),
    "points for sweeps where cards are counted": Violation(
        "scopa", win("most_captured") | {SCORING: []}, Gate.UNREAD, "$.turn_structure.phases[0]", "nothing reads the score"
    ),
    "points after somebody has won already": Violation(
        "crazy-eights", {"match": None}, Gate.UNREAD, "$.scoring_rules", "nothing reads the score"
    ),
    "points that only points are given for": Violation(
        "go-fish",
        {"triggers": [{"trigger_condition": {"type": "score_compare", "operator": ">", "value": 1}, "actions": [{"type": "add_score"}]}]},
        Gate.UNREAD, "$.triggers[0].actions[0]", "nothing reads the score",
    ),
    "chips where hands are compared": Violation(
        "draw-poker", win("best_hand"), Gate.UNREAD, "$.win_conditions", "nothing reads the chips"
    ),
    "bets for a pot that nobody wins": Violation(
        "betting-war", {f"{PHASES}.1.spoils": "cards"}, Gate.UNREAD, "$.turn_structure", "nobody wins the pot"
    ),
    "tricks": Violation("whist", {SCORING: [PAIR]}, Gate.UNREAD, "$.turn_structure.phases[0]", "wins the tricks"),
    "books": Violation(
        "go-fish", win("deck_empty", "best_hand"), Gate.UNREAD, "$.turn_structure.phases[0]", "nothing reads the books"
    ),
    "captured cards": Violation(
        "scopa", {f"{FIRST}.sweep_points": 0, SCORING: [PAIR]}, Gate.UNREAD, "$.turn_structure.phases[0]", "that players capture"
    ),
    "the best hand of a deal in a match for points": Violation(
        "gin-rummy", {PHASES: [DRAW, DISCARD, KNOCK, SHOWDOWN]}, Gate.UNREAD, "$.turn_structure.phases[3]", "whose hand is best"
    ),
    "who wins a deal of a match": Violation(
        "crazy-eights", {f"{SCORING}.0": {"condition": {"type": "location_empty", "location": "deck"}}},
        Gate.UNREAD, "$.win_conditions[0]", "who wins a deal",
    ),
    "a knock in a game of getting rid of cards": Violation(
        "gin-rummy", win("last_with_cards_loses") | {"match": None}, Gate.GOAL, "$.turn_structure.phases[2]", "it ends the deal"
    ),
    "cards that are turned up": Violation(
        "goofspiel", {f"{PHASES}.1.spoils": "cards"}, Gate.UNREAD, "$.turn_structure.phases[0]", "turned up"
    ),
}  # fmt: skip

GOAL = {
    "nobody can win": Violation("war", win("deck_empty", at=0), Gate.GOAL, "$.win_conditions", "nobody can win"),
    "hands that draw what they discard": Violation(
        "gin-rummy", win("empty_hand") | {"match": None, "setup.reshuffle": True}, Gate.GOAL, "$.win_conditions[0]", "never become smaller"
    ),
    "hands that draw as many as they discarded": Violation(
        "gin-rummy",
        win("fewest_cards") | {"match": None, "setup.reshuffle": True, PHASES: [DISCARD | {"min_cards": 0, "max_cards": 3}, DRAW | {"count_equals_discarded": True}, KNOCK]},
        Gate.GOAL, "$.win_conditions[0]", "never become smaller",
    ),
    "the fewest cards where everybody plays one at a time": Violation(
        "whist", win("fewest_cards"), Gate.GOAL, "$.win_conditions[0]", "all run out together"
    ),
    "an empty hand where the first turn ends the deal": Violation(
        "draw-poker", win("empty_hand", "most_chips"), Gate.GOAL, "$.win_conditions[0]", "first turn"
    ),
    "a stock that is used up from the start": Violation(
        "whist", {WINS: [{"type": "deck_empty"}, {"type": "high_score", "threshold": 5}]}, Gate.GOAL, "$.win_conditions[0]", "from the start"
    ),
    "a stock that nobody draws from": Violation(
        "cheat", win("deck_empty", "fewest_cards") | {"setup.cards_per_player": 5}, Gate.GOAL, "$.win_conditions[0]", "nobody draws"
    ),
    "the best hand when all cards are played": Violation(
        "whist", win("best_hand"), Gate.GOAL, "$.win_conditions[0]", "hands are empty"
    ),
    "points for pairs when all cards are played": Violation(
        "whist", {SCORING: [PAIR]}, Gate.GOAL, "$.scoring_rules[0]", "hands are empty"
    ),
    "all cards to be won, and none": Violation(
        "beggar-my-neighbour", win("empty_hand", "capture_all"), Gate.GOAL, "$.win_conditions[1]", "and also by having none"
    ),
    "a sweep that hurts": Violation("hearts", win("high_score", at=100) | {"sweep.total": 13}, Gate.GOAL, "$.sweep", "worse off"),
}  # fmt: skip

ROOM = {
    "whole hands that are passed": Violation(
        "briscola", {"turn_structure.opening": [{"type": "PassCardsPhase", "count": 3}]},
        Gate.ROOM, "$.turn_structure.opening[0].count", "everybody would pass all of them",
    ),
    "melds of one card": Violation(
        "gin-rummy", {"setup.cards_per_player": 1, PHASES: [KNOCK]}, Gate.ROOM, "$.turn_structure.phases[0]", "3 cards of a meld"
    ),
    "melds that nobody can change": Violation(
        "gin-rummy", {PHASES: [KNOCK]}, Gate.ROOM, "$.turn_structure.phases[0]", "melds are what was dealt"
    ),
    "a last round for hands that only shrink": Violation(
        "thirty-one", {PHASES: [{"type": "LastRoundPhase", "lives": 3}, DISCARD]},
        Gate.ROOM, "$.turn_structure.phases[0]", "nobody can get other cards",
    ),
    "a knock with any hand": Violation(
        "gin-rummy", {"setup.cards_per_player": 3, f"{PHASES}.2.limit": 50}, Gate.ROOM, "$.turn_structure.phases[2].limit", "any hand"
    ),
    "books of four in two suits": Violation(
        "go-fish", {"setup.initial_deck": "custom", "setup.custom_deck": RED}, Gate.ROOM, "$.turn_structure.phases[0].book_size", "4 cards of a book"
    ),
    "poker with thirteen cards": Violation(
        "simple-poker", {"setup.cards_per_player": 13}, Gate.ROOM, "$.turn_structure.phases[1]", "a straight or better"
    ),
    "tricks where everybody holds one suit": Violation(
        "goofspiel", {PHASES: [{"type": "TrickPhase"}]}, Gate.ROOM, "$.turn_structure.phases[0]", "nobody can follow"
    ),
    "attacks where everybody holds one suit": Violation(
        "goofspiel", {PHASES: [{"type": "BoutPhase"}]} | win("empty_hand"), Gate.ROOM, "$.turn_structure.phases[0]", "nobody can beat"
    ),
    "prizes that run out": Violation(
        "goofspiel", {f"{FIRST}.count": 2}, Gate.ROOM, "$.turn_structure.phases[1]", "prizes for 7 of 13 rounds"
    ),
}  # fmt: skip

SECRET = {
    "claims face up": Violation(
        "cheat", {"setup.discard_visibility": "face_up"}, Gate.SECRET, "$.turn_structure.phases[0].can_lie", "sees a lie"
    ),
    "claims from open hands": Violation(
        "cheat", {"setup.hand_visibility": "face_up"}, Gate.SECRET, "$.turn_structure.phases[0].can_lie", "sees a lie"
    ),
    "questions about open hands": Violation(
        "go-fish", {"setup.hand_visibility": "face_up"}, Gate.SECRET, "$.turn_structure.phases[0]", "whom to ask"
    ),
    "questions for two who hold all cards": Violation(
        "go-fish", {"player_count": 2, "setup.hand_sizes": {}, "setup.cards_per_player": 26},
        Gate.SECRET, "$.turn_structure.phases[0]", "knows what the other has",
    ),
    "bets on open hands": Violation(
        "simple-poker", {"setup.hand_visibility": "face_up"}, Gate.SECRET, "$.turn_structure.phases[0]", "whose is best"
    ),
    "bets after bets": Violation(
        "draw-poker", {PHASES: [BETTING, BETTING, SHOWDOWN]}, Gate.SECRET, "$.turn_structure.phases[1]", "since the last round of betting"
    ),
    "bets at the end of a round and at the beginning of the next": Violation(
        "betting-war", {PHASES: [BETTING, BATTLE | {"spoils": "pot"}, BETTING]},
        Gate.SECRET, "$.turn_structure.phases[0]", "since the last round of betting",
    ),
}  # fmt: skip

ROOM |= {
    "naturals worth ten stakes": Violation(
        "blackjack", {f"{PHASES}.1.natural_points": 20}, Gate.ROOM, "$.turn_structure.phases[1].natural_points", "are worth 20"
    ),
    "a race to more than the cards are worth": Violation(
        "schnapsen", {f"{FIRST}.target": 150}, Gate.ROOM, "$.turn_structure.phases[0].target", "are worth 120"
    ),
}  # fmt: skip

NEVER = {
    "claims of five cards of a rank": Violation(
        "cheat", {f"{FIRST}.min_cards": 5, f"{FIRST}.max_cards": 6}, Gate.NEVER, "$.turn_structure.phases[0].min_cards", "no claim can be true"
    ),
    "spades in a red pack": Violation(
        "crazy-eights",
        {"setup.initial_deck": "custom", "setup.custom_deck": RED, f"{FIRST}.valid_play_condition": SPADE},
        Gate.NEVER, "$.turn_structure.phases[0].valid_play_condition", "no such cards",
    ),
    "runs of eights": Violation(
        "crazy-eights",
        {f"{FIRST}.valid_play_condition": {"type": "card_is_rank", "rank": "8"}, f"{FIRST}.group_validation": "run", f"{FIRST}.min_cards": 2, f"{FIRST}.max_cards": 3},
        Gate.NEVER, "$.turn_structure.phases[0].valid_play_condition", "no such cards",
    ),
    "sets of three in a red pack": Violation(
        "gin-rummy",
        {"setup.initial_deck": "custom", "setup.custom_deck": RED, "setup.cards_per_player": 5, f"{PHASES}.1": DISCARD | {"group_validation": "set", "min_cards": 3, "max_cards": 3}},
        Gate.NEVER, "$.turn_structure.phases[1].filter", "no such cards",
    ),
    "trumps turned up from an empty stock": Violation(
        "whist", {"setup.trump_selection_method": "turn_up"}, Gate.NEVER, "$.setup.trump_selection_method", "none can be turned up"
    ),
}  # fmt: skip

IDLE = {
    "trumps in a game that has none": Violation(
        "hearts", {"setup.trump_selection_method": "last_card_dealt"}, Gate.IDLE, "$.setup.trump_selection_method", "trumps"
    ),
    "cards on the table that nobody can take": Violation(
        "gin-rummy", {"setup.initial_tableau_count": 4}, Gate.IDLE, "$.setup.initial_tableau_count", "on the table"
    ),
    "queues that nothing is played from": Violation(
        "war", {PHASES: [DRAW | {"mandatory": False}]}, Gate.IDLE, "$.setup.hand_order", "queues"
    ),
    "a trump suit that was not chosen": Violation(
        "whist", {"setup.trump_selection_method": "none"}, Gate.IDLE, "$.turn_structure.phases[0]", "no trumps"
    ),
    "hearts held back where all cards are equal": Violation(
        "hearts", win("most_captured") | {SCORING: [], "sweep": None, "match": None},
        Gate.IDLE, "$.turn_structure.phases[0].breaking_suit", "hold these back",
    ),
    "a second way to rank": Violation(
        "betting-war", win("most_chips", "most_captured"), Gate.IDLE, "$.win_conditions[1]", "decides already"
    ),
    "chips that nobody can bet": Violation(
        "hearts", {"setup.starting_chips": 50}, Gate.IDLE, "$.setup", "chips"
    ),
}  # fmt: skip

VIOLATIONS = UNMADE | UNREAD | GOAL | ROOM | SECRET | NEVER | IDLE
