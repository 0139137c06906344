"""BatchedMCTS: many trees searched in lockstep, their leaves evaluated together. docs/search.md tells the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from types import SimpleNamespace
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from darwindeck import _core
from darwindeck.chess.position import Position
from darwindeck.errors import ChessError, SearchError

from .leaves import Buffers, Leaves
from .options import SearchOptions

State: TypeAlias = Position | str | _core.State
MOST_SIMULATIONS = 100_000_000
JUDGES = {"uniform": 0, "heuristic": 1}


@dataclass(frozen=True)
class Roots:
    """What the trees know of their roots' moves: columns by tree and then by action, those of tree i from offsets[i]."""

    offsets: NDArray[np.uint32]  # [trees + 1]
    actions: NDArray[np.uint16]  # [total]
    visits: NDArray[np.uint32]
    values: NDArray[np.float32]  # mean result for the mover
    priors: NDArray[np.float32]
    policy: NDArray[np.float64]

    def of(self, tree: int) -> slice:
        return slice(int(self.offsets[tree]), int(self.offsets[tree + 1]))


@dataclass(frozen=True)
class Root:
    """How one tree stands."""

    simulations: int
    ply: int
    value: float  # for the mover
    is_over: bool
    is_done: bool
    is_full_search: bool
    is_out_of_memory: bool


