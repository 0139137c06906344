"""Contract Bridge beside OpenSpiel's: every call of the auction, dummy's cards played by the declarer, duplicate scores."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel

from darwindeck import Game

from .mirror import (
    NUMBER,
    PASS,
    Changes,
    Facts,
    Mirror,
    card_actions,
    compare_match,
    hand,
    known_game,
    names,
    same,
    scored,
)

DOUBLE, REDOUBLE = 172, 173
CALLS = {PASS: 52, DOUBLE: 53, REDOUBLE: 54}
BIDS = 55  # the first of their bids, in our order
OPENING = "turn_structure.opening.0"
ALWAYS = {"none": (False, False), "dealers": (True, False), "others": (False, True), "both": (True, True)}

PLANTED: dict[str, tuple[Changes, str]] = {
    "nobody doubles": ({f"{OPENING}.doubles": False}, "calls"),
    "six is the highest level": ({f"{OPENING}.max_level": 6}, "calls"),
    "nobody is vulnerable": ({f"{OPENING}.vulnerable": []}, "scores of the deal"),
    "the book has five tricks": ({f"{OPENING}.book": 5}, "scores of the deal"),
    "partners play their own cards": ({"turn_structure.phases.0.dummy": False}, "seat to move"),
    "trumps have no power": ({"turn_structure.phases.0.trump_beats_suit": False}, "seat to move"),
}


class BridgeDeal(Mirror):
    """Their seat 0 deals, so that seats are counted from the dealer."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.dealer = facts["dealer"]
        word = VULNERABLE[facts["deal"] % len(VULNERABLE)]
        dealers, others = ALWAYS[word]
        flags = f"dealer_vul={str(dealers).lower()},non_dealer_vul={str(others).lower()}"
        self.peer = pyspiel.load_game(f"bridge(use_double_dummy_result=false,{flags})").new_initial_state()
        self.actions = card_actions(self.peer)
        self.cards = {action: card for card, action in self.actions.items()}
        for cards in zip(*(hand(facts, self.ours(seat)) for seat in range(4)), strict=True):
            for card in cards:
                self.peer.apply_action(self.actions[card])
        self.met: set[str] = set()

    def ours(self, seat: int) -> int:
        return (seat + self.dealer) % 4

    def theirs(self, move: int) -> int:
        return CALLS[move] if move in CALLS else move - NUMBER + BIDS if move >= NUMBER else self.actions[move]

    def compare(self, facts: Facts, moves: list[int]) -> None:
        same("seat to move", facts["to_move"], self.ours(self.peer.current_player()))
        legal = self.peer.legal_actions()
        if moves[-1] >= NUMBER:
            same("calls", sorted(map(self.theirs, moves)), sorted(legal))
        else:
            same("legal moves", names(moves), names(self.cards[action] for action in legal))

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        """Low bids and many passes, so that auctions end at every level and some contracts are made."""
        if moves[-1] < NUMBER:
            return rng.choice(moves)
        bids = [move for move in moves if NUMBER <= move < PASS]
        doubles = [move for move in moves if move in (DOUBLE, REDOUBLE)]
        if doubles and rng.random() < 0.25:
            return doubles[0]
        return rng.choice(bids[: rng.choice((3, 10, 35))]) if bids and rng.random() < 0.4 else PASS

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        if move in (DOUBLE, REDOUBLE):
            yield "doubles" if move == DOUBLE else "redoubles"
        self.peer.apply_action(self.theirs(move))

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, self.peer.is_terminal())
        gained = scored(self.start, facts)
        # What one side scores they also take off the other.
        returns = self.peer.returns()
        mine = [gained[self.ours(seat)] - gained[self.ours(seat) - 1] for seat in range(4)]
        same("scores of the deal", mine, returns)
        yield "deals passed out" if not any(gained) else "contracts"


VULNERABLE = ["none", "others", "others", "both", "dealers", "dealers", "both", "none"]
VULNERABLE += ["others", "both", "none", "others", "both", "none", "dealers", "dealers"]


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("contract-bridge", 4, changes), BridgeDeal, seed)
