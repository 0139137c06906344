"""A residual network for chess with squeeze-excitation: planes in, logits of 4,672 actions, and what to expect, out."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import nn

PLANES, ACTION_PLANES = 119, 73
VALUE_CHANNELS, VALUE_WIDTH = 32, 128
MOST_PLIES = 2.0  # hundreds; a game that lasts longer is as long


class Heads(NamedTuple):
    """Everything that the network says."""

    logits: torch.Tensor  # [leaves, 4672], in the order from * 73 + plane
    results: torch.Tensor  # [leaves, 3], logits of win, draw and loss for the mover
    plies_left: torch.Tensor  # [leaves], hundreds of plies until the end of the game


class SqueezeExcitation(nn.Module):
    """Scales and shifts each channel by what all squares say together."""

    def __init__(self, channels: int, ratio: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(channels, max(1, channels // ratio)),
            nn.ReLU(),
            nn.Linear(max(1, channels // ratio), 2 * channels),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scale, shift = self.layers(x.mean(dim=(2, 3))).chunk(2, dim=1)
        return x * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None]


class Block(nn.Module):
    def __init__(self, channels: int, squeeze: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            *([SqueezeExcitation(channels, squeeze)] if squeeze else []),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.layers(x))


class ChessNetwork(nn.Module):
    """[leaves, 119, 8, 8] -> logits [leaves, 4672] and values [leaves] from -1 to 1; `heads` says more, for training.

    `squeeze` is the ratio of squeeze-excitation; 0: none. `haste` is how much less a result counts that is a hundred plies
    away: without it a player who wins in every way may never do it.
    """

    def __init__(self, blocks: int = 6, channels: int = 64, squeeze: int = 8, haste: float = 0.0) -> None:
        super().__init__()
        self.shape: dict[str, Any] = {"blocks": blocks, "channels": channels, "squeeze": squeeze, "haste": haste}
        self.trunk = nn.Sequential(
            nn.Conv2d(PLANES, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            *(Block(channels, squeeze) for _ in range(blocks)),
        )
        self.policy = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(channels, ACTION_PLANES, 1)
        )
        self.value = nn.Sequential(
            nn.Conv2d(channels, VALUE_CHANNELS, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Linear(VALUE_CHANNELS * 64, VALUE_WIDTH),
            nn.ReLU(),
        )
        self.results, self.plies_left = nn.Linear(VALUE_WIDTH, 3), nn.Linear(VALUE_WIDTH, 1)

    def heads(self, planes: torch.Tensor) -> Heads:
        x = self.trunk(planes)
        logits = self.policy(x).permute(0, 2, 3, 1).flatten(1)  # [leaves, squares * action planes]
        seen = self.value(x)
        return Heads(logits, self.results(seen), nn.functional.softplus(self.plies_left(seen)).flatten())

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        heads = self.heads(planes)
        win, _, loss = torch.softmax(heads.results.float(), dim=1).unbind(1)
        return heads.logits, (win - loss) * (1 - self.shape["haste"] * heads.plies_left.float().clamp(max=MOST_PLIES))
