"""A torch network as an evaluator. Leaves go to the device packed; planes are made and the policy is gathered there, and
only the priors of legal actions and the values come back. On CUDA two slots, each with a stream, pinned memory and a graph
for each size of batch, let one batch be evaluated while the next is collected."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from darwindeck.errors import SearchError
from darwindeck.search import Buffers, Leaves

from .planes import black_to_move, chess_planes

ACTIONS = 4672
WIDTH = 128  # actions a leaf that a graph has room for; batches with a leaf that has more go without one
LEAST_BUCKET = 16
Encode = Callable[[torch.Tensor, torch.dtype], torch.Tensor]


@dataclass
class DeviceBatch:
    """Leaves on the device, and what a graph made of them says."""

    packed: torch.Tensor  # [leaves, words]
    actions: torch.Tensor  # [total]
    offsets: torch.Tensor  # [leaves + 1]
    graph: Any = None
    priors: torch.Tensor | None = None  # [total]
    values: torch.Tensor | None = None  # [leaves]


@dataclass
class Slot:
    """One batch under way: what it is, and on CUDA where its answer will be and when."""

    leaves: Leaves | None = None
    priors: torch.Tensor | None = None
    values: torch.Tensor | None = None
    stream: Any = None
    finished: Any = None
    captured: dict[int, DeviceBatch] = field(default_factory=dict)  # by size


class TorchEvaluator:
    """`network(planes) -> (logits [leaves, actions], values [leaves] or [leaves, 1] from -1 to 1)`.

    Planes are [leaves, 119, 8, 8], channels last in memory; with `nhwc` they are [leaves, 8, 8, 119]. A network of another
    game brings its own `encode(packed, dtype)` and its number of actions. A network of chess that has an argument `black` is
    told which leaves are Black's by it, [leaves] of 0 and 1. `compile` lets torch make kernels for the network
    first, which takes some seconds and makes it half as fast again on CUDA.
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
        compile: bool = False,
    ) -> None:
        self.device = torch.device(device)
        self.is_cuda = self.device.type == "cuda"
        self.dtype = dtype or (torch.float16 if self.is_cuda else torch.float32)
        self.network = network.to(self.device, self.dtype).eval().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.nhwc, self.graphs, self.actions, self.encode = nhwc, graphs and self.is_cuda, actions, encode
        self.tells_colour = "black" in inspect.signature(network.forward).parameters
        self.think = torch.compile(self.network, dynamic=True) if compile else self.network
        self._slots = [self._new_slot() for _ in range(slots)]
        self._capturing = Lock()

    def twin(self) -> TorchEvaluator:
        """One that asks the same network, for another thread."""
        made = copy.copy(self)
        made._slots = [self._new_slot() for _ in self._slots]
        return made

    def _new_slot(self) -> Slot:
        if not self.is_cuda:
            return Slot()
        return Slot(stream=torch.cuda.Stream(self.device), finished=torch.cuda.Event())

    def buffers(self, leaves: int, words: int = 59, moves: int = 448) -> Buffers:
        """Arrays for BatchedMCTS that the device can read without a copy on the way."""
        made = Buffers.allocate(leaves, words, moves)
        if not self.is_cuda:
            return made
        packed, actions, offsets = (
            torch.zeros(of.shape, dtype=_to_signed(of).dtype, pin_memory=True).numpy().view(of.dtype)
            for of in (made.packed, made.actions, made.offsets)
        )
        return Buffers(packed, actions, offsets, made.trees)

    def __call__(self, leaves: Leaves) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        self.submit(leaves, 0)
        priors, values = self.collect(0)
        return priors.copy(), values.copy()

    def submit(self, leaves: Leaves, slot: int = 0) -> None:
        """Begins with a batch; on CUDA it returns before the answer is there. The leaves must stay as they are until then."""
        at = self._slots[slot]
        at.leaves = leaves
        if len(leaves) == 0:
            return
        try:
            with torch.inference_mode():
                if self.is_cuda:
                    self._submit_cuda(at, leaves)
                else:
                    at.priors, at.values = self._answer(_on_device(leaves, self.device), int(leaves.counts.max()))
        except torch.cuda.OutOfMemoryError:
            at.leaves = None
            raise SearchError(f"network: {self.device} has no memory for {len(leaves)} leaves") from None

    def collect(self, slot: int = 0) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The answer for the slot's batch, waiting for it if need be; views that hold until the slot's next `submit`."""
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
        return at.priors.numpy()[: len(leaves.actions)], at.values.numpy()[: len(leaves)]

    def _answer(self, batch: DeviceBatch, width: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Priors [total] and values [leaves], in float32 on the device; no leaf has more actions than `width`."""
        count, total = len(batch.packed), len(batch.actions)
        planes = self.encode(batch.packed, self.dtype)
        more = (black_to_move(batch.packed).to(self.dtype),) if self.tells_colour else ()
        logits, values = self.think(planes.permute(0, 2, 3, 1) if self.nhwc else planes, *more)
        if logits.shape != (count, self.actions) or values.numel() != count:
            shapes = f"{tuple(logits.shape)} and {tuple(values.shape)}"
            raise SearchError(
                f"network: answers with the shapes {shapes} instead of ({count}, {self.actions}) and ({count},)"
            )
        place = batch.offsets[:-1, None].long() + torch.arange(width, device=self.device)  # of each leaf's actions
        legal = place < batch.offsets[1:, None]
        wanted = batch.actions[place.clamp(max=total - 1)].long() & 0xFFFF
        picked = logits.gather(1, wanted).float().masked_fill(~legal, float("-inf"))
        priors = torch.zeros(total + 1, device=self.device)  # the last is for places that are none
        priors.scatter_(0, torch.where(legal, place, total).flatten(), torch.softmax(picked, dim=1).flatten())
        return priors[:total], values.float().flatten()

    # CUDA

    def _submit_cuda(self, at: Slot, leaves: Leaves) -> None:
        count, total, width = len(leaves), len(leaves.actions), int(leaves.counts.max())
        at.stream.wait_stream(torch.cuda.current_stream(self.device))
        with torch.cuda.stream(at.stream):
            if self.graphs and width <= WIDTH:
                priors, values = self._replay(at, leaves)
            else:
                priors, values = self._answer(_on_device(leaves, self.device), width)
            at.priors, at.values = _room(at.priors, total), _room(at.values, count)
            at.priors[:total].copy_(priors[:total], non_blocking=True)
            at.values[:count].copy_(values[:count], non_blocking=True)
            at.finished.record(at.stream)

    def _replay(self, at: Slot, leaves: Leaves) -> tuple[torch.Tensor, torch.Tensor]:
        """Runs the graph for batches of up to the next power of two; leaves beyond the batch have no actions."""
        count, total = len(leaves), len(leaves.actions)
        bucket = max(LEAST_BUCKET, 1 << (count - 1).bit_length())
        if bucket not in at.captured:
            with self._capturing:  # twins share the lock
                at.captured[bucket] = self._capture(bucket, leaves.packed.shape[1])
        batch = at.captured[bucket]
        batch.packed[:count].copy_(_to_signed(leaves.packed), non_blocking=True)
        batch.actions[:total].copy_(_to_signed(leaves.actions), non_blocking=True)
        batch.offsets[: count + 1].copy_(_to_signed(leaves.offsets), non_blocking=True)
        batch.offsets[count + 1 :].fill_(total)
        batch.graph.replay()
        assert batch.priors is not None and batch.values is not None
        return batch.priors, batch.values

    def _capture(self, bucket: int, words: int) -> DeviceBatch:
        batch = DeviceBatch(
            torch.zeros((bucket, words), dtype=torch.int64, device=self.device),
            torch.zeros(bucket * WIDTH, dtype=torch.int16, device=self.device),
            torch.arange(bucket + 1, dtype=torch.int32, device=self.device),
        )
        warm = torch.cuda.Stream(self.device)
        warm.wait_stream(torch.cuda.current_stream(self.device))
        with torch.cuda.stream(warm):
            for _ in range(3):
                self._answer(batch, WIDTH)
        warm.synchronize()
        batch.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(batch.graph, capture_error_mode="thread_local"):  # others go on meanwhile
            batch.priors, batch.values = self._answer(batch, WIDTH)
        return batch


def _on_device(leaves: Leaves, device: torch.device) -> DeviceBatch:
    arrays = (leaves.packed, leaves.actions, leaves.offsets)
    return DeviceBatch(*(_to_signed(array).to(device, non_blocking=True) for array in arrays))


def _to_signed(array: NDArray[Any]) -> torch.Tensor:
    """The same bytes as a tensor; torch has few unsigned types."""
    return torch.from_numpy(array.view(array.dtype.name.removeprefix("u")))


def _room(held: torch.Tensor | None, size: int) -> torch.Tensor:
    """Pinned memory for so many numbers."""
    if held is not None and len(held) >= size:
        return held
    return torch.zeros(2 * size, dtype=torch.float32, pin_memory=True)
