"""Wins and losses that a search has proven: it knows them as such, plays by them and wastes nothing on them."""

from __future__ import annotations

import pytest

from darwindeck.chess import Position
from darwindeck.search import BatchedMCTS, SearchOptions, heuristic_evaluator, run, uniform_evaluator

from .test_batched import MATES

IN_TWO = [(fen, best.removeprefix("bm ")) for fen, moves, best in MATES if moves == "dm 2"]
# Black's king can go to one square only, and is mated there.
ONE_WAY_TO_MATE = "7k/8/6K1/8/8/8/8/R7 b - - 0 1"
MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"


def test_mates_in_two_are_proven() -> None:
    search = BatchedMCTS([fen for fen, _ in IN_TWO], 20_000, options=SearchOptions(c_puct=4.5))
    search.grow("heuristic")
    roots, chosen = search.roots(), search.best_moves()
    for tree, (_fen, best) in enumerate(IN_TWO):
        moves = dict(zip(roots.actions[roots.of(tree)].tolist(), roots.proofs[roots.of(tree)].tolist(), strict=True))
        assert search.move_names(chosen)[tree] == best or moves[chosen[tree]] > 3, "a longer mate is a mate, too"
        assert moves[chosen[tree]] >= 3 and search.root(tree).value == 1
        assert search.root(tree).simulations == 20_000


def test_a_mate_is_proven_by_the_move_before_it() -> None:
    """White mates next move whatever Black does, so nobody is asked about the positions after Black's move."""
    asked = 0

    def count(leaves):  # type: ignore[no-untyped-def]
        nonlocal asked
        asked += len(leaves)
        return uniform_evaluator(leaves)

    search = BatchedMCTS([ONE_WAY_TO_MATE], 50)
    run(search, count)
    assert asked == 1 and search.root(0).value == -1
    assert search.roots().proofs.tolist() == [-2]
    assert len(search.line(0)) == 2


def test_a_move_that_is_proven_to_lose_is_not_visited_again() -> None:
    """Nf7 mates after any move that makes no room for the king: those of the a-pawn."""
    fen = "6rk/p5pp/8/6N1/8/8/8/6K1 b - - 0 1"
    search = BatchedMCTS([fen], 400)
    run(search, heuristic_evaluator)
    roots = search.roots()
    lost = roots.visits[roots.proofs < 0]
    assert lost.tolist() == [1, 1]
    assert roots.proofs[list(roots.actions).index(search.best_moves()[0])] >= 0


@pytest.mark.parametrize(("fen", "value"), [(MATED, -1), (STALEMATE, 0)])
def test_a_root_where_the_game_is_over_has_its_result(fen: str, value: float) -> None:
    root = BatchedMCTS([fen], 10).root(0)
    assert root.is_over and root.value == value


def test_a_confined_root_makes_no_other_move() -> None:
    search = BatchedMCTS([ONE_WAY_TO_MATE, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"], 60)
    search.confine(1, ["h2h3", "g2g4"])
    run(search, heuristic_evaluator)
    position = Position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert set(search.visit_counts()[1]) == {position.action("h2h3"), position.action("g2g4")}
    assert sum(search.visit_counts()[1].values()) == 60
    search.advance([None, search.best_moves()[1]])
    assert len(search.state(1)) > 0
