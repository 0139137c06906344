"""The end of a run: its best games measured afresh by stronger players, named, and written down for people.

What got a game chosen is too good on average. So the finalists are measured again before the gallery is chosen, the
gallery again with fresh seeds and more games, and the one that is surely best once more: what is reported chose nothing.
"""

from __future__ import annotations

import contextlib
import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from ..engine.game import Game
from ..evaluate.alike import originals
from ..evaluate.evaluate import Evaluation, evaluate_with
from ..evaluate.plan import SUITES, Suite
from ..evolve.candidates import Measured
from ..evolve.gallery import Exhibit, choose
from ..explain.book import Rulebook
from ..explain.names import titles
from ..explain.render import to_html, to_text
from ..explain.rules import rulebook_of
from ..files.write import json_bytes
from ..genome.genome import GameGenome
from ..genome.text import format_genome
from ..measure.estimate import Metric
from ..play.rulebooks import game_title, illustrate_rulebook, name_key
from ..play.text import retell
from ..simulate.backends.local import Local
from .config import FEWEST_SHOWN
from .evolution import Evolution, OutOfTime, seed_of, told
from .simplify import simplified

FINAL = SUITES["default"]  # what `evaluate` plays
LAST = replace(FINAL, name="last", seconds=3.0)  # for the best alone
DEARER, DEAREST = 6.0, 20.0  # times what a contender costs in a race, about
MARGIN = 1.2
FAR_BEHIND = 0.7  # of the best: such games are not shown
FINALISTS = 3  # for each place in the gallery
SAMPLES, SAMPLE_PLAYER, MOST_PLIES = 3, "mcts-weak", 400
BESIDE = ("depth", "decision_density", "skill_gradient", "tension", "interaction", "length")


@dataclass(frozen=True)
class Shown:
    """A game of the gallery, with a name and what was measured last."""

    genome: GameGenome
    evaluation: Evaluation
    nearest: str
    distance: float
    earlier: Metric  # what it was chosen by

    @property
    def fitness(self) -> Metric:
        return self.evaluation.fitness

    @property
    def is_fresh(self) -> bool:
        """Whether it was measured again after it was chosen."""
        return bool(self.evaluation.stages)

    @property
    def is_broken(self) -> bool:
        return any(flag.severity == "broken" for flag in self.evaluation.flags)

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        fitness, earlier = self.fitness, self.earlier
        return {
            "name": self.genome.name,
            "genome_id": self.genome.genome_id,
            "players": self.genome.player_count,
            "fitness": [fitness.value, fitness.low, fitness.high],
            "chosen_by": [earlier.value, earlier.low, earlier.high],
            "nearest_known": self.nearest,
            "distance": self.distance,
            "metrics": {name: [m.value, m.low, m.high, m.games] for name, m in self.evaluation.metrics.items()},
            "flags": [f"{flag.severity}: {flag.reason}" for flag in self.evaluation.flags],
            "lineage": self.genome.lineage,
        }


def finish(run: Evolution) -> list[Shown]:
    """Chooses, measures and writes the gallery; also when a time budget ended the run early, or ends this."""
    run.deadline = run.ends
    shown = measured_afresh(run)
    if shown is None:
        shown = named([_as_it_was(run, of) for of in promising(choose(run.strategy.finalists(), run.config.places))])
    run.deadline = math.inf
    hurried = time.monotonic() > run.ends
    run.experiment.finish(
        gallery_files(shown, hurried),
        best_files(shown, hurried),
        [{"level": "info", "event": "end", **_row(game)} for game in shown],
    )
    return shown


def measured_afresh(run: Evolution) -> list[Shown] | None:
    """The gallery; None if the time is up before it is measured."""
    wanted = run.config.places
    try:
        run.watch.stage("finalists", FINALISTS * wanted)
        chosen = promising(choose(remeasured(run, finalists(run, FINALISTS * wanted)), wanted))
        chosen = chosen[: affordable(run)]
        run.watch.stage("gallery", len(chosen))
        shown = named(worth_showing(measured(run, chosen, "final", FINAL)))
    except OutOfTime:
        return None
    if shown:
        with contextlib.suppress(OutOfTime):
            run.watch.stage("best", 1)
            [best] = measured(run, [_exhibit(shown[0])], "best", LAST)
            shown[0] = replace(shown[0], evaluation=best.evaluation)
    return shown


def affordable(run: Evolution) -> int | None:
    """How many games there is time to measure afresh; None: any number."""
    if run.ends == math.inf:
        return None
    seconds, count = run.searched
    return max(1, int((run.ends - time.monotonic()) / (DEARER * max(seconds, 1e-9) / count))) if count else None


def promising(exhibits: Sequence[Exhibit]) -> list[Exhibit]:
    """Those that will be worth showing if they are what they seem."""
    best = exhibits[0].fitness if exhibits else 0.0
    return [of for place, of in enumerate(exhibits) if place < FEWEST_SHOWN or of.fitness >= FAR_BEHIND * best]


def worth_showing(games: Sequence[Shown]) -> list[Shown]:
    """Those that turned out well: not broken, and not far behind the best; of few games all that are not broken."""
    sound = [game for game in games if not game.is_broken]
    best = max((game.fitness.value for game in sound), default=0.0)
    return [game for place, game in enumerate(sound) if place < FEWEST_SHOWN or game.fitness.value >= FAR_BEHIND * best]


