"""Styles: greedy players who weigh one thing otherwise, or answer one prompt by a habit, everybody against everybody.

First each plays a few deals among usual greedy players, to see which of them play differently at all. These meet the usual
player in duels. Who surely loses to it is left out; the best of the others meet each other on the same deals, in rounds.
"""

from __future__ import annotations

from .. import _core
from ..contest.schedule import Pairing
from ..engine.players import GREEDY, BuiltIn, PlayerLike
from ..measure.evidence import Evidence
from ..measure.styles import styles
from ..simulate.simulate import Job
from .advice import describe_rule, habits_at, seat_alone
from .habits import LOOK, find_asked, plan_look
from .played import GREEDY_SECONDS, Played
from .rivals import MOST_RIVALS, STYLE, TRIED, USUAL, collect_styles, find_different, find_rivals, pair_up
from .rounds import DuelInRounds, count_rounds
from .thumbs import options_of

TRIES, FIRST_DEAL = 8, 1 << 54  # the first deals, and where they begin; no other stage plays those from there on
FEWEST_DEALS = 2


def all_styles(played: Played) -> dict[str, PlayerLike]:
    """The usual greedy player, one for each weight of its judge that is off or doubled, and one for each constant habit."""
    weights = _core.JUDGE_WEIGHTS
    names = [f"greedy:{name}={weight:g}" for name, usual in weights.items() for weight in (0, 2 * usual)]
    habits = {
        f"{text}: {describe_rule(habit)}": BuiltIn(GREEDY, rule=habit)
        for number, text, kinds in find_asked(played)
        for habit in habits_at(number, kinds)
        if not habit.at_random
    }
    return {USUAL: USUAL, **{name: name for name in names}, **habits}


def plan_styles(played: Played, seconds: float) -> dict[str, Job]:
    """The games of the next round; none if about so many seconds are spent, or if the number is clear."""
    records, schedule, deal = played.records, played.schedule, played.first_deal
    if LOOK not in records:
        return plan_look(played, USUAL)
    who = all_styles(played)
    if TRIED + USUAL not in records:
        seats = {name: seat_alone(schedule.sides, 0, player, USUAL) for name, player in who.items()}
        return {TRIED + name: Job(deal, TRIES, seats[name], played.seed, FIRST_DEAL) for name in who}
    names = find_different(records)
    rivals = min(len(names), MOST_RIVALS)
    options = options_of([records[TRIED + name] for name in names])
    each = GREEDY_SECONDS * options * len(schedule.lineups) * max(1, rivals * (rivals - 1) / 2)
    jobs: dict[str, Job] = {}
    for pair in _next_pairs(played):
        comparison = DuelInRounds(STYLE, pair, (who[pair.a], who[pair.b]), FIRST_DEAL + TRIES)
        jobs |= comparison.plan(deal, schedule, records, played.seed, seconds / each, FEWEST_DEALS)
    return jobs


def _next_pairs(played: Played) -> list[Pairing]:
    """First everybody with the usual player, then who has to catch up; all of them as long as the number is not clear."""
    records, schedule = played.records, played.schedule
    pairs = pair_up(find_rivals(schedule, records))
    done = {pair: count_rounds(STYLE, pair, records)[1] for pair in pairs}
    if not_met := [pair for pair in pairs if pair.a == USUAL and not done[pair]]:
        return not_met
    if behind := [pair for pair in pairs if done[pair] < max(done.values())]:
        return behind
    found = styles(Evidence(schedule.sides, styles=collect_styles(schedule, records)))
    return [] if found is not None and round(found.low) == round(found.high) else pairs
