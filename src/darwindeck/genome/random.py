"""Random genomes: values drawn from the field types, then repaired until `check` passes.

Nothing here knows a mechanic by name except where rules belong together (chips with betting, queues with battles).
"""

from __future__ import annotations

import functools
import random
from typing import Any

import msgspec
from msgspec import inspect

from .check import check
from .context import deck_of
from .fields import RANKS, SUITS
from .genome import GameGenome, MatchRules, TurnStructure
from .mechanics import Phase, WinCondition
from .setup import ResourceRules, SetupRules

KEEP_DEFAULT = 0.5  # chance that a field with a default keeps it
MAX_CONDITION_DEPTH = 3


def random_genome(rng: random.Random, tries: int = 1000) -> GameGenome:
    """A random genome that passes `check`."""
    for _ in range(tries):
        genome = _draft(rng)
        if not check(genome).errors:
            return genome
    raise RuntimeError(f"no valid genome in {tries} tries")


@functools.cache
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def random_value(kind: Any, rng: random.Random, depth: int = 0) -> Any:
    """A value of a field type, within its ranges."""
    return _value(_info(kind), rng, depth)


def _value(kind: inspect.Type, rng: random.Random, depth: int) -> Any:
    match kind:
        case inspect.Metadata():
            return _value(kind.type, rng, depth)
        case inspect.UnionType():
            return _value(_member(kind, rng, depth), rng, depth)
        case inspect.StructType():
            return _struct(kind, rng, depth + 1)
        case inspect.VarTupleType():
            least, most = kind.min_length or 0, min(kind.max_length or 3, (kind.min_length or 0) + 3)
            return tuple(_value(kind.item_type, rng, depth) for _ in range(rng.randint(least, most)))
        case inspect.TupleType():
            return tuple(_value(item, rng, depth) for item in kind.item_types)
        case inspect.DictType():
            return {
                _value(kind.key_type, rng, depth): _value(kind.value_type, rng, depth) for _ in range(rng.randint(0, 4))
            }
        case inspect.IntType():
            return _number(kind, rng)
        case inspect.LiteralType():
            return rng.choice(kind.values)
        case inspect.EnumType():
            return rng.choice(list(kind.cls))
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.StrType():
            return rng.choice(RANKS) + rng.choice(SUITS) if kind.pattern else ""
    raise TypeError(f"no random value for {kind}")


def _member(kind: inspect.UnionType, rng: random.Random, depth: int) -> inspect.Type:
    """One member of a union; deep conditions are not compound."""
    members = list(kind.types)
    if depth > MAX_CONDITION_DEPTH:
        shallow = [m for m in members if not (isinstance(m, inspect.StructType) and m.tag == "compound")]
        members = shallow or members
    return rng.choice(members)


def _number(kind: inspect.IntType, rng: random.Random) -> int:
    """Small numbers most of the time."""
    least = kind.ge if kind.ge is not None else 0
    most = kind.le if kind.le is not None else 1000
    if rng.random() < 0.8:
        most = min(most, max(least, 0) + 12)
        least = max(least, -3)
    return rng.randint(int(least), int(most))


def _struct(kind: inspect.StructType, rng: random.Random, depth: int) -> Any:
    fields = {}
    for field in kind.fields:
        if field.required or rng.random() >= KEEP_DEFAULT:
            fields[field.name] = _value(field.type, rng, depth)
    return kind.cls(**fields)


