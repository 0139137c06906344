"""What a game is like, in three sentences: known games with something changed, and games that are like none."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from darwindeck import load_genome
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.evolve.vary import Variation
from darwindeck.explain.pitch import SENTENCES, write_pitch
from darwindeck.genome.text import known_games
from darwindeck.mechanics import Phase
from darwindeck.mechanics.phases.contrasts import CONTRASTS
from darwindeck.play.rulebooks import brief_rulebook

from ..edits import edited

QUEEN = msgspec.to_builtins(load_genome("hearts").scoring_rules[1])  # thirteen points
NO_HEARTS = "For each heart among your captured cards, score 1 penalty point."
ROGUES = Path(__file__).parent.parent / "rogues"


def changed(game: str, **changes: Any) -> str:
    """The pitch of a known game with something changed; paths with `__` for dots."""
    return write_pitch(
        edited(game, {"genome_id": "changed", **{path.replace("__", "."): new for path, new in changes.items()}})
    )


def test_hearts_without_passing() -> None:
    assert changed("hearts", turn_structure__opening=[]) == "Like Hearts, but without passing cards."


def test_scopa_to_ten_for_three_and_for_five() -> None:
    ten = {"win_conditions__0__threshold": 10}
    assert changed("scopa", **ten) == "Like Scopa, but to 10 points."
    assert changed("scopa", player_count=3, **ten) == "Like Scopa, but to 10 points and for 3 players."
    assert (
        changed("scopa", player_count=5, player_counts=[], **ten) == "Like Scopa, but for 5 players and to 10 points."
    )


def test_gin_drawing_two() -> None:
    told = "Like Gin Rummy, but you draw 2 cards from the stock or the discard pile."
    assert changed("gin-rummy", turn_structure__phases__0__count=2) == told


def test_whist_with_smaller_hands_and_pack() -> None:
    pack = "with a pack without 2s to 5s (36 cards)"
    told = f"Like Whist, but {pack}."  # that all are dealt is no difference
    assert changed("whist", setup__initial_deck="36_card", setup__cards_per_player=9) == told


def test_spades_with_everyone_alone() -> None:
    assert changed("spades", teams=[]) == "Like Spades, but with everyone alone."


def test_a_rule_that_is_dropped_is_named() -> None:
    assert changed("hearts", scoring_rules=[QUEEN]) == f"Like Hearts, but it leaves out this rule: {NO_HEARTS}"
    assert (
        changed("hearts", turn_structure__phases__0__breaking_suit=None)
        == "Like Hearts, but any suit may be led at any time."
    )


def test_a_score_that_is_changed_is_told_once() -> None:
    told = "Like Hearts, but if the queen of spades is among your captured cards, score 6 penalty points."
    assert changed("hearts", scoring_rules__1__points=6) == told


def test_a_phase_that_is_added_is_told_with_what_it_is() -> None:
    told = write_pitch(load_genome(ROGUES / "idle-bids.json"))
    assert told == "Like Durak, but before the first turn, bid 0 to 6 tricks."


def test_the_biggest_difference_comes_first() -> None:
    told = changed(
        "hearts", turn_structure__opening=[], win_conditions__0__threshold=50, setup__starting_player="random"
    )
    assert told == (
        "Like Hearts, but without passing cards and to 50 penalty points. "
        "The player who leads first is chosen by lot in every deal."
    )


def test_a_game_like_none_is_told_by_its_kind_its_goal_and_its_idea() -> None:
    told = write_pitch(load_genome(ROGUES / "silver-path.json"))
    assert told == (
        "A game of claims and asking for cards for 4 players. The goal is to have the highest score. "
        "At the end of each turn, all discard 1 to 2 cards."
    )


def test_names_of_rules_are_no_difference() -> None:
    assert changed("scopa", scoring_rules__2__description="") == "The rules of Scopa."


def test_a_known_game_has_no_pitch_in_its_rulebook_and_another_has() -> None:
    assert brief_rulebook(load_genome("scopa")).pitch == ""
    other = edited("scopa", {"genome_id": "mine", "win_conditions.0.threshold": 10})
    assert brief_rulebook(other).pitch == "Like Scopa, but to 10 points."


def test_a_known_game_is_compared_with_the_others() -> None:
    assert write_pitch(load_genome("whist")).startswith("Like Spades, but without bids and to 5 points.")


@pytest.mark.parametrize("name", known_games())
def test_pitches_of_mutants_have_three_sentences_at_most(name: str) -> None:
    rng, variation, genome = random.Random(name), Variation(), load_genome(name)
    for _ in range(4):
        genome = variation.mutate(genome, rng) or genome
        told = write_pitch(genome)
        assert told[0].isupper() and told[-1] == "." and "…" not in told and ". But" not in told
        assert len(re.findall(r"\.(?: [A-Z]|$)", told)) <= SENTENCES
        assert "  " not in told and not re.search(r"\b(?:None|True|False)\b", told)


def test_random_genomes_have_pitches_whatever_is_in_them() -> None:
    rng = random.Random(4)
    for _ in range(60):
        told = write_pitch(random_genome(rng))
        assert told[-1] == "." and "…" not in told and len(re.findall(r"\.(?: [A-Z]|$)", told)) <= SENTENCES


def test_a_field_may_hold_what_cannot_be_hashed() -> None:
    prime = {"type": "prime_count", "values": {"A": 3, "7": 5}}
    told = changed(
        "hearts", turn_structure__phases__0__winner_actions=[{"type": "add_score", "points": 2, "condition": prime}]
    )
    assert "if your best captured card of each of the four suits, added up, makes a total above" in told


def test_every_phase_has_a_noun() -> None:
    assert all(phase.noun for phase in get_args(Phase))


def test_neither_a_step_without_a_choice_nor_what_is_gone_is_told_before_other_rules() -> None:
    """Fishing in which nobody wants to capture: that hands are refilled is a detail of it, and points are penalties."""
    assert write_pitch(load_genome("calm-button")) == (
        "Like Scopa, but in a single deal and with a standard pack of 52 cards, and the lowest score wins. "
        "If you captured more cards than the other player, score penalty points for the total value of the cards you captured. "
        "If you captured the jack of diamonds, score 10 penalty points."
    )


def test_a_game_is_told_by_whom_it_is_played_and_by_whom_it_is_scored_like() -> None:
    rules = msgspec.to_builtins(load_genome("scopa").scoring_rules)
    goal = {"win_conditions": [{"type": "high_score", "threshold": 11}], "setup.initial_deck": "40_card"}
    child = edited("knockout-whist", {"scoring_rules": rules, "player_count": 2, "player_counts": []} | goal)
    assert write_pitch(child).startswith("Tricks as in Knaves, scored as in Scopa, for 2 players. ")


def test_a_single_rule_that_is_gone_is_told_if_there_is_room() -> None:
    told = changed("hearts", scoring_rules=[QUEEN], turn_structure__phases__0__lead_suit_required=False)
    assert told == f"Like Hearts, but nobody has to follow suit. It leaves out this rule: {NO_HEARTS}"


def test_twists_are_told_in_a_clause() -> None:
    """What follows from a change is left out: without trumps, spades can be led at any time, and a trick is won otherwise."""
    free = changed("whist", turn_structure__phases__0__lead_suit_required=False)
    assert free == "Like Whist, but nobody has to follow suit."
    single = changed("scopa", turn_structure__phases__0__sums=False)
    assert single == "Like Scopa, but a card captures one card of its value, never a sum."
    trick = {"turn_structure__phases__0__trump_suit": "none", "turn_structure__phases__0__breaking_suit": None}
    told = changed("spades", setup__trump_selection_method="none", setup__trump_suit=None, **trick)
    assert told == "Like Spades, but without trumps."


def test_a_goal_turned_round_is_told_in_few_words() -> None:
    low = {"win_conditions__0__type": "low_score"}
    assert changed("scopa", **low) == "Like Scopa, but the lowest score wins."
    told = changed("scopa", **low, win_conditions__0__threshold=7)
    assert told == "Like Scopa, but to 7 penalty points, and the lowest score wins."


def test_a_race_to_another_score_is_told_by_the_score() -> None:
    assert changed("cribbage", win_conditions__0__threshold=61) == "Like Cribbage, but to 61 points."


def test_a_schedule_of_hands_is_told() -> None:
    told = changed("agram", match={"max_deals": 6, "hand_schedule": [6, 5, 4, 3, 2, 1]})
    assert told == "Like Agram, but with a card fewer each deal, from 6 down to 1."


def test_more_rounds_of_betting_are_counted() -> None:
    phases = [msgspec.to_builtins(phase) for phase in load_genome("draw-poker").turn_structure.phases]
    told = changed("draw-poker", turn_structure__phases=[*phases[:2], phases[0], *phases[1:]])
    assert told == "Like Five-Card Draw, but with betting three times a round and with discarding twice a round."


WORDS = [(kind, field, words) for kind, fields in CONTRASTS.items() for field, words in fields.items()]


@pytest.mark.parametrize(("name", "field", "words"), WORDS)
def test_what_is_contrasted_is_a_field_of_a_phase_with_such_values(name: str, field: str, words: Any) -> None:
    kind = {each.__name__: each for each in get_args(Phase)}[name]
    assert field in kind.__struct_fields__
    for value in () if isinstance(words, str) else words:
        plain = list(value) if isinstance(value, tuple) else value
        msgspec.convert(plain, get_type_hints(kind, include_extras=True)[field])
