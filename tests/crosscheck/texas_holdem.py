"""Texas hold'em, no limit, for two to eight beside PokerKit: blinds, who opens, legal bets and raises, side pots, stacks."""

from __future__ import annotations

from collections.abc import Iterator

from pokerkit import BettingStructure, Opening, Street

from darwindeck import Game

from .draw_poker import DrawDeal
from .mirror import Changes, Facts, compare_match, known_game, players_of, stock
from .poker import to_pokerkit

MIN_BET = 2

PLANTED: dict[str, tuple[Changes, str]] = {
    "the big blind is three": ({"setup.resources.blinds": [1, 3]}, "lowest bet or raise"),
    "the table does not count": ({"turn_structure.phases.7.community": False}, "stacks"),
    "the player of the first turn opens again": ({"turn_structure.phases.2.opener": "turn"}, "seat to bet"),
    "four raises a round": ({"turn_structure.phases.0.max_raises": 4}, "raises after the third"),
    "the flop has two cards": ({"turn_structure.phases.1.count": 2}, "stacks"),
}


def street(hole: int, board: int) -> Street:
    """Nothing is burnt."""
    return Street(False, (False,) * hole, board, False, Opening.POSITION, MIN_BET, None)


class HoldemDeal(DrawDeal):
    """What lies on top of the stock after the deal are the cards of the table, in their order."""

    structure = BettingStructure.NO_LIMIT
    streets = (street(2, 0), street(0, 3), street(0, 1), street(0, 1))
    ante = 0
    blinds = (1, 2)

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.board = stock(facts)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        street = self.peer.street_index
        yield from super().follow(move, before, after)
        while self.peer.can_deal_board():
            count = self.streets[self.peer.street_index or 0].board_dealing_count
            self.peer.deal_board(to_pokerkit(self.board[:count]))
            self.board = self.board[count:]
        if self.peer.street_index is not None and self.peer.street_index != street:
            yield "deals with a flop"

    def settle(self, facts: Facts) -> Iterator[str]:
        """Where blinds put a player all in and nobody owes more, a deal has no decision: then the stacks after this one
        were never to be seen."""
        if facts["deal"] > self.start["deal"] + 1:
            yield "deals with another behind them that has no decision"
        else:
            yield from super().settle(facts)


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("texas-holdem", players_of("texas-holdem", seed), changes), HoldemDeal, seed)
