"""What every game must obey, whatever its rules. A new game file is covered without a new test."""

from __future__ import annotations

import random
from collections.abc import Iterator

from darwindeck import Game, known_games, load_genome
from darwindeck.engine.game import State


def _counts(name: str) -> tuple[int, ...]:
    genome = load_genome(name)
    return genome.player_counts or (genome.player_count,)


ALL_GAMES = [(name, players) for name in known_games() for players in _counts(name)]


def positions(game: Game, seed: int, most: int = 400) -> Iterator[tuple[State, int]]:
    """States of a random game with the move made in each, up to `most` plies."""
    chance = random.Random(seed)
    state = game.start(seed=seed)
    for _ in range(most):
        if game.is_over(state):
            return
        move = chance.choice(game.legal_moves(state))
        yield state, move
        state = game.apply(state, move)
