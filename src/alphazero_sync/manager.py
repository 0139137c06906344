"""BatchedMCTSManager: many games of chess by dense tensors: planes and masks out, dense policies and values in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from darwindeck.chess import ACTIONS, START_FEN, Position
from darwindeck.errors import SearchError
from darwindeck.search import BatchedMCTS, Leaves, SearchOptions

# (observations [n, 8, 8, 119], masks [n, 4672]) -> (policies [n, 4672], values [n]); the answer may be on any device
DenseEvaluator = Callable[[Any, Any], tuple[Any, Any]]


class BatchedMCTSManager:
    """`num_games` trees of chess, `batch_size` leaves at a time. Policies are probabilities, or logits with `logits`.

    What `collect_batch` returns are tensors on `device` where torch is installed, or with `tensors=False` NumPy arrays; on the
    CPU they are the same memory every time. Answers may be either, of any precision.
    """

    def __init__(
        self,
        num_games: int = 64,
        num_simulations: int = 800,
        batch_size: int = 256,
        evaluator: DenseEvaluator | None = None,
        positions: Sequence[Position | str] | None = None,
        seed: int = 0,
        threads: int = 1,
        logits: bool = False,
        options: SearchOptions | None = None,
        tensors: bool | None = None,
        device: str = "cpu",
    ) -> None:
        states = list(positions) if positions is not None else [START_FEN] * num_games
        if len(states) != num_games:
            raise SearchError(f"positions: {len(states)} for {num_games} games")
        self.search = BatchedMCTS(states, num_simulations, batch_size, seed, threads, options)
        self.evaluator, self.logits, self.device = evaluator, logits, device
        self.tensors = find_spec("torch") is not None if tensors is None else tensors
        self._observations = np.zeros((self.search.batch_size, 8, 8, 119), np.float32)
        self._masks = np.zeros((self.search.batch_size, ACTIONS), np.float32)
        self._leaves: Leaves | None = None

    @property
    def done(self) -> bool:
        return self.search.done

    def collect_batch(self) -> tuple[Any, Any, NDArray[np.int32]]:
        """Observations [n, 8, 8, 119], masks of legal actions [n, 4672] and the game of each."""
        leaves = self._write_leaves(self._observations, self._masks)
        arrays = self._observations[: len(leaves)], self._masks[: len(leaves)]
        if not self.tensors:
            return *arrays, leaves.trees
        import torch

        observations, masks = (torch.from_numpy(array).to(self.device) for array in arrays)
        return observations, masks, leaves.trees

    def search_batch(self) -> tuple[Any, Any, NDArray[np.int32]]:
        """The next batch, which `update_with_results` answers."""
        return self.collect_batch()

    def collect_batch_to_tensor(self, obs_tensor: Any, mask_tensor: Any) -> tuple[int, NDArray[np.int32]]:
        """The next batch, written into float32 tensors [batch_size, 8, 8, 119] and [batch_size, 4672] of the caller: how many
        leaves there are, and the game of each. On the CPU nothing is copied on the way."""
        for given, own in ((obs_tensor, self._observations), (mask_tensor, self._masks)):
            if tuple(given.shape) != own.shape or str(given.dtype) != "torch.float32" or not given.is_contiguous():
                raise SearchError(f"tensors: a contiguous float32 tensor of the shape {own.shape} is needed")
        if obs_tensor.device.type == mask_tensor.device.type == "cpu":
            leaves = self._write_leaves(obs_tensor.numpy(), mask_tensor.numpy())
            return len(leaves), leaves.trees
        observations, masks, games = self.collect_batch()
        obs_tensor[: len(games)].copy_(observations)
        mask_tensor[: len(games)].copy_(masks)
        return len(games), games

    def _write_leaves(self, observations: NDArray[np.float32], masks: NDArray[np.float32]) -> Leaves:
        leaves = self._leaves = self.search.ask()
        leaves.chess_planes(observations[: len(leaves)])
        leaves.mask(ACTIONS, masks[: len(leaves)])
        return leaves

    def update_batch(self, game_ids: ArrayLike, policies: ArrayLike, values: ArrayLike) -> None:
        """The answer for the last batch; `game_ids` must be the ones it came with."""
        if self._leaves is None:
            raise SearchError("update: nothing was collected")
        if not np.array_equal(np.asarray(game_ids), self._leaves.trees):
            raise SearchError("update: these are not the games of the last batch")
        self.update_with_results(policies, values)

    def update_with_results(self, policies: ArrayLike, values: ArrayLike) -> None:
        """The answer for the last batch: policies [n, 4672] and values [n] or [n, 1]."""
        leaves = self._leaves
        if leaves is None:
            raise SearchError("update: nothing was collected")
        dense, told = _array(policies), _array(values)
        if dense.shape != (len(leaves), ACTIONS):
            raise SearchError(f"policies: the shape is {dense.shape} instead of {(len(leaves), ACTIONS)}")
        priors = leaves.softmax(dense) if self.logits else leaves.gather(dense)
        self.search.tell(priors, told.reshape(-1) if told.size == len(leaves) else told)
        self._leaves = None

    def run(self) -> None:
        """Grows all trees to their budget with the evaluator."""
        if self.evaluator is None:
            raise SearchError("evaluator: there is none")
        while not self.done:
            observations, masks, games = self.collect_batch()
            self.update_batch(games, *self.evaluator(observations, masks))

    def get_visit_counts(self) -> NDArray[np.int64]:
        """[games, 4672]."""
        counts = np.zeros((self.search.trees, ACTIONS), np.int64)
        for game, visits in enumerate(self.search.visit_counts()):
            counts[game, list(visits)] = list(visits.values())
        return counts

    def get_policies(self, temperature: float = 1.0) -> NDArray[np.float64]:
        """[games, 4672]; zeros where a game is over."""
        policies = np.zeros((self.search.trees, ACTIONS))
        for game, policy in enumerate(self.search.policy(temperature)):
            policies[game, list(policy)] = list(policy.values())
        return policies

    def get_best_moves(self) -> list[str]:
        return self.search.move_names(self.search.best_moves())

    def advance(self, moves: Sequence[int | str | None]) -> None:
        self.search.advance(moves)

    def get_stats(self) -> dict[str, float]:
        return vars(self.search.stats()).copy()


def _array(answer: Any) -> NDArray[np.float32]:
    """An answer as an array on the CPU, from whatever device and precision it comes."""
    if hasattr(answer, "detach"):
        answer = answer.detach().float().cpu().numpy()
    return np.asarray(answer, np.float32)
