"""The archive keeps the best of each kind, and luck dethrones nobody."""

from __future__ import annotations

import json
import math
import random

import msgspec
import pytest

from darwindeck import load_genome
from darwindeck.evolve.archive import Archive, Axis, ending_entropy
from darwindeck.evolve.elite import Elite
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evaluation import Candidate, Evaluation

GENOME = load_genome("whist")


def result(name: str, fitness: float, x: float = 0.5, measurement: int = 0, valid: bool = True) -> Evaluation:
    candidate = Candidate(msgspec.structs.replace(GENOME, genome_id=name), measurement)
    found = Metric(fitness, fitness - 0.1, fitness + 0.1, 10)
    return Evaluation(candidate, found, valid, descriptors={"x": x}, endings={"decided": 9, "draw": 1})


def measured(name: str, fitness: float, x: float = 0.5, valid: bool = True) -> Elite:
    return Elite.from_evaluation(result(name, fitness, x, valid=valid))


def archive(patience: int = 3) -> Archive:
    return Archive([Axis("x", 0.0, 1.0, 4)], patience=patience)


def names(kept: Archive) -> list[str]:
    return [elite.genome.genome_id for elite in kept.elites()]


def test_bins_cover_everything() -> None:
    axis = Axis("length", 10, 1000, 2, log=True)
    assert [axis.bin(value) for value in (0, 10, 99, 101, 1000, 10**9, math.inf, math.nan)] == [0, 0, 0, 1, 1, 1, 1, 0]
    assert [Axis("x", 0, 1, 4).bin(value) for value in (-1, 0, 0.25, 0.99, 1, 2)] == [0, 0, 1, 3, 3, 3]


def test_kinds_do_not_compete() -> None:
    kept = archive()
    assert kept.offer(measured("a", 0.5, x=0.1)) and kept.offer(measured("b", 0.1, x=0.9))
    assert not kept.offer(measured("c", 0.9, valid=False))
    assert names(kept) == ["a", "b"] and kept.requests() == []


def test_a_challenger_wins_only_after_both_were_measured_afresh() -> None:
    kept = archive()
    kept.offer(measured("old", 0.5))
    assert kept.offer(measured("new", 0.6))
    assert names(kept) == ["old"]
    assert [request.key for request in kept.requests()] == [("old", 1), ("new", 1)]
    kept.update(result("old", 0.4, measurement=1))
    assert names(kept) == ["old"]
    kept.update(result("new", 0.55, measurement=1))
    assert names(kept) == ["new"] and kept.requests() == []
    assert kept.elites()[0].mean == 0.55  # what got it chosen does not count


def test_a_lucky_challenger_is_sent_away() -> None:
    kept = archive()
    kept.offer(measured("old", 0.5))
    kept.offer(measured("lucky", 0.9))
    for name, fitness in (("old", 0.52), ("lucky", 0.2)):
        kept.update(result(name, fitness, measurement=1))
    assert names(kept) == ["old"] and kept.elites()[0].mean == 0.52


def test_of_several_challengers_the_best_waits() -> None:
    kept = archive()
    for name, fitness in (("old", 0.5), ("b", 0.7), ("c", 0.6), ("d", 0.8)):
        kept.offer(measured(name, fitness))
    assert [request.key for request in kept.requests()] == [("old", 1), ("d", 1)]
    kept.update(result("b", 0.9, measurement=1))  # nobody waits for this any more
    assert len(kept.requests()) == 2


def test_an_elite_challenged_often_is_measured_again() -> None:
    kept = archive(patience=3)
    kept.offer(measured("lucky", 0.9))
    for number in range(3):
        assert not kept.offer(measured(f"loser {number}", 0.5))
    assert [request.key for request in kept.requests()] == [("lucky", 1)]
    kept.update(result("lucky", 0.3, measurement=1))
    assert kept.elites()[0].mean == 0.3 and kept.requests() == []


