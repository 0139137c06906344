"""Gin rummy beside OpenSpiel's: offers, draws, discards, who may knock, and every knock with all its lay-offs searched."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pyspiel

from darwindeck import Game

from .mirror import (
    DRAW,
    KNOCK,
    NUMBER,
    PASS,
    TAKE,
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
    stock,
)

PEER = pyspiel.load_game("gin_rummy")
GIN = pyspiel.gin_rummy
UTILS = GIN.GinRummyUtils(13, 4, 10)
VERBS = {DRAW: GIN.DRAW_STOCK_ACTION, TAKE: GIN.DRAW_UPCARD_ACTION, PASS: GIN.PASS_ACTION}
LIMIT, BONUS = 10, 25

PLANTED: dict[str, tuple[Changes, str]] = {
    "one may knock with eleven": ({"turn_structure.phases.2.limit": 11}, "may knock"),
    "gin is worth twenty": ({"turn_structure.phases.2.gin_bonus": 20}, "scores of a knock"),
    "undercutting is worth ten": ({"turn_structure.phases.2.undercut_bonus": 10}, "scores of a knock"),
    "nothing is laid off": ({"turn_structure.phases.2.layoffs": False}, "scores of a knock"),
    "court cards count their rank": ({"setup.card_values": {"J": 11, "Q": 12, "K": 13}}, "scores of a knock"),
    "the stock runs down to nothing": ({"turn_structure.phases.2.void_stock": 0}, "draws"),
    "the card taken may go back": ({"turn_structure.phases.1.not_taken": False}, "discards"),
}


class GinDeal(Mirror):
    """Their seat 0 begins, so that seats are counted from the one left of the dealer."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.peer = PEER.new_initial_state()
        self.actions = card_actions(self.peer)
        self.cards = {action: card for card, action in self.actions.items()}
        for seat in (self.first, 1 - self.first):
            for card in hand(facts, seat):
                self.peer.apply_action(self.actions[card])
        self.peer.apply_action(self.actions[facts["piles"]["discard"]["order"][0]])
        self.taken = -1  # the card just taken from the discards
        self.discarded = -1  # the card of which it is not known yet whether its player knocks
        self.results: list[list[float]] | None = None  # of a knock, by arrangement of the knocker's melds: scores
        self.arrangement = 0

    def compare(self, facts: Facts, moves: list[int]) -> None:
        if self.results is not None:
            # The knocker may lay its melds in any way that leaves the least deadwood.
            same("arrangements", moves, list(range(NUMBER, NUMBER + len(self.results))))
            return
        if self.discarded >= 0:
            self.compare_knock(facts, moves)
            if KNOCK in moves:
                return
        same("seat to move", facts["to_move"], (self.peer.current_player() + self.first) % 2)
        theirs = {*self.peer.legal_actions()} - {GIN.KNOCK_ACTION}  # which they ask before the discard
        if self.peer.current_phase() == GIN.Phase.DISCARD:
            theirs -= {self.taken}  # they allow it to be put back at once
            same("discards", names(moves), names(self.cards[action] for action in theirs))
        else:
            same("draws", sorted(VERBS[move] for move in moves), sorted(theirs))

    def compare_knock(self, facts: Facts, moves: list[int]) -> None:
        """Here one discards and then knocks or not; they are told when that is known."""
        seat = self.peer.current_player()
        left = [card for card in self.peer.hands()[seat] if card != self.discarded]
        may = UTILS.min_deadwood(left) <= LIMIT
        same("may knock", moves == sorted((KNOCK, PASS)), may)
        if not may:
            self.discard()

    def discard(self) -> None:
        self.peer.apply_action(self.discarded)
        self.discarded = self.taken = -1

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        """Random play hardly ever knocks: mostly the discard that leaves least, and mostly a knock."""
        if KNOCK in moves:
            return KNOCK if rng.random() < 0.6 else PASS
        if max(moves) < PASS and self.follows and self.results is None and rng.random() < 0.9:
            held = self.peer.hands()[self.peer.current_player()]
            cost = {move: UTILS.min_deadwood([card for card in held if card != self.actions[move]]) for move in moves}
            return min(moves, key=lambda move: (cost[move], rng.random()))
        return rng.choice(moves)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        if self.results is not None:
            self.arrangement = move - NUMBER
        elif move == KNOCK:
            yield from self.knock()
        elif self.discarded >= 0:  # it did not knock
            self.discard()
        elif move in VERBS:
            yield from self.draw(move, before)
        else:
            self.discarded = self.actions[move]
            if after["deal"] != before["deal"] or after["ending"]:  # so it may not knock
                self.compare_knock(after, [])

    def draw(self, move: int, before: Facts) -> Iterator[str]:
        if move == TAKE:
            self.taken = self.peer.upcard()
        self.peer.apply_action(VERBS[move])
        if self.peer.is_chance_node():
            self.peer.apply_action(self.actions[stock(before)[0]])
        if self.peer.is_terminal():  # they stop at fifty cards taken from the discards
            self.follows = False
            yield "deals with fifty cards taken"

    def knock(self) -> Iterator[str]:
        yield "knocks"
        if GIN.KNOCK_ACTION not in self.peer.legal_actions():
            # With eleven cards they drop the worst card of one best arrangement, and so miss some knocks.
            self.follows = False
            yield "knocks that they miss"
            return
        knocker = self.peer.current_player()
        self.peer.apply_action(GIN.KNOCK_ACTION)
        self.peer.apply_action(self.discarded)
        self.discarded = -1
        self.knocker = (knocker + self.first) % 2
        ours = [self.cards[card] for card in self.peer.hands()[knocker]]
        if UTILS.min_deadwood(self.peer.hands()[knocker]) == 0:
            yield "gins"
        self.results = [self.outcome(melds, knocker) for melds in least_arrangements(tuple(sorted(ours)))]
        if len(self.results) > 1:
            yield "knocks with a choice of melds"

    def outcome(self, melds: list[tuple[int, ...]], knocker: int) -> list[float]:
        """The scores by our rules if the knocker lays these melds and the other lays off for the best."""
        peer = self.peer.clone()
        for meld in melds:
            for part in parts(meld):
                peer.apply_action(GIN.MELD_ACTION_BASE + UTILS.meld_to_int(sorted(self.actions[card] for card in part)))
        peer.apply_action(GIN.PASS_ACTION)
        returns = best_layoffs(peer, 1 - knocker).returns()
        if returns[knocker] == 0:  # equal deadwood is an undercut here; they give nothing for it
            returns[1 - knocker] = BONUS
        gained = [max(0, result) for result in returns]
        return [gained[(seat - self.first) % 2] for seat in range(2)]

    def settle(self, facts: Facts) -> Iterator[str]:
        gained = scored(self.start, facts)
        if self.results is not None:
            same("scores of a knock", gained, self.results[self.arrangement])
            if gained[self.knocker] == 0:
                yield "undercuts"
            return
        # With two cards left in the stock they let the other player knock with the last discard; here the deal is void.
        same("stock when the deal is void", self.peer.stock_size(), GIN.WALL_STOCK_SIZE)
        same("scores of a void deal", gained, [0, 0])
        yield "void deals"


