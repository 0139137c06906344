"""The measures of a sound judge at a size that settles them: `python -m tests.gates.sound [--games 200] [GAMES]`.

A row a game, by default the known ones and the rogues: each measure with its interval and the games that it is from. The second line
says what each prompt is for. Long games take as long as they take: all known games are hours of one core.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from darwindeck.evaluate.evaluate import evaluate
from darwindeck.evaluate.plan import SUITES, Suite
from darwindeck.measure.estimate import Metric

from .games import find_games

COLUMNS = ("fate", "rule_gap", "least_purpose", "dead_choices", "goal_honesty", "choices", "downtime", "seat_share")
REPEATS = 4  # plays of a deal, for fate
STAGES = ("gate", "pilot", "play", "thumb", "search", "dead", "habits")
ENOUGH = 1000.0  # seconds of a part: no game is cut short


def size(games: int) -> Suite:
    """A suite of so many games at least for each measure."""
    return replace(SUITES["default"], name="sound", greedy=games, search=-(-games // REPEATS), fewest=games // REPEATS, duel=2 * games,
                   repeats=REPEATS, seconds=ENOUGH, stages=STAGES)  # fmt: skip


def cell(metric: Metric | None) -> str:
    if metric is None:
        return "–"
    return f"{metric.value:.2f} ({metric.low:.2f}–{metric.high:.2f}; {metric.games})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games, files or groups; known and rogues if none is named")
    parser.add_argument("--games", dest="number", type=int, default=200, help="about, for each measure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    print("|", " | ".join(["game", *COLUMNS]), "|", flush=True)
    for name, genome in find_games(chosen.games).items():
        found = evaluate(genome, "balanced", size(chosen.number), seed=chosen.seed, threads=chosen.threads)
        print("|", " | ".join([name, *(cell(found.metrics.get(each)) for each in COLUMNS)]), "|")
        for prompt in found.prompts:
            print(f"    {prompt.text}: {prompt.worst} {cell(prompt.purpose)}; {prompt.best} {cell(prompt.decision)}")
        print("    rejected:", ", ".join(each.gate for each in found.rejected) or "–", flush=True)


if __name__ == "__main__":
    main()
