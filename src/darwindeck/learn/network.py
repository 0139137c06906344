"""A residual network with AlphaZero's heads for chess: planes in, logits of 4,672 actions and a value out."""

from __future__ import annotations

import torch
from torch import nn

PLANES, ACTION_PLANES = 119, 73


class Block(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.layers(x))


class ChessNetwork(nn.Module):
    """[leaves, 119, 8, 8] -> logits [leaves, 4672], in the order from * 73 + plane, and values [leaves] from -1 to 1."""

    def __init__(self, blocks: int = 6, channels: int = 64) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(PLANES, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            *(Block(channels) for _ in range(blocks)),
        )
        self.policy = nn.Conv2d(channels, ACTION_PLANES, 1)
        self.value = nn.Sequential(
            nn.Conv2d(channels, 8, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Linear(8 * 64, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
        )

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.trunk(planes)
        logits = self.policy(x).permute(0, 2, 3, 1).flatten(1)  # [leaves, squares * action planes]
        return logits, torch.tanh(self.value(x)).flatten()
