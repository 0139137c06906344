"""An example for a rulebook: the first turns of a deal that players of the program played, and how the deal ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import dropwhile, takewhile

from ..engine.game import MOVES, Game, State
from .session import Ply, Session
from .text import Narrator

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")
TURNS = 8  # that are told
DEALS_TRIED = 6  # of which the one with the most variety is told
LONGEST = 600  # plies after which the end of the deal is not waited for
SEAT = re.compile(r"\bseat (\d)\b")
QUESTION = re.compile(r"\b(seat \d), ask (\w+)")
HEAD = "A sample deal. An arrow shows where cards went."


@dataclass
class Telling:
    """What is told of one deal."""

    opening: list[str]
    turns: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)  # of what players were asked
    ending: list[str] = field(default_factory=list)


def example(game: Game, seed: int = 0) -> tuple[str, ...]:
    """Lines of a played deal; the same for the same game and seed.

    Several deals are begun, and the one in which players are asked the most different things is told: a reader learns
    more from it than from the first that comes.
    """
    tried = [tell(game, seed, index, wait=False) for index in range(DEALS_TRIED)]
    best = max(range(DEALS_TRIED), key=lambda index: len(tried[index].kinds))
    told = tell(game, seed, best, wait=True)
    if not told.turns:
        return ()
    dots = ["..."] if len(told.turns) > TURNS else []
    return tuple(in_words(line) for line in [HEAD, *told.opening, *told.turns[:TURNS], *dots, *told.ending])


def in_words(line: str) -> str:
    """With names for seats, and questions as they are asked. The arrow tells where a drawn card came from."""
    line = QUESTION.sub(r"ask \1 for rank \2", line).replace("draw from the stock", "draw")
    return SEAT.sub(lambda found: PEOPLE[int(found[1])], line).rstrip()


def tell(game: Game, seed: int, index: int, wait: bool) -> Telling:
    """A deal from its start; with `wait` to its end, if that comes soon enough."""
    session = Session(game, people=(), seed=seed, index=index, players=("greedy",))
    narrator = Narrator(game)
    told = Telling([line for line in narrator.start(session.state) if line])
    for number, ply in enumerate(deal(game, session)):
        lines = narrator.tell(ply)
        told.kinds |= {game.prompt(ply.before), kind_of(ply.move)} if len(told.turns) <= TURNS else set()
        if lines:
            add_ply(told, lines)
        if new_deal(game, ply):
            told.ending = list(takewhile(bool, decision(lines)))
        if game.is_over(ply.after):
            told.ending = [line for line in [*decision(lines), *narrator.end(ply.after)] if line]
        if number >= LONGEST or (not wait and len(told.turns) > TURNS):
            break
    return told


def decision(lines: list[str]) -> list[str]:
    """What was told of the end of a deal after its last ply: the hands that were shown, and what was scored."""
    return list(dropwhile(lambda line: not line.startswith(("    ", "End of deal")), lines))


def deal(game: Game, session: Session) -> Iterator[Ply]:
    """The plies of the first deal."""
    for ply in session.advance():
        yield ply
        if new_deal(game, ply):
            return


def new_deal(game: Game, ply: Ply) -> bool:
    return deals(game, ply.after) > deals(game, ply.before) and not game.is_over(ply.after)


def deals(game: Game, state: State) -> int:
    return int(game.snapshot(state)["deal"])


def add_ply(told: Telling, lines: list[str]) -> None:
    """A line for each turn, with what everyone did in it one after the other.

    What one player does in a row follows after a comma, what another does after a stroke.
    """
    heading = lines[0] if not lines[0].startswith("  ") else ""
    done = next(line.strip() for line in lines if line.startswith("  "))
    if heading or not told.turns:
        told.turns.append(f"{heading or 'Turn'}: {done}")
        return
    last = told.turns[-1]
    who, _, what = done.partition(": ")
    same = last.rpartition(" / ")[2].removeprefix("Before the first turn: ").partition(": ")
    actor = same[2].partition(": ")[0] if same[0].startswith("Turn") else same[0]
    told.turns[-1] = f"{last}, {what}" if actor == who else f"{last} / {done}"


def kind_of(move: int) -> str:
    """Cards are of one kind, every other move of its own."""
    return "card" if move < MOVES["suit"] else str(move)
