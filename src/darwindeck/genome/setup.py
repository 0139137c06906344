"""Setup: the deck, the deal, what is face up, who begins, and the chips."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..language.fields import Card, Chips, Rank, RankOrder, Suit, Visibility
from ..mechanics import Action

Dealt = Annotated[int, Meta(ge=0, le=52)]


class ResourceRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Chips: what each seat starts with and is forced to pay."""

    starting_chips: Chips
    min_bet: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    ante: Chips = 0
    blinds: tuple[Chips, Chips] | None = None


class SetupRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a deal begins (docs/genome.md, section 4)."""

    cards_per_player: Dealt
    hand_sizes: dict[Literal["2", "3", "4", "5", "6", "7", "8"], Dealt] = {}
    initial_deck: Literal["standard_52", "51_cards", "40_card", "36_card", "custom"] = "standard_52"
    custom_deck: Annotated[tuple[Card, ...], Meta(max_length=52)] = ()
    removed_cards: Annotated[tuple[Card, ...], Meta(max_length=48)] = ()
    even_deal_removals: Annotated[tuple[Card, ...], Meta(max_length=7)] = ()
    leftover: Literal["deal", "aside"] = "deal"
    rank_order: RankOrder = "ace_high"
    card_values: dict[Rank, Annotated[int, Meta(ge=1, le=50)]] = {}
    hand_order: Literal["set", "queue"] = "set"
    hand_suits: Annotated[tuple[Suit, ...], Meta(max_length=4)] = ()
    initial_discard_count: Annotated[int, Meta(ge=0, le=10)] = 0
    initial_discard_not: Rank | None = None
    initial_tableau_count: Annotated[int, Meta(ge=0, le=20)] = 0
    redeal_rank: Rank | None = None
    redeal_count: Annotated[int, Meta(ge=1, le=4)] = 3
    refill: Annotated[int, Meta(ge=0, le=13)] = 0
    reshuffle: bool = True
    trump_selection_method: Literal["none", "fixed", "last_card_dealt", "turn_up", "bottom_card", "tableau"] = "none"
    trump_suit: Suit | None = None
    starting_player: Literal["dealer_left", "youngest", "random", "holder", "lowest_trump"] = "dealer_left"
    starting_card: Card | None = None
    hand_visibility: Visibility = Visibility.OWNER_ONLY
    discard_visibility: Literal["face_up", "face_down"] = "face_up"
    post_deal_actions: Annotated[tuple[Action, ...], Meta(max_length=8)] = ()
    starting_chips: Chips = 0
    resources: ResourceRules | None = None
