"""What each seat knows about hidden cards (docs/genome.md, section 5)."""

from __future__ import annotations

from typing import Any

from .cards import Pile

MOST_AT_LEAST = 8


class Knowledge:
    """`shown` is known to all, `seen[s]` to seat s; `lacks[s]` are cards s showed it does not hold.

    `at_least` are (seat, cards), oldest first: the seat showed that it holds at least one of the cards.
    """

    def __init__(self, setup: dict[str, Any], seats: int, open_fronts: bool) -> None:
        self.hands = setup["hand_visibility"]
        self.face_up_kinds = {"tableau", "trick", "capture_zone", "turned"}
        if setup["discard_visibility"] == "face_up":
            self.face_up_kinds.add("discard")
        if open_fronts:
            self.face_up_kinds.add("front")
        if self.hands == "face_up":
            self.face_up_kinds |= {"hand", "picked"}
        self.seats = seats
        self.forget()

    def forget(self) -> None:
        self.shown: set[int] = set()
        self.seen: list[set[int]] = [set() for _ in range(self.seats)]
        self.lacks: list[set[int]] = [set() for _ in range(self.seats)]
        self.pooled: list[set[int]] = [set() for _ in range(self.seats)]
        self.at_least: list[tuple[int, frozenset[int]]] = []

    def is_face_up(self, pile: Pile) -> bool:
        return pile.kind in self.face_up_kinds

    def known(self, seat: int, pile: Pile) -> set[int]:
        """The cards of the pile that the seat knows to be there."""
        own = pile.kind in ("hand", "picked") and pile.seat == seat and self.hands == "owner_only"
        if own or self.is_face_up(pile):
            return set(pile.cards)
        return set(pile.cards) & (self.shown | self.seen[seat])

    def holds_one_of(self, seat: int, cards: set[int]) -> None:
        entry = (seat, frozenset(cards))
        if entry not in self.at_least:
            self.at_least = [*self.at_least, entry][-MOST_AT_LEAST:]

    def settle(self, seat: int, front: list[int]) -> None:
        """When nothing of a front is hidden, what is pooled must be in the hand."""
        if not set(front) - self.shown:
            self.shown |= self.pooled[seat]
            self.pooled[seat] = set()

    def move_openly(self, cards: set[int], source: Pile, target: Pile) -> None:
        self.shown |= cards
        if source.kind in ("hand", "picked"):
            self.at_least = [entry for entry in self.at_least if entry[0] != source.seat or not entry[1] & cards]
        if source.kind in ("hand", "picked", "front"):
            self.pooled[source.seat] -= cards
        if target.kind in ("hand", "picked"):
            self.lacks[target.seat] -= cards

    def move_hidden(self, cards: set[int], source: Pile, before: set[int], target: Pile) -> None:
        """`before` is all that lay in the source (hand and picked are one) before the move."""
        viewers = {pile.seat for pile in (source, target) if self._shows_its_owner(pile)}
        for seat in viewers:
            self.seen[seat] |= cards
        commits = source.kind in ("hand", "picked") and target.kind == "front" and source.seat == target.seat
        if commits and cards != before:
            self.pooled[source.seat] |= before & self.shown
        if source.kind in ("hand", "picked", "front") and not commits:
            self.pooled[source.seat] = set()
        if cards != before:
            for seat in range(self.seats):
                if seat in viewers:
                    self.seen[seat] |= before & self.shown
                else:
                    self.seen[seat] -= before
            self.shown -= before
        if source.kind in ("hand", "picked"):
            self.at_least = [entry for entry in self.at_least if entry[0] != source.seat]
        if target.kind in ("hand", "picked"):
            self.lacks[target.seat].clear()

    def _shows_its_owner(self, pile: Pile) -> bool:
        return pile.kind in ("hand", "picked", "front") and self.hands == "owner_only"
