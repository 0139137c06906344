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


# Checks alone mate in four and five (positions of "Win at Chess"), by sacrifices that a search does not like.
BY_CHECKS = [
    ("rnb3kr/ppp2ppp/1b6/3q4/3pN3/Q4N2/PPP2KPP/R1B1R3 w - - 0 1", 4),
    ("3r2k1/p6p/2Q3p1/4q3/2P1p3/P3Pb2/1P3P1P/2K2BR1 b - - 0 1", 4),
    ("k5r1/p4b2/2P5/5p2/3P1P2/4QBrq/P5P1/4R1K1 w - - 0 1", 4),
    ("3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1", 5),
]


# Mates in which quiet moves threaten mate, from the same place.
BY_THREATS = [
    ("4r1k1/5bpp/2p5/3pr3/8/1B3pPq/PPR2P2/2R2QK1 b - - 0 1", 3),
    ("r3r1k1/pp1q1pp1/4b1p1/3p2B1/3Q1R2/8/PPP3PP/4R1K1 w - - 0 1", 4),
]


def mates_as_told(fen: str, played: list[str]) -> bool:
    """Follows what is proven in the tree to the mate, against every reply, in no more plies than were told."""
    position = Position(fen)
    search = BatchedMCTS([position], 5000)
    search.grow("heuristic")
    for move in played:
        search.advance([position.action(move)])
        position.push(move)
    plies = search.roots().proofs.max()
    after = position.copy().push(search.move_names(search.best_moves())[0])
    if not after.legal_moves():
        return after.is_check() and plies == 1
    played = [*played, search.move_names(search.best_moves())[0]]
    search.advance(search.best_moves())
    assert (search.roots().proofs < 0).all() and -search.roots().proofs.min() == plies - 1
    return all(mates_as_told(fen, [*played, reply]) for reply in after.legal_moves())


@pytest.mark.parametrize(("fen", "moves"), BY_CHECKS + BY_THREATS)
def test_mates_by_force_are_found_and_hold(fen: str, moves: int) -> None:
    position = Position(fen)
    blind = BatchedMCTS([position], 5000, options=SearchOptions(mate_effort=0))
    blind.grow("heuristic")
    assert blind.root(0).value < 1, "without looking for them it finds nothing here"
    search = BatchedMCTS([position], 5000)
    search.grow("heuristic")
    assert search.root(0).value == 1 and search.roots().proofs.max() == 2 * moves - 1
    assert len(search.line(0)) == 2 * moves - 1, "the whole line is in the tree"
    assert mates_as_told(fen, [])
    search.advance(search.best_moves())
    assert search.root(0).value == -1 and (search.roots().proofs < 0).all(), "the other side knows that it is lost"


def test_a_mate_at_once_is_seen_before_longer_ones() -> None:
    """Rook h8 mates; a check that mates in two has the higher prior, and would prove the root just as well."""
    fen = "r3r1k1/pp1q1p2/5Bp1/3p1b2/7R/8/PPP3PP/4R1K1 w - - 0 1"
    search = BatchedMCTS([fen], 20)
    run(search, heuristic_evaluator)
    roots = search.roots()
    assert search.move_names(search.best_moves()) == ["h4h8"] and search.root(0).value == 1
    assert roots.proofs[roots.visits > 0].tolist() == [1]
    confined = BatchedMCTS([fen], 20)
    confined.confine(0, ["e1e8", "a2a3"])
    run(confined, heuristic_evaluator)
    assert confined.move_names(confined.best_moves()) == ["e1e8"] and confined.roots().proofs.max() == 3


def test_a_mate_that_would_be_a_draw_is_none() -> None:
    """By the fiftieth quiet move the game is drawn before the mate."""
    in_time, too_late = (f"k5r1/p4b2/2P5/5p2/3P1P2/4QBrq/P5P1/4R1K1 w - - {quiet} 80" for quiet in (0, 99))
    for fen, is_mate in ((in_time, True), (too_late, False)):
        search = BatchedMCTS([fen], 5000)
        search.grow("heuristic")
        assert (search.root(0).value == 1) == is_mate


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
