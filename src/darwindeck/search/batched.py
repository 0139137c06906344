"""BatchedMCTS: many trees searched in lockstep, their leaves evaluated together. docs/search.md tells the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from darwindeck import _core
from darwindeck.errors import SearchError

from .found import Root, Roots, SearchStats, Standings
from .given import ChessPosition, State, floats, native, one_line
from .leaves import Buffers, Leaves
from .options import SearchOptions

MOST_SIMULATIONS = 100_000_000
JUDGES: dict[str, int] = _core.JUDGES


class BatchedMCTS:
    """Trees of chess positions or of one card game's states. Of cards, a tree is given what its mover knows, never more.

    >>> search = BatchedMCTS(["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"], simulations=100)
    >>> while not search.done:
    ...     leaves = search.ask()
    ...     search.tell(None, np.zeros(len(leaves), np.float32))
    >>> search.move_names(search.best_moves())
    ['d1d8']
    """

    def __init__(
        self,
        states: Sequence[State],
        simulations: int = 800,
        batch_size: int | None = None,
        seed: int = 0,
        threads: int = 1,
        options: SearchOptions | None = None,
        buffers: Sequence[Buffers] | None = None,
        isa: int = 0,
    ) -> None:
        self.options = options or SearchOptions()
        self.simulations, self.threads = simulations, threads
        if not states:
            raise SearchError("states: there is none")
        if not 1 <= simulations <= MOST_SIMULATIONS:
            raise SearchError(f"simulations: must be from 1 to {MOST_SIMULATIONS:,}")
        if not 0 <= seed < 1 << 64 or not 1 <= threads <= 1024:
            raise SearchError("seed: must be from 0 to 2^64 - 1, and threads from 1 to 1024")
        in_group = -(-len(states) // self.options.groups)
        self.batch_size = batch_size if batch_size is not None else in_group * (self.options.leaves_per_tree or 1)
        if self.batch_size < 1:
            raise SearchError("batch_size: must be at least 1")
        self.leaves_per_tree = self.options.leaves_per_tree or max(1, self.batch_size // in_group)
        if self.batch_size < self.leaves_per_tree:
            raise SearchError("batch_size: must have room for the leaves of one tree")
        if self.options.memory // len(states) < 1 << 16:
            raise SearchError("options.memory: must be at least 64 KiB a tree")
        self._core = self._start(states, seed, isa)
        self.buffers = list(buffers or self._allocate())
        if len(self.buffers) != self.options.groups:
            raise SearchError("buffers: one for each group is needed")
        self._asked: list[Leaves | None] = [None] * self.options.groups
        self._asked_at = [0.0] * self.options.groups
        self._seconds = {"ask": 0.0, "evaluate": 0.0, "tell": 0.0}

    def _start(self, states: Sequence[State], seed: int, isa: int) -> _core.BatchSearch:
        told = asdict(self.options) | {
            "simulations": self.simulations,
            "seed": seed,
            "threads": min(self.threads, len(states)),
            "leaves_per_tree": self.leaves_per_tree,
        }
        self.is_chess = not isinstance(states[0], _core.State)
        self._forms: list[type[Any]] = [type(state) for state in states]
        try:
            if self.is_chess:
                return _core.BatchSearch.chess([native(of) for of in states], told, self.batch_size, isa)  # type: ignore[misc]
            return _core.BatchSearch.cards(list(states), told, self.batch_size, isa)  # type: ignore[arg-type]
        except (ValueError, TypeError, AttributeError, RuntimeError) as error:
            reason = (
                str(error) if isinstance(error, ValueError) else "must all be chess positions or states of one game"
            )
            raise SearchError(f"states: {reason}") from None

    def _allocate(self) -> list[Buffers]:
        shape = (self.batch_size, self._core.leaf_words, self._core.most_moves)
        return [Buffers.allocate(*shape) for _ in range(self.options.groups)]

    # The loop

    @property
    def done(self) -> bool:
        """Every tree has its simulations, is over, or has no memory left."""
        return all(self._core.is_done(group) for group in range(self.options.groups))

    def group_done(self, group: int) -> bool:
        return self._core.is_done(self._check_group(group))

    def ask(self, group: int = 0) -> Leaves:
        """An equal share of leaves from every unfinished tree of the group, as views of its buffers.

        Leaves of the group's last `ask` that were never answered are dropped. There may be none while trees are not done.
        """
        buffers = self.buffers[self._check_group(group)]
        begin = perf_counter()
        try:
            count = self._core.ask(
                group, buffers.packed, buffers.actions, buffers.offsets, buffers.trees, self.batch_size
            )
        except (ValueError, TypeError) as error:
            raise SearchError(f"buffers: {one_line(error)}") from None
        leaves = self._asked[group] = buffers.first(count)
        self._asked_at[group] = perf_counter()
        self._seconds["ask"] += self._asked_at[group] - begin
        return leaves

    def tell(self, priors: ArrayLike | None, values: ArrayLike, group: int = 0) -> None:
        """Answers the last `ask`: priors [total] at its actions (None: all alike; they are scaled to add up to 1 a leaf)
        and values from -1 to 1, either [leaves] for the mover or [leaves, seats], the mover first
        and the others in the order in which they sit.

        An answer that makes no sense is an error; the trees are as before, and a better answer may be told.
        """
        leaves = self._asked[self._check_group(group)]
        if leaves is None:
            raise SearchError("tell: nothing was asked")
        begin = perf_counter()
        told = floats("values", values)
        if told.shape not in ((len(leaves),), (len(leaves), self._core.seats)):
            expected = f"({len(leaves)},) or ({len(leaves)}, {self._core.seats})"
            raise SearchError(f"values: the shape is {told.shape} instead of {expected}")
        given = None if priors is None else floats("priors", priors)
        if given is not None and given.shape != leaves.actions.shape:
            raise SearchError(f"priors: the shape is {given.shape} instead of {leaves.actions.shape}")
        try:
            self._core.tell(group, given, told)
        except ValueError as error:
            raise SearchError(f"tell: {error}") from None
        self._asked[group] = None
        self._seconds["evaluate"] += begin - self._asked_at[group]
        self._seconds["tell"] += perf_counter() - begin

    def drop(self, group: int = 0) -> None:
        """The leaves of the last `ask` will not be answered; the trees are as if they had never been asked for."""
        self._core.drop(self._check_group(group))
        self._asked[group] = None

    def grow(self, judge: str, simulations: int | None = None) -> None:
        """Without an evaluator: so many more simulations a tree, judged in the core ("uniform" or "heuristic").
        The heuristic of chess counts material, mobility and captures; that of cards plays one random game to its end.
        """
        if judge not in JUDGES:
            raise SearchError(f"judge: {judge!r} is none of {', '.join(JUDGES)}")
        if any(leaves is not None and len(leaves) for leaves in self._asked):
            raise SearchError("grow: leaves are waiting for an answer; tell or drop them first")
        self._core.grow(JUDGES[judge], min(simulations or self.simulations, MOST_SIMULATIONS))

    def stop(self) -> None:
        """From any thread: ends `grow` soon, and later ones at once until `resume`."""
        self._core.stop()

    def resume(self) -> None:
        self._core.resume()

    # What was found

    def visit_counts(self) -> list[dict[int, int]]:
        """For each tree its visits by action; none where the game is over."""
        roots = self.roots()
        return [
            dict(zip(roots.actions[at].tolist(), roots.visits[at].tolist(), strict=True))
            for at in map(roots.of, range(self.trees))
        ]

    def policy(self, temperature: float = 1.0) -> list[dict[int, float]]:
        """For each tree a distribution over actions: visits to the power of 1 / temperature; with `gumbel` the improved policy."""
        roots = self.roots(temperature)
        return [
            dict(zip(roots.actions[at].tolist(), roots.policy[at].tolist(), strict=True))
            for at in map(roots.of, range(self.trees))
        ]

    def roots(self, temperature: float = 1.0, trees: Sequence[int] | None = None) -> Roots:
        """Everything about the moves of all roots, or of some, in arrays."""
        return Roots(*self._core.roots(temperature, self._check_trees(trees)))

    def find_finished(self, group: int = 0) -> list[int]:
        """The trees of a group that are done; `advance` and `restart` give them something to do."""
        return self._core.finished(self._check_group(group))

    def pack_roots(self, trees: Sequence[int]) -> NDArray[np.uint64]:
        """Chess: the positions of some trees as leaves are packed, [trees, words]."""
        return self._core.pack_roots(list(self._check_trees(trees) or [])).reshape(len(trees), -1)

    def root(self, tree: int) -> Root:
        return Root(*self._core.root(self._check_tree(tree)))

    def standings(self, trees: Sequence[int]) -> Standings:
        """What `root` says of some trees, in arrays."""
        plies, values, over, full = self._core.standings(self._check_trees(trees) or [])
        return Standings(plies, values, over.astype(bool), full.astype(bool))

    def best_moves(self, trees: Sequence[int] | None = None) -> list[int]:
        """The action to make in each tree, or in some: what is proven, or the most visited one; -1 where the game is over."""
        return self._core.choices(False, self._check_trees(trees))

    def sample_moves(self, trees: Sequence[int] | None = None) -> list[int]:
        """Actions drawn by visits and the schedule of temperatures; -1 where the game is over."""
        return self._core.choices(True, self._check_trees(trees))

    def line(self, tree: int, first: int | None = None) -> list[int]:
        """The actions that are expected from the root on, or after that first one."""
        try:
            return self._core.line(self._check_tree(tree), -1 if first is None else first)
        except ValueError as error:
            raise SearchError(f"line: {error}") from None

    def move_names(self, actions: Sequence[int]) -> list[str]:
        """Chess: one action of each tree as the UCI protocol writes it; empty for -1."""
        if not self.is_chess:
            raise SearchError("move_names: only chess has them; see Game.describe")
        return ["" if of < 0 else self._core.position(tree).move(of) for tree, of in enumerate(actions)]

    def advance(self, moves: Sequence[int | str | None], trees: Sequence[int] | None = None) -> None:
        """Makes a move in each tree, or in some, and keeps what was learned below it; None or -1 leaves a tree as it is.

        Moves are actions, of chess also text (e2e4). Of cards the subtree is kept only if the same seat moves on. A tree of a
        group whose leaves are waiting for an answer cannot move.
        """
        moved = self._check_trees(range(self.trees) if trees is None else trees) or []
        if len(moves) != len(moved):
            raise SearchError(f"moves: {len(moves)} for {len(moved)} trees")
        try:
            self._core.advance([self._action(*pair) for pair in zip(moved, moves, strict=True)], moved)
        except (ValueError, TypeError) as error:
            raise SearchError(f"moves: {one_line(error)}") from None

    def confine(self, tree: int, moves: Sequence[int | str]) -> None:
        """Begins one of the trees anew and lets it make only these moves at its root."""
        try:
            self._core.confine(self._check_tree(tree), [self._action(tree, move) for move in moves])
        except (ValueError, TypeError) as error:
            raise SearchError(f"confine: {one_line(error)}") from None

    def restart(self, tree: int, state: State) -> None:
        """Begins anew with another position in one of the trees."""
        try:
            self._core.restart(self._check_tree(tree), native(state))
        except (ValueError, TypeError, AttributeError) as error:
            raise SearchError(f"restart: {one_line(error)}") from None
        self._forms[tree] = type(state)

    def state(self, tree: int) -> State:
        """Where a tree is now, in the form it was given: a position, a FEN, or a state of cards."""
        if not self.is_chess:
            return self._core.state(self._check_tree(tree))
        native, form = self._core.position(self._check_tree(tree)), self._forms[tree]
        if form is str:
            return native.fen()
        position: ChessPosition = object.__new__(form)
        position._core = native
        return position

    @property
    def trees(self) -> int:
        return self._core.trees

    def clear_cache(self) -> None:
        """Forgets all evaluations; to be called when the evaluator changes."""
        self._core.clear_cache()

    def stats(self) -> SearchStats:
        return SearchStats.of(self._core.counts(), self.trees, self._seconds)

    def _action(self, tree: int, move: int | str | None) -> int:
        if isinstance(move, str):
            try:
                return self._core.position(tree).action(move)
            except ValueError:
                raise SearchError(f"moves: {move!r} is no legal move in {self._core.position(tree).fen()}") from None
        return -1 if move is None else move

    def _check_group(self, group: int) -> int:
        if not 0 <= group < self.options.groups:
            raise SearchError(f"group: {group} is none of {self.options.groups}")
        return group

    def _check_trees(self, trees: Sequence[int] | None) -> list[int] | None:
        return None if trees is None else [self._check_tree(tree) for tree in trees]

    def _check_tree(self, tree: int) -> int:
        if not 0 <= tree < self.trees:
            raise SearchError(f"tree: {tree} is none of {self.trees}")
        return tree
