"""The end of a run: what is shown of its games, in which order, and what is left out. What is measured here is made up."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from darwindeck import load_genome
from darwindeck.evaluate.evaluate import Evaluation
from darwindeck.evaluate.screening import Entry, Result
from darwindeck.evolve.candidates import Candidate, Measured
from darwindeck.evolve.gallery import Exhibit, family
from darwindeck.experiment import finals
from darwindeck.experiment.config import RunConfig, RuntimeConfig
from darwindeck.experiment.finals import Shown, finalists, finish, promising, remeasured, worth_showing
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import parse_genome
from darwindeck.measure.estimate import Metric
from darwindeck.measure.flags import Flag
from darwindeck.measure.profiles import load_profile
from darwindeck.simulate.backends.local import Local

from ..edits import edited
from ..evaluate.test_alike import durak_for_two
from ..evolve.families import mutants

BROKEN = (Flag("endless", "broken", "it never ends"),)
DOUBTFUL = (Flag("luck", "doubtful", "thinking does not help"),)
GAME = load_genome("war")


def evaluation(value: float, half: float = 0.1, flags: tuple[Flag, ...] = (), suite: str = "default") -> Evaluation:
    found = Metric(value, value - half, value + half, 10)
    return Evaluation("g", "balanced", suite, 0, ("gate",), {}, found, {}, (), flags, {})


def shown(value: float, flags: tuple[Flag, ...] = ()) -> Shown:
    return Shown(GAME, evaluation(value, flags=flags), "war", 0.5, Metric(value, value, value, 0))


def exhibit(value: float) -> Exhibit:
    return Exhibit(GAME, value, value - 0.1, value + 0.1, 2, "war", 0.5)


def measured(genome: GameGenome, mean: float, asked: int = 2) -> Measured:
    return Measured(genome, mean, mean - 0.1, mean + 0.1, True, {}, {}, count=asked, asked=asked)


# What is worth showing.


def test_broken_games_are_never_shown() -> None:
    games = [shown(0.9, BROKEN), shown(0.5), shown(0.4, DOUBTFUL), shown(0.8, BROKEN)]
    assert worth_showing(games) == games[1:3]
    assert worth_showing([shown(0.9, BROKEN)]) == []


def test_games_far_behind_the_best_are_shown_only_among_the_first_three() -> None:
    games = [shown(value) for value in (1.0, 0.1, 0.1, 0.69, 0.71)]
    assert worth_showing(games) == [*games[:3], games[4]]


def test_a_broken_game_is_not_what_others_are_compared_with() -> None:
    games = [shown(0.9, BROKEN), *(shown(value) for value in (0.5, 0.5, 0.5, 0.4))]
    assert worth_showing(games) == games[1:]


def test_games_that_promise_too_little_are_not_measured_for_the_gallery() -> None:
    games = [exhibit(value) for value in (1.0, 0.2, 0.2, 0.71, 0.69)]
    assert promising(games) == games[:4] and promising([]) == []


# Whole ends of runs.


@dataclass
class Pool:
    """A strategy that has found these games."""

    games: Sequence[Measured]

    def finalists(self) -> Sequence[Measured]:
        return self.games


@dataclass
class Written:
    """An experiment directory that keeps in memory what it is told to write."""

    gallery: dict[str, bytes] = field(default_factory=dict)
    best: dict[str, bytes] = field(default_factory=dict)

    def finish(self, gallery: dict[str, bytes], best: dict[str, bytes], events: Sequence[Mapping[str, Any]]) -> None:
        self.gallery, self.best = gallery, best

    @property
    def rows(self) -> list[dict[str, Any]]:
        return list(json.loads(self.gallery["gallery.json"]))


class Nobody:
    """Looks on."""

    def stage(self, name: str, entries: int) -> None: ...


class FakeRun:
    """A run with its generations behind it. Measured again, every game is what `again` says, or what it was."""

    def __init__(self, games: Sequence[Measured], again: Mapping[str, float] | None = None) -> None:
        self.config = RunConfig(population=16, gallery=4)
        self.runtime = RuntimeConfig(workers=1)
        self.profile = load_profile("balanced")
        self.play, self.watch, self.strategy, self.experiment = Local(1), Nobody(), Pool(games), Written()
        self.deadline = self.ends = math.inf
        self.values = {game.genome.genome_id: game.mean for game in games} | dict(again or {})
        self.asked: list[str] = []

    def note_games(self, more: int) -> None: ...

    def measure(self, candidates: Sequence[Candidate]) -> list[Result]:
        self.asked += [candidate.genome.genome_id for candidate in candidates]
        return [
            Result(Entry(c.genome, 0), evaluation(value), Metric(value, value - 0.1, value + 0.1, 10), True, "", {})
            for c in candidates
            for value in [self.values[c.genome.genome_id]]
        ]


Last = dict[str, Evaluation]  # what the last measurement finds, by game


@pytest.fixture
def last(monkeypatch: pytest.MonkeyPatch) -> Last:
    """In place of play: a game measured for the gallery is what stands here, and all rules of a game are needed."""
    known: Last = {}

    def look_up(play: Any, genomes: Sequence[GameGenome], profile: Any, suite: Any, seed: int) -> list[Evaluation]:
        return [replace(known.get(genome.genome_id, evaluation(0.5)), suite=suite.name) for genome in genomes]

    monkeypatch.setattr(finals, "evaluate_with", look_up)
    monkeypatch.setattr(finals, "simplified", lambda genomes, play, seed: list(genomes))
    return known


def test_the_gallery_is_in_the_order_of_the_low_ends(last: Last) -> None:
    games = [measured(genome, 0.9) for genome in [*mutants("durak", 3), *mutants("goofspiel", 3)]]
    run = FakeRun(games)
    for number, game in enumerate(games):
        last[game.genome.genome_id] = evaluation(0.6 + number / 100, half=0.1 + number / 20)
    found = finish(run)  # type: ignore[arg-type]
    lows = [game.fitness.low for game in found]
    values = [game.fitness.value for game in found]
    assert len(found) >= 3 and lows == sorted(lows, reverse=True) and values == sorted(values)
    assert [row["fitness"][1] for row in run.experiment.rows] == lows
    assert parse_genome(run.experiment.best["genome.json"]).genome_id == found[0].genome.genome_id


def test_a_game_that_turns_out_broken_is_not_in_the_gallery(last: Last) -> None:
    games = [measured(genome, 0.9) for genome in [*mutants("durak", 2), *mutants("goofspiel", 2)]]
    run = FakeRun(games)
    best = games[0].genome.genome_id
    last[best] = evaluation(0.95, flags=BROKEN)
    finish(run)  # type: ignore[arg-type]
    ids = [row["genome_id"] for row in run.experiment.rows]
    assert ids and best not in ids
    assert best not in "".join(
        data.decode() for data in [*run.experiment.gallery.values(), *run.experiment.best.values()]
    )


def test_no_family_has_more_than_its_share(last: Last) -> None:
    better = [measured(genome, 0.9) for genome in mutants("durak", 8)]
    others = [measured(genome, 0.8) for genome in mutants("goofspiel", 8)]
    found = finish(FakeRun([*better, *others]))  # type: ignore[arg-type]
    families = Counter(family(game.genome) for game in found)
    assert len(found) == 4 and families == {family(load_genome("durak")): 2, family(load_genome("goofspiel")): 2}


def test_what_is_shown_chose_nothing(last: Last) -> None:
    """Chosen by a second measurement, not by the lucky first; shown with a third, and the best with a fourth."""
    games = [measured(genome, 0.9, asked=1) for genome in [*mutants("durak", 1), *mutants("goofspiel", 1)]]
    run = FakeRun(games, again={game.genome.genome_id: 0.7 for game in games})
    found = finish(run)  # type: ignore[arg-type]
    assert sorted(run.asked) == sorted(game.genome.genome_id for game in games)
    assert [game.earlier.value for game in found] == [0.7, 0.7]
    assert [game.fitness.value for game in found] == [0.5, 0.5]
    assert [game.evaluation.suite for game in found] == ["last", "default"]
    assert len({game.genome.name for game in found}) == 2 and all(game.genome.name for game in found)


def test_only_games_measured_once_are_measured_again() -> None:
    once, twice = measured(GAME, 0.9, asked=1), measured(load_genome("whist"), 0.8)
    run = FakeRun([once, twice], again={"war": 0.3})
    found = remeasured(run, [once, twice])  # type: ignore[arg-type]
    assert run.asked == ["war"] and found[1] is twice
    assert (found[0].mean, found[0].asked) == (0.3, 2)


def small_durak(who: str) -> GameGenome:
    """Far from durak; for two it is the same whether the last with cards loses or the first without them wins."""
    changes: dict[str, Any] = {
        "genome_id": who,
        "player_counts": [],
        "setup.initial_deck": "standard_52",
        "setup.cards_per_player": 3,
        "setup.rank_order": "ace_low",
        "setup.trump_selection_method": "none",
        "win_conditions": [{"type": "last_with_cards_loses" if who == "loses" else "empty_hand"}],
    }
    return edited("durak", changes)


def test_games_that_play_like_others_are_no_finalists(last: Last) -> None:
    """Durak for two in other words, and of a new game in two spellings the worse one."""
    games = [measured(durak_for_two(), 0.9), measured(small_durak("loses"), 0.7), measured(small_durak("wins"), 0.8)]
    found = finalists(FakeRun(games), 12)  # type: ignore[arg-type]
    assert [game.genome.genome_id for game in found] == ["wins"]


def test_a_run_that_found_nothing_says_so(last: Last) -> None:
    run = FakeRun([])
    assert finish(run) == []  # type: ignore[arg-type]
    assert run.experiment.rows == [] and "No playable game" in run.experiment.best["README.txt"].decode()
