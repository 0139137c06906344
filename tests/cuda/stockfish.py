"""A network against Stockfish: pairs of games from the same opening, all at the same time.

python -m tests.cuda.stockfish NETWORK.pt --engine /usr/games/stockfish --pairs 64 --simulations 800
python -m tests.cuda.stockfish src/darwindeck/learn/trained.pt --device cpu --dtype bfloat16 --engines 1  # an hour of a core
"""

from __future__ import annotations

import argparse
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

import numpy as np
import torch

from darwindeck.learn import TorchEvaluator, load_network
from darwindeck.learn.arena import LONGEST, Score, ending, openings
from darwindeck.search import BatchedMCTS, run

MOVE_MILLISECONDS = 20  # of Stockfish; short, so that many games can be played


class Engine:
    def __init__(self, path: str, level: int) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci", f"setoption name Skill Level value {level}", "isready")
        self.wait_for("readyok")

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.writelines(f"{line}\n" for line in lines)

    def wait_for(self, word: str) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith(word):
                return line
        raise RuntimeError("the engine has ended")

    def move(self, start: str, moves: list[str]) -> str:
        self.say(f"position fen {start} moves {' '.join(moves)}", f"go movetime {MOVE_MILLISECONDS}")
        return self.wait_for("bestmove").split()[1]


class Match:
    """Game 2 n and 2 n + 1 begin with the same opening; the network moves first in the even ones."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        dtype = getattr(torch, given.dtype) if given.dtype else None
        self.evaluator = TorchEvaluator(load_network(given.network), given.device, dtype)
        self.engines: Queue[Engine] = Queue()
        for _ in range(given.engines):
            self.engines.put(Engine(given.engine, given.level))
        self.starts = openings(given.pairs, given.seed)
        self.positions = [start.copy() for start in self.starts for _ in range(2)]
        self.moves: list[list[str]] = [[] for _ in self.positions]
        self.scores = np.full(len(self.positions), 0.5)

    def play(self) -> Score:
        playing = list(range(len(self.positions)))
        with ThreadPoolExecutor(self.given.engines) as pool:
            for ply in range(LONGEST):
                ours = [game for game in playing if (ply + game) % 2 == 0]
                theirs = [game for game in playing if (ply + game) % 2 == 1]
                answers = pool.map(self._ask_engine, theirs)
                for game, move in [*zip(ours, self._think(ours), strict=True), *zip(theirs, answers, strict=True)]:
                    self.positions[game].push(move)
                    self.moves[game].append(move)
                playing = [game for game in playing if not self._is_over(game)]
                if not playing:
                    break
        return Score(self.scores.reshape(-1, 2).mean(axis=1), float((self.scores == 0.5).mean()))

    def counts(self) -> list[int]:
        """How many pairs made 0, half, 1, one and a half, and 2 points: of several runs they can be added up."""
        return np.bincount((2 * self.scores.reshape(-1, 2).sum(axis=1)).astype(int), minlength=5).tolist()

    def _ask_engine(self, game: int) -> str:
        engine = self.engines.get()
        try:
            return engine.move(self.starts[game // 2].fen(), self.moves[game])
        finally:
            self.engines.put(engine)

    def _think(self, games: list[int]) -> list[str]:
        if not games:
            return []
        search = BatchedMCTS([self.positions[game] for game in games], self.given.simulations)
        run(search, self.evaluator)
        return search.move_names(search.best_moves())

    def _is_over(self, game: int) -> bool:
        outcome = ending(self.positions[game])
        if outcome and outcome.winner:
            we_began = game % 2 == 0
            self.scores[game] = float((outcome.winner == self.starts[game // 2].turn) == we_began)
        return outcome is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=Path)
    parser.add_argument("--engine", default="/usr/games/stockfish")
    parser.add_argument("--engines", type=int, default=15, help="processes")
    parser.add_argument("--level", type=int, default=0, help="skill level")
    parser.add_argument("--pairs", type=int, default=64)
    parser.add_argument("--simulations", type=int, default=800)
    parser.add_argument("--seed", type=int, default=77, help="of the openings")
    parser.add_argument("--device", default="cuda")
    parser.add_argument(
        "--dtype", choices=("float32", "float16", "bfloat16"), help="default: half on cuda, single on a cpu"
    )
    given = parser.parse_args()
    match = Match(given)
    score = match.play()
    print(json.dumps({"against": f"Stockfish, skill level {given.level}", "games": score.games,
                      "simulations": given.simulations, "pairs": match.counts(), "score": round(score.mean, 3),
                      "interval": [round(of, 3) for of in score.interval], "draws": round(score.draws, 3),
                      "elo": [round(of) for of in score.elo()]}))  # fmt: skip
    while not match.engines.empty():
        match.engines.get().process.kill()


if __name__ == "__main__":
    main()
