"""Habits: a strong player answers one prompt without thinking, alone among players who think, on the same deals.

What it loses is what the prompt is for. First a few games show which prompts there are and what they offer. Then rounds
of more and more deals are played, as long as it is open whether a prompt matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from ..compile.program import compile_genome
from ..engine.players import BuiltIn, PlayerLike, Rule, find_player
from ..measure.purpose import prompts as find_prompts
from ..simulate.simulate import Job
from .advice import habit_tag, habits_at, rounds_played, seat_alone
from .played import Played, collect_evidence

FIRST_DEAL = 1 << 48  # deals that no other stage plays
LOOK = "look"  # tag of the games that show which prompts there are
LOOKS = 8
FIRST_ROUND, MOST_ROUNDS = 12, 6  # deals; each round after has as many as all before it
RARE = 0.01  # of all choices: a prompt met less often cannot matter, and cannot be measured


def plan_habits(played: Played, seconds: float, most: int, strong: PlayerLike) -> dict[str, Job]:
    """The games of the next round; none when it is clear what every prompt is for, or when so many seconds, about, are spent, or as
    many deals are played.

    The first games show which prompts there are. Prompts that are seen to matter, or not to, are asked no more.
    """
    player = stronger(played, strong)
    if LOOK not in played.records:
        return plan_look(played, player)
    number = rounds_played(played.records)
    done = 0 if number == 0 else FIRST_ROUND << (number - 1)
    deals = max(done, FIRST_ROUND)
    is_open = {prompt.text: prompt.is_open for prompt in find_prompts(collect_evidence(played))}
    habits = [(prompt, habit) for prompt, habit in _habits(played) if is_open.get(prompt, number == 0)]
    sides = played.schedule.sides
    cost = played.search_seconds(played.iterations, deals=True) * len(sides) * len(habits)
    if number >= MOST_ROUNDS or done >= most or (number > 0 and (done + deals) * cost > seconds):
        return {}
    who = cast(BuiltIn, find_player(player))
    return {
        habit_tag(prompt, habit, side, number): Job(
            played.deal,
            deals,
            seat_alone(sides, side, who._replace(rule=habit), who),
            played.seed,
            FIRST_DEAL + LOOKS + done,
        )
        for prompt, habit in habits
        for side in range(len(sides))
    }


def plan_look(played: Played, player: PlayerLike) -> dict[str, Job]:
    """The games that show which prompts there are."""
    return {LOOK: Job(played.deal, LOOKS, (player,), played.seed, FIRST_DEAL, plies=True)}


def stronger(played: Played, search: PlayerLike) -> PlayerLike:
    """The greedy player where it surely beats the search, else the search."""
    duel = collect_evidence(played).duels.get("search>greedy")
    return "greedy" if duel is not None and duel.rung.high < 0.5 else search


def _habits(played: Played) -> Iterator[tuple[str, Rule]]:
    """Every prompt that is met often enough, with every habit that it allows."""
    for number, text, kinds in find_asked(played):
        for habit in habits_at(number, kinds):
            yield text, habit


def find_asked(played: Played) -> Iterator[tuple[int, str, int]]:
    """The prompts that are met often enough: number, text, and the kinds of moves that they offer, one bit each."""
    ply = played.records[LOOK].ply
    assert ply is not None
    chosen = ply.legal > 1
    for number, prompt in enumerate(compile_genome(played.deal).prompts):
        text = prompt.partition("|")[0]  # without what its numbers stand for
        here = chosen & (ply.prompt == number)
        if here.sum() >= max(1, RARE * chosen.sum()):
            yield number, text, int(np.bitwise_or.reduce(ply.kinds[here]))
