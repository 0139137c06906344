"""Packed leaves into what networks read, on the device where they are."""

from __future__ import annotations

import torch

STEPS, KINDS = 8, 6
BOARDS = STEPS * (2 * KINDS + 2) + 1  # planes of squares; the others hold one number each
EN_PASSANT, REPEATS, SCALARS = 56, 57, 58  # words; docs/chess.md


def chess_planes(packed: torch.Tensor, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """[leaves, 59] as int64 -> [leaves, 119, 8, 8], channels last in memory: the planes of docs/chess.md."""
    leaves = packed.shape[0]
    steps = packed[:, :EN_PASSANT].view(leaves, STEPS, KINDS + 1)
    kinds, own = steps[:, :, :KINDS], steps[:, :, KINDS:]
    repeats = (packed[:, REPEATS : REPEATS + 1] >> _counting(packed, 8, STEPS)) & 0xFF
    stood = torch.stack([-(repeats >= 1).long(), -(repeats >= 2).long()], dim=2)  # all squares or none
    boards = torch.cat([kinds & own, kinds & ~own, stood], dim=2).view(leaves, STEPS * (2 * KINDS + 2))
    boards = torch.cat([boards, packed[:, EN_PASSANT : EN_PASSANT + 1]], dim=1)
    ranks = boards.view(torch.uint8).view(leaves, BOARDS, 8).permute(0, 2, 1)[:, :, None, :]  # a byte for each rank
    files = (1 << _counting(packed, 1, 8)).to(torch.uint8)[None, None, :, None]
    word = packed[:, SCALARS]
    numbers = [((word >> 32) & 0xFFFFFFFF).float() / 100]
    numbers += [((word >> bit) & 1).float() for bit in range(4)]
    numbers += [((word >> 16) & 0xFFFF).float() / 100]
    planes = torch.empty((leaves, 8, 8, BOARDS + len(numbers)), dtype=dtype, device=packed.device)
    planes[..., :BOARDS] = (ranks & files) != 0  # bytes, because eight of them at a time would be moved three times
    planes[..., BOARDS:] = torch.stack(numbers, dim=1)[:, None, None, :]
    return planes.permute(0, 3, 1, 2)


def black_to_move(packed: torch.Tensor) -> torch.Tensor:
    """[leaves]: 1 where Black moves, which no plane shows."""
    return packed[:, SCALARS] >> 4 & 1


def _counting(like: torch.Tensor, step: int, count: int) -> torch.Tensor:
    """0, step, 2 step … on the same device."""
    return torch.arange(0, step * count, step, device=like.device, dtype=torch.int64)
