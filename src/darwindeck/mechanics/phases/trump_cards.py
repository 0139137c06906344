"""Trumps that are not one suit only: cards of some ranks are trumps too, whatever suit is printed on them. No phase of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from ..._core import BEATS
from ...language.assembler import Assembler, Label
from ...language.fields import RANKS, SUITS, Suit, rank_set
from ...language.vocabulary import EACH_SEAT, LEAD, LEAD_SUIT, START_SEAT
from ...language.words import rank_word, rank_words

TrumpSuits = Literal["all", "color", "ordered"]
ABOVE = 32  # strengths of ranks are below


def emit_trumps(asm: Assembler, into: int, ranks: Sequence[str], suits: TrumpSuits) -> None:
    """All cards that are trumps in the deal."""
    word = 0
    for rank in ranks:
        word |= rank_set(rank)
    asm.op("STRUMPS", into, asm.constants(word), int(suits == "color"))


def emit_led(asm: Assembler, into: int, ranks: Sequence[str], suits: TrumpSuits) -> None:
    """All cards of the suit led: the trumps if one was led, else the suit without those of it that are trumps."""
    plain = Label()
    with asm.sets(2) as [trumps, card]:
        emit_trumps(asm, trumps, ranks, suits)
        asm.op("SSUIT", into, LEAD_SUIT)
        asm.op("SANDN", into, trumps)
        asm.op("SCARD", card, LEAD)
        asm.op("SAND", card, trumps)
        asm.op("JEMPTY", card, plain)
        asm.op("SMOV", into, trumps)
        asm.place(plain)


def emit_card(
    asm: Assembler, ranks: Sequence[str], suits: TrumpSuits, order: tuple[int, ...], flags: int, breaks: Suit | None
) -> None:
    """The chosen card joins the trick. Ranks that are trumps stand above all others, the first one highest."""
    trumps_order = list(order)
    for place, rank in enumerate(reversed(ranks)):
        trumps_order[RANKS.index(rank)] = ABOVE + place
    broken = 0 if breaks is None else SUITS.index(breaks) + 1
    flags &= BEATS["high_wins"] | BEATS["must_follow"]
    flags |= BEATS["by_suit"] * (suits == "ordered")
    with asm.sets() as [trumps]:
        emit_trumps(asm, trumps, ranks, suits)
        tables = asm.tables(asm.context.strength, tuple(trumps_order))
        asm.op(
            "BEATBY",
            EACH_SEAT,
            START_SEAT,
            trumps,
            tables,
            flags | broken << 8,
        )


def rank_faults(ranks: Sequence[str], usable: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with ranks that shall be trumps."""
    if ranks and not usable:
        yield "trump_ranks", "needs trumps that are selected in the deal"
    if len(set(ranks)) < len(ranks):
        yield "trump_ranks", "the same rank twice"


def trump_cards_rule(ranks: Sequence[str], suits: TrumpSuits) -> str:
    """The highest trumps, which are not all of the trump suit, from the highest."""
    counts = "counts as a trump, also when following suit"
    if suits == "color":
        named = [
            f"the {rank_word(rank)} of trumps, the other {rank_word(rank)} of its colour (which {counts})"
            for rank in ranks
        ]
        return ", ".join(named)
    first = "" if suits == "ordered" else "that of the trump suit, "
    order = f"in this order of suits: {first}clubs, spades, hearts, diamonds"
    return f"{', then '.join(f'all {rank_words(rank)}' for rank in ranks)} ({order}; each {counts})"
