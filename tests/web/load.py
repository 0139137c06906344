"""Many browsers at once: `python -m tests.web.load --clients 200 --seconds 60`. Prints times from a move to the next question.
`--games 1000 --pause 0 --clients 20 --growth 20` shows that memory stays flat: it fails if the server grows by more MiB than that
after the first tenth of the games.

It is a measurement, not a test: the figures are those of the machine that it runs on, clients included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import PATIENCE

from .browsing import Server

# On a machine that is busy with other things a connection may be silent for long; without these it would be given up.
WAITING: dict[str, None] = {"open_timeout": None, "ping_interval": None, "close_timeout": None}


async def next_frame(socket: ClientConnection) -> dict[str, object]:
    while True:
        frame = json.loads(await socket.recv()).get("frame")
        if frame is not None and (frame["question"] or frame["view"]["winners"] is not None):
            return frame


@dataclass
class Evening:
    """What is played, until `seconds` have passed for everybody since the first question, or so many games are over; and what came of it."""

    server: Server
    game: str
    seconds: float
    most: int  # games; 0: as many as there is time for
    pause: float
    times: list[float] = field(default_factory=list)  # from a move to the next question
    memory: list[float] = field(default_factory=list)  # of the server in MiB, after each game

    def is_over(self, began: float) -> bool:
        if self.most:
            return len(self.memory) >= self.most
        return time.monotonic() - began > self.seconds  # no limit: how long to play is asked for


async def play(evening: Evening, seed: int) -> None:
    """One person who plays game after game against greedy players."""
    rng = random.Random(seed)
    server = evening.server
    await asyncio.sleep(rng.random() * 2)
    async with httpx.AsyncClient(
        base_url=server.address, headers={"Origin": server.address}, timeout=PATIENCE
    ) as client:
        began = math.inf
        while not evening.is_over(began):
            form = {"game": evening.game, "seat1": "greedy", "seat2": "greedy", "seat3": "greedy"}
            answer = await client.post("/tables", data=form)
            assert answer.status_code == 303, f"no table: {answer.status_code} {answer.text}"
            address = f"ws://127.0.0.1:{server.port}{answer.headers['location']}/live"
            async with connect(address, origin=server.address, compression=None, **WAITING) as socket:  # type: ignore[arg-type]
                frame = await next_frame(socket)
                began = min(began, time.monotonic())  # a busy machine may need long until everybody sits
                while frame["question"] and not evening.is_over(began):
                    await asyncio.sleep(rng.expovariate(1 / evening.pause) if evening.pause else 0)
                    options = frame["question"]["options"]  # type: ignore[index]
                    asked = time.monotonic()
                    await socket.send(json.dumps({"move": rng.choice(options)["move"], "ply": frame["ply"]}))
                    frame = await next_frame(socket)
                    evening.times.append(time.monotonic() - asked)
                evening.memory.append(memory(server))


def memory(server: Server) -> float:
    """Resident memory of the server in MiB."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


async def measure(evening: Evening, clients: int, growth: float = math.inf) -> None:
    before = memory(evening.server)
    players = [play(evening, seed) for seed in range(clients)]
    errors = [error for error in await asyncio.gather(*players, return_exceptions=True) if error is not None]
    if not evening.times:
        raise SystemExit(f"no move was answered: {errors[:2]}")
    middle, late = np.quantile(evening.times, (0.5, 0.95)) * 1000
    games, busy = evening.memory, Path("/proc/loadavg").read_text().split()[0]
    print(f"{clients} clients, {len(games)} games of {evening.game}, {len(evening.times)} moves: median {middle:.0f} ms, p95 {late:.0f} ms, {len(errors)} errors; load of the machine {busy}")  # fmt: skip
    tenths = [games[len(games) * part // 10] for part in range(1, 10)] if len(games) > 10 else games
    print(f"memory of the server: {before:.0f} MiB before; by tenths of the games {', '.join(f'{each:.0f}' for each in tenths)}; {games[-1]:.0f} MiB after")  # fmt: skip
    for error, count in Counter(repr(error) for error in errors).most_common():
        print(f"{count} times: {error}")
    if errors:
        raise SystemExit(1)
    if games[-1] - games[len(games) // 10] > growth:
        raise SystemExit(f"the server has grown by {games[-1] - games[len(games) // 10]:.0f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=0, help="until so many are over, whatever time it takes")
    parser.add_argument(
        "--growth", type=float, default=math.inf, help="MiB that the server may grow after a tenth of the games"
    )
    parser.add_argument("--pause", type=float, default=1.0, help="seconds that a person thinks, on average")
    parser.add_argument("--game", default="known/crazy-eights")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), Path(folder))
        evening = Evening(server, options.game, options.seconds, options.games, options.pause)
        asyncio.run(measure(evening, options.clients, options.growth))
        server.stop()


if __name__ == "__main__":
    main()
