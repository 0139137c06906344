"""Variation: a child passes its checks, differs from its parents, can be saved, and depends on the seed alone."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darwindeck.evolve.operators.fit import fit
from darwindeck.evolve.operators.sites import sites
from darwindeck.evolve.operators.stakes import add_betting, affordable
from darwindeck.evolve.vary import CROSSOVERS, MUTATIONS, OUTCOMES, Variation, draw_genome
from darwindeck.genome.canonical import content_hash
from darwindeck.genome.genome import GameGenome, MatchRules
from darwindeck.genome.text import format_genome, load_genome, parse_genome
from darwindeck.judge.check import check
from darwindeck.language.context import Context
from darwindeck.language.walk import replace_at, walk
from darwindeck.mechanics.phases.betting import BettingPhase

from ..edits import edited
from .families import KNOWN, some_genome

seeds = st.integers(min_value=0, max_value=2**32 - 1)
FITTING = {"module_swap": 2, "nest": 2}  # of twenty pairs: these ask for a port in common
few = settings(max_examples=60, derandomize=True, deadline=None, database=None)


def sound(child: GameGenome) -> None:
    assert check(child).errors == []
    assert parse_genome(format_genome(child)) == child  # and so every value is in the range of its field


@few
@given(seeds)
def test_a_mutant_is_sound_and_another_game(seed: int) -> None:
    parent = some_genome(seed)
    child = Variation().mutate(parent, random.Random(seed))
    assert child is not None
    sound(child)
    assert content_hash(child) != content_hash(parent)
    assert child.parents == (parent.genome_id,) and child.generation == parent.generation + 1
    assert child.lineage.split(":")[0] in MUTATIONS and child.genome_id == f"g-{content_hash(child)[:16]}"
    assert child == Variation().mutate(parent, random.Random(seed))


@few
@given(seeds, seeds)
def test_a_crossing_is_sound_and_another_game(first: int, second: int) -> None:
    mother, father = some_genome(first), some_genome(second)
    child = Variation().cross(mother, father, random.Random(first))
    if content_hash(mother) == content_hash(father):
        assert child is None
    if child is not None:
        sound(child)
        assert content_hash(child) not in (content_hash(mother), content_hash(father))
        assert child.parents == (mother.genome_id, father.genome_id)
        assert child == Variation().cross(mother, father, random.Random(first))


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_mutation_finds_children(name: str) -> None:
    rng, variation = random.Random(1), Variation(mutations={name: 1.0})
    children = [child for game in KNOWN if (child := variation.mutate(game, rng)) is not None]
    assert children, name
    for child in children:
        sound(child)
    row = variation.tally.counts[name]
    assert row["tried"] == sum(row[outcome] for outcome in OUTCOMES if outcome != "tried")
    assert row["sound"] + row["repaired"] == len(children)


@pytest.mark.parametrize("name", CROSSOVERS)
def test_every_crossover_finds_children(name: str) -> None:
    rng, variation = random.Random(1), Variation(crossovers={name: 1.0})
    children = [variation.cross(*rng.sample(KNOWN, 2), rng) for _ in range(20)]
    assert sum(child is not None for child in children) >= FITTING.get(name, 15)


@few
@given(seeds)
def test_a_random_genome_for_evolution_is_sound(seed: int) -> None:
    genome = draw_genome(random.Random(seed))
    sound(genome)
    assert genome.lineage == "random" and genome == draw_genome(random.Random(seed))


def test_fitting_leaves_known_games_as_they_are() -> None:
    for game in KNOWN:
        assert content_hash(fit(game, random.Random(1))) == content_hash(game)


def test_a_fingerprint_from_outside_decides_what_is_the_same() -> None:
    variation = Variation({"point": 1.0, "players": 1.0}, fingerprint=lambda genome: genome.player_count)
    child = variation.mutate(load_genome("hearts"), random.Random(1))
    assert child is not None and child.player_count != 4


def test_sites_are_rules_and_can_be_replaced_by_themselves() -> None:
    for game in KNOWN:
        found = sites(game)
        paths = {site.path for site in found}
        assert not paths & {"genome_id", "name", "description", "lineage", "max_turns"}
        assert "setup.cards_per_player" in paths
        assert all(replace_at(game, site.steps, site.value) == game for site in found)


# Betting.


@few
@given(seeds)
def test_bets_stay_within_the_chips(seed: int) -> None:
    rng = random.Random(seed)
    names = ("add_betting", "remove_betting", "change_betting", "change_chips")
    variation = Variation(mutations=dict.fromkeys(names, 1.0))
    genome = load_genome(rng.choice(("draw-poker", "simple-poker", "betting-war", "crazy-eights", "go-fish")))
    for _ in range(4):
        genome = variation.mutate(genome, rng) or genome
        context = Context(genome)
        for _, part in walk(genome.turn_structure):
            if isinstance(part, BettingPhase):
                assert 0 < part.least(context) <= context.starting_chips


def test_bets_follow_the_chips_down() -> None:
    poor = affordable(
        edited(
            "draw-poker",
            {"setup.resources.starting_chips": 1, "setup.resources.ante": 5, "setup.resources.blinds": [2, 4]},
        )
    )
    assert poor.setup.resources == msgspec.structs.replace(
        load_genome("draw-poker").setup.resources, starting_chips=1, min_bet=1, ante=1, blinds=(1, 1)
    )
    assert check(poor).errors == []


def test_a_game_without_chips_gets_them_with_its_first_bets() -> None:
    change = add_betting(load_genome("crazy-eights"), random.Random(2))
    assert change is not None
    draft, _ = change
    assert Context(draft).starting_chips > 0 and draft.match is not None
    assert any(win.type == "most_chips" for win in draft.win_conditions)


def test_bets_that_have_nothing_to_do_with_the_rest_are_not_bred() -> None:
    """Who sheds a hand and who holds the best one are two games."""
    bets = Variation(mutations={"add_betting": 1.0})
    assert bets.mutate(load_genome("crazy-eights"), random.Random(2)) is None
    assert bets.mutate(load_genome("draw-poker"), random.Random(2)) is not None


def test_deals_that_nothing_adds_up_over_are_one_deal() -> None:
    durak = load_genome("durak")  # lost by whoever is left with cards, in the last deal
    several = msgspec.structs.replace(durak, match=MatchRules(max_deals=10))
    assert fit(several, random.Random(1)).match is None
    assert fit(load_genome("hearts"), random.Random(1)).match is not None
    assert fit(load_genome("draw-poker"), random.Random(1)).match is not None


def test_names_of_scores_are_not_inherited() -> None:
    """The 7 of diamonds is the Settebello in scopa alone."""
    rng, variation, scopa = random.Random(1), Variation(), load_genome("scopa")
    assert [rule.description for rule in scopa.scoring_rules][2] == "Settebello"
    crossings = [child for _ in range(10) if (child := variation.cross(scopa, load_genome("whist"), rng))]
    children = [variation.mutate(scopa, rng) for _ in range(5)] + crossings[:1]
    assert crossings and all(children)
    assert not any(rule.description for child in children if child for rule in child.scoring_rules)
