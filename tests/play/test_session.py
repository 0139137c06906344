"""A session asks people, plays the others, and follows the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck import Game, known_games, load_genome
from darwindeck.errors import DocumentError
from darwindeck.play.session import Session, replay
from darwindeck.simulate.simulate import simulate


@pytest.mark.parametrize("name", known_games())
def test_without_people_a_session_plays_to_the_end(name: str) -> None:
    session = Session(Game(load_genome(name)), people=[], seed=1)
    plies = list(session.advance())
    assert plies and session.question is None
    assert session.game.is_over(session.state)
    assert plies[-1].after == session.state


@pytest.mark.parametrize("name", known_games())
def test_a_person_is_asked_exactly_the_legal_moves(name: str) -> None:
    game = Game(load_genome(name))
    session = Session(game, people=range(game.seats), seed=2)
    for _ in range(50):
        assert list(session.advance()) == []
        question = session.question
        if question is None:
            break
        assert question.seat == game.to_move(session.state)
        assert [option.move for option in question.options] == game.legal_moves(session.state)
        texts = [option.text for option in question.options]
        assert question.prompt and all(texts) and len(set(texts)) == len(texts)
        session.answer(question.options[-1].move)


def test_only_legal_answers_of_people_count() -> None:
    session = Session(Game(load_genome("war")), people=[0], seed=1)
    list(session.advance())
    with pytest.raises(ValueError, match="not legal"):
        session.answer(255)
    with pytest.raises(ValueError, match="nobody is asked"):
        Session(session.game, people=[], seed=1).answer(0)


@pytest.mark.parametrize("name", known_games())
def test_replay_is_what_simulate_recorded(name: str) -> None:
    genome = load_genome(name)
    game = Game(genome)
    records = simulate(genome, games=3, seed=9, threads=1)
    plies = list(replay(game, seed=9, index=2))
    assert len(plies) == records.plies[2]
    assert game.is_over(plies[-1].after)
    assert game.payoffs(plies[-1].after) == pytest.approx(records.payoffs[2].tolist())


@pytest.mark.parametrize("name", ["hearts", "draw-poker", "gin-rummy"])
def test_a_saved_session_is_taken_up_where_it_was_left(name: str, tmp_path: Path) -> None:
    game, file = Game(load_genome(name)), tmp_path / "game.json"
    session = Session(game, people=[1], seed=4, players=("greedy",))
    for _ in range(6):
        list(session.advance())
        assert session.question is not None
        session.answer(session.question.options[0].move)
    session.save(file)
    again = Session.load(file)
    assert again.state == session.state and again.moves == session.moves
    assert (again.people, again.names, again.seed) == (session.people, session.names, 4)
    list(again.advance())
    assert again.question is not None and again.question.seat == 1


def test_a_saved_session_with_people_at_seats_that_are_not_there_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    Session(Game("war"), people=[0], seed=4).save(file)
    file.write_text(file.read_text().replace('"people": [\n  0\n ]', '"people": [\n  5\n ]'))
    with pytest.raises(DocumentError, match="seats 0 to 1"):
        Session.load(file)
