"""Learning cards on a CUDA device: captured steps learn what steps without a graph learn."""

from __future__ import annotations

import math

from darwindeck import Game
from darwindeck.learn.cards.run import CardRun, CardTraining

LAPS = 6  # the first steps of each kind of lesson are made without a graph


def losses_of(game: str, graphs: bool) -> list[float]:
    """Of each lap; half of them copy the greedy player where nobody bluffs."""
    run = CardRun(Game(game), CardTraining(device="cuda", games=512, batch=2048, seed=3, graphs=graphs))
    found = [run.step(lap / LAPS / 5) for lap in range(LAPS)]
    assert len(run.learner.captured) == (graphs and (2 if run.copied else 1))
    return [loss for of in found for loss in (of.policy, of.value, of.entropy)]


def test_captured_steps_learn_what_others_learn() -> None:
    for game in ("whist", "draw-poker", "gin-rummy"):
        plain, captured = losses_of(game, False), losses_of(game, True)
        assert all(math.isclose(a, b, rel_tol=0.1, abs_tol=0.05) for a, b in zip(plain, captured, strict=True)), game
