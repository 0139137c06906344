"""BatchedMCTS on chess: lockstep, the caller's arrays, bad answers, interruptions, limits."""

from __future__ import annotations

import random
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

from darwindeck.chess import START_FEN, Position
from darwindeck.errors import SearchError
from darwindeck.search import BatchedMCTS, Buffers, Leaves, SearchOptions, heuristic_evaluator, run, uniform_evaluator

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


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda p, v: (p, v[:-1]), "values: the shape"),
        (lambda p, v: (p[:-1], v), "priors: the shape"),
        (lambda p, v: (p.reshape(1, -1), v), "priors: the shape"),
        (lambda p, v: (p, np.tile(v, (3, 1)).T), "values: the shape"),
        (lambda p, v: (p, v * np.nan), "value of leaf 0"),
        (lambda p, v: (p, v + 5), "value of leaf 0"),
        (lambda p, v: (p - 1, v), "prior of leaf 0 is negative"),
        (lambda p, v: (p * np.inf, v), "prior of leaf 0"),
        (lambda p, v: (p * 0, v), "priors of leaf 0"),
        (lambda p, v: ("many", v), "priors: must be an array"),
        (lambda p, v: (p, [[1], [2, 3]]), "values: must be an array"),
        (lambda p, v: (None, None), "values: "),
    ],
)
def test_a_bad_answer_is_an_error_and_the_trees_go_on(spoil, message: str) -> None:  # type: ignore[no-untyped-def]
    search, steady = BatchedMCTS(openings(3), simulations=30), BatchedMCTS(openings(3), simulations=30)
    while not search.done:
        leaves = search.ask()
        priors, values = heuristic_evaluator(leaves)
        if len(leaves):
            with pytest.raises(SearchError, match=message):
                search.tell(*spoil(priors, values))
        search.tell(priors, values)
    run(steady, heuristic_evaluator)
    assert everything(search) == everything(steady)


class OutOfMemory(Exception):
    pass


def test_an_evaluator_that_fails_leaves_the_trees_usable() -> None:
    search, steady = BatchedMCTS(openings(3), simulations=60), BatchedMCTS(openings(3), simulations=60)
    calls = 0

    def failing(leaves: Leaves):  # type: ignore[no-untyped-def]
        nonlocal calls
        calls += 1
        if calls % 5 == 0:
            raise OutOfMemory
        return heuristic_evaluator(leaves)

    failures = 0
    while not search.done:
        try:
            run(search, failing)
        except OutOfMemory:
            failures += 1
            assert sum(search.visit_counts()[0].values()) == search.root(0).simulations
    run(steady, heuristic_evaluator)
    assert failures > 5 and everything(search) == everything(steady)


def test_control_c_in_the_middle() -> None:
    search, steady = BatchedMCTS(openings(3), simulations=3000), BatchedMCTS(openings(3), simulations=3000)

    def interrupting(leaves: Leaves):  # type: ignore[no-untyped-def]
        if search.root(0).simulations == 100:
            signal.raise_signal(signal.SIGINT)
        return heuristic_evaluator(leaves)

    with pytest.raises(KeyboardInterrupt):
        run(search, interrupting)
    assert 100 <= search.root(0).simulations < 3000 and search.best_moves()[0] >= 0
    run(search, heuristic_evaluator)
    run(steady, heuristic_evaluator)
    assert everything(search) == everything(steady)


def test_control_c_inside_the_core() -> None:
    search = BatchedMCTS([START_FEN], simulations=50_000_000, options=SearchOptions(memory=1 << 33))
    threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        search.grow("heuristic")
    assert 0 < search.root(0).simulations < 50_000_000 and search.best_moves()[0] >= 0


def test_stop_from_another_thread() -> None:
    search = BatchedMCTS([START_FEN], simulations=50_000_000, options=SearchOptions(memory=1 << 33))
    threading.Timer(0.05, search.stop).start()
    search.grow("heuristic")
    assert 0 < search.root(0).simulations < 50_000_000


