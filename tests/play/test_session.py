"""A session asks people, plays the others, and follows the engine."""

from __future__ import annotations

import pytest

from darwindeck import Game, known_games, load_genome
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
