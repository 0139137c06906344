"""Simplify a game: leave out every rule that changes nothing.

Evolution collects rules that never matter: a trump that nobody names, an effect of a card that is not in the deck. Each
part that can go, and each field that can go back to its default, is tried on the very same deals; if many games of random
players then run exactly as before, ply by ply, the rule is left out. What random players do does not depend on rules that show
cards: these go only if they never come into force, which is seen by putting an end of the deal in their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from ..compile.program import compile_genome
from ..evaluate.plan import Backend
from ..evolve.operators.sites import sites
from ..evolve.operators.structure import can_shrink
from ..evolve.vary import name_by_content
from ..genome.genome import GameGenome
from ..judge import find_refusals
from ..judge.check import check
from ..language.walk import default_of, replace_at, walk
from ..mechanics.actions.end_round import EndRound
from ..simulate.records import Records
from ..simulate.simulate import Job

MOST, FEWEST, PLIES = 300, 40, 30_000  # games to compare: so many plies in all, within these bounds
AT_ONCE = 16  # games with every ply in memory
ROUNDS = 3  # of trying everything: what one rule needed may go once that rule is gone
KEPT = ("player_count", "max_turns", "schema_version", "genome_id", "generation", "parents", "lineage", "name",
        "description", "player_counts", "partner_counts")  # fmt: skip
EFFECTS = ("special_effects", "triggers")
SHOWING = ("show", "reveal", "visib", "face")  # in the names of parts and fields that change who sees what


def simplify(genomes: Sequence[GameGenome], backend: Backend, seed: int) -> list[GameGenome]:
    """The same games with fewer rules; one that needs all of its own comes back as it is."""
    return [_simplify(genome, backend, seed) for genome in genomes]


def _simplify(genome: GameGenome, backend: Backend, seed: int) -> GameGenome:
    key = compile_genome(genome).hash
    [look] = backend([Job(genome, FEWEST, ("random",), seed, deals_of=key)])
    games = int(min(MOST, max(FEWEST, PLIES / max(float(look.plies.mean()), 1.0))))
    compare = Comparison(backend, Job(genome, games, ("random",), seed, plies=True, deals_of=key))
    best = genome
    for _ in range(ROUNDS):
        before = best
        best = _round(best, compare)
        if best is before:
            break
    return genome if best is genome else rename(best, genome, "simplified")


def rename(simpler: GameGenome, genome: GameGenome, how: str) -> GameGenome:
    """Named by its content, as a child of the game's own parents: the game with all its rules is not kept."""
    named, lineage = name_by_content(simpler, (genome,), ""), f"{genome.lineage}; {how}".removeprefix("; ")
    return msgspec.structs.replace(named, parents=genome.parents, generation=genome.generation, lineage=lineage[:300])


class Comparison:
    """Random games of the original, to which those of others on the same deals are compared."""

    def __init__(self, backend: Backend, job: Job) -> None:
        self.backend, self.job = backend, job
        [self.want] = backend([job])

    def same(self, genomes: Sequence[GameGenome]) -> list[bool]:
        """For each genome, whether all its games run like the original's.

        Most can be told by how games ended. Only the others are played again with every ply noted, which takes memory.
        """
        jobs = [replace(self.job, genome=genome) for genome in genomes]
        ended = self.backend([replace(job, plies=False) for job in jobs])
        same = [ends_the_same(records, self.want) for records in ended]
        left = [place for place, is_left in enumerate(same) if is_left]
        for begin in range(0, len(left), AT_ONCE):
            some = left[begin : begin + AT_ONCE]
            for place, records in zip(some, self.backend([jobs[place] for place in some]), strict=True):
                same[place] = runs_the_same(records, self.want)
        return same


