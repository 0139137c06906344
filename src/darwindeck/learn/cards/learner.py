"""Steps of the optimiser over what was played, a batch at a time. On a CUDA device a step is a graph that is captured once:
of so small a network most time would else go by while steps are made ready."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import torch

from .collect import MOVE_COLUMNS, widen
from .network import CardNetwork, Critic
from .ppo import VALUE_WEIGHT, Pull, entropy_of

LONGEST_STEP = 0.5  # of a gradient
WARM_STEPS = 3  # before a graph is captured, as CUDA wants it
NARROWEST = 8  # moves that a graph has room for; then twice as many, and so on
Rows = dict[str, torch.Tensor]
EMPTY: dict[str, float] = {**MOVE_COLUMNS, "magnet": 0.0}  # columns as wide as there are moves, and what is beyond them


class Learner:
    """The optimiser of a network and its critic; `size` rows are a batch."""

    def __init__(self, network: CardNetwork, critic: Critic, device: torch.device, size: int, graphs: bool) -> None:
        self.network, self.critic, self.device, self.size = network, critic, device, size
        self.weights = [*network.parameters(), *critic.parameters()]
        self.is_cuda = device.type == "cuda"
        self.graphs = graphs and self.is_cuda
        self.rate = torch.zeros((), device=device) if self.is_cuda else 0.0
        self.optimizer = torch.optim.AdamW(
            self.weights, lr=self.rate, weight_decay=0.0, fused=True, capturable=self.is_cuda
        )
        self.forget()

    def forget(self) -> None:
        """Makes new graphs when they are next wanted: after the optimiser has lost what it remembered."""
        self.held: Rows = {}
        self.captured: dict[tuple[bool, bool], tuple[torch.cuda.CUDAGraph, torch.Tensor]] = {}
        self.warmed: dict[tuple[bool, bool], int] = {}

    def learn(
        self, rows: Rows, pull: Pull, rate: float, scale: float, generator: torch.Generator
    ) -> Iterator[torch.Tensor]:
        """Steps through all rows once in a random order, and gives the losses of each step.

        They stay on the device: reading them would have the next step wait for this one. Values are compared in units of
        `scale`, so that games of small stakes are learned as fast as others.
        """
        self._set_rate(rate)
        many = len(rows["chosen"])
        order = torch.randperm(many, generator=generator, device=self.device)
        if not self.graphs or many % self.size:
            for picked in order.split(self.size):
                yield self._descend(rows, picked, pull, scale)
            return
        self._hold(rows, pull, scale)
        for picked in order.split(self.size):
            yield self._replay(picked, pull)

    def _set_rate(self, rate: float) -> None:
        if isinstance(self.rate, torch.Tensor):
            self.rate.fill_(rate)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate if self.is_cuda else rate

    def _hold(self, rows: Rows, pull: Pull, scale: float) -> None:
        """Copies the rows to where graphs read them; if they do not fit, there is more room from now on."""
        rows, width = dict(rows), rows["legal"].shape[1]
        if not self.held or len(self.held["chosen"]) != len(rows["chosen"]) or self.held["legal"].shape[1] < width:
            self.forget()
            width = max(NARROWEST, 1 << (width - 1).bit_length())
        else:
            width = self.held["legal"].shape[1]
        for name, empty in EMPTY.items():
            rows[name] = widen(rows[name], width, empty)
        rows |= {name: torch.tensor(of, device=self.device) for name, of in
                 (("pull to magnet", pull.magnet), ("pull to old", pull.near), ("scale", scale))}  # fmt: skip
        if not self.held:
            self.held = {name: of.clone() for name, of in rows.items()}
            self.picked = torch.zeros(self.size, dtype=torch.int64, device=self.device)
            return
        for name, of in rows.items():
            self.held[name].copy_(of)

    def _replay(self, picked: torch.Tensor, pull: Pull) -> torch.Tensor:
        """A step by the graph of this kind of lesson; its first steps are made without one."""
        kind = (pull.mixed, pull.copies)
        self.picked.copy_(picked)
        if kind not in self.captured and self.warmed.get(kind, 0) < WARM_STEPS:
            self.warmed[kind] = self.warmed.get(kind, 0) + 1
            stream = torch.cuda.Stream(self.device)
            stream.wait_stream(torch.cuda.current_stream(self.device))
            with torch.cuda.stream(stream):
                found = self._descend_held(pull)
            torch.cuda.current_stream(self.device).wait_stream(stream)
            return found
        if kind not in self.captured:
            self.optimizer.zero_grad(set_to_none=True)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                losses = self._descend_held(pull)
            self.captured[kind] = graph, losses
        graph, losses = self.captured[kind]
        graph.replay()
        return losses.clone()

    def _descend_held(self, pull: Pull) -> torch.Tensor:
        held = self.held
        strengths = replace(pull, magnet=held["pull to magnet"], near=held["pull to old"])
        return self._descend(held, self.picked, strengths, held["scale"])

    def _descend(self, rows: Rows, picked: torch.Tensor, pull: Pull, scale: float | torch.Tensor) -> torch.Tensor:
        """One step, by the rows that were picked."""
        part = {name: of[picked] for name, of in rows.items() if of.ndim}
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_cuda, cache_enabled=False):
            logits, values = self.network(part["read"])
            seen = self.critic(part["read"], part["hands"])
        logits = logits.gather(1, part["actions"]).masked_fill(~part["legal"], -1e9)
        losses = pull.losses(part, logits)
        weight = part["learns"] / part["learns"].sum().clamp(min=1)
        policy, entropy = (losses * weight).sum(), (entropy_of(logits, part["legal"]) * weight).sum()
        worth = part["worth"]
        value = ((seen - worth) / scale).square().mean() + 0.5 * ((values - worth) / scale).square().mean()
        self.optimizer.zero_grad(set_to_none=True)
        (policy + VALUE_WEIGHT * value).backward()  # type: ignore[no-untyped-call]
        for of in (self.network, self.critic):
            torch.nn.utils.clip_grad_norm_(of.parameters(), LONGEST_STEP)
        self.optimizer.step()
        return torch.stack([policy.detach(), value.detach(), entropy.detach()])
