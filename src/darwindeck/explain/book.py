"""A rulebook as data: what a player reads, in order. How it looks on paper is `render`'s affair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    heading: str
    items: tuple[str, ...]
    numbered: bool = False  # steps, one after the other


@dataclass(frozen=True)
class Rulebook:
    """All rules of one game. Sections without items are left out when it is printed."""

    title: str
    glance: tuple[tuple[str, str], ...]  # players, time, cards, goal
    setup: Section
    opening: Section
    turn: Section
    specials: Section
    triggers: Section
    endings: Section
    scoring: Section
    winning: Section
    edges: Section
    quick: tuple[tuple[str, str], ...]
    pitch: str = ""  # the game in three sentences, handed in
    example: tuple[str, ...] = ()  # lines of a played game, handed in

    def sections(self) -> Iterator[Section]:
        """Those that say something, in the order of play."""
        every = (self.setup, self.opening, self.turn, self.specials, self.triggers, self.endings, self.scoring,
                 self.winning, self.edges)  # fmt: skip
        return (section for section in every if section.items)
