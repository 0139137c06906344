"""Genomes as games of OpenSpiel, by its own tests, and solved where the solution is known."""

from __future__ import annotations

import random
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms.cfr import CFRPlusSolver
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.policy import UniformRandomPolicy

from darwindeck import Game, load_genome
from darwindeck.adapters.openspiel import load_openspiel
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.language.fields import card_name

from ..patience import PATIENCE

ROOT = Path(__file__).parents[2]
KUHN = load_genome("kuhn-poker")
CHIPS = 10  # of each seat in it: payoffs are shares of them


def play_to(game: Any, plies: int, seed: int = 1) -> Any:
    """A position after so many moves, or the end."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal() and plies > 0:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            plies -= 1
    return state


@pytest.mark.parametrize("name", ["hearts", "draw-poker", "cheat", "go-fish"])
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    genome = load_genome(name)
    shorter = msgspec.structs.replace(genome.match, max_deals=2) if genome.match else None
    genome = msgspec.structs.replace(genome, match=shorter, max_turns=60)
    pyspiel.random_sim_test(load_openspiel(genome, samples=4), num_sims=1, serialize=True, verbose=False)


def test_openspiel_finds_nothing_wrong_with_invented_games() -> None:
    for seed in range(3):
        genome = msgspec.structs.replace(random_genome(random.Random(seed)), max_turns=30)
        pyspiel.random_sim_test(load_openspiel(genome, samples=4), num_sims=1, serialize=True, verbose=False)


def faults(cases: type[unittest.TestCase], name: str, game: Any) -> list[str]:
    """What the cases of OpenSpiel's test of its own games find wrong with this one."""
    result = unittest.TestResult()
    mine = type(name, (cases,), {"game": game, "game_name": name})
    unittest.defaultTestLoader.loadTestsFromTestCase(mine).run(result)
    assert result.testsRun >= 5
    return [text for _, text in (*result.failures, *result.errors)]


@pytest.mark.parametrize("name", ["hearts", "go-fish", "draw-poker", "crazy-eights"])
def test_the_api_test_finds_nothing_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    genome = load_genome(name)
    game = load_openspiel(msgspec.structs.replace(genome, max_turns=60), samples=4)
    assert faults(api_test.EnforceAPIOnPartialTreeBase, name, game) == []
    monkeypatch.delattr(type(game), "make_py_observer")  # planted
    assert faults(api_test.EnforceAPIOnPartialTreeBase, name, game)


def test_the_api_test_finds_nothing_wrong_with_a_whole_tree() -> None:
    """Kuhn's poker has as many nodes and information states as OpenSpiel's own, and nobody forgets anything."""
    game = load_openspiel(KUHN)
    assert faults(api_test.EnforceAPIOnFullTreeBase, "kuhn_poker", game) == []
    assert faults(api_test.EnforceAPIOnFullTreeBase, "leduc_poker", game)  # the numbers of another game


def test_kuhns_poker_is_worth_what_it_is_known_to_be() -> None:
    """Random play can be exploited as OpenSpiel's own version can, and learned play approaches the value -1/18."""
    game, theirs = load_openspiel(KUHN), pyspiel.load_game("kuhn_poker")
    assert CHIPS * nash_conv(game, UniformRandomPolicy(game)) == pytest.approx(
        nash_conv(theirs, UniformRandomPolicy(theirs)), abs=1e-6
    )
    solver = CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert CHIPS * nash_conv(game, policy) < 0.02
    assert CHIPS * policy_value(game.new_initial_state(), [policy, policy])[0] == pytest.approx(-1 / 18, abs=0.005)


def test_the_same_cards_and_moves_are_the_same_game() -> None:
    game, rules = load_openspiel("scopa"), Game("scopa")
    state = play_to(game, 12)
    table = rules.start(deck=[card_name(card) for card in state.deck])
    for move in state.history()[len(state.deck) - 1 :]:  # the last card is no chance
        table = rules.apply(table, move)
    assert rules.snapshot(table) == rules.snapshot(state.table)


@pytest.mark.parametrize("name", ["hearts", "cheat", "gin-rummy"])
def test_a_resampled_position_looks_the_same(name: str) -> None:
    game = load_openspiel(name)
    for plies in (5, 20):
        state = play_to(game, plies)
        seat = state.current_player()
        other = state.resample_from_infostate(seat, random.Random(3).random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.legal_actions() == state.legal_actions()
        assert str(other) != str(state), "other cards are imagined"


def test_an_information_state_remembers_what_is_no_longer_seen() -> None:
    game = load_openspiel("crazy-eights")
    state = play_to(game, 8)
    for seat in range(game.num_players()):
        assert state.pasts[seat].hex() in state.information_state_string(seat)
        assert state.pasts[seat].hex() not in state.observation_string(seat)
    one, other = play_to(game, 8), play_to(game, 9)
    assert one.information_state_tensor(0) == state.information_state_tensor(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)


def test_chance_after_the_deal_is_drawn_as_often_as_asked() -> None:
    """A second deal of a match is shuffled in so many ways."""
    genome = load_genome("hearts")
    assert genome.match is not None
    game = load_openspiel(genome, samples=5)
    rng, state = random.Random(1), game.new_initial_state()
    while not (state.is_chance_node() and state.table is not None):
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(actions))
    assert state.chance_outcomes() == [(sample, 0.2) for sample in range(5)]
    hands = {str(state.child(sample)) for sample in range(5)}
    assert len(hands) == 5


def test_its_search_plays_our_game() -> None:
    game = load_openspiel("goofspiel")
    bot = ISMCTSBot(game=game, uct_c=1.0, max_simulations=5, evaluator=RandomRolloutEvaluator(), random_state=None)
    state = play_to(game, 3)
    assert bot.step(state) in state.legal_actions()


def test_the_example_solves_its_game() -> None:
    command = [sys.executable, ROOT / "examples" / "exploitability.py"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 0, result.stderr
    random_play, *learned = [float(line.split()[-1]) for line in result.stdout.splitlines() if "NashConv" in line]
    assert learned[-1] < 0.1 * random_play
