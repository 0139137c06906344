"""Known games made small, for find.py: few cards, one deal, no opening, no shuffling during play."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

Cards = list[str]
DeckMaker = Callable[[random.Random], Cards]


def cards(ranks: str, suits: str = "CDHS") -> Cards:
    """The cards of these ranks (a string with blanks) and suits."""
    return [rank + suit for rank in ranks.split() for suit in suits]


def some(pool: Cards, count: int, always: Cards | None = None) -> DeckMaker:
    """`count` random cards of the pool, those of `always` among them."""
    fixed = always or []
    rest = [card for card in pool if card not in fixed]

    def make(rng: random.Random) -> Cards:
        deck = fixed + rng.sample(rest, count - len(fixed))
        rng.shuffle(deck)
        return deck

    return make


def whole_ranks(count: int, suits: str) -> DeckMaker:
    """All cards of `count` random ranks."""

    def make(rng: random.Random) -> Cards:
        deck = cards(" ".join(rng.sample(RANKS, count)), suits)
        rng.shuffle(deck)
        return deck

    return make


@dataclass(frozen=True)
class Variant:
    family: str
    base: str
    seats: int
    deck: DeckMaker
    setup: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)

    def spec(self, deck: Cards) -> dict[str, Any]:
        """The genome for positions with these cards."""
        setup = {"initial_deck": "custom", "custom_deck": sorted(deck), "reshuffle": False} | self.setup
        fields = {"player_count": self.seats, "player_counts": [], "match": None} | self.fields
        return {"base": self.base, "overrides": {"setup": setup} | fields}


A_TRICK = {"type": "trick_count", "operator": ">=", "value": 1}
TRICKS_COUNT = {"scoring_rules": [{"condition": A_TRICK, "per_card": True}]}
HIGH_SCORE = {"win_conditions": [{"type": "high_score"}]}
COURTS = cards("9 10 J Q K A")


def phases(*each: dict[str, Any]) -> dict[str, Any]:
    return {"turn_structure": {"phases": list(each)}}


def tricks(family: str, base: str, deal: tuple[int, int], trump: str, **fields: Any) -> Variant:
    """Whist of `deal` = (seats, cards each): most tricks win. Four seats are two sides."""
    seats, each = deal
    method = {"none": "none", "S": "fixed", "selected": "last_card_dealt"}[trump]
    return Variant(
        family, base, seats, some(COURTS, seats * each),
        {"cards_per_player": 0, "trump_selection_method": method, "trump_suit": "S" if trump == "S" else None},
        TRICKS_COUNT | HIGH_SCORE | {"teams": [[0, 2], [1, 3]] if seats == 4 else []}
        | phases({"type": "TrickPhase", "trump_suit": trump} | fields),
    )  # fmt: skip


def hearts(seats: int, each: int) -> Variant:
    pool = cards("2 5 8 J K", "C") + cards("J Q K A", "S") + cards("3 6 9 Q A", "H")
    forbidden = [*cards(" ".join(RANKS), "H"), "QS"]
    trick = {"type": "TrickPhase", "breaking_suit": "H", "opening_lead": "2C", "first_trick_forbidden": forbidden}
    return Variant(
        "hearts", "hearts", seats, some(pool, seats * each, ["QS", "2C"]), {"cards_per_player": 0},
        {"win_conditions": [{"type": "low_score"}], "sweep": None} | phases(trick),
    )  # fmt: skip


def scotch_whist() -> Variant:
    deck = some(cards("6 9 10 J Q K A"), 12)
    return Variant("scotch-whist", "scotch-whist", 4, deck, {"cards_per_player": 3}, HIGH_SCORE)


def crazy_eights(seats: int, each: int, stock: int) -> Variant:
    """A blocked deal is drawn: with so few cards it would otherwise decide most games."""
    deck = some(cards("5 8 9 J Q"), seats * each + 1 + stock, ["8C"])
    setup = {"cards_per_player": each, "hand_sizes": {}, "initial_discard_count": 1}
    wins = {"win_conditions": [{"type": "empty_hand"}, {"type": "high_score", "threshold": 100}]}
    return Variant("crazy-eights", "crazy-eights", seats, deck, setup, wins)


def scopa(seats: int, refills: int) -> Variant:
    deck = some(cards("A 2 3 4 5 6 7 J Q K"), 4 + 3 * seats * (1 + refills), ["7D"])
    return Variant("scopa", "scopa", seats, deck, {"redeal_rank": None}, HIGH_SCORE)


def durak(seats: int, each: int, stock: int) -> Variant:
    deck = some(cards("6 7 9 J Q A"), seats * each + stock)
    bout = {"type": "BoutPhase", "max_attack": 6, "refill_to": each}
    return Variant("durak", "durak", seats, deck, {"cards_per_player": each}, {"max_turns": 12} | phases(bout))


def gin(each: int, stock: int, limit: int) -> Variant:
    deck = some(cards("A 2 3 4 5 6", "CDH"), 2 * each + 1 + stock)
    knock = {"type": "KnockPhase", "limit": limit, "gin_bonus": 5, "undercut_bonus": 5, "layoffs": True, "void_stock": 1}  # fmt: skip
    turn = phases({"type": "DrawPhase", "or_source": "discard"}, {"type": "DiscardPhase", "not_taken": True}, knock)
    return Variant("gin-rummy", "gin-rummy", 2, deck, {"cards_per_player": each}, HIGH_SCORE | turn)


def draw_poker(stock: int) -> Variant:
    """One exchange of one card; best hand wins."""
    turn = phases(
        {"type": "DiscardPhase", "min_cards": 0, "max_cards": 1, "mandatory": False, "who": "all"},
        {"type": "DrawPhase", "count_equals_discarded": True, "who": "all"},
        {"type": "ShowdownPhase"},
    )
    setup = {"cards_per_player": 5, "discard_visibility": "face_up", "resources": None}
    wins = {"win_conditions": [{"type": "best_hand"}]}
    return Variant("draw-poker", "draw-poker", 2, some(cards("8 9 10 J Q K"), 10 + stock), setup, wins | turn)


def simple_poker(seats: int) -> Variant:
    """Without an ante, and won by the best hand: what it is worth does not depend on the chips."""
    deck = some(cards("8 9 10 J Q K A"), 3 * seats + (2 if seats == 2 else 0))
    betting = {"type": "BettingPhase", "min_bet": 10, "max_raises": 1, "bet_sizes": ["min", "all_in"]}
    turn = phases(betting, {"type": "ShowdownPhase"})
    setup = {"cards_per_player": 3, "starting_chips": 30, "resources": None}
    wins = {"win_conditions": [{"type": "best_hand"}]}
    return Variant("simple-poker", "simple-poker", seats, deck, setup, wins | turn)


def goofspiel(seats: int, ranks: str) -> Variant:
    suits = "CHS"[:seats]
    deck = cards(ranks, suits) + cards(ranks, "D")
    return Variant("goofspiel", "goofspiel", seats, some(deck, len(deck)), {"hand_suits": list(suits)})


def go_fish(seats: int, deal: tuple[int, str, int]) -> Variant:
    """`deal` = (ranks, suits, cards each); a book is all cards of a rank."""
    ranks, suits, each = deal
    empty = {"type": "hand_size", "operator": "==", "value": 0}
    turn = phases({"type": "DrawPhase", "condition": empty}, {"type": "AskPhase", "book_size": len(suits)})
    setup = {"cards_per_player": each, "hand_sizes": {}}
    return Variant("go-fish", "go-fish", seats, whole_ranks(ranks, suits), setup, {"max_turns": 8} | turn)


def cheat(seats: int, each: int, most: int) -> Variant:
    deck = some(cards("A 2 3 4", "CDHS"[: 1 + seats]), seats * each)
    wins = {"win_conditions": [{"type": "empty_hand"}, {"type": "fewest_cards"}], "max_turns": 5}
    return Variant("cheat", "cheat", seats, deck, {}, wins | phases({"type": "ClaimPhase", "max_cards": most}))


VARIANTS = [
    tricks("whist", "whist", (4, 3), "selected"),
    tricks("whist", "whist", (4, 5), "selected"),
    tricks("whist-no-trumps", "whist", (4, 3), "none"),
    tricks("whist-no-trumps", "whist", (3, 5), "none"),
    tricks("whist-alone", "whist", (3, 4), "selected"),
    tricks("spades", "spades", (4, 3), "S", breaking_suit="S"),
    tricks("spades", "spades", (3, 4), "S", breaking_suit="S"),
    scotch_whist(),
    hearts(4, 3),
    hearts(3, 4),
    crazy_eights(2, 4, 1),
    crazy_eights(2, 3, 2),
    crazy_eights(3, 3, 1),
    scopa(2, 1),
    scopa(3, 0),
    durak(2, 4, 2),
    durak(2, 5, 0),
    durak(3, 3, 1),
    gin(4, 4, 4),
    gin(5, 4, 5),
    draw_poker(2),
    simple_poker(2),
    simple_poker(3),
    goofspiel(2, "A 2 3 4 5"),
    goofspiel(2, "2 3 5 8 10 K"),
    goofspiel(3, "A 2 3 4"),
    go_fish(2, (4, "CDH", 5)),
    go_fish(2, (3, "CDHS", 5)),
    go_fish(3, (4, "CDH", 4)),
    go_fish(3, (5, "CD", 3)),
    cheat(2, 3, 1),
    cheat(2, 4, 2),
    cheat(3, 3, 1),
]
