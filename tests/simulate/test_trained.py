"""Learned players that come along: each plays the game that it is named after, and they are small."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck import Game, load_genome, simulate
from darwindeck.engine.learned import file_of, find_trained, list_shipped, load_learned
from darwindeck.engine.players import find_player
from darwindeck.errors import PlayerError

MEGABYTE = 1 << 20


@pytest.mark.parametrize("name", list_shipped())
def test_a_shipped_player_has_learned_the_game_of_its_name(name: str) -> None:
    assert load_learned(file_of(name)).program_hash == Game(name).program.hash
    assert find_trained(Game(name).program.hash) == f"learned:{name}"
    table = [(f"learned:{name}", "random")[seat % 2] for seat in range(Game(name).seats)]  # partners sit opposite
    records = simulate(load_genome(name), players=table, games=40, seed=1)
    assert records.payoffs[:, 0].mean() > 0


def test_shipped_players_are_small() -> None:
    sizes = [Path(file_of(name)).stat().st_size for name in list_shipped()]
    assert len(sizes) == 8
    assert max(sizes) <= 4 * MEGABYTE
    assert sum(sizes) <= 15 * MEGABYTE


def test_a_game_without_a_player_is_taken_for_a_file() -> None:
    assert find_trained(Game("go-fish").program.hash) is None
    with pytest.raises(PlayerError, match="go-fish: there is no such file"):
        find_player("learned:go-fish")
