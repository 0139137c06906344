"""How many decisions a second environments give to a learner in Python, each with an observation and a mask of legal moves.

Moves are random, so what is timed is the environment. Peers are timed by the loop of their own documentation, where they are
installed. RLCard has neither hearts nor crazy eights; its Uno is the nearest kin of the latter. pgx has no game like these.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import numpy as np

from ..simulate.vector import VectorGames

GAMES = ("hearts", "crazy-eights")
ROWS = 4096
OPENSPIEL = {"hearts": "hearts", "crazy-eights": "crazy_eights(players=2)"}
RLCARD = {"crazy-eights": "uno"}


@dataclass(frozen=True)
class EnvironmentPace:
    """What one environment gave in about the time it had."""

    game: str
    environment: str
    decisions: int
    seconds: float
    processor: float

    @property
    def per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def per_processor_second(self) -> float:
        """What another load on the machine does not change."""
        return self.decisions / self.processor


def time_ours(game: str, seconds: float, threads: int) -> EnvironmentPace:
    """Games in step: packed observations, and masks as a dense array; every row has two legal moves or more."""
    games = VectorGames(game, ROWS, seed=1, threads=threads, masks=True)
    rng = np.random.default_rng(1)

    def step(number: int) -> int:
        group = number % games.groups
        counts = games.ask(group).counts
        games.tell(group, (rng.random(len(counts), np.float32) * counts).astype(np.int32))
        return len(counts)

    return _time(game, f"ours, {threads} thread{'s' * (threads > 1)}", step, seconds)


def time_pettingzoo(game: str, seconds: float) -> EnvironmentPace:
    """Our own environment for PettingZoo, without its wrappers: one game, every ply."""
    from ..adapters.pettingzoo import CardEnvironment

    environment, rng = CardEnvironment(game), random.Random(1)
    environment.reset(seed=1)

    def step(number: int) -> int:
        if environment.state_of_play.is_over:
            environment.reset()
        mask = environment.observe(environment.agent_selection)["action_mask"]
        legal = np.flatnonzero(mask)
        environment.step(int(rng.choice(legal)))
        return int(len(legal) > 1)

    return _time(game, "ours, by PettingZoo", step, seconds)


def time_openspiel(game: str, seconds: float) -> EnvironmentPace:
    """OpenSpiel's own game, one at a time, with its tensor and its mask."""
    pyspiel = import_module("pyspiel")
    theirs, rng = pyspiel.load_game(OPENSPIEL[game]), random.Random(1)
    kind = theirs.get_type()
    states = [theirs.new_initial_state()]

    def step(number: int) -> int:
        state = states[0]
        if state.is_terminal():
            state = states[0] = theirs.new_initial_state()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            return 0
        state.observation_tensor() if kind.provides_observation_tensor else state.information_state_tensor()
        state.legal_actions_mask()
        legal = state.legal_actions()
        state.apply_action(rng.choice(legal))
        return int(len(legal) > 1)

    return _time(game, "OpenSpiel, by Python", step, seconds)


def time_rlcard(game: str, seconds: float) -> EnvironmentPace:
    """RLCard's nearest game, one at a time."""
    rlcard = import_module("rlcard")
    theirs, rng = rlcard.make(RLCARD[game], config={"seed": 1}), random.Random(1)
    at: list[Any] = [theirs.reset()]

    def step(number: int) -> int:
        if theirs.is_over():
            at[0] = theirs.reset()
        legal = list(at[0][0]["legal_actions"])
        at[0] = theirs.step(rng.choice(legal))
        return int(len(legal) > 1)

    return _time(game, f"RLCard's {RLCARD[game].capitalize()}", step, seconds)


def measure_environments(seconds: float, threads: int, peers: bool) -> list[EnvironmentPace]:
    """All that can be timed here, a game after the other."""
    found = []
    for game in GAMES:
        found += [time_ours(game, seconds, count) for count in sorted({1, threads})]
        for module, measure, has in (("pettingzoo", time_pettingzoo, GAMES), ("pyspiel", time_openspiel, OPENSPIEL), ("rlcard", time_rlcard, RLCARD)):  # fmt: skip
            if peers and game in has and _is_there(module):
                found.append(measure(game, seconds))
    return found


def _is_there(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def _time(game: str, environment: str, step: Callable[[int], int], seconds: float) -> EnvironmentPace:
    """Steps until the time is over, after a few that warm up."""
    for number in range(4):
        step(number)
    decisions = number = 0
    begin, processor = perf_counter(), process_time()
    while (spent := perf_counter() - begin) < seconds or not decisions:
        decisions += step(number)
        number += 1
    return EnvironmentPace(game, environment, decisions, spent, max(process_time() - processor, 1e-9))