def _round(genome: GameGenome, compare: Comparison) -> GameGenome:
    """Tries each part once. All that do no harm alone are found in one call, then taken away one after another."""
    genome = _without_idle_shows(genome, compare)
    tries = [(steps, draft) for steps, draft in drafts(genome) if makes_sense(draft, genome)]
    same = compare.same([draft for _, draft in tries])
    for (steps, _), harmless in zip(tries, same, strict=True):
        draft = without(genome, steps) if harmless else None
        if draft is not None and makes_sense(draft, genome) and compare.same([draft])[0]:
            genome = draft
    return genome


def _without_idle_shows(genome: GameGenome, compare: Comparison) -> GameGenome:
    """Without effects and triggers that show cards but never act."""
    for name in EFFECTS:
        for place in reversed(range(len(getattr(genome, name)))):
            parts = getattr(genome, name)
            if not _shows(parts[place]):
                continue
            fatal = msgspec.structs.replace(parts[place], actions=(EndRound(),))
            canary, bare = (
                msgspec.structs.replace(genome, **{name: (*parts[:place], *new, *parts[place + 1 :])})
                for new in ((fatal,), ())
            )
            if is_sound(canary) and makes_sense(bare, genome) and all(compare.same([canary, bare])):
                genome = bare
    return genome


def drafts(genome: GameGenome) -> Iterator[tuple[tuple[str | int, ...], GameGenome]]:
    """The genome without each thing that it can be without; the last first, so that the others keep their places."""
    places: list[tuple[str | int, ...]] = []
    for site in sites(genome):
        if site.steps and isinstance(site.steps[-1], str):
            places.append(site.steps)
        if can_shrink(site) and isinstance(site.value, tuple):
            places += [(*site.steps, place) for place in range(len(site.value))]
    for steps in reversed(places):
        draft = without(genome, steps)
        if draft is not None:
            yield steps, draft


def without(genome: GameGenome, steps: Sequence[str | int]) -> GameGenome | None:
    """The genome without an item of a list, or with a field at its default; None if that cannot be."""
    if steps[0] in KEPT or any(word in str(step).lower() for step in steps for word in SHOWING):
        return None
    if steps[0] in EFFECTS and len(steps) > 2 and _shows(getattr(genome, str(steps[0]))[steps[1]]):
        return None
    part: Any = genome
    try:
        for step in steps[:-1]:
            part = part[step] if isinstance(step, int) else getattr(part, step)
        last = steps[-1]
        if isinstance(last, int):
            if _shows(part[last]):
                return None
            new = replace_at(genome, steps[:-1], (*part[:last], *part[last + 1 :]))
        else:
            value, default = getattr(part, last), default_of(type(part), last)
            if default is msgspec.NODEFAULT or value == default or _shows(value):
                return None
            new = replace_at(genome, steps, default)
    except (AttributeError, IndexError, TypeError):
        return None
    return new if isinstance(new, GameGenome) else None


def _shows(value: Any) -> bool:
    """Whether something in a part shows cards."""
    kinds = [str(getattr(part, "type", "")) + type(part).__name__ for _, part in walk(value)]
    return any(word in kind.lower() for kind in kinds for word in SHOWING)


def makes_sense(draft: GameGenome, genome: GameGenome) -> bool:
    """Whether it is a game with no fault that the genome has not: what is left makes sense without the rule that went."""
    faults = {finding.why for finding in find_refusals(genome)}
    return is_sound(draft) and faults.issuperset(finding.why for finding in find_refusals(draft))


def is_sound(genome: GameGenome) -> bool:
    """Whether it is a game at all."""
    try:
        msgspec.convert(msgspec.to_builtins(genome), GameGenome)  # lists may have become too short
    except msgspec.ValidationError:
        return False
    return not check(genome).errors


def ends_the_same(one: Records, other: Records) -> bool:
    """Whether all games were as long and ended alike."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("winners", "ending", "plies", "turns", "decisions", "options", "payoffs", "deals")
    )


def runs_the_same(one: Records, other: Records) -> bool:
    """Whether all games had the same moves with the same options, hands, scores and chips."""
    return all(
        np.array_equal(getattr(one.ply, name), getattr(other.ply, name))
        for name in ("seat", "legal", "move", "hands", "scores", "chips")
    )
