"""The lab: what a run measures games with. It has the backend that plays, the profile, the race, and the time there is.

Generations and the gallery both measure here. The lab knows no strategy and no directory.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from ..compile.program import compile_genome
from ..engine.game import Game
from ..evaluate.alike import SAME_GAME, find_originals, likeness_to_known
from ..evaluate.evaluate import judge, meet_learned, play_suite
from ..evaluate.plan import RACES, Suite
from ..evaluate.played import Played, derive_seed
from ..evaluate.screening import Bar, Limits, Race
from ..files.write import cache_folder, write_atomic
from ..genome.genome import GameGenome
from ..genome.text import format_genome
from ..measure.depth import Rung
from ..measure.evaluation import Candidate, Evaluation
from ..measure.profiles import Profile
from ..simulate.backends import backend
from ..simulate.backends.cache import UnitCache
from ..simulate.backends.local import Local
from .config import RunConfig, RuntimeConfig
from .prune import Pruned, prune
from .simplify import simplify
from .sitting import Budget
from .steering import refuse


class Watch(Protocol):
    """Whoever looks on: a terminal, a log, nobody."""

    def generation(self, number: int, of: int, candidates: int) -> None: ...

    def stage(self, name: str, entries: int) -> None: ...

    def games(self, more: int) -> None: ...

    def finish_generation(self, summary: Mapping[str, Any]) -> None: ...

    def training(self, game: str, done: float) -> None: ...


class Lab:
    """Measures games for one run. Every seed follows from the run's; `backend` simulates the games. Any call may raise OutOfTime."""

    def __init__(
        self, config: RunConfig, profile: Profile, runtime: RuntimeConfig, watch: Watch, budget: Budget
    ) -> None:
        self.config, self.profile, self.watch, self.budget = config, profile, watch, budget
        self._workers = runtime.workers
        self._cache = UnitCache(cache_folder()) if runtime.cache else None
        cluster = (runtime.address, runtime.worker_memory)
        self.backend = backend(runtime.backend, runtime.workers, self._note_games, self._cache, *cluster)
        self._race = make_race(config, profile)
        self._searched = (0.0, 0)  # seconds spent on how many contenders
        self.stage_seconds: dict[str, float] = {}  # of this sitting
        self._stage = ("", 0.0)  # that is under way, and when it began
        # What was played last of each game measured afresh, if players are trained.
        self._played: dict[str, Played] = {}

    def close(self) -> None:
        self.backend.close()
        if self._cache is not None:
            self._cache.close()

    def measure(self, candidates: Sequence[Candidate], bar: Bar | None = None) -> list[Evaluation]:
        """The race of these candidates."""
        stages: list[tuple[str, int, float]] = []

        def note_stage(name: str, running: int) -> None:
            stages.append((name, running, time.monotonic()))
            self._note_games(0)
            self.begin_stage(name, running)

        found = self._race.run(candidates, self.backend, bar, note_stage)
        self.end_stage()
        for _, running, began in [stage for stage in stages if stage[0] == "search" and stage[1]]:
            seconds, count = self._searched
            self._searched = seconds + time.monotonic() - began, count + running
        return found

    def begin_stage(self, name: str, entries: int) -> None:
        """Tells whoever looks on, and notes how long the stage before took."""
        self.end_stage()
        self._stage = (name, time.monotonic())
        self.watch.stage(name, entries)

    def end_stage(self) -> None:
        name, began = self._stage
        if name:
            self.stage_seconds[name] = self.stage_seconds.get(name, 0.0) + time.monotonic() - began
        self._stage = ("", 0.0)

    @property
    def seconds_each(self) -> float | None:
        """How long a contender took in the races so far; None if there was none."""
        seconds, count = self._searched
        return seconds / count if count else None

    def evaluate(self, genomes: Sequence[GameGenome], purpose: str, suite: Suite) -> list[Evaluation]:
        """The whole suite of each genome, with the seed of this purpose."""
        limited = suite.at_most(self.config.simulation.games)
        games = play_suite(self.backend, genomes, limited, self._seed(purpose))
        if self.config.judge == "learned":
            self._played |= {played.genome.genome_id: played for played in games}
        return [judge(played, self.profile, limited) for played in games]

    def train(self, genome: GameGenome, watch: Callable[[float], None]) -> tuple[int, bytes]:
        """A learned player: how many decisions it learned from, and its file. The cache has those that were trained before."""
        from ..learn.cards.judge import VERSION, train_judge

        laps, seed = self.config.judge_laps, self._seed("learned")
        parts = ("learned", VERSION, format_genome(genome), laps, seed)
        known = self._cache.recall(parts) if self._cache is not None else None
        if known is None:
            known = train_judge(Game(genome), laps, seed, self._workers or os.cpu_count() or 1, watch)
            if self._cache is not None:
                self._cache.keep(parts, known)
        decisions, file = known
        return decisions, file

    def meet(self, genome: GameGenome, file: bytes, suite: Suite) -> Rung | None:
        """How a learned player fares against the strongest that this game was measured with. Its file is only here."""
        backend = Local(self._workers, self._note_games, self._cache)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "player.safetensors"
            write_atomic(path, file)
            limited = suite.at_most(self.config.simulation.games)
            return meet_learned(self._played[genome.genome_id], str(path), limited, backend)

    def find_copies(self, evaluations: Sequence[Evaluation]) -> list[bool]:
        """Which of those measured to the end play like a known game."""
        genomes = [evaluation.genome for evaluation in evaluations if not evaluation.left]
        found = iter(likeness_to_known(genomes, self.backend, self._seed("likeness")))
        return [not evaluation.left and next(found) >= SAME_GAME for evaluation in evaluations]

    def find_originals(self, genomes: Sequence[GameGenome]) -> list[bool]:
        """Which of them play neither like a known game nor like one before them."""
        return find_originals(genomes, self.backend, self._seed("likeness"))

    def simplify(self, genomes: Sequence[GameGenome]) -> list[GameGenome]:
        """The same games without rules that change nothing. Its records hold every ply: too large to send or to cache."""
        return simplify(genomes, Local(self._workers, self._note_games), self._seed("simplify"))

    def prune(self, genomes: Sequence[GameGenome]) -> list[Pruned]:
        """The games without rules that do not make them better, measured as in a race, on the same deals."""
        race = replace(self._race, contenders=1.0, seed=self._seed("prune"))

        def measure(drafts: Sequence[GameGenome], original: GameGenome, least: float) -> list[Evaluation]:
            key = compile_genome(original).hash
            return race.run(
                [Candidate(draft) for draft in drafts],
                lambda jobs: self.backend([replace(job, deals_of=key) for job in jobs]),
                lambda genome, descriptors: least,
            )

        return [prune(genome, measure) for genome in genomes]

    def _seed(self, purpose: str) -> int:
        return derive_seed(self.config.seed, purpose)

    def _note_games(self, more: int) -> None:
        """Passes on how many more games were played. It is called often, so the clock is looked at here."""
        self.budget.check()
        self.watch.games(more)


def make_race(config: RunConfig, profile: Profile) -> Race:
    limits = config.constraints
    return Race(
        RACES[config.simulation.suite].at_most(config.simulation.games),
        profile,
        Limits(
            limits.min_turns,
            limits.max_turns,
            limits.min_decision_density,
            limits.max_decisions,
            config.steering.range_of_minutes,
            partial(refuse, steering=config.steering),
        ),
        config.simulation.contenders,
        config.seed,
    )
