"""The number `thinking` of a job: the same deals and chances, other lots drawn by the players."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from darwindeck import Game, Job, load_genome, simulate_many
from darwindeck.errors import SettingError
from darwindeck.simulate.records import Records
from darwindeck.simulate.simulate import MOST_THINKING
from tests.reference.streams import Stream

HEARTS = Job(load_genome("hearts"), 6, ("mcts:20",), 3, plies=True)


def play(job: Job, threads: int = 1) -> Records:
    return simulate_many([job], threads=threads)[0]


def moves(records: Records) -> list[int]:
    assert records.ply is not None
    return [int(move) for move in records.ply.move]


@pytest.mark.parametrize("thinking", [0, 1, 7])
def test_each_thinking_has_a_stream_for_each_of_eight_seats(thinking: int) -> None:
    """Those of 0 are the streams of games without such a number; the first two streams of a game are its chance."""
    game = Game("durak")
    found = play(Job(game.genome, 1, ("random",), 5, plies=True, thinking=thinking))
    players = [Stream(5, game.program.hash, 0, 2 + 8 * thinking + seat) for seat in range(game.seats)]
    state, followed = game.start(seed=5), []
    while not game.is_over(state):
        legal = game.legal_moves(state)
        followed.append(legal[players[game.to_move(state)].below(len(legal))])
        state = game.apply(state, followed[-1])
    assert moves(found) == followed


def test_other_moves_are_made_on_the_same_deals() -> None:
    one, other = play(HEARTS), play(replace(HEARTS, thinking=1))
    assert moves(one) != moves(other)
    assert moves(other) != moves(play(replace(HEARTS, thinking=2)))
    assert one.ply is not None and other.ply is not None
    for game in range(
        6
    ):  # whoever begins has the same cards to choose from, so as many moves and the same first prompt
        a, b = int(one.ply.offset[game]), int(other.ply.offset[game])
        assert (one.ply.seat[a], one.ply.legal[a], one.ply.prompt[a]) == (
            other.ply.seat[b],
            other.ply.legal[b],
            other.ply.prompt[b],
        )


@pytest.mark.parametrize("game", ["war", "old-maid", "beggar-my-neighbour"])
def test_where_nobody_chooses_nothing_changes(game: str) -> None:
    """All chance is the deal's: the cards, and whatever is drawn later."""
    one, other = (play(Job(load_genome(game), 8, ("random",), 3, thinking=number)) for number in (0, 5))
    assert np.array_equal(one.winners, other.winners) and np.array_equal(one.plies, other.plies)


def test_players_who_draw_no_lots_play_the_same_game_again() -> None:
    job = replace(HEARTS, players=("first",), games=2)
    assert moves(play(job)) == moves(play(replace(job, thinking=1)))


def test_greedy_players_imagine_other_tables() -> None:
    """They draw no lots either, but what they imagine follows from the view and from this number."""
    job = replace(HEARTS, players=("greedy",), games=2)
    assert moves(play(job)) != moves(play(replace(job, thinking=1)))
    assert moves(play(replace(job, thinking=1))) == moves(play(replace(job, thinking=1), threads=2))


def test_any_number_of_threads_thinks_alike() -> None:
    job = replace(HEARTS, thinking=3)
    assert moves(play(job)) == moves(play(job, threads=3))


def test_the_cards_are_those_that_were_dealt() -> None:
    """Every move that was thought of otherwise is legal in the game that the seed deals."""
    game = Game(HEARTS.genome)
    found = play(replace(HEARTS, thinking=1))
    assert found.ply is not None
    state = game.start(seed=HEARTS.seed)
    for move in found.ply.move[: found.ply.offset[1]]:
        assert int(move) in game.legal_moves(state)
        state = game.apply(state, int(move))
    assert state.is_over and state.winners == found.winners[0]


@pytest.mark.parametrize("number", [-1, MOST_THINKING + 1])
def test_numbers_out_of_range_are_refused(number: int) -> None:
    with pytest.raises(SettingError, match="thinking"):
        play(replace(HEARTS, thinking=number))


@pytest.mark.parametrize("setting", ["thinking", "deals_of"])
def test_players_from_outside_are_refused_what_they_cannot_do(setting: str) -> None:
    """They draw lots of their own, and are dealt the game's own cards: neither may be ignored without a word."""
    outside = "examples.player_from_outside:Miser"
    job = replace(HEARTS, players=(outside, "random", "random", "random"), games=1)
    assert play(job).games == 1
    with pytest.raises(SettingError, match=rf"{setting}: .*built-in players only, not with {outside}"):
        play(replace(job, **{setting: 1}))
