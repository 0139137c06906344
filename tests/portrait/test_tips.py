"""Advice reads as sentences, and is no surer than what was measured."""

from __future__ import annotations

import pytest

from darwindeck.portrait.shipped import read_shipped
from darwindeck.portrait.tips import Tip, say_proof, say_rule, say_rules


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("the highest", "Always choose the highest card or number."),
        ("always call", "Call whenever you can."),
        ("always play a card or take", "Play a card or take whenever you can."),
        ("never take, the lowest", "Do not take if you can help it, and choose the lowest."),
        ("never number", "Do not name a number if you can help it."),
    ],
)
def test_a_rule_of_thumb_is_advice(rule: str, told: str) -> None:
    assert say_rule(rule) == told


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("at “Pass 3 cards”: the lowest; else: anything", "When you pass 3 cards, choose the lowest; elsewhere anything will do."),
        ("at “Knock?”: never knock; else: the highest", "When you may knock, do not knock if you can help it; otherwise the highest."),
        ("when leading: the highest; else: the lowest", "When you lead to a trick, choose the highest; otherwise the lowest."),
    ],
)  # fmt: skip
def test_two_rules_are_one_sentence(lines: str, told: str) -> None:
    assert say_rules(lines) == told


def test_a_proof_is_rounded_away_from_certainty() -> None:
    few = Tip("Call.", "random moves", (1.0, 0.704, 1.0), 16)
    assert say_proof(few) == "Against random moves this wins 100 % of games, likely at least 70 % (16 played)."
    many = Tip("Call.", "random moves", (0.556, 0.509, 0.601), 512)
    assert say_proof(many) == "Against random moves this wins 56 % of games, likely 50 % to 61 % (512 played)."


def test_shipped_tips_are_sentences_and_thinking_is_told_once() -> None:
    for portrait in read_shipped().values():
        advice = [tip.advice for tip in portrait.tips]
        assert all(each[0].isupper() and each.endswith(".") and ":" not in each for each in advice)
        assert len(advice) == len(set(advice))
