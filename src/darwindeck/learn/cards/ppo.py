"""One pass over what was played. Most games learn by policy gradient within bounds (PPO). Where players bluff, the logits
themselves are led to where they should be (mirror descent): a policy gradient forgets moves that have become rare, and
comes back to them too late. Both are pulled towards a magnet, and held near the policy that played."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from .collect import MOVE_COLUMNS, PlayedSteps, widen
from .network import CardNetwork

CLIP, DECAY = 0.2, 0.95
RAREST = 0.1  # what a move gained counts at most ten times as much as if it were always made
FARTHEST = 4.0  # logits from their mean, where they are led
VALUE_WEIGHT = 0.5
EVENLY = 0.3  # of what is learned by copying goes to all moves alike


@dataclass(frozen=True)
class LessonPlan:
    """How the settings change from the beginning of a training to its end."""

    rate: tuple[float, float] = (1e-3, 1e-4)
    magnet: tuple[float, float] = (0.05, 0.002)  # how strongly the policy is pulled towards it
    mixed: bool = False  # mirror descent, and the magnet is the player, which follows slowly; else it is even play
    near: tuple[float, float] = (0.1, 0.1)  # how strongly the policy is held near the one that played
    copied: float = 0.1  # of the training: it begins by copying the greedy player
    recent: float = 8.0  # the player is the average of about the last 1/8 of all steps

    def at(self, done: float) -> tuple[float, float, float]:
        """Learning rate, magnet and hold when this part of the training is done."""
        rate, magnet, near = (first * (last / first) ** done for first, last in (self.rate, self.magnet, self.near))
        return rate, magnet, near


# Where players bluff, an equilibrium is mixed, and policies chase each other round it. A strong magnet stops that. Even
# play as the magnet would keep them away from the equilibrium; the player as the magnet moves there with them. In tiny
# games that leads to it. In larger ones policy gradients win more (docs/learning.md): the magnet is even play, strong and
# slow to fade, and the player is the average of most of the training.
TINY_BLUFFS = LessonPlan(magnet=(0.15, 0.15), mixed=True, near=(1.0, 3.0), copied=0.0, recent=4.0)
BLUFFS = LessonPlan(magnet=(0.2, 0.02), near=(1.0, 1.0), copied=0.0, recent=1.5)


@dataclass(frozen=True)
class Losses:
    """Means over the steps of a lap; no numbers if one of them was none."""

    policy: float
    value: float
    entropy: float


def flatten(batches: list[PlayedSteps], mixed: bool) -> dict[str, torch.Tensor]:
    """All choices of all groups, with what they gained: in units of their spread, or in a mixed game of the spread of the
    results, which does not shrink while the policies settle."""
    found: dict[str, list[torch.Tensor]] = {}
    most = max(batch.legal.shape[2] for batch in batches)
    for batch in batches:
        gains, worth = batch.advantages(DECAY)
        parts = {"read": batch.read, "hands": batch.hands, "chosen": batch.chosen, "learns": batch.learns,
                 "gains": gains, "worth": worth}  # fmt: skip
        parts |= {name: widen(getattr(batch, name), most, empty) for name, empty in MOVE_COLUMNS.items()}
        for name, of in parts.items():
            found.setdefault(name, []).append(of.flatten(0, 1))
    rows = {name: torch.cat(of) for name, of in found.items()}
    unit = rows["worth"].std() if mixed else rows["gains"][rows["learns"]].std()
    rows["gains"] = rows["gains"] / (unit + 1e-6)
    return rows


@torch.no_grad()
def thin(rows: dict[str, torch.Tensor], generator: torch.Generator) -> dict[str, torch.Tensor]:
    """Of choices that were not the network's own, which only teach what positions are worth, as many as of its own."""
    own = rows["learns"]
    share = own.sum() / (~own).sum().clamp(min=1)
    kept = own | (torch.rand(len(own), generator=generator, device=own.device) < share)
    return {name: of[kept] for name, of in rows.items()}


