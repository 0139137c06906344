"""AuctionPhase: calls until all others pass, the declarer, and what the contract scores."""

from __future__ import annotations

from typing import Any

from ..choices import DOUBLE, NUMBER, PASS, REDOUBLE, Asking, ask
from ..table import NOBODY, Table

Phase = dict[str, Any]
STRAINS, CONTRACTS, NO_TRUMPS = 5, 35, 4


def auction_phase(table: Table, phase: Phase) -> Asking:
    table.trump = NOBODY
    playing, contract, doubled, passes, bidder = len(table.playing_from(0)), -1, 0, 0, NOBODY
    first: dict[tuple[int, int], int] = {}  # who of a side has named a strain first
    seat = table.dealer
    while not passes or (passes < playing and not (passes == playing - 1 and contract >= 0)):
        move = yield from ask(seat, _calls(table, phase, seat, contract, doubled, bidder))
        passes = passes + 1 if move == PASS else 0
        if move in (DOUBLE, REDOUBLE):
            doubled = 1 if move == DOUBLE else 2
        elif move != PASS:
            contract, doubled, bidder = move - NUMBER, 0, seat
            first.setdefault((table.head[seat], contract % STRAINS), seat)
            table.declarer = seat
            table.bids[seat] += (first[table.head[seat], contract % STRAINS] == seat) * _new_bit(table, seat, contract)
        seat = next(iter(table.playing_from((seat + 1) % table.n)), seat)
    if contract < 0 or passes >= playing:
        table.deal_over = True
        return
    strain = contract % STRAINS
    table.declarer = first[table.head[bidder], strain]
    table.bids = [NOBODY] * table.n
    table.bids[table.declarer] = contract + CONTRACTS * doubled
    table.trump = NOBODY if strain == NO_TRUMPS else strain
    table.next_seat = next(s for s in table.from_left((table.declarer + 1) % table.n) if table.in_play(s))


def _new_bit(table: Table, seat: int, contract: int) -> int:
    """During the auction a bid is a number with a bit for each strain that the seat named first, less one."""
    bit = 1 << contract % STRAINS
    return 0 if (table.bids[seat] + 1) & bit else bit


def _calls(table: Table, phase: Phase, seat: int, contract: int, doubled: int, bidder: int) -> list[int]:
    calls = [NUMBER + number for number in range(contract + 1, phase["max_level"] * STRAINS)] + [PASS]
    if phase["doubles"] and bidder != NOBODY:
        ours = table.head[seat] == table.head[bidder]
        calls += [DOUBLE] * (not ours and doubled == 0) + [REDOUBLE] * (ours and doubled == 1)
    return calls


def score_contract(table: Table, phase: Phase) -> None:
    if table.declarer == NOBODY:
        return
    doubled, contract = divmod(table.bids[table.declarer], CONTRACTS)
    level, strain = contract // STRAINS + 1, contract % STRAINS
    over = table.tricks_of_side(table.declarer) - phase["book"] - level
    own, vulnerable = table.head[table.declarer], _is_vulnerable(table, phase)
    if over >= 0:
        table.add_score(own, made(level, strain, doubled, over, vulnerable))
        return
    for head in table.scores:
        if head != own:
            table.add_score(head, failed(-over, doubled, vulnerable))


def _is_vulnerable(table: Table, phase: Phase) -> bool:
    if not phase["vulnerable"]:
        return False
    word = phase["vulnerable"][table.deals % len(phase["vulnerable"])]
    dealers = table.head[table.declarer] == table.head[table.dealer]
    return word in ("both", "dealers" if dealers else "others")


def made(level: int, strain: int, doubled: int, over: int, vulnerable: bool) -> int:
    each = 20 if strain < 2 else 30
    bid = (each * level + (10 if strain == NO_TRUMPS else 0)) * 2**doubled
    bonus = (500 if vulnerable else 300) if bid >= 100 else 50
    bonus += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    extra = (200 if vulnerable else 100) * doubled if doubled else each
    return bid + bonus + 50 * doubled + extra * over


def failed(under: int, doubled: int, vulnerable: bool) -> int:
    if not doubled:
        return under * (100 if vulnerable else 50)
    steps = [200, 300, 300] if vulnerable else [100, 200, 200]
    return doubled * sum(steps[trick] if trick < 3 else 300 for trick in range(under))
