"""The words genomes are written in: ranks, suits, cards, locations, and the base of every mechanic.

Ranges live on the field types, so that saving, checking and varying read them from one place.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from .facts import Factual

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Suit = Literal["C", "D", "H", "S"]
Card = Annotated[str, Meta(pattern="^(A|[2-9]|10|J|Q|K)[CDHS]$")]

Points = Annotated[int, Meta(ge=-1000, le=1000)]
Chips = Annotated[int, Meta(ge=0, le=1_000_000)]
Number = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Text = Annotated[str, Meta(max_length=2000)]


class Location(enum.Enum):
    """Where cards lie, as the acting seat sees it."""

    DECK = "deck"
    HAND = "hand"
    DISCARD = "discard"
    TABLEAU = "tableau"
    CAPTURE_ZONE = "capture_zone"
    OPPONENT_HAND = "opponent_hand"
    OPPONENT_DISCARD = "opponent_discard"
    PREVIOUS_HAND = "previous_hand"
    OWN_DISCARD = "own_discard"
    PREVIOUS_DISCARD = "previous_discard"
    TEAM_CAPTURE_PILE = "team_capture_pile"


class Operator(enum.Enum):
    EQ = "=="
    NE = "!="
    LT = "<"
    GT = ">"
    LE = "<="
    GE = ">="


class Visibility(enum.Enum):
    OWNER_ONLY = "owner_only"
    FACE_DOWN = "face_down"
    FACE_UP = "face_up"


Equality = Literal["==", "!="]
Who = Literal["actor", "next", "others", "all"]
Group = Literal["none", "set", "run"]
CardReference = Literal["top_discard", "last_played", "lead_card", "top_tableau", "highest_played"]
RankOrder = Literal["ace_high", "ace_low"] | Annotated[tuple[Rank, ...], Meta(min_length=1, max_length=13)]


class Mechanic(msgspec.Struct, Factual, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """A part of a genome: typed fields with ranges, facts, `emit` (its code) and `rule` (its sentence)."""

    descriptions: ClassVar[Mapping[str, str]]  # for editors: what it is under "", and what its own fields mean


def card_id(card: str) -> int:
    return SUITS.index(card[-1]) * 16 + RANKS.index(card[:-1])


def card_name(card: int) -> str:
    return RANKS[card % 16] + SUITS[card // 16]


def card_set(cards: tuple[str, ...] | list[str]) -> int:
    """The cards as one 64-bit word."""
    word = 0
    for card in cards:
        word |= 1 << card_id(card)
    return word


def rank_set(rank: str) -> int:
    return 0x0001_0001_0001_0001 << RANKS.index(rank)


def suit_set(suit: str) -> int:
    return 0x1FFF << (16 * SUITS.index(suit))


ALL_CARDS, NO_CARDS = 0x1FFF_1FFF_1FFF_1FFF, 0


def strengths(order: RankOrder) -> tuple[int, ...]:
    """Strength of each rank, A first. Ranks missing from a list are weakest."""
    if order == "ace_high":
        return (12, *range(12))
    if order == "ace_low":
        return tuple(range(13))
    return tuple(order.index(rank) + 1 if rank in order else 0 for rank in RANKS)
