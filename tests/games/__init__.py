"""Facts about single games. Here: explicit decks, and a game played with the names of cards and moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from darwindeck import Game
from darwindeck.language.fields import RANKS, SUITS, card_id, card_name

VERBS = {"pass": 160, "done": 161, "draw": 162, "take": 163, "flip": 164, "knock": 165, "challenge": 166, "accept": 167,
         "check": 168, "call": 169, "fold": 170, "all_in": 171}  # fmt: skip
VERBS |= {f"bet {k}": 176 + k for k in range(8)} | {f"raise {k}": 184 + k for k in range(8)}
VERB_NAMES = {move: name for name, move in VERBS.items()}
FULL_DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
SHORT_DECK = tuple(card for card in FULL_DECK if card[:-1] not in ("8", "9", "10"))


def move_name(move: int) -> str:
    return card_name(move) if move < 64 else VERB_NAMES.get(move, str(move))


def cards(text: str) -> list[str]:
    return text.split()


def deck_of_hands(hands: Sequence[str], then: str = "", deck: Iterable[str] = FULL_DECK, last: str = "") -> list[str]:
    """The deck that deals these hands one card at a time, then these cards, then the rest, ending with `last`.

    Hands may be incomplete in one way only: all the same length.
    """
    dealt = [card for round_of_cards in zip(*map(cards, hands), strict=True) for card in round_of_cards]
    dealt += cards(then)
    bottom = cards(last)
    assert len({*dealt, *bottom}) == len(dealt) + len(bottom), "a card twice"
    return [*dealt, *(card for card in deck if card not in {*dealt, *bottom}), *bottom]


class Play:
    """A game under way, read and moved by names."""

    def __init__(self, game: Game, deck: Sequence[str] | None = None, seed: int = 0) -> None:
        self.game = game
        self.state = game.start(seed=seed, deck=deck)

    def do(self, *moves: str) -> Play:
        for name in moves:
            self.state = self.game.apply(self.state, VERBS[name] if name in VERBS else card_id(name))
        return self

    @property
    def moves(self) -> list[str]:
        return [move_name(move) for move in self.game.legal_moves(self.state)]

    @property
    def to_move(self) -> int:
        return self.game.to_move(self.state)

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)

    @property
    def facts(self) -> dict[str, object]:
        return self.game.snapshot(self.state)

    @property
    def scores(self) -> list[int]:
        return list(self.game.snapshot(self.state)["scores"])

    @property
    def money(self) -> list[int]:
        """What each seat would have if the pot were given back."""
        facts = self.game.snapshot(self.state)
        return [chips + paid for chips, paid in zip(facts["chips"], facts["contributions"], strict=True)]

    def pile(self, name: str, seat: int | None = None) -> list[str]:
        """Cards of a pile: from the top where it has one, else ascending."""
        pile = self.game.snapshot(self.state)["piles"][name]
        if seat is not None:
            pile = pile[seat]
        return [card_name(card) for card in (pile["known"] if pile["order"] is None else pile["order"])]

    def hand(self, seat: int) -> list[str]:
        return self.pile("hand", seat)

    def known_hand(self, viewer: int, seat: int) -> list[str]:
        """The cards of a hand that a seat knows."""
        hand = self.game.view(self.state, viewer).as_dict()["piles"]["hand"][seat]
        return [card_name(card) for card in hand["known"]]
