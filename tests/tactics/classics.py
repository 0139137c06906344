"""Positions made by hand: what every player of the game knows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.reference.cards import card_id
from tests.reference.choices import ACCEPT, BET, CHALLENGE, DRAW, RANK, SEAT, TAKE

from .variants import (
    Variant,
    cheat,
    crazy_eights,
    draw_poker,
    durak,
    gin,
    go_fish,
    goofspiel,
    hearts,
    scopa,
    simple_poker,
    tricks,
)

Classic = tuple[str, dict[str, Any], list[str], list[int]]  # name, genome, deck, moves


def classic(name: str, variant: Variant, hands: list[str], rest: str = "", moves: str = "") -> Classic:
    """`hands` and `rest` name cards; what is not a card in `moves` is a move number."""
    columns = zip(*(hand.split() for hand in hands), strict=True)
    deck = [card for column in columns for card in column] + rest.split()
    played = [int(move) if move.isdigit() else card_id(move) for move in moves.split()]
    return name, variant.spec(deck), deck, played


NO_TRUMPS = tricks("whist-no-trumps", "whist", (4, 2), "none")
SPADES = tricks("spades", "spades", (4, 2), "S")
LIARS = replace(
    cheat(2, 3, 1),
    fields=cheat(2, 3, 1).fields | {"win_conditions": [{"type": "empty_hand"}], "max_turns": 8},
)
GIN = replace(gin(3, 2, 3), fields=gin(3, 2, 3).fields | {"max_turns": 4})

CLASSICS = [
    classic("last-hand-takes-it", NO_TRUMPS, ["QC 9D", "10C AD", "JC KD", "KC 9C"], moves="QC 10C JC"),
    classic("trump-the-ace", SPADES, ["AC 9D", "9C AD", "10C QH", "JS KH"], moves="AC 9C 10C"),
    classic("leave-it-to-partner", SPADES, ["9C KH", "AC 9D", "10C QH", "JS 9H"], moves="9C AC 10C"),
    classic("draw-the-last-trump", SPADES, ["KS AC", "9S AD", "KD QC", "QD JD"]),
    classic("give-away-the-queen", hearts(3, 3), ["2C QS JS", "5C JC AH", "8C KC 3H"], moves="2C 5C 8C KC"),
    classic("name-your-suit", crazy_eights(2, 2, 1), ["8C QH", "5D 9S"], "JC JD", "8C"),
    classic("keep-the-last-match", crazy_eights(2, 3, 1), ["QH 9H 9D", "QD QS JC"], "JH 8C"),
    classic("sweep-the-table", scopa(2, 0), ["6C 3C KS", "KC QC JC"], "AD 2D 3H 7D"),
    classic("beat-it-cheaply", durak(2, 3, 0), ["6C 7C 7D", "9C AH QD"], moves="6C"),
    classic("go-gin", GIN, ["2C 3C 6D", "AH 5H 6H"], "4C 4D 5D", str(TAKE)),
    classic("knock-first", GIN, ["2C 3C 6D", "AH 5H 6H"], "4C 4D 5D", f"{TAKE} 6D"),
    classic("keep-the-run", gin(4, 2, 4), ["2C 3C 4C 6D", "5H 6H 3D 5C"], "2H AD 4D", str(DRAW)),
    classic("keep-four-of-a-kind", draw_poker(2), ["8C 8D 8H 8S KC", "9C 10D JH QS KD"], "9D JC"),
    classic("call-with-the-best-hand", simple_poker(2), ["8C 8D 9D", "AC AD AH"], "KC QC", str(BET + 1)),
    classic("best-card-for-the-best-prize", goofspiel(2, "A 2 3"), [], "AC 2C 3C AH 2H 3H 3D AD 2D"),
    classic("save-the-best-card", goofspiel(2, "A 2 3"), [], "AC 2C 3C AH 2H 3H 2D 3D AD", "AC AH"),
    classic("ask-what-was-asked", go_fish(3, (3, "CDH", 3)), ["AC 2C 3C", "AD AH 2D", "2H 3D 3H"],
            moves=f"{SEAT + 2} {RANK + 0} {SEAT + 0}"),
    classic("challenge-the-last-card", LIARS, ["AC 3D 4D", "2C 2D 3C"],
            moves=f"AC {ACCEPT} 3C {CHALLENGE} 3D {ACCEPT} 2C {CHALLENGE} 4D"),
    classic("tell-the-truth", cheat(2, 3, 1), ["AC 3D 4D", "2C 4C 3C"], moves=f"AC {ACCEPT}"),
]  # fmt: skip
