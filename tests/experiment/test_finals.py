"""The end of a run: what is shown of its games, in which order, and what is left out. What is measured here is made up."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest

from darwindeck import load_genome
from darwindeck.evaluate.alike import find_originals
from darwindeck.evaluate.plan import Suite
from darwindeck.evolve.elite import Elite
from darwindeck.evolve.gallery import family
from darwindeck.evolve.select import starting_population
from darwindeck.evolve.strategies.loop import Batch
from darwindeck.experiment.config import RunConfig
from darwindeck.experiment.finals import choose_finalists, finish, keep_good, keep_promising, measure_again
from darwindeck.experiment.prune import Pruned
from darwindeck.experiment.sitting import Budget, OutOfTime
from darwindeck.genome.distance import find_ideas
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import parse_genome
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evaluation import Candidate, Evaluation
from darwindeck.measure.flags import Flag
from darwindeck.measure.gates import Rejection
from darwindeck.simulate.backends.local import Local

from ..edits import edited
from ..evaluate.test_alike import durak_for_two
from ..evolve.families import mutants

BROKEN = (Flag("endless", "doubtful", "it never ends"),)
DOUBTFUL = (Flag("luck", "doubtful", "thinking does not help"),)
GAME = load_genome("war")


def evaluation(value: float, half: float = 0.1, flags: tuple[Flag, ...] = (), genome: GameGenome = GAME) -> Evaluation:
    found = Metric(value, value - half, value + half, 10)
    rejected = (Rejection("ends", 0.1, (0.0, 0.2), "it never ends"),) if flags == BROKEN else ()
    return Evaluation(Candidate(genome), found, rejected=rejected, valid=not rejected, flags=flags)


def shown(value: float, flags: tuple[Flag, ...] = ()) -> Elite:
    return replace(kept(GAME, value), evaluation=evaluation(value, flags=flags))


def kept(genome: GameGenome, mean: float, asked: int = 2) -> Elite:
    return Elite(genome, mean, mean - 0.1, mean + 0.1, True, {}, {}, count=asked, asked=asked)


# What is worth showing.


def test_broken_games_are_never_shown() -> None:
    games = [shown(0.9, BROKEN), shown(0.5), shown(0.4, DOUBTFUL), shown(0.8, BROKEN)]
    assert keep_good(games) == games[1:3]
    assert keep_good([shown(0.9, BROKEN)]) == []


def test_games_far_behind_the_best_are_not_shown() -> None:
    games = [shown(value) for value in (1.0, 0.1, 0.1, 0.69, 0.71)]
    assert keep_good(games) == [games[0], games[4]]


def test_a_broken_game_is_not_what_others_are_compared_with() -> None:
    games = [shown(0.9, BROKEN), *(shown(value) for value in (0.5, 0.5, 0.5, 0.4))]
    assert keep_good(games) == games[1:]


def test_games_that_promise_too_little_are_not_measured_for_the_gallery() -> None:
    games = [kept(GAME, value) for value in (1.0, 0.2, 0.2, 0.74, 0.72)]
    assert keep_promising(games) == [games[0], games[3]] and keep_promising([]) == []


# Whole ends of runs.


@dataclass
class Written:
    """An experiment directory that keeps in memory what it is told to write."""

    gallery: dict[str, bytes] = field(default_factory=dict)
    best: dict[str, bytes] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    first: Sequence[GameGenome] = ()  # the games that the run started from

    def start(self) -> dict[str, Any]:
        return {"batch": Batch([Candidate(genome) for genome in self.first]).state()}

    def finish(self, gallery: dict[str, bytes], best: dict[str, bytes], events: Sequence[Mapping[str, Any]]) -> None:
        self.gallery, self.best = gallery, best

    @property
    def rows(self) -> list[dict[str, Any]]:
        return list(json.loads(self.gallery["gallery.json"]))


@cache
def _finds() -> list[GameGenome]:
    """Games bred from different known ones that play like none, each with an idea that the others have not."""
    found: list[GameGenome] = []
    taken = frozenset[str]()
    for name in ("durak", "goofspiel", "hearts", "scopa", "go-fish"):
        for game in mutants(name, 12):
            ideas = find_ideas(game)
            if ideas and not ideas & taken and find_originals([game], Local(1), 1)[0]:
                found, taken = [*found, game], taken | ideas
                break
    return found


def finds(count: int) -> list[GameGenome]:
    """So many games that a gallery may have together."""
    assert len(_finds()) >= count
    return _finds()[:count]


class Nobody:
    """Looks on."""

    def stage(self, name: str, entries: int) -> None: ...


class FakeLab:
    """Measures nothing. In a race every game is what `again` says, or what it was; afresh it is what `last` says, or 0.5.

    All rules of a game are needed. Which games play alike is really looked at.
    """

    def __init__(self, games: Sequence[Elite], again: Mapping[str, float] | None = None) -> None:
        self.config, self.watch, self.budget = RunConfig(population=16, gallery=4), Nobody(), Budget()
        self.values = {game.genome.genome_id: game.mean for game in games} | dict(again or {})
        self.last: dict[str, Evaluation] = {}
        self.pruned: dict[str, Pruned] = {}
        self.asked: list[str] = []

    def begin_stage(self, name: str, entries: int) -> None:
        self.watch.stage(name, entries)

    def measure(self, candidates: Sequence[Candidate]) -> list[Evaluation]:
        self.asked += [candidate.genome.genome_id for candidate in candidates]
        return [evaluation(self.values[each.genome.genome_id], genome=each.genome) for each in candidates]

    def evaluate(self, genomes: Sequence[GameGenome], purpose: str, suite: Suite) -> list[Evaluation]:
        return [replace(self.last.get(genome.genome_id, evaluation(0.5)), suite=suite.name) for genome in genomes]

    def simplify(self, genomes: Sequence[GameGenome]) -> list[GameGenome]:
        return list(genomes)

    def prune(self, genomes: Sequence[GameGenome]) -> list[Pruned]:
        return [self.pruned.get(genome.genome_id, (genome, ())) for genome in genomes]

    def find_originals(self, genomes: Sequence[GameGenome]) -> list[bool]:
        return find_originals(genomes, Local(1), 1)


def end(
    games: Sequence[Elite], lab: FakeLab | None = None, first: Sequence[GameGenome] = ()
) -> tuple[list[Elite], Written]:
    """The gallery of a run that found these games, and what is written of it."""
    written = Written(first=first)
    found, written.refused = finish(games, lab or FakeLab(games), written)  # type: ignore[arg-type]
    return found, written


def test_the_gallery_is_in_the_order_of_the_low_ends() -> None:
    games = [kept(genome, 0.9) for genome in finds(4)]
    lab = FakeLab(games)
    for number, game in enumerate(games):
        lab.last[game.genome.genome_id] = evaluation(0.6 + number / 100, half=0.1 + number / 20)
    found, written = end(games, lab)
    lows = [game.fitness.low for game in found]
    values = [game.fitness.value for game in found]
    assert len(found) >= 3 and lows == sorted(lows, reverse=True) and values == sorted(values)
    assert [row["fitness"][1] for row in written.rows] == lows
    assert parse_genome(written.best["genome.json"]).genome_id == found[0].genome.genome_id


def test_a_game_that_turns_out_broken_is_not_in_the_gallery() -> None:
    games = [kept(genome, 0.9) for genome in finds(3)]
    best = end(games)[0][0].genome.genome_id
    lab = FakeLab(games)
    lab.last[best] = evaluation(0.95, flags=BROKEN)
    _, written = end(games, lab)
    ids = [row["genome_id"] for row in written.rows]
    assert ids and best not in ids
    assert best not in "".join(data.decode() for data in [*written.gallery.values(), *written.best.values()])
    assert written.refused == {"ends": 1}


@pytest.mark.parametrize(
    ("verdict", "refused"), [(evaluation(0.9, flags=BROKEN), {"ends": 1}), (evaluation(0.28), {})], ids=str
)
def test_a_game_that_the_last_judge_rejects_or_finds_poor_is_not_shown(
    verdict: Evaluation, refused: dict[str, int]
) -> None:
    games = [kept(genome, 0.9) for genome in finds(2)]
    lab = FakeLab(games)
    bad = games[0].genome.genome_id

    def evaluate(genomes: Sequence[GameGenome], purpose: str, suite: Suite) -> list[Evaluation]:
        return [verdict if purpose == "last" and each.genome_id == bad else evaluation(0.9) for each in genomes]

    lab.evaluate = evaluate  # type: ignore[method-assign]
    found, written = end(games, lab)
    assert [game.genome.genome_id for game in found] == [games[1].genome.genome_id] and written.refused == refused


def test_a_gallery_of_poor_games_is_empty() -> None:
    assert keep_good([shown(0.29), shown(0.25)]) == []


def test_what_was_taken_out_is_noted_unless_the_rest_is_a_copy() -> None:
    games = [kept(genome, 0.9) for genome in finds(2)]
    lab, note = FakeLab(games), "setup.refill: nothing is told otherwise"
    simpler = edited(games[0].genome, {"genome_id": "simpler"})
    lab.pruned = {
        games[0].genome.genome_id: (simpler, (note,)),
        games[1].genome.genome_id: (load_genome("goofspiel"), ("everything",)),
    }
    _, written = end(games, lab)
    shown = {row["genome_id"]: row["taken_out"] for row in written.rows}
    assert shown == {"simpler": [note], games[1].genome.genome_id: []}


def test_a_gallery_may_be_empty_and_says_why() -> None:
    games = [kept(genome, 0.9) for genome in finds(2)]
    lab = FakeLab(games)
    for game in games:
        lab.last[game.genome.genome_id] = evaluation(0.95, flags=BROKEN)
    found, written = end(games, lab)
    assert found == [] and written.refused == {"ends": 2}
    assert "2 failed a gate when they were measured afresh: 2 by ends" in written.best["README.txt"].decode()


def test_no_family_has_more_than_its_share() -> None:
    better = [kept(genome, 0.9) for genome in mutants("hearts", 12)]
    others = [kept(genome, 0.8) for name in ("durak", "scopa") for genome in mutants(name, 12)]
    found, _ = end([*better, *others])
    families = Counter(family(game.genome) for game in found)
    assert len(found) == 4 and families[family(load_genome("hearts"))] == 2


def test_what_is_shown_chose_nothing() -> None:
    """Chosen by a second measurement, not by the lucky first; put in order by a third, and shown with a fourth."""
    games = [kept(genome, 0.9, asked=1) for genome in finds(2)]
    lab = FakeLab(games, again={game.genome.genome_id: 0.7 for game in games})
    found, _ = end(games, lab)
    assert sorted(lab.asked) == sorted(game.genome.genome_id for game in games)
    assert [game.chosen_by.value for game in found] == [0.7, 0.7]
    assert [game.fitness.value for game in found] == [0.5, 0.5]
    assert [game.evaluation.suite for game in found if game.evaluation] == ["last", "last"]
    assert len({game.genome.name for game in found}) == 2 and all(game.genome.name for game in found)


def test_only_games_measured_once_are_measured_again() -> None:
    once, twice = kept(GAME, 0.9, asked=1), kept(load_genome("whist"), 0.8)
    lab = FakeLab([once, twice], again={"war": 0.3})
    found = measure_again([once, twice], lab)  # type: ignore[arg-type]
    assert lab.asked == ["war"] and found[1] is twice
    assert (found[0].mean, found[0].asked) == (0.3, 2)


def small_durak(who: str) -> GameGenome:
    """Far from durak; for two it is the same whether the last with cards loses or the first without them wins."""
    changes: dict[str, Any] = {
        "genome_id": who,
        "player_counts": [],
        "setup.initial_deck": "standard_52",
        "setup.cards_per_player": 3,
        "turn_structure.phases.0.refill_to": 3,
        "setup.rank_order": "ace_low",
        "setup.trump_selection_method": "fixed",  # an idea of its own
        "setup.trump_suit": "S",
        "win_conditions": [{"type": "last_with_cards_loses" if who == "loses" else "empty_hand"}],
    }
    return edited("durak", changes)


def test_games_that_play_like_others_are_no_finalists() -> None:
    """Durak for two in other words, and of a new game in two spellings the worse one."""
    games = [kept(durak_for_two(), 0.9), kept(small_durak("loses"), 0.7), kept(small_durak("wins"), 0.8)]
    found = choose_finalists(games, 12, FakeLab(games))  # type: ignore[arg-type]
    assert [game.genome.genome_id for game in found] == ["wins"]


def brought(genome: GameGenome) -> GameGenome:
    """As a run has a game that it started from."""
    return starting_population(random.Random(1), 1, files=[genome])[0]


def test_a_game_from_a_file_is_no_find_but_its_children_may_be() -> None:
    mine, child = brought(small_durak("wins")), finds(2)[1]
    same = edited(small_durak("loses"), {"parents": [mine.genome_id]})  # in other words
    found, _ = end([kept(mine, 0.9), kept(same, 0.9), kept(child, 0.8)], first=[mine, brought(load_genome("war"))])
    assert [game.genome.genome_id for game in found] == [child.genome_id]


def test_nor_is_it_when_there_is_no_time_to_measure_it() -> None:
    mine, child = brought(small_durak("wins")), finds(2)[1]
    games = [kept(mine, 0.9), kept(child, 0.8)]
    lab = FakeLab(games)
    lab.simplify = run_out_of_time  # type: ignore[assignment]
    found, _ = end(games, lab, first=[mine])
    assert [game.genome.genome_id for game in found] == [child.genome_id]


def test_without_time_a_poor_game_is_not_shown() -> None:
    games = [kept(finds(2)[1], 0.23)]
    lab = FakeLab(games)
    lab.simplify = run_out_of_time  # type: ignore[assignment]
    assert end(games, lab)[0] == []


def run_out_of_time(genomes: Sequence[GameGenome]) -> list[GameGenome]:
    raise OutOfTime


def test_a_run_that_found_nothing_says_so() -> None:
    found, written = end([])
    assert found == []
    assert written.rows == [] and "No game was found that passes every gate" in written.best["README.txt"].decode()
