"""The measure of bluffs: who may not lie never does where the truth is possible, and bets rise with the hand."""

from __future__ import annotations

import numpy as np

from darwindeck import Game
from tests.learn.bluffs import CHECK, POKER, Claims, hand_of, median_hand, never_bluffs, opening_bets, strength


def test_lies_are_told_from_truths() -> None:
    """Where the truth is not possible every claim is a lie."""
    free, honest = (Claims().watch(player, 1) for player in ("learned:cheat", "tests.learn.bluffs:never_lies"))
    for told in (free, honest):
        assert told.claims[False, True] > 0 and told.claims[False, False] == 0
    assert free.claims[True, True] > 0 and honest.claims[True, True] == 0 < honest.claims[True, False]


def test_better_hands_are_bet_more_often() -> None:
    hands, bets = opening_bets(25)
    order = np.argsort(hands)
    assert bets[order[-len(bets) // 5 :]].mean() > 2 * bets[order[: len(bets) // 5]].mean() > 0


def test_who_may_not_bluff_checks_weak_hands() -> None:
    game, checked = Game(POKER), 0
    for index in range(40):
        view = game.view(game.start(3, index), 0)
        move = never_bluffs(game, 0, index).choose(view, game.legal_moves(game.start(3, index)))
        if strength(hand_of(view)) < median_hand():
            assert move == CHECK
            checked += 1
    assert checked > 10
