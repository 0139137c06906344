"""A run: a strategy proposes games, the race measures them, the experiment directory remembers; then the gallery.

Everything in the directory follows from its settings. A run that was stopped, however, goes on from the last complete
generation and ends in the same bytes.
"""

from __future__ import annotations

import functools
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

from .. import plugins
from ..compile.program import compile_genome
from ..errors import GameError
from ..evaluate.alike import SAME_GAME, likeness_to_known
from ..evaluate.plan import RACES
from ..evaluate.screening import Entry, Limits, Race, Result
from ..evolve.candidates import Candidate, Evaluated
from ..evolve.select import starting_population
from ..evolve.strategies.generational import Generational, GenerationalSettings
from ..evolve.strategies.loop import Strategy
from ..evolve.strategies.map_elites import AXES, COPY, MapElites, MapElitesSettings
from ..evolve.vary import Variation
from ..files.write import cache_folder
from ..genome.genome import GameGenome
from ..genome.text import load_genome
from ..measure.profiles import Profile, parse_profile, profile_text
from ..simulate.backends import backend, is_there
from ..simulate.backends.cache import UnitCache
from .config import RunConfig, RuntimeConfig
from .experiment import Experiment
from .generation import events_of, generation_files, summary_of

MOST_FOR_THE_END, LEAST_FOR_THE_END = 0.5, 0.1  # of a time budget
SHARES = {"mixture": (0.5, 0.5), "known": (1.0, 0.0), "random": (0.0, 1.0)}  # known games, random ones


class OutOfTime(Exception):
    """The time budget is used up; the generation under way is dropped."""


class Watch(Protocol):
    """Whoever looks on: a terminal, a log, nobody."""

    def generation(self, number: int, of: int, candidates: int) -> None: ...

    def stage(self, name: str, entries: int) -> None: ...

    def games(self, more: int) -> None: ...

    def done(self, summary: Mapping[str, Any]) -> None: ...


