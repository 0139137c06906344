"""A picture of a game's table, drawn from how its first deal begins, as seat 0 sees it."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any

import msgspec

from ...engine.game import Game, card_sign
from ...genome.genome import GameGenome
from ...genome.text import parse_genome
from .markup import Markup, element, join

WIDTH, HEIGHT = 320, 180
CARD = (17, 24)  # the style sheet gives cards this size
MOST_IN_FAN = 13


def draw_table(genome: GameGenome) -> Markup:
    return _draw(msgspec.json.encode(genome))


@functools.lru_cache(maxsize=500)
def _draw(genome: bytes) -> Markup:
    game = Game(parse_genome(genome))
    view = game.view(game.start(seed=1), 0).as_dict()
    piles = view["piles"]
    parts = [element("rect", width=WIDTH, height=HEIGHT, class_="felt"), *_middle(piles)]
    for seat in range(game.seats):
        parts += _fan(piles["hand"][seat], seat, game.seats, view["chips"][seat] > 0)
    return element("svg", parts, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="picture", aria_hidden="true")


def _fan(hand: dict[str, Any], seat: int, seats: int, has_chips: bool) -> Iterator[Markup]:
    """A hand where its owner sits: the viewer below, the others around."""
    angle = math.pi / 2 + 2 * math.pi * seat / seats
    x, y = WIDTH / 2 + 122 * math.cos(angle), HEIGHT / 2 + 64 * math.sin(angle)
    turn = math.degrees(angle) - 90
    cards = sorted(hand["known"]) if seat == 0 else []
    count = min(hand["count"], MOST_IN_FAN)
    inner = []
    for place in range(count):
        offset = place - (count - 1) / 2
        card = cards[place] if place < len(cards) else None
        inner.append(_card(offset * (9 if seat == 0 else 4) - CARD[0] / 2, -CARD[1] / 2, card, offset * 3))
    yield element("g", inner, transform=f"translate({x:.1f} {y:.1f}) rotate({turn if seat else 0:.1f})")
    if has_chips:
        for level in range(3):
            yield element(
                "circle", cx=round(x + 40 * math.cos(angle + 1.9), 1), cy=round(y + 22 * math.sin(angle + 1.9) - 3 * level, 1),
                r=6, class_="chip",
            )  # fmt: skip


def _middle(piles: dict[str, Any]) -> Iterator[Markup]:
    """Stock, discards and the cards on the table."""
    shown: list[list[int | None]] = [[None]] if piles["deck"]["count"] else []
    if piles["discard"]["count"]:
        shown.append([next(iter(piles["discard"]["order"] or []), None)])
    if piles["turned"]["count"]:
        shown.append(list(piles["turned"]["known"][:1]))
    shown += [[card] for card in piles["tableau"]["known"][:6]]
    left = WIDTH / 2 - (len(shown) * 22 - 5) / 2
    for place, stack in enumerate(shown):
        for card in stack:
            yield _card(left + place * 22, HEIGHT / 2 - 14, card, 0, deep=card is None)


def _card(x: float, y: float, card: int | None, turn: float, deep: bool = False) -> Markup:
    width, height = CARD
    place = f"rotate({turn:.0f} {x + width / 2:.0f} {y + height * 2:.0f})" if turn else None
    if card is None:
        shadow = [element("rect", x=round(x + 2), y=round(y + 2), class_="back")] if deep else []
        return join(*shadow, element("rect", x=round(x), y=round(y), class_="back", transform=place))
    sign = card_sign(card)
    face = element("rect", x=round(x), y=round(y), class_="face")
    index = element("text", sign, x=round(x + 2), y=round(y + 8.5, 1), class_="red" if sign[-1] in "♦♥" else "black")
    return element("g", face, index, transform=place)
