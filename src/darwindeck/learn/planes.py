"""Packed leaves into what networks read, on the device where they are."""

from __future__ import annotations

import torch

STEPS, KINDS = 8, 6
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
    squares = (boards[:, None, :] >> _counting(packed, 1, 64)[None, :, None]) & 1
    word = packed[:, SCALARS]
    numbers = [((word >> 32) & 0xFFFFFFFF).float() / 100]
    numbers += [((word >> bit) & 1).float() for bit in range(4)]
    numbers += [((word >> 16) & 0xFFFF).float() / 100]
    scalars = torch.stack(numbers, dim=1).to(dtype)[:, None, :].expand(leaves, 64, len(numbers))
    planes = torch.cat([squares.to(dtype), scalars], dim=2)  # [leaves, squares, planes]
    return planes.view(leaves, 8, 8, planes.shape[2]).permute(0, 3, 1, 2)


def _counting(like: torch.Tensor, step: int, count: int) -> torch.Tensor:
    """0, step, 2 step … on the same device."""
    return torch.arange(0, step * count, step, device=like.device, dtype=torch.int64)
