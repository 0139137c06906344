"""An example for a rulebook: the first turns of a deal that players of the program played, how it ended, and who won."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import dropwhile, takewhile

from ..engine.game import MOVES, Game, State
from .scene import count_text
from .session import Ply, replay
from .text import Narrator

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")
TURNS = 8  # that are told
GAMES_TRIED = 6  # of which the one with the most variety is told
LONGEST = 600  # plies after which the end of the deal is not waited for
SEAT = re.compile(r"\bseat (\d)\b")
QUESTION = re.compile(r"\bask (seat \d), ask for (\w+)")
HEAD = "A sample deal. An arrow shows where cards went."


@dataclass
class Telling:
    """What is told of one deal."""

    opening: list[str]
    turns: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)  # of what players were asked
    ending: list[str] = field(default_factory=list)


def example(game: Game, seed: int = 0) -> tuple[str, ...]:
    """Lines of a played deal, and who won the game in the end; the same for the same game and seed.

    Several games are begun. The one is told that somebody wins and in which players are asked the most different things:
    a reader learns more from it than from the first that comes.
    """
    games = (list(replay(game, seed, index, ("greedy",))) for index in range(GAMES_TRIED))
    tried = [plies for plies in games if plies]
    if not tried:
        return ()
    plies = max(tried, key=lambda plies: (is_won(game, plies), len(tell(game, plies, wait=False).kinds)))
    told = tell(game, plies, wait=True)
    dots = ["..."] if len(told.turns) > TURNS else []
    return tuple(in_words(line) for line in [HEAD, *told.opening, *told.turns[:TURNS], *dots, *told.ending])


def is_won(game: Game, plies: list[Ply]) -> bool:
    return bool(game.winners(plies[-1].after))


def in_words(line: str) -> str:
    """With names for seats, and questions as they are asked."""
    line = QUESTION.sub(r"ask \1 for rank \2", line)
    return SEAT.sub(lambda found: PEOPLE[int(found[1])], line).rstrip()


def tell(game: Game, plies: list[Ply], wait: bool) -> Telling:
    """The first deal of a game; with `wait` to its end, if that comes soon enough, and to the end of the game."""
    narrator, last = Narrator(game), plies[-1].after
    told = Telling([line for line in narrator.start(plies[0].before) if line])
    for ply in plies[:LONGEST]:
        lines = narrator.tell(ply)
        told.kinds |= {game.prompt(ply.before), kind_of(ply.move)} if len(told.turns) <= TURNS else set()
        if lines:
            add_ply(told, lines)
        if deals(game, ply.after) > deals(game, ply.before) or game.is_over(ply.after):
            told.ending = list(takewhile(bool, decision(lines)))
            break
        if not wait and len(told.turns) > TURNS:
            break
    more = deals(game, last) - 1
    told.ending += [f"... {count_text(more, 'more deal')} ..."] if more > 0 else []
    told.ending += [line for line in narrator.end(last) if line]
    return told


def decision(lines: list[str]) -> list[str]:
    """What was told of the end of a deal after its last ply: the hands that were shown, and what was scored."""
    return list(dropwhile(lambda line: not line.startswith(("    ", "End of deal")), lines))


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
