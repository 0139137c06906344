"""How a run begins: its directory, the strategy with the first games, and the facts that a later sitting must find again."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

from .. import plugins
from ..compile.program import compile_genome
from ..evaluate.plan import RACES, derive_seed
from ..evolve.select import starting_population
from ..evolve.strategies.generational import Generational, GenerationalSettings
from ..evolve.strategies.loop import Strategy
from ..evolve.strategies.map_elites import AXES, MapElites, MapElitesSettings
from ..evolve.vary import Variation
from ..files.write import cache_folder
from ..genome.genome import GameGenome
from ..genome.text import load_genome
from ..measure.profiles import Profile, parse_profile, profile_text
from ..simulate.backends import is_there
from ..simulate.backends.cache import UnitCache
from .config import RunConfig, RuntimeConfig
from .experiment import Experiment

SHARES = {"mixture": (0.5, 0.5), "known": (1.0, 0.0), "random": (0.0, 1.0)}  # known games, random ones


def create_run(config: RunConfig, runtime: RuntimeConfig) -> Experiment:
    """The directory of a new run, with everything that it needs to be repeated."""
    from .. import __version__

    is_there(runtime.backend)  # before there is a directory of a run that could not begin
    text = profile_text(config.profile)
    profile = parse_profile(text, config.profile)
    start = make_strategy(config)
    facts: dict[str, Any] = {
        "version": __version__,
        "engine_signature": engine_signature(runtime),
        "profile_text": text,
        "extensions": find_extensions(config, profile),
    }
    return Experiment.create(Path(runtime.output), config, facts, start.state())


def find_extensions(config: RunConfig, profile: Profile) -> dict[str, str]:
    """The packages that metrics and operators of this run come from, with their versions."""
    operators = [
        (group, name)
        for group in (plugins.MUTATIONS, plugins.CROSSOVERS, plugins.TWISTS)
        for name in config.operators.weights
    ]
    return plugins.origins([*((plugins.METRICS, name) for name in profile.terms), *operators])


def engine_signature(runtime: RuntimeConfig) -> str:
    """The signature of what the engine plays. It takes seconds to find, so the cache keeps it for this build."""
    if not runtime.cache:
        return _signature()
    cache = UnitCache(cache_folder())
    try:
        known = cache.fact("signature")
        if known is None:
            known = _signature()
            cache.note("signature", known)
        return known
    finally:
        cache.close()


@functools.cache
def _signature() -> str:
    from .signature import signature

    return str(signature())


def load_run_profile(experiment: Experiment) -> Profile:
    """The profile as it was when the run began."""
    return parse_profile(str(experiment.facts.get("profile_text", "")), f"{experiment.path}: profile")


def choose_first_games(config: RunConfig, variation: Variation) -> list[GameGenome]:
    """The games that a run starts from."""
    known, drawn = SHARES[config.start]
    files = [load_genome(path) for path in config.start_files]
    rng = random.Random(derive_seed(config.seed, "start"))
    return starting_population(rng, config.population, known, drawn, files, variation)


def make_strategy(config: RunConfig, is_new: bool = True) -> Strategy:
    """The strategy at its start; if it is not new, the state of a later one is to be restored in it."""
    operators = config.operators
    variation = Variation.with_weights(operators.weights, lambda genome: compile_genome(genome).hash)
    first = choose_first_games(config, variation) if is_new else []
    if config.strategy == "generational":
        return Generational(
            GenerationalSettings(
                config.population,
                operators.selection,
                operators.tournament,
                operators.elitism,
                operators.crossover_rate,
                operators.mutation_rate,
                operators.injection,
            ),
            config.seed,
            first,
            variation,
        )
    is_searched = "search" in RACES[config.simulation.suite].stages  # luck is seen by players who search
    axes = tuple(axis for axis in AXES if axis.name != "luck" or is_searched)
    settings = MapElitesSettings(
        axes,
        config.population,
        config.population,
        operators.crossover_rate,
        operators.mutation_rate,
        operators.injection,
    )
    return MapElites(settings, config.seed, first, variation)
