"""What only finalists are measured for, of the known games: `python -m tests.gates.finalists --seconds 3 [GAMES]`.

A row a game: the measures with their intervals, what the two best lines of advice are, and the seconds of processor time that these
stages took. The suite full has `--seconds 10`.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

from darwindeck.evaluate.evaluate import judge
from darwindeck.evaluate.plan import FINALS, SUITES, run_stage
from darwindeck.evaluate.played import Played
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evaluation import Candidate
from darwindeck.measure.profiles import load_profile
from darwindeck.simulate.simulate import simulate_many

from .games import find_games

COLUMNS = ("novice_tension", "novice_length", "novice_fairness", "novice_fate", "memory_load", "learnability", "first_lesson", "styles",
           "arithmetic_load")  # fmt: skip
BEFORE = ("gate", "pilot", "play", "thumb")  # stages that they need


def cell(metric: Metric | None) -> str:
    if metric is None:
        return "–"
    digits = 0 if metric.value >= 10 or metric.games == 0 else 2
    return f"{metric.value:.{digits}f} ({metric.low:.{digits}f}–{metric.high:.{digits}f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games", nargs="*", default=["known"], help="games, files or groups; all known ones if none is named"
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="about, for each part")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0, help="0: as many as there are processors")
    chosen = parser.parse_args()
    suite, profile = replace(SUITES["full"], greedy=100, search=40, seconds=chosen.seconds), load_profile("balanced")
    print("|", " | ".join(["game", *COLUMNS, "seconds"]), "|")
    for name, genome in find_games(chosen.games).items():
        games, begun = [Played(Candidate(genome), chosen.seed)], 0.0
        for stage in (*BEFORE, *FINALS):
            if stage == FINALS[0]:
                begun = time.process_time()
            games = run_stage(stage, games, suite, lambda jobs: simulate_many(jobs, chosen.threads))
        seconds = time.process_time() - begun
        found = judge(games[0], profile, suite)
        print("|", " | ".join([name, *(cell(found.metrics.get(each)) for each in COLUMNS), f"{seconds:.0f}"]), "|")
        print(f"    {found.thumb}. {found.lines}")
        print(
            "   ", ", ".join(f"{rung.player}>{rung.against} {rung.rate:.2f} ({rung.low:.2f})" for rung in found.lessons)
        )
        print(
            "   ",
            ", ".join(f"{each} {weight:.2f}" for each, weight in found.styles.items() if weight >= 0.01),
            flush=True,
        )


if __name__ == "__main__":
    main()
