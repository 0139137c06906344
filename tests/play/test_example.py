"""The example of a rulebook is a deal that was really played, told with names."""

from __future__ import annotations

import random
import re

import pytest

from darwindeck import Game, known_games, load_genome
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.play.example import PEOPLE, TURNS, example
from darwindeck.play.rulebooks import game_title, illustrate_rulebook, minutes_of_play, name_key, round_minutes


@pytest.mark.parametrize("name", [name for name in known_games() if name != "cheat"])
def test_an_example_tells_the_first_turns(name: str) -> None:
    game = Game(name)
    lines = example(game)
    assert lines == example(game)
    turns = [line for line in lines if re.match(r"(Turn \d+|Before the first turn): ", line)]
    assert 1 <= len(turns) <= TURNS
    assert not any("seat " in line for line in lines)
    assert all(line.split(": ")[1] in PEOPLE[: game.seats] for line in turns)
    hands = [line for line in lines if re.match(r"  (Ann|Ben): ", line)]
    assert len(hands) >= 2
    assert any("Won by " in line for line in lines[-3:])


def test_cards_of_the_example_are_those_of_the_deal() -> None:
    lines = example(Game("go-fish"))
    opening = lines[: next(number for number, line in enumerate(lines) if line.startswith("Turn 1"))]
    dealt = re.findall(r"\d+[♣♦♥♠]|[AJQK][♣♦♥♠]", " ".join(opening))
    assert len(dealt) == len(set(dealt)) == 21
    assert any(re.search(r"ask \w+ for rank", line) for line in lines)


@pytest.mark.parametrize("seed", range(40))
def test_random_games_have_examples_or_none(seed: int) -> None:
    lines = example(Game(random_genome(random.Random(seed))))
    assert not any("seat " in line for line in lines)


def test_a_rulebook_is_illustrated() -> None:
    book = illustrate_rulebook(load_genome("goofspiel"))
    assert book.title == "Goofspiel" and book.example
    assert dict(book.glance)["Time"].startswith("about 2 minutes")


def test_a_game_without_a_name_is_named_by_its_program() -> None:
    genome = random_genome(random.Random(3))
    assert re.fullmatch(r"[0-9a-f]{16}", name_key(genome))
    assert game_title(genome) == illustrate_rulebook(genome).title


def test_estimates_are_rounded_to_what_they_are_worth() -> None:
    assert [round_minutes(minutes) for minutes in (0.1, 1.4, 9.6, 12.4, 28, 33, 96)] == [1, 1, 10, 10, 30, 30, 100]


def test_more_deals_take_longer() -> None:
    assert minutes_of_play(load_genome("hearts")) > minutes_of_play(load_genome("goofspiel"))
