"""Observations: they say all that a seat's view says, and nothing besides."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

from darwindeck import Game, load_genome
from darwindeck.adapters.observation import Layout
from darwindeck.engine.game import State

PAGE = (Path(__file__).parents[2] / "docs" / "doors.md").read_text(encoding="utf-8")
GAMES = ("hearts", "gin-rummy", "cheat", "draw-poker", "go-fish", "scopa", "durak", "spades")
every_game = pytest.mark.parametrize("name", GAMES)


def play_at_random(game: Game, seed: int, most: int = 120) -> list[State]:
    """The states of a random game, up to a bound."""
    rng, states = random.Random(seed), [game.start(seed)]
    while not states[-1].is_over and len(states) < most:
        states.append(game.apply(states[-1], rng.choice(game.legal_moves(states[-1]))))
    return states


@every_game
def test_a_seat_observes_no_secret(name: str) -> None:
    """The cards that a seat does not see are dealt anew: its row stays as it was."""
    game = Game(name)
    layout = Layout(game)
    for state in play_at_random(game, 1)[::7]:
        for seat in range(game.seats):
            other = game.redeal(game.view(state, seat), seed=5)
            assert np.array_equal(layout.observe(state, seat), layout.observe(other, seat))


@every_game
def test_what_changes_a_view_changes_the_row(name: str) -> None:
    game = Game(name)
    layout = Layout(game)
    states = play_at_random(game, 2)
    for seat in range(game.seats):
        rows: dict[bytes, str] = {}
        for state in states:
            seen = game.view(state, seat).as_dict()
            del seen["ending"], seen["payoffs"]  # told by the environment when the game is over
            assert rows.setdefault(layout.observe(state, seat).tobytes(), repr(seen)) == repr(seen)


def test_places_are_counted_from_the_observer() -> None:
    game = Game("hearts")
    layout, state = Layout(game), game.start(3)
    mover = state.to_move
    for seat in range(4):
        fields = layout.split(layout.observe(state, seat))
        assert fields["seat"].argmax() == seat
        assert fields["to_move"].argmax() == (mover - seat) % 4
        assert fields["hand"][0].sum() == 13 and fields["hand"][1:].sum() == 0
        assert (
            list(np.flatnonzero(fields["hand"][0])) == game.view(state, seat).as_dict()["piles"]["hand"][seat]["known"]
        )


def test_the_order_of_an_open_pile_is_observed() -> None:
    game = Game("crazy-eights")
    layout, state = Layout(game), game.start(3)
    order = game.view(state, 0).as_dict()["piles"]["discard"]["order"]
    depth = layout.split(layout.observe(state, 0))["discard_depth"]
    assert [depth[card] for card in order] == list(range(1, len(order) + 1))
    assert np.count_nonzero(depth) == len(order) > 0


def test_the_page_lists_the_fields() -> None:
    rows = [line.split("|")[1:3] for line in PAGE.split("| field |")[1].splitlines()[2:] if line.startswith("|")]
    named = {field.strip(): shape.strip() for fields, shape in rows for field in fields.split(",")}
    game = Game(msgspec.structs.replace(load_genome("cheat"), player_count=5))
    words = {(game.seats,): "seats", (64,): "64", (1,): "1", (2,): "2", (4,): "4", (game.seats, 64): "seats × 64"}
    shapes = {name: words[field.shape] for name, field in Layout(game).fields.items()}
    assert named == shapes | {"prompt": "prompts of the game"}
