"""TurnUpPhase: cards from the deck to the table, for all to see."""

from __future__ import annotations

from typing import Any

from ..choices import Asking
from ..table import Table

Phase = dict[str, Any]


def turn_up_phase(table: Table, phase: Phase) -> Asking:
    for card in table.deck.cards[: phase["count"]]:
        table.move([card], table.deck, table.shared[phase["target"]], openly=True)
    yield from ()
