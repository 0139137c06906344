"""PlayPhase and DiscardPhase: putting cards out of the hand."""

from __future__ import annotations

from typing import Any

from ..actions import run_effects
from ..cards import RANKS, rank_of
from ..choices import Asking, offered, select
from ..conditions import ABOUT_THE_HAND, cards_of, leaves
from ..table import NOBODY, Table

Phase = dict[str, Any]


def play_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if phase["draw_if_unable"] == "one" and not _able(table, phase, seat):
        table.draw_from_deck(seat, 1)
    if phase["draw_if_unable"] == "until":
        while not _able(table, phase, seat) and table.can_give(table.deck):
            table.draw(table.deck, seat)
    if not _able(table, phase, seat):
        _note_lacks(table, phase, seat)
        if phase["draw_if_unable"] == "discards" and table.hand(seat):
            table.move(table.discard.cards, table.discard, table.hands[seat])
        return not phase["pass_if_unable"]
    cards = yield from _select(table, phase, seat, _candidates(table, phase, seat))
    if cards:
        _put(table, phase, seat, cards)
        table.last_played = cards[-1]
        yield from run_effects(table, seat, {RANKS[rank_of(card)] for card in cards})
    return False


def _candidates(table: Table, phase: Phase, seat: int) -> set[int]:
    hand = table.hand(seat)
    return cards_of(table, seat, phase["valid_play_condition"]) & set(hand)


def _able(table: Table, phase: Phase, seat: int) -> bool:
    return _can_start(phase, _candidates(table, phase, seat))


def _can_start(phase: Phase, candidates: set[int]) -> bool:
    return bool(offered(candidates, [], max(1, phase["min_cards"]), phase["group_validation"]))


def _select(table: Table, phase: Phase, seat: int, candidates: set[int]) -> Asking:
    low = max(1, phase["min_cards"])
    optional = not phase["mandatory"] or phase["min_cards"] == 0
    return select(table, seat, candidates, low, phase["max_cards"], phase["group_validation"], optional)


def _put(table: Table, phase: Phase, seat: int, cards: list[int]) -> None:
    table.move(cards, table.picked[seat], table.location(seat, phase["target"]))
    if phase["target"] == "discard":
        table.named_suit = NOBODY


def _note_lacks(table: Table, phase: Phase, seat: int) -> None:
    """Whoever cannot play shows that it holds no card of the condition's set, where that says so."""
    condition = phase["valid_play_condition"]
    types = {leaf["type"] for leaf in leaves(condition)} if condition else set()
    if phase["group_validation"] != "none" or phase["min_cards"] > 1 or types & ABOUT_THE_HAND:
        return
    table.knowledge.lacks[seat] |= cards_of(table, seat, condition) & table.deck_in_use


def discard_phase(table: Table, phase: Phase) -> Asking:
    seats = [table.actor] if phase["who"] == "actor" else table.playing_from(table.actor)
    for seat in seats:
        candidates = set(table.hand(seat)) & cards_of(table, seat, phase["filter"])
        if phase["not_taken"] and table.taken is not None:
            candidates = candidates - {table.taken} or candidates
        cards: list[int] = []
        if _can_start(phase, candidates):
            cards = yield from _select(table, phase, seat, candidates)
        if cards:
            if phase["replace"]:
                table.draw_from_deck(seat, len(cards))
            _put(table, phase, seat, cards)
        table.discarded[seat] = len(cards)
