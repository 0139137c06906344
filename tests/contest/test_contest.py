"""Tournaments, matches and ladders really played, by players that cost nothing."""

from __future__ import annotations

import pytest

from darwindeck import load_genome
from darwindeck.contest import contest
from darwindeck.contest.contest import duel, tournament
from darwindeck.contest.ladder import ladder
from darwindeck.contest.sprt import Hypotheses
from darwindeck.errors import DarwinDeckError
from darwindeck.simulate.backends import local
from darwindeck.simulate.backends.local import Local
from darwindeck.simulate.simulate import simulate_many

BOTH = ("random", "first")


@pytest.mark.parametrize("name", ["durak", "hearts", "whist"])
def test_a_tournament_is_the_same_for_any_number_of_threads_and_any_clock(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    genome = load_genome(name)
    results = [tournament(genome, BOTH, 200, seed=3, threads=threads) for threads in (1, 3)]
    monkeypatch.setattr(Local, "SECONDS", 0)  # one deal at a time
    assert results[0] == results[1] == tournament(genome, BOTH, 200, seed=3, threads=1)
    assert results[0] != tournament(genome, BOTH, 200, seed=4)


def test_a_sequential_test_is_the_same_for_any_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    genome = load_genome("crazy-eights")
    result = duel(genome, *BOTH, games=5000, hypotheses=Hypotheses(0, 60), threads=1)
    monkeypatch.setattr(Local, "SECONDS", 0)
    assert result == duel(genome, *BOTH, games=5000, hypotheses=Hypotheses(0, 60), threads=2)


def test_durak_punishes_random_play() -> None:
    result = duel(load_genome("durak"), "first", "random", games=2000, hypotheses=Hypotheses(0, 100))
    assert result.verdict and result.verdict.decision == "H1"
    assert result.games < 200
    assert result.ratings[0].low > 0


def test_nobody_beats_anybody_at_war() -> None:
    result = tournament(load_genome("war"), BOTH, 101)
    assert (result.asked, result.games, result.deals) == (101, 102, 51)
    assert [pair.rate for pair in result.pairs] == [0.5, 0.5]
    assert result.ratings[1].low < 0 < result.ratings[1].high
    assert not result.interrupted


def test_an_undecided_test_ends_with_its_games() -> None:
    result = duel(load_genome("goofspiel"), *BOTH, games=60, hypotheses=Hypotheses(0, 1))
    assert result.verdict and result.verdict.decision is None
    assert result.games == 60


def interrupt_after(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the midst of a later chunk."""
    left = [calls]

    def stopping(*words: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return simulate_many(*words)  # type: ignore[arg-type]

    for module in (contest, local):
        monkeypatch.setattr(module, "simulate_many", stopping)


@pytest.mark.parametrize("calls", [1, 2, 4])
def test_an_interrupted_tournament_reports_what_was_played(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(calls, monkeypatch)
    result = tournament(load_genome("durak"), BOTH, 1_000_000, threads=1)
    assert result.interrupted
    assert len(result.pairs) == (0 if calls == 1 else 2)  # the first call only looks at the players
    assert len(result.ratings) == 2


def test_an_interrupted_match_and_ladder_report_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(3, monkeypatch)
    result = duel(load_genome("goofspiel"), *BOTH, games=1_000_000, hypotheses=Hypotheses(0, 1))
    assert result.interrupted and result.pairs and result.verdict
    interrupt_after(4, monkeypatch)
    climbed = ladder(load_genome("durak"), BOTH, games=1_000_000)
    assert climbed.interrupted and len(climbed.rungs) == 1


def test_a_ladder_finds_depth_in_durak_and_none_in_war() -> None:
    assert ladder(load_genome("durak"), BOTH, games=100).depth == 1
    assert ladder(load_genome("war"), BOTH, games=100).depth == 0


@pytest.mark.parametrize("players", [("random",), ("random", "random"), ("random", "nobody")])
def test_bad_players_are_refused_before_anything_is_played(players: tuple[str, ...]) -> None:
    for contestants in (tournament, ladder):
        with pytest.raises(DarwinDeckError, match="players"):
            contestants(load_genome("war"), players, 10)


def test_a_bad_level_is_refused() -> None:
    with pytest.raises(DarwinDeckError, match="level"):
        tournament(load_genome("war"), BOTH, 10, level=1.0)
