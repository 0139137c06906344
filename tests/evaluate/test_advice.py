"""Rules of thumb and habits: which there are for a game, how they are said, and that players keep to them."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from darwindeck import Job, load_genome, simulate, simulate_many
from darwindeck.engine.players import BuiltIn, PlayerLike, Rule, find_player, rule_player
from darwindeck.evaluate.advice import (
    HIGHEST,
    KIND_OF_MOVE,
    LOWEST,
    collect_answers,
    describe_rule,
    habit_tag,
    habits_at,
    kinds_offered,
    rounds_played,
    rules_of_thumb,
    seat_alone,
)
from darwindeck.measure.purpose import RANDOM_HABIT
from darwindeck.simulate.probe import Probe
from darwindeck.simulate.records import MOVE_KINDS, PlyRecords
from tests.measure.by_hand import records


def kinds(*names: str) -> int:
    return sum(1 << MOVE_KINDS.index(name) for name in names)


def said(rules: list[Rule]) -> list[str]:
    return [describe_rule(rule) for rule in rules]


def plies(game: str, *players: PlayerLike, games: int = 8) -> PlyRecords:
    found = simulate(load_genome(game), players=list(players), games=games, seed=1, plies=True).ply
    assert found is not None
    return found


# Which rules there are.


def test_a_game_of_cards_alone_has_three_rules() -> None:
    assert said(rules_of_thumb(kinds("card"))) == ["anything", "the lowest", "the highest"]


def test_each_kind_may_be_made_always_or_never() -> None:
    assert said(rules_of_thumb(kinds("call", "fold"))) == [
        "anything",
        "always call",
        "never call",
        "always fold",
        "never fold",
    ]
    both = said(rules_of_thumb(kinds("card", "draw")))
    assert len(both) == 15 and "never draw, the lowest" in both and "always play a card, the highest" in both


def test_a_game_that_offers_nothing_has_one_rule() -> None:
    assert said(rules_of_thumb(0)) == said(rules_of_thumb(kinds("suit"))) == ["anything"]


def test_habits_of_a_prompt() -> None:
    assert said(habits_at(2, kinds("call", "fold", "raise"))) == [
        RANDOM_HABIT,
        "always call",
        "always fold",
        "always raise",
        "never call",
        "never fold",
        "never raise",
    ]
    assert said(habits_at(2, kinds("card"))) == [RANDOM_HABIT, "the lowest", "the highest"]
    assert said(habits_at(2, kinds("number"))) == [RANDOM_HABIT, "the lowest", "the highest"]
    assert said(habits_at(2, kinds("suit"))) == [RANDOM_HABIT]
    assert all(habit.prompt == 2 for habit in habits_at(2, kinds("card", "pass")))


def test_kinds_offered_are_found_by_play() -> None:
    def offered(game: str) -> int:
        [found] = simulate_many([Job(load_genome(game), 60, ("random",), 1, probe=Probe(samples=4, rollouts=0))])
        probe = found.probe
        assert probe is not None
        return kinds_offered(probe)

    assert offered("war") == 0
    assert offered("goofspiel") == kinds("card")
    assert offered("crazy-eights") == kinds("card", "suit")
    assert offered("durak") == kinds("card", "pass", "take")
    assert offered("cheat") == kinds("card", "done", "challenge", "accept")


@pytest.mark.parametrize("game", ["crazy-eights", "draw-poker", "spades", "cheat"])
def test_the_core_numbers_kinds_of_moves_alike(game: str) -> None:
    """The move that is made is of a kind that is noted as legal; a single legal move says which kind that is."""
    found = plies(game, "random")
    kind = KIND_OF_MOVE[found.move]
    assert (found.kinds >> kind & 1).all()
    forced = found.legal == 1
    assert (found.kinds[forced] == 1 << kind[forced]).all()


# Players keep to them.


@pytest.mark.parametrize("kind", ["take", "card"])
def test_a_rule_player_keeps_to_its_rule_wherever_it_can(kind: str) -> None:
    """Durak's defender takes or beats with a card."""
    number, bit = MOVE_KINDS.index(kind), kinds(kind)
    found = plies("durak", rule_player(Rule(always=bit)))
    asked = found.kinds == kinds("card", "take")
    assert asked.sum() > 20 and (KIND_OF_MOVE[found.move[asked]] == number).all()
    found = plies("durak", rule_player(Rule(never=bit)))
    asked = found.kinds == kinds("card", "take")
    assert asked.sum() > 20 and (KIND_OF_MOVE[found.move[asked]] != number).all()
    assert (found.kinds == bit).any()  # where nothing else is legal it does so all the same


