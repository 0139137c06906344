"""A training of a fixed amount of work, for the last judge of a run: the same seed learns the same file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

from ...engine.game import Game
from ...engine.learned import format_player
from .device import explain_faults
from .run import CardRun, CardTraining

VERSION = str(torch.__version__)  # it decides the last bits


@contextmanager
def one_thread() -> Iterator[None]:
    """Torch with one thread: how sums are divided among threads changes their last bits."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def train_judge(game: Game, laps: int, seed: int, threads: int, watch: Callable[[float], None]) -> tuple[int, bytes]:
    """How many decisions a player has learned from, and its file: the player of `darwindeck train --laps N --seed N`.

    `watch` is told after each lap how much is done; what it raises ends the training, and so does LearnError.
    """
    with one_thread(), explain_faults():
        run = CardRun(game, CardTraining(laps=laps, seed=seed, threads=threads))
        for _ in run.advance():
            watch(run.lap / laps)
        return run.decisions, format_player(run.describe_player(with_times=False))