def test_calls_from_many_threads_do_not_meet() -> None:
    """Two groups, each driven by its own thread: the trees are as if they had been searched alone."""
    search = BatchedMCTS(openings(8), simulations=300, options=SearchOptions(groups=2, cache=0))

    def drive(group: int) -> None:
        while not search.group_done(group):
            search.tell(*heuristic_evaluator(search.ask(group)), group=group)

    threads = [threading.Thread(target=drive, args=(group,)) for group in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = BatchedMCTS(openings(8), simulations=300, options=SearchOptions(cache=0))
    run(alone, heuristic_evaluator)
    assert everything(search) == everything(alone)


def test_the_memory_limit_ends_a_search_cleanly() -> None:
    search = BatchedMCTS(openings(4), simulations=1_000_000, options=SearchOptions(memory=4 << 18, cache=0))
    run(search, heuristic_evaluator)
    stats = search.stats()
    assert stats.trees_out_of_memory == 4 and stats.tree_bytes == 4 << 18
    assert all(search.root(tree).is_out_of_memory for tree in range(4))
    moves = search.best_moves()
    assert all(move >= 0 for move in moves)
    search.advance(moves)
    assert not search.root(0).is_out_of_memory and search.stats().tree_bytes < 4 << 18


def test_threads_do_not_show_when_memory_runs_out() -> None:
    found = []
    for threads in (1, 3):
        search = BatchedMCTS(openings(13), 2000, threads=threads, options=SearchOptions(memory=13 << 16))
        run(search, heuristic_evaluator)
        assert search.stats().trees_out_of_memory > 10
        found.append(everything(search))
    assert found[0] == found[1]


def test_memory_of_many_games_is_small() -> None:
    search = BatchedMCTS(openings(64), simulations=800, threads=2)
    run(search, heuristic_evaluator)
    stats = search.stats()
    assert stats.simulations == 64 * 800 and stats.tree_bytes + stats.cache_bytes < 100_000_000


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"states": []}, "states: there is none"),
        ({"states": [START_FEN, 3]}, "states: must all be"),
        ({"simulations": 0}, "simulations: "),
        ({"batch_size": 0}, "batch_size: "),
        ({"threads": 0}, "threads"),
        ({"seed": -1}, "seed: "),
        ({"options": SearchOptions(memory=1 << 16), "states": [START_FEN] * 2}, "memory"),
        ({"options": SearchOptions(leaves_per_tree=3), "batch_size": 2}, "batch_size: "),
        ({"buffers": []}, None),
    ],
)
def test_what_cannot_be_searched_says_why(arguments: dict[str, object], message: str | None) -> None:
    if message is None:
        BatchedMCTS(**({"states": [START_FEN]} | arguments))  # type: ignore[arg-type]
        return
    with pytest.raises(SearchError, match=message):
        BatchedMCTS(**({"states": [START_FEN]} | arguments))  # type: ignore[arg-type]


@pytest.mark.parametrize("field", [{"c_puct": -1}, {"groups": 0}, {"cache": 1.5}, {"temperature": float("nan")}])
def test_options_have_ranges(field: dict[str, float]) -> None:
    with pytest.raises(SearchError, match=rf"options\.{next(iter(field))}"):
        SearchOptions(**field)  # type: ignore[arg-type]


def test_misuse_is_an_error() -> None:
    search = BatchedMCTS([START_FEN], simulations=10)
    with pytest.raises(SearchError, match="nothing was asked"):
        search.tell(None, [])
    search.ask()
    for call in (lambda: search.advance(["e2e4"]), lambda: search.grow("uniform")):
        with pytest.raises(SearchError, match="waiting"):
            call()
    search.drop()
    for moves, message in ((["e2e4", "e7e5"], "2 for 1"), ([4672], "not legal"), ([99999999999], "moves")):
        with pytest.raises(SearchError, match=message):
            search.advance(moves)
    with pytest.raises(SearchError, match="no legal move"):
        search.advance(["e2e5"])
    for bad in (lambda: search.ask(1), lambda: search.root(1), lambda: search.state(1), lambda: search.grow("stars")):
        with pytest.raises(SearchError):
            bad()
