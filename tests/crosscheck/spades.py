"""Spades beside OpenSpiel's: bids, every card played, every deal's score with bags carried over."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel

from darwindeck import Game
from darwindeck.language.fields import card_id

from .mirror import NUMBER, Changes, Facts, Mirror, card_actions, compare_match, hand, known_game, names, same, scored

# Without their mercy rule, and with no bonus for a target that one deal could reach.
PEER = pyspiel.load_game("spades(use_mercy_rule=False,win_or_loss_bonus=0,num_tricks=13)")
BIDS = 52  # the first of their bids
SPADES = set(range(card_id("AS"), card_id("KS") + 1))

PLANTED: dict[str, tuple[Changes, str]] = {
    "spades may be led at once": ({"turn_structure.phases.0.breaking_suit": None}, "legal moves"),
    "hearts are trumps": ({"turn_structure.phases.0.trump_suit": "H"}, "seat to move"),
    "an overtrick is worth nothing": ({"turn_structure.opening.0.overtrick_points": 0}, "scores of the deal"),
    "bags cost nothing": ({"turn_structure.opening.0.bag_limit": 0}, "scores of the deal"),
    "a nil is worth fifty": ({"turn_structure.opening.0.nil_bonus": 50}, "scores of the deal"),
    "nobody may bid thirteen": ({"turn_structure.opening.0.max_bid": 12}, "bids"),
}


class SpadesDeal(Mirror):
    """Their seat 0 always begins, so that seats are counted from the one left of the dealer."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.peer = PEER.new_initial_state()
        self.actions = card_actions(self.peer)
        self.cards = {action: card for card, action in self.actions.items()}
        self.hands = [set(hand(facts, self.ours(seat))) for seat in range(4)]
        for cards in zip(*map(sorted, self.hands), strict=True):
            for card in cards:
                self.peer.apply_action(self.actions[card])
        # They keep bags as the last digit of a side's score.
        self.peer.set_current_scores([facts["bags"][self.ours(side)] for side in range(2)])
        self.bids: list[int] = []
        self.played: list[int] = []

    def ours(self, seat: int) -> int:
        return (seat + self.first) % 4

    def compare(self, facts: Facts, moves: list[int]) -> None:
        seat = self.peer.current_player()
        same("seat to move", facts["to_move"], self.ours(seat))
        theirs = set(self.peer.legal_actions())
        if len(self.bids) < 4:
            # They limit partners to thirteen together. Nobody can make more, but it may be bid here.
            over = range(14 - self.bids[seat - 2], 14) if len(self.bids) >= 2 else ()
            same("bids", [move - NUMBER for move in moves], sorted({bid - BIDS for bid in theirs} | {*over}))
            return
        cards = {self.cards[action] for action in theirs}
        # They never note that spades were broken, so that they refuse leads which then are legal.
        if len(self.played) % 4 == 0 and SPADES & {*self.played}:
            cards |= self.hands[seat]
        same("legal moves", names(moves), names(cards))

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        if len(self.bids) == 4:
            return rng.choice(moves)
        # Of the bids that both allow, mostly small ones: they are made and bring bags.
        bids = [action - BIDS + NUMBER for action in self.peer.legal_actions()]
        return rng.choice(bids[:5] if rng.random() < 0.8 else bids)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        if len(self.bids) < 4:
            self.bids.append(move - NUMBER)
            self.peer.apply_action(move - NUMBER + BIDS)
            return
        seat = self.peer.current_player()
        if len(self.played) % 4 == 0 and self.actions[move] not in self.peer.legal_actions():
            yield "leads of broken spades"
        self.hands[seat].remove(move)
        self.played.append(move)
        self.peer.apply_action(self.actions[move])

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, self.peer.is_terminal())
        returns = self.peer.returns()
        gained = scored(self.start, facts)
        same("scores of the deal", [gained[self.ours(seat)] for seat in range(4)], returns)
        yield from ("nils" for bid in self.bids if bid == 0)
        yield from ("bag penalties" for side in range(2) if facts["bags"][side] < self.start["bags"][side])


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("spades", 4, changes), SpadesDeal, seed)
