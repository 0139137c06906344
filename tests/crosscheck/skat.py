"""Skat beside OpenSpiel's: the skat, what is laid aside, every legal card of every kind of game, and the points of the tricks.

OpenSpiel has no auction: whoever first does not pass names a game and takes the skat. So each of our deals is followed from
the moment its game is named. It has no games from the hand either; there the declarer takes the skat and lays it aside
again. What it returns are the declarer's points, and not the value of the game, which tests/games/test_skat.py counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel

from darwindeck import Game
from darwindeck.language.fields import card_id

from .mirror import PASS, Changes, Facts, Mirror, compare_match, hand, known_game, names, same

PEER = pyspiel.load_game("skat")
GAMES = ("clubs", "diamonds", "hearts", "spades", "grand", "null", "null")
HAND_GAMES, ANNOUNCED, GRAND = 7, 14, 4
BASES = (12, 9, 10, 11, 24)

PLANTED: dict[str, tuple[Changes, str]] = {
    "tens rank below jacks": ({"setup.rank_order": ["7", "8", "9", "10", "J", "Q", "K", "A"]}, "seat to move"),
    "queens are trumps": ({"turn_structure.phases.0.trump_ranks": ["Q"]}, "legal moves"),
    "nulls have the order of other games": (
        {"turn_structure.phases.0.null_order": ["7", "8", "9", "J", "Q", "K", "10", "A"]},
        "seat to move",
    ),
    "nobody must follow": ({"turn_structure.phases.0.lead_suit_required": False}, "legal moves"),
}


class SkatDeal(Mirror):
    """Cards are dealt to their seats one by one, and to the skat; their seat 0 leads, as our forehand does."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.peer = PEER.new_initial_state()
        self.hands = [hand(facts, seat) for seat in range(3)]
        self.skat = list(facts["piles"]["deck"]["known"])
        self.playing = False
        self.cards: dict[int, int] = {}

    def their_seat(self, seat: int) -> int:
        return (seat - self.first) % 3

    def begin(self, facts: Facts) -> None:
        """Deals what we have dealt, and lets our declarer name its game."""
        actions = {card_id(self.peer.action_to_string(a)[1].replace("T", "10") + self.peer.action_to_string(a)[0]): a
                   for a in range(32)}  # fmt: skip
        self.cards = {action: card for card, action in actions.items()}
        owners = {card: self.their_seat(seat) for seat in range(3) for card in self.hands[seat]}
        owners |= dict.fromkeys(self.skat, 3)
        waiting = {owner: [card for card in owners if owners[card] == owner] for owner in range(4)}
        for owner in self.order_of_deal():
            self.peer.apply_action(actions[waiting[owner].pop()])
        declarer = facts["declarer"]
        for _ in range(self.their_seat(declarer)):
            self.act("unknown/pass")
        bid = facts["bids"][declarer]
        self.act(GAMES[bid % HAND_GAMES])
        for card in self.skat if bid >= HAND_GAMES else facts["piles"]["aside"]["known"]:
            self.peer.apply_action(actions[card])

    @staticmethod
    def order_of_deal() -> list[int]:
        """Three cards to each, two to the skat, four to each, three to each."""
        rounds = [(3, (0, 1, 2)), (2, (3,)), (4, (0, 1, 2)), (3, (0, 1, 2))]
        return [owner for count, owners in rounds for owner in owners for _ in range(count)]

    def act(self, name: str) -> None:
        [action] = [a for a in self.peer.legal_actions() if self.peer.action_to_string(a) == name]
        self.peer.apply_action(action)

    def compare(self, facts: Facts, moves: list[int]) -> None:
        if self.playing:
            same("seat to move", self.their_seat(facts["to_move"]), self.peer.current_player())
            same("legal moves", names(moves), names(self.cards[action] for action in self.peer.legal_actions()))

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        """Half of the time nobody passes, so that most deals are played."""
        return rng.choice([move for move in moves if move != PASS] if rng.random() < 0.5 else moves)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        if self.playing:
            [action] = [action for action, card in self.cards.items() if card == move]
            self.peer.apply_action(action)
        elif after["deal"] == before["deal"] and self.is_named(before, after):
            self.playing = True
            self.begin(after)
            self.declarer, self.game, self.bid = after["declarer"], after["bids"][after["declarer"]], after["total"]
            yield f"games of {GAMES[self.game % HAND_GAMES]}"
            yield "games from the hand" if self.game >= HAND_GAMES else "games with the skat"
            if self.game >= ANNOUNCED:
                yield "games with announcements"

    @staticmethod
    def is_named(before: Facts, after: Facts) -> bool:
        """Whether all is said about the game; from the hand, and unless it is a null, more may be announced."""
        declarer = after["declarer"]
        if declarer < 0 or after["bids"][declarer] < 0:
            return False
        hand, game = divmod(after["bids"][declarer], HAND_GAMES)
        return hand != 1 or game > GRAND or bool(before["bids"][declarer] >= 0)

    def settle(self, facts: Facts) -> Iterator[str]:
        if not self.playing:
            yield "deals passed out"
            return
        same("is the deal over", True, self.peer.is_terminal())
        gained = facts["scores"][self.declarer] - self.start["scores"][self.declarer]
        theirs = self.peer.returns()[self.their_seat(self.declarer)] > 0
        if self.game % HAND_GAMES > GRAND:
            same("is the null won", gained > 0, theirs)
        elif self.game >= ANNOUNCED and gained < 0:
            pass  # 61 points may not have been enough
        elif gained > 0 or -gained // 2 >= self.bid + BASES[self.game % HAND_GAMES]:  # else it may be overbid
            same("has the declarer 61 points", gained > 0, theirs)
        yield "deals played"


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("skat", 3, changes), SkatDeal, seed)
