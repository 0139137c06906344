"""Times OpenSpiel's ISMCTSBot at the decisions of one random deal. Run as a program of its own, since a search that
fails inside OpenSpiel's C++ can end the process; it needs nothing of ours.

Its one argument is a request in JSON; it prints one line of JSON a search, and one of what the deal had or what failed.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from importlib import import_module
from time import perf_counter_ns, process_time_ns
from typing import Any


def search_deal(pyspiel: Any, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One line a search: at every `every`-th decision. `forced` has the actions that are not left to chance, by ply."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, request["seed"])
    bot = pyspiel.ISMCTSBot(request["seed"], evaluator, request["exploration"], request["iterations"])
    forced = {int(ply): action for ply, action in request["forced"].items()}
    rng = random.Random(request["seed"])
    state = pyspiel.load_game(request["game"]).new_initial_state()
    plies = decisions = 0
    while not state.is_terminal():
        action = forced.get(len(state.history()))
        if action is None and state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
        elif action is None:
            legal = state.legal_actions()
            plies += 1
            if len(legal) > 1:
                if decisions % request["every"] == 0:
                    yield time_search(bot, state)
                decisions += 1
            action = rng.choice(legal)
        state.apply_action(action)
    yield {"plies": plies, "decisions": decisions}


def time_search(bot: Any, state: Any) -> dict[str, int]:
    cpu, wall = process_time_ns(), perf_counter_ns()
    bot.step(state)
    return {"ns": perf_counter_ns() - wall, "cpu_ns": process_time_ns() - cpu}


def main() -> int:
    try:
        for line in search_deal(import_module("pyspiel"), json.loads(sys.argv[1])):
            print(json.dumps(line), flush=True)
    except Exception as error:
        print(json.dumps({"failure": str(error)}), flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
