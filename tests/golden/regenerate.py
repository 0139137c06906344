"""Writes the golden files anew: `python -m tests.golden.regenerate`. The diff is the review."""

from __future__ import annotations

from pathlib import Path

from darwindeck import Game, exact_games, known_games, load_genome
from darwindeck.experiment.signature import signature
from darwindeck.play.session import replay
from darwindeck.play.text import playthrough
from darwindeck.search import BatchedMCTS, SearchOptions, heuristic_evaluator, run
from tests.mechanics.table import facts_table

FOLDER = Path(__file__).parent
SIGNATURE = FOLDER / "signature.txt"
TREES = FOLDER / "trees.txt"
FACTS = FOLDER / "facts.txt"
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


FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]
WAYS = {
    "plain": SearchOptions(),
    "noise": SearchOptions(dirichlet_epsilon=0.25),
    "four leaves": SearchOptions(leaves_per_tree=4),
    "halving": SearchOptions(gumbel=True),
}


def trees_text() -> str:
    """Batched searches of chess, in several ways, and of the first choice of a few card games: visits and values."""
    lines = []
    for way, options in WAYS.items():
        search = BatchedMCTS(FENS, simulations=300, seed=SEED, options=options)
        run(search, heuristic_evaluator)
        lines += [f"chess {tree}, {way}: {tree_line(search, tree)}" for tree in range(len(FENS))]
    for name in ("crazy-eights", "hearts", "gin-rummy"):
        search = BatchedMCTS([Game(name).start(seed=SEED)], simulations=300, seed=SEED)
        search.grow("heuristic")
        lines.append(f"{name}: {tree_line(search, 0)}")
    return "\n".join(lines) + "\n"


def tree_line(search: BatchedMCTS, tree: int) -> str:
    roots = search.roots()
    at = roots.of(tree)
    moves = zip(roots.actions[at].tolist(), roots.visits[at].tolist(), roots.values[at].tolist(), strict=True)
    visited = sorted((move for move in moves if move[1]), key=lambda move: -move[1])
    return ", ".join(f"{action} × {visits} {value:+.7f}" for action, visits, value in visited[:6])


def main() -> None:
    TREES.write_text(trees_text(), encoding="utf-8")
    SIGNATURE.write_text(f"{signature()}\n")
    FACTS.write_text(facts_table())
    playthrough_file("").parent.mkdir(exist_ok=True)
    for name in (*known_games(), *exact_games()):
        playthrough_file(name).write_text(playthrough_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