def seconds_needed(run: Evolution) -> float:
    """About how long the end will take, by how long contenders took so far; no time as long as there is nothing to show."""
    seconds, count = run.searched
    each = seconds / count if count else 1.0
    games = choose(run.strategy.finalists(), FINALISTS * run.config.places)
    if not games:
        return 0.0
    shown = promising(games)[: run.config.places]
    once_more = max(FEWEST_SHOWN, len(games) / 2)  # the others were measured twice already
    return MARGIN * each * (once_more + DEARER * max(FEWEST_SHOWN, len(shown)) + DEAREST) + 2.0


def finalists(run: Evolution, most: int) -> list[Measured]:
    """The best so many distinct games, without their idle rules; none that plays like a known game or a better one."""
    games = {game.genome.genome_id: game for game in run.strategy.finalists()}
    chosen = [games[exhibit.genome.genome_id] for exhibit in choose(games.values(), most)]
    seed = seed_of(run.config.seed, "simplify")
    simpler = simplified([game.genome for game in chosen], Local(run.runtime.workers, run.note_games), seed)
    is_new = originals(simpler, run.play, seed_of(run.config.seed, "likeness"))
    return [
        game if new is game.genome else replace(game, genome=new, asked=1)
        for game, new, keep in zip(chosen, simpler, is_new, strict=True)
        if keep
    ]


def remeasured(run: Evolution, games: Sequence[Measured]) -> list[Measured]:
    """Each measured at least twice, so that the lucky ones fall back."""
    once = [game for game in games if game.asked < 2]
    results = run.measure([game.again() for game in once])
    again = {
        game.genome.genome_id: game.with_more(told(game.again(), result))
        for game, result in zip(once, results, strict=True)
    }
    return [again.get(game.genome.genome_id, game) for game in games]


def measured(run: Evolution, exhibits: Sequence[Exhibit], purpose: str, suite: Suite) -> list[Shown]:
    """With fresh seeds and more games, in the order of the fitness they surely have."""
    genomes = [exhibit.genome for exhibit in exhibits]
    limited = suite.at_most(run.config.simulation.games)
    found = evaluate_with(run.play, genomes, run.profile, limited, seed_of(run.config.seed, purpose))
    shown = [
        Shown(e.genome, evaluation, e.nearest, e.distance, Metric(e.fitness, e.low, e.high, 0))
        for e, evaluation in zip(exhibits, found, strict=True)
    ]
    return sorted(shown, key=lambda game: (-game.fitness.low, game.genome.genome_id))


def named(games: Sequence[Shown]) -> list[Shown]:
    """Each with a title of its own."""
    names = titles([name_key(game.genome) for game in games])
    return [
        replace(game, genome=msgspec.structs.replace(game.genome, name=name))
        for game, name in zip(games, names, strict=True)
    ]


def _as_it_was(run: Evolution, of: Exhibit) -> Shown:
    """A game that there was no time to measure again, with what got it chosen."""
    known = Metric(of.fitness, of.low, of.high, 0)
    empty: dict[str, Any] = {}
    evaluation = Evaluation(of.genome.genome_id, run.profile.name, "none", 0, (), empty, known, empty, (), (), empty)
    return Shown(of.genome, evaluation, of.nearest, of.distance, known)


def _exhibit(game: Shown) -> Exhibit:
    was = game.earlier
    return Exhibit(game.genome, was.value, was.low, was.high, 0, game.nearest, game.distance)


def _row(game: Shown) -> dict[str, Any]:
    value = game.fitness
    return {"game": game.genome.name, "genome": game.genome.genome_id, "fitness": [value.value, value.low, value.high]}


# Files.


def gallery_files(games: Sequence[Shown], hurried: bool) -> dict[str, bytes]:
    """`gallery.json`, and each game's genome and rulebook under its place and name; in a hurry without examples."""
    files = {"gallery.json": json_bytes([game.data() for game in games])}
    for place, game in enumerate(games, 1):
        stem = f"{place:02d}-{game.genome.name.lower().replace(' ', '-')}"
        book = _book(game.genome, hurried)
        files[f"{stem}.json"] = format_genome(game.genome).encode()
        files[f"{stem}.txt"] = to_text(book).encode()
        files[f"{stem}.html"] = to_html(book).encode()
    return files


def _book(genome: GameGenome, hurried: bool) -> Rulebook:
    return rulebook_of(genome, game_title(genome)) if hurried else illustrate_rulebook(genome)


def best_files(games: Sequence[Shown], hurried: bool) -> dict[str, bytes]:
    """The best game: genome, rules, and a few games as they were played, unless there is no time for them."""
    if not games:
        return {"README.txt": b"No playable game was found that is not a near-copy of a known one.\n"}
    genome = games[0].genome
    return {
        "genome.json": format_genome(genome).encode(),
        "rules.txt": to_text(_book(genome, hurried)).encode(),
        "sample_games.json": json.dumps([] if hurried else sample_games(genome), indent=1, ensure_ascii=False).encode()
        + b"\n",
        "evaluation.json": json_bytes(games[0].data()),
    }


def sample_games(genome: GameGenome) -> list[Mapping[str, Any]]:
    """Games of searching players: every move by number, and the beginning of each in words."""
    game = Game(genome)
    told = [retell(game, 1, index, (SAMPLE_PLAYER,), most=MOST_PLIES) for index in range(SAMPLES)]
    return [{"players": SAMPLE_PLAYER, **each} for each in told]