def test_measurements_are_pooled() -> None:
    one = measured("a", 0.9).add(result("a", 0.4, measurement=1))
    assert (one.mean, one.count, one.asked) == (0.4, 1, 2)
    two = one.add(result("a", 0.6, measurement=2))
    assert two.mean == pytest.approx(0.5) and two.count == 2 and two.ask_again().key == ("a", 3)
    assert two.half == pytest.approx(0.1 / math.sqrt(2)) and two.endings == {"decided": 18, "draw": 2}


def test_an_elite_of_another_kind_after_all_moves() -> None:
    kept = archive(patience=1)
    kept.offer(measured("a", 0.5, x=0.1))
    kept.offer(measured("b", 0.4, x=0.1))
    kept.update(result("a", 0.5, x=0.9, measurement=1))
    assert list(kept.spots) == [(3,)]
    kept.offer(measured("c", 0.6, x=0.1))
    for _ in range(2):
        kept.offer(measured("d", 0.1, x=0.9))
    kept.update(result("a", 0.5, measurement=2, valid=False))
    assert names(kept) == ["c"]


def test_figures() -> None:
    kept = archive()
    assert kept.figures() == {"coverage": 0.0, "qd_score": 0.0, "best": 0.0, "ending_entropy": 0.0}
    kept.offer(measured("a", 0.5, x=0.1))
    kept.offer(measured("b", 0.25, x=0.9))
    figures = kept.figures()
    assert (figures["coverage"], figures["qd_score"], figures["best"]) == (0.5, 0.75, 0.5)
    assert figures["ending_entropy"] == pytest.approx(-0.9 * math.log2(0.9) - 0.1 * math.log2(0.1))
    assert ending_entropy([ended("a", {"decided": 5}), ended("b", {"draw": 50})]) == pytest.approx(1.0)


def ended(name: str, endings: dict[str, int]) -> Elite:
    candidate = Candidate(msgspec.structs.replace(GENOME, genome_id=name))
    return Elite.from_evaluation(Evaluation(candidate, Metric(0.0, 0.0, 0.0, 0), endings=endings))


def test_whatever_happens_cells_hold_their_own_kind() -> None:
    rng, kept = random.Random(1), archive()
    for step in range(400):
        for request in kept.requests():
            name = request.genome.genome_id
            kept.update(result(name, rng.random(), rng.random(), request.measurement, rng.random() < 0.95))
        kept.offer(measured(f"g{step}", rng.random(), rng.random()))
        assert all(kept.cell(spot.elite.descriptors) == cell or spot.challenger for cell, spot in kept.spots.items())
        assert len(set(names(kept))) == len(kept.spots) <= kept.size
        copy = archive()
        copy.restore(json.loads(json.dumps(kept.state())))
        assert copy.state() == kept.state()


def test_a_game_of_unknown_kind_is_not_kept() -> None:
    kept = Archive([Axis("x", 0.0, 1.0, 4), Axis("y", 0.0, 1.0, 4)])
    assert not kept.offer(measured("a", 0.9)) and kept.elites() == []


def test_the_bar_is_the_worst_cell_that_a_game_may_fall_into() -> None:
    kept = Archive([Axis("x", 0.0, 1.0, 2), Axis("y", 0.0, 1.0, 2)])
    for name, x, y, fitness in (("a", 0.1, 0.1, 0.5), ("b", 0.1, 0.9, 0.3)):
        candidate = Candidate(msgspec.structs.replace(GENOME, genome_id=name))
        found = Evaluation(candidate, Metric(fitness, 0, 1, 10), descriptors={"x": x, "y": y})
        kept.offer(Elite.from_evaluation(found))
    assert kept.bar({"x": 0.1, "y": 0.1}) == 0.5
    assert kept.bar({"x": 0.1}) == 0.3
    assert kept.bar({"x": 0.9}) == kept.bar({}) == -math.inf


def test_descriptors_that_a_measurement_lacks_are_kept() -> None:
    first = measured("a", 0.5, x=0.25)
    blind = Evaluation(Candidate(first.genome, 1), Metric(0.4, 0.3, 0.5, 10))
    again = first.add(blind)
    assert again.descriptors == {"x": 0.25} and again.add(blind).descriptors == {"x": 0.25}
