"""A twist: one change of a game that players notice, with a sentence that tells it. What all twists are made with."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from ....errors import GenomeError
from ....genome.canonical import content_hash
from ....genome.genome import GameGenome, TurnStructure
from ....genome.setup import SetupRules
from ....judge import find_faults
from ....judge.check import check
from ....judge.flow import Flow
from ....language.facts import Fact, Reads
from ....mechanics.phases.phase import PhaseMechanic
from ....mechanics.scoring import ScoringRule
from ..fit import fit

Change = Callable[[GameGenome, random.Random], GameGenome | None]
STAKES = (1, 2, 3, 5, 10, 20, 25, 50, 100)  # amounts that people give points in
USUAL_STAKE = 5  # where no score ends the match


@dataclass(frozen=True)
class Twist:
    """One change. It fits a game in which all facts of `has` hold and none of `lacks`; `change` may still decline."""

    name: str
    sentence: str  # for players, as "The last trick scores extra."
    has: tuple[Fact, ...]
    lacks: tuple[Fact, ...]
    change: Change

    def fits(self, flow: Flow) -> bool:
        """Whether the facts that it asks for hold. Facts of phases, actions, conditions and wins count alike."""
        return all(map(flow.is_used, self.has)) and not any(map(flow.is_used, self.lacks))

    def apply(self, genome: GameGenome, rng: random.Random) -> GameGenome | None:
        """The twisted game; None where the twist does not fit, changes nothing, or leaves a game with more faults."""
        draft = self.change(genome, rng) if self.fits(Flow(genome)) else None
        if draft is None:
            return None
        try:
            child = fit(draft, rng)
        except GenomeError:
            return None
        same = content_hash(child) == content_hash(genome)
        if same or check(child).errors or _faults(child) - _faults(genome):
            return None
        return child

    def mutate(self, genome: GameGenome, rng: random.Random) -> tuple[GameGenome, str] | None:
        """The twist as an operator of its own."""
        child = self.apply(genome, rng)
        return None if child is None else (child, "")


def _faults(genome: GameGenome) -> set[str]:
    """What can be seen to be wrong with a game, parts that could simply be left out included."""
    return {finding.why for finding in find_faults(genome)}


TWISTS: dict[str, Twist] = {}  # of this package, in the order in which its files are read


def twist(sentence: str, *, has: tuple[Fact, ...] = (), lacks: tuple[Fact, ...] = ()) -> Callable[[Change], Change]:
    """Enters a function as the twist of its name."""

    def enter(change: Change) -> Change:
        TWISTS[change.__name__] = Twist(change.__name__, sentence, has, lacks, change)
        return change

    return enter


# Parts of games, found by their facts.


def find_phase(genome: GameGenome, fact: Fact) -> PhaseMechanic | None:
    """The first phase of a deal of which the fact holds."""
    flow = Flow(genome)
    return next((phase for _, phase in flow.phases if phase.has(fact, flow.context)), None)


def change_phase(genome: GameGenome, fact: Fact, **fields: Any) -> GameGenome | None:
    """The game with other fields in the first phase of which the fact holds; None if there is none, or it has no such fields."""
    old = find_phase(genome, fact)
    return (
        None
        if old is None or not all(hasattr(old, name) for name in fields)
        else replace_phases(genome, lambda phase: msgspec.structs.replace(phase, **fields) if phase is old else phase)
    )


def replace_phases(genome: GameGenome, change: Callable[[Any], Any]) -> GameGenome:
    """The game with every phase changed, or taken out where the change gives None."""
    turn = genome.turn_structure
    opening, phases = (
        tuple(new for phase in part if (new := change(phase)) is not None) for part in (turn.opening, turn.phases)
    )
    return msgspec.structs.replace(genome, turn_structure=TurnStructure(phases=phases, opening=opening))


def add_phases(genome: GameGenome, *phases: Any) -> GameGenome:
    """The game with more at the end of its turn."""
    turn = genome.turn_structure
    return msgspec.structs.replace(genome, turn_structure=msgspec.structs.replace(turn, phases=(*turn.phases, *phases)))


def change_setup(genome: GameGenome, **fields: Any) -> GameGenome:
    setup: SetupRules = msgspec.structs.replace(genome.setup, **fields)
    return msgspec.structs.replace(genome, setup=setup)


def add_rule(genome: GameGenome, rule: ScoringRule) -> GameGenome | None:
    """The game with a scoring rule more; None if it has it already."""
    if any(rule.condition == other.condition for other in genome.scoring_rules):
        return None
    return msgspec.structs.replace(genome, scoring_rules=(*genome.scoring_rules, rule))


# Points.


def wins_low(genome: GameGenome) -> bool:
    """Whether points are bad."""
    return Flow(genome).ranks_by(Reads.LOW_SCORES)


def stake(genome: GameGenome) -> int:
    """What is worth having in this game: about a twentieth of the points that end it, in a round number."""
    ends = [win.ends_match_at for win in genome.win_conditions if win.ends_match_at]
    aim = min(ends) // 20 if ends else USUAL_STAKE
    return max((amount for amount in STAKES if amount <= aim), default=STAKES[0])
