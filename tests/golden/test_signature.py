"""The engine behaves as it did when the golden signature was made; `make golden` renews it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from darwindeck import Game, known_games
from darwindeck._core import OP_NAMES
from darwindeck.chess import Position
from darwindeck.engine import players
from darwindeck.experiment.signature import (
    MATCHES,
    PARTS,
    SEED,
    card_trees,
    cards,
    chess,
    chess_trees,
    genomes,
    signature,
)
from darwindeck.genome import text
from darwindeck.play.session import replay
from darwindeck.search import batched

from .regenerate import SIGNATURE

Part = Callable[[], Any]
RANDOM_GAMES = dict(MATCHES)["random"]


def test_signature_is_golden() -> None:
    assert signature() == int(SIGNATURE.read_text())


def test_a_new_known_game_does_not_change_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, games = known_games(), text._games()
    file = tmp_path / "another.json"
    file.write_text(games["hearts"].read_text().replace('"hearts"', '"another"'))
    monkeypatch.setattr(text, "_games", lambda: {**games, "another": file})
    assert known_games() == sorted([*before, "another"])
    assert signature() == int(SIGNATURE.read_text())


def test_its_games_execute_every_op() -> None:
    missing = set(OP_NAMES)
    for genome in genomes():
        game = Game(genome)
        for index in range(RANDOM_GAMES):
            for _ in replay(game, SEED, index):
                pass
            if not missing - game.list_executed_ops():
                break
        missing -= game.list_executed_ops()
    assert missing == set()


def test_every_kind_of_player_plays() -> None:
    kinds = {player.kind for player in players.BUILT_IN.values()} | {players.oracle(1).kind, players.RULE}
    assert {players.find_player(player).kind for player, _ in MATCHES} == kinds  # type: ignore[union-attr]


@cache
def pieces(part: Part) -> tuple[bytes, ...]:
    return tuple(part())


def other_greed(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(players.BUILT_IN, "greedy", players.BUILT_IN["random"])


def other_rollout_search(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(players, "EXPLORATION", 0.5)


def other_judge_of_leaves(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(batched.JUDGES, "heuristic", batched.JUDGES["uniform"])


def no_last_move(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Position, "legal_moves", lambda position: position._core.legal_moves()[:-1])


@pytest.mark.parametrize(
    ("part", "plant"),
    [
        (cards, other_greed),
        (cards, other_rollout_search),
        (card_trees, other_judge_of_leaves),
        (chess, no_last_move),
        (chess_trees, other_judge_of_leaves),
    ],
    ids=lambda value: value.__name__,
)
def test_other_behaviour_shows(part: Part, plant: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch) -> None:
    assert part in PARTS
    usual = pieces(part)
    plant(monkeypatch)
    assert tuple(part()) != usual
