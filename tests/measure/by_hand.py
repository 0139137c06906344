"""Records and evidence made by hand, for tests of metrics."""

from __future__ import annotations

from typing import Any

import numpy as np

from darwindeck.measure.depth import Rung
from darwindeck.measure.evidence import Duel, Evidence
from darwindeck.simulate.records import ENDINGS, OPTIONS, ProbeRecords, Records

DECIDED, TURN_LIMIT, DEAL_LIMIT = (ENDINGS.index(name) for name in ("decided", "turn_limit", "deal_limit"))


def records(winners: list[int], seats: int = 2, probe: ProbeRecords | None = None, **columns: Any) -> Records:
    games = len(winners)
    usual: dict[str, Any] = {
        "payoffs": np.zeros((games, seats), np.float32),
        "plies": np.full(games, 11, np.uint32),
        "turns": np.ones(games, np.uint32),
        "decisions": np.ones(games, np.uint32),
        "options": np.full(games, 22, np.uint32),
        "deals": np.ones(games, np.uint32),
        "ending": np.full(games, DECIDED, np.uint8),
        "chips": np.zeros((games, seats), np.int32),
        "decided_by": np.ones(games, np.uint16),
    }
    given = {name: np.asarray(column) for name, column in columns.items()}
    return Records(seats, 0, 0, winners=np.array(winners, np.uint8), **(usual | given), probe=probe)


def probe(win: Any, ply: Any = None, rollouts: int = 100, rank: Any = None, **columns: Any) -> ProbeRecords:
    """Of the chances of seats, [games, samples, seats]; samples are spread over plies 0 to 10."""
    chances = np.asarray(win, np.float32)
    games, samples, _ = chances.shape
    even = np.broadcast_to(np.linspace(0, 10, samples).round().astype(np.int32), (games, samples))
    at = (games, samples)
    usual: dict[str, Any] = {
        "seat": np.zeros(at, np.uint8),
        "legal": np.full(at, 2, np.uint8),
        "continues": np.zeros(at, np.uint8),
        "seen": np.full(at, 2, np.uint8),
        "swayed": np.full(at, 2, np.uint8),
        "dead": np.zeros(at, np.uint8),
        "payoff": 2 * chances - 1,
        "move": np.zeros((*at, OPTIONS), np.uint8),
        "view": np.zeros((*at, OPTIONS), np.uint64),
        "worth": np.zeros((*at, OPTIONS, 2), np.float32),
    }
    given = {name: np.asarray(column) for name, column in columns.items()}
    return ProbeRecords(
        rollouts,
        4,
        True,
        0,
        ply=even if ply is None else np.asarray(ply),
        win=chances,
        rank=chances if rank is None else np.asarray(rank, np.float32),
        **(usual | given),
    )


def evidence(played: Records | None = None, sides: Any = None, **fields: Any) -> Evidence:
    seats = played.seats if played else 2
    return Evidence(
        sides or tuple((seat,) for seat in range(seats)), search=() if played is None else (played,), **fields
    )


def duel(rate: float, low: float, high: float, share: list[float], player: str = "search") -> Duel:
    shares = np.array(share)
    return Duel(
        Rung(player, "random", rate, low, high, 2 * len(share)), shares, (shares == 1).astype(np.float64), 1 - shares
    )