@dataclass(frozen=True)
class SearchStats:
    simulations: int
    leaves: int
    batches: int
    batch_fill: float  # leaves of those that unfinished trees could have given
    cache_hit_rate: float  # of the evaluations that simulations needed
    endings: int  # simulations that ended at the end of a game
    collisions: int
    mean_depth: float
    deepest: int
    leaves_per_tree: float
    trees_done: int
    trees_out_of_memory: int
    tree_bytes: int
    cache_bytes: int
    ask_seconds: float
    evaluate_seconds: float  # between `ask` and `tell`
    tell_seconds: float


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
        told = SimpleNamespace(
            **asdict(self.options)
            | {"simulations": self.simulations, "seed": seed, "threads": min(self.threads, len(states))}
            | {"leaves_per_tree": self.leaves_per_tree}
        )
        self.is_chess = not isinstance(states[0], _core.State)
        try:
            if self.is_chess:
                positions = [Position(of) if isinstance(of, str) else of for of in states]
                return _core.BatchSearch.chess([of._core for of in positions], told, self.batch_size, isa)  # type: ignore[union-attr]
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
        return self._core.is_done(self._checked(group))

    def ask(self, group: int = 0) -> Leaves:
        """An equal share of leaves from every unfinished tree of the group, as views of its buffers.

        Leaves of the group's last `ask` that were never answered are dropped. There may be none while trees are not done.
        """
        buffers = self.buffers[self._checked(group)]
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
        leaves = self._asked[self._checked(group)]
        if leaves is None:
            raise SearchError("tell: nothing was asked")
        begin = perf_counter()
        told = _floats("values", values)
        if told.shape not in ((len(leaves),), (len(leaves), self._core.seats)):
            expected = f"({len(leaves)},) or ({len(leaves)}, {self._core.seats})"
            raise SearchError(f"values: the shape is {told.shape} instead of {expected}")
        given = None if priors is None else _floats("priors", priors)
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
        self._core.drop(self._checked(group))
        self._asked[group] = None

    def grow(self, judge: str, simulations: int | None = None) -> None:
        """Without an evaluator: so many more simulations a tree, judged in the core ("uniform" or "heuristic").

        The heuristic of chess counts material, mobility and captures; that of cards plays one random game to its end.
        """
        if judge not in JUDGES:
            raise SearchError(f"judge: {judge!r} is none of {', '.join(JUDGES)}")
        if any(leaves is not None and len(leaves) for leaves in self._asked):
            raise SearchError("grow: leaves are waiting for an answer; tell or drop them first")
        # One more than asked for: the root's own evaluation.
        self._core.grow(JUDGES[judge], min(simulations or self.simulations, MOST_SIMULATIONS) + 1)

    def stop(self) -> None:
        """From any thread: ends `grow` soon, and later ones at once."""
        self._core.stop()

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

    def roots(self, temperature: float = 1.0) -> Roots:
        """Everything about the roots' moves, in arrays."""
        return Roots(*self._core.roots(temperature))

    def root(self, tree: int) -> Root:
        return Root(*self._core.root(self._checked_tree(tree)))

    def best_moves(self) -> list[int]:
        """The action to make in each tree: the most visited one; -1 where the game is over."""
        return self._core.choices(False)

    def sample_moves(self) -> list[int]:
        """Actions drawn by visits and the schedule of temperatures; -1 where the game is over."""
        return self._core.choices(True)

    def line(self, tree: int) -> list[int]:
        """The actions that are expected from the root on."""
        return self._core.line(self._checked_tree(tree))

    def move_names(self, actions: Sequence[int]) -> list[str]:
        """Chess: one action of each tree as the UCI protocol writes it; empty for -1."""
        if not self.is_chess:
            raise SearchError("move_names: only chess has them; see Game.describe")
        return ["" if of < 0 else self._core.position(tree).move(of) for tree, of in enumerate(actions)]

    def advance(self, moves: Sequence[int | str | None]) -> None:
        """Makes a move in each tree and keeps what was learned below it; None or -1 leaves a tree as it is.

        Moves are actions, of chess also text (e2e4). Of cards the subtree is kept only if the same seat moves on.
        """
        if len(moves) != self.trees:
            raise SearchError(f"moves: {len(moves)} for {self.trees} trees")
        if any(leaves is not None and len(leaves) for leaves in self._asked):
            raise SearchError("advance: leaves are waiting for an answer; tell or drop them first")
        try:
            self._core.advance([self._action(tree, move) for tree, move in enumerate(moves)])
        except (ValueError, TypeError) as error:
            raise SearchError(f"moves: {one_line(error)}") from None

    def restart(self, tree: int, state: State) -> None:
        """Begins anew with another position in one of the trees."""
        given = Position(state) if isinstance(state, str) else state
        try:
            self._core.restart(self._checked_tree(tree), given._core if isinstance(given, Position) else given)
        except (ValueError, TypeError) as error:
            raise SearchError(f"restart: {one_line(error)}") from None

    def position(self, tree: int) -> Position:
        """A copy of a tree's position of chess."""
        if not self.is_chess:
            raise SearchError("position: these are cards; see `state`")
        copy = Position.__new__(Position)
        copy._core = self._core.position(self._checked_tree(tree))
        return copy

    def state(self, tree: int) -> _core.State:
        """A tree's state of cards."""
        if self.is_chess:
            raise SearchError("state: this is chess; see `position`")
        return self._core.state(self._checked_tree(tree))

    @property
    def trees(self) -> int:
        return self._core.trees

    def clear_cache(self) -> None:
        """Forgets all evaluations; to be called when the evaluator changes."""
        self._core.clear_cache()

    def stats(self) -> SearchStats:
        counts = self._core.counts()
        simulations, leaves = counts["simulations"], counts["leaves"]
        return SearchStats(
            simulations=simulations,
            leaves=leaves,
            batches=counts["asks"],
            batch_fill=leaves / max(counts["offered"], 1),
            cache_hit_rate=counts["hits"] / max(counts["hits"] + leaves, 1),
            endings=counts["endings"],
            collisions=counts["collisions"],
            mean_depth=counts["depths"] / max(simulations, 1),
            deepest=counts["deepest"],
            leaves_per_tree=leaves / self.trees,
            trees_done=counts["trees_done"],
            trees_out_of_memory=counts["trees_out_of_memory"],
            tree_bytes=counts["tree_bytes"],
            cache_bytes=counts["cache_bytes"],
            ask_seconds=self._seconds["ask"],
            evaluate_seconds=self._seconds["evaluate"],
            tell_seconds=self._seconds["tell"],
        )

    def _action(self, tree: int, move: int | str | None) -> int:
        if isinstance(move, str):
            try:
                return self._core.position(tree).action(move)
            except ValueError:
                raise ChessError(f"{move!r} is no legal move in {self.position(tree).fen()}") from None
        return -1 if move is None else move

    def _checked(self, group: int) -> int:
        if not 0 <= group < self.options.groups:
            raise SearchError(f"group: {group} is none of {self.options.groups}")
        return group

    def _checked_tree(self, tree: int) -> int:
        if not 0 <= tree < self.trees:
            raise SearchError(f"tree: {tree} is none of {self.trees}")
        return tree


def _floats(name: str, given: ArrayLike) -> NDArray[np.float32]:
    try:
        return np.ascontiguousarray(given, dtype=np.float32)
    except (ValueError, TypeError):
        raise SearchError(f"{name}: must be an array of numbers") from None


def one_line(error: Exception) -> str:
    return str(error).split("\n")[0]