@torch.no_grad()
def add_magnet(rows: dict[str, torch.Tensor], player: CardNetwork | None, size: int) -> None:
    """Where the policy is pulled to at each choice, as logarithms: the player, or even play."""
    even = torch.zeros_like(rows["logits"], dtype=torch.float32)
    if player is not None:
        parts = zip(rows["read"].split(size), rows["actions"].split(size), strict=True)
        even = torch.cat([player(read)[0].gather(1, actions) for read, actions in parts])
    rows["magnet"] = torch.log_softmax(even.masked_fill(~rows["legal"], -1e9), 1)


@torch.no_grad()
def entropy_of(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    shares = torch.log_softmax(logits, 1)
    return -(shares.exp() * shares.masked_fill(~legal, 0)).sum(1)


def center(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Logits as their distances from the mean of those of legal moves; 0 for the rest."""
    logits = logits.masked_fill(~legal, 0)
    return (logits - logits.sum(1, keepdim=True) / legal.sum(1, keepdim=True)) * legal


@dataclass(frozen=True)
class Pull:
    """How strongly a lesson pulls the policy: to the magnet, and to the policy that played. In a graph these are tensors."""

    magnet: float | torch.Tensor
    near: float | torch.Tensor
    mixed: bool
    copies: bool

    def losses(self, part: dict[str, torch.Tensor], logits: torch.Tensor) -> torch.Tensor:
        """Of each row, by the method that is due."""
        if self.copies:
            return self.copy_losses(part, logits)
        return self.mix_losses(part, logits) if self.mixed else self.clip_losses(part, logits)

    def copy_losses(self, part: dict[str, torch.Tensor], logits: torch.Tensor) -> torch.Tensor:
        """Of each row: most of its share goes to what was advised, and the rest evenly to all moves, or what comes after
        copying would never try them."""
        new, legal = torch.log_softmax(logits, 1), part["legal"]
        evenly = new.masked_fill(~legal, 0).sum(1) / legal.sum(1).clamp(min=1)
        return -(1 - EVENLY) * new.gather(1, part["chosen"][:, None])[:, 0] - EVENLY * evenly

    def clip_losses(self, part: dict[str, torch.Tensor], logits: torch.Tensor) -> torch.Tensor:
        """Of each row: what was better than expected becomes likelier, but not by more than a fifth at a time."""
        legal, chosen, gains = part["legal"], part["chosen"][:, None], part["gains"]
        new, old = torch.log_softmax(logits, 1), torch.log_softmax(part["logits"].float(), 1)
        shares = new.exp() * legal
        ratio = (new.gather(1, chosen) - old.gather(1, chosen)).exp()[:, 0]
        bounded = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains)
        away = (shares * (new - part["magnet"]).masked_fill(~legal, 0)).sum(1)
        apart = (shares * (new - old).masked_fill(~legal, 0)).sum(1)
        return -bounded + self.magnet * away + self.near * apart

    def mix_losses(self, part: dict[str, torch.Tensor], logits: torch.Tensor) -> torch.Tensor:
        """Of each row: how far its logits are from where mirror descent leads them. What the move that was made gained is
        divided by how rarely it is made; so it stands on average for what each of the moves would gain."""
        legal, chosen, old = part["legal"], part["chosen"][:, None], part["logits"].float()
        share = torch.softmax(old, 1).gather(1, chosen).clamp(min=RAREST)
        gained = torch.zeros_like(old).scatter_(1, chosen, part["gains"][:, None].float() / share)
        led = self.near * center(old, legal) + self.magnet * center(part["magnet"], legal) + center(gained, legal)
        target = (led / (self.near + self.magnet)).clamp(-FARTHEST, FARTHEST)
        return 0.5 * (self.near + self.magnet) * ((center(logits, legal) - target) * legal).square().sum(1)
