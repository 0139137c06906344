"""Kuhn's poker as a genome, written out as a tree through the public API and solved by OpenSpiel."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from darwindeck import Game, load_genome  # noqa: E402
from darwindeck.engine.game import State, View  # noqa: E402

from .mirror import BET, CALL, CHECK, FOLD  # noqa: E402

GAME = Game(load_genome("kuhn-poker"))
DEALS = list(permutations(("JS", "QS", "KS"), 2))
CHIPS = 10  # of each at the start
NAMES = {
    CHECK: "pass",
    FOLD: "pass",
    BET: "bet",
    CALL: "bet",
}  # as Kuhn called them: in the order of OpenSpiel's actions
VALUE = -1 / 18  # of the game to the player who begins


def start(deal: tuple[str, str]) -> State:
    rest = {"JS", "QS", "KS"} - {*deal}
    return GAME.start(deck=[*deal, *rest])


def moves_of(state: State) -> list[int]:
    """Legal moves, the passive one first."""
    return sorted(GAME.legal_moves(state), key=lambda move: NAMES[move], reverse=True)


def chips_won(state: State) -> list[int]:
    """The payoffs in chips: they are those won of the other's."""
    return [round(CHIPS * payoff) for payoff in GAME.payoffs(state)]


class Tree:
    """The whole game in Gambit's notation. Positions are one information set if the seat to move sees the same view."""

    def __init__(self) -> None:
        self.sets: list[dict[View, int]] = [{}, {}]  # by seat: numbers from 1
        self.outcomes = 0
        chances = " ".join(f'"{" ".join(deal)}" 1/{len(DEALS)}' for deal in DEALS)
        self.lines = ['EFG 2 R "Kuhn poker" { "0" "1" }', "", f'c "" 1 "" {{ {chances} }} 0']
        for deal in DEALS:
            self.write(start(deal))

    def write(self, state: State) -> None:
        if GAME.is_over(state):
            self.outcomes += 1
            won = " ".join(map(str, chips_won(state)))
            self.lines.append(f't "" {self.outcomes} "" {{ {won} }}')
            return
        seat = GAME.to_move(state)
        known = self.sets[seat]
        number = known.setdefault(GAME.view(state, seat), len(known) + 1)
        moves = moves_of(state)
        actions = " ".join(f'"{number} {NAMES[move]}"' for move in moves)
        self.lines.append(f'p "" {seat + 1} {number} "{seat}-{number}" {{ {actions} }} 0')
        for move in moves:
            self.write(GAME.apply(state, move))

    def load(self) -> Any:
        return pyspiel.load_efg_game("\n".join(self.lines) + "\n")


def terminals(state: State) -> list[State]:
    if GAME.is_over(state):
        return [state]
    return [end for move in GAME.legal_moves(state) for end in terminals(GAME.apply(state, move))]


def test_every_node_is_that_of_openspiels_own_kuhn_poker() -> None:
    def compare(state: State, theirs: Any) -> None:
        assert GAME.is_over(state) == theirs.is_terminal()
        if GAME.is_over(state):
            assert chips_won(state) == theirs.returns()
            return
        assert GAME.to_move(state) == theirs.current_player()
        moves = moves_of(state)
        assert len(moves) == len(theirs.legal_actions())
        for move, action in zip(moves, theirs.legal_actions(), strict=True):
            compare(GAME.apply(state, move), theirs.child(action))

    for deal in DEALS:
        theirs = pyspiel.load_game("kuhn_poker").new_initial_state()
        for card in deal:
            theirs.apply_action("JQK".index(card[0]))
        compare(start(deal), theirs)


def test_each_seat_has_six_information_sets() -> None:
    assert [len(known) for known in Tree().sets] == [6, 6]


def test_uniform_play_could_be_improved_by_eleven_twelfths_of_a_chip() -> None:
    game = Tree().load()
    assert pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(11 / 12)


def test_the_first_player_loses_an_eighteenth_of_a_chip() -> None:
    game = Tree().load()
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(1000):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.nash_conv(game, policy) < 1e-3
    values = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    assert values == pytest.approx([VALUE, -VALUE], abs=1e-4)


def test_payoffs_are_the_chips_won_by_those_of_the_other_side() -> None:
    for deal in DEALS:
        for end in terminals(start(deal)):
            won = [chips - CHIPS for chips in GAME.snapshot(end)["chips"]]
            assert GAME.payoffs(end) == pytest.approx([chips / CHIPS for chips in won])
