"""What a set of simulated games looks like at a glance. Pure functions of Records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..simulate.records import ENDINGS, Records

NORMAL_95 = 1.96
UNENDED = ("turn_limit", "runaway")


@dataclass(frozen=True)
class SeatAdvantage:
    """How far the seat that deviates most is from the even share of wins."""

    seat: int
    difference: float  # its mean share of wins minus 1 / seats
    interval: float  # half width of the 95 % interval, normal approximation over games


@dataclass(frozen=True)
class Summary:
    """Means over games unless another word says otherwise, and the shares of each ending and each seat."""

    games: int
    seats: int
    plies: float
    turns: float
    median_turns: float
    decisions: float
    deals: float
    legal_moves: float  # per ply
    win_shares: tuple[float, ...]  # [seats]
    payoffs: tuple[float, ...]  # [seats]
    advantage: SeatAdvantage
    endings: dict[str, float]  # only those that occurred, most frequent first
    errors: int  # games that no rule ended: they ran into the limit of turns, or ran away


def summarize(records: Records) -> Summary:
    shares = win_shares(records)
    return Summary(
        games=records.games,
        seats=records.seats,
        plies=float(np.mean(records.plies)),
        turns=float(np.mean(records.turns)),
        median_turns=float(np.median(records.turns)),
        decisions=float(np.mean(records.decisions)),
        deals=float(np.mean(records.deals)),
        legal_moves=mean_legal_moves(records),
        win_shares=tuple(float(share) for share in shares.mean(axis=0)),
        payoffs=tuple(float(payoff) for payoff in records.payoffs.mean(axis=0, dtype=np.float64)),
        advantage=seat_advantage(shares),
        endings=ending_shares(records),
        errors=int(np.isin(records.ending, [ENDINGS.index(kind) for kind in UNENDED]).sum()),
    )


def mean_legal_moves(records: Records) -> float:
    """Legal moves a ply, over all plies of all games; 0 if there was none."""
    plies = int(records.plies.sum(dtype=np.int64))
    return int(records.options.sum(dtype=np.int64)) / plies if plies else 0.0


def win_shares(records: Records) -> npt.NDArray[np.float64]:
    """Each seat's share of each game, [games, seats]. Winners share a game equally; one nobody won is everybody's."""
    seats = np.arange(records.seats)
    won = ((records.winners[:, None].astype(np.int64) >> seats) & 1).astype(np.float64)
    won[~won.any(axis=1)] = 1.0
    return np.asarray(won / won.sum(axis=1, keepdims=True), np.float64)


def seat_advantage(shares: npt.NDArray[np.float64]) -> SeatAdvantage:
    """Of `win_shares`; the lowest seat of several that deviate equally."""
    games, seats = shares.shape
    difference = shares.mean(axis=0) - 1 / seats
    seat = int(np.argmax(np.round(np.abs(difference), 12)))
    spread = float(shares[:, seat].std(ddof=1)) if games > 1 else 0.0
    return SeatAdvantage(seat, float(difference[seat]), NORMAL_95 * spread / games**0.5)


def ending_shares(records: Records) -> dict[str, float]:
    counts = np.bincount(records.ending, minlength=len(ENDINGS))
    found = sorted(np.flatnonzero(counts), key=lambda kind: -int(counts[kind]))
    return {ENDINGS[kind]: float(counts[kind] / records.games) for kind in found}
