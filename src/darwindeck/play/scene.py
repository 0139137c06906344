"""A state as a story needs it: all there is, what the viewer sees of it, where cards lie, and piles in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..engine.game import Game, State, card_sign

SHARED_PILES = {
    "deck": "the stock",
    "discard": "the discard pile",
    "tableau": "the table",
    "trick": "the trick",
    "aside": "out of play",
    "turned": "under the stock",
}
OWNED_PILES = ("hand", "capture_zone", "front")

Place = tuple[str, int]  # pile and owner; -1 for shared piles
ViewDict = dict[str, Any]


class Scene:
    """One state for one viewer; `viewer` None sees everything."""

    def __init__(self, game: Game, state: State, viewer: int | None) -> None:
        self.state = state
        self.all = game.snapshot(state)
        self.seen = self.all if viewer is None else game.view(state, viewer).as_dict()
        self.places = card_places(self.all)
        self.known = self.places if viewer is None else card_places(self.seen)

    def open_hand(self, seat: int) -> list[int]:
        """The cards of a hand, if the viewer knows all of them; else none."""
        hand = self.seen["piles"]["hand"][seat]
        return sorted(hand["known"]) if len(hand["known"]) == hand["count"] else []


def card_places(view: ViewDict) -> dict[int, Place]:
    """Where each known card lies; cards of an unfinished selection are still in the hand."""
    places: dict[int, Place] = {}
    for pile in SHARED_PILES:
        places |= dict.fromkeys(view["piles"][pile]["known"], (pile, -1))
    for pile in (*OWNED_PILES, "picked"):
        for owner, cards in enumerate(view["piles"][pile]):
            places |= dict.fromkeys(cards["known"], ("hand" if pile == "picked" else pile, owner))
    return places


def changes(before: ViewDict, after: ViewDict, numbers: str) -> list[tuple[int, int]]:
    """(seat, difference) wherever a number changed."""
    pairs = enumerate(zip(before[numbers], after[numbers], strict=True))
    return [(seat, new - old) for seat, (old, new) in pairs if new != old]


def cards_text(cards: Iterable[int]) -> str:
    return " ".join(card_sign(card) for card in cards)


def count_text(count: int, noun: str = "card") -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def pile_text(pile: ViewDict) -> str:
    """The known cards, in their order where they have one, and how many others there are."""
    cards: Sequence[int] = pile["order"] if pile["order"] is not None else sorted(pile["known"])
    hidden = pile["count"] - len(cards)
    parts = [cards_text(cards)] if cards else []
    if hidden or not cards:
        parts.append(count_text(hidden) if not cards else f"{count_text(hidden)} more")
    return " and ".join(parts)
