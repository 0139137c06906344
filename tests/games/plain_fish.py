"""Go fish once more, in plain Python, to compare with."""

from __future__ import annotations

from collections import Counter


class PlainFish:
    """A game under way; `deck` is dealt and drawn from its first card on."""

    def __init__(self, deck: list[str], players: int) -> None:
        self.stock = deck[::-1]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        for _ in range(7 if players < 4 else 5):
            for hand in self.hands:
                hand.append(self.stock.pop())
        self.books = [0] * players
        self.asker = 0
        self.ready()

    def ready(self, asking: bool = True) -> None:
        """Goes on until somebody can ask, or all books are made."""
        while sum(self.books) < 13:
            self.lay_down_books()
            hand = self.hands[self.asker]
            if asking and not hand and self.stock:
                hand.append(self.stock.pop())
            if asking and hand and self.others():
                return
            if asking and hand and self.stock:
                hand.append(self.stock.pop())
                self.lay_down_books()
            self.asker, asking = (self.asker + 1) % len(self.hands), True

    def lay_down_books(self) -> None:
        hand = self.hands[self.asker]
        for rank, count in Counter(card[:-1] for card in hand).items():
            if count == 4:
                hand[:] = [card for card in hand if card[:-1] != rank]
                self.books[self.asker] += 1

    def others(self) -> list[int]:
        return [seat for seat, hand in enumerate(self.hands) if hand and seat != self.asker]

    def ask(self, seat: int, rank: str) -> None:
        hand, other = self.hands[self.asker], self.hands[seat]
        given = [card for card in other if card[:-1] == rank] or self.stock[-1:]
        for pile in (other, self.stock):
            pile[:] = [card for card in pile if card not in given]
        hand += given
        self.ready(asking=any(card[:-1] == rank for card in given))
