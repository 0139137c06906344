"""How far two games are apart, from 0 (the same canonical form) to 1 (nothing in common).

A genome is described by weighted features: the kinds of mechanics and where they stand, their fields, which phase
follows which, the cards of the deck, and every sub-structure as a whole. The distance is one minus what two
descriptions share, divided by what they have together (weighted Jaccard), which is a metric.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..language.context import Context
from ..language.facts import Ends
from .canonical import KIND, Form, canonical
from .genome import GameGenome
from .remember import remember
from .text import known_games, load_genome

# How much each kind of feature counts.
PHASE, MECHANIC, FIELD, NUMBER, FOLLOWS, WHOLE = 6.0, 3.0, 1.0, 0.5, 1.5, 0.4
DECK, TABLE, SEATS = 3.0, 1.0, 1.0
# What rules are told by: features whose names begin so, and of those with numbers these alone.
TOLD_BY = ("..turn_structure", "..scoring_rules", "..win_conditions", "..special_effects", "..triggers", "..sweep",
           "..match..hand_schedule", "..teams", "setup..trump_selection_method")  # fmt: skip
GOAL, DUEL = "..win_conditions", 2
NUMBERED = ("..match..hand_schedule", "..teams")
NEAR_COPY = 0.2  # two games nearer than this are one game with a detail changed (docs/evolution.md)


class Near(NamedTuple):
    """A known game and how far it is."""

    name: str
    distance: float


class Description:
    """The features of a genome, ready to be compared."""

    __slots__ = ("features", "total")

    def __init__(self, genome: GameGenome) -> None:
        self.features = features(canonical(genome))
        self.total = sum(self.features.values())


def distance(first: GameGenome, second: GameGenome) -> float:
    """From 0 to 1; 0 only between genomes of the same canonical form."""
    return between(Description(first), Description(second))


def between(first: Description, second: Description) -> float:
    """How far apart two descriptions are: 1 less what they share of all that either has (weighted Jaccard)."""
    if len(first.features) > len(second.features):
        first, second = second, first
    other = second.features.get
    shared = 0.0
    for name, weight in first.features.items():
        theirs = other(name, 0.0)
        shared += weight if weight < theirs else theirs
    if first.features == second.features:
        return 0.0
    return 1.0 - shared / (first.total + second.total - shared)


def nearest(description: Description, others: Iterable[Description]) -> tuple[int, float]:
    """The place of the nearest of the others, and its distance; (-1, 1.0) if there is none."""
    best = (-1, 1.0)
    for place, other in enumerate(others):
        apart = between(description, other)
        if best[0] < 0 or apart < best[1]:
            best = (place, apart)
    return best


def find_nearest(genome: GameGenome, without: str = "", among: Collection[str] = ()) -> Near:
    """The known game, at any number of players it allows, that is nearest; `without` is one not to be looked at, and `among`, if
    there are any, are the only ones to look at.
    """
    if not without and not among:
        return _find_nearest(genome)
    games, descriptions = _describe_known()
    left = [at for at, game in enumerate(games) if game.genome_id != without and (not among or game.genome_id in among)]
    place, apart = nearest(Description(genome), [descriptions[at] for at in left])
    return Near(games[left[place]].genome_id, apart)


@remember
def _find_nearest(genome: GameGenome) -> Near:
    """Among all known games. A run asks this several times of each candidate."""
    games, descriptions = _describe_known()
    place, apart = nearest(Description(genome), descriptions)
    return Near(games[place].genome_id, apart)


def find_ideas(genome: GameGenome) -> frozenset[str]:
    """What it has that the nearest known game has not: the kinds of phases, or if there is none, of other mechanics."""
    added = find_new_kinds(genome)
    return frozenset(kind for kind in added if kind.endswith("Phase")) or added


def find_new_kinds(genome: GameGenome) -> frozenset[str]:
    """All kinds of mechanics that it has in a place where the nearest known game has none of the kind."""
    _, descriptions = _describe_known()
    mine = Description(genome)
    place, _ = nearest(mine, descriptions)
    return frozenset(
        name.partition(" is ")[2]
        for name in mine.features
        if " is " in name and name not in descriptions[place].features
    )


def has_idea(genome: GameGenome) -> bool:
    """Whether it has a rule that the nearest known game has not. Other numbers, another pack or a rule less are no idea."""
    games, descriptions = _describe_known()
    mine = Description(genome).features
    place, _ = nearest(Description(genome), descriptions)
    told = tuple(name for name in TOLD_BY if name != GOAL or not _is_same_race(genome, games[place]))
    new = [name for name in mine if name not in descriptions[place].features and name.startswith(told)]
    return any(name in NUMBERED or not _is_number(name, mine) for name in new)


def _is_same_race(genome: GameGenome, other: GameGenome) -> bool:
    """Whether both are won by shedding, of two players: to be the first without cards is not to be the last with cards."""
    pair = genome.player_count == other.player_count == DUEL
    return pair and all(
        any(win.has(Ends.SHEDDING, Context(game)) for win in game.win_conditions) for game in (genome, other)
    )


def _is_number(name: str, features: Mapping[str, float]) -> bool:
    return name.endswith((" +", " -")) or f"{name} +" in features or f"{name} -" in features


def find_known(genome: GameGenome, most: float) -> list[GameGenome]:
    """The known games whose distance is no more than that, for as many players; those that do not allow so many are dealt as the
    genome is, and may not be sound.
    """
    description, seats = Description(genome), genome.player_count
    games, descriptions = _describe_known()
    near = [game for game, other in zip(games, descriptions, strict=True) if between(description, other) <= most]
    fixed = {game.genome_id: game for game in near if seats not in (game.player_counts or (game.player_count,))}
    return [game for game in near if game.player_count == seats] + [_deal_like(game, genome) for game in fixed.values()]


def _deal_like(known: GameGenome, genome: GameGenome) -> GameGenome:
    """A known game for as many players as another, everyone alone, with hands as large."""
    hand = genome.setup.hand_sizes.get(str(genome.player_count), genome.setup.cards_per_player)  # type: ignore[call-overload]
    setup = msgspec.structs.replace(known.setup, cards_per_player=hand, hand_sizes={})
    return msgspec.structs.replace(known, player_count=genome.player_count, player_counts=(), teams=(), setup=setup)


@functools.lru_cache(maxsize=1)
def _describe_known() -> tuple[Sequence[GameGenome], Sequence[Description]]:
    """At every number of players they allow."""
    games = []
    for name in known_games():
        game = load_genome(name)
        games += [load_genome(name, players) for players in game.player_counts or (game.player_count,)]
    return games, [Description(game) for game in games]


# Features.


def features(form: Form) -> dict[str, float]:
    """Weights by name. A path has no places in it, so that a rule is the same rule wherever in a list it stands."""
    found: dict[str, float] = {}
    rest = dict(form)
    setup = dict(rest.pop("setup"))
    _add(found, "players", SEATS * (1 + math.log2(rest.pop("player_count"))) / 4)
    for name, weight in (("deck", DECK), ("strengths", TABLE), ("values", TABLE)):
        entries = setup.pop(name)
        for entry in entries.items() if isinstance(entries, dict) else entries:
            _add(found, f"{name} {entry}", weight / len(entries))
    _walk(found, "setup", setup)
    _walk(found, "", rest)
    _add(found, f"whole {json.dumps(form, sort_keys=True)}", WHOLE)
    return found


def _add(found: dict[str, float], name: str, weight: float) -> None:
    found[name] = found.get(name, 0.0) + weight


def _walk(found: dict[str, float], path: str, value: Any) -> None:
    """Adds the features of a value. Numbers count by their logarithm, so that 50 and 60 are nearer than 1 and 10."""
    if isinstance(value, dict):
        _structure(found, path, value)
    elif isinstance(value, list):
        _items(found, path, value)
    elif isinstance(value, int) and not isinstance(value, bool):
        sign = "-" if value < 0 else "+"
        _add(found, path, NUMBER)
        _add(found, f"{path} {sign}", NUMBER * math.log2(1 + abs(value)) / 4)
    elif value is not None:
        _add(found, f"{path} {value}", FIELD)
    else:
        _add(found, f"{path} none", NUMBER)


def _structure(found: dict[str, float], path: str, value: Form) -> None:
    kind = value.get(KIND, "")
    if kind:
        _add(found, f"{path} is {kind}", PHASE if kind.endswith("Phase") else MECHANIC)
        _add(found, f"whole {path} {json.dumps(value, sort_keys=True)}", WHOLE)
    for name, entry in value.items():
        if name != KIND:
            _walk(found, f"{path}.{kind}.{name}", entry)


def _items(found: dict[str, float], path: str, value: list[Any]) -> None:
    for item in value:
        _walk(found, path, item)
    kinds = [item.get(KIND, "") for item in value if isinstance(item, dict)]
    for first, second in itertools.pairwise(kinds):
        _add(found, f"{path} {first} then {second}", FOLLOWS)
