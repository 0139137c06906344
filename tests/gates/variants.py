"""Games that people would play, each a known game with one change. No gate should reject them."""

from __future__ import annotations

from typing import Any

from tests.judge.violations import DISCARD, DRAW, FIRST, KNOCK, OPENING, PHASES, SCORING, WINS, win

TRICK_POINTS: dict[str, Any] = {
    "condition": {"type": "trick_count", "operator": ">=", "value": 1},
    "points": 1,
    "per_card": True,
}
EFFECTS: list[dict[str, Any]] = [
    {"trigger_card": "8", "actions": [{"type": "choose_suit"}]},
    {"trigger_card": "2", "actions": [{"type": "draw_cards", "count": 2, "who": "next"}]},
    {"trigger_card": "Q", "actions": [{"type": "skip_turn"}]},
]
BLINDS: dict[str, Any] = {"starting_chips": 200, "min_bet": 2, "ante": 0, "blinds": [1, 2]}
BET: dict[str, Any] = {"type": "BettingPhase", "min_bet": 2}

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "hearts without passing": ("hearts", {OPENING: []}),
    "hearts without the moon": ("hearts", {"sweep": None}),
    "hearts in which hearts are good": ("hearts", win("high_score", at=100) | {"sweep": None}),
    "hearts in which one must not take everything": ("hearts", win("high_score", at=100)),
    "whist without trumps": ("whist", {"setup.trump_selection_method": "none", f"{FIRST}.trump_suit": "none"}),
    "whist with a turned-up trump": ("whist", {"setup.cards_per_player": 12, "setup.trump_selection_method": "turn_up"}),
    "whist for the most cards": ("whist", win("most_captured") | {SCORING: [], "match": None}),
    "tricks to avoid": ("whist", win("low_score", at=30) | {SCORING: [TRICK_POINTS]}),
    "spades with passing": ("spades", {OPENING: [{"type": "PassCardsPhase", "count": 2}, {"type": "BidPhase"}]}),
    "spades without nil": ("spades", {f"{OPENING}.0.nil_bonus": 0}),
    "go fish for pairs": ("go-fish", {f"{FIRST}.book_size": 2}),
    "go fish until somebody is out": ("go-fish", win("empty_hand")),
    "crazy eights with draw two and skip": ("crazy-eights", {"special_effects": EFFECTS}),
    "crazy eights as one deal": ("crazy-eights", win("empty_hand") | {"match": None, SCORING: []}),
    "crazy eights to the last": ("crazy-eights", win("last_with_cards_loses") | {"match": None, SCORING: []}),
    "cheat in which lies cost nothing": ("cheat", {f"{FIRST}.lie_penalty": 0, f"{FIRST}.claim_types": ["suit"]}),
    "cheat in which one says what one likes": ("cheat", {f"{FIRST}.order": "free"}),
    "gin with seven cards": ("gin-rummy", {"setup.cards_per_player": 7}),
    "gin without the offer": ("gin-rummy", {OPENING: []}),
    "gin without discards to take": ("gin-rummy", {OPENING: [], PHASES: [DRAW, DISCARD, KNOCK]}),
    "gin as one deal": ("gin-rummy", win("high_score") | {"match": None}),
    "durak with a whole pack": ("durak", {"setup.initial_deck": "standard_52"}),
    "durak without trumps": ("durak", {"setup.trump_selection_method": "none", "setup.starting_player": "random"}),
    "durak to the first who is out": ("durak", win("empty_hand")),
    "poker with blinds": ("draw-poker", {"setup.resources": BLINDS}),
    "poker without a draw": ("draw-poker", {PHASES: [BET, {"type": "ShowdownPhase"}]}),
    "seven-card poker": ("draw-poker", {"setup.cards_per_player": 7}),
    "scopa for sweeps": ("scopa", {SCORING: []}),
    "scopa for the most cards": ("scopa", win("most_captured") | {SCORING: [], f"{FIRST}.sweep_points": 0, "match": None}),
    "goofspiel without ties": ("goofspiel", {f"{PHASES}.1.on_tie": "battle"}),
    "war with one card down": ("war", {f"{FIRST}.cards_down": 1}),
    "betting war without raises": ("betting-war", {f"{FIRST}.allow_raise": False}),
    "beggar with kings only": ("beggar-my-neighbour", {f"{FIRST}.payments": {"K": 3}}),
    "old maid with colours": ("old-maid", {"triggers.0.actions.0.match": "rank_color", "setup.post_deal_actions.0.match": "rank_color"}),
    "catch the ten to 100": ("scotch-whist", {f"{WINS}.0.threshold": 100}),
}  # fmt: skip

# War, beggar-my-neighbour and old maid leave nothing to choose, and betting war nothing to think about, with a change or without.
# Greedy players never end a game of claims in which lies cost nothing.
PLAYABLE = tuple(
    name
    for name, (game, _) in VARIANTS.items()
    if game not in ("war", "beggar-my-neighbour", "old-maid", "betting-war")
    and name != "cheat in which lies cost nothing"
)
