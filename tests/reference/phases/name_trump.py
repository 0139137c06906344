"""NameTrumpPhase: one seat says what is trumps."""

from __future__ import annotations

from typing import Any

from ..cards import suit_of
from ..choices import SUIT, Asking, ask
from ..table import Table


def name_trump_phase(table: Table, phase: dict[str, Any]) -> Asking:
    if not phase["first_deal"] and table.deals == 0:
        return
    seats = table.playing_from(table.actor)
    if phase["chooser"] == "dealer":
        seats = [table.dealer]
    if phase["chooser"] == "starter":
        seats = [table.actor]
    best = max if phase["chooser"] == "highest_score" else min
    scores = [table.scores[table.head[seat]] for seat in seats]
    chooser = seats[scores.index(best(scores))]
    suits = {suit_of(card) for card in table.deck_in_use}
    table.trump = (yield from ask(chooser, [SUIT + suit for suit in suits])) - SUIT
