"""A genome that was saved and read again breeds the same children: without that a resumed run is another run."""

from __future__ import annotations

import functools
import json
import random
from typing import Any

import msgspec
import pytest

from darwindeck.evolve.elite import genome_state, read_genome
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.evolve.vary import CROSSOVERS, MUTATIONS, Variation, draw_genome
from darwindeck.files.write import json_bytes
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import as_saved, format_genome
from darwindeck.language.walk import walk

from .families import KNOWN

EACH = 24  # genomes of a kind


@functools.cache
def sample() -> dict[str, list[GameGenome]]:
    """Genomes of every origin that a run knows, by origin."""
    rng, variation = random.Random(7), Variation()
    found = {"known": KNOWN, "random": [random_genome(rng) for _ in range(EACH)]}
    found["fresh"] = [draw_genome(rng) for _ in range(EACH)]
    mutants = [variation.mutate(rng.choice([*found["fresh"], *KNOWN]), rng) for _ in range(EACH)]
    found["mutated"] = [genome for genome in mutants if genome is not None]
    crossings = [variation.cross(*rng.sample([*found["fresh"], *KNOWN], 2), rng) for _ in range(EACH)]
    found["crossed"] = [genome for genome in crossings if genome is not None]
    return found


def read_again(genome: GameGenome) -> GameGenome:
    """As a resumed run has it."""
    return read_genome(json.loads(json_bytes(genome_state(genome))))


def turned_round(genome: GameGenome) -> GameGenome:
    """The same with every table in the opposite order."""

    def turn(data: Any) -> Any:
        if isinstance(data, dict):
            return {name: turn(value) for name, value in reversed(data.items())}
        return [turn(item) for item in data] if isinstance(data, list) else data

    return msgspec.convert(turn(genome_state(genome)), GameGenome)


def text(child: GameGenome | None) -> str | None:
    """With the order of tables, and how it was made: equal genomes may differ in these."""
    return None if child is None else format_genome(child)


ORIGINS = ("known", "random", "fresh", "mutated", "crossed")


def test_the_sample_has_tables_whose_order_could_matter() -> None:
    tables = {
        type(part).__name__
        for genomes in sample().values()
        for genome in genomes
        for _, part in walk(genome)
        for name in part.__struct_fields__
        if isinstance(getattr(part, name), dict) and len(getattr(part, name)) > 1
    }
    assert tables >= {"SetupRules", "PrimeCount", "TributePhase"}


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mutation_does_not_see_whether_its_parent_was_saved(origin: str, name: str) -> None:
    variation = Variation(mutations={name: 1.0})
    for number, genome in enumerate(sample()[origin]):
        child = text(variation.mutate(genome, random.Random(number)))
        assert child == text(variation.mutate(read_again(genome), random.Random(number)))
        assert child == text(variation.mutate(turned_round(genome), random.Random(number)))


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("name", CROSSOVERS)
def test_a_crossing_does_not_see_whether_its_parents_were_saved(origin: str, name: str) -> None:
    variation = Variation(crossovers={name: 1.0})
    mothers, fathers = sample()[origin], sample()["fresh"]
    for number, (mother, father) in enumerate(zip(mothers, fathers, strict=False)):
        child = text(variation.cross(mother, father, random.Random(number)))
        saved = variation.cross(read_again(mother), turned_round(father), random.Random(number))
        assert child == text(saved)


@pytest.mark.parametrize("origin", ["random", "fresh", "mutated", "crossed"])
def test_a_genome_that_is_bred_is_as_if_it_had_been_saved(origin: str) -> None:
    for genome in sample()[origin]:
        assert format_genome(genome) == format_genome(read_again(genome)) == format_genome(as_saved(genome))
