"""Schedules: everybody on every side, on the same deals."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from darwindeck import load_genome
from darwindeck.contest.contest import Contest
from darwindeck.contest.schedule import Pairing, Schedule, lineups, pairings
from darwindeck.errors import PlayerError, SettingError
from tests.contest.synthetic import records, schedule

PAIRING = Pairing("random", "first")


def test_two_sides_change_places() -> None:
    assert lineups(2) == ((0, 1), (1, 0))


@pytest.mark.parametrize("sides", range(2, 9))
def test_lineups_are_balanced(sides: int) -> None:
    table = np.array(lineups(sides))
    assert len(set(lineups(sides))) == len(table) == (2 if sides == 2 else 2 * sides)
    assert (table.sum(axis=0) == len(table) / 2).all()  # on each side as often A as B
    assert Counter(table.sum(axis=1).tolist()).keys() == {1, sides - 1}  # always one alone


def test_the_seats_of_a_team_are_one_side() -> None:
    whist = load_genome("whist")
    jobs = Schedule.of(whist).jobs(whist, PAIRING, seed=3, first=5, deals=7)
    assert [job.players for job in jobs] == [["random", "first"] * 2, ["first", "random"] * 2]


@pytest.mark.parametrize("name", ["war", "go-fish", "hearts", "whist"])
def test_all_lineups_are_on_the_same_deals(name: str) -> None:
    genome = load_genome(name)
    jobs = Schedule.of(genome).jobs(genome, PAIRING, seed=3, first=5, deals=7)
    assert {(job.seed, job.first, job.games) for job in jobs} == {(3, 5, 7)}
    assert all(len(job.players) == genome.player_count for job in jobs)


def test_where_nothing_is_chosen_the_cards_cancel_out() -> None:
    """Nobody chooses in war, so the winner of a deal is a side, and each player sat on it once."""
    alone, stakes = Contest(load_genome("war")).simulate(PAIRING, 0, 20)
    assert (alone == 0.5).all() and (stakes == 1).all()
    assert Contest(load_genome("old-maid")).simulate(PAIRING, 0, 20)[0] == pytest.approx(np.full((20, 2), 1 / 3))


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert [schedule(2).deals(games) for games in (1, 2, 3)] == [1, 1, 2]
    assert [schedule(4).games(games) for games in (1, 8, 9)] == [8, 8, 16]
    with pytest.raises(SettingError, match="games"):
        schedule(2).deals(0)


def test_winning_sides_share_a_game_and_one_nobody_won_is_everybodys() -> None:
    teams = Schedule(((0, 3), (1, 4), (2, 5)))
    points = teams.points(np.array([0b001001, 0b110110, 0b000000], np.uint8))
    assert points == pytest.approx(np.array([[1, 0, 0], [0, 0.5, 0.5], [1 / 3] * 3]))


def test_shares_are_of_the_one_alone() -> None:
    """Three sides; side 0 wins every game."""
    shares = schedule(3).alone([records(np.array([1], np.uint8))] * 6)
    assert shares == pytest.approx(np.array([[1 / 3, 1 / 3]]))
    a_wins = [0b001, 0b010, 0b100, 0b110, 0b101, 0b011]  # A alone, then both As
    shares = schedule(3).alone([records(np.array([mask], np.uint8)) for mask in a_wins])
    assert shares == pytest.approx(np.array([[1, 0]]))


def test_pairings() -> None:
    assert pairings(["x", "y", "z"]) == [("x", "y"), ("x", "z"), ("y", "z")]
    with pytest.raises(PlayerError, match="twice"):
        pairings(["x", "y", "x"])
    with pytest.raises(PlayerError, match="at least two"):
        pairings(["x"])
