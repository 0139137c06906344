"""Our peers' speed at the games both have, for `darwindeck bench`. OpenSpiel is the only one; it is never required."""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module, metadata
from typing import Any

from ..genome.genome import GameGenome
from .cards import Stopwatch, Stretch

HOW_TO_GET = "For a comparison with OpenSpiel: pip install open_spiel (or: pip install 'darwindeck[bench]')."
SAMPLE_NS = 200_000_000
COUNTED_GAMES = 250  # of a batch, whose moves are counted afterwards

# OpenSpiel's rules nearest to ours. Its game is one deal of what is a match here.
PEERS = {
    "crazy-eights": "crazy_eights(players={seats},reshuffle=True,max_draw_cards=1,max_turns=10000)",
    "gin-rummy": "gin_rummy",
    "go-fish": "go_fish(players={seats})",
    "goofspiel": "goofspiel(players={seats})",
    "hearts": "hearts",
    "spades": "spades(num_tricks=13)",
}


class OpenSpiel:
    """A game of OpenSpiel's, played by the fastest loop that its Python module offers."""

    def __init__(self, pyspiel: Any, description: str) -> None:
        self.pyspiel = pyspiel
        self.description = description
        self.game = pyspiel.load_game(description)
        sample = self.play_by_hand(1)
        while sample.ns < SAMPLE_NS:
            sample = join_stretches(sample, self.play_by_hand(sample.games, seed=sample.games))
        self.decisions_per_move = sample.decisions / sample.plies
        native = self.play_by_bots(min(sample.games, 20))
        self.is_native = native.ns / native.games < sample.ns / sample.games
        self.loop = "evaluate_bots" if self.is_native else "apply_action"

    def play(self, games: int) -> Stretch:
        return self.play_by_bots(games) if self.is_native else self.play_by_hand(games)

    def play_by_bots(self, games: int) -> Stretch:
        """Its C++ loop, one call a game. How many moves had a choice is known from the sample only."""
        seats = range(self.game.num_players())
        bots = [self.pyspiel.make_uniform_random_bot(seat, seat) for seat in seats]
        new_state, evaluate = self.game.new_initial_state, self.pyspiel.evaluate_bots
        counted = [new_state() for _ in range(min(games, COUNTED_GAMES))]
        watch = Stopwatch()
        for index in range(games):
            evaluate(counted[index] if index < COUNTED_GAMES else new_state(), bots, index)
        ns, cpu_ns = watch.read()
        moves = sum(step.player >= 0 for state in counted for step in state.full_history()) * games / len(counted)
        return Stretch(ns, cpu_ns, games, moves, moves * self.decisions_per_move, games)

    def play_by_hand(self, games: int, seed: int = 0) -> Stretch:
        """The loop of its documentation, in Python."""
        rng = random.Random(seed)
        moves = decisions = 0
        watch = Stopwatch()
        for _ in range(games):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                    continue
                together = state.is_simultaneous_node()
                movers = range(state.num_players()) if together else (state.current_player(),)
                options = [state.legal_actions(seat) for seat in movers]
                moves += len(options)
                decisions += sum(len(legal) > 1 for legal in options)
                chosen = [rng.choice(legal) for legal in options]
                if together:
                    state.apply_actions(chosen)
                else:
                    state.apply_action(chosen[0])
        return Stretch(*watch.read(), games, moves, decisions, games)


def join_stretches(one: Stretch, other: Stretch) -> Stretch:
    return Stretch(
        one.ns + other.ns,
        one.cpu_ns + other.cpu_ns,
        one.games + other.games,
        one.plies + other.plies,
        one.decisions + other.decisions,
        one.deals + other.deals,
    )


def import_peer() -> tuple[Any, str] | None:
    """OpenSpiel's module and version, or None where it is not installed."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return None
    try:
        return pyspiel, metadata.version("open_spiel")
    except metadata.PackageNotFoundError:  # built by hand
        return pyspiel, "of unknown version"


def import_version() -> str | None:
    """OpenSpiel's version, or None where it is not installed."""
    peer = import_peer()
    return peer[1] if peer else None


def find_peers(pyspiel: Any, genomes: Mapping[str, GameGenome]) -> dict[str, OpenSpiel]:
    """OpenSpiel's counterparts of these games, where its version has them."""
    registered = set(pyspiel.registered_names())
    found = {}
    for name, genome in genomes.items():
        description = PEERS.get(name, "").format(seats=genome.player_count)
        if description.partition("(")[0] not in registered:
            continue
        try:
            found[name] = OpenSpiel(pyspiel, description)
        except pyspiel.SpielError:  # a version with other parameters
            continue
    return found
