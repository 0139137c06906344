"""Whether a game can be played: judged by games of greedy players, for the rates and tests (never by `evolve` itself)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from darwindeck.compile.validate import validate
from darwindeck.genome.genome import GameGenome
from darwindeck.simulate.records import ENDINGS
from darwindeck.simulate.simulate import Job, simulate_many

CHUNKS = (3, 7, 10, 20)  # games, more only where they may change the verdict
GAMES = sum(CHUNKS)
ENOUGH_PLIES = 10_000  # a genome of very long games is judged by fewer of them
MOST_TURNS = 5000  # for one game, whatever the genome allows: longer than anybody would play
ENDS, CHOICES = 0.95, 0.2
LIMITS = [ENDINGS.index(name) for name in ("turn_limit", "runaway")]
STALEMATE = ENDINGS.index("stalemate")


@dataclass
class Verdict:
    """What play says of a genome."""

    valid: bool = False  # some deal offers a first move
    games: int = 0
    limited: int = 0  # games that a limit ended
    stuck: int = 0  # games that ended because nobody could change anything
    plies: int = 0
    choices: int = 0  # plies with two or more options

    @property
    def ends(self) -> bool:
        return self.games > 0 and self.games - self.limited >= ENDS * self.games

    @property
    def ends_well(self) -> bool:
        return self.games > 0 and self.games - self.limited - self.stuck >= ENDS * self.games

    @property
    def offers_choices(self) -> bool:
        return self.plies > 0 and self.choices >= CHOICES * self.plies

    @property
    def playable(self) -> bool:
        return self.ends and self.offers_choices

    def is_settled(self) -> bool:
        """Whether more games cannot, or need not, change the verdict."""
        hopeless = self.limited > (1 - ENDS) * GAMES
        return not self.valid or self.games >= GAMES or self.plies >= ENOUGH_PLIES or hopeless


def judge(genomes: Sequence[GameGenome], seed: int = 1) -> list[Verdict]:
    """A verdict for each genome, all of which pass `check`."""
    genomes = [msgspec.structs.replace(genome, max_turns=min(genome.max_turns, MOST_TURNS)) for genome in genomes]
    verdicts = [Verdict(valid=not validate(genome).errors) for genome in genomes]
    for number, games in enumerate(CHUNKS):
        first = sum(CHUNKS[:number])
        open_ = [(genome, v) for genome, v in zip(genomes, verdicts, strict=True) if not v.is_settled()]
        jobs = [Job(genome, games, ("greedy",), seed, first, plies=True) for genome, _ in open_]
        for records, (_, verdict) in zip(simulate_many(jobs), open_, strict=True):
            verdict.games += games
            verdict.limited += int(np.isin(records.ending, LIMITS).sum())
            verdict.stuck += int((records.ending == STALEMATE).sum())
            verdict.plies += int(records.plies.sum())
            assert records.ply is not None
            verdict.choices += int((records.ply.legal >= 2).sum())
    return verdicts
