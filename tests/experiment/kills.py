"""Kills real runs at random instants, also while they are resumed, and compares what they end in with runs never stopped.

python -m tests.experiment.kills --kills 100
python -m tests.experiment.kills --every 300 --words "--population 40 --generations 12 --start random --seed 7"

Every start, strategy, suite and profile has its turn, and a settings file in the older spelling. Runs are killed by
SIGKILL; what is resumed is killed again, as chance will have it. Each kind of run is also rolled back to its first generation.
With --every one run as people make them is killed whenever so many seconds have passed, until it is done.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import get_args, get_type_hints

from darwindeck.experiment.config import STARTS, RunConfig, Simulation
from darwindeck.measure.profiles import profile_names

from ..patience import PATIENCE

SETTINGS = ("--population", "8", "--generations", "4", "--seed", "5", "--gallery", "3")
TINY = ("--population", "5", "--generations", "3", "--gallery", "1")
FEW = {
    "DARWINDECK_SIMULATION__GAMES": "5",
    "DARWINDECK_CONSTRAINTS__MAX_TURNS": "80",  # long games take long, and are resumed like short ones
    "DARWINDECK_CONSTRAINTS__MAX_DECISIONS": "80",
    "DARWINDECK_LOG_LEVEL": "debug",
}
CALL = (sys.executable, "-c", "from darwindeck.cli import main; main()")
DIFFERS = ("runtime.json", "report.html")  # the page tells how long it took
DONE = 0.3  # the chance that a run is not killed again
SEEDS_FILE = Path(__file__).parent / "evolution_config.yaml"
STRATEGIES = get_args(get_type_hints(RunConfig)["strategy"])
SUITES = get_args(get_type_hints(Simulation)["suite"])


@dataclass(frozen=True)
class Kind:
    """A kind of run: its name, and the words that make it."""

    name: str
    words: tuple[str, ...]


def kinds() -> list[Kind]:
    """Every start with every strategy, twice, with suites and profiles in turn; one that starts from files; the older spelling."""
    profiles = profile_names()
    found, pairs = [], list(product(STARTS, STRATEGIES))
    for number, (start, strategy) in enumerate(pairs * 2):
        turn = number + number // len(pairs)
        suite, profile = SUITES[turn % len(SUITES)], profiles[turn % len(profiles)]
        words = ("--start", start, "--strategy", strategy, "--suite", suite, "--profile", profile)
        found.append(Kind(" ".join((start, strategy, suite, profile)), (*words, "--seed", str(number))))
    files = ("--start-file", "durak", "--start-file", "scopa", "--start", "random", "--suite", "quick")
    return [*found, Kind("start files", files), Kind("older spelling", ("--config", str(SEEDS_FILE)))]


def files(run: Path) -> dict[str, bytes]:
    """All that must be the same, by relative path."""
    found = {str(path.relative_to(run)): path.read_bytes() for path in sorted(run.rglob("*")) if path.is_file()}
    return {name: data for name, data in found.items() if name not in DIFFERS}


def environment(cache: Path) -> dict[str, str]:
    return {**os.environ, **FEW, "DARWINDECK_CACHE_DIR": str(cache), "PYTHONHASHSEED": "random"}


def begin(words: Sequence[str], cache: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*CALL, *words], env=environment(cache), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def start(output: Path, cache: Path, extra: Sequence[str] = SETTINGS) -> subprocess.Popen[bytes]:
    return begin(["run", "--output", str(output), *extra], cache)


def resume(run: Path, cache: Path, extra: Sequence[str] = ()) -> None:
    command = [*CALL, "resume", str(run), *extra]
    done = subprocess.run(command, env=environment(cache), capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        raise AssertionError(f"resume failed: {done.stderr}")


def the_run(output: Path) -> Path:
    [run] = output.iterdir()
    return run


def generations(output: Path) -> int:
    """Complete ones of the run there; -1 if there is nothing that could be resumed."""
    if not list(output.glob("*/config.yaml")):
        return -1
    return len(list(output.glob("*/gen_*/state.json.gz")))


def whole(folder: Path, words: Sequence[str] = SETTINGS) -> tuple[dict[str, bytes], float]:
    """The files of a run that nobody stops, and how many seconds it took."""
    began = time.monotonic()
    assert start(folder / "whole", folder / "cache", words).wait(PATIENCE) == 0
    return files(the_run(folder / "whole")), time.monotonic() - began


def written(output: Path) -> list[int]:
    """When the log was, which a run writes as soon as it is under way."""
    return [log.stat().st_mtime_ns for log in output.glob("*/log.jsonl")]


def kill(process: subprocess.Popen[bytes], output: Path, before: list[int], had: int, more: float) -> bool:
    """Kills a run under way so many seconds after a generation was there; False if the process ended first."""
    while process.poll() is None and (generations(output) < had or written(output) == before):
        time.sleep(0.02)
    try:
        process.wait(more)  # no limit: the instant of the kill
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def kill_and_resume(
    output: Path,
    cache: Path,
    rng: random.Random,
    seconds: float,
    words: Sequence[str] = SETTINGS,
    extra: Sequence[str] = (),
) -> Iterator[int]:
    """Kills a run, now and then also when it is resumed, and lets it end; yields the generations there were at each kill."""
    process, before = start(output, cache, words), written(output)
    last = int(words[words.index("--generations") + 1])
    while True:
        had = min(last, max(0, generations(output)) + rng.randint(0, 1))  # the last: while the gallery is measured
        if kill(process, output, before, had, rng.uniform(0, seconds / (last + 1))):
            yield generations(output)
        if rng.random() < DONE:
            break
        before = written(output)
        process = begin(["resume", str(the_run(output)), *extra], cache)
    resume(the_run(output), cache, extra)


def difference(got: dict[str, bytes], want: dict[str, bytes]) -> list[str]:
    return sorted(name for name in {*got, *want} if got.get(name) != want.get(name))


class Series:
    """Kinds of runs in turn, each compared with one of its kind that was never stopped.

    Runs of a kind that are killed share a cache, so the first is played and the others, for the most part, are read.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.rng = folder, random.Random(seed)
        self.whole: dict[Kind, tuple[dict[str, bytes], float]] = {}
        self.kills, self.runs, self.wrong = 0, 0, 0

    def place(self, kind: Kind) -> Path:
        return self.folder / kind.name.replace(" ", "-")

    def look(self, what: str, run: Path, kind: Kind) -> None:
        wrong = difference(files(run), self.whole[kind][0])
        self.wrong += bool(wrong)
        print(f"{kind.name}: {what}: {f'DIFFERS in {wrong[:5]}' if wrong else 'the same bytes'}", flush=True)

    def first(self, kind: Kind) -> None:
        """The run never stopped, and the same rolled back."""
        folder = self.place(kind)
        want, seconds = self.whole[kind] = whole(folder, (*kind.words, *TINY))
        print(f"{kind.name}: whole, {seconds:.1f} s, {len(want)} files", flush=True)
        resume(the_run(folder / "whole"), folder / "cache", ["--rollback-to", "0"])
        self.look("rolled back", the_run(folder / "whole"), kind)

    def next(self, kind: Kind) -> None:
        """A run that is killed."""
        if kind not in self.whole:
            self.first(kind)
        with tempfile.TemporaryDirectory() as place:
            output, cache, words = Path(place) / "killed", self.place(kind) / "kills", (*kind.words, *TINY)
            had = list(kill_and_resume(output, cache, self.rng, self.whole[kind][1], words))
            self.kills, self.runs = self.kills + len(had), self.runs + 1
            self.look(f"killed with {had or 'no'} generations", the_run(output), kind)


