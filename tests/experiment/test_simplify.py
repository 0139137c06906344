"""Simplifying leaves out what changes nothing, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from darwindeck import load_genome
from darwindeck.compile.program import compile_genome
from darwindeck.experiment.simplify import ends_the_same, runs_the_same, simplify
from darwindeck.judge.description import description_length
from darwindeck.mechanics import SpecialEffect, TriggerEffect
from darwindeck.mechanics.actions.reveal import Reveal
from darwindeck.mechanics.actions.reverse_order import ReverseOrder
from darwindeck.mechanics.conditions.hand_size import HandSize
from darwindeck.simulate.simulate import Job, simulate_many


def test_an_idle_effect_goes() -> None:
    game = load_genome("crazy-eights", 2)
    idle = SpecialEffect(trigger_card="3", actions=(ReverseOrder(),))  # between two it is the same either way
    with_effect = msgspec.structs.replace(game, special_effects=(*game.special_effects, idle))
    [simple] = simplify([with_effect], simulate_many, 1)
    assert idle not in simple.special_effects
    assert description_length(simple) < description_length(with_effect)
    assert simple.parents == with_effect.parents and simple.lineage == "simplified"


def test_what_shows_cards_goes_only_if_it_never_acts() -> None:
    game = load_genome("crazy-eights", 2)
    never = TriggerEffect(trigger_condition=HandSize(value=52), actions=(Reveal(),))
    now_and_then = SpecialEffect(trigger_card="3", actions=(Reveal(),))
    showing = msgspec.structs.replace(game, triggers=(never,), special_effects=(*game.special_effects, now_and_then))
    [simple] = simplify([showing], simulate_many, 1)
    assert simple.triggers == () and now_and_then in simple.special_effects


@pytest.mark.parametrize("name", ["crazy-eights", "durak", "hearts"])
def test_the_simpler_game_plays_the_same(name: str) -> None:
    game = load_genome(name)
    [simple] = simplify([game], simulate_many, 1)
    key = compile_genome(game).hash
    one, other = simulate_many([Job(g, 200, ("random",), 77, plies=True, deals_of=key) for g in (game, simple)])
    assert ends_the_same(one, other) and runs_the_same(one, other)


def test_a_rule_that_matters_stays() -> None:
    game = load_genome("crazy-eights")
    [simple] = simplify([game], simulate_many, 1)
    assert simple.turn_structure == game.turn_structure


def test_deals_of_another_game_are_met() -> None:
    game = load_genome("whist")
    renamed = msgspec.structs.replace(game, max_turns=game.max_turns - 1)
    assert compile_genome(renamed).hash != compile_genome(game).hash
    own, lent, other = simulate_many(
        [
            Job(game, 30, ("random",), 5, plies=True),
            Job(renamed, 30, ("random",), 5, plies=True, deals_of=compile_genome(game).hash),
            Job(renamed, 30, ("random",), 5, plies=True),
        ]
    )
    assert ends_the_same(own, lent) and runs_the_same(own, lent)
    assert not runs_the_same(own, other)
