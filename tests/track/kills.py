"""Kills real runs at random instants and compares what a resumed one ends in with a run that was never stopped.

python -m tests.track.kills --kills 20
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
from collections.abc import Sequence
from pathlib import Path

SETTINGS = ("--population", "8", "--generations", "4", "--seed", "5", "--gallery", "3")
FEW = {"DARWINDECK_SIMULATION__GAMES": "6", "DARWINDECK_LOG_LEVEL": "debug"}
CALL = (sys.executable, "-c", "from darwindeck.cli import main; main()")
DIFFERS = "runtime.json"


def files(run: Path) -> dict[str, bytes]:
    """All that must be the same, by relative path."""
    found = {str(path.relative_to(run)): path.read_bytes() for path in sorted(run.rglob("*")) if path.is_file()}
    return {name: data for name, data in found.items() if name != DIFFERS}


def environment(cache: Path) -> dict[str, str]:
    return {**os.environ, **FEW, "DARWINDECK_CACHE_DIR": str(cache)}


def start(output: Path, cache: Path, extra: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*CALL, "run", *SETTINGS, "--output", str(output), *extra],
        env=environment(cache),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def resume(run: Path, cache: Path, extra: Sequence[str] = ()) -> None:
    done = subprocess.run(
        [*CALL, "resume", str(run), *extra], env=environment(cache), capture_output=True, text=True, timeout=600
    )
    if done.returncode:
        raise AssertionError(f"resume failed: {done.stderr}")


def the_run(output: Path) -> Path:
    [run] = output.iterdir()
    return run


def whole(folder: Path, extra: Sequence[str] = ()) -> tuple[dict[str, bytes], float]:
    """The files of a run that nobody stops, and how many seconds it took."""
    began = time.monotonic()
    assert start(folder / "whole", folder / "cache", extra).wait(600) == 0
    return files(the_run(folder / "whole")), time.monotonic() - began


def killed(folder: Path, after: float, extra: Sequence[str] = ()) -> tuple[dict[str, bytes], int]:
    """The files of a run that was killed after so many seconds and resumed, and the generations it had when killed."""
    process = start(folder / "killed", folder / "cache")
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
    output = folder / "killed"
    if not output.exists() or not any((path / "config.yaml").exists() for path in output.iterdir()):
        return {}, 0  # it had not begun: there is nothing to resume
    had = len([path for path in the_run(output).iterdir() if path.name.startswith("gen_")])
    resume(the_run(output), folder / "cache", extra)
    return files(the_run(output)), had


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        want, seconds = whole(Path(folder))
        print(f"a whole run takes {seconds:.1f} s and has {len(want)} files")
        same = 0
        while same < options.kills:
            with tempfile.TemporaryDirectory() as other:
                after = rng.uniform(0.5, seconds)
                got, had = killed(Path(other), after)
                if not got:
                    continue
                if got != want:
                    wrong = sorted(name for name in {*got, *want} if got.get(name) != want.get(name))
                    raise SystemExit(f"killed after {after:.2f} s with {had} generations: differs in {wrong[:5]}")
                same += 1
                print(
                    f"{same}: killed after {after:.2f} s with {had} generations, resumed to the same bytes", flush=True
                )


if __name__ == "__main__":
    main()
