"""Scores of cards that follow each other are one sentence."""

from __future__ import annotations

from darwindeck.explain.rows import join_rows

KING, QUEEN, ACE = (
    f"Score {points} for each {card} among your captured cards."
    for points, card in (("4 points", "king"), ("3 points", "queen"), ("1 point", "ace"))
)


def test_scores_that_follow_each_other_are_joined() -> None:
    assert join_rows([KING, QUEEN, ACE]) == [
        "Among your captured cards, score 4 points for each king, 3 for each queen and 1 for each ace."
    ]


def test_others_stay_in_their_places() -> None:
    other = "If you captured more cards than the other player, score 1 point."
    assert join_rows([KING, other, QUEEN, ACE]) == [
        KING, other, "Among your captured cards, score 3 points for each queen and 1 for each ace."
    ]  # fmt: skip
    assert join_rows([]) == []
