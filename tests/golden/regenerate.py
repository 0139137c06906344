"""Writes the golden files anew: `python -m tests.golden.regenerate`. The diff is the review."""

from __future__ import annotations

from pathlib import Path

from darwindeck import Game, known_games, load_genome
from darwindeck.bench import signature
from darwindeck.play.session import replay
from darwindeck.play.text import playthrough

FOLDER = Path(__file__).parent
SIGNATURE = FOLDER / "signature.txt"
LONGEST = 150
SEED = 1


def playthrough_file(name: str) -> Path:
    return FOLDER / "playthroughs" / f"{name}.txt"


def playthrough_text(name: str) -> str:
    """The first deal of game 0 at seed 1, at most 150 lines."""
    game = Game(load_genome(name))
    lines = [f"{name}, {game.seats} players, seed {SEED}, game 0"]
    for line in playthrough(game, game.start(seed=SEED), replay(game, seed=SEED)):
        if line.startswith("Deal 2"):
            break
        lines.append(line)
        if len(lines) == LONGEST:
            lines.append("…")
            break
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    SIGNATURE.write_text(f"{signature()}\n")
    playthrough_file("").parent.mkdir(exist_ok=True)
    for name in known_games():
        playthrough_file(name).write_text(playthrough_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
