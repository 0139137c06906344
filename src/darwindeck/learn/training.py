"""One network that learns from positions, and the average of its weights, which plays."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from .network import ChessNetwork
from .planes import chess_planes
from .positions import Positions

PLIES = 100.0  # the unit of plies left
MOST_PLIES = 2.0


@dataclass(frozen=True)
class TrainingOptions:
    batch: int = 256
    rate: float = 2e-3  # of learning
    warmup: int = 100  # steps until it is reached
    decay: float = 1e-4  # of weights
    average: float = 0.99  # how much of the average is kept in a step
    opinion: float = 0.25  # how much of the value to learn is what the search expected; the rest is how the game ended
    plies_weight: float = 0.05


class Trainer:
    """On a CUDA device it learns in bfloat16."""

    def __init__(self, network: ChessNetwork, options: TrainingOptions, device: str = "cpu") -> None:
        self.options, self.device = options, torch.device(device)
        self.network = network.to(self.device)
        self.average = copy.deepcopy(self.network).eval()
        weights = [of for of in network.parameters() if of.ndim > 1]
        others = [of for of in network.parameters() if of.ndim <= 1]
        groups = [{"params": weights, "weight_decay": options.decay}, {"params": others, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=options.rate)
        self.steps = 0

    def learn(self, batch: Positions) -> dict[str, float]:
        """One step; the losses before it."""
        self.network.train()
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * min(1.0, (self.steps + 1) / self.options.warmup)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            losses = self._losses(batch)
        total = losses["policy"] + losses["value"] + self.options.plies_weight * losses["plies"]
        self.optimizer.zero_grad(set_to_none=True)
        total.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.steps += 1
        self._update_average()
        return {name: float(loss.detach()) for name, loss in losses.items()}

    def _losses(self, batch: Positions) -> dict[str, torch.Tensor]:
        packed = self._tensor(batch.packed.view(np.int64))
        heads = self.network.heads(chess_planes(packed))
        counts = (batch.offsets[1:] - batch.offsets[:-1]).astype(np.int64)
        width = int(counts.max())
        places = batch.offsets[:-1, None].astype(np.int64) + np.arange(width)
        legal = np.arange(width) < counts[:, None]
        places[~legal] = 0
        actions = self._tensor(batch.actions[places].astype(np.int64))
        policy = self._tensor(np.where(legal, batch.policy[places], 0))
        picked = heads.logits.float().gather(1, actions).masked_fill(~self._tensor(legal), -1e9)
        full = self._tensor(batch.full.astype(np.float32))
        surprise = -(policy * torch.log_softmax(picked, dim=1)).sum(dim=1)
        results = torch.log_softmax(heads.results.float(), dim=1)
        plies = self._tensor(np.minimum(batch.plies_left / PLIES, MOST_PLIES).astype(np.float32))
        return {
            "policy": (surprise * full).sum() / full.sum().clamp(min=1),
            "value": -(self._tensor(self._results(batch)) * results).sum(dim=1).mean(),
            "plies": nn.functional.smooth_l1_loss(heads.plies_left.float(), plies),
        }

    def _results(self, batch: Positions) -> np.ndarray[Any, np.dtype[np.float32]]:
        """Chances of win, draw and loss to learn, [positions, 3]."""
        played = np.stack([batch.result > 0, batch.result == 0, batch.result < 0], axis=1)
        win, loss = np.maximum(batch.value, 0), np.maximum(-batch.value, 0)
        thought = np.stack([win, 1 - win - loss, loss], axis=1)
        return ((1 - self.options.opinion) * played + self.options.opinion * thought).astype(np.float32)

    def _tensor(self, array: Any) -> torch.Tensor:
        return torch.from_numpy(array).to(self.device, non_blocking=True)

    @torch.no_grad()
    def _update_average(self) -> None:
        keep = min(self.options.average, (self.steps + 1) / (self.steps + 10))
        for ours, theirs in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
            if ours.dtype.is_floating_point:
                ours.lerp_(theirs, 1 - keep)
            else:
                ours.copy_(theirs)

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
        self.steps = state["steps"]
