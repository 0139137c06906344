"""Known games beside engines that nobody here wrote: OpenSpiel, PokerKit and PHEvaluator.

Each game has a file with a *mirror*: one deal of ours, made move by move in the other engine. Every decision's legal
moves and every deal's result are compared. Where the two play different variants, the mirror says which and why at the
place where it allows for it. `python -m tests.crosscheck --game hearts --games 1000` compares as many matches as asked.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

PEERS = {
    "hearts": "OpenSpiel",
    "spades": "OpenSpiel",
    "whist": "OpenSpiel's bridge",
    "oh-hell": "OpenSpiel",
    "euchre": "OpenSpiel",
    "contract-bridge": "OpenSpiel",
    "skat": "OpenSpiel",
    "gin-rummy": "OpenSpiel",
    "crazy-eights": "OpenSpiel",
    "goofspiel": "OpenSpiel",
    "go-fish": "OpenSpiel",
    "cribbage": "OpenSpiel",
    "blackjack": "OpenSpiel",
    "draw-poker": "PokerKit",
    "simple-poker": "PokerKit",
    "texas-holdem": "PokerKit",
    "universal-poker": "OpenSpiel",
    "hand-ranks": "PHEvaluator and PokerKit",
}


def check_of(game: str) -> ModuleType:
    """The game's file. `compare(seed, changes)` yields what a match met and raises a Difference. PLANTED has changes of
    the rules that it must find, each with how the difference begins."""
    return import_module(f"{__name__}.{game.replace('-', '_')}")
