"""A learned player that also searches: its network gives the batched search priors and the values of all seats."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..engine.game import Game
from ..engine.learned import network_for
from .batched import BatchedMCTS
from .evaluators import Answer
from .leaves import Leaves
from .player import SearchPlayer

LEAVES = 4  # of a tree that are judged together: fewer would spend the time outside of the core
ALL_PLIES = 1_000_000


class LearnedSearch(SearchPlayer):
    """`learned:FILE,search=N`. Where moves are mixed it draws them by their visits, as the network alone would draw them by
    its probabilities; elsewhere it makes the most visited one."""

    def __init__(self, file: str, digest: str, transfer: bool, mixed: bool, simulations: int,
                 game: Game, seat: int, seed: int) -> None:  # fmt: skip
        super().__init__(game, seat, seed)
        self.network, self.mixed = network_for(file, digest, transfer, game.program.program), mixed
        self.simulations, self.evaluate = simulations, self.judge
        self.options = replace(
            SearchPlayer.options, leaves_per_tree=LEAVES, temperature_plies=ALL_PLIES if mixed else 0
        )

    def judge(self, leaves: Leaves) -> Answer:
        priors = np.empty(len(leaves.actions), np.float32)
        values = np.empty((len(leaves), self.game.seats), np.float32)
        self.network.judge_leaves(leaves.packed, leaves.actions, leaves.offsets, priors, values)
        return priors, values

    def pick(self, search: BatchedMCTS) -> int:
        return (search.sample_moves() if self.mixed else search.best_moves())[0]
