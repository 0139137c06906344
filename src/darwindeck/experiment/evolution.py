"""The generations of a run: a strategy proposes games, the lab measures them, the experiment directory remembers.

Everything in the directory follows from its settings. A run that was stopped, however, goes on from the last complete
generation and ends in the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from ..errors import RunError
from ..evolve.strategies.loop import Strategy
from ..evolve.strategies.map_elites import mark_copy
from .config import RuntimeConfig
from .experiment import Experiment
from .finals import seconds_needed
from .generation import generation_files, log_events, summarise
from .lab import Lab, Watch
from .sitting import Budget, OutOfTime, Sitting
from .start import engine_signature, find_extensions, list_kinds, load_run_profile, make_strategy


class Evolution:
    """A run under way."""

    def __init__(self, experiment: Experiment, lab: Lab) -> None:
        self.experiment, self.lab = experiment, lab
        self.config = experiment.config
        self.strategy = self._restore_strategy()

    def _restore_strategy(self) -> Strategy:
        """As the directory has it. Every generation starts from here, so a run that goes on cannot differ from a resumed one."""
        strategy = make_strategy(self.config, is_new=False)
        with self.experiment.suggest_rollback():
            strategy.restore(self.experiment.state())
        return strategy

    @property
    def is_done(self) -> bool:
        return self.strategy.generation >= self.config.generations

    def go_on(self) -> bool:
        """Runs generations until all are done (True) or the time is up (False)."""
        self.reserve_time()
        try:
            while not self.is_done:
                self.next_generation()
        except OutOfTime:
            return False
        return True

    def reserve_time(self) -> None:
        """Of a time budget generations leave enough for the gallery. How long that takes is asked again after each."""
        budget = self.lab.budget
        if budget.is_limited:
            needed = seconds_needed(self.strategy.finalists(), self.lab)
            budget.reserve(needed, is_first=self.experiment.generations == 0)

    def next_generation(self) -> None:
        """Measures what the strategy asks for, tells it, saves the generation, and goes on from what was saved."""
        strategy, number = self.strategy, self.strategy.generation
        candidates = strategy.ask()
        self.lab.watch.generation(number, self.config.generations, len(candidates))
        found = self.lab.measure(candidates, strategy.bar)
        copies = self.lab.find_copies(found)
        strategy.tell([mark_copy(each) if is_copy else each for each, is_copy in zip(found, copies, strict=True)])
        summary = summarise(number, strategy, found)
        self.experiment.write(
            number, generation_files(strategy, found, summary), list(log_events(number, summary, found))
        )
        self.strategy = self._restore_strategy()
        self.lab.watch.finish_generation(summary)
        self.reserve_time()


@contextmanager
def open_run(
    experiment: Experiment, runtime: RuntimeConfig, watch: Watch, budget: Budget | None = None
) -> Iterator[Evolution]:
    """The run of a directory, ready to go on; how this sitting went is noted in the end."""
    refuse_other_origin(experiment, runtime)
    experiment.clean()
    with closing(Lab(experiment.config, load_run_profile(experiment), runtime, watch, budget or Budget())) as lab:
        evolution = Evolution(experiment, lab)
        sitting = Sitting(runtime, experiment.generations)
        try:
            yield evolution
        finally:
            lab.end_stage()
            experiment.note_runtime(
                sitting.report(experiment.generations, lab.backend.played, lab.backend.found, lab.stage_seconds)
            )


def refuse_other_origin(experiment: Experiment, runtime: RuntimeConfig) -> None:
    """A run goes on only with an engine that behaves as the one that made it, and with the same extensions."""
    signature, made = engine_signature(runtime), experiment.facts.get("engine_signature")
    if made != signature:
        raise RunError(f"{experiment.path}: made by another engine (signature {made}, this one's is {signature})")
    if experiment.facts.get("kinds", []) != list_kinds(experiment.config):
        raise RunError(f"{experiment.path}: made by a version that told games apart otherwise; begin a new run")
    made, here = (
        experiment.facts.get("extensions", {}),
        find_extensions(experiment.config, load_run_profile(experiment)),
    )
    if made != here:
        raise RunError(f"{experiment.path}: made with the extensions {made or 'none'}, here are {here or 'none'}")
