"""Games whose moves are also suits, ranks, seats and bids: `suit H`, `rank 7`, `seat 1`, `bid 3`."""

from __future__ import annotations

import random
from collections.abc import Iterator

from darwindeck.language.fields import RANKS, SUITS, card_id, card_name

from . import VERBS, Play, move_name

NAMED = {f"suit {suit}": 64 + number for number, suit in enumerate(SUITS)}
NAMED |= {f"rank {rank}": 68 + number for number, rank in enumerate(RANKS)}
NAMED |= {f"seat {seat}": 84 + seat for seat in range(8)}
NAMED |= {f"bid {number}": 92 + number for number in range(27)}
NAMES = {move: name for name, move in NAMED.items()}


class NamedPlay(Play):
    """A game under way in which something other than a card or a verb may be named."""

    def do(self, *moves: str) -> NamedPlay:
        for name in moves:
            number = NAMED.get(name, VERBS.get(name))
            self.state = self.game.apply(self.state, card_id(name) if number is None else number)
        return self

    @property
    def moves(self) -> list[str]:
        return [NAMES.get(move) or move_name(move) for move in self.game.legal_moves(self.state)]

    @property
    def hands(self) -> list[list[str]]:
        return [[card_name(card) for card in hand["known"]] for hand in self.facts["piles"]["hand"]]


def random_moves(play: Play, seed: int) -> Iterator[str]:
    """A random move for each position until the game is over; the reader makes it."""
    chance = random.Random(seed)
    while not play.is_over:
        yield chance.choice(play.moves)
