"""A choice of several cards, made in any order and taken back until it is confirmed.

The engine asks for such cards one at a time in ascending order, because every set of cards is then one sequence of
moves. People need not know: what they have picked becomes moves when they confirm it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.game import MOVES, Game, State
from ..language.context import Context
from .scene import count_text

CARD_MOVES = MOVES["suit"]  # moves below this number choose a card
DONE = MOVES["done"]


class Picking:
    """The picks of one person, of which the game knows nothing yet."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.cards, self.counts = list_cards(game, state)  # that may be among the picks, and how many may be, ascending
        self.picked: list[int] = []  # in the order of the person

    def toggle(self, card: int) -> None:
        """Picks a card, or puts it back. Raises ValueError if it can never be picked here."""
        if card not in self.cards:
            raise ValueError("that card cannot be chosen here")
        if card in self.picked:
            self.picked.remove(card)
        else:
            self.picked.append(card)

    def undo(self) -> None:
        """Puts the last card back, if there is one."""
        del self.picked[-1:]

    def moves(self) -> list[int] | None:
        """The moves that choose exactly these cards; None as long as they are no choice."""
        state, made = self.state, list[int]()
        for card in sorted(self.picked):
            if card not in self.game.legal_moves(state) or (made and not is_same_choice(self.state, state)):
                return None
            state = self.game.apply(state, card)
            made.append(card)
        if made and is_same_choice(self.state, state):
            return [*made, DONE] if DONE in self.game.legal_moves(state) else None
        return made or None

    def say_fault(self) -> str:
        """Why these cards are no choice; empty if they are one."""
        if len(self.picked) not in self.counts:
            return f"pick {say_counts(self.counts)}"
        return "" if self.moves() else "these cards do not go together"


def find_picking(game: Game, state: State) -> Picking | None:
    """The choice of several cards that the seat to move has now; None if it chooses one thing."""
    if game.is_over(state):
        return None
    cards = [move for move in game.legal_moves(state) if move < CARD_MOVES]
    several = any(is_same_choice(state, game.apply(state, card)) for card in cards)
    return Picking(game, state) if several else None


def say_counts(counts: Sequence[int]) -> str:
    """How many cards are picked, in words: 3 cards, 1 or 2 cards, 1 to 4 cards."""
    first, last = counts[0], counts[-1]
    if len(counts) == 1:
        return count_text(first)
    if list(counts) == list(range(first, last + 1)) and len(counts) > 2:
        return f"{first} to {count_text(last)}"
    return f"{', '.join(map(str, counts[:-1]))} or {count_text(last)}"


def is_same_choice(first: State, later: State) -> bool:
    """Whether a later question asks for more cards of the same choice."""
    return later.continues and (later.to_move, later.prompt) == (first.to_move, first.prompt) and not later.is_over


def list_cards(game: Game, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All cards that some way to choose holds, and of how many cards there are ways.

    Whatever may follow a pick depends on the last card, on how many there are and on what they are worth together, so
    each such case is looked at once.
    """
    found, counts = set[int](), set[int]()
    seen: set[tuple[int, int, int]] = set()
    values = Context(game.genome).value
    waiting = [(state, 0, 0)]
    while waiting:
        now, count, worth = waiting.pop()
        for card in (move for move in game.legal_moves(now) if move < CARD_MOVES):
            found.add(card)
            case = (card, count + 1, worth + values[card % 16])
            after = game.apply(now, card)
            if case in seen:
                continue
            seen.add(case)
            goes_on = is_same_choice(state, after)
            if goes_on:
                waiting.append((after, *case[1:]))
            if not goes_on or DONE in game.legal_moves(after):
                counts.add(count + 1)
    return tuple(sorted(found)), tuple(sorted(counts))
