"""Networks that were trained for other people's planes and actions, made to fit ours: AlphaZero's own order and pgx's.

`AlphaZeroNetwork(network)` feeds such a network and reorders its answer, so that it can be given to TorchEvaluator:

* squares: theirs may be counted by columns (pgx, OpenSpiel), ours are counted by rows, both from the mover's side;
* action planes: underpromotions first (pgx) or last (ours);
* castling: theirs is the king's step of two squares, ours is king takes rook;
* plane 112: the colour of the mover there, the square of a pawn that may be taken in passing here.
"""

from __future__ import annotations

import torch
from torch import nn

ACTION_PLANES, UNDERPROMOTIONS = 73, 9
KING = 4  # the square e1
COLOUR_PLANE, OWN_KINGS = 112, 5
EAST, WEST = 14, 42  # the planes of one step
CASTLINGS = ((EAST + 2, EAST + 1), (WEST + 3, WEST + 1))  # king takes rook, and the king's own two steps


def places(by_columns: bool, underpromotions_first: bool) -> torch.Tensor:
    """Where each of our 4,672 actions is in their order."""
    squares = torch.arange(64)
    if by_columns:
        squares = squares % 8 * 8 + squares // 8
    planes = torch.arange(ACTION_PLANES)
    if underpromotions_first:
        planes = (planes + UNDERPROMOTIONS) % ACTION_PLANES
    return (squares[:, None] * ACTION_PLANES + planes).flatten()


class AlphaZeroNetwork(nn.Module):
    """Planes of ours in, logits of our actions out; inside, a network that knows the other kind. `black` says which leaves
    are Black's, [leaves] from 0 to 1, where the network was taught with the colour; without it all are White's."""

    def __init__(self, network: nn.Module, by_columns: bool = False, underpromotions_first: bool = False) -> None:
        super().__init__()
        self.network, self.by_columns = network, by_columns
        self.places: torch.Tensor
        self.register_buffer("places", places(by_columns, underpromotions_first), persistent=False)

    def forward(self, planes: torch.Tensor, black: torch.Tensor | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        seen = planes.clone()
        seen[:, COLOUR_PLANE] = 0 if black is None else black[:, None, None]
        logits, values = self.network(seen.transpose(2, 3) if self.by_columns else seen)
        ours = logits[:, self.places].view(-1, 64, ACTION_PLANES)
        at_home = planes[:, OWN_KINGS, 0, KING] > 0  # a king there that goes two steps castles
        for takes_rook, two_steps in CASTLINGS:
            ours[:, KING, takes_rook] = torch.where(at_home, ours[:, KING, two_steps], ours[:, KING, takes_rook])
        return ours.flatten(1), values
