"""The race: games are spent where they can change a decision.

All entries pass the gate; most play; only the most promising are searched; and whoever cannot reach what it would have to
beat, even if everything not yet measured were perfect, stops there. Each stage of all who are left is one call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..genome.genome import GameGenome
from ..measure.estimate import Metric
from ..measure.profiles import Profile, fitness
from ..simulate.records import ENDINGS
from .evaluate import Evaluation, judge
from .plan import Play, Suite, run_stage
from .played import Case

Bar = Callable[
    [GameGenome, Mapping[str, float]], float
]  # the fitness to beat, for a game so described; -inf if none is
SKILL = "skill_gradient"
Report = Callable[[str, int], None]  # a stage begins, with so many entries


@dataclass(frozen=True)
class Limits:
    """What a game must be like to be considered at all."""

    min_turns: float = 0.0
    max_turns: float = math.inf
    min_decision_density: float = 0.0
    max_decisions: float = math.inf  # a game, of greedy players: longer games are too dear to measure


@dataclass(frozen=True)
class Entry:
    """A game in the race. One that was chosen before runs to the end: `sure`."""

    genome: GameGenome
    seed: int
    sure: bool = False


@dataclass(frozen=True)
class Result:
    """How an entry came out. What was not measured counts as nothing in its fitness, and as perfect at its high end."""

    entry: Entry
    evaluation: Evaluation
    fitness: Metric
    valid: bool
    left: str  # why it did not run to the end; "" if it did
    endings: Mapping[str, int]


@dataclass(frozen=True)
class _Runner:
    entry: Entry
    case: Case
    evaluation: Evaluation | None = None
    broken: bool = False
    left: str = ""


@dataclass(frozen=True)
class Race:
    """The rules of a race."""

    suite: Suite
    profile: Profile
    limits: Limits = Limits()
    contenders: float = 0.25  # share of the entries that searched games are spent on

    def run(
        self, entries: Sequence[Entry], play: Play, bar: Bar | None = None, report: Report | None = None
    ) -> list[Result]:
        """The results, in the order of the entries; an entry's own do not depend on how others' games go."""
        runners = [_Runner(entry, Case(entry.genome)) for entry in entries]
        for stage in self.suite.stages:
            if stage == "search":
                runners = self._contenders(runners)
            left = [place for place, runner in enumerate(runners) if not runner.left]
            if report is not None:
                report(stage, len(left))
            chosen = [runners[place] for place in left]
            cases = run_stage(stage, [r.case for r in chosen], self.suite, [r.entry.seed for r in chosen], play)
            for place, case in zip(left, cases, strict=True):
                runners[place] = self._judged(runners[place], case, bar)
        return [self._result(runner) for runner in runners]

    def _judged(self, runner: _Runner, case: Case, bar: Bar | None) -> _Runner:
        """After a stage: does it go on?"""
        evaluation = judge(case, self.profile, self.suite, runner.entry.seed)
        fault = self._fault(case, evaluation)
        runner = replace(runner, case=case, evaluation=evaluation, broken=bool(fault), left=fault)
        if fault or runner.entry.sure or bar is None or case.stages == self.suite.stages:
            return runner
        known = {name: value for name, value in evaluation.descriptors.items() if _is_settled(name, case)}
        to_beat = bar(runner.entry.genome, known)
        if self._value(evaluation, 1.0).high < to_beat:
            return replace(runner, left=f"cannot reach {to_beat:.3f}")
        return runner

    def _fault(self, case: Case, evaluation: Evaluation) -> str:
        """Why it is no game at all; "" if it is one."""
        for flag in evaluation.flags:
            if flag.severity == "broken":
                return flag.reason
        limits, turns = self.limits, float(np.mean(case.played["gate"].turns))
        if not limits.min_turns <= turns <= limits.max_turns:
            return f"{turns:.0f} turns a game"
        if "pilot" in case.played and case.decisions("pilot") > limits.max_decisions:
            return f"{case.decisions('pilot'):.0f} decisions a game"
        density = evaluation.metrics.get("decision_density")
        if density is not None and density.high < limits.min_decision_density:
            return f"a choice at {density.value:.0%} of plies"
        return ""

    def _contenders(self, runners: list[_Runner]) -> list[_Runner]:
        """The sure ones, and of the others the share that looks best go on."""
        running = [place for place, runner in enumerate(runners) if not runner.left and not runner.entry.sure]
        most = math.ceil(self.contenders * sum(not runner.entry.sure for runner in runners))
        order = sorted(running, key=lambda place: (-self._hope(runners[place]), place))
        kept = list(runners)
        for place in order[most:]:
            kept[place] = replace(runners[place], left="others look better")
        return kept

    def _hope(self, runner: _Runner) -> float:
        """What is not known counts half; so does skill, where greedy players have shown less."""
        assert runner.evaluation is not None
        terms, metrics = self.profile.terms, dict(runner.evaluation.metrics)
        if SKILL in metrics and SKILL in terms and terms[SKILL].score(metrics[SKILL].value) < 0.5:
            del metrics[SKILL]
        return fitness(self.profile, metrics, runner.evaluation.flags, 0.5).value

    def _value(self, evaluation: Evaluation, missing: float | None) -> Metric:
        return fitness(self.profile, evaluation.metrics, evaluation.flags, missing)

    def _result(self, runner: _Runner) -> Result:
        evaluation = runner.evaluation
        assert evaluation is not None
        whole = self.suite.stages[-1] == "deep"  # such a suite measures everything
        proven = self._value(evaluation, 0.0 if whole else None)
        hoped = self._value(evaluation, 1.0) if runner.left and not runner.broken else proven
        found = Metric(proven.value, proven.low, max(proven.high, hoped.high), proven.games)
        return Result(runner.entry, evaluation, found, not runner.broken, runner.left, endings(runner.case))


def _is_settled(descriptor: str, case: Case) -> bool:
    """Luck is what is left of thinking: known when those who think most have played."""
    return descriptor != "luck" or "search" in case.stages


def endings(case: Case) -> dict[str, int]:
    """How many games of the best players ended in which way, after how many plies (in factors of two)."""
    tag = next(tag for tag in ("search", "greedy", "gate") if tag in case.played)
    records = case.played[tag]
    octaves = np.log2(np.maximum(records.plies, 1)).astype(int)
    kinds = [f"{ENDINGS[kind]} {2**octave}+" for kind, octave in zip(records.ending, octaves, strict=True)]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}
