"""Records: what happened in a batch of games, as NumPy columns. Written by the core, read by metrics.

Columns and not objects: a metric over ten thousand games is one expression of NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core

ENDINGS: tuple[str, ...] = tuple(_core.ENDINGS)  # by number: they have no gaps

MOVE_KINDS: tuple[str, ...] = ("card", *_core.MOVES)  # by number; a set of them has one bit each

BY_DEAL_WINNER: int = _core.LIMITS["by_deal_winner"]  # who won the deal has won the game
OPTIONS = 32  # legal moves a probe looks at; of more, so many spread evenly over them

Column = NDArray[Any]


@dataclass(frozen=True)
class PlyRecords:
    """One row a ply; the rows of game i are [offset[i], offset[i + 1]). Values are those before the move."""

    offset: Column  # [games + 1]
    seat: Column  # [plies]
    legal: Column  # [plies]
    move: Column  # [plies]
    prompt: Column  # [plies], what was asked: a place in CompiledGame.prompts
    kinds: Column  # [plies], kinds of the legal moves, one bit each: see MOVE_KINDS
    hands: Column  # [plies, seats]
    scores: Column  # [plies, seats]
    chips: Column  # [plies, seats]
    leader: Column  # [plies], -1 where nobody leads alone


@dataclass(frozen=True)
class ProbeRecords:
    """One row a sampled ply: what rollouts from it say. The rows of game i are row i; unused ones have ply -1.

    Rollouts begin at the true position with the order of unseen piles drawn anew. Those of options end with the deal, the
    others too unless `whole_match`; who then leads an unfinished match counts as its winner. Seats of one side have
    equal values.
    """

    rollouts: int
    option_rollouts: int  # in each half
    whole_match: bool
    tables: int  # imagined to see whether a choice is dead
    ply: Column  # [games, samples]
    seat: Column  # [games, samples]
    legal: Column  # [games, samples]
    continues: Column  # [games, samples], 1 within a selection of several cards
    seen: Column  # [games, samples], different positions its options lead to, as the mover observes them a turn later
    swayed: Column  # [games, samples], different fates of the other sides its options lead to
    dead: Column  # [games, samples], 1 where at every imagined table all options gave the mover the same result
    payoff: Column  # [games, samples, seats], mean payoff or lead, in [-1, 1]
    win: Column  # [games, samples, seats], chance of the seat's side to win; ties are shared
    rank: Column  # [games, samples, seats], mean share of the other sides left behind
    move: Column  # [games, samples, OPTIONS], the legal moves looked at
    view: Column  # [games, samples, OPTIONS], hash of what the mover observes a turn later
    worth: Column  # [games, samples, OPTIONS, 2], mean rank after the move, from two independent halves of rollouts


@dataclass(frozen=True)
class Records:
    """One row a game."""

    seats: int
    seed: int
    first: int
    winners: Column  # [games], bit per seat
    payoffs: Column  # [games, seats]
    plies: Column  # [games]
    turns: Column  # [games]
    decisions: Column  # [games], choices of two or more; a composite play counts once
    options: Column  # [games], legal moves summed over plies
    deals: Column  # [games]
    ending: Column  # [games], index into ENDINGS
    chips: Column  # [games, seats] at the end; 0 where there are none
    decided_by: Column  # [games], what named the winners: 1 + one of RANKINGS, BY_DEAL_WINNER, or 0 if nobody won
    ply: PlyRecords | None = None
    probe: ProbeRecords | None = None

    @property
    def games(self) -> int:
        return len(self.winners)


def join_records(parts: Sequence[Records]) -> Records:
    """The records of several jobs of one game, whose games follow each other, as one."""
    if len(parts) == 1:
        return parts[0]
    ply = [part.ply for part in parts if part.ply is not None]
    probe = [part.probe for part in parts if part.probe is not None]
    joined = replace(parts[0], **_join_columns(parts), ply=None, probe=None)
    if ply:
        lengths = np.concatenate([np.diff(part.offset) for part in ply])
        offset = np.concatenate([ply[0].offset[:1], np.cumsum(lengths, dtype=ply[0].offset.dtype)])
        joined = replace(joined, ply=replace(ply[0], **_join_columns(ply) | {"offset": offset}))
    return replace(joined, probe=replace(probe[0], **_join_columns(probe))) if probe else joined


def _join_columns(parts: Sequence[Any]) -> dict[str, Any]:
    """Every column of the parts, one after the other."""
    names = [field.name for field in fields(parts[0]) if isinstance(getattr(parts[0], field.name), np.ndarray)]
    return {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}


def chip_shares(payoffs: Column) -> tuple[Column, Column]:
    """Where the goal is chips, from payoffs [games, sides]: each side's share of all chips, and what the game was about.

    The second, [games], is the payoff of whoever won most: the part of the other sides' chips that changed hands.
    """
    sides = payoffs.shape[1]
    return (1 + (sides - 1) * payoffs.astype(np.float64)) / sides, payoffs.max(axis=1).astype(np.float64)


def in_stakes(shares: Column, stakes: Column, sides: int) -> Column:
    """Shares of all chips, [games, …], as shares of what was at stake on average: small bets are told apart as well as large ones.

    Shares of equals stay where they are, 1 / sides; with two sides, 1 is a player who wins whatever is bet.
    """
    unit = float(stakes.mean()) if len(stakes) else 0.0
    even = 1 / sides
    return even + (shares - even) / unit if unit > 0 else shares


def leaders(standing: Column) -> Column:
    """The seat alone at the top of each row of `standing` [plies, seats], or -1.

    Where several are level at the top, nobody leads.
    """
    best = standing.max(axis=1, keepdims=True)
    alone = (standing == best).sum(axis=1) == 1
    return np.where(alone, standing.argmax(axis=1), -1).astype(np.int8)
