"""One pass over what was played: policy gradient within bounds (PPO), pulled towards even play by a magnet that fades, and
held near the policy that played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch

from .collect import PlayedSteps
from .network import CardNetwork, Critic

CLIP, DECAY = 0.2, 0.95
VALUE_WEIGHT = 0.5
LONGEST_STEP = 0.5  # of a gradient


@dataclass(frozen=True)
class LessonPlan:
    """How the settings change from the beginning of a training to its end."""

    rate: tuple[float, float] = (1e-3, 1e-4)
    magnet: tuple[float, float] = (0.05, 0.002)
    near: float = 0.1  # how strongly the policy is held near the one that played
    average: float = 0.995  # what the player keeps of itself at each step, once it has learned for a while

    def at(self, done: float) -> tuple[float, float]:
        """Learning rate and magnet when this part of the training is done."""
        (fast, slow), (strong, weak) = self.rate, self.magnet
        return fast * (slow / fast) ** done, strong * (weak / strong) ** done


# Where players bluff, an equilibrium is mixed, and a weak magnet would let the policies chase each other round it.
BLUFFING = LessonPlan(magnet=(0.3, 0.02))


@dataclass(frozen=True)
class Losses:
    """Means over the steps of a lap; no numbers if one of them was none."""

    policy: float
    value: float
    entropy: float


def flatten(batches: list[PlayedSteps]) -> dict[str, torch.Tensor]:
    """All choices of all groups, with what they gained; gains are in units of their spread."""
    found: dict[str, list[torch.Tensor]] = {}
    for batch in batches:
        gains, worth = batch.advantages(DECAY)
        parts = {"read": batch.read, "hands": batch.hands, "legal": batch.legal, "chosen": batch.chosen,
                 "logits": batch.logits, "learns": batch.learns, "gains": gains, "worth": worth}  # fmt: skip
        for name, of in parts.items():
            found.setdefault(name, []).append(of.flatten(0, 1))
    rows = {name: torch.cat(of) for name, of in found.items()}
    rows["gains"] = rows["gains"] / (rows["gains"][rows["learns"]].std() + 1e-6)
    return rows


def learn(
    rows: dict[str, torch.Tensor], network: CardNetwork, critic: Critic, optimizer: torch.optim.Optimizer,
    magnet: float, near: float, size: int, generator: torch.Generator, scale: float,
) -> Iterator[torch.Tensor]:  # fmt: skip
    """Steps through all rows once in a random order, and gives the losses of each step.

    They stay on the device: reading them would have the next step wait for this one.
    """
    many = len(rows["chosen"])
    device = rows["chosen"].device
    order = torch.randperm(many, generator=generator, device=device)
    for begin in range(0, many, size):
        part = {name: of[order[begin : begin + size]] for name, of in rows.items()}
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            policy, value, entropy = _loss(part, network, critic, magnet, near, scale)
        optimizer.zero_grad(set_to_none=True)
        (policy + VALUE_WEIGHT * value).backward()
        for of in (network, critic):
            torch.nn.utils.clip_grad_norm_(of.parameters(), LONGEST_STEP)
        optimizer.step()
        yield torch.stack([policy.detach(), value.detach(), entropy])


def _loss(
    part: dict[str, torch.Tensor], network: CardNetwork, critic: Critic, magnet: float, near: float, scale: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Values are compared in units of `scale`, so that games of small stakes are learned as fast as others."""
    read = part["read"]
    logits, values = network(read)
    seen = critic(read, part["hands"])
    legal, weight = part["legal"], part["learns"].float()
    new = torch.log_softmax(logits.masked_fill(~legal, -1e9), 1)
    old = torch.log_softmax(part["logits"].float(), 1)
    shares = new.exp() * legal
    ratio = (new.gather(1, part["chosen"][:, None]) - old.gather(1, part["chosen"][:, None])).exp()[:, 0]
    gains = part["gains"]
    bounded = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains)
    entropy = -(shares * new.masked_fill(~legal, 0)).sum(1)
    uneven = legal.sum(1).float().log() - entropy
    apart = (shares * (new - old).masked_fill(~legal, 0)).sum(1)
    total = weight.sum().clamp(min=1)
    policy = ((-bounded + magnet * uneven + near * apart) * weight).sum() / total
    value = ((seen - part["worth"]) / scale).square().mean() + 0.5 * ((values - part["worth"]) / scale).square().mean()
    return policy, value, (entropy.detach() * weight).sum() / total
