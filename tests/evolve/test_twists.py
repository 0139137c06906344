"""Twists: where each applies, that the twisted game is sound and is played otherwise, and how a run uses them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from darwindeck.compile.program import compile_genome
from darwindeck.evolve.operators.close import find_faults as find_new
from darwindeck.evolve.operators.fit import fit
from darwindeck.evolve.operators.twists import TWISTS, find_twist, read_lineage
from darwindeck.evolve.operators.twists.twist import stake
from darwindeck.evolve.vary import CROSSOVERS, MUTATION_WEIGHTS, MUTATIONS, Variation
from darwindeck.explain.rules import rules_text
from darwindeck.genome.canonical import content_hash
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, known_games, load_genome, parse_genome
from darwindeck.judge import find_faults
from darwindeck.judge.check import check
from darwindeck.simulate.records import ENDINGS, Records
from darwindeck.simulate.simulate import Job, simulate_many

from .. import twists_page
from .families import KNOWN
from .twists import find_pairs, twisted

PAIRS = find_pairs(list(TWISTS), sorted(known_games()))
IDS = [f"{name}-{game.genome_id}" for name, game, _ in PAIRS]
PARENTS = {game.genome_id: fit(game, random.Random(1)) for game in KNOWN}
UNENDED = [ENDINGS.index(name) for name in ("turn_limit", "runaway")]
RANDOM_GAMES, GREEDY_GAMES = 16, 1


def plan_games(genome: GameGenome, parent: GameGenome) -> list[Job]:
    """Random and greedy games, on the deals of the parent."""
    key = compile_genome(parent).hash
    return [
        Job(genome, RANDOM_GAMES, ("random",), 1, plies=True, deals_of=key),
        Job(genome, GREEDY_GAMES, ("greedy",), 1, plies=True, deals_of=key),
    ]


def play_all(pairs: Sequence[tuple[GameGenome, GameGenome]]) -> list[list[Records]]:
    jobs = [job for genome, parent in pairs for job in plan_games(genome, parent)]
    records = simulate_many(jobs)
    return [records[at : at + 2] for at in range(0, len(records), 2)]


@pytest.fixture(scope="module")
def played() -> dict[str, list[Records]]:
    """The games of all twisted games, by the names of twist and game."""
    found = play_all([(child, PARENTS[game.genome_id]) for _, game, child in PAIRS])
    return dict(zip(IDS, found, strict=True))


@pytest.fixture(scope="module")
def played_before() -> dict[str, list[Records]]:
    """The games of the known games, on the same deals."""
    return dict(zip(PARENTS, play_all([(game, game) for game in PARENTS.values()]), strict=True))


def test_there_are_many_twists_with_a_sentence_each() -> None:
    assert len(TWISTS) >= 20
    sentences = [twist.sentence for twist in TWISTS.values()]
    assert len(set(sentences)) == len(sentences)
    assert all(text[0].isupper() and text.endswith(".") and len(text) < 100 for text in sentences)


@pytest.mark.parametrize("name", TWISTS)
def test_a_twist_applies_to_some_known_games_and_not_to_others(name: str) -> None:
    applies = [twisted(name, game) is not None for game in KNOWN]
    assert any(applies) and not all(applies)


@pytest.mark.parametrize(("name", "game", "child"), PAIRS, ids=IDS)
def test_a_twisted_game_is_sound_and_told_otherwise(name: str, game: GameGenome, child: GameGenome) -> None:
    parent = PARENTS[game.genome_id]
    assert check(child).errors == [] and parse_genome(format_genome(child)) == child
    assert {fault.why for fault in find_faults(child)} <= {fault.why for fault in find_faults(parent)}
    known = {issue.message for issue in check(parent).warnings}
    assert find_new(check(child), known) == [], "nobody would breed it"
    assert compile_genome(child).hash != compile_genome(parent).hash
    assert rules_text(child, "a game") != rules_text(parent, "a game")
    assert child == twisted(name, game)


@pytest.mark.parametrize(("name", "game", "child"), PAIRS, ids=IDS)
def test_a_twist_changes_one_thing_and_does_not_apply_twice(name: str, game: GameGenome, child: GameGenome) -> None:
    again = twisted(name, child)
    if name == "reverse_goal":  # the goal that was there before
        assert again is not None and again.win_conditions == PARENTS[game.genome_id].win_conditions
    elif again is not None:
        assert content_hash(again) != content_hash(child)


@pytest.mark.parametrize("pair", IDS)
def test_a_twisted_game_is_played_to_its_end(pair: str, played: dict[str, list[Records]]) -> None:
    for records in played[pair]:
        assert not np.isin(records.ending, UNENDED).any()


@pytest.mark.parametrize(("pair", "game"), list(zip(IDS, [game.genome_id for _, game, _ in PAIRS], strict=True)))
def test_a_twisted_game_is_played_otherwise(
    pair: str, game: str, played: dict[str, list[Records]], played_before: dict[str, list[Records]]
) -> None:
    """On the same deals the same players make other moves, or win other games."""
    for new, old in zip(played[pair], played_before[game], strict=True):
        assert new.ply is not None and old.ply is not None
        if not (np.array_equal(new.ply.move, old.ply.move) and np.array_equal(new.payoffs, old.payoffs)):
            return
    pytest.fail("nobody notices the twist")


# As an operator.


def test_a_run_twists_more_often_than_anything_else() -> None:
    assert max(MUTATION_WEIGHTS, key=MUTATION_WEIGHTS.__getitem__) == "twist"


def test_the_lineage_of_a_child_names_its_twist() -> None:
    variation = Variation(mutations={"twist": 1.0})
    child = variation.mutate(load_genome("hearts"), random.Random(1))
    assert child is not None and child.lineage.startswith("twist: ")
    [told] = read_lineage(child.lineage)
    assert child.lineage == f"twist: {told.name}" and told is find_twist(told.name)
    assert child == Variation(mutations={"twist": 1.0}).mutate(load_genome("hearts"), random.Random(1))
    assert read_lineage(f"semantic: setup; {child.lineage}; point: setup.refill 0 → 1") == [told]


def test_every_twist_can_be_had_alone() -> None:
    weights = dict.fromkeys(MUTATIONS, 0.0) | {"must_beat": 1.0}
    child = Variation.with_weights(weights).mutate(load_genome("whist"), random.Random(1))
    assert child is not None and child.lineage == "must_beat" and read_lineage("must_beat") == [TWISTS["must_beat"]]
    assert not set(TWISTS) & {*MUTATIONS, *CROSSOVERS}


def test_games_to_which_nothing_applies_have_no_twist() -> None:
    variation = Variation(mutations={"twist": 1.0})
    assert variation.mutate(load_genome("beggar-my-neighbour"), random.Random(1)) is None
    assert variation.tally.counts["twist"]["idle"] > 0


@pytest.mark.parametrize(("game", "points"), [("whist", 1), ("hearts", 5), ("spades", 25), ("goofspiel", 5)])
def test_a_stake_is_small_beside_the_points_of_a_match(game: str, points: int) -> None:
    assert stake(load_genome(game)) == points


def test_the_page_tells_every_twist() -> None:
    assert twists_page.PAGE.read_text() == twists_page.page(), "python -m tests.twists_page"
