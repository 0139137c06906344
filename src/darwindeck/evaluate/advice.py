"""Advice: one-line rules of thumb and habits at single prompts, which there are for a game, and how to say them.

Both are put together from the kinds of moves that the game offers: "always call", "never draw, the lowest card".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

import numpy as np

from .. import _core
from ..compile.program import compile_genome
from ..engine.players import PlayerLike, Rule
from ..genome.genome import GameGenome
from ..measure.evidence import Answers, Evidence, Floats, Sides
from ..measure.purpose import RANDOM_HABIT
from ..simulate.records import MOVE_KINDS, OPTIONS, ProbeRecords, Records

ANY, LOWEST, HIGHEST = (_core.CARD_ORDERS[order] for order in ("any", "lowest", "highest"))
ORDERED = tuple(MOVE_KINDS.index(kind) for kind in ("card", "number"))  # kinds of moves that can be low or high
KIND_OF_MOVE = np.searchsorted(list(_core.MOVES.values()), np.arange(256), side="right")
HABIT = "habit"  # how the tags of their records begin


def kinds_offered(probe: ProbeRecords) -> int:
    """Kinds of the moves at sampled choices, one bit each."""
    chosen = (probe.ply >= 0) & (probe.legal > 1)
    looked_at = (np.arange(OPTIONS) < probe.legal[..., None]) & chosen[..., None]
    return sum(1 << int(kind) for kind in np.unique(KIND_OF_MOVE[probe.move[looked_at]]))


def rules_of_thumb(kinds: int) -> list[Rule]:
    """All rules of one line for a game that offers these kinds of moves."""
    every = [kind for kind in range(len(MOVE_KINDS)) if kinds >> kind & 1]
    verbs = [Rule()]
    if len(every) > 1:
        verbs += [rule for kind in every for rule in (Rule(always=1 << kind), Rule(never=1 << kind))]
    orders = (ANY, LOWEST, HIGHEST) if any(kind in every for kind in ORDERED) else (ANY,)
    return [rule._replace(order=order) for rule, order in product(verbs, orders)]


def habits_at(prompt: int, kinds: int) -> list[Rule]:
    """Ways to answer one prompt without thinking: at random, or always or never with one kind of move."""
    every = [kind for kind in range(len(MOVE_KINDS)) if kinds >> kind & 1]
    found = [Rule(prompt, at_random=True)]
    if len(every) > 1:
        found += [Rule(prompt, always=1 << kind) for kind in every]
    if len(every) > 2:
        found += [Rule(prompt, never=1 << kind) for kind in every]
    if len(every) == 1 and every[0] in ORDERED:
        found += [Rule(prompt, order=order) for order in (LOWEST, HIGHEST)]
    return found


def describe_rule(rule: Rule) -> str:
    """A rule as a person would say it."""
    if rule.at_random:
        return RANDOM_HABIT
    words = [f"always {_words(rule.always)}"] if rule.always else []
    words += [f"never {_words(rule.never)}"] if rule.never else []
    words += [["", "the lowest", "the highest"][rule.order]] if rule.order != ANY else []
    return ", ".join(words) or "anything"


def _words(kinds: int) -> str:
    names = [name for kind, name in enumerate(MOVE_KINDS) if kinds >> kind & 1]
    return " or ".join("play a card" if name == "card" else name.replace("_", " ") for name in names)


def habit_tag(prompt: str, rule: Rule, side: int, number: int) -> str:
    """Of the games of a round in which the side has the habit."""
    return f"{HABIT}|{prompt}|{describe_rule(rule)}|{side}|{number}"


def rounds_played(records: Mapping[str, Records]) -> int:
    """How many rounds of habits there were."""
    return max((int(tag.split("|")[4]) + 1 for tag in records if tag.startswith(f"{HABIT}|")), default=0)


def find_details(genome: GameGenome) -> frozenset[str]:
    """The prompts that are only asked to complete another choice, such as which cards to capture with the card just played."""
    compiled = compile_genome(genome)
    return frozenset(prompt.partition("|")[0] for prompt in compiled.prompts if prompt not in compiled.own_prompts)


def collect_answers(
    records: Mapping[str, Records], sides: Sides, for_chips: bool, details: Collection[str] = ()
) -> tuple[Answers, ...]:
    """What players with habits won, the mean over sides for each deal, the deals of all rounds together. `details` are the
    prompts that only complete another choice."""
    view = Evidence(sides, for_chips=for_chips)
    shares: dict[tuple[str, str], dict[int, list[Floats]]] = {}
    for tag, played in records.items():
        if tag.startswith(f"{HABIT}|"):
            _, prompt, habit, side, number = tag.split("|")
            rounds = shares.setdefault((prompt, habit), {})
            rounds.setdefault(int(number), []).append(view.shares(played)[:, int(side)])
    return tuple(
        Answers(
            prompt,
            habit,
            np.concatenate([np.mean(each, axis=0) for each in rounds.values()]) * len(sides),
            prompt in details,
        )
        for (prompt, habit), rounds in shares.items()
    )


def seat_alone(sides: Sides, side: int, who: PlayerLike, others: PlayerLike) -> list[PlayerLike]:
    """Players by seat: `who` on one side, `others` everywhere else."""
    seats: Sequence[int] = sides[side]
    return [who if seat in seats else others for seat in range(sum(len(each) for each in sides))]
