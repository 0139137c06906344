"""A gallery may be empty, and then it says why."""

from __future__ import annotations

import msgspec

from darwindeck.experiment.config import Steering

from ..evolve.families import mutants
from .test_finals import FakeLab, end, kept


def test_an_empty_gallery_says_that_games_lacked_the_modules() -> None:
    games = [kept(genome, 0.9) for genome in mutants("durak", 2)]
    lab = FakeLab(games)
    lab.config = msgspec.structs.replace(lab.config, steering=Steering(modules=("attacks", "tricks")))
    found, written = end(games, lab)
    assert not found and written.refused == {"modules": 2}
    assert b" 2 had not all of the modules asked for." in written.best["README.txt"]
