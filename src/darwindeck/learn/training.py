"""One network that learns from positions, and the average of its weights, which plays."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from .lessons import Lesson, Lessons, mirror_actions
from .network import ChessNetwork
from .planes import chess_planes

LOSSES = ("policy", "value", "plies")
WARM_STEPS = 3  # before a graph is captured, as CUDA wants it


@dataclass(frozen=True)
class TrainingOptions:
    batch: int = 256
    rate: float = 2e-3  # of learning
    warmup: int = 100  # steps until it is reached
    settle: int = 10_000  # steps after which it falls, by half when there are four times as many
    decay: float = 1e-2  # of weights
    average: float = 0.99  # how much of the average is kept in a step
    opinion: float = 0.5  # how much of the value to learn is what searches expected; the rest is how the game ended
    plies_weight: float = 0.05
    alone: float = 0.25  # the share of positions that are shown without history, as a position from outside is
    mirrored: float = 0.5  # the share that is shown with left and right exchanged, where nobody may castle


class Trainer:
    """On a CUDA device it learns in bfloat16, and a step is a graph that was captured once."""

    def __init__(self, network: ChessNetwork, options: TrainingOptions, device: str = "cpu") -> None:
        self.options, self.device = options, torch.device(device)
        self.is_cuda = self.device.type == "cuda"
        self.network: ChessNetwork = network.to(self.device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.network).eval()
        weights = [of for of in network.parameters() if of.ndim > 1]
        others = [of for of in network.parameters() if of.ndim <= 1]
        groups = [{"params": weights, "weight_decay": options.decay}, {"params": others, "weight_decay": 0.0}]
        self.rate = torch.tensor(options.rate, device=self.device)
        self.optimizer = torch.optim.AdamW(groups, lr=self.rate, capturable=self.is_cuda)
        self.mirror = torch.from_numpy(mirror_actions()).to(self.device)
        self.generator = torch.Generator(self.device)
        self.steps = 0
        self._batch: Lesson | None = None
        self._graph: Any = None
        self._losses: dict[str, torch.Tensor] = {}

    def learn(self, lessons: Lessons, steps: int, seed: int = 0) -> dict[str, float]:
        """So many steps, each from anywhere in the lessons; the mean losses, each before its step."""
        self.generator.manual_seed(seed)
        self.network.train()
        sums = {name: torch.zeros((), device=self.device) for name in LOSSES}
        for _ in range(steps):
            self._step(self._draw(lessons))
            for name in LOSSES:
                sums[name] += self._losses[name]
        return {name: float(total) / max(steps, 1) for name, total in sums.items()}

    def _draw(self, lessons: Lessons) -> Lesson:
        count = self.options.batch
        rows = torch.randint(len(lessons), (count,), generator=self.generator, device=self.device)
        chance = torch.rand((2, count), generator=self.generator, device=self.device)
        return lessons.batch(rows, chance[0] < self.options.alone, chance[1] < self.options.mirrored)

    def _step(self, batch: Lesson) -> None:
        at = (self.steps + 1) / self.options.warmup, math.sqrt(self.options.settle / (self.steps + 1))
        self.rate.fill_(self.options.rate * min(1.0, *at))
        if not self.is_cuda:
            self._descend(batch)
        elif self.steps < WARM_STEPS or self._batch is None:
            self._warm(batch)
        else:
            for ours, theirs in zip(self._batch, batch, strict=True):
                ours.copy_(theirs)
            if self._graph is None:
                self._capture()
            self._graph.replay()
        self.steps += 1
        self._update_average()

    def _warm(self, batch: Lesson) -> None:
        """A step without a graph, on a stream of its own, as captures need it."""
        self._batch = Lesson(*(of.clone() for of in batch))
        stream = torch.cuda.Stream(self.device)
        stream.wait_stream(torch.cuda.current_stream(self.device))
        with torch.cuda.stream(stream):
            self._descend(self._batch)
        torch.cuda.current_stream(self.device).wait_stream(stream)

    def _capture(self) -> None:
        assert self._batch is not None
        self.optimizer.zero_grad(set_to_none=True)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._descend(self._batch)

    def _descend(self, batch: Lesson) -> None:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_cuda, cache_enabled=False):
            self._losses = self._find_losses(batch)
        total = self._losses["policy"] + self._losses["value"] + self.options.plies_weight * self._losses["plies"]
        self.optimizer.zero_grad(set_to_none=True)
        total.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self._losses = {name: loss.detach() for name, loss in self._losses.items()}

    def _find_losses(self, batch: Lesson) -> dict[str, torch.Tensor]:
        planes = chess_planes(batch.packed)
        planes = torch.where(batch.mirrored[:, None, None, None], planes.flip(3), planes)
        actions = torch.where(batch.mirrored[:, None], self.mirror[batch.actions], batch.actions)
        heads = self.network.heads(planes)
        picked = heads.logits.float().gather(1, actions).masked_fill(~batch.legal, -1e9)
        surprise = -(batch.policy * torch.log_softmax(picked, dim=1)).sum(dim=1)
        results = torch.log_softmax(heads.results.float(), dim=1)
        return {
            "policy": (surprise * batch.full).sum() / batch.full.sum().clamp(min=1),
            "value": -(batch.results * results).sum(dim=1).mean(),
            "plies": nn.functional.smooth_l1_loss(heads.plies_left.float(), batch.plies),
        }

    @torch.no_grad()
    def _update_average(self) -> None:
        keep = min(self.options.average, (self.steps + 1) / (self.steps + 10))
        ours, theirs = self.average.state_dict(), self.network.state_dict()
        names = [name for name, of in ours.items() if of.dtype.is_floating_point]
        torch._foreach_lerp_([ours[name] for name in names], [theirs[name] for name in names], 1 - keep)  # type: ignore[attr-defined]

    def state(self) -> dict[str, Any]:
        """All that a later run needs to go on."""
        return {
            "shape": self.network.shape,
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate
        self.steps = state["steps"]
