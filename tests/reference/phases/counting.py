"""CribPhase, PegPhase, ShowHandsPhase, PressPhase and HousePhase: cards that are counted."""

from __future__ import annotations

import itertools
from typing import Any

from ..cards import RANKS, SUITS, rank_of, suit_of
from ..choices import DRAW, PASS, Asking, ask, select
from ..table import NOBODY, Table

Phase = dict[str, Any]
JACK = RANKS.index("J")


def _is_decided(table: Table) -> bool:
    wins = [win for win in table.genome["win_conditions"] if win["type"] == "first_to_score"]
    limits = [win["threshold"] for win in wins if win["threshold"] is not None]
    return any(score >= limit for score in table.scores.values() for limit in limits)


def crib_phase(table: Table, phase: Phase) -> Asking:
    for seat in table.playing_from(table.actor):
        surplus = dealt_hand(table) - phase["keep"]
        if surplus > 0:
            cards = yield from select(table, seat, table.hand(seat), surplus, surplus)
            table.move(cards, table.picked[seat], table.aside)
    while len(table.aside) < phase["crib_size"] and table.deck.cards:
        table.move([table.deck.cards[0]], table.deck, table.aside)
    if table.deck.cards:
        starter = table.deck.cards[0]
        table.move([starter], table.deck, table.tableau, openly=True)
        if rank_of(starter) == JACK:
            table.add_score(table.dealer, phase["jack_points"])


