"""How a run begins: its directory, the strategy with the first games, and the facts that a later sitting must find again."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import plugins
from ..compile.program import compile_genome
from ..errors import SettingError
from ..evaluate.plan import RACES
from ..evaluate.played import derive_seed
from ..evolve.archive import Axis
from ..evolve.operators.fit import fit
from ..evolve.select import is_brought, starting_population
from ..evolve.strategies.generational import Generational, GenerationalSettings
from ..evolve.strategies.loop import Batch, Strategy
from ..evolve.strategies.map_elites import AXES, BESIDE, MapElites, MapElitesSettings
from ..evolve.vary import Variation
from ..files.write import cache_folder
from ..genome.distance import find_nearest
from ..genome.genome import GameGenome
from ..genome.text import load_genome
from ..measure.profiles import Profile, format_profile, parse_profile, profile_text
from ..measure.taste import read_opinions, weigh_opinions
from ..simulate.backends import is_there
from ..simulate.backends.cache import UnitCache
from .config import RunConfig, RuntimeConfig
from .experiment import Experiment
from .learned import import_learner
from .steering import choose_known

RANDOM_SHARE = {"known": 0.0, "mixture": 0.5, "random": 1.0}  # of the first games; any other start is a list of games


def create_run(config: RunConfig, runtime: RuntimeConfig) -> Experiment:
    """The directory of a new run, with everything that it needs to be repeated."""
    from .. import __version__

    is_there(runtime.backend)  # before there is a directory of a run that could not begin
    if config.judge == "learned":
        import_learner()
    text = profile_text(config.profile)
    profile = parse_profile(text, config.profile)
    if config.ratings:
        profile = weigh_opinions(profile, read_opinions(Path(config.ratings)))
        text = format_profile(profile)
    start = make_strategy(config)
    facts: dict[str, Any] = {
        "version": __version__,
        "engine_signature": engine_signature(runtime),
        "profile_text": text,
        "extensions": find_extensions(config, profile),
        "kinds": list_kinds(config),
    }
    return Experiment.create(Path(runtime.output), config, facts, start.state())


def find_extensions(config: RunConfig, profile: Profile) -> dict[str, str]:
    """The packages that metrics and operators of this run come from, with their versions, and torch if players are trained."""
    learner = {"torch": import_learner().VERSION} if config.judge == "learned" else {}
    operators = [
        (group, name)
        for group in (plugins.MUTATIONS, plugins.CROSSOVERS, plugins.TWISTS)
        for name in config.operators.weights
    ]
    return plugins.origins([*((plugins.METRICS, name) for name in profile.terms), *operators]) | learner


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


def choose_stock(config: RunConfig) -> list[GameGenome]:
    """The known games that a run breeds from without measuring them."""
    if config.start not in RANDOM_SHARE:
        return []
    rng = random.Random(derive_seed(config.seed, "stock"))
    return [fit(game, rng) for game in choose_known(config.steering, rng)] if RANDOM_SHARE[config.start] < 1 else []


def choose_first_games(config: RunConfig, variation: Variation, stock: Sequence[GameGenome]) -> list[GameGenome]:
    """The games that a run measures first."""
    files = [load_genome(name) for name in config.start_games]
    random_share = RANDOM_SHARE.get(config.start, 0.0)
    if not (stock or files or random_share):
        raise SettingError("no known game is of this kind; begin with one of yours (--start-file)")
    rng = random.Random(derive_seed(config.seed, "start"))
    return starting_population(rng, config.population, stock, random_share, files, variation)


def brought_games(experiment: Experiment) -> list[GameGenome]:
    """The files that a run started from, as its directory has them; the known games among them are left out."""
    first = [candidate.genome for candidate in Batch.from_state(experiment.start()["batch"]).candidates]
    return [genome for genome in first if is_brought(genome) and find_nearest(genome).distance > 0]


def choose_axes(config: RunConfig) -> tuple[Axis, ...]:
    """By what games are told apart. Luck is seen only by players who search; games with one main module differ in a second one."""
    is_searched = "search" in RACES[config.simulation.suite].stages
    beside = (BESIDE,) if config.steering.modules or config.steering.like else ()
    return (*(axis for axis in AXES if axis.name != "luck" or is_searched), *beside)


def list_kinds(config: RunConfig) -> list[str]:
    """The axes of the archive, if the run has one: a run goes on only with the same."""
    is_archive = config.strategy == "map-elites"
    return [f"{axis.name} {axis.bins}" for axis in choose_axes(config)] if is_archive else []


def make_strategy(config: RunConfig, is_new: bool = True) -> Strategy:
    """The strategy at its start; if it is not new, the state of a later one is to be restored in it."""
    operators = config.operators
    # In a run for a number of players no child may have another.
    weights = {**operators.weights, "players": 0.0} if config.steering.players else operators.weights
    variation = Variation.with_weights(weights, lambda genome: compile_genome(genome).hash)
    stock = choose_stock(config) if is_new else []
    first = choose_first_games(config, variation, stock) if is_new else []
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
            stock,
        )
    settings = MapElitesSettings(
        choose_axes(config),
        config.population,
        config.population,
        operators.crossover_rate,
        operators.mutation_rate,
        operators.injection,
    )
    return MapElites(settings, config.seed, first, variation, stock)
