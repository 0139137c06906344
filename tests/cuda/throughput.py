"""Leaves a second of whole searches with networks on a CUDA device, beside what the network alone can do.

python -m tests.cuda.throughput --simulations 100
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import torch

from darwindeck.chess import Position
from darwindeck.learn import ChessNetwork, TorchEvaluator
from darwindeck.learn.arena import openings
from darwindeck.search import BatchedMCTS, SearchOptions, run

NETWORKS = ((6, 64), (10, 128), (20, 256))  # blocks, channels
BATCHES = (256, 1024, 4096)
SETTINGS = ((1, 1, 1), (1, 2, 1), (1, 2, 8), (1, 2, 15), (2, 2, 7), (3, 2, 5))  # workers, groups, threads


def network_alone(evaluator: TorchEvaluator, batch: int, rounds: int = 20) -> float:
    """Leaves a second of the network, launched kernel by kernel."""
    planes = torch.randn(batch, 119, 8, 8, device="cuda", dtype=evaluator.dtype)
    planes = planes.to(memory_format=torch.channels_last)
    with torch.inference_mode():
        for _ in range(5):
            evaluator.network(planes)
        torch.cuda.synchronize()
        begin = time.perf_counter()
        for _ in range(rounds):
            evaluator.network(planes)
        torch.cuda.synchronize()
    return batch * rounds / (time.perf_counter() - begin)


def searched(evaluator: TorchEvaluator, batch: int, setting: tuple[int, int, int], simulations: int) -> float:
    """Leaves a second of searches by so many workers, each with groups of trees and threads of its own, as self-play has
    them; the graphs are captured before."""
    workers, groups, threads = setting
    starts = openings_of(batch * groups)
    searches = []
    for _ in range(workers):
        twin = evaluator.twin()
        buffers = [twin.buffers(batch) for _ in range(groups)]
        options = SearchOptions(groups=groups, cache=0)
        search = BatchedMCTS(starts, simulations, threads=threads, options=options, buffers=buffers)
        for group in range(groups):
            twin.submit(search.ask(group), group)
            twin.collect(group)
            search.drop(group)
        searches.append((search, twin))
    before = sum(search.stats().leaves for search, _ in searches)
    begin = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda pair: run(*pair), searches))
    return (sum(search.stats().leaves for search, _ in searches) - before) / (time.perf_counter() - begin)


@cache
def openings_of(count: int) -> list[Position]:
    return openings(count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--batches", type=int, nargs="+", default=BATCHES)
    parser.add_argument("--settings", type=int, nargs="+", default=range(len(SETTINGS)), help="numbers in SETTINGS")
    parser.add_argument("--networks", type=int, default=len(NETWORKS), help="how many of NETWORKS")
    given = parser.parse_args()
    simulations, settings = given.simulations, [SETTINGS[number] for number in given.settings]
    print(f"{torch.cuda.get_device_name()}, float16, {simulations} simulations a tree, one leaf a tree and round")
    print("network   batch    alone/s  " + "  ".join(f"{w} × {g} groups, {t} threads" for w, g, t in settings))
    for blocks, channels in NETWORKS[: given.networks]:
        evaluator = TorchEvaluator(ChessNetwork(blocks, channels, squeeze=0), "cuda", slots=3)
        for batch in given.batches:
            alone = network_alone(evaluator, batch)
            found = [searched(evaluator, batch, setting, simulations) for setting in settings]
            columns = "  ".join(f"{rate:>17,.0f} ({rate / alone:4.0%})" for rate in found)
            print(f"{blocks:>2} × {channels:<4} {batch:>5} {alone:>10,.0f}  {columns}", flush=True)


if __name__ == "__main__":
    main()
