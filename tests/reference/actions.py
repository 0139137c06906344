"""Actions, and the effects and triggers that carry them out (docs/genome.md, section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .cards import suit_of
from .choices import SUIT, Asking, ask, select
from .conditions import are_alike, cards_of, holds
from .table import Table

Action = dict[str, Any]


def carry_out(table: Table, actor: int, actions: Iterable[Action]) -> Asking:
    for action in actions:
        if holds(table, actor, action["condition"]):
            yield from ACTIONS[action["type"]](table, actor, action)


def run_effects(table: Table, actor: int, ranks: set[str]) -> Asking:
    """The special effects of the ranks just played."""
    for effect in table.genome["special_effects"]:
        if effect["trigger_card"] is not None and effect["trigger_card"] not in ranks:
            continue
        if table.last_played in cards_of(table, actor, effect["trigger_condition"]):
            yield from carry_out(table, actor, effect["actions"])


def run_triggers(table: Table, seat: int) -> Asking:
    for trigger in sorted(table.genome["triggers"], key=lambda trigger: -trigger["priority"]):
        if holds(table, seat, trigger["trigger_condition"]):
            yield from carry_out(table, seat, trigger["actions"])


def seats_of(table: Table, actor: int, who: str) -> list[int]:
    if who == "actor":
        return [actor]
    if who == "next":
        return [table.next_in_play(actor)]
    return [seat for seat in table.playing_from(actor) if who == "all" or seat != actor]


def draw_cards(table: Table, actor: int, action: Action) -> Asking:
    for seat in seats_of(table, actor, action["who"]):
        table.draw_from_deck(seat, action["count"])
    yield from ()


def discard_card(table: Table, actor: int, action: Action) -> Asking:
    for seat in seats_of(table, actor, action["who"]):
        hand = [card for card in table.hand(seat) if card in cards_of(table, seat, action["card_filter"])]
        count = min(action["count"], len(hand))
        cards = yield from select(table, seat, hand, count, count)
        table.move(cards, table.picked[seat], table.discard)


def discard_pairs(table: Table, actor: int, action: Action) -> Asking:
    for seat in seats_of(table, actor, action["who"]):
        hand = sorted(table.hand(seat))
        paired = []
        for card in hand:
            group = [other for other in hand if are_alike(card, other, action)]
            if group.index(card) < len(group) // 2 * 2:
                paired.append(card)
        table.move(paired, table.hands[seat], table.discard, openly=True)
    yield from ()


def choose_suit(table: Table, actor: int, action: Action) -> Asking:
    if _has_won(table, actor):
        return
    suits = {suit_of(card) for card in table.deck_in_use}
    table.named_suit = (yield from ask(actor, [SUIT + suit for suit in suits])) - SUIT


def _has_won(table: Table, actor: int) -> bool:
    return not table.hand(actor) and table.wins_by("empty_hand")


def transfer_cards(table: Table, actor: int, action: Action) -> Asking:
    source, target = table.location(actor, action["source"]), table.location(actor, action["target"])
    if source is not target:
        if action["count"] == 0:
            table.move(source.cards, source, target)
        for _ in range(min(action["count"], len(source))):
            place = 0 if source.ordered else table.chance.below(len(source))
            table.move([source.cards[place]], source, target)
    yield from ()


def fold(table: Table, actor: int, action: Action) -> Asking:
    if table.playing_from(actor) != [actor]:
        table.folded[actor] = True
        playing = table.playing_from(actor)
        if len(playing) == 1 and table.pot:
            table.win_pot(playing[0])
    yield from ()


def add_score(table: Table, actor: int, action: Action) -> Asking:
    for seat in seats_of(table, actor, action["who"]):
        table.add_score(seat, action["points"])
    yield from ()


def bet(table: Table, actor: int, action: Action) -> Asking:
    for seat in seats_of(table, actor, action["who"]):
        table.pay(seat, action["amount"], as_bet=False)
    yield from ()


def reveal(table: Table, actor: int, action: Action) -> Asking:
    for seat in seats_of(table, actor, action["who"]):
        table.show(table.contents(table.location(seat, action["source"])))
    yield from ()


def skip_turn(table: Table, actor: int, action: Action) -> Asking:
    table.skips += 1
    yield from ()


def reverse_order(table: Table, actor: int, action: Action) -> Asking:
    table.direction = -table.direction
    yield from ()


def play_again(table: Table, actor: int, action: Action) -> Asking:
    table.next_seat = actor
    yield from ()


def end_round(table: Table, actor: int, action: Action) -> Asking:
    table.deal_over = True
    yield from ()


def take_reserve(table: Table, actor: int, action: Action) -> Asking:
    opening = table.genome["turn_structure"]["opening"]
    if table.bids[actor] > 0 and any(phase["type"] == "ReservePhase" for phase in opening):
        table.bids[actor] -= 1
        if table.aside.cards:
            place = table.chance.below(len(table.aside))
            table.move([sorted(table.aside.cards)[place]], table.aside, table.hands[actor])
    yield from ()


ACTIONS = {
    action.__name__: action
    for action in (
        draw_cards, discard_card, discard_pairs, skip_turn, reverse_order, play_again, choose_suit, transfer_cards,
        add_score, bet, fold, reveal, end_round, take_reserve,
    )
}  # fmt: skip
