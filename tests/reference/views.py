"""What a seat sees, as a dict; seat None sees everything (docs/genome.md, sections 5 and 12)."""

from __future__ import annotations

from typing import Any

from .cards import Pile
from .table import SEAT_PILES, SHARED_PILES, Table


def piles_seen(table: Table, seat: int | None) -> dict[str, Any]:
    shared = {kind: _pile(table, seat, [table.shared[kind]]) for kind in SHARED_PILES}
    own = {
        kind: [_pile(table, seat, _lying_there(table, seat, pile)) for pile in table.own[kind]] for kind in SEAT_PILES
    }
    return shared | own


def _lying_there(table: Table, seat: int | None, pile: Pile) -> list[Pile]:
    """The piles that look like this one: what others picked looks like part of their hands."""
    if seat in (None, pile.seat) or pile.kind not in ("hand", "picked"):
        return [pile]
    return [pile, table.picked[pile.seat]] if pile.kind == "hand" else []


def _pile(table: Table, seat: int | None, piles: list[Pile]) -> dict[str, Any]:
    known = [set(pile.cards) if seat is None else table.knowledge.known(seat, pile) for pile in piles]
    has_order = piles and piles[0].ordered and (seat is None or table.knowledge.is_face_up(piles[0]))
    return {
        "count": sum(len(pile) for pile in piles),
        "known": sorted(set().union(*known)),
        "order": list(piles[0].cards) if has_order else None,
    }


def table_seen(table: Table, seat: int | None) -> dict[str, Any]:
    """Everything but who is to move and how it ended."""
    return {
        "seat": seat,
        "turn": table.turns,
        "deal": table.deals,
        "dealer": table.dealer,
        "direction": table.direction,
        "trump": table.trump,
        "named_suit": table.named_suit,
        "broken": table.broken,
        "scores": [table.scores[head] for head in table.head],
        "chips": list(table.chips),
        "bets": list(table.bets),
        "contributions": list(table.contributions),
        "folded": list(table.folded),
        "out": list(table.out),
        "tricks": list(table.tricks),
        "bids": list(table.bids),
        "total": table.debt,
        "bags": [table.bags[head] for head in table.head],
        "titles": list(table.titles),
        "declarer": table.declarer,
        "lacks": [sorted(lacks & table.deck_in_use) for lacks in table.knowledge.lacks],
        "pooled": [sorted(pool) for pool in table.knowledge.pooled],
        "at_least": [[seat, sorted(cards & table.deck_in_use)] for seat, cards in table.knowledge.at_least],
        "piles": piles_seen(table, seat),
    }
