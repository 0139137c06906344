"""Habits: a strong player answers one prompt without thinking, alone among players who think, on the same deals.

What it loses is what the prompt is for. First a few games show which prompts there are and what they offer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from ..compile.program import compile_genome
from ..engine.players import BuiltIn, Rule, find_player
from ..simulate.simulate import Job
from .advice import habit_tag, habits_at, seat_alone
from .played import ITERATIONS, Played, collect_evidence

FIRST_DEAL = 1 << 48  # deals that no other stage plays
LOOK = "look"  # tag of the games that show which prompts there are
LOOKS = 8
FEWEST, MOST = 12, 400  # deals of a habit
RARE = 0.01  # of all choices: a prompt met less often cannot matter, and cannot be measured


def plan_habits(played: Played, seconds: float, strong: str) -> dict[str, Job]:
    """The games that are still to be played, each habit within about so many seconds; first those that show the prompts."""
    if LOOK not in played.records:
        return {LOOK: Job(played.deal, LOOKS, (stronger(played, strong),), played.seed, FIRST_DEAL, plies=True)}
    sides = played.schedule.sides
    each = played.search_seconds(ITERATIONS, deals=True) * len(sides)
    deals = int(min(MOST, max(FEWEST, seconds / max(each, 1e-9))))
    player = cast(BuiltIn, find_player(stronger(played, strong)))
    return {
        habit_tag(prompt, habit, side): Job(
            played.deal,
            deals,
            seat_alone(sides, side, player._replace(rule=habit), player),
            played.seed,
            FIRST_DEAL + LOOKS,
        )
        for prompt, habit in _habits(played)
        for side in range(len(sides))
    }


def stronger(played: Played, search: str) -> str:
    """The greedy player where it surely beats the search, else the search."""
    duel = collect_evidence(played).duels.get("search>greedy")
    return "greedy" if duel is not None and duel.rung.high < 0.5 else search


def _habits(played: Played) -> Iterator[tuple[str, Rule]]:
    """Every prompt that is met often enough, with every habit that it allows."""
    ply = played.records[LOOK].ply
    assert ply is not None
    chosen = ply.legal > 1
    for number, text in enumerate(compile_genome(played.deal).prompts):
        here = chosen & (ply.prompt == number)
        if here.sum() < max(1, RARE * chosen.sum()):
            continue
        kinds = int(np.bitwise_or.reduce(ply.kinds[here]))
        for habit in habits_at(number, kinds):
            yield text, habit
