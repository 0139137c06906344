"""Leaves a second of whole searches with networks on a CUDA device, beside what the network alone can do.

python -m tests.cuda.throughput --simulations 100
"""

from __future__ import annotations

import argparse
import time

import torch

from darwindeck.learn import ChessNetwork, TorchEvaluator
from darwindeck.learn.arena import openings
from darwindeck.search import BatchedMCTS, SearchOptions, run

NETWORKS = ((6, 64), (10, 128), (20, 256))  # blocks, channels
BATCHES = (256, 1024, 4096)
SETTINGS = ((1, 1), (2, 1), (2, 8), (2, 15), (3, 15))  # groups, threads


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


def searched(evaluator: TorchEvaluator, batch: int, groups: int, threads: int, simulations: int) -> float:
    """Leaves a second of a search, the graphs being captured before."""
    buffers = [evaluator.buffers(batch) for _ in range(groups)]
    options = SearchOptions(groups=groups, cache=0)
    search = BatchedMCTS(openings(batch * groups), simulations, threads=threads, options=options, buffers=buffers)
    evaluator(search.ask(0))
    search.drop(0)
    begin = time.perf_counter()
    run(search, evaluator)
    return search.stats().leaves / (time.perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--batches", type=int, nargs="+", default=BATCHES)
    parser.add_argument("--settings", type=int, nargs="+", default=range(len(SETTINGS)), help="numbers in SETTINGS")
    given = parser.parse_args()
    simulations, settings = given.simulations, [SETTINGS[number] for number in given.settings]
    print(f"{torch.cuda.get_device_name()}, float16, {simulations} simulations a tree, one leaf a tree and round")
    print("network   batch    alone/s  " + "  ".join(f"{g} group(s), {t} thread(s)" for g, t in settings))
    for blocks, channels in NETWORKS:
        evaluator = TorchEvaluator(ChessNetwork(blocks, channels, squeeze=0), "cuda", slots=3)
        for batch in given.batches:
            alone = network_alone(evaluator, batch)
            found = [searched(evaluator, batch, *setting, simulations) for setting in settings]
            columns = "  ".join(f"{rate:>14,.0f} ({rate / alone:4.0%})" for rate in found)
            print(f"{blocks:>2} × {channels:<4} {batch:>5} {alone:>10,.0f}  {columns}", flush=True)


if __name__ == "__main__":
    main()
