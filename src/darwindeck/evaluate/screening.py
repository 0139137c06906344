"""The race: games are spent where they can change a decision.

All candidates begin with the gate, most go on to play, and only the most promising are searched. A candidate stops where it
cannot reach what it would have to beat, even if all that is not measured yet were perfect. Each stage of all who are left
is one call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..genome.genome import GameGenome
from ..judge import find_refusals
from ..measure.estimate import Metric
from ..measure.evaluation import UNKNOWN, Candidate, Evaluation
from ..measure.gates import reject
from ..measure.profiles import Profile, fitness
from .evaluate import judge
from .plan import Backend, Suite, run_stage
from .played import Played, derive_seed

# The fitness to beat, for a genome with these descriptors; -inf if there is none.
Bar = Callable[[GameGenome, Mapping[str, float]], float]
Report = Callable[[str, int], None]  # is told that a stage begins, with so many candidates
SKILL = "skill_gradient"


@dataclass(frozen=True)
class Limits:
    """What a game must be like to be considered at all."""

    min_turns: float = 0.0
    max_turns: float = math.inf
    min_decision_density: float = 0.0
    max_decisions: float = math.inf  # a game, of greedy players: longer games are too dear to measure
    minutes: tuple[float, float] = (0.0, math.inf)  # that people take, about
    refuse: Callable[[GameGenome], str] = lambda genome: ""  # why a genome is not what is looked for; "" if it may be


@dataclass(frozen=True)
class Race:
    """The rules of a race. Candidates that were measured before run to the end: somebody wants to know them better."""

    suite: Suite
    profile: Profile
    limits: Limits = Limits()
    contenders: float = 0.25  # share of the new candidates that searched games are spent on
    seed: int = 0  # of the run; each measurement has a seed of its own that follows from it

    def run(
        self, candidates: Sequence[Candidate], backend: Backend, bar: Bar | None = None, report: Report | None = None
    ) -> list[Evaluation]:
        """The evaluations, in the order of the candidates. One does not depend on how the games of others go.

        Where a race went on without a candidate, `left` says why. What was not measured then counts as nothing in the
        fitness, and as perfect at the high end of its interval.
        """
        games = [Played(each, derive_seed(self.seed, f"race {each.measurement}")) for each in candidates]
        found = [self._audit(each) for each in candidates]
        for stage in self.suite.stages:
            if stage == "search":
                found = self._keep_contenders(found)
            running = [place for place, evaluation in enumerate(found) if not evaluation.left]
            if report is not None:
                report(stage, len(running))
            played = run_stage(stage, [games[place] for place in running], self.suite, backend)
            for place, game in zip(running, played, strict=True):
                games[place], found[place] = game, self._judge(game, bar)
        return [self._conclude(evaluation) for evaluation in found]

    def _audit(self, candidate: Candidate) -> Evaluation:
        """What can be seen without playing: a game whose rules are at fault, or of another kind, leaves before the race."""
        rejected = tuple(reject({}, faults=find_refusals(candidate.genome)))
        fault = rejected[0].why if rejected else self.limits.refuse(candidate.genome)
        return Evaluation(candidate, UNKNOWN, rejected=rejected, valid=not fault, left=fault)

    def _judge(self, played: Played, bar: Bar | None) -> Evaluation:
        """The evaluation after a stage; it says if the candidate leaves the race here."""
        evaluation = judge(played, self.profile, self.suite)
        fault = self._find_fault(played, evaluation)
        if fault:
            return replace(evaluation, valid=False, left=fault)
        if played.candidate.was_measured or bar is None or played.stages == self.suite.stages:
            return evaluation
        known = {name: value for name, value in evaluation.descriptors.items() if _is_settled(name, played)}
        to_beat = bar(played.genome, known)
        if self._value(evaluation, 1.0).high < to_beat:
            return replace(evaluation, left=f"cannot reach {to_beat:.3f}")
        return evaluation

    def _find_fault(self, played: Played, evaluation: Evaluation) -> str:
        """Why it is no game at all; "" if it is one."""
        for rejection in evaluation.rejected:
            return rejection.why
        limits = self.limits
        # Random players of rummy need thousands of turns: how long a game is, is asked of those who know what they want.
        if "pilot" in played.records or "pilot" not in self.suite.stages:
            turns = float(np.mean(played.records["pilot" if "pilot" in played.records else "gate"].turns))
            if not limits.min_turns <= turns <= limits.max_turns:
                return f"{turns:.0f} turns a game"
        if "pilot" in played.records and played.decisions("pilot") > limits.max_decisions:
            return f"{played.decisions('pilot'):.0f} decisions a game"
        least, most = limits.minutes
        minutes = evaluation.descriptors["minutes"]
        if _is_settled("minutes", played) and not least <= minutes <= most:
            return f"{minutes:.0f} minutes a game"
        density = evaluation.metrics.get("decision_density")
        if density is not None and density.high < limits.min_decision_density:
            return f"a choice at {density.value:.0%} of plies"
        return ""

    def _keep_contenders(self, found: list[Evaluation]) -> list[Evaluation]:
        """Of the new candidates only the share that looks best goes on: the best of each main module, then the second best of each …"""
        new = [place for place, evaluation in enumerate(found) if not evaluation.candidate.was_measured]
        running = [place for place in new if not found[place].left]
        best = sorted(running, key=lambda place: (-self._hope(found[place]), place))
        modules = [found[place].descriptors["module"] for place in best]
        rank = {place: modules[:number].count(modules[number]) for number, place in enumerate(best)}
        order = sorted(best, key=rank.__getitem__)
        kept = list(found)
        for place in order[math.ceil(self.contenders * len(new)) :]:
            kept[place] = replace(found[place], left="others look better")
        return kept

    def _hope(self, evaluation: Evaluation) -> float:
        """The fitness to hope for, where what is not known scores one half. Greedy players may miss the skill of a game, so less
        skill than that counts as not known."""
        terms, metrics = self.profile.terms, dict(evaluation.metrics)
        if SKILL in metrics and SKILL in terms and terms[SKILL].score(metrics[SKILL].value) < 0.5:
            del metrics[SKILL]
        return fitness(self.profile, metrics, evaluation.flags, 0.5).value

    def _value(self, evaluation: Evaluation, missing: float | None) -> Metric:
        return fitness(self.profile, evaluation.metrics, evaluation.flags, missing)

    def _conclude(self, evaluation: Evaluation) -> Evaluation:
        """The evaluation with the fitness that counts in a race."""
        whole = "deep" in self.suite.stages  # such a suite measures everything
        proven = self._value(evaluation, 0.0 if whole else None)
        if evaluation.rejected:
            return replace(evaluation, fitness=Metric(0.0, 0.0, 0.0, proven.games), ungated=proven)
        hoped = self._value(evaluation, 1.0) if evaluation.left and evaluation.valid else proven
        found = Metric(proven.value, proven.low, max(proven.high, hoped.high), proven.games)
        return replace(evaluation, fitness=found)


def _is_settled(descriptor: str, played: Played) -> bool:
    """Whether a descriptor is known well enough for choosing a cell: luck only after searching players have played, and how long
    a game takes after greedy ones.
    """
    return {"luck": "search", "minutes": "play"}.get(descriptor, "gate") in played.stages
