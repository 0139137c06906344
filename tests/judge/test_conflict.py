"""What one phase is about, another one undoes or does not look at: found where it is planted, and not where it makes sense."""

from __future__ import annotations

from typing import Any

import msgspec

from darwindeck import load_genome
from darwindeck.judge import find_refusals
from darwindeck.judge.conflict import find_conflicts
from darwindeck.judge.flow import Flow
from tests.edits import edited

PHASES = "turn_structure.phases"
PRESS: dict[str, Any] = {"type": "PressPhase", "soft_rank": None}
BET: dict[str, Any] = {"type": "BettingPhase"}
SHOWDOWN: dict[str, Any] = {"type": "ShowdownPhase", "hand_evaluator": "card_total"}


def conflicts(game: str, changes: dict[str, Any]) -> list[str]:
    return [finding.why for finding in find_conflicts(Flow(edited(game, changes)))]


def test_who_kept_to_a_limit_is_compared_by_it() -> None:
    assert not conflicts("tiny-scholar", {PHASES: [BET, PRESS, BET, SHOWDOWN]})
    poker = SHOWDOWN | {"hand_evaluator": "poker_5card"}
    assert conflicts("tiny-scholar", {PHASES: [BET, PRESS, BET, poker]}) == [
        "a total above the limit is out, and then totals are not compared"
    ]


def test_a_limit_is_for_a_comparison() -> None:
    """To draw up to a limit, and then play tricks with what one has: who has most cards wins most of them."""
    tricks: dict[str, Any] = {"type": "TrickPhase"}
    assert "a total above the limit is out, and nothing compares totals" in conflicts(
        "tiny-scholar", {PHASES: [PRESS, tricks]}
    )


def test_hands_that_kept_to_a_limit_stay_as_they_are() -> None:
    draws = {"type": "DrawPhase", "source": "deck"}
    assert not conflicts("tiny-scholar", {PHASES: [BET, draws, PRESS, BET, SHOWDOWN]})
    assert conflicts("tiny-scholar", {PHASES: [BET, PRESS, draws, BET, SHOWDOWN]}) == [
        "hands change again after all have kept to the limit"
    ]


def test_a_card_for_all_changes_a_comparison_of_some_kinds() -> None:
    holdem = load_genome("texas-holdem")
    assert not list(find_conflicts(Flow(holdem)))
    last = len(holdem.turn_structure.phases) - 1
    assert conflicts("texas-holdem", {f"{PHASES}.{last}.hand_evaluator": "card_total"}) == [
        "cards for all add the same to every total"
    ]


def test_the_card_to_match_changes() -> None:
    own = {f"{PHASES}.0.target": "own_discard"}
    assert not conflicts("crazy-eights", {})
    assert conflicts("crazy-eights", own) == ["the top card of the discard pile is the same for the whole deal"]


def test_ten_more_towards_the_limit_count_in_the_comparison() -> None:
    soft = {PHASES: [BET, PRESS | {"soft_rank": "A"}, BET, SHOWDOWN]}
    [why] = conflicts("tiny-scholar", soft)
    assert "when totals are compared it does not" in why
    assert not conflicts("blackjack", {})


def test_a_pile_to_draw_from_has_a_card_on_it() -> None:
    draws = {"type": "DrawPhase", "source": "deck", "or_source": "discard", "who": "all"}
    discards = {"type": "DiscardPhase", "who": "all"}
    after, before = [BET, draws, discards, BET, SHOWDOWN], [BET, discards, draws, BET, SHOWDOWN]
    assert conflicts("tiny-scholar", {PHASES: after}) == ["nothing lies on the discard pile when players draw from it"]
    assert not conflicts("tiny-scholar", {PHASES: before})
    assert not conflicts("tiny-scholar", {PHASES: after, "setup.initial_discard_count": 1})
    assert not conflicts("gin-rummy", {"setup.initial_discard_count": 0}), "the next turn finds one there"


def test_who_is_knocked_out_has_no_use_for_points() -> None:
    out = load_genome("knockout-whist").turn_structure.opening
    assert not conflicts("knockout-whist", {})
    assert conflicts("knaves", {"turn_structure.opening": msgspec.to_builtins(out)}) == [
        "players are knocked out, and points are counted all the same"
    ]


def test_few_hands_are_above_a_limit_as_they_are_dealt() -> None:
    courts = {"setup.card_values": {"A": 1, "J": 11, "Q": 12, "K": 13}}
    phases = {PHASES: [BET, PRESS, BET, SHOWDOWN]}
    assert not find_refusals(edited("tiny-scholar", phases))
    assert "9% of hands are above the limit" in find_refusals(edited("tiny-scholar", phases | courts))[0].why


def test_who_is_filled_up_until_the_deal_ends_is_never_rid_of_cards() -> None:
    ends = {"win_conditions": [{"type": "empty_hand"}, {"type": "deck_empty"}]}
    assert not conflicts("durak", {"win_conditions": [{"type": "empty_hand"}]})
    [why] = conflicts("durak", ends)
    assert "nobody gets rid of all cards" in why


def test_what_is_drawn_is_bet_on() -> None:
    draws = {"type": "DrawPhase", "source": "deck"}
    assert not conflicts("tiny-scholar", {PHASES: [BET, draws, BET, SHOWDOWN]})
    assert conflicts("tiny-scholar", {PHASES: [BET, BET, draws, SHOWDOWN]}) == [
        "hands change after the last bet, and nobody bets on what they have become"
    ]


def test_columns_are_filled_with_what_was_drawn_and_count_by_themselves() -> None:
    draw, columns = msgspec.to_builtins(load_genome("golf-6").turn_structure.phases)
    assert not conflicts("golf-6", {PHASES: [draw, columns]})
    assert conflicts("golf-6", {PHASES: [columns, draw]}) == [
        "the card that goes into a column is drawn after that, for the next turn"
    ]
    assert conflicts("golf-6", {"win_conditions": [{"type": "high_score"}]}) == [
        "a column of two alike counts nothing, and the highest score wins"
    ]
    ace = {"condition": {"type": "card_is_rank", "rank": "A"}, "points": 5, "per_card": True}
    assert conflicts("golf-6", {"scoring_rules": [ace]}) == [
        "cards in columns count by themselves, and nobody captures any"
    ]
