"""BatchedMCTS on chess: lockstep, threads, the caller's arrays, mates and whole games."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from darwindeck.chess import START_FEN, Position
from darwindeck.errors import SearchError
from darwindeck.search import BatchedMCTS, Buffers, SearchOptions, heuristic_evaluator, run, uniform_evaluator

MATES = [line.split("; ") for line in (Path(__file__).parent / "mates.epd").read_text().splitlines()]
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


def openings(count: int, seed: int = 1) -> list[Position]:
    """Positions after a few random moves."""
    rng = random.Random(seed)
    positions = []
    for game in range(count):
        position = Position()
        for _ in range(2 + game % 12):
            position.push(rng.choice(position.legal_moves()))
        positions.append(position)
    return positions


def everything(search: BatchedMCTS) -> list[list[float]]:
    roots = search.roots()
    return [column.tolist() for column in (roots.actions, roots.visits, roots.values, roots.priors, roots.policy)]


@pytest.mark.parametrize(
    "options",
    [
        SearchOptions(),
        SearchOptions(dirichlet_epsilon=0.25, full_share=0.5, quick_simulations=40),
        SearchOptions(gumbel=True),
        SearchOptions(leaves_per_tree=4),
    ],
    ids=["plain", "noisy", "gumbel", "four leaves"],
)
def test_the_number_of_threads_does_not_show(options: SearchOptions) -> None:
    found = []
    for threads in (1, 2, 3):
        search = BatchedMCTS(openings(13), simulations=150, seed=5, threads=threads, options=options)
        run(search, heuristic_evaluator)
        search.advance(search.sample_moves())
        run(search, heuristic_evaluator)
        found.append(everything(search))
    assert found[0] == found[1] == found[2]


def test_both_instruction_sets_grow_the_same_trees() -> None:
    found = []
    for isa in (0, 1):
        search = BatchedMCTS(openings(5), simulations=200, isa=isa, options=SearchOptions(dirichlet_epsilon=0.25))
        run(search, heuristic_evaluator)
        found.append(everything(search))
    assert found[0] == found[1]


def test_seeds_differ_only_where_there_is_chance() -> None:
    def grown(seed: int, epsilon: float) -> list[list[float]]:
        search = BatchedMCTS(openings(3), simulations=100, seed=seed, options=SearchOptions(dirichlet_epsilon=epsilon))
        run(search, heuristic_evaluator)
        return everything(search)

    assert grown(1, 0) == grown(2, 0)
    assert grown(1, 0.25) == grown(1, 0.25) != grown(2, 0.25)


def test_lockstep_is_fair_and_batches_are_full() -> None:
    """Until the first tree is done every batch has exactly one share of each, and fill is 98 % or more."""
    for share in (1, 4):
        search = BatchedMCTS(openings(16), simulations=400, batch_size=16 * share, options=SearchOptions(cache=0))
        given = np.zeros(16, int)
        while not search.done:
            leaves = search.ask()
            counted = np.bincount(leaves.trees, minlength=16)
            given += counted
            priors, values = heuristic_evaluator(leaves)
            search.tell(priors, values)
            simulations = [search.root(tree).simulations for tree in range(16)]
            unfinished = [tree for tree in range(16) if not search.root(tree).is_done]
            if len(unfinished) == 16:
                assert counted.max() <= share and (share > 1 or counted.min() == 1)
                endings = search.stats().endings
                assert max(simulations) - min(simulations) <= share + endings + search.stats().collisions
        assert search.stats().batch_fill >= 0.98
        assert all(search.root(tree).simulations == 400 for tree in range(16))


def test_without_free_simulations_trees_stay_within_one_share() -> None:
    """Also where ends of games and the cache answer: mates near some roots, and every position twice, the copies later."""
    states = [*openings(6), *(Position(fen) for fen, *_ in MATES[:4])] * 2
    search = BatchedMCTS(states, simulations=300, batch_size=10, options=SearchOptions(free_simulations=0))
    while not search.done:
        search.tell(*heuristic_evaluator(search.ask()))
        simulations = [search.root(tree).simulations for tree in range(len(states))]
        assert max(simulations) - min(simulations) <= 1
    counted = search.stats()
    assert counted.endings > 0 and counted.cache_hit_rate > 0
    ahead = BatchedMCTS(states, simulations=300, batch_size=10)
    run(ahead, heuristic_evaluator)
    assert everything(ahead) == everything(search)  # the same trees, in fewer rounds
    assert ahead.stats().batch_fill > counted.batch_fill


def test_a_tree_gives_more_leaves_as_it_grows() -> None:
    """One for every 64 simulations of the smallest tree: leaves that know nothing of each other are poor in a small one."""
    search = BatchedMCTS(openings(2), simulations=1500, options=SearchOptions(leaves_per_tree=16))
    shares = set()
    while not search.done:
        smallest = min(search.root(tree).simulations for tree in range(2))
        leaves = search.ask()
        most = int(np.bincount(leaves.trees, minlength=2).max())
        assert most <= max(1, smallest // 64)
        shares.add(most)
        search.tell(*heuristic_evaluator(leaves))
    assert {1, 2, 16} <= shares


def test_a_batch_smaller_than_a_round_goes_round() -> None:
    small = BatchedMCTS(openings(10), simulations=50, batch_size=4)
    whole = BatchedMCTS(openings(10), simulations=50)
    while not small.done:
        leaves = small.ask()
        assert len(leaves) <= 4
        small.tell(*heuristic_evaluator(leaves))
        simulations = [small.root(tree).simulations for tree in range(10)]
        assert max(simulations) - min(simulations) <= 1 + small.stats().endings
    run(whole, heuristic_evaluator)
    assert everything(small) == everything(whole)


def test_two_groups_alternate() -> None:
    """One group's leaves can be away with a device while the other's are collected."""
    search = BatchedMCTS(openings(9), simulations=80, options=SearchOptions(groups=2))
    away = [search.ask(0), search.ask(1)]
    assert {int(tree) % 2 for tree in away[0].trees} == {0} and {int(tree) % 2 for tree in away[1].trees} == {1}
    while not search.done:
        for group in (0, 1):
            search.tell(*heuristic_evaluator(away[group]), group=group)
            away[group] = search.ask(group)
    for group in (0, 1):
        search.drop(group)
    alone = BatchedMCTS(openings(9), simulations=80)
    run(alone, heuristic_evaluator)
    assert everything(search) == everything(alone)


def test_leaves_are_written_into_the_callers_memory() -> None:
    buffers = Buffers.allocate(4, 59, 448)
    search = BatchedMCTS(openings(4), simulations=20, buffers=[buffers])
    leaves = search.ask()
    for ours, theirs in (
        (leaves.packed, buffers.packed),
        (leaves.actions, buffers.actions),
        (leaves.trees, buffers.trees),
    ):
        assert ours.__array_interface__["data"] == theirs.__array_interface__["data"]
        assert np.shares_memory(ours, theirs)
    assert leaves.packed.tolist() == [position.pack().tolist() for position in openings(4)]
    for leaf, position in enumerate(openings(4)):
        actions = leaves.actions[leaves.offsets[leaf] : leaves.offsets[leaf + 1]]
        assert sorted(actions.tolist()) == position.legal_actions().tolist()
    with pytest.raises(SearchError, match="too small"):
        BatchedMCTS(openings(5), simulations=20, buffers=[buffers]).ask()


def test_planes_and_masks_are_those_of_the_positions() -> None:
    positions = openings(4)
    leaves = BatchedMCTS(positions, simulations=20).ask()
    planes = np.full((4, 8, 8, 119), 7, np.float32)
    assert leaves.chess_planes(planes) is planes
    assert np.array_equal(planes, np.stack([position.encode() for position in positions]))
    assert np.array_equal(leaves.mask(4672), np.stack([position.legal_mask() for position in positions]))
    logits = np.random.default_rng(1).normal(size=(4, 4672)).astype(np.float32)
    priors = leaves.softmax(logits)
    assert np.add.reduceat(priors, leaves.offsets[:-1].astype(int)) == pytest.approx(np.ones(4))
    first = leaves.actions[: leaves.offsets[1]]
    assert priors[: leaves.offsets[1]] == pytest.approx(
        np.exp(logits[0, first]) / np.exp(logits[0, first]).sum(), rel=1e-5
    )


def test_an_identity_evaluator_gets_its_own_memory_back() -> None:
    """No copy on the way out, and none is needed on the way back: float32 arrays are read where they lie."""
    search = BatchedMCTS(openings(4), simulations=30)
    while not search.done:
        leaves = search.ask()
        assert np.shares_memory(leaves.packed, search.buffers[0].packed)
        values = (leaves.packed[:, 0] % 3).astype(np.float32) - 1
        search.tell(None, values)
    assert search.stats().simulations == 120


def test_mates_in_two_and_three_are_found() -> None:
    search = BatchedMCTS([fen for fen, _, _ in MATES], simulations=100_000, threads=2)
    search.grow("heuristic")
    assert search.move_names(search.best_moves()) == [best.removeprefix("bm ") for _, _, best in MATES]


def test_whole_games_keep_their_trees() -> None:
    search = BatchedMCTS(
        [START_FEN] * 6, 60, seed=3, options=SearchOptions(dirichlet_epsilon=0.25, temperature_plies=500)
    )
    positions = [Position() for _ in range(6)]
    for _ in range(400):
        run(search, heuristic_evaluator)
        moves = search.sample_moves()
        for position, name in zip(positions, search.move_names(moves), strict=True):
            if name:
                position.push(name)
        search.advance(moves)
        assert [search.state(tree) for tree in range(6)] == [position.fen() for position in positions]
        if all(move < 0 for move in moves):
            break
    assert any(search.root(tree).is_over for tree in range(6))
    assert all(
        not search.root(tree).is_over or positions[tree].outcome(claim_draw=True) is not None for tree in range(6)
    )


def test_games_that_are_over_have_no_leaves() -> None:
    search = BatchedMCTS([STALEMATE], simulations=10)
    assert search.done and search.best_moves() == [-1] and search.visit_counts() == [{}] and search.line(0) == []
    assert len(search.ask()) == 0
    search.restart(0, START_FEN)
    run(search, uniform_evaluator)
    assert len(search.line(0)) > 0 and sum(search.policy(0.0)[0].values()) == 1


def test_standings_are_what_each_root_says() -> None:
    mated = "7k/5Q1p/6p1/8/8/8/8/K7 b - - 0 1"
    options = SearchOptions(full_share=0.5, quick_simulations=4)
    search = BatchedMCTS(
        [Position(), Position(mated), Position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")] * 4, 12, options=options
    )
    run(search, uniform_evaluator)
    search.advance(search.best_moves())
    trees = [2, 0, 7, 1, 10]
    now = search.standings(trees)
    for at, tree in enumerate(trees):
        root = search.root(tree)
        assert (now.plies[at], now.over[at], now.full[at]) == (root.ply, root.is_over, root.is_full_search)
        assert now.values[at] == root.value
    assert now.over.any() and not now.over.all()
    with pytest.raises(SearchError, match="tree: 12 is none of 12"):
        search.standings([12])
