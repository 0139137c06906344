"""Trick-taking by an account of its own: who wins a trick, and deals played at random."""

from __future__ import annotations

import random
from collections.abc import Callable

from . import Play

STRENGTH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Trick = list[tuple[int, str]]  # seats and cards in the order played


def winner_of(trick: Trick, trump: str, trump_order: list[str] = STRENGTH) -> int:
    """The highest trump, or else the highest card of the suit led."""
    trumps = [(seat, card) for seat, card in trick if card[-1] == trump]
    if trumps:
        return max(trumps, key=lambda played: trump_order.index(played[1][:-1]))[0]
    led = [(seat, card) for seat, card in trick if card[-1] == trick[0][1][-1]]
    return max(led, key=lambda played: STRENGTH.index(played[1][:-1]))[0]


def play_deal(play: Play, chance: random.Random, winner: Callable[[Trick], int], tricks: int) -> list[Trick]:
    """Plays random cards for so many tricks, checking that suits are followed and that the winner leads."""
    played: list[Trick] = []
    for _ in range(tricks):
        trick: Trick = []
        for _ in range(play.game.seats):
            seat, moves = play.to_move, play.moves
            if trick:
                assert seat == (trick[-1][0] + 1) % play.game.seats
                following = [card for card in play.hand(seat) if card[-1] == trick[0][1][-1]]
                assert {*moves} == {*(following or play.hand(seat))}
            elif played:
                assert seat == winner(played[-1])
            card = chance.choice(moves)
            trick.append((seat, card))
            play.do(card)
        played.append(trick)
    return played


def tricks_of_sides(played: list[Trick], winner: Callable[[Trick], int]) -> list[int]:
    """How many tricks seats 0 and 2, and seats 1 and 3, have won."""
    won = [winner(trick) % 2 for trick in played]
    return [won.count(0), won.count(1)]


def cards_of_sides(played: list[Trick], winner: Callable[[Trick], int]) -> list[set[str]]:
    """The cards that seats 0 and 2, and seats 1 and 3, have taken."""
    taken: list[set[str]] = [set(), set()]
    for trick in played:
        taken[winner(trick) % 2] |= {card for _, card in trick}
    return taken
