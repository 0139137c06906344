"""Many browsers at once: `python -m tests.web.load --clients 200 --seconds 60`. Prints times from a move to the next question.

It is a measurement, not a test: the figures are those of the machine that it runs on, clients included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

import httpx
import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import PATIENCE

from .browsing import Server

# On a machine that is busy with other things a connection may be silent for long; without these it would be given up.
WAITING: dict[str, None] = {"open_timeout": None, "ping_interval": None, "close_timeout": None}
PAUSE = 1.0  # seconds that a person thinks, on average


async def next_frame(socket: ClientConnection) -> dict[str, object]:
    while True:
        frame = json.loads(await socket.recv()).get("frame")
        if frame is not None and (frame["question"] or frame["view"]["winners"] is not None):
            return frame


async def play(server: Server, game: str, seconds: float, seed: int, times: list[float], games: list[int]) -> None:
    """One person who plays game after game against greedy players, for so long from the first question on."""
    rng = random.Random(seed)
    own = {"Origin": server.address}
    await asyncio.sleep(rng.random() * 2)
    async with httpx.AsyncClient(base_url=server.address, headers=own, timeout=PATIENCE) as client:
        ends = None
        while ends is None or time.monotonic() < ends:  # no limit: how long to play is asked for
            answer = await client.post(
                "/tables", data={"game": game, "seat1": "greedy", "seat2": "greedy", "seat3": "greedy"}
            )
            assert answer.status_code == 303, f"no table: {answer.status_code} {answer.text}"
            address = f"ws://127.0.0.1:{server.port}{answer.headers['location']}/live"
            async with connect(address, origin=server.address, compression=None, **WAITING) as socket:  # type: ignore[arg-type]
                frame = await next_frame(socket)
                ends = ends or time.monotonic() + seconds  # a busy machine may need long until everybody sits
                while frame["question"] and time.monotonic() < ends:  # no limit: the same
                    await asyncio.sleep(rng.expovariate(1 / PAUSE))
                    options = frame["question"]["options"]  # type: ignore[index]
                    began = time.monotonic()
                    await socket.send(json.dumps({"move": rng.choice(options)["move"], "ply": frame["ply"]}))
                    frame = await next_frame(socket)
                    times.append(time.monotonic() - began)
                games.append(1)


def memory(server: Server) -> float:
    """Resident memory of the server in MiB."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


async def measure(server: Server, clients: int, seconds: float, game: str) -> None:
    times: list[float] = []
    games: list[int] = []
    before = memory(server)
    players = [play(server, game, seconds, seed, times, games) for seed in range(clients)]
    errors = [error for error in await asyncio.gather(*players, return_exceptions=True) if error is not None]
    if not times:
        raise SystemExit(f"no move was answered: {errors[:2]}")
    middle, late = np.quantile(times, (0.5, 0.95)) * 1000
    print(f"{clients} clients, {len(games)} games of {game}, {len(times)} moves: median {middle:.0f} ms, p95 {late:.0f} ms, {len(errors)} errors")  # fmt: skip
    busy = Path("/proc/loadavg").read_text().split()[0]
    print(f"memory of the server: {before:.0f} MiB before, {memory(server):.0f} MiB after; load of the machine {busy}")
    for error, count in Counter(repr(error) for error in errors).most_common():
        print(f"{count} times: {error}")
    if errors:
        raise SystemExit(1)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--game", default="known/crazy-eights")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), Path(folder))
        asyncio.run(measure(server, options.clients, options.seconds, options.game))
        server.stop()


if __name__ == "__main__":
    main()