def test_the_lowest_card_is_low_and_the_highest_high() -> None:
    """In goofspiel cards count by their rank, and any may be bid."""
    for order, wanted in ((LOWEST, 0), (HIGHEST, 12)):
        found = plies("goofspiel", rule_player(Rule(order=order)), games=1)
        assert [int(move) & 15 for move in found.move[:2]] == [wanted, wanted]


@pytest.mark.parametrize("player", ["mcts:30", "greedy"])
@pytest.mark.parametrize("kind", ["fold", "call", "raise"])
def test_a_habit_holds_at_its_prompt_and_leaves_the_rest_to_thought(player: str, kind: str) -> None:
    built_in, bit = cast(BuiltIn, find_player(player)), kinds(kind)
    usual = plies("draw-poker", player, games=4)
    [prompt] = {int(asked) for asked in usual.prompt[usual.kinds & kinds("fold") != 0]}

    found = plies("draw-poker", built_in._replace(rule=Rule(prompt, always=bit)), games=4)
    asked = (found.prompt == prompt) & (found.kinds & bit != 0) & (found.legal > 1)
    assert asked.sum() > 3
    assert (KIND_OF_MOVE[found.move[asked]] == MOVE_KINDS.index(kind)).all()

    found = plies("draw-poker", built_in._replace(rule=Rule(prompt, never=bit)), games=4)
    asked = (found.prompt == prompt) & (found.legal > 1)
    assert asked.any() and (KIND_OF_MOVE[found.move[asked]] != MOVE_KINDS.index(kind)).all()


def test_a_habit_at_a_prompt_that_is_never_asked_changes_nothing() -> None:
    built_in = cast(BuiltIn, find_player("mcts:30"))
    usual = plies("crazy-eights", built_in, games=3)
    odd = plies("crazy-eights", built_in._replace(rule=Rule(99, at_random=True)), games=3)
    assert np.array_equal(usual.move, odd.move)


def test_answering_everything_at_random_is_playing_at_random() -> None:
    """Of goofspiel's only prompt a search that answers at random makes nothing."""
    guesses = cast(BuiltIn, find_player("mcts:100"))._replace(rule=Rule(0, at_random=True))
    found = simulate(load_genome("goofspiel"), players=[guesses, "mcts:100"], games=40, seed=1)
    assert (found.winners == 1).mean() < 0.35


# What they won.


def test_answers_are_means_over_sides_in_even_shares_and_rounds_follow_each_other() -> None:
    rule = Rule(0, always=kinds("fold"))
    tags: dict[str, Any] = {
        habit_tag("Bet?", rule, 0, 0): records([1, 2, 2, 0]),
        habit_tag("Bet?", rule, 1, 0): records([1, 2, 1, 2]),
        habit_tag("Bet?", rule, 0, 1): records([1]),
        habit_tag("Bet?", rule, 1, 1): records([2]),
        "search": records([1]),
    }
    [answers] = collect_answers(tags, ((0,), (1,)), for_chips=False)
    assert (answers.prompt, answers.habit) == ("Bet?", "always fold")
    assert list(answers.share) == [1.0, 1.0, 0.0, 1.5, 2.0]
    assert rounds_played(tags) == 2 and rounds_played({"search": records([1])}) == 0


def test_one_sits_alone_with_its_partner() -> None:
    assert seat_alone(((0, 2), (1, 3)), 1, "greedy", "random") == ["random", "greedy", "random", "greedy"]
    assert seat_alone(((0,), (1,), (2,)), 0, "greedy", "random") == ["greedy", "random", "random"]
