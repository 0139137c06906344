"""Mixing: genomes made of parts of others, faster than evolution makes them and with less sense. For trials of many.

A field gets what another genome has in the same field of the same mechanic, or a value drawn anew within its range. Nothing is
mended, so a good part of them is refused by `check`; all have the right types.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from darwindeck.evolve.random_genomes import random_genome
from darwindeck.genome.genome import METADATA, GameGenome
from darwindeck.genome.text import known_games, load_genome
from darwindeck.genome.values import Values, is_text, plain, type_info
from darwindeck.language.walk import replace_at, steps_of, walk

RANDOM_GENOMES = 100  # beside the known games
DRAWN = 0.3  # the chance that a value is drawn anew
KEPT = 0.8  # that a child is changed further; otherwise a first genome is taken again
DEFAULTS = 0.7  # of the fields of a part that is drawn

Place = tuple[list[str | int], type[msgspec.Struct], str]  # steps to a field, whose it is, its name


def fields_of(genome: GameGenome) -> Iterator[Place]:
    """Every field of a genome that is a rule."""
    for path, part in walk(genome):
        steps, kind = steps_of(path), type(part)
        yield from (([*steps, name], kind, name) for name in _rules(kind))


class Mixer:
    """Genomes to begin with, and what they have in each field."""

    def __init__(self) -> None:
        self.genomes = [load_genome(name) for name in known_games()]
        self.genomes += [random_genome(random.Random(number)) for number in range(RANDOM_GENOMES)]
        self.places = [list(fields_of(genome)) for genome in self.genomes]
        self.values: dict[tuple[type, str], list[Any]] = {}
        for genome in self.genomes:
            for _, part in walk(genome):
                for name in part.__struct_fields__:
                    self.values.setdefault((type(part), name), []).append(getattr(part, name))

    def begin(self, rng: random.Random) -> None:
        """The next child is one of a genome that was not mixed."""
        at = rng.randrange(len(self.genomes))
        self.genome, self.fields = self.genomes[at], self.places[at]

    def mix(self, rng: random.Random) -> GameGenome:
        """The genome that is at hand with one field changed."""
        while True:
            steps, kind, name = rng.choice(self.fields)
            if rng.random() < DRAWN:
                value = Values(rng, DEFAULTS).draw(_rules(kind)[name])
            else:
                value = rng.choice(self.values[kind, name])
            child: GameGenome = replace_at(self.genome, steps, value)
            if child != self.genome:
                return child

    def keep(self, child: GameGenome, rng: random.Random) -> None:
        """The child is at hand from now on, or else one that was not mixed."""
        if rng.random() < KEPT:
            self.genome, self.fields = child, list(fields_of(child))
        else:
            self.begin(rng)


@cache
def _rules(kind: type[msgspec.Struct]) -> dict[str, inspect.Type]:
    """The fields of a structure and their types, without texts and what tells where a genome comes from."""
    info = type_info(kind)
    assert isinstance(info, inspect.StructType)
    skipped = METADATA if kind is GameGenome else ()
    return {
        field.name: field.type for field in info.fields if not (field.name in skipped or is_text(plain(field.type)))
    }
