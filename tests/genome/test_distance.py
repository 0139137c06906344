"""The canonical form forgets spellings, and the distance between games is what a player would expect."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darwindeck import load_genome
from darwindeck.evolve.operators.twists import TWISTS
from darwindeck.genome.canonical import canonical, content_hash
from darwindeck.genome.distance import NEAR_COPY, Description, between, distance, find_nearest, has_idea
from darwindeck.genome.text import format_genome, known_games, parse_genome

from ..edits import DIFFERENT, edited
from ..evolve.families import KNOWN, some_genome

seeds = st.integers(min_value=0, max_value=2**32 - 1)
few = settings(max_examples=60, derandomize=True, deadline=None, database=None)
PAIR: dict[str, Any] = {"type": "has_matching_pair"}
SKIP: dict[str, Any] = {"type": "skip_turn"}
AGAIN: dict[str, Any] = {"type": "play_again"}
EIGHT: dict[str, Any] = {"type": "card_is_rank", "rank": "8"}
SUIT: dict[str, Any] = {"type": "card_matches_suit"}


def compound(logic: str, *conditions: dict[str, Any]) -> dict[str, Any]:
    return {"type": "compound", "logic": logic, "conditions": list(conditions)}


PLAY = "turn_structure.phases.0.valid_play_condition"
# Two spellings of one game: the game, what is changed in the first, and in the second.
SAME: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "names": ("war", {}, {"name": "Battle", "description": "", "genome_id": "x", "generation": 7, "parents": ["a"], "lineage": "b"}),
    "a deck written out": (
        "scopa",
        {},
        {"setup.initial_deck": "standard_52", "setup.removed_cards": [r + s for r in ("8", "9", "10") for s in "CDHS"]},
    ),
    "the order of conditions": ("crazy-eights", {PLAY: compound("OR", EIGHT, SUIT)}, {PLAY: compound("OR", SUIT, EIGHT, SUIT)}),
    "needless nesting": ("crazy-eights", {PLAY: EIGHT}, {PLAY: compound("AND", compound("OR", EIGHT))}),
    "the order of scoring rules": (
        "scopa",
        {},
        {"scoring_rules": json.loads(format_genome(load_genome("scopa")))["scoring_rules"][::-1]},
    ),
    "the order of teams": ("whist", {}, {"teams": [[3, 1], [2, 0]]}),
    "what priorities are called": (
        "war",
        {"triggers": [{"trigger_condition": PAIR, "actions": [SKIP], "priority": 3}, {"trigger_condition": PAIR, "actions": [AGAIN]}]},
        {"triggers": [{"trigger_condition": PAIR, "actions": [AGAIN], "priority": -1}, {"trigger_condition": PAIR, "actions": [SKIP]}]},
    ),
    "a card nobody asks for": ("hearts", {"setup.starting_player": "dealer_left"}, {"setup.starting_player": "dealer_left", "setup.starting_card": None}),
    "values as they are anyway": ("war", {}, {"setup.card_values": {"7": 7}}),
    "hands for other numbers of players": ("crazy-eights", {"player_counts": []}, {"setup.hand_sizes": {"2": 7, "5": 3}}),
    "where the least bet is written": ("draw-poker", {"turn_structure.phases.0.min_bet": None}, {"turn_structure.phases.0.min_bet": 2}),
}  # fmt: skip
OTHER: dict[str, tuple[str, dict[str, Any]]] = {
    "the order of phases": ("gin-rummy", {"turn_structure.phases.0": {"type": "DrawPhase"}, "turn_structure.phases.1": {"type": "DrawPhase", "count": 2}}),
    "the turn limit": ("war", {"max_turns": 17}),
    "a number of cards": ("whist", {"setup.cards_per_player": 12}),
    "the logic": ("crazy-eights", {f"{PLAY}.logic": "AND"}),
}  # fmt: skip


@pytest.mark.parametrize(("game", "first", "second"), SAME.values(), ids=SAME)
def test_a_spelling_makes_no_difference(game: str, first: dict[str, Any], second: dict[str, Any]) -> None:
    one, two = edited(game, first), edited(game, second)
    assert one != two
    assert canonical(one) == canonical(two)
    assert content_hash(one) == content_hash(two) and distance(one, two) == 0.0


@pytest.mark.parametrize(("game", "change"), OTHER.values(), ids=OTHER)
def test_a_rule_makes_a_difference(game: str, change: dict[str, Any]) -> None:
    assert content_hash(edited(game, change)) != content_hash(load_genome(game))
    assert 0 < distance(edited(game, change), load_genome(game)) < 0.5


@few
@given(seeds)
def test_the_canonical_form_is_plain_data_and_survives_saving(seed: int) -> None:
    genome = some_genome(seed)
    form = canonical(genome)
    assert json.loads(json.dumps(form)) == form
    assert canonical(parse_genome(format_genome(genome))) == form
    assert content_hash(msgspec.structs.replace(genome, genome_id="other", name="n")) == content_hash(genome)


@few
@given(seeds, seeds, seeds)
def test_the_distance_is_a_metric(first: int, second: int, third: int) -> None:
    one, two, three = (some_genome(seed) for seed in (first, second, third))
    apart = distance(one, two)
    assert 0.0 <= apart <= 1.0
    assert apart == pytest.approx(distance(two, one))
    assert (apart == 0.0) == (canonical(one) == canonical(two))
    assert apart <= distance(one, three) + distance(three, two) + 1e-9
    assert distance(one, one) == 0.0


def test_different_games_are_apart() -> None:
    described = [Description(load_genome(name)) for name in DIFFERENT]
    assert min(between(a, b) for place, a in enumerate(described) for b in described[:place]) > 2 * NEAR_COPY


def test_a_game_for_more_players_is_the_same_game() -> None:
    for game in KNOWN:
        for players in game.player_counts:
            assert distance(game, load_genome(game.genome_id, players)) < NEAR_COPY / 2
            assert find_nearest(load_genome(game.genome_id, players)) == (game.genome_id, 0.0)


def test_like_games_are_nearer() -> None:
    def apart(one: str, two: str) -> float:
        return distance(load_genome(one), load_genome(two))

    assert apart("whist", "scotch-whist") < apart("whist", "gin-rummy")
    assert apart("whist", "spades") < apart("whist", "hearts")
    assert apart("simple-poker", "draw-poker") < apart("simple-poker", "whist")
    assert apart("war", "betting-war") < apart("war", "crazy-eights")


def test_numbers_near_each_other_are_nearer() -> None:
    one, near, far = (edited("hearts", {"win_conditions.0.threshold": at}) for at in (100, 90, 3))
    assert 0 < distance(one, near) < distance(one, far)


@pytest.mark.parametrize("name", ["trumps", "bowers", "partners", "reverse_goal", "shrinking_hands", "free_answers"])
def test_a_rule_that_the_nearest_game_has_not_is_an_idea(name: str) -> None:
    twisted = [child for game in known_games() if (child := TWISTS[name].apply(load_genome(game), random.Random(1)))]
    assert twisted and all(has_idea(child) for child in twisted)


def test_other_numbers_and_a_rule_less_are_no_idea() -> None:
    assert not any(has_idea(load_genome(name)) for name in known_games())
    whist = load_genome("whist")
    [rule] = whist.scoring_rules
    cheap = msgspec.structs.replace(whist, scoring_rules=(msgspec.structs.replace(rule, points=3, over=5),), teams=())
    assert not has_idea(cheap)
    assert not has_idea(edited("whist", {"turn_structure.phases.0.trump_suit": "none", "match": None}))
