"""How a deal ends and who wins: what all kinds of wins share, and the part of a genome that names one.

Each kind says in its own file (`wins/`) how it ranks sides, what its threshold means, what it ends, and its sentences.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from ...language.context import Context
from ...language.facts import Factual

# What the number of a win condition means: nothing, points that may or must be given, or cards left in the stock.
Threshold = Literal["none", "points", "needed", "cards"]


class Win(Factual):
    """A kind of win condition. None of these has a default."""

    name: ClassVar[str]
    ranking: ClassVar[int | None]  # the mode of the op RANK that decides by it, if it ranks
    threshold: ClassVar[Threshold]
    of_last_deal: ClassVar[bool]  # it counts what lies on the table when a match is over: what the last deal left
    shared: ClassVar[bool]  # sides that are equally good share the win
    deal_goal: ClassVar[str]  # what to play for in a deal; empty: nothing
    end_goal: ClassVar[str]  # what to play for in the end, with the threshold as {at}; empty: nothing

    def rule(self, context: Context, at: int) -> str:
        """How it ends a deal or the game, with its threshold; empty if it only says who is best."""
        raise NotImplementedError

    def best(self, context: Context) -> str:
        """Who wins the game by it; empty if it does not rank."""
        raise NotImplementedError


def in_last_deal(context: Context) -> str:
    """Of what only the last deal of a match counts for."""
    return " in the last deal" if context.genome.match else ""