class Evolution:
    """A run under way. `play` is the backend that plays its games."""

    def __init__(self, experiment: Experiment, runtime: RuntimeConfig, watch: Watch) -> None:
        self.experiment, self.runtime, self.watch = experiment, runtime, watch
        self.config = experiment.config
        self.cache = UnitCache(cache_folder()) if runtime.cache else None
        self.play = backend(runtime.backend, runtime.workers, self.note_games, self.cache)
        self.profile = profile_of(experiment)
        self.race = race_of(self.config, self.profile)
        self.strategy = self._saved_strategy()
        self.deadline = self.ends = self._seconds = math.inf
        self._needed: Callable[[Evolution], float] = lambda run: 0.0
        self.searched = (0.0, 0)  # seconds spent on how many contenders

    def _saved_strategy(self) -> Strategy:
        """As the directory has it. Every generation starts from here, so a run that goes on cannot differ from a resumed one."""
        strategy = strategy_of(self.config, is_new=False)
        with self.experiment.hinting_at_rollback():
            strategy.restore(self.experiment.state())
        return strategy

    @property
    def is_done(self) -> bool:
        return self.strategy.generation >= self.config.generations

    def go_on(self) -> bool:
        """Runs generations until all are done (True) or the time is up (False)."""
        try:
            while not self.is_done:
                self.next_generation()
        except OutOfTime:
            return False
        return True

    def set_deadline(self, ends: float, seconds: float, needed: Callable[[Evolution], float]) -> None:
        """Of a budget of so many seconds generations leave enough for what follows them, but never more than half; how long
        that takes is asked after each. The first generation may use nearly all: without it nothing could follow."""
        self.ends, self._seconds, self._needed = ends, seconds, needed
        self._plan()

    def _plan(self) -> None:
        if self.ends < math.inf:
            share = MOST_FOR_THE_END if self.experiment.generations else LEAST_FOR_THE_END
            self.deadline = self.ends - min(self._needed(self), share * self._seconds)

    def next_generation(self) -> None:
        """Evaluates what the strategy asks for, tells it, saves the generation, and goes on from what was saved."""
        strategy, number = self.strategy, self.strategy.generation
        candidates = strategy.ask()
        self.watch.generation(number, self.config.generations, len(candidates))
        results = self.measure(candidates)
        copies = self._copies(results)
        strategy.tell([told(*each) for each in zip(candidates, results, copies, strict=True)])
        summary = summary_of(number, strategy, results)
        files = generation_files(strategy, candidates, results, summary)
        self.experiment.write(number, files, list(events_of(number, summary, candidates, results)))
        self.strategy = self._saved_strategy()
        self.watch.done(summary)
        self._plan()

    def measure(self, candidates: Sequence[Candidate]) -> list[Result]:
        """The race of these candidates; those measured before are sure to run to the end."""
        seed = self.config.seed
        entries = [Entry(c.genome, seed_of(seed, f"race {c.measurement}"), c.measurement > 0) for c in candidates]
        stages: list[tuple[str, int, float]] = []

        def stage(name: str, entries: int) -> None:
            stages.append((name, entries, time.monotonic()))
            self.note_games(0)
            self.watch.stage(name, entries)

        results = self.race.run(entries, self.play, self.strategy.bar, stage)
        began = [(count, at) for name, count, at in stages if name == "search" and count]
        if began:
            seconds, count = self.searched
            self.searched = seconds + time.monotonic() - began[0][1], count + began[0][0]
        return results

    def _copies(self, results: Sequence[Result]) -> list[bool]:
        """Which of those measured to the end play like a known game."""
        genomes = [result.entry.genome for result in results if not result.left]
        found = iter(likeness_to_known(genomes, self.play, seed_of(self.config.seed, "likeness")))
        return [not result.left and next(found) >= SAME_GAME for result in results]

    def note_games(self, more: int) -> None:
        """Games were played, or not: a moment to look at the clock."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        self.watch.games(more)


@contextmanager
def opened(experiment: Experiment, runtime: RuntimeConfig, watch: Watch) -> Iterator[Evolution]:
    """The run of a directory, ready to go on; how this sitting went is noted in the end."""
    from .sitting import Sitting

    signature = engine_signature(runtime)
    if experiment.facts.get("engine_signature") != signature:
        made = experiment.facts.get("engine_signature")
        raise GameError(f"{experiment.path}: made by another engine (signature {made}, this one's is {signature})")
    made, here = experiment.facts.get("extensions", {}), extensions(experiment.config, profile_of(experiment))
    if made != here:
        raise GameError(f"{experiment.path}: made with the extensions {made or 'none'}, here are {here or 'none'}")
    experiment.clean()
    evolution = Evolution(experiment, runtime, watch)
    sitting = Sitting(runtime, experiment.generations)
    try:
        yield evolution
    finally:
        experiment.note_runtime(sitting.ended(experiment.generations, evolution.play.played, evolution.play.found))
        evolution.play.close()
        if evolution.cache is not None:
            evolution.cache.close()


def created(config: RunConfig, runtime: RuntimeConfig) -> Experiment:
    """The directory of a new run, with everything that it needs to be repeated."""
    from .. import __version__

    is_there(runtime.backend)  # before there is a directory of a run that could not begin
    text = profile_text(config.profile)
    profile = parse_profile(text, config.profile)
    start = strategy_of(config)
    facts: dict[str, Any] = {
        "version": __version__,
        "engine_signature": engine_signature(runtime),
        "profile_text": text,
    }
    facts["extensions"] = extensions(config, profile)
    return Experiment.create(Path(runtime.output), config, facts, start.state())


def extensions(config: RunConfig, profile: Profile) -> dict[str, str]:
    """The packages that metrics and operators of this run come from, with their versions."""
    operators = [
        (group, name) for group in (plugins.MUTATIONS, plugins.CROSSOVERS) for name in config.operators.weights
    ]
    return plugins.origins([*((plugins.METRICS, name) for name in profile.terms), *operators])


def engine_signature(runtime: RuntimeConfig) -> str:
    """Of what the engine plays; it takes seconds to find, so the cache keeps it for this build."""
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


def profile_of(experiment: Experiment) -> Profile:
    """As it was when the run began."""
    return parse_profile(str(experiment.facts.get("profile_text", "")), f"{experiment.path}: profile")


def race_of(config: RunConfig, profile: Profile) -> Race:
    limits = config.constraints
    suite = RACES[config.simulation.suite].at_most(config.simulation.games)
    return Race(
        suite,
        profile,
        Limits(limits.min_turns, limits.max_turns, limits.min_decision_density, limits.max_decisions),
        config.simulation.contenders,
    )


def first_games(config: RunConfig, variation: Variation) -> list[GameGenome]:
    """What a run starts from."""
    known, drawn = SHARES[config.start]
    files = [load_genome(path) for path in config.start_files]
    rng = random.Random(seed_of(config.seed, "start"))
    return starting_population(rng, config.population, known, drawn, files, variation)


def strategy_of(config: RunConfig, is_new: bool = True) -> Strategy:
    """The strategy at its start; if it is not new, the state of a later one is to be restored in it."""
    operators = config.operators
    variation = Variation.weighing(operators.weights, lambda genome: compile_genome(genome).hash)
    first = first_games(config, variation) if is_new else []
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
    axes = tuple(axis for axis in AXES if axis.name != "luck" or config.simulation.suite != "gate")
    settings = MapElitesSettings(
        axes,
        config.population,
        config.population,
        operators.crossover_rate,
        operators.mutation_rate,
        operators.injection,
    )
    return MapElites(settings, config.seed, first, variation)


def seed_of(seed: int, purpose: str) -> int:
    """An independent seed for each purpose of a run."""
    return int.from_bytes(blake2b(f"{seed} {purpose}".encode(), digest_size=8).digest(), "little") >> 1


def told(candidate: Candidate, result: Result, is_copy: bool = False) -> Evaluated:
    found = result.fitness
    return Evaluated(
        candidate,
        found.value,
        found.low,
        found.high,
        result.valid,
        {**result.evaluation.descriptors, COPY: 1.0} if is_copy else result.evaluation.descriptors,
        result.endings,
    )
