"""KnockOutPhase: who leaves the game when a deal is over."""

from __future__ import annotations

from typing import Any

from ..choices import Asking
from ..conditions import holds
from ..table import Table


def knock_out_phase(table: Table, phase: dict[str, Any]) -> Asking:
    """Nothing happens before the deal is over."""
    return
    yield


def knock_out(table: Table, phase: dict[str, Any]) -> None:
    left = [seat for seat in range(table.n) if not table.out[seat]]
    leaving = [seat for seat in left if holds(table, seat, phase["condition"])]
    if leaving != left:
        for seat in leaving:
            table.out[seat] = True
