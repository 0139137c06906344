"""Piles in words, as the game uses them: stacks by their top, layouts suit by suit, bundles, a stock with a card under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..language.context import Context
from ..language.facts import Makes
from ..language.fields import RANKS, SUIT_SIGNS, SUITS
from .scene import SHARED_PILES, ViewDict, cards_text, count_text, pile_text


def name_shared_piles(context: Context) -> dict[str, str]:
    """What the piles of all are called in the game: cards laid aside may be reserves that players come to later, and where there are
    no tricks, a card waits in their place while it is asked what it takes.
    """
    reserves = {"aside": "the reserves"} if context.has(Makes.RESERVES) else {}
    return SHARED_PILES | reserves | ({} if context.has(Makes.TRICKS) else {"trick": "being played"})


def name_piles(context: Context) -> dict[str, str]:
    """What the piles of a seat besides its hand are called in the game. A side has its captured cards in one pile."""
    columns, bundles = context.has(Makes.COLUMNS), context.has(Makes.BUNDLES)
    return {
        "picked": "picked",
        "front": "columns with both cards seen" if columns else "bundle" if bundles else "in front",
        "capture_zone": "columns" if columns else "captured by the side" if context.genome.teams else "captured",
    }


def say_pile(name: str, pile: ViewDict, context: Context) -> str:
    """A pile with that name on the table."""
    if name == "tableau" and context.has(Makes.LAYOUT) and len(pile["known"]) == pile["count"]:
        return " · ".join(say_suits(pile["known"]))
    if name == "front" and context.has(Makes.BUNDLES) and pile["order"]:
        return say_bundle(pile["order"])
    if name == "deck" and pile["known"] and pile["order"] is None:
        return f"{count_text(pile['count'])}, at the bottom {cards_text(sorted(pile['known']))}"
    return say_stack(pile) if name != "tableau" and pile["order"] is not None else pile_text(pile)


def say_stack(pile: ViewDict) -> str:
    """Cards that lie on each other, from the top."""
    top, *others = pile["order"] or [None]
    if top is None or pile["count"] == 1:
        return pile_text(pile)
    return f"{cards_text([top])} on top, then {pile_text(pile | {'count': pile['count'] - 1, 'order': others})}"


def say_bundle(order: list[int]) -> str:
    return f"{count_text(len(order))}, {cards_text(order[:1])} on top"


def say_suits(cards: Iterable[int]) -> Iterator[str]:
    """Suit by suit, neighbours as a range: `♣ 5–9`, `♦ 7`."""
    for suit in range(len(SUITS)):
        ranks = sorted(card % 16 for card in cards if card // 16 == suit)
        runs: list[list[int]] = []
        for rank in ranks:
            if runs and runs[-1][-1] == rank - 1:
                runs[-1].append(rank)
            else:
                runs.append([rank])
        if runs:
            spans = (RANKS[run[0]] + (f"–{RANKS[run[-1]]}" if len(run) > 1 else "") for run in runs)
            yield f"{SUIT_SIGNS[SUITS[suit]]} {' '.join(spans)}"
