"""Conditions as sets of cards (docs/genome.md, section 7). A table condition is all cards or none."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from .cards import ALL_CARDS, RANKS, SUITS, card_id, is_red, matching, rank_of, suit_of
from .following import must_beat, must_follow_suit
from .melds import completes_meld, run_of_n, set_of_n
from .table import NOBODY, Table

Condition = dict[str, Any]
CardSet = Callable[[Table, int, Condition], set[int]]
TableTest = Callable[[Table, int, Condition], bool]

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
# Conditions whose truth tells something about the hidden cards of a hand.
ABOUT_THE_HAND = {
    "must_follow_suit", "must_beat", "has_set_of_n", "has_run_of_n", "has_matching_pair", "player_has_card", "has_trump",
    "completes_meld",
}  # fmt: skip
COUNTED_IN_HAND = {"has_set_of_n", "has_run_of_n", "has_matching_pair"}


def leaves(condition: Condition) -> list[Condition]:
    if condition["type"] != "compound":
        return [condition]
    return [leaf for part in condition["conditions"] for leaf in leaves(part)]


def is_card_condition(condition: Condition, scoring: bool = False) -> bool:
    """Whether any part denotes particular cards."""
    types = {leaf["type"] for leaf in leaves(condition)}
    return bool(types & CARD_SETS.keys()) or (scoring and "trick_contains_card" in types)


def cards_of(table: Table, seat: int, condition: Condition | None, scoring: bool = False) -> set[int]:
    """The set of cards that the condition denotes for the seat."""
    if condition is None:
        return set(ALL_CARDS)
    kind = condition["type"]
    if kind == "compound":
        parts = [cards_of(table, seat, part, scoring) for part in condition["conditions"]]
        return set(ALL_CARDS).intersection(*parts) if condition["logic"] == "AND" else set().union(*parts)
    if kind == "trick_contains_card" and scoring:
        return matching(condition["suit"], condition["rank"])
    if kind in CARD_SETS:
        return CARD_SETS[kind](table, seat, condition)
    return set(ALL_CARDS) if TABLE_TESTS[kind](table, seat, condition) else set()


def holds(table: Table, seat: int, condition: Condition | None) -> bool:
    if condition is None:
        return True
    found = cards_of(table, seat, condition)
    return bool(found & set(table.hand(seat))) if is_card_condition(condition) else bool(found)


# Card conditions


def reference_card(table: Table, name: str) -> int | None:
    if name == "last_played":
        return table.last_played
    if name == "lead_card":
        return table.lead_card
    if name == "highest_played":
        return table.highest_played
    pile = table.discard if name == "top_discard" else table.tableau
    return pile.cards[0] if pile.cards else None


def reference_suit(table: Table, name: str) -> int | None:
    """The suit to match: the named one stands for that of the discard pile."""
    if name == "top_discard" and table.named_suit != NOBODY:
        return table.named_suit
    card = reference_card(table, name)
    return None if card is None else suit_of(card)


def about_suit(test: Callable[[Condition, int, int], bool]) -> CardSet:
    """The cards for which test(condition, its suit, the reference's suit) is true; all without a reference."""

    def denoted(table: Table, seat: int, condition: Condition) -> set[int]:
        suit = reference_suit(table, condition["reference"])
        return {card for card in ALL_CARDS if suit is None or test(condition, suit_of(card), suit)}

    return denoted


def about_reference(test: Callable[[Table, Condition, int, int], bool]) -> CardSet:
    """The cards for which test(table, condition, card, reference card) is true; all without a reference."""

    def denoted(table: Table, seat: int, condition: Condition) -> set[int]:
        reference = reference_card(table, condition["reference"])
        if reference is None:
            return set(ALL_CARDS)
        return {card for card in ALL_CARDS if test(table, condition, card, reference)}

    return denoted


def matches_rank(table: Table, condition: Condition, card: int, reference: int) -> bool:
    return COMPARE[condition["operator"]](table.strength(card), table.strength(reference))


def matches_suit(condition: Condition, own: int, suit: int) -> bool:
    return COMPARE[condition["operator"]](own, suit)


def matches_color(condition: Condition, own: int, suit: int) -> bool:
    return COMPARE[condition["operator"]](is_red(own), is_red(suit))


def adjacent(table: Table, condition: Condition, card: int, reference: int) -> bool:
    if condition["same_suit"] and suit_of(card) != suit_of(reference):
        return False
    step = table.strength(card) - table.strength(reference)
    return step in {"up": (1,), "down": (-1,), "either": (1, -1)}[condition["direction"]]


def is_rank(table: Table, seat: int, condition: Condition) -> set[int]:
    wanted = table.strengths[RANKS.index(condition["rank"])]
    return {card for card in ALL_CARDS if COMPARE[condition["operator"]](table.strength(card), wanted)}


def is_suit(table: Table, seat: int, condition: Condition) -> set[int]:
    wanted = SUITS.index(condition["suit"])
    return {card for card in ALL_CARDS if COMPARE[condition["operator"]](suit_of(card), wanted)}


def extends_layout(table: Table, seat: int, condition: Condition) -> set[int]:
    start = RANKS.index(condition["start"])
    toward = {card: card - (rank_of(card) > start) + (rank_of(card) < start) for card in ALL_CARDS}
    return {card for card in ALL_CARDS if rank_of(card) == start or toward[card] in table.tableau.cards}


def matching_pair(table: Table, seat: int, condition: Condition) -> set[int]:
    hand = table.hand(seat)
    return {card for card in hand if any(other != card and are_alike(card, other, condition) for other in hand)}


def are_alike(card: int, other: int, pairing: dict[str, Any]) -> bool:
    """Whether two cards are of one rank (and, for `rank_color`, one colour)."""
    same_color = is_red(suit_of(card)) == is_red(suit_of(other))
    return rank_of(card) == rank_of(other) and (pairing["match"] == "rank" or same_color)


def exact_match(table: Table, seat: int, condition: Condition) -> set[int]:
    there = {table.value(card) for card in table.tableau.cards}
    return {card for card in ALL_CARDS if table.value(card) in there}


def sum_equals(table: Table, seat: int, condition: Condition) -> set[int]:
    sums = subset_sums(table, table.tableau.cards)
    return {card for card in ALL_CARDS if table.value(card) in sums}


def subset_sums(table: Table, cards: Iterable[int]) -> set[int]:
    """The sums of all non-empty collections of the cards."""
    sums: set[int] = set()
    for card in cards:
        value = table.value(card)
        sums |= {value} | {total + value for total in sums}
    return sums


def can_capture(table: Table, seat: int, condition: Condition) -> set[int]:
    return exact_match(table, seat, condition) | sum_equals(table, seat, condition)


CARD_SETS: dict[str, CardSet] = {
    "card_matches_rank": about_reference(matches_rank),
    "card_matches_suit": about_suit(matches_suit),
    "card_matches_color": about_suit(matches_color),
    "sequence_adjacent": about_reference(adjacent),
    "card_is_rank": is_rank,
    "card_is_suit": is_suit,
    "must_follow_suit": must_follow_suit,
    "must_beat": must_beat,
    "has_set_of_n": set_of_n,
    "has_run_of_n": run_of_n,
    "has_matching_pair": matching_pair,
    "tableau_has_exact_match": exact_match,
    "tableau_sum_equals": sum_equals,
    "can_capture": can_capture,
    "extends_layout": extends_layout,
    "completes_meld": completes_meld,
}

# Table conditions


def compares(condition: Condition, number: int) -> bool:
    return COMPARE[condition["operator"]](number, condition["value"])


def against_others(table: Table, seat: int, condition: Condition, count: Callable[[int], int]) -> bool:
    """Whether the count of the seat's side compares so with that of every other side."""
    own = count(seat)
    others = [side[0] for side in table.sides if side[0] != table.head[seat]]
    return all(COMPARE[condition["operator"]](own, count(other)) for other in others)


def player_has_card(table: Table, seat: int, condition: Condition) -> bool:
    wanted = matching(condition["suit"], condition["rank"]) & set(table.hand(seat))
    plays = [phase for phase in table.genome["turn_structure"]["phases"] if phase["type"] == "PlayPhase"]
    if condition["reference"] == "valid_plays" and plays and not table.finding_valid_plays:
        table.finding_valid_plays = True  # asked within that very condition, the reference is the hand
        wanted &= cards_of(table, seat, plays[0]["valid_play_condition"])
        table.finding_valid_plays = False
    return compares(condition, len(wanted))


def score_compare(table: Table, seat: int, condition: Condition) -> bool:
    own = table.scores[table.head[seat]]
    if condition["reference"] == "value":
        return compares(condition, own)
    others = [score for side, score in table.scores.items() if side != table.head[seat]]
    return COMPARE[condition["operator"]](own, max(others))


def capture_count(table: Table, seat: int, condition: Condition) -> bool:
    wanted = matching(condition.get("suit"), None)

    def count(of: int) -> int:
        return len(wanted & set(table.zone(of).cards))

    if condition["reference"] == "value":
        return compares(condition, count(seat))
    return against_others(table, seat, condition, count)


def trick_count(table: Table, seat: int, condition: Condition) -> bool:
    if condition["reference"] == "value":
        return compares(condition, table.tricks_of_side(seat))
    return against_others(table, seat, condition, table.tricks_of_side)


def prime_count(table: Table, seat: int, condition: Condition) -> bool:
    def prime(of: int) -> int:
        best: dict[int, int] = {}
        for card in table.zone(of).cards:
            points = condition["values"].get(RANKS[rank_of(card)], 0)
            best[suit_of(card)] = max(points, best.get(suit_of(card), 0))
        return sum(best.values()) if len(best) == len(SUITS) else 0

    return against_others(table, seat, condition, prime)


def top_cards_alike(table: Table, seat: int, condition: Condition) -> bool:
    top = table.discard.cards[: condition["n"]]
    return len(top) == condition["n"] and len({rank_of(card) for card in top}) == 1


def captured_trump(table: Table, seat: int, condition: Condition) -> bool:
    if table.trump == NOBODY:
        return False
    return card_id(condition["rank"] + SUITS[table.trump]) in table.zone(seat).cards


TABLE_TESTS: dict[str, TableTest] = {
    "hand_size": lambda t, s, c: compares(c, len(t.hand(s))),
    "location_empty": lambda t, s, c: not t.contents(t.location(s, c["location"])),
    "location_size": lambda t, s, c: compares(c, len(t.contents(t.location(s, c["location"])))),
    "player_has_card": player_has_card,
    "score_compare": score_compare,
    "chip_count": lambda t, s, c: compares(c, t.chips[s]),
    "pot_size": lambda t, s, c: compares(c, t.pot),
    "current_bet": lambda t, s, c: compares(c, max(t.bets) - t.bets[s]),
    "can_afford": lambda t, s, c: t.chips[s] >= c["value"],
    "has_trump": lambda t, s, c: any(suit_of(card) == t.trump for card in t.hand(s)),
    "suit_broken": lambda t, s, c: t.broken,
    "is_trick_winner": lambda t, s, c: t.last_trick_winner == s,
    "tableau_cleared": lambda t, s, c: not t.tableau.cards,
    "top_cards_alike": top_cards_alike,
    "capture_count": capture_count,
    "suit_count": capture_count,
    "trick_count": trick_count,
    "has_captured_card": lambda t, s, c: bool(matching(c["suit"], c["rank"]) & set(t.zone(s).cards)),
    "captured_trump": captured_trump,
    "prime_count": prime_count,
    "hand_winner": lambda t, s, c: t.deal_winner != NOBODY and t.head[t.deal_winner] == t.head[s],
    "trick_contains_card": lambda t, s, c: bool(matching(c["suit"], c["rank"]) & set(t.trick.cards)),
}
