"""How fast chess is, beside Stockfish's and python-chess's perft where they are installed. Timings are never tested."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter_ns, process_time_ns

from .. import _core
from ..chess import START_FEN, Position, perft

ROUNDS = 5
POSITIONS = {
    "start": START_FEN,
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}
DEPTHS = {"start": 6, "kiwipete": 5}
SLOW_DEPTHS = {"start": 4, "kiwipete": 3}  # python-chess
CHORES = {"legal actions": 0, "packed": 1, "planes": 2}  # the core's Chore
SAMPLE_GAMES, SAMPLE_PLIES, SAMPLE_EVERY = 20, 60, 6
CHORE_NS = 100_000_000  # of one measurement, about
Timed = Callable[[], tuple[int, int, int]]  # nodes, wall and CPU nanoseconds


@dataclass(frozen=True)
class PerftSpeed:
    position: str
    engine: str
    depth: int
    nodes: int
    nodes_per_second: float  # by the time the processor spent, which other work on the machine does not change
    wall_nodes_per_second: float


@dataclass(frozen=True)
class ChoreSpeed:
    chore: str
    ns: float  # of the processor, for one position
    positions: int
    moves: float  # legal ones, on average


class Stockfish:
    """A running Stockfish that counts moves."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.name = self._say("uci", "uciok")[0].removeprefix("id name ") or "Stockfish"

    def perft(self, fen: str, depth: int) -> tuple[int, int, int]:
        self._say(f"position fen {fen}\nisready", "readyok")
        cpu, begin = self._cpu_ns(), perf_counter_ns()
        lines = self._say(f"go perft {depth}", "Nodes searched")
        wall = perf_counter_ns() - begin
        spent = self._cpu_ns() - cpu
        return int(lines[-1].rpartition(":")[2]), wall, spent if cpu else wall

    def close(self) -> None:
        self.process.communicate("quit\n", timeout=10)

    def _say(self, line: str, until: str) -> list[str]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        lines = []
        for answer in self.process.stdout:
            lines.append(answer.strip())
            if answer.startswith(until):
                break
        return [line for line in lines if line.startswith(("id name", until))]

    def _cpu_ns(self) -> int:
        """What all its threads have run, where the system tells."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        try:
            return sum(int(task.read_text().split()[0]) for task in tasks)
        except (OSError, IndexError, ValueError):
            return 0


def find_stockfish() -> str | None:
    return shutil.which("stockfish") or shutil.which("/usr/games/stockfish")


def time_count(count: Callable[[], int]) -> tuple[int, int, int]:
    cpu, begin = process_time_ns(), perf_counter_ns()
    nodes = count()
    return nodes, perf_counter_ns() - begin, process_time_ns() - cpu


def measure_perft(peers: bool, rounds: int = ROUNDS) -> list[PerftSpeed]:
    """Everybody counts once in each round, so that whatever else the machine does slows all alike."""
    sides: dict[tuple[str, str, int], Timed] = {}
    stockfish = Stockfish(path) if peers and (path := find_stockfish()) else None
    for name, fen in POSITIONS.items():
        depth, slow = DEPTHS[name], SLOW_DEPTHS[name]
        sides[name, "ours", depth] = partial(time_count, partial(perft, fen, depth))
        if stockfish:
            sides[name, stockfish.name, depth] = partial(stockfish.perft, fen, depth)
        if peers and (theirs := find_python_chess(fen, slow)):
            sides[name, "python-chess", slow] = partial(time_count, theirs)
    try:
        for side in sides.values():
            side()  # fills caches and tables
        results: dict[tuple[str, str, int], list[tuple[int, int, int]]] = {key: [] for key in sides}
        for _ in range(rounds):
            for key, side in sides.items():
                results[key].append(side())
    finally:
        if stockfish:
            stockfish.close()
    return summarize(results)


def summarize(results: Mapping[tuple[str, str, int], list[tuple[int, int, int]]]) -> list[PerftSpeed]:
    speeds = []
    for (name, engine, depth), runs in results.items():
        nodes = runs[0][0]
        wall, cpu = median(run[1] for run in runs), median(run[2] for run in runs)
        speeds.append(PerftSpeed(name, engine, depth, nodes, nodes / max(cpu, 1) * 1e9, nodes / max(wall, 1) * 1e9))
    return speeds


def find_python_chess(fen: str, depth: int) -> Callable[[], int] | None:
    from ..adapters.python_chess import count_lines

    try:
        count_lines(fen, 1)
    except ImportError:
        return None
    return partial(count_lines, fen, depth)


def sample_positions() -> list[Position]:
    """Positions of random games, the same every time."""
    rng = random.Random(1)
    found = []
    for _ in range(SAMPLE_GAMES):
        position = Position()
        for ply in range(SAMPLE_PLIES):
            moves = position.legal_moves()
            if not moves:
                break
            if ply % SAMPLE_EVERY == SAMPLE_EVERY - 1:
                found.append(position.copy())
            position.push(rng.choice(moves))
    return found


def measure_chores(rounds: int = ROUNDS) -> list[ChoreSpeed]:
    """What it costs inside the core to list a position's actions and to encode it."""
    positions = sample_positions()
    states = [position._core for position in positions]
    moves = sum(len(position.legal_moves()) for position in positions) / len(positions)
    speeds = []
    for chore, number in CHORES.items():
        _, _, once = time_count(partial(_core.repeat_chore, states, number, 100))
        repeats = max(1, int(100 * CHORE_NS / max(once, 1)))
        runs = [time_count(partial(_core.repeat_chore, states, number, repeats))[2] for _ in range(rounds)]
        speeds.append(ChoreSpeed(chore, median(runs) / repeats / len(states), len(states), moves))
    return speeds
