"""A learned player on the ladder: it meets the strongest player below it. Neither metrics nor gates see what comes of it."""

from __future__ import annotations

from ..contest.rating import PairScores
from ..contest.schedule import Pairing
from ..measure.depth import Rung, next_comparison
from ..measure.skill import climb
from .plan import Backend, Suite, plan_duel
from .played import THUMB, Played, collect_evidence
from .rounds import rung_of

LEARNED, RULE_OF_THUMB = "learned", "the rule of thumb"
LOWEST = (THUMB, "greedy")  # of any ladder


def meet_learned(played: Played, file: str, suite: Suite, backend: Backend) -> Rung | None:
    """How the player of that file fares on the deals on which the ladder was climbed; None if that would take too long.

    `against` is the name of the player that it met. Of matches for points one deal is played, as by all on the ladder. A
    deal cut off is another program, so the player must be let play it.
    """
    evidence = collect_evidence(played)
    ladder = evidence.ladder or LOWEST
    pair = next_comparison((*ladder, LEARNED), climb(evidence, ladder))
    assert pair is not None
    player = f"learned:{file}" if played.deal is played.genome else f"learned:{file},transfer"
    jobs = plan_duel(played, suite, Pairing(player, pair[1]))
    if not jobs:
        return None
    records, schedule = backend(list(jobs.values())), played.schedule
    name = RULE_OF_THUMB if pair[1] == THUMB else str(played.player(pair[1]))
    scores = PairScores(Pairing(LEARNED, name), len(schedule.sides), schedule.alone(records), schedule.stakes(records))
    return rung_of(scores)