def kill_every(timeout: float, words: Sequence[str], folder: Path) -> bool:
    """Whether one run, killed again and again, ends in the bytes of the same run left alone."""
    calls = {name: [*CALL, "run", "--output", str(folder / name), *words] for name in ("whole", "killed")}
    around = {name: {**os.environ, "DARWINDECK_CACHE_DIR": str(folder / f"{name}-cache")} for name in calls}
    began = time.monotonic()
    subprocess.run(calls["whole"], env=around["whole"], stdout=subprocess.DEVNULL, check=True)
    print(f"left alone: {time.monotonic() - began:.0f} s", flush=True)
    began, had, call = time.monotonic(), list[int](), calls["killed"]
    while True:
        process = subprocess.Popen(call, env=around["killed"], stdout=subprocess.DEVNULL)
        try:
            if process.wait(timeout):
                raise AssertionError(f"{call} ended with {process.returncode}")
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        had.append(generations(folder / "killed"))
        if had[-1] >= 0:  # else it was killed before it had begun
            call = [*CALL, "resume", str(the_run(folder / "killed"))]
    wrong = difference(files(the_run(folder / "killed")), files(the_run(folder / "whole")))
    print(f"killed {len(had)} times, with {had} generations: {time.monotonic() - began:.0f} s,",
          f"DIFFERS in {wrong[:5]}" if wrong else f"{len(files(the_run(folder / 'whole')))} files the same", flush=True)  # fmt: skip
    return not wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, help="seconds from kill to kill of one run")
    parser.add_argument("--words", default="", help="of that run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.every:
            raise SystemExit(not kill_every(options.every, options.words.split(), Path(folder)))
        series, every = Series(Path(folder), options.seed), kinds()
        while series.kills < options.kills:
            series.next(every[series.runs % len(every)])
        print(f"{series.kills} kills of {series.runs} runs of {len(series.whole)} kinds: {series.wrong} differ")
        raise SystemExit(bool(series.wrong))


if __name__ == "__main__":
    main()
