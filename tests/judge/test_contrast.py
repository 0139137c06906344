"""How known games and mutants of them are told apart: the parts of the measurement, on numbers made by hand."""

from __future__ import annotations

import numpy as np

from darwindeck.judge.description import family_of

from . import contrast


def test_the_area_is_the_share_of_pairs_in_order() -> None:
    assert contrast.area(np.array([2.0, 3.0]), np.array([0.0, 1.0])) == 1.0
    assert contrast.area(np.array([1.0, 3.0]), np.array([1.0, 4.0])) == (0.5 + 1) / 4


def test_the_interval_is_over_games() -> None:
    """Equal games leave nothing to chance; one that is unlike the others makes the interval wide."""
    rng = np.random.default_rng(1)
    alike = [np.array([2.0])] * 8, [np.array([0.0, 1.0, 3.0])] * 8
    assert contrast.interval(*alike, rng) == (2 / 3, 2 / 3)
    low, high = contrast.interval([np.array([0.0]), *alike[0][1:]], alike[1], rng)
    assert low < 0.6 < high <= 2 / 3


def test_a_model_learns_what_makes_a_difference() -> None:
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(400, 3))
    known = inputs[:, 1] > 1
    weights = contrast.learn(inputs, known)
    assert weights[1] > 3 * max(abs(weights[0]), abs(weights[2]))


def test_a_game_is_judged_by_who_knows_nothing_of_its_family(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Neither the prior nor the model has seen whist when spades is judged."""
    asked, make_prior = [], contrast.make_prior
    monkeypatch.setattr(contrast, "make_prior", lambda without: asked.append(without) or make_prior(without))
    names = ("spades", "war", "durak", "go-fish")
    samples = [sample for name in names for sample in contrast.make_samples(name, 1)]
    before = contrast.judge_all(samples)
    assert all(family_of(name) <= without for name, without in zip(np.repeat(names, len(samples)), asked, strict=True))
    assert all(family_of(s.game) <= without for s, without in zip(samples * len(names), asked, strict=True))
    more = [*samples, *contrast.make_samples("whist", 1)]
    judged = contrast.judge_all(more)[: len(samples)]
    is_spades = [sample.game == "spades" for sample in samples]
    assert np.allclose(judged[is_spades], before[is_spades])
    assert not np.allclose(judged, before), "whist says something of other games"


def test_a_mutant_is_made_by_some_mutations() -> None:
    samples = contrast.make_samples("war", 3)
    assert [sample.mutations for sample in samples] == [0, 1, 2, 3]
    assert len({sample.choices for sample in samples}) == 4