def _draft(rng: random.Random) -> GameGenome:
    players = rng.choice((2, 2, 3, 4, 4, 5, 6))
    phases = tuple(random_value(Phase, rng) for _ in range(rng.choice((1, 1, 2, 2, 3, 4))))
    opening = tuple(random_value(Phase, rng) for _ in range(rng.choice((0, 0, 1))))
    kinds = {type(phase).__name__ for phase in (*phases, *opening)}
    genome: GameGenome = _struct(_struct_info(), rng, 0)
    chips = "BettingPhase" in kinds or rng.random() < 0.1
    setup = _setup(
        genome.setup,
        rng,
        players,
        chips,
        queue="TributePhase" in kinds
        or (kinds <= {"BattlePhase", "DrawPhase", "BettingPhase", "TurnUpPhase"} and rng.random() < 0.7),
    )
    fits = {"genome_id": f"random-{rng.getrandbits(48):012x}", "generation": 0, "name": "", "description": ""}
    plays = "PlayPhase" in kinds
    return msgspec.structs.replace(
        genome,
        **fits,
        player_count=players,
        player_counts=(),
        setup=setup,
        turn_structure=TurnStructure(phases=phases, opening=opening),
        special_effects=genome.special_effects if plays and setup.discard_visibility == "face_up" else (),
        win_conditions=tuple(_win(rng) for _ in range(rng.choice((1, 1, 2)))),
        teams=((0, 2), (1, 3)) if players == 4 and not chips and rng.random() < 0.3 else (),
        match=random_value(MatchRules, rng) if rng.random() < 0.3 else None,
        max_turns=rng.choice((20, 60, 200)),
    )


@functools.cache
def _struct_info() -> inspect.StructType:
    info = _info(GameGenome)
    assert isinstance(info, inspect.StructType)
    return info


def _win(rng: random.Random) -> WinCondition:
    condition: WinCondition = random_value(WinCondition, rng)
    if condition.type in ("first_to_score", "point_threshold"):
        return msgspec.structs.replace(condition, threshold=rng.randint(1, 40))
    if condition.type in ("high_score", "low_score"):
        return msgspec.structs.replace(condition, threshold=rng.choice((None, rng.randint(1, 40))))
    return msgspec.structs.replace(condition, threshold=rng.randint(0, 20) if condition.type == "deck_empty" else None)


def _setup(setup: SetupRules, rng: random.Random, players: int, chips: bool, queue: bool) -> SetupRules:
    """Enough cards for the deal, chips where they are bet, sights that fit."""
    hidden = "face_down" if rng.random() < 0.15 else "face_up"
    suits = tuple(SUITS[:players]) if players <= 4 and rng.random() < 0.1 else ()
    changes: dict[str, Any] = {
        "hand_suits": suits,
        "hand_sizes": {},
        "hand_order": "queue" if queue else "set",
        "discard_visibility": hidden,
    }
    if setup.initial_deck == "custom":
        changes["custom_deck"] = tuple(sorted({rank + suit for rank in rng.sample(RANKS, 7) for suit in SUITS}))
    else:
        changes["custom_deck"] = ()
    setup = msgspec.structs.replace(setup, **changes)
    deck = deck_of(setup, players).bit_count()
    tableau, discard = rng.choice((0, 0, 4, 6)), rng.choice((0, 1, 1))
    whole = rng.random() < 0.25 or bool(setup.hand_suits)
    size = 0 if whole else rng.randint(1, max(1, min(13, (deck - tableau - discard) // players)))
    order = setup.rank_order
    return msgspec.structs.replace(
        setup,
        cards_per_player=size,
        initial_tableau_count=0 if whole else tableau,
        initial_discard_count=0 if whole else discard,
        rank_order=order if isinstance(order, str) else tuple(dict.fromkeys(order)),
        hand_visibility=setup.hand_visibility
        if queue or setup.hand_visibility.value != "face_down"
        else type(setup.hand_visibility).OWNER_ONLY,
        starting_card=setup.starting_card or "7S",
        trump_suit=setup.trump_suit or "H",
        starting_chips=0,
        resources=_resources(rng) if chips else None,
    )


def _resources(rng: random.Random) -> ResourceRules:
    chips = rng.randint(20, 200)
    blinds = (small := rng.randint(1, 5), rng.randint(small, 10)) if rng.random() < 0.3 else None
    return ResourceRules(starting_chips=chips, min_bet=rng.randint(1, 10), ante=rng.choice((0, 1, 5)), blinds=blinds)
