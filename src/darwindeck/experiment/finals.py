"""The end of a run: its best games measured afresh by stronger players, and named.

What got a game chosen is too good on average. So the finalists are measured again before the gallery is chosen. The gallery is
measured once more with fresh seeds and more games, and the first of it a last time. What is reported chose nothing.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from ..evaluate.plan import SUITES, Suite
from ..evolve.elite import Elite
from ..evolve.gallery import choose
from ..explain.names import titles
from ..play.rulebooks import name_key
from .config import FEWEST_SHOWN
from .experiment import Experiment
from .gallery import best_files, gallery_files, log_row
from .lab import Lab
from .sitting import OutOfTime

FINAL = replace(
    SUITES["default"], name="final", stages=(*SUITES["default"].stages, "doubt", "dead", "habits")
)  # and all gates
LAST = replace(FINAL, name="last", seconds=3.0, stages=(*FINAL.stages, "strong"))  # for the best alone
DEARER, DEAREST = 12.0, 30.0  # times what a contender costs in a race, about
MARGIN = 1.2
FAR_BEHIND = 0.7  # of the best: such games are not shown
FINALISTS = 3  # for each place in the gallery


def finish(found: Sequence[Elite], lab: Lab, experiment: Experiment) -> tuple[list[Elite], dict[str, int]]:
    """Makes and writes the gallery of the games that were found, also when a time budget ended the run early, or ends this.

    Beside the gallery: how many of those that were measured for it failed which gate.
    """
    lab.budget.release()
    refused: dict[str, int] = {}
    try:
        shown, refused = make_gallery(found, lab)
    except OutOfTime:
        shown = name_games(keep_promising(choose(found, lab.config.places)))
    hurried = lab.budget.is_up
    events = [{"level": "info", "event": "end", **log_row(game)} for game in shown]
    if refused:
        events.append({"level": "info", "event": "refused", **refused})
    experiment.finish(gallery_files(shown, hurried), best_files(shown, hurried, refused), events)
    return shown, refused


def make_gallery(found: Sequence[Elite], lab: Lab) -> tuple[list[Elite], dict[str, int]]:
    """The gallery, measured afresh; OutOfTime if there is no time for that. The last measurement of the best may be left out."""
    places = lab.config.places
    lab.begin_stage("finalists", FINALISTS * places)
    finalists = measure_again(choose_finalists(found, FINALISTS * places, lab), lab)
    chosen = keep_promising(choose(finalists, places))[: affordable(lab)]
    lab.begin_stage("gallery", len(chosen))
    fresh = measure_afresh(chosen, "final", FINAL, lab)
    shown = keep_good(fresh)
    with contextlib.suppress(OutOfTime):
        while shown:  # the first is looked at longest, and the next one is first if it fails
            lab.begin_stage("best", 1)
            best = measure_afresh(shown[:1], "best", LAST, lab)
            fresh += [game for game in best if game.evaluation is not None and game.evaluation.rejected]
            shown[:1] = keep_good(best)
            if best[0] in shown:
                break
    return name_games(shown), count_refusals(fresh)


def affordable(lab: Lab) -> int | None:
    """How many games there is time to measure afresh; None: any number."""
    if not lab.budget.is_limited or lab.seconds_each is None:
        return None
    return max(1, int(lab.budget.left / (DEARER * max(lab.seconds_each, 1e-9))))


def keep_promising(games: Sequence[Elite]) -> list[Elite]:
    """Those that are worth showing if a fresh measurement finds the same fitness."""
    best = games[0].low if games else 0.0
    return [game for game in games if game.valid and game.low >= FAR_BEHIND * best]


def keep_good(games: Sequence[Elite]) -> list[Elite]:
    """Those that turned out well: they pass every gate, and are not far behind the best. There may be none."""
    sound = [game for game in games if game.evaluation is not None and game.evaluation.valid]
    best = max((game.fitness.value for game in sound), default=0.0)
    return [game for game in sound if game.fitness.value >= FAR_BEHIND * best]


def count_refusals(games: Sequence[Elite]) -> dict[str, int]:
    """How many of the games measured afresh failed which gate, each counted once, by the first gate that it failed."""
    first = [game.evaluation.rejected[0].gate for game in games if game.evaluation and game.evaluation.rejected]
    return dict(sorted(Counter(first).items()))


def seconds_needed(found: Sequence[Elite], lab: Lab) -> float:
    """About how long the end will take, by how long contenders took so far; no time as long as there is nothing to show."""
    games = choose(found, FINALISTS * lab.config.places)
    if not games:
        return 0.0
    each = 1.0 if lab.seconds_each is None else lab.seconds_each
    shown = keep_promising(games)[: lab.config.places]
    once_more = max(FEWEST_SHOWN, len(games) / 2)  # the others were measured twice already
    return MARGIN * each * (once_more + DEARER * max(FEWEST_SHOWN, len(shown)) + DEAREST) + 2.0


def choose_finalists(found: Sequence[Elite], most: int, lab: Lab) -> list[Elite]:
    """The best so many distinct games, without their idle rules; none that plays like a known game or a better one."""
    chosen = choose(found, most)
    simpler = lab.simplify([game.genome for game in chosen])
    is_new = lab.find_originals(simpler)
    return [
        game if new is game.genome else replace(game, genome=new, asked=1)
        for game, new, keep in zip(chosen, simpler, is_new, strict=True)
        if keep
    ]


def measure_again(games: Sequence[Elite], lab: Lab) -> list[Elite]:
    """Each measured at least twice, so that the lucky ones fall back."""
    once = [game for game in games if game.asked < 2]
    evaluations = lab.measure([game.ask_again() for game in once])
    again = {game.genome.genome_id: game.add(new) for game, new in zip(once, evaluations, strict=True)}
    return [again.get(game.genome.genome_id, game) for game in games]


def measure_afresh(games: Sequence[Elite], purpose: str, suite: Suite, lab: Lab) -> list[Elite]:
    """With fresh seeds and more games, in the order of the low ends of the new intervals."""
    evaluations = lab.evaluate([game.genome for game in games], purpose, suite)
    fresh = [replace(game, evaluation=new) for game, new in zip(games, evaluations, strict=True)]
    return sorted(fresh, key=lambda game: (-game.fitness.low, game.genome.genome_id))


def name_games(games: Sequence[Elite]) -> list[Elite]:
    """Each with a title of its own."""
    names = titles([name_key(game.genome) for game in games])
    return [
        replace(game, genome=msgspec.structs.replace(game.genome, name=name))
        for game, name in zip(games, names, strict=True)
    ]
