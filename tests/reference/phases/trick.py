"""TrickPhase and CapturePhase: taking cards into the capture zone."""

from __future__ import annotations

from typing import Any

from ..actions import carry_out
from ..cards import RANKS, SUITS, card_id, rank_of, strengths, suit_of
from ..choices import Asking, ask
from ..conditions import cards_of, subset_sums
from ..table import NOBODY, Table
from .race import show_pair
from .solo import HAND, NULL, keep_trump

Phase = dict[str, Any]
TRUMPS = 4  # after the four suits
Play = tuple[int, int]  # seat, card


def trick_phase(table: Table, phase: Phase) -> Asking:
    order = [s for s in [table.actor, *table.after(table.actor)[:-1]] if table.in_play(s) and table.hand(s)]
    if not order:
        return
    phase = _as_null(table, phase)
    is_first = sum(table.tricks) == 0
    plays: list[Play] = []
    for seat in order:
        if plays:
            options = _follow_options(table, phase, seat, plays[0][1], is_first)
        else:
            options = _lead_options(table, phase, seat, is_first)
        if phase["play_condition"]:
            allowed = cards_of(table, seat, phase["play_condition"])
            options = [card for card in options if card in allowed] or options
        dummy = (table.declarer + table.n // 2) % table.n if phase["dummy"] and table.declarer != NOBODY else NOBODY
        is_laid_open = seat == dummy and (bool(plays) or not is_first)
        if is_laid_open:
            table.show(table.hand(dummy))
        card = yield from ask(table.declarer if is_laid_open else seat, options)
        _play(table, phase, seat, card)
        if is_first and dummy != NOBODY:
            table.show(table.hand(dummy))
        plays.append((seat, card))
        table.highest_played = next(best for winner, best in plays if winner == _winner(table, phase, plays))
        _tell_others(table, seat, card, is_lead=len(plays) == 1)
        if table.deal_over:
            return
    winner = _winner(table, phase, plays)
    table.move(table.trick.cards, table.trick, table.zone(winner))
    table.lead_card = table.highest_played = None
    table.tricks[winner] += 1
    table.last_trick_winner = table.next_seat = winner
    if phase["is_null"] and table.tricks[table.declarer]:
        table.deal_over = True
    yield from carry_out(table, winner, phase["winner_actions"])


def _tell_others(table: Table, seat: int, card: int, is_lead: bool) -> None:
    """What other phases do when a card is played."""
    structure = table.genome["turn_structure"]
    for phase in (*structure["opening"], *structure["phases"]):
        if phase["type"] == "RacePhase" and is_lead:
            show_pair(table, phase, seat, card)
        if phase["type"] == "SoloPhase":
            keep_trump(table, seat, card)


def _as_null(table: Table, phase: Phase) -> Phase:
    """Where the declarer plays to win no trick there are no trumps, and ranks have another order."""
    if phase["null_order"] is None or table.declarer == NOBODY or table.bids[table.declarer] < 0:
        return {**phase, "is_null": False, "plain": table.strengths}
    if table.bids[table.declarer] % HAND < NULL:
        return {**phase, "is_null": False, "plain": table.strengths}
    order = strengths(phase["null_order"])
    return {**phase, "is_null": True, "trump_suit": "none", "trump_ranks": [], "plain": order}


def _without(cards: list[int], excluded: set[int]) -> list[int]:
    """The cards not excluded, or all if that leaves nothing."""
    return [card for card in cards if card not in excluded] or cards


def _forbidden(phase: Phase, is_first: bool) -> set[int]:
    return {card_id(text) for text in phase["first_trick_forbidden"]} if is_first else set()


def _lead_options(table: Table, phase: Phase, seat: int, is_first: bool) -> list[int]:
    hand = table.hand(seat)
    opening = phase["opening_lead"]
    if is_first and opening and table.stand_in(card_id(opening)) in hand:
        return [table.stand_in(card_id(opening))]
    if phase["breaking_suit"] and not table.broken:
        hand = _without(hand, {card for card in hand if SUITS[suit_of(card)] == phase["breaking_suit"]})
    return _without(hand, _forbidden(phase, is_first))


def _follow_options(table: Table, phase: Phase, seat: int, led: int, is_first: bool) -> list[int]:
    hand = table.hand(seat)
    following = [card for card in hand if _suit_in(table, phase, card) == _suit_in(table, phase, led)]
    if phase["lead_suit_required"] and following:
        return following
    return _without(hand, _forbidden(phase, is_first))


def _play(table: Table, phase: Phase, seat: int, card: int) -> None:
    table.move([card], table.hands[seat], table.trick)
    if table.lead_card is None:
        table.lead_card = card
    led = _suit_in(table, phase, table.lead_card)
    if phase["lead_suit_required"] and _suit_in(table, phase, card) != led:
        table.knowledge.lacks[seat] |= {other for other in table.deck_in_use if _suit_in(table, phase, other) == led}
    if SUITS[suit_of(card)] == phase["breaking_suit"]:
        table.broken = True


def _trump_of(table: Table, phase: Phase) -> int:
    if phase["trump_suit"] in SUITS:
        return SUITS.index(phase["trump_suit"])
    return table.trump if phase["trump_suit"] == "selected" else NOBODY


def _is_trump_by_rank(table: Table, phase: Phase, card: int) -> bool:
    if RANKS[rank_of(card)] not in phase["trump_ranks"]:
        return False
    alike = _trump_of(table, phase) in (suit_of(card), 3 - suit_of(card))  # of one colour
    return phase["trump_ranks_of"] != "color" or alike


def _suit_in(table: Table, phase: Phase, card: int) -> int:
    """The suit that a card belongs to in tricks; where ranks are trumps, trumps are a suit of their own."""
    is_trump = _is_trump_by_rank(table, phase, card) or suit_of(card) == _trump_of(table, phase)
    return TRUMPS if phase["trump_ranks"] and is_trump else suit_of(card)


def _strength(table: Table, phase: Phase, card: int) -> tuple[int, ...]:
    """Of a trump, among trumps."""
    order = strengths(phase["trump_order"]) if phase["trump_order"] else table.strengths
    if not phase["trump_ranks"]:
        return (order[rank_of(card)],)
    suits = ["D", "H", "S", "C"]
    first = suit_of(card) == table.trump and phase["trump_ranks_of"] != "ordered"
    suit = 4 if first else suits.index(SUITS[suit_of(card)])
    if _is_trump_by_rank(table, phase, card):
        return (1, -phase["trump_ranks"].index(RANKS[rank_of(card)]), suit)
    return (0, order[rank_of(card)], suit)


def _winner(table: Table, phase: Phase, plays: list[Play]) -> int:
    trump = TRUMPS if phase["trump_ranks"] else _trump_of(table, phase)
    trumps = [play for play in plays if _suit_in(table, phase, play[1]) == trump]
    if phase["trump_beats_suit"] and trumps:
        contenders = [(seat, _strength(table, phase, card)) for seat, card in trumps]
    else:
        led = _suit_in(table, phase, plays[0][1])
        contenders = [
            (seat, (phase["plain"][rank_of(card)],)) for seat, card in plays if _suit_in(table, phase, card) == led
        ]
    best = max if phase["high_card_wins"] else min
    return best(contenders, key=lambda contender: contender[1])[0]  # the first of equals


def capture_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if not table.hand(seat):
        return
    card = yield from ask(seat, table.hand(seat))
    table.move([card], table.hands[seat], table.trick)
    picked = yield from _pick_captures(table, phase, seat, table.value(card))
    if not picked:
        table.move([card], table.trick, table.tableau)
        return
    table.move([card], table.trick, table.zone(seat))
    table.move(picked, table.fronts[seat], table.zone(seat))
    table.last_capturer = seat
    any_left = table.deck.cards or any(table.hand(other) for other in table.playing_from(seat))
    if not table.tableau.cards and any_left:
        table.add_score(seat, phase["sweep_points"])


def _pick_captures(table: Table, phase: Phase, seat: int, value: int) -> Asking:
    """The cards taken from the tableau; they lie in the seat's front."""
    exact = [card for card in table.tableau.cards if table.value(card) == value]
    if exact and (phase["exact_first"] or not phase["sums"]):
        card = yield from ask(seat, exact)
        table.move([card], table.tableau, table.fronts[seat])
        return [card]
    picked: list[int] = []
    missing = value
    while phase["sums"] and (missing > 0 or not picked):
        options = completable(table, table.tableau.cards, picked, missing)
        if not options:
            break
        card = yield from ask(seat, options)
        table.move([card], table.tableau, table.fronts[seat])
        picked.append(card)
        missing -= table.value(card)
    return picked


def completable(table: Table, cards: list[int], picked: list[int], missing: int) -> list[int]:
    """The cards above the last pick that, with some higher ones, add up to what is missing."""
    above = [card for card in cards if not picked or card > picked[-1]]
    return [
        card
        for card in above
        if missing - table.value(card) in {0} | subset_sums(table, [other for other in above if other > card])
    ]
