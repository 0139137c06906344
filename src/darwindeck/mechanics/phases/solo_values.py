"""Games that a declarer can name, what each is worth, and which values can be bid. No phase of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...language.context import Context
from ...language.fields import SUITS
from .tops import top_trumps

if TYPE_CHECKING:
    from .solo import SoloPhase

GRAND, NULL, OPEN_NULL = 4, 5, 6  # after the four suits
HAND_GAMES = 7  # added: the cards left over were not taken
ANNOUNCED = (
    2 * HAND_GAMES
)  # added once for many points, twice for all tricks, three times for all tricks with an open hand
MOST_ANNOUNCED = 3
SUITS_BY_VALUE = ("D", "H", "S", "C")
MOST_BIDS = 64  # as many numbers as there are moves
EXTRAS = 3  # a game from the hand, many points, all tricks


def game_values(solo: SoloPhase) -> dict[int, int]:
    """What games with trumps are worth before they are multiplied, by their numbers."""
    values = {SUITS.index(suit): solo.suit_value + place * solo.suit_step for place, suit in enumerate(SUITS_BY_VALUE)}
    return values | ({GRAND: solo.grand_value} if solo.grand_value else {})


def null_worth(solo: SoloPhase, game: int, hand: int) -> int:
    plain, from_hand = (solo.null_value, solo.null_hand_value)
    if game == OPEN_NULL:
        plain, from_hand = solo.open_null_value, solo.open_null_hand_value
    return from_hand if hand else plain


def bid_values(solo: SoloPhase, context: Context) -> list[int]:
    """All values that a game can come to, the lowest 64 of them."""
    found = set()
    for game, value in game_values(solo).items():
        if game == GRAND or game in context.suits:
            tops = len(top_trumps(context, game))
            extras = EXTRAS + (MOST_ANNOUNCED if solo.announcements else 0)
            found |= {value * times for times in range(2, tops + 2 + extras)}
    if solo.null_value:
        found |= {null_worth(solo, game, hand) for game in (NULL, OPEN_NULL) for hand in (0, HAND_GAMES)}
    return sorted(found - {0})[:MOST_BIDS]
