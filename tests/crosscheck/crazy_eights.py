"""Crazy eights beside OpenSpiel's, for two to five, drawing one card or until able, up to the first reshuffle."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel

from darwindeck import Game

from .mirror import (
    SUIT,
    Changes,
    Facts,
    Mirror,
    card_actions,
    compare_match,
    hand,
    known_game,
    players_of,
    same,
    scored,
    stock,
)

DRAW, PASS, NAME = 52, 53, 54  # theirs; NAME + suit
EIGHT = 7  # its rank
PHASE = "turn_structure.phases.0"

PLANTED: dict[str, tuple[Changes, str]] = {
    "nines are wild": (
        {"special_effects.0.trigger_card": "9", f"{PHASE}.valid_play_condition.conditions.2.rank": "9"},
        "legal moves",
    ),
    "a rank does not match": (
        {f"{PHASE}.valid_play_condition.conditions.1": {"type": "card_is_rank", "rank": "8"}},
        "seat to move",
    ),
    "eights name no suit": ({"special_effects": []}, "seat to move"),
    "those who cannot play do not draw": ({f"{PHASE}.draw_if_unable": "none"}, "legal moves"),
    "an eight left over costs eight": ({"setup.card_values": {"J": 10, "Q": 10, "K": 10}}, "scores"),
}


def value(card: int) -> int:
    """By the rules; theirs charges `card + 2` for most cards, and ten for an ace."""
    rank = card % 16 + 1
    return 50 if rank == 8 else min(rank, 10)


def fits(card: int, up: int) -> bool:
    return card % 16 == up % 16 or card // 16 == up // 16


class EightsDeal(Mirror):
    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.size = 7 if game.seats == 2 else 5
        self.until = game.genome.turn_structure.phases[0].draw_if_unable == "until"
        options = f"players={game.seats},max_draw_cards={52 if self.until else 1},max_turns=10000"
        self.peer = pyspiel.load_game(f"crazy_eights({options})").new_initial_state()
        self.peer.apply_action(52 + facts["dealer"])
        self.actions = card_actions(self.peer)
        self.cards = {action: card for card, action in self.actions.items()}
        self.stock = stock(facts)
        self.deal(facts)
        # An eight turned up is covered here. They put it back, so that it is among the cards which they could draw; ours
        # has left the stock until the discards are shuffled, and the deal is followed no further than that.
        self.peer.apply_action(self.actions[facts["piles"]["discard"]["order"][0]])
        self.advance()

    def deal(self, facts: Facts) -> None:
        """Before the first decision seats that could not play have drawn: those cards are taken out of their hands again.

        A drawn card is one that can be played only if the drawing ended with it, so it is told from the others by that.
        """
        up = facts["piles"]["discard"]["order"][0]
        self.drawn: list[list[int]] = []  # by seat
        self.hands: list[set[int]] = []
        for seat in range(self.game.seats):
            cards = sorted(hand(facts, seat), key=lambda card: card % 16 == EIGHT or fits(card, up))
            self.hands.append({*cards[: self.size]})
            self.drawn.append(cards[self.size :])
        seats = [(self.first + step) % self.game.seats for step in range(self.game.seats)]
        for dealt in zip(*(sorted(self.hands[seat]) for seat in seats), strict=True):
            for card in dealt:
                self.peer.apply_action(self.actions[card])

    def advance(self) -> None:
        """Who cannot play must draw or pass: no decision here, but moves there."""
        drawn = False
        while not self.peer.is_terminal():
            legal, seat = self.peer.legal_actions(), self.peer.current_player()
            if any(action not in (DRAW, PASS) for action in legal):
                return
            must_draw = self.until or not drawn
            has_none = not (self.stock or self.drawn[seat])
            if must_draw and has_none and (self.game.genome.setup.reshuffle or DRAW in legal):
                self.follows = False
                return
            drawn = DRAW in legal
            self.peer.apply_action(DRAW if drawn else PASS)
            if drawn:
                card = (self.drawn[seat] or self.stock).pop(0)
                self.hands[seat].add(card)
                self.peer.apply_action(self.actions[card])

    def compare(self, facts: Facts, moves: list[int]) -> None:
        # Nobody names a suit with the last card: their deal is over then.
        same("is the deal over", False, self.peer.is_terminal())
        same("seat to move", facts["to_move"], self.peer.current_player())
        # They let a player draw who could play, and pass after drawing; here whoever can play must.
        legal = {*self.peer.legal_actions()} - {DRAW, PASS}
        theirs = [SUIT + action - NAME if action >= NAME else self.cards[action] for action in legal]
        same("legal moves", moves, sorted(theirs))

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        """Eights are mostly kept, so that some are played last and some are left over."""
        others = [move for move in moves if move % 16 != EIGHT]
        return rng.choice(others if others and rng.random() < 0.8 else moves)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        seat = before["to_move"]
        if move >= SUIT:
            self.peer.apply_action(NAME + move - SUIT)
        else:
            self.hands[seat].remove(move)
            self.peer.apply_action(self.actions[move])
            if move % 16 == EIGHT:
                yield "eights" if self.hands[seat] else "eights played last"
        self.advance()

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, self.peer.is_terminal())
        gained, counts = scored(self.start, facts), [sum(map(value, cards)) for cards in self.hands]
        if 0 in counts:
            same("scores", gained, [0 if count else sum(counts) for count in counts])
            return
        # Blocked. What that is worth they do not say; it can only go to the lowest count.
        paid = {count for count, points in zip(counts, gained, strict=True) if points}
        same("counts that score in a blocked deal", paid - {min(counts)}, set())
        yield "blocked deals"


def compare(seed: int, changes: Changes) -> Iterator[str]:
    """Player counts, ways to draw and reshuffling take turns."""
    until, reshuffle = seed // 4 % 2, seed // 8 % 2
    variant = {f"{PHASE}.draw_if_unable": ("one", "until")[until], "setup.reshuffle": not reshuffle}
    return compare_match(
        known_game("crazy-eights", players_of("crazy-eights", seed), {**variant, **changes}), EightsDeal, seed
    )
