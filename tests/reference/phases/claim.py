"""ClaimPhase: cards put down with a claim that others may challenge."""

from __future__ import annotations

from typing import Any

from ..cards import rank_of, suit_of
from ..choices import ACCEPT, CHALLENGE, RANK, SUIT, Asking, ask, select
from ..table import Table

Phase = dict[str, Any]
Claim = dict[str, int]  # "rank" and "suit", those that are claimed


def claim_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    hand = table.hand(seat)
    if not hand:
        return
    in_sequence = phase["order"] == "sequence"
    claim = _next_in_sequence(table, phase) if in_sequence else {}
    candidates = hand
    if not phase["can_lie"]:
        candidates = [card for card in hand if _satisfies(card, claim)]
        if len(candidates) < phase["min_cards"]:
            return
    low, high = min(phase["min_cards"], len(hand)), min(phase["max_cards"], len(hand))
    cards = yield from select(table, seat, candidates, low, high)
    if not in_sequence:
        claim = yield from _choose_claim(table, phase, seat)
    table.move(cards, table.picked[seat], table.discard)
    if phase["can_lie"]:
        yield from _poll(table, phase, cards, claim)


def _deck_ranks(table: Table) -> list[int]:
    return sorted({rank_of(card) for card in table.deck_in_use})


def _deck_suits(table: Table) -> list[int]:
    return sorted({suit_of(card) for card in table.deck_in_use})


def _next_in_sequence(table: Table, phase: Phase) -> Claim:
    ranks, suits = _deck_ranks(table), _deck_suits(table)
    every = {"rank": ranks[table.claims % len(ranks)], "suit": suits[table.claims % len(suits)]}
    table.claims += 1
    return {kind: every[kind] for kind in phase["claim_types"]}


def _choose_claim(table: Table, phase: Phase, seat: int) -> Asking:
    claim: Claim = {}
    if "rank" in phase["claim_types"]:
        claim["rank"] = (yield from ask(seat, [RANK + rank for rank in _deck_ranks(table)])) - RANK
    if "suit" in phase["claim_types"]:
        claim["suit"] = (yield from ask(seat, [SUIT + suit for suit in _deck_suits(table)])) - SUIT
    return claim


def _satisfies(card: int, claim: Claim) -> bool:
    return claim.get("rank", rank_of(card)) == rank_of(card) and claim.get("suit", suit_of(card)) == suit_of(card)


def _poll(table: Table, phase: Phase, cards: list[int], claim: Claim) -> Asking:
    actor = table.actor
    for seat in table.playing_from(actor):
        if seat != actor and (yield from ask(seat, [CHALLENGE, ACCEPT])) == CHALLENGE:
            table.show(cards)
            honest = all(_satisfies(card, claim) for card in cards)
            loser = seat if honest else actor
            table.move(table.discard.cards, table.discard, table.hands[loser])
            table.draw_from_deck(loser, phase["challenge_penalty"] if honest else phase["lie_penalty"])
            return
