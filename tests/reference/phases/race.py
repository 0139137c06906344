"""RacePhase: counting towards the target, pairs that are led, the exchange, closing the stock, and what winning scores."""

from __future__ import annotations

from typing import Any

from ..cards import RANKS, rank_of, suit_of
from ..choices import NUMBER, PASS, Asking, ask
from ..table import NOBODY, Table

Phase = dict[str, Any]
CLOSE, SWAP = NUMBER, NUMBER + 1


def race_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if _count(table, seat) >= phase["target"]:
        table.deal_winner, table.deal_over = seat, True
        return
    while table.turned.cards and len(table.deck) >= 2:
        own = [card for card in table.hand(seat) if _is_swapped(table, phase, card)]
        options = [CLOSE] * phase["close"] + [SWAP] * bool(own)
        move = (yield from ask(seat, [*options, PASS])) if options else PASS
        if move == PASS:
            return
        if move == SWAP:
            turned = list(table.turned.cards)
            table.move(own, table.hands[seat], table.turned, openly=True)
            table.move(turned, table.turned, table.hands[seat], openly=True)
        else:
            table.debt, table.declarer = _stake(table, phase, seat), seat
            table.move(list(table.deck.cards), table.deck, table.aside)
            table.move(list(table.turned.cards), table.turned, table.aside, openly=True)


def _is_swapped(table: Table, phase: Phase, card: int) -> bool:
    return suit_of(card) == table.trump and RANKS[rank_of(card)] == phase["swap_rank"]


def _count(table: Table, seat: int) -> int:
    if table.tricks[seat] == 0:
        return 0
    return table.total_value(table.zone(seat).cards) + max(0, table.bids[seat])


def _stake(table: Table, phase: Phase, winner: int) -> int:
    """What the winner scores, as the others stand."""
    others = [seat for seat in table.playing_from(0) if seat != winner]
    if any(table.tricks[seat] and _count(table, seat) >= phase["half"] for seat in others):
        return int(phase["made_points"])
    return int(phase["half_points" if any(table.tricks[seat] for seat in others) else "none_points"])


def show_pair(table: Table, phase: Phase, seat: int, led: int) -> None:
    """After a lead; the deal may be over then."""
    ranks = [RANKS.index(rank) for rank in phase["pair_ranks"]]
    if rank_of(led) not in ranks:
        return
    others = [card for card in table.hand(seat) if suit_of(card) == suit_of(led) and rank_of(card) in ranks]
    if not others:
        return
    table.show(others)
    points = phase["trump_pair_points" if suit_of(led) == table.trump else "pair_points"]
    table.bids[seat] = max(0, table.bids[seat]) + points
    if _count(table, seat) >= phase["target"]:
        table.deal_winner, table.deal_over = seat, True


def score_race(table: Table, phase: Phase) -> None:
    if table.deal_winner == NOBODY:
        table.deal_winner = table.last_trick_winner
    if table.deal_winner == NOBODY:
        return
    closer = table.declarer
    if closer == NOBODY or not phase["close"]:
        table.add_score(table.deal_winner, _stake(table, phase, table.deal_winner))
    elif table.deal_winner == closer and _count(table, closer) >= phase["target"]:
        table.add_score(closer, table.debt)
    else:
        if table.deal_winner == closer:
            table.deal_winner = table.opponent(closer)
        for seat in table.playing_from(0):
            if seat != closer:
                table.add_score(seat, max(table.debt, phase["failed_points"]))
