"""Prune a game: every rule earns its place.

`simplify` leaves out rules that change nothing. Here each part that can go, and each field that can go back to its default, is
taken out in turn, and what is left is measured again on the same deals. What does not make the game worse goes, as long as
it passes every gate and does not become a near-copy of a known game, or one without an idea of its own. What makes up its idea, a kind of rule that the nearest known game has not, goes only if the game is surely no worse without it. The rules that take most bits to tell are tried first,
and no more than `MOST` of a game, so that the cost is bounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ..explain.differences import differences
from ..explain.rules import rules_text
from ..genome.distance import NEAR_COPY, find_ideas, find_nearest, has_idea
from ..genome.genome import GameGenome
from ..genome.remember import remember
from ..genome.text import load_genome
from ..judge.description import description_length
from ..judge.flow import Flow
from ..judge.sense import count_hands
from ..measure.evaluation import Evaluation
from .simplify import drafts, makes_sense, rename, without

MOST = 12  # rules tried
TOGETHER = 4  # rules taken out at most
SLACK = 0.02  # of fitness: less is not worse
TABLE = 3  # scores of one kind that are a table
Steps = tuple[str | int, ...]
# Measures genomes on the deals of the first game here, those that could reach this fitness to the end.
Measure = Callable[[Sequence[GameGenome], GameGenome, float], list[Evaluation]]
Pruned = tuple[GameGenome, tuple[str, ...]]  # a game without rules that it does not need, and a sentence about each


def prune(genome: GameGenome, measure: Measure) -> Pruned:
    """The game with fewer rules; one that needs all of its own comes back as it is."""
    [whole] = measure([genome], genome, -math.inf)
    if not whole.valid:
        return genome, ()
    least = whole.fitness.value - SLACK
    tries = list_drafts(genome)
    found = measure([draft for _, draft in tries], genome, least)
    best, notes = genome, list[str]()
    gone: list[Steps] = []
    for (steps, _), alone in zip(tries, found, strict=True):
        if not is_as_good(alone, least) or len(notes) == TOGETHER or has_moved(steps, gone):
            continue
        draft = without(best, steps)
        if draft is None or not may_stand(draft, genome):
            continue
        evaluation = alone if best is genome else measure([draft], genome, least)[0]
        if is_as_good(evaluation, least, surely=not find_ideas(best) <= find_ideas(draft)):
            figures = f"fitness {evaluation.fitness.value:.2f} without, {whole.fitness.value:.2f} with all rules"
            notes.append(f"{tell_rule(best, draft)} ({figures})")
            best = draft
            gone.append(steps)
    paths = ", ".join(name_steps(steps) for steps in gone)
    return (rename(best, genome, f"pruned: {paths}"), tuple(notes)) if notes else (genome, ())


def list_drafts(genome: GameGenome) -> list[tuple[Steps, GameGenome]]:
    """The game without each of the rules that take most bits to tell. Whole rules come before parts of them, and of a list the
    last item, so that those before it keep their places. Rows of a table stay, and what the nearest known game has, too.
    """
    bits = description_length(genome)
    rules = [
        (steps, draft)
        for steps, draft in drafts(genome)
        if not is_row(genome, steps) and may_stand(draft, genome) and is_left_out(genome, steps, draft)
    ]
    new = [(steps, draft) for steps, draft in rules if not is_familiar(genome, steps, draft)]
    saved = [(bits - description_length(draft), steps, draft) for steps, draft in new]
    shorter = [each for each in saved if each[0] > 0]
    dearest = sorted(range(len(shorter)), key=lambda place: (-shorter[place][0], place))[:MOST]
    return sorted((shorter[place][1:] for place in sorted(dearest)), key=lambda each: len(each[0]))


def is_row(genome: GameGenome, steps: Steps) -> bool:
    """Whether it is a score, or a part of it, out of a table of scores, such as 11 for an ace, 10 for a three and 4 for a king, or
    one of the hands of a schedule: a table is one rule, and not simpler with a hole. Nor are two rounds of betting that are not alike.
    """
    match steps:
        case ("match", "hand_schedule", int()):
            return True
        case ("turn_structure", "phases", int(place), _, *_):
            phases = genome.turn_structure.phases
            return sum(type(phase) is type(phases[place]) for phase in phases) > 1
        case ("scoring_rules", int(place), *_):
            kinds = [(type(rule.condition), rule.points_source, rule.per_card) for rule in genome.scoring_rules]
            return kinds.count(kinds[place]) >= TABLE
    return False


def is_left_out(genome: GameGenome, steps: Steps, draft: GameGenome) -> bool:
    """Whether a rule goes and no other comes in its place: with another default the first player alone might draw, or points be for
    whoever is ahead. Three cards that are passed on instead of one are no rule less.
    """
    if isinstance(steps[-1], int):
        return True
    asks = any("condition" in step for step in steps if isinstance(step, str))
    return not asks and see_who_draws(genome) == see_who_draws(draft) and count_words(draft) < count_words(genome)


@remember
def count_words(genome: GameGenome) -> int:
    """How long its rulebook is."""
    return len(rules_text(genome).split())


def see_who_draws(genome: GameGenome) -> tuple[tuple[int, int], list[bool]]:
    """By how much hands change in all phases, and which of these are for everyone."""
    phases = (*genome.turn_structure.opening, *genome.turn_structure.phases)
    return count_hands(Flow(genome), phases), [phase.is_for_everyone for phase in phases]


def is_familiar(genome: GameGenome, steps: Steps, draft: GameGenome) -> bool:
    """Whether what goes is of the known game that is nearest: whoever knows that one would have to be told that it is gone, such as the
    aces of cassino, the values of courts in cribbage, the trumps of whist, or that there are several deals.
    """
    near = find_nearest(genome)
    if isinstance(steps[-1], str):
        return find_nearest(draft).distance > near.distance
    return find_part(genome, steps) in (find_part(load_genome(near.name), steps[:-1]) or ())


def find_part(genome: GameGenome, steps: Steps) -> Any:
    """What is at the end of the steps, whatever it is called there; None if they lead nowhere."""
    part: Any = genome
    for step in steps:
        is_item = isinstance(step, int) and part and step < len(part)
        part = part[step] if is_item else getattr(part, str(step), None)
    if isinstance(part, tuple):
        return tuple(map(without_name, part))
    return without_name(part)


def without_name(part: Any) -> Any:
    return msgspec.structs.replace(part, description="") if hasattr(part, "description") else part


def has_moved(steps: Steps, gone: Sequence[Steps]) -> bool:
    """Whether the steps lead into an item of a list that has lost one: it may be another item now."""
    lists = [path[:-1] for path in gone if isinstance(path[-1], int)]
    return any(steps[: len(path)] == path and len(steps) > len(path) + 1 for path in lists)


def may_stand(draft: GameGenome, genome: GameGenome) -> bool:
    """Whether it is a game at all, and not one that everybody knows."""
    return makes_sense(draft, genome) and find_nearest(draft).distance >= NEAR_COPY and has_idea(draft)


def is_as_good(evaluation: Evaluation, least: float, surely: bool = False) -> bool:
    fitness = evaluation.fitness.low if surely else evaluation.fitness.value
    return evaluation.valid and not evaluation.left and fitness >= least


def name_steps(steps: Steps) -> str:
    """`scoring_rules[2].over`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


def tell_rule(before: GameGenome, draft: GameGenome) -> str:
    """The rule that the draft does not have any more, as it was told: as a difference between games, or by the sentences of the rulebook
    that are not in the other one.
    """
    left = set(rules_text(draft).splitlines())
    lines = [line.strip(" -") for line in rules_text(before).splitlines() if line not in left]
    return (
        " ".join(each.text for each in differences(before, draft))
        or " ".join(lines)
        or "a rule that the text does not tell"
    )
