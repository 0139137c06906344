"""What can go wrong with a search: bad answers, failing evaluators, interruptions, no memory, misuse. The trees stay usable."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from darwindeck.chess import START_FEN
from darwindeck.errors import SearchError
from darwindeck.search import BatchedMCTS, Leaves, SearchOptions, heuristic_evaluator, run

from .test_batched import everything, openings


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


@pytest.fixture
def control_c() -> Iterator[None]:
    """Ctrl-C is heard, also where whoever started the tests had it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("control_c")
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


@pytest.mark.usefixtures("control_c")
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
