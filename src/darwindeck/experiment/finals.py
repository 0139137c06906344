"""The end of a run: its best games measured afresh by stronger players, and named.

What got a game chosen is too good on average. So the finalists are measured again before the gallery is chosen. Rules that its
games do not need are taken out. Then the gallery is measured with fresh seeds and more games, which says what is shown and in
which order. A last judge with the strongest players and other seeds gives the figures that are reported: they chose nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from ..evaluate.plan import SUITES, Suite
from ..evolve.elite import Elite
from ..evolve.gallery import choose
from ..evolve.select import is_brought
from ..explain.names import titles
from ..genome.distance import has_idea
from ..genome.genome import GameGenome
from ..genome.text import invented_games, load_genome
from ..play.rulebooks import name_key
from .config import FEWEST_SHOWN
from .experiment import Experiment
from .gallery import LACKING, best_files, gallery_files, log_row
from .lab import Lab
from .sitting import OutOfTime
from .start import brought_games
from .steering import has_all_modules

EVERY_GATE = ("doubt", "dead", "habits")  # stages that only the gallery is worth
FINAL = replace(SUITES["default"], name="final", stages=(*SUITES["default"].stages, *EVERY_GATE))
LAST = replace(FINAL, name="last", stages=(*FINAL.stages, "strong"))  # with the strongest players
DEARER, DEAREST, PRUNING = 12.0, 16.0, 3.0  # times what a contender costs in a race, about: FINAL, LAST and pruning
MARGIN = 1.2
FAR_BEHIND = 0.7  # of the best: such games are not shown
WORTH = 0.3  # showing: real games with choices have more, most of them twice that
FINALISTS = 3  # for each place in the gallery


def finish(found: Sequence[Elite], lab: Lab, experiment: Experiment) -> tuple[list[Elite], dict[str, int]]:
    """Makes and writes the gallery of the games that were found, also when a time budget ended the run early, or ends this.

    Beside the gallery: how many of those that were measured for it failed which gate.
    """
    lab.budget.release()
    refused: dict[str, int] = {}
    wanted = lab.config.steering.modules
    bred = [game for game in found if not is_brought(game.genome)]
    found = [game for game in bred if has_all_modules(game.genome, wanted)]
    try:
        shown, refused = make_gallery(found, lab, [*brought_games(experiment), *map(load_genome, invented_games())])
    except OutOfTime:
        promising = keep_promising(choose(found, lab.config.places))
        shown = name_games([game for game in promising if game.mean >= WORTH])
    if len(found) < len(bred):
        refused = {**refused, LACKING: len(bred) - len(found)}
    hurried = lab.budget.is_up
    events = [{"level": "info", "event": "end", **log_row(game)} for game in shown]
    if refused:
        events.append({"level": "info", "event": "refused", **refused})
    experiment.finish(gallery_files(shown, hurried), best_files(shown, hurried, refused), events)
    return shown, refused


def make_gallery(found: Sequence[Elite], lab: Lab, there: Sequence[GameGenome]) -> tuple[list[Elite], dict[str, int]]:
    """The gallery, measured afresh; OutOfTime if there is no time for that. If there is none for the last judge, it is left out.

    No game that is there already is shown as a new one.
    """
    places = lab.config.places
    lab.begin_stage("finalists", FINALISTS * places)
    finalists = measure_again(choose_finalists(found, FINALISTS * places, lab, there), lab)
    fresh, judged = judge_in_portions(prune_games(keep_promising(choose(finalists, places)), lab), lab)
    last = {game.genome.genome_id: game for game in judged}
    ranked = keep_good(sorted(fresh, key=lambda game: (-game.fitness.low, game.genome.genome_id)))
    shown = [last.get(game.genome.genome_id, game) for game in ranked]
    return name_games(keep_good(shown)), count_refusals([*judged, *fresh])


def judge_in_portions(games: Sequence[Elite], lab: Lab) -> tuple[list[Elite], list[Elite]]:
    """The games measured afresh, and the good ones once more by the last judge.

    All at once, unless time is limited: then a few come first, and how long they took says how many more there is time for.
    """
    fresh: list[Elite] = []
    judged: list[Elite] = []
    waiting, size = list(games), len(games)
    if lab.budget.is_limited:
        size = min(FEWEST_SHOWN, affordable(lab))
    while waiting and size:
        portion, waiting, left = waiting[:size], waiting[size:], lab.budget.left
        try:
            lab.begin_stage("gallery", len(portion))
            measured = measure_afresh(portion, "final", FINAL, lab)
            fresh += measured
            good = keep_good(measured)
            lab.begin_stage("last", len(good))
            judged += measure_afresh(good, "last", LAST, lab)
        except OutOfTime:
            if not fresh:
                raise
            break
        if waiting:
            pace = (left - lab.budget.left) / len(portion)
            size = min(len(waiting), int(lab.budget.left / max(MARGIN * pace, 1e-9)))
    return fresh, judged


def prune_games(games: Sequence[Elite], lab: Lab) -> list[Elite]:
    """The games without rules that they do not need, unless a game would then play like a known or a better one, or there is no
    time for that.
    """
    if lab.budget.is_limited and lab.budget.left < seconds_each(lab) * len(games) * PRUNING:
        return list(games)
    lab.begin_stage("prune", len(games))
    found = lab.prune([game.genome for game in games])
    simpler = iter(
        lab.simplify([genome for genome, notes in found if notes])
    )  # a rule may have meant something to one that went
    pruned = [(next(simpler) if notes else genome, notes) for genome, notes in found]
    is_new = lab.find_originals([genome for genome, _ in pruned])
    return [
        replace(game, genome=genome, taken_out=notes) if keep else game
        for game, (genome, notes), keep in zip(games, pruned, is_new, strict=True)
    ]


def seconds_each(lab: Lab) -> float:
    """How long a contender took in a race, or a guess if there was none."""
    return MARGIN * (1.0 if lab.seconds_each is None else lab.seconds_each)


def affordable(lab: Lab) -> int:
    """How many games there is time to measure afresh, at least one, as far as the races tell."""
    return max(1, int(lab.budget.left / ((DEARER + DEAREST) * max(seconds_each(lab), 1e-9))))


def keep_promising(games: Sequence[Elite]) -> list[Elite]:
    """Those that are worth showing if a fresh measurement finds the same fitness."""
    best = games[0].low if games else 0.0
    return [game for game in games if game.valid and game.low >= FAR_BEHIND * best]


def is_sound(game: Elite) -> bool:
    return game.evaluation is not None and game.evaluation.valid


def keep_good(games: Sequence[Elite]) -> list[Elite]:
    """Those that turned out well: they pass every gate, are worth showing, and are not far behind the best. There may be none."""
    sound = [game for game in games if is_sound(game)]
    best = max((game.fitness.value for game in sound), default=0.0)
    return [game for game in sound if game.fitness.value >= max(WORTH, FAR_BEHIND * best)]


def count_refusals(games: Sequence[Elite]) -> dict[str, int]:
    """How many of the games measured afresh failed which gate, each counted once, by the first gate that it failed."""
    first = [game.evaluation.rejected[0].gate for game in games if game.evaluation and game.evaluation.rejected]
    return dict(sorted(Counter(first).items()))


def seconds_needed(found: Sequence[Elite], lab: Lab) -> float:
    """About how long the end will take, by how long contenders took so far; no time as long as there is nothing to show."""
    games = choose(found, FINALISTS * lab.config.places)
    if not games:
        return 0.0
    shown = keep_promising(games)[: lab.config.places]
    once_more = max(FEWEST_SHOWN, len(games) / 2)  # the others were measured twice already
    return seconds_each(lab) * (once_more + (PRUNING + DEARER + DEAREST) * max(FEWEST_SHOWN, len(shown))) + 2.0


def choose_finalists(found: Sequence[Elite], most: int, lab: Lab, there: Sequence[GameGenome] = ()) -> list[Elite]:
    """The best so many distinct games, without their idle rules; none that has no idea of its own, or plays like a known game, one
    that is there already (brought from outside, or in the collection), or a better one.
    """
    chosen = choose(found, most)
    simpler = lab.simplify([game.genome for game in chosen])
    is_new = lab.find_originals([*there, *simpler])[len(there) :]
    return [
        game if new is game.genome else replace(game, genome=new, asked=1)
        for game, new, keep in zip(chosen, simpler, is_new, strict=True)
        if keep and has_idea(new)
    ]


def measure_again(games: Sequence[Elite], lab: Lab) -> list[Elite]:
    """Each measured at least twice, so that the lucky ones fall back."""
    once = [game for game in games if game.asked < 2]
    evaluations = lab.measure([game.ask_again() for game in once])
    again = {game.genome.genome_id: game.add(new) for game, new in zip(once, evaluations, strict=True)}
    return [again.get(game.genome.genome_id, game) for game in games]


def measure_afresh(games: Sequence[Elite], purpose: str, suite: Suite, lab: Lab) -> list[Elite]:
    """With fresh seeds and more games."""
    evaluations = lab.evaluate([game.genome for game in games], purpose, suite)
    return [replace(game, evaluation=new) for game, new in zip(games, evaluations, strict=True)]


def name_games(games: Sequence[Elite]) -> list[Elite]:
    """Each with a title of its own."""
    names = titles([name_key(game.genome) for game in games])
    return [
        replace(game, genome=msgspec.structs.replace(game.genome, name=name))
        for game, name in zip(games, names, strict=True)
    ]
