"""Euchre beside OpenSpiel's: both rounds of calls, the dealer's exchange, playing alone, bowers, every deal's points."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel

from darwindeck import Game
from darwindeck.language.fields import SUITS, card_id

from .mirror import PASS, SEAT, SUIT, Changes, Facts, Mirror, compare_match, hand, known_game, names, same, scored

PEER = pyspiel.load_game("euchre(stick_the_dealer=True,allow_lone_defender=False)")
ACCEPT = 167
SUIT_NAMES = dict(zip(("Clubs", "Diamonds", "Hearts", "Spades"), range(4), strict=True))

PLANTED: dict[str, tuple[Changes, str]] = {
    "there is no left bower": ({"turn_structure.phases.0.trump_ranks": []}, "legal moves"),
    "all jacks are trumps": ({"turn_structure.phases.0.trump_ranks_of": "all"}, "legal moves"),
    "the dealer does not take the card": ({"turn_structure.opening.0.dealer_takes": False}, "seat to move"),
    "nobody plays alone": ({"turn_structure.opening.0.alone": False}, "seat to move"),
    "the dealer may pass twice": ({"turn_structure.opening.0.forced": False}, "legal moves"),
    "four tricks are needed": ({"turn_structure.opening.0.needed": 4}, "points of the deal"),
    "a march alone is worth three": ({"turn_structure.opening.0.alone_points": 3}, "points of the deal"),
}


class EuchreDeal(Mirror):
    """Chance says who deals, deals four hands, the dealer's first, and turns up a card. Seats are the same."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.peer = PEER.new_initial_state()
        self.peer.apply_action(facts["dealer"])
        self.actions = {}
        for action in self.peer.legal_actions():
            name = self.peer.action_to_string(action)
            self.actions[card_id(name[1].replace("T", "10") + name[0])] = action
        self.cards = {action: card for card, action in self.actions.items()}
        hands = [hand(facts, (facts["dealer"] + step) % 4) for step in range(4)]
        [self.turned] = facts["piles"]["tableau"]["known"]
        for card in [card for cards in zip(*hands, strict=True) for card in cards]:
            self.peer.apply_action(self.actions[card])
        self.peer.apply_action(self.actions[self.turned])
        self.met: list[str] = []

    def ours(self, action: int, facts: Facts) -> int:
        """Our move for theirs."""
        if action in self.cards:
            return self.cards[action]
        name = self.peer.action_to_string(action)
        if name in ("Pass", "Partner"):
            return PASS
        if name == "Alone":
            return SEAT + int(facts["declarer"])
        suit = SUIT_NAMES[name]
        first = (
            self.peer.action_to_string(self.peer.legal_actions()[-1]) == name and len(self.peer.legal_actions()) == 2
        )
        return ACCEPT if first and suit == self.turned // 16 else SUIT + suit

    def compare(self, facts: Facts, moves: list[int]) -> None:
        same("seat to move", facts["to_move"], self.peer.current_player())
        theirs = {self.ours(action, facts) for action in self.peer.legal_actions()}
        if len(moves) == 6 and moves[-1] < SUIT:
            theirs.add(self.turned)  # they do not let the dealer lay aside the card just taken
        same("legal moves", self.tell(moves), self.tell(theirs))

    @staticmethod
    def tell(moves: set[int] | list[int]) -> list[str]:
        verbs = [str(move) for move in sorted(moves) if move >= SUIT]
        return names(move for move in moves if move < SUIT) + verbs

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        """Often nobody calls before the dealer must; playing alone is as frequent as not."""
        others = [move for move in moves if move != self.turned or len(moves) < 6]
        calls = [move for move in others if SUIT <= move < SEAT or move == ACCEPT]
        return PASS if calls and PASS in moves and rng.random() < 0.5 else rng.choice(others)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        [action] = [action for action in self.peer.legal_actions() if self.ours(action, before) == move]
        if move >= SEAT and move != PASS and move != ACCEPT:
            yield "players alone"
        if SUIT <= move < SUIT + len(SUITS):
            yield "suits named"
        self.peer.apply_action(action)

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, self.peer.is_terminal())
        gained = scored(self.start, facts)
        # What one side scores they also take off the other.
        same("points of the deal", [gained[seat] - gained[seat - 1] for seat in range(4)], self.peer.returns())
        yield "marches alone" if 4 in gained else "other deals"


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("euchre", 4, changes), EuchreDeal, seed)
