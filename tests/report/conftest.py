"""Two small runs that differ in their seeds, and one that differs in its population. Their ends are left out: they take long."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.experiment.evolution import open_run
from darwindeck.experiment.evolve import Nobody
from darwindeck.experiment.experiment import Experiment
from darwindeck.experiment.settings import resolve
from darwindeck.experiment.start import create_run


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Experiment]:
    output = tmp_path_factory.mktemp("runs")
    found = []
    for seed, population in ((1, 6), (2, 6), (1, 8)):
        few = {"simulation.suite": "gate", "simulation.games": 4, "population": population, "generations": 2}
        settings = resolve(None, {**few, "seed": seed, "output": str(output / f"{seed}-{population}")})
        experiment = create_run(settings.config, settings.runtime)
        with open_run(experiment, settings.runtime, Nobody()) as run:
            assert run.go_on()
        found.append(experiment)
    return found


@pytest.fixture
def folder(runs: list[Experiment]) -> Path:
    return runs[0].path
