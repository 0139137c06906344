"""Leduc poker, every deal and every line of betting, beside OpenSpiel's own."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from darwindeck import Game, load_genome  # noqa: E402
from darwindeck.engine.game import State  # noqa: E402
from darwindeck.language.fields import card_id  # noqa: E402

from .mirror import BET, CALL, CHECK, FOLD, RAISE  # noqa: E402

GAME = Game(load_genome("leduc-poker"))
CARDS = ("JH", "JS", "QH", "QS", "KH", "KS")  # in the order of OpenSpiel's: two suits of a rank are neighbours
CHIPS = 13  # of each at the start: as much as can be lost
ACTIONS = {FOLD: 0, CHECK: 1, CALL: 1, BET: 2, RAISE: 2}


def chips_won(state: State) -> list[int]:
    return [round(CHIPS * payoff) for payoff in GAME.payoffs(state)]


def compare(state: State, theirs: Any, table: str) -> int:
    """How many positions are the same, from this one on."""
    if theirs.is_chance_node():
        theirs.apply_action(CARDS.index(table))
    assert GAME.is_over(state) == theirs.is_terminal()
    if GAME.is_over(state):
        assert chips_won(state) == theirs.returns()
        return 1
    assert GAME.to_move(state) == theirs.current_player()
    moves = GAME.legal_moves(state)
    assert sorted(ACTIONS[move] for move in moves) == theirs.legal_actions()
    return 1 + sum(compare(GAME.apply(state, move), theirs.child(ACTIONS[move]), table) for move in moves)


def test_every_node_of_every_deal_is_that_of_openspiels_own_leduc_poker() -> None:
    nodes = 0
    for deal in permutations(CARDS, 3):
        theirs = pyspiel.load_game("leduc_poker").new_initial_state()
        for card in deal[:2]:
            theirs.apply_action(CARDS.index(card))
        rest = [card for card in CARDS if card not in deal]
        nodes += compare(GAME.start(deck=[*deal, *rest]), theirs, deal[2])
    assert nodes == 120 * 85


def test_a_pair_with_the_table_beats_a_higher_card() -> None:
    state = GAME.start(deck=["JH", "KH", "JS", "QH", "QS", "KS"])
    for _ in range(4):
        state = GAME.apply(state, CHECK)
    assert GAME.snapshot(state)["piles"]["tableau"]["known"] == [card_id("JS")]
    assert chips_won(state) == [1, -1]
