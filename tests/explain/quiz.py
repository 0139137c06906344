"""A quiz for somebody who knows only the rulebook: `python -m tests.explain.quiz GAME... --output DIR`.

DIR/GAME/ gets `rules.txt` and `views.txt`: what the player to move has seen of a deal at 20 choices, without the moves that are legal.
The reader writes `answers.json` beside them, `{"1": ["play 7H", "pass"], ...}`, and `--grade` compares it with the engine, whose answers
lie in DIR/keys/, out of the reader's sight. A view counts as right if exactly the legal moves are named.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from darwindeck import load_genome
from darwindeck.engine.game import Game
from darwindeck.explain.render import to_text
from darwindeck.play.picking import find_picking, is_same_choice
from darwindeck.play.rulebooks import illustrate_rulebook
from darwindeck.play.session import Ply, replay
from darwindeck.play.text import Narrator

LETTERS = str.maketrans("♣♦♥♠", "CDHS")
MOST_GAMES = 60  # that views are taken from
LEAST_RIGHT = 0.95


def plain(text: str) -> str:
    """A move as people may write it: suits by letters, no case, single spaces."""
    return re.sub(r"[^a-z0-9+ ]", "", " ".join(text.translate(LETTERS).lower().split()))


def view_choices(game: Game, seed: int) -> Iterator[tuple[str, list[str]]]:
    """One choice of each of many games: what its player knows, and the legal moves. Choices of several cards are left out."""
    pick = random.Random(seed)
    for index in range(MOST_GAMES):
        plies = list(replay(game, seed, index, ("greedy",)))
        places = [place for place in range(len(plies)) if is_choice(game, plies, place)]
        if places:
            yield see(game, plies, pick.choice(places))


def is_choice(game: Game, plies: list[Ply], place: int) -> bool:
    state = plies[place].before
    begun = place > 0 and is_same_choice(plies[place - 1].before, state)
    return len(game.legal_moves(state)) > 1 and not begun and find_picking(game, state) is None


def see(game: Game, plies: list[Ply], place: int) -> tuple[str, list[str]]:
    ply = plies[place]
    narrator = Narrator(game, ply.seat, ply.seat)
    lines = narrator.start(plies[0].before)
    for earlier in plies[:place]:
        lines += narrator.tell(earlier)
    deals = [number for number, line in enumerate(lines) if line.startswith("Deal ")]
    legal = [game.describe(ply.before, move) for move in game.legal_moves(ply.before)]
    table = narrator.table(ply.before)
    return "\n".join(
        [*lines[deals[-1] if deals else 0 :], *table, f"You are to move. {game.prompt(ply.before)}"]
    ), legal


def set_quiz(name: str, folder: Path, views: int, seed: int) -> None:
    genome = load_genome(name)
    game = Game(genome)
    questions = list(view_choices(game, seed))[:views]
    place = folder / Path(name).stem
    place.mkdir(parents=True, exist_ok=True)
    (folder / "keys").mkdir(exist_ok=True)
    verbs = sorted(
        {" ".join(word for word in move.split() if word.isalpha()) for _, legal in questions for move in legal}
    )
    (place / "rules.txt").write_text(to_text(illustrate_rulebook(genome)), encoding="utf-8")
    pages = [f"===== {number} =====\n{text}" for number, (text, _) in enumerate(questions, 1)]
    head = f"Moves are written with these words, and cards like 10H: {', '.join(verbs)}.\n"
    (place / "views.txt").write_text("\n\n".join([head, *pages]) + "\n", encoding="utf-8")
    key = {str(number): legal for number, (_, legal) in enumerate(questions, 1)}
    (folder / "keys" / f"{place.name}.json").write_text(json.dumps(key, indent=1, ensure_ascii=False), encoding="utf-8")


def grade(name: str, folder: Path) -> float:
    """Prints what was answered wrongly; the share of views that are right."""
    place = Path(name).stem
    key = json.loads((folder / "keys" / f"{place}.json").read_text(encoding="utf-8"))
    answers = json.loads((folder / place / "answers.json").read_text(encoding="utf-8"))
    right = 0
    for number, legal in key.items():
        want, got = set(map(plain, legal)), set(map(plain, answers.get(number, [])))
        right += want == got
        if want != got:
            print(f"{place} {number}: missed {sorted(want - got)}, not legal {sorted(got - want)}")
    print(f"{place}: {right} of {len(key)} right")
    return right / len(key)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--views", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grade", action="store_true", help="compare the answers instead of setting a quiz")
    chosen = parser.parse_args()
    if chosen.grade:
        raise SystemExit(min([grade(name, chosen.output) for name in chosen.games]) < LEAST_RIGHT)
    for name in chosen.games:
        set_quiz(name, chosen.output, chosen.views, chosen.seed)


if __name__ == "__main__":
    main()
