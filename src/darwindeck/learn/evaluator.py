"""A torch network as an evaluator. Leaves go to the device packed; planes are made and the policy is gathered there, and
only the priors of legal actions and the values come back. On CUDA each size of batch is one graph, and two slots with
pinned memory and streams of their own let one batch be evaluated while the next is collected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from darwindeck.errors import SearchError
from darwindeck.search import Buffers, Leaves

from .planes import chess_planes

ACTIONS = 4672
WIDTH = 128  # actions a leaf that a graph has room for; the few leaves with more go without one
LEAST_BUCKET = 16
Encode = Callable[[torch.Tensor, torch.dtype], torch.Tensor]


@dataclass
class Slot:
    """One batch under way: what it is, and on CUDA where its answer will be and when."""

    leaves: Leaves | None = None
    priors: torch.Tensor | None = None  # [leaves, width]
    values: torch.Tensor | None = None
    stream: Any = None
    finished: Any = None
    pinned: dict[tuple[str, int, int], torch.Tensor] | None = None


class TorchEvaluator:
    """`network(planes) -> (logits [leaves, actions], values [leaves] or [leaves, 1] from -1 to 1)`.

    Planes are [leaves, 119, 8, 8], channels last in memory; with `nhwc` they are [leaves, 8, 8, 119]. A network of another
    game brings its own `encode(packed, dtype)` and its number of actions.
    """

    def __init__(
        self,
        network: torch.nn.Module,
        device: str = "cpu",
        dtype: torch.dtype | None = None,
        nhwc: bool = False,
        graphs: bool = True,
        actions: int = ACTIONS,
        encode: Encode = chess_planes,
        slots: int = 2,
    ) -> None:
        self.device = torch.device(device)
        self.is_cuda = self.device.type == "cuda"
        self.dtype = dtype or (torch.float16 if self.is_cuda else torch.float32)
        self.network = network.to(self.device, self.dtype).eval().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.nhwc, self.actions, self.encode = nhwc, actions, encode
        self.graphs: dict[int, tuple[Any, dict[str, torch.Tensor]]] | None = {} if graphs and self.is_cuda else None
        self._slots = [self._new_slot() for _ in range(slots)]

    def _new_slot(self) -> Slot:
        if not self.is_cuda:
            return Slot()
        return Slot(stream=torch.cuda.Stream(self.device), finished=torch.cuda.Event(), pinned={})

    def buffers(self, leaves: int, words: int = 59, moves: int = 448) -> Buffers:
        """Arrays for BatchedMCTS that the device can read without a copy on the way."""
        made = Buffers.allocate(leaves, words, moves)
        if not self.is_cuda:
            return made
        packed = torch.zeros((leaves, words), dtype=torch.int64, pin_memory=True)
        return Buffers(packed.numpy().view(np.uint64), made.actions, made.offsets, made.trees)

    def __call__(self, leaves: Leaves) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        self.submit(leaves, 0)
        return self.collect(0)

    def submit(self, leaves: Leaves, slot: int = 0) -> None:
        """Begins with a batch; on CUDA it returns before the answer is there. The leaves must stay as they are until then."""
        at = self._slots[slot]
        at.leaves = leaves
        if len(leaves) == 0:
            return
        width = int(leaves.counts.max())
        try:
            with torch.inference_mode():
                if self.is_cuda:
                    self._submit_cuda(at, leaves, width)
                else:
                    packed = torch.from_numpy(leaves.packed.view(np.int64))
                    at.priors, at.values = self._answer(packed, torch.from_numpy(padded(leaves, len(leaves), width)))
        except torch.cuda.OutOfMemoryError:
            at.leaves = None
            raise SearchError(f"network: {self.device} has no memory for {len(leaves)} leaves") from None

    def collect(self, slot: int = 0) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The answer for the slot's batch, waiting for it if need be."""
        at = self._slots[slot]
        leaves = at.leaves
        if leaves is None:
            raise SearchError("network: nothing was submitted")
        at.leaves = None
        if len(leaves) == 0:
            return np.zeros(0, np.float32), np.zeros(0, np.float32)
        if at.finished is not None:
            at.finished.synchronize()
        assert at.priors is not None and at.values is not None
        priors, values = at.priors.numpy()[: len(leaves)], at.values.numpy()[: len(leaves)]
        legal = np.arange(priors.shape[1]) < leaves.counts[:, None]
        return priors[legal], values.copy()

    def _answer(self, packed: torch.Tensor, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Priors [leaves, width] and values [leaves], in float32 on the device. Actions are padded with -1."""
        planes = self.encode(packed, self.dtype)
        logits, values = self.network(planes.permute(0, 2, 3, 1) if self.nhwc else planes)
        if logits.shape != (len(packed), self.actions) or values.numel() != len(packed):
            shapes = f"{tuple(logits.shape)} and {tuple(values.shape)}"
            expected = f"({len(packed)}, {self.actions}) and ({len(packed)},)"
            raise SearchError(f"network: answers with the shapes {shapes} instead of {expected}")
        wanted = actions.long()
        picked = logits.float().gather(1, wanted.clamp(min=0)).masked_fill(wanted < 0, float("-inf"))
        return torch.softmax(picked, dim=1), values.float().flatten()

    # CUDA

    def _submit_cuda(self, at: Slot, leaves: Leaves, width: int) -> None:
        count = len(leaves)
        bucket = max(LEAST_BUCKET, 1 << (count - 1).bit_length())
        use_graph = self.graphs is not None and width <= WIDTH
        width = WIDTH if width <= WIDTH else width
        staged = self._pinned(at, "actions", bucket, width, torch.int16)
        staged.numpy()[:] = padded(leaves, bucket, width)
        at.stream.wait_stream(torch.cuda.current_stream(self.device))
        with torch.cuda.stream(at.stream):
            if use_graph:
                priors, values = self._replay(at, leaves, bucket, staged)
            else:
                packed = torch.from_numpy(leaves.packed.view(np.int64)).to(self.device, non_blocking=True)
                priors, values = self._answer(packed, staged[:count].to(self.device, non_blocking=True))
            at.priors = self._pinned(at, "priors", bucket, width, torch.float32)
            at.values = self._pinned(at, "values", bucket, 1, torch.float32).view(-1)
            at.priors[: len(priors)].copy_(priors, non_blocking=True)
            at.values[: len(values)].copy_(values, non_blocking=True)
            at.finished.record(at.stream)

    def _replay(self, at: Slot, leaves: Leaves, bucket: int, staged: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Runs the bucket's graph. It is one for all slots, so a slot waits until the others have read their answers."""
        assert self.graphs is not None
        if bucket not in self.graphs:
            self.graphs[bucket] = self._capture(bucket, leaves.packed.shape[1])
        for other in self._slots:
            if other is not at and other.finished is not None:
                at.stream.wait_event(other.finished)
        graph, static = self.graphs[bucket]
        packed = torch.from_numpy(leaves.packed.view(np.int64))
        static["packed"][: len(leaves)].copy_(packed, non_blocking=True)
        static["actions"].copy_(staged, non_blocking=True)
        graph.replay()
        return static["priors"], static["values"]

    def _capture(self, bucket: int, words: int) -> tuple[Any, dict[str, torch.Tensor]]:
        static = {
            "packed": torch.zeros((bucket, words), dtype=torch.int64, device=self.device),
            "actions": torch.zeros((bucket, WIDTH), dtype=torch.int16, device=self.device),
        }
        warm = torch.cuda.Stream(self.device)
        warm.wait_stream(torch.cuda.current_stream(self.device))
        with torch.cuda.stream(warm):
            for _ in range(3):
                self._answer(static["packed"], static["actions"])
        torch.cuda.current_stream(self.device).wait_stream(warm)
        torch.cuda.synchronize(self.device)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            static["priors"], static["values"] = self._answer(static["packed"], static["actions"])
        return graph, static

    def _pinned(self, at: Slot, name: str, rows: int, columns: int, dtype: torch.dtype) -> torch.Tensor:
        assert at.pinned is not None
        key = (name, rows, columns)
        if key not in at.pinned:
            at.pinned[key] = torch.zeros((rows, columns), dtype=dtype, pin_memory=True)
        return at.pinned[key]


def padded(leaves: Leaves, rows: int, width: int) -> NDArray[np.int16]:
    """The actions as [rows, width], -1 where there is none; rows beyond the leaves have action 0 alone."""
    actions = np.full((rows, width), -1, np.int16)
    actions[len(leaves) :, 0] = 0
    actions[: len(leaves)][np.arange(width) < leaves.counts[:, None]] = leaves.actions
    return actions