def dealt_hand(table: Table) -> int:
    """How many cards each seat is dealt, of those that all are dealt alike."""
    setup, match = table.setup, table.genome["match"]
    if setup["hand_suits"]:
        suits = [SUITS.index(suit) for suit in setup["hand_suits"][: table.n]]
        return max(sum(suit_of(card) == suit for card in table.deck_in_use) for suit in suits)
    if match and match["hand_schedule"]:
        turned = setup["initial_tableau_count"] + setup["initial_discard_count"]
        turned += setup["trump_selection_method"] == "turn_up"
        most = max(1, (len(table.deck_in_use) - turned) // table.n)
        return max(min(size, most) for size in match["hand_schedule"])
    return setup["hand_sizes"].get(str(table.n), setup["cards_per_player"]) or len(table.deck_in_use) // table.n


def peg_phase(table: Table, phase: Phase) -> Asking:
    first, last = table.actor, NOBODY
    played: list[int] = []
    table.debt = 0
    while True:
        seat = next((s for s in _order(table, first) if _fitting(table, phase, s)), NOBODY)
        if seat != NOBODY:
            card = yield from ask(seat, _fitting(table, phase, seat))
            table.move([card], table.hands[seat], table.fronts[seat])
            played.append(rank_of(card))
            table.debt += table.value(card)
            table.add_score(
                seat, last_points(played) + 2 * (table.debt == phase["sum"]) + 2 * (table.debt == phase["limit"])
            )
            first, last = table.next_in_play(seat), seat
        elif last == NOBODY:
            return
        elif table.debt != phase["limit"]:
            table.add_score(last, phase["go_points"])
        if _is_decided(table):
            return
        if seat == NOBODY or table.debt == phase["limit"]:
            played, last, table.debt = [], NOBODY, 0


def _order(table: Table, first: int) -> list[int]:
    """The in-play seats from this one in the direction of play."""
    return [seat for seat in [first, *table.after(first)[:-1]] if table.in_play(seat)]


def _fitting(table: Table, phase: Phase, seat: int) -> list[int]:
    return [card for card in table.hand(seat) if table.debt + table.value(card) <= phase["limit"]]


def last_points(played: list[int]) -> int:
    alike = len(list(itertools.takewhile(lambda rank: rank == played[-1], played[:-8:-1])))
    for length in range(min(7, len(played)), 2, -1):
        ranks = set(played[-length:])
        if len(ranks) == length and max(ranks) - min(ranks) == length - 1:
            return alike * (alike - 1) + length
    return alike * (alike - 1)


def show_hands_phase(table: Table, phase: Phase) -> Asking:
    table.deal_over = True
    yield from ()


def count_hands(table: Table, phase: Phase) -> None:
    starter = table.tableau.cards
    for seat in table.playing_from((table.dealer + 1) % table.n):
        hand = [*table.hand(seat), *table.fronts[seat].cards]
        table.show(hand)
        table.add_score(seat, combinations(table, phase["sum"], hand, starter, whole=False))
        if _is_decided(table):
            return
    if phase["crib"]:
        table.show(table.aside.cards)
        table.add_score(table.dealer, combinations(table, phase["sum"], table.aside.cards, starter, whole=True))


def combinations(table: Table, total: int, hand: list[int], starter: list[int], whole: bool) -> int:
    """The points of a hand with its starter: sums, pairs, runs, flush and the jack of the starter's suit."""
    cards = [*hand, *starter]
    ways = [1] + [0] * 63
    for card in cards:
        for at in range(63, table.value(card) - 1, -1):
            ways[at] += ways[at - table.value(card)]
    points = 2 * ways[total] if total else 0
    held = [sum(rank_of(card) == rank for card in cards) for rank in range(14)]
    points += sum(count * (count - 1) for count in held)
    length, product = 0, 1
    for count in held:
        if count:
            length, product = length + 1, product * count
        else:
            points += length * product if length >= 3 else 0
            length, product = 0, 1
    suits = {suit_of(card) for card in hand}
    if len(hand) >= 4 and len(suits) == 1:
        fits = bool(starter) and {suit_of(card) for card in starter} == suits
        points += len(hand) + 1 if fits else 0 if whole else len(hand)
    shown = {suit_of(card) for card in starter}
    points += sum(rank_of(card) == JACK and suit_of(card) in shown for card in hand)
    return min(points, 999_999)


def _total(table: Table, phase: Phase, cards: list[int]) -> int:
    total = table.total_value(cards)
    soft = any(RANKS[rank_of(card)] == phase["soft_rank"] for card in cards)
    return total + 10 if soft and total + 10 <= phase["limit"] else total


def press_phase(table: Table, phase: Phase) -> Asking:
    for seat in [table.actor] if phase["who"] == "actor" else table.playing_from(table.actor):
        while True:
            total = _total(table, phase, table.hand(seat))
            if total > phase["limit"]:
                table.folded[seat] = True
            if total >= phase["limit"]:
                break
            if (yield from ask(seat, [DRAW, PASS])) == PASS or not table.can_give(table.deck):
                break
            table.draw(table.deck, seat)


def house_phase(table: Table, phase: Phase) -> Asking:
    table.deal_over = True
    yield from ()


def pay_by_house(table: Table, phase: Phase) -> None:
    while table.deck.cards and _house_draws(table, phase):
        table.move([table.deck.cards[0]], table.deck, table.tableau, openly=True)
    for seat in range(table.n):
        if not table.out[seat]:
            table.add_score(seat, _won(table, phase, seat))


def _house_draws(table: Table, phase: Phase) -> bool:
    cards = table.tableau.cards
    total = _total(table, phase, cards)
    is_soft = total != table.total_value(cards)
    return total < phase["stand"] or (phase["hits_soft"] and is_soft and total == phase["stand"])


def _won(table: Table, phase: Phase, seat: int) -> int:
    hand, house = table.hand(seat), table.tableau.cards
    own, theirs = _total(table, phase, hand), _total(table, phase, house)
    naturals = [total == phase["limit"] and len(cards) == 2 for total, cards in ((own, hand), (theirs, house))]
    stake = int(phase["stake"])
    if own > phase["limit"]:
        return -stake
    if any(naturals):
        return 0 if all(naturals) else int(phase["natural_points"]) if naturals[0] else -stake
    if theirs > phase["limit"] or own > theirs:
        return stake
    return -stake if own < theirs else 0
