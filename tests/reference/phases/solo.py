"""SoloPhase: bids of two by two, the cards left over, the game that is named, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..cards import RANKS, SUITS, card_id, rank_of, strengths, suit_of
from ..choices import ACCEPT, NUMBER, PASS, Asking, ask, select
from ..table import NOBODY, Table

Phase = dict[str, Any]
GRAND, NULL, OPEN_NULL, HAND = 4, 5, 6, 7
ANNOUNCED = 14


def solo_phase(table: Table, phase: Phase) -> Asking:
    bids = _bids(table, phase)
    first, *others = table.playing_from(table.actor)
    table.trump, table.declarer, highest = NOBODY, first, -1
    table.tops_played = set()
    for seat in others:
        while highest + 1 < len(bids) and (yield from ask(seat, [NUMBER + highest + 1, PASS])) != PASS:
            highest += 1
            if (yield from ask(table.declarer, [ACCEPT, PASS])) == PASS:
                table.declarer = seat
                break
    if highest < 0:
        if (yield from ask(table.declarer, [NUMBER, PASS])) == PASS:
            table.declarer, table.deal_over = NOBODY, True
            return
        highest = 0
    table.debt = bids[highest]
    hand = yield from _left_over(table)
    game = yield from _name(table, phase, hand)
    table.bids[table.declarer] = game + hand
    if phase["announcements"] and hand and game <= GRAND:
        move = yield from ask(table.declarer, [*(NUMBER + level for level in (1, 2, 3)), PASS])
        announced = 0 if move == PASS else move - NUMBER
        table.bids[table.declarer] += ANNOUNCED * announced
        if announced == 3:
            table.show_hand(table.declarer)


def _left_over(table: Table) -> Asking:
    """7 if the declarer plays from the hand, else 0."""
    seat, count = table.declarer, len(table.deck)
    if count == 0 or (yield from ask(seat, [NUMBER, NUMBER + 1])) == NUMBER:
        return HAND
    table.draw_from_deck(seat, count)
    laid = yield from select(table, seat, table.hand(seat), count, count)
    table.move(laid, table.picked[seat], table.aside)
    return 0


def _name(table: Table, phase: Phase, hand: int) -> Asking:
    games = sorted({suit_of(card) for card in table.deck_in_use}) + [GRAND] * (phase["grand_value"] > 0)
    if phase["null_value"]:
        games += [game for game in (NULL, OPEN_NULL) if _null_worth(phase, game + hand) >= table.debt]
    game = (yield from ask(table.declarer, [NUMBER + game for game in games])) - NUMBER
    if game < GRAND:
        table.trump = game
    if game == OPEN_NULL:
        table.show_hand(table.declarer)
    return game


def _null_worth(phase: Phase, game: int) -> int:
    names = {NULL: "null_value", NULL + HAND: "null_hand_value"}
    names |= {OPEN_NULL: "open_null_value", OPEN_NULL + HAND: "open_null_hand_value"}
    return int(phase[names[game]])


def _base(phase: Phase, game: int) -> int:
    if game == GRAND:
        return int(phase["grand_value"])
    return int(phase["suit_value"] + phase["suit_step"] * ["D", "H", "S", "C"].index(SUITS[game]))


def _tops(table: Table, game: int) -> list[int]:
    """The trumps of a game from the highest on, whether in the deck or not."""
    trick = next((p for p in table.genome["turn_structure"]["phases"] if p["type"] == "TrickPhase"), None)
    present = {RANKS[rank_of(card)] for card in table.deck_in_use}
    ranks = [rank for rank in (trick["trump_ranks"] if trick else []) if rank in present]
    order = strengths(trick["trump_order"]) if trick and trick["trump_order"] else table.strengths
    plain = [rank for rank in RANKS if rank in present and rank not in ranks]
    plain.sort(key=lambda rank: -order[RANKS.index(rank)])
    own = [rank + SUITS[game] for rank in plain] if game < GRAND else []
    return [card_id(card) for card in [*(rank + suit for rank in ranks for suit in "CSHD"), *own]]


def _bids(table: Table, phase: Phase) -> list[int]:
    games = sorted({suit_of(card) for card in table.deck_in_use}) + [GRAND] * (phase["grand_value"] > 0)
    most = 7 if phase["announcements"] else 4
    values = {_base(phase, game) * times for game in games for times in range(2, len(_tops(table, game)) + most + 1)}
    if phase["null_value"]:
        values |= {_null_worth(phase, game + hand) for game in (NULL, OPEN_NULL) for hand in (0, HAND)}
    return sorted(values - {0})[:64]


def keep_trump(table: Table, seat: int, card: int) -> None:
    """After each card: what the declarer has played is remembered."""
    if seat == table.declarer:
        table.tops_played.add(card)


def score_solo(table: Table, phase: Phase) -> None:
    seat = table.declarer
    if seat == NOBODY or table.bids[seat] < 0:
        return
    announced, named = divmod(table.bids[seat], ANNOUNCED)
    hand, game = divmod(named, HAND)
    if phase["null_value"] and game >= NULL:
        value, won = _null_worth(phase, table.bids[seat]), table.tricks[seat] == 0
    else:
        left = [*table.aside.cards, *table.deck.cards]
        points = _points(phase, [*table.zone(seat).cards, *left])
        times = _run_of_tops(table, game, {*table.tops_played, *table.hand(seat), *left}) + 1 + hand
        others = _points(phase, table.deck_in_use) - points
        times += announced > 0 or points >= phase["more"] or others >= phase["more"]
        times += announced > 1 or table.tricks[seat] in (0, sum(table.tricks))
        times += announced
        base = _base(phase, game)
        value = base * times
        won = points >= phase["needed"] and value >= table.debt
        won &= announced == 0 or points >= phase["more"]
        won &= announced < 2 or table.tricks[seat] == sum(table.tricks)
        while value < table.debt:
            value += base
    table.add_score(seat, value if won else -2 * value)


def _points(phase: Phase, cards: Iterable[int]) -> int:
    return sum(phase["card_points"].get(RANKS[rank_of(card)], 0) for card in cards)


def _run_of_tops(table: Table, game: int, held: set[int]) -> int:
    """How many of the highest trumps were held, or else were not."""
    tops = [card in held for card in _tops(table, game)]
    return next((place for place, has in enumerate(tops) if has != tops[0]), len(tops))
