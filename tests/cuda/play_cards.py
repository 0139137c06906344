"""Matches of learned players on all cores of a machine, for a time. What was played is kept deal by deal, so that parts from
several machines add up; without --seconds it only adds up.

python3 -m tests.cuda.play_cards --players FOLDER --out FILE.jsonl --seconds 90 whist:greedy whist@100:mcts-strong …

A match is A:B, and A is GAME[.VARIANT] of GAME[.VARIANT].safetensors in the folder; B is such a name too, or any player's.
`@N` lets A search with N simulations, `@equal` with as many as take the processor time of B.
"""

from __future__ import annotations

import argparse
import json
import os
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from darwindeck import simulate
from darwindeck.contest.contest import Contest
from darwindeck.contest.model import score_of
from darwindeck.contest.rating import PairScores, pair_rates
from darwindeck.contest.schedule import Pairing, Schedule
from darwindeck.contest.sprt import Hypotheses, Sums, sprt
from darwindeck.engine.learned import load_learned
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import parse_genome
from darwindeck.simulate.backends.local import Local

BETTER = Hypotheses(0, 30)  # Elo
TRIED = 100  # simulations of the search whose time is taken
SEED = 7


@dataclass(frozen=True)
class Match:
    told: str
    folder: Path

    @property
    def a(self) -> str:
        return self.told.split(":", 1)[0]

    @property
    def b(self) -> str:
        return self.told.split(":", 1)[1]

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.safetensors"

    def genome(self) -> GameGenome:
        """As it is in the file of A."""
        return parse_genome(load_learned(self.file(self.a.split("@")[0])).facts["genome"])

    def players(self, simulations: int) -> Pairing:
        searches = f",search={simulations}" if simulations else ""
        other = f"learned:{self.file(self.b)}" if self.file(self.b).exists() else self.b
        return Pairing(f"learned:{self.file(self.a.split('@')[0])}{searches}", other)


def seconds_a_decision(genome: GameGenome, player: str) -> float:
    """Processor seconds, of a game that the player plays alone."""
    begin, decisions, games = process_time(), 0, 0
    while games < 1 or process_time() - begin < 1:  # no limit: that long is measured
        decisions += int(simulate(genome, players=[player], games=1, seed=games, threads=1).decisions.sum())
        games += 1
    return (process_time() - begin) / max(decisions, 1)


def count_simulations(match: Match) -> int:
    """How many A searches with."""
    told = match.a.partition("@")[2]
    if told != "equal":
        return int(told or 0)
    a, b = match.players(TRIED)
    genome = match.genome()
    return max(1, round(TRIED * seconds_a_decision(genome, b) / seconds_a_decision(genome, a)))


@cache
def contest_of(match: Match) -> Contest:
    return Contest(match.genome(), SEED, Local(1))


def play(match: Match, simulations: int, first: int, deals: int) -> tuple[list[list[float]], list[float], float]:
    begin = perf_counter()
    alone, stakes = contest_of(match).simulate(match.players(simulations), first, deals)
    return alone.tolist(), stakes.tolist(), perf_counter() - begin


class Book:
    """What was played, by match: a line of the file is a part."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.parts: dict[str, dict[int, tuple[list[list[float]], list[float]]]] = {}
        self.simulations: dict[str, int] = {}
        for line in path.read_text().splitlines() if path.exists() else ():
            self._take(json.loads(line))

    def _take(self, part: dict) -> None:
        self.simulations[part["match"]] = part["simulations"]
        for number, (alone, stake) in enumerate(zip(part["alone"], part["stakes"], strict=True)):
            self.parts.setdefault(part["match"], {})[part["first"] + number] = ([alone], [stake])

    def note(self, part: dict) -> None:
        self._take(part)
        with self.path.open("a") as file:
            file.write(json.dumps(part) + "\n")

    def next_deal(self, match: Match) -> int:
        return max(self.parts.get(match.told, {-1: None})) + 1

    def sum_up(self, match: Match) -> dict | None:
        parts = [of for _, of in sorted(self.parts.get(match.told, {}).items())]
        if not parts:
            return None
        alone, stakes = (np.concatenate([of[n] for of in parts]) for n in (0, 1))
        simulations, sides = self.simulations[match.told], len(Schedule.of(match.genome()).sides)
        scores = PairScores(match.players(simulations), sides, alone, stakes)
        rate = pair_rates(scores, 0.95)[0]
        test = sprt(Sums().plus(score_of(scores.shares)), BETTER, sides)
        return {"match": match.told, "simulations": simulations, "games": scores.games,
                "wins": round(rate.equivalent, 3), "low": round(rate.equivalent_low, 3),
                "high": round(rate.equivalent_high, 3), "sprt": test.decision}  # fmt: skip


def play_all(matches: list[Match], book: Book, args: argparse.Namespace) -> None:
    """The match that has had the least time goes on; parts are long enough to be worth handing out."""
    end = perf_counter() + args.seconds
    spent = dict.fromkeys(matches, 0.0)
    at = {match: book.next_deal(match) for match in matches}
    size = dict.fromkeys(matches, 1)
    most = {match: Schedule.of(match.genome()).deals(args.games) for match in matches}
    with ProcessPoolExecutor(args.workers) as pool:
        counted = {match: pool.submit(count_simulations, match) for match in matches}
        running: dict[Future, tuple[Match, int]] = {}
        while perf_counter() < end:  # no limit: matches are played for a time
            open_now = [match for match in matches if at[match] < most[match] and counted[match].done()]
            while open_now and len(running) < args.workers + 2:
                match = min(open_now, key=lambda of: spent[of])
                deals = min(size[match], most[match] - at[match])
                running[pool.submit(play, match, counted[match].result(), at[match], deals)] = match, at[match]
                at[match] += deals
                spent[match] += 1e-3
                open_now = [of for of in open_now if at[of] < most[of]]
            if not running and all(at[of] >= most[of] for of in matches):
                break
            done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)  # no limit: a poll in a loop
            for future in done:
                match, first = running.pop(future)
                alone, stakes, seconds = future.result()
                spent[match] += seconds
                size[match] = max(1, min(4 * size[match], int(size[match] * 2 / max(seconds, 1e-3))))
                book.note({"match": match.told, "simulations": counted[match].result(), "first": first,
                           "alone": alone, "stakes": stakes, "seconds": round(seconds, 2)})  # fmt: skip
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list((pool._processes or {}).values()):  # what goes on is not waited for
            process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", nargs="+")
    parser.add_argument("--players", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    matches = [Match(told, args.players) for told in dict.fromkeys(args.matches)]
    matches = [match for match in matches if match.file(match.a.split("@")[0]).exists()]
    book = Book(args.out)
    if args.seconds:
        play_all(matches, book, args)
    for match in matches:
        if found := book.sum_up(match):
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
