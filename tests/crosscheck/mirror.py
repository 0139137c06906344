"""A match of ours, and beside it each of its deals in another engine."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from darwindeck import Game, load_genome
from darwindeck.engine.game import State
from darwindeck.language.context import deck_of
from darwindeck.language.fields import RANKS, SUITS, card_id, card_name
from tests.edits import edited

PASS, DONE, DRAW, TAKE, KNOCK, CHECK, CALL, FOLD, ALL_IN = 160, 161, 162, 163, 165, 168, 169, 170, 171
SUIT, RANK, SEAT, NUMBER, BET, RAISE = 64, 68, 84, 92, 176, 184  # the first of their kind

Facts: TypeAlias = dict[str, Any]  # Game.snapshot: everything, hidden cards too
Changes: TypeAlias = Mapping[str, Any]  # to a genome, as in tests.edits


class Difference(Exception):
    """What the two engines do not agree on."""


def same(what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Difference(f"{what}: ours {ours}, theirs {theirs}")


def names(cards: Iterable[int]) -> list[str]:
    """Cards as people write them, ascending: what messages show."""
    return [card_name(card) for card in sorted(cards)]


@lru_cache(maxsize=64)
def _game(name: str, players: int, changes: str) -> Game:
    return Game(edited(load_genome(name, players), json.loads(changes)))


def known_game(name: str, players: int, changes: Changes) -> Game:
    """A known game for so many players, with something changed where a fault is planted or a variant wanted."""
    return _game(name, players, json.dumps(changes))


def players_of(name: str, seed: int) -> int:
    """The numbers of players that a game allows take turns."""
    counts = load_genome(name).player_counts
    return counts[seed % len(counts)]


def hand(facts: Facts, seat: int) -> list[int]:
    return list(facts["piles"]["hand"][seat]["known"])


def stock(facts: Facts) -> list[int]:
    """The stock, top first."""
    return list(facts["piles"]["deck"]["order"])


def scored(before: Facts, after: Facts) -> list[int]:
    """What a deal added to the scores."""
    return [new - old for new, old in zip(after["scores"], before["scores"], strict=True)]


def best_paid(facts: Facts) -> list[int]:
    """Who has won a finished match, alone or with others."""
    return [seat for seat, payoff in enumerate(facts["payoffs"]) if payoff == max(facts["payoffs"])]


class Mirror:
    """One deal in the other engine. It begins with the facts after the deal; a game's file says what it compares."""

    state: State  # ours, set before each decision is compared
    follows = True  # False once the other engine cannot go on; the game's file says when and why

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game = game
        self.start = facts
        self.first = (facts["dealer"] + 1) % game.seats

    def compare(self, facts: Facts, moves: list[int]) -> None:
        """Who is to move, and its legal moves."""
        raise NotImplementedError

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        return rng.choice(moves)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        """Makes our move there; yields what was met on the way."""
        raise NotImplementedError

    def settle(self, facts: Facts) -> Iterator[str]:
        """Compares the result of the deal, read from the facts after its last move."""
        raise NotImplementedError


def compare_match(game: Game, mirror_of: Callable[[Game, Facts], Mirror], seed: int) -> Iterator[str]:
    """One match, compared at every decision; yields what was met. The first deal's deck is given, the others are drawn."""
    rng = random.Random(seed)
    pack = [card_name(card) for card in range(64) if deck_of(game.genome.setup, game.seats) >> card & 1]
    state = game.start(seed=seed, deck=rng.sample(pack, len(pack)))
    facts = game.snapshot(state)
    while not game.is_over(state):
        mirror, deal = mirror_of(game, facts), facts["deal"]
        while facts["deal"] == deal and not game.is_over(state):
            moves = game.legal_moves(state)
            if mirror.follows:
                mirror.state = state
                mirror.compare(facts, moves)
                yield "decisions"
            move = mirror.choose(facts, moves, rng)
            before, state = facts, game.apply(state, move)
            facts = game.snapshot(state)
            if mirror.follows:
                try:
                    yield from mirror.follow(move, before, facts)
                except (RuntimeError, ValueError) as refusal:  # of OpenSpiel and PokerKit, where a move is illegal
                    raise Difference(f"move {move} of seat {before['to_move']} refused: {refusal}") from refusal
        if mirror.follows:
            yield from mirror.settle(facts)
            yield "deals"
        else:
            yield "deals not followed to the end"
    yield "matches"


def card_actions(state: Any) -> dict[int, int]:
    """Our cards to OpenSpiel's actions, read off the names that its state gives the cards it may deal."""
    suits = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"} | {sign: suit for suit in SUITS for sign in (suit, suit.lower())}
    found = {}
    for action in state.legal_actions():
        name = state.action_to_string(action).split()[-1].replace("T", "10")
        rank, suit = (name[1:], name[0]) if name[0] in suits else (name[:-1], name[-1])
        found[card_id(rank + suits[suit])] = action
    assert len(found) == len(RANKS) * len(SUITS)
    return found
