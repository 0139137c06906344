"""Insertion, deletion and structural mutation: items of lists, optional parts, the order of phases, conditions."""

from __future__ import annotations

import random

import msgspec
from msgspec import inspect

from ...genome.genome import GameGenome
from ...genome.values import plain
from ...language.walk import replace_at
from ...mechanics import CompoundCondition, Condition
from ...mechanics.conditions.condition import ConditionMechanic
from . import Change
from .companions import add_phase
from .modules import PLACES, take_phase, with_phases
from .natural import Natural
from .point import KEEP, brief, reorder
from .sites import Site, is_list, is_optional, member_for, pick, sites

PHASES = (("turn_structure", "phases"), ("turn_structure", "opening"))
WIDEN = 0.6  # of wrapped conditions allow more, the others less


def insert(genome: GameGenome, rng: random.Random) -> Change:
    """One item more in a list, or an optional part that was missing. A phase comes with its companions."""
    site = pick(rng, sites(genome), _has_room)
    if site is None:
        return None
    if site.steps in PHASES:
        return add_phase(genome, rng)
    values = Natural(rng, KEEP, site.slot)
    if site.value is None:
        assert isinstance(site.kind, inspect.UnionType)
        parts = [member for member in map(plain, site.kind.types) if not isinstance(member, inspect.NoneType)]
        new = values.draw(parts[0] if len(parts) == 1 else inspect.UnionType(tuple(parts)))
        return replace_at(genome, site.steps, new), f"{site.path} {brief(new)}"
    kind = member_for(site.kind, site.value)
    assert isinstance(kind, inspect.VarTupleType)
    new = values.draw(kind.item_type)
    place = rng.randint(0, len(site.value))
    items = (*site.value[:place], new, *site.value[place:])
    return replace_at(genome, site.steps, items), f"{site.path}[{place}] {brief(new)}"


def _has_room(site: Site) -> bool:
    if site.value is None:
        return _is_optional_part(site.kind)
    if not is_list(site.kind, site.value) or isinstance(site.kind, inspect.UnionType):
        return False
    most = getattr(site.kind, "max_length", None)
    return most is None or len(site.value) < most


def _is_optional_part(kind: inspect.Type) -> bool:
    if not isinstance(kind, inspect.UnionType) or not is_optional(kind):
        return False
    return any(isinstance(plain(member), inspect.StructType) for member in kind.types)


def delete(genome: GameGenome, rng: random.Random) -> Change:
    """One item less in a list, or an optional part gone. A phase goes with its companions."""
    site = pick(rng, sites(genome), can_shrink)
    if site is None:
        return None
    if not isinstance(site.value, tuple):
        return replace_at(genome, site.steps, None), f"{site.path} {brief(site.value)}"
    place = rng.randrange(len(site.value))
    note = f"{site.path}[{place}] {brief(site.value[place])}"
    if site.steps in PHASES:
        return take_phase(genome, str(site.steps[-1]), place), note
    return replace_at(genome, site.steps, (*site.value[:place], *site.value[place + 1 :])), note


def can_shrink(site: Site) -> bool:
    if isinstance(site.value, msgspec.Struct):
        return _is_optional_part(site.kind)
    if not is_list(site.kind, site.value) or isinstance(site.kind, inspect.UnionType):
        return False
    return len(site.value) > max(int(site.steps == ("win_conditions",)), getattr(site.kind, "min_length", None) or 0)


def swap(genome: GameGenome, rng: random.Random) -> Change:
    """Two items of a list change places."""
    site = pick(rng, sites(genome), lambda site: is_list(site.kind, site.value) and len(site.value) > 1)
    if site is None:
        return None
    return replace_at(genome, site.steps, reorder(site.value, rng)), site.path


def duplicate(genome: GameGenome, rng: random.Random) -> Change:
    """A phase happens twice."""
    phases = genome.turn_structure.phases
    if len(phases) >= PLACES["phases"]:
        return None
    number = rng.randrange(len(phases))
    place = rng.randint(0, len(phases))
    return with_phases(genome, "phases", (*phases[:place], phases[number], *phases[place:])), brief(phases[number])


def move(genome: GameGenome, rng: random.Random) -> Change:
    """A phase goes to another place in the turn, or to or from the opening."""
    turn = genome.turn_structure
    phases, opening = list(turn.phases), list(turn.opening)
    if opening and rng.random() < 0.2:
        phase = opening.pop(rng.randrange(len(opening)))
        phases.insert(rng.randint(0, len(phases)), phase)
    elif len(phases) > 1:
        phase = phases.pop(rng.randrange(len(phases)))
        to = opening if rng.random() < 0.15 and len(opening) < PLACES["opening"] else phases
        to.insert(rng.randint(0, len(to)), phase)
    else:
        return None
    if len(phases) > PLACES["phases"]:
        return None
    new = msgspec.structs.replace(turn, phases=tuple(phases), opening=tuple(opening))
    return msgspec.structs.replace(genome, turn_structure=new), brief(phase)


def wrap(genome: GameGenome, rng: random.Random) -> Change:
    """A condition joined with another one by AND or OR."""
    site = pick(rng, sites(genome), lambda site: isinstance(site.value, ConditionMechanic))
    if site is None:
        return None
    logic = "OR" if rng.random() < WIDEN else "AND"
    other = Natural(rng, KEEP, site.slot).of(Condition)
    new = CompoundCondition(logic=logic, conditions=(site.value, other))  # type: ignore[arg-type]
    return replace_at(genome, site.steps, new), f"{site.path} {logic} {brief(other)}"


def unwrap(genome: GameGenome, rng: random.Random) -> Change:
    """Of a compound condition one part alone."""
    site = pick(rng, sites(genome), lambda site: isinstance(site.value, CompoundCondition))
    if site is None:
        return None
    part = rng.choice(site.value.conditions)
    return replace_at(genome, site.steps, part), f"{site.path} {brief(part)}"