def best_layoffs(peer: Any, seat: int) -> Any:
    """The end of their deal that leaves the seat the least deadwood, over all that it may lay off."""
    best, least = None, GIN.MAX_POSSIBLE_DEADWOOD + 1
    waiting, met = [peer], set()
    while waiting:
        state = waiting.pop()
        left = frozenset(state.hands()[seat])
        if left in met:
            continue
        met.add(left)
        waiting += [state.child(card) for card in state.legal_actions() if card < GIN.DRAW_UPCARD_ACTION]
        deadwood = UTILS.min_deadwood(sorted(left))
        if deadwood < least:
            best, least = state, deadwood
    return lay_out(best, seat)


def lay_out(state: Any, seat: int) -> Any:
    """Ends the deal with the best melds of what was not laid off."""
    if not state.finished_layoffs():
        state = state.child(GIN.PASS_ACTION)
    for meld in UTILS.best_meld_group(sorted(state.hands()[seat])):
        state = state.child(GIN.MELD_ACTION_BASE + UTILS.meld_to_int(meld))
    return state.child(GIN.PASS_ACTION)


def parts(meld: tuple[int, ...]) -> list[tuple[int, ...]]:
    """They know runs of at most five; a longer one is laid in two, which changes nothing that can be laid off."""
    return [meld] if len(meld) <= 5 else [meld[:3], *parts(meld[3:])]


@lru_cache(maxsize=1024)
def least_arrangements(cards: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """All arrangements of our cards with the least deadwood, in the order of docs/genome.md, section 9."""
    melds = sorted(all_melds(cards), key=bits)
    found: list[tuple[int, list[tuple[int, ...]]]] = []

    def extend(chosen: list[tuple[int, ...]], first: int) -> None:
        used = {card for meld in chosen for card in meld}
        found.append((sum(min(card % 16 + 1, 10) for card in cards if card not in used), chosen))
        for number in range(first, len(melds)):
            if not used & {*melds[number]}:
                extend([*chosen, melds[number]], number + 1)

    extend([], 0)
    least = min(deadwood for deadwood, _ in found)
    return sorted((chosen for deadwood, chosen in found if deadwood == least), key=lambda chosen: [*map(bits, chosen)])


def bits(meld: tuple[int, ...]) -> int:
    return sum(1 << card for card in meld)


def all_melds(cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for rank in range(13):
        alike = tuple(card for card in cards if card % 16 == rank)
        if len(alike) >= 3:
            yield alike
        if len(alike) == 4:
            yield from (alike[:out] + alike[out + 1 :] for out in range(4))
    for low in cards:
        run = (low,)
        while run[-1] + 1 in cards:
            run += (run[-1] + 1,)
            if len(run) >= 3:
                yield run


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("gin-rummy", 2, changes), GinDeal, seed)
