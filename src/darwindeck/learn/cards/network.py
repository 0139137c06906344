"""The network that plays, and the critic that sees all hands while it learns. Both read leaves by the game's inputs."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from .inputs import Inputs, Reader

ACTIONS = 256


class Trunk(nn.Module):
    """Three layers of one width; the second and third add to what was there."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.second, self.third = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, summed: torch.Tensor) -> torch.Tensor:
        x = torch.relu(summed + self.first_bias)
        x = x + torch.relu(self.second(x))
        return x + torch.relu(self.third(x))


class CardNetwork(nn.Module):
    """Logits of all actions, and a value for each seat from the mover on.

    A card's row in a set is its own part, plus a part for its rank and one for its suit in that set, so that what is
    learned of one king is learned of the others. The player has only their sum.
    """

    shares: torch.Tensor  # [rows, 2]: which shared parts each row has; 0 is none

    def __init__(self, inputs: Inputs, seats: int, width: int = 256) -> None:
        super().__init__()
        self.inputs, self.seats, self.width = inputs, seats, width
        self.reader = Reader(inputs)
        shares = torch.from_numpy(inputs.shares())
        self.register_buffer("shares", shares, persistent=False)
        size = max(inputs.rows, 1) ** -0.5
        self.own = nn.Parameter(torch.randn(inputs.rows, width) * size)
        self.shared = nn.Parameter(torch.randn(int(shares.max()) + 1, width) * 0.5 * size)
        self.trunk = Trunk(width)
        self.moves, self.values = nn.Linear(width, ACTIONS), nn.Linear(width, seats)
        with torch.no_grad():
            self.moves.weight *= 0.1
            self.values.weight *= 0.1

    def rows(self) -> torch.Tensor:
        parts = self.shared * (torch.arange(len(self.shared), device=self.shared.device) > 0)[:, None]
        return self.own + parts[self.shares[:, 0]] + parts[self.shares[:, 1]]

    def forward(self, read: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.trunk(read @ self.rows().to(read.dtype))
        with torch.autocast(x.device.type, enabled=False):
            return self.moves(x.float()), self.values(x.float())

    def arrays(self) -> dict[str, NDArray[Any]]:
        """As the core takes it: rows summed and for inputs as they are, layers [in, out], in half precision where that is
        most of the file."""
        trunk = self.trunk
        rows = self.rows() * self.reader.scale[:, None]
        found = {"rows": rows, "first_bias": trunk.first_bias - self.reader.mean @ rows, "second": trunk.second.weight.T,
                 "second_bias": trunk.second.bias, "third": trunk.third.weight.T, "third_bias": trunk.third.bias,
                 "moves": self.moves.weight, "move_bias": self.moves.bias, "values": self.values.weight,
                 "value_bias": self.values.bias}  # fmt: skip
        arrays: dict[str, NDArray[Any]] = {
            name: np.ascontiguousarray(
                of.detach().float().cpu().numpy().astype(np.float16 if of.ndim == 2 else np.float32)
            )
            for name, of in found.items()
        }
        return arrays | {"inputs": self.inputs.fields, "row_of": self.inputs.row_of}

    def load(self, arrays: dict[str, NDArray[Any]]) -> None:
        """The weights of a player that was saved; its rows become the cards' own parts."""
        trunk = self.trunk
        places = {"rows": self.own, "first_bias": trunk.first_bias, "second_bias": trunk.second.bias,
                  "third_bias": trunk.third.bias, "moves": self.moves.weight, "move_bias": self.moves.bias,
                  "values": self.values.weight, "value_bias": self.values.bias}  # fmt: skip
        with torch.no_grad():
            self.shared.zero_()
            for name, of in places.items():
                of.copy_(torch.from_numpy(arrays[name].astype(np.float32)))
            trunk.first_bias.add_(self.reader.mean @ self.own)
            self.own.div_(self.reader.scale[:, None])
            trunk.second.weight.copy_(torch.from_numpy(arrays["second"].astype(np.float32).T))
            trunk.third.weight.copy_(torch.from_numpy(arrays["third"].astype(np.float32).T))


class Critic(nn.Module):
    """What a position is worth to each seat from the mover on, if all hands are seen. Never leaves the training."""

    def __init__(self, inputs: Inputs, seats: int, width: int = 256) -> None:
        super().__init__()
        self.first = nn.Linear(inputs.rows + 64 * (seats - 1), width)
        self.trunk, self.values = Trunk(width), nn.Linear(width, seats)
        with torch.no_grad():
            self.values.weight *= 0.1

    def forward(self, read: torch.Tensor, hands: torch.Tensor) -> torch.Tensor:
        """`hands` are [leaves, 8 · seats] bytes, the mover's first."""
        others = hands[:, 8:]
        bits = (others[:, :, None] >> torch.arange(8, dtype=torch.uint8, device=hands.device)) & 1
        x = self.trunk(self.first(torch.cat([read, bits.flatten(1).to(read.dtype)], 1)))
        with torch.autocast(x.device.type, enabled=False):  # gains are small differences of values
            return self.values(x.float())
