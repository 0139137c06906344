"""Learning on a CUDA device: planes, captured steps and runs with several workers do what they do on a CPU."""

from __future__ import annotations

import copy
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from darwindeck.learn import ChessNetwork, TorchEvaluator, chess_planes
from darwindeck.learn.lessons import Lessons
from darwindeck.learn.planes import BOARDS
from darwindeck.learn.run import RunOptions, TrainingRun
from darwindeck.learn.selfplay import SelfPlayOptions, play_games, random_starts
from darwindeck.learn.training import Trainer, TrainingOptions
from darwindeck.search import BatchedMCTS, SearchOptions, heuristic_evaluator, run
from tests.search.test_batched import everything, openings

STEPS = 8  # the first three are made without a graph
OPTIONS = RunOptions(
    blocks=2,
    channels=32,
    positions=400,
    window=3,
    selfplay=SelfPlayOptions(games=64, simulations=8, quick_simulations=4, longest=30, workers=2, threads=4),
    training=TrainingOptions(batch=64),
)


def test_planes_are_those_of_the_core() -> None:
    search = BatchedMCTS(openings(40), 20)
    leaves = search.ask()
    for _ in range(12):  # with a history
        search.tell(None, np.zeros(len(leaves), np.float32))
        leaves = search.ask()
    packed = torch.from_numpy(leaves.packed.view(np.int64)).cuda()
    written = torch.from_numpy(leaves.chess_planes()).permute(0, 3, 1, 2)
    for dtype in (torch.float16, torch.float32):
        made = chess_planes(packed, dtype).float().cpu()
        assert torch.equal(made[:, :BOARDS], written[:, :BOARDS])
        assert torch.allclose(
            made, written, atol=1e-3 if dtype == torch.float16 else 1e-6
        )  # a device divides otherwise


def test_captured_steps_learn_as_the_cpu_does() -> None:
    """The same batch again and again; on the device it is learned in bfloat16."""
    options = SelfPlayOptions(games=8, simulations=12, quick_simulations=4, full_share=0.5, longest=40)
    positions, _, _ = play_games(heuristic_evaluator, options, 8)
    torch.manual_seed(1)
    network = ChessNetwork(2, 32)
    losses = []
    for device in ("cpu", "cuda"):
        trainer = Trainer(copy.deepcopy(network), TrainingOptions(batch=32, warmup=4), device)
        lessons = Lessons.of(positions, 0.5, trainer.device)
        rows, none = torch.arange(32, device=device), torch.zeros(32, dtype=torch.bool, device=device)
        trainer.network.train()
        for _ in range(STEPS):
            trainer._step(lessons.batch(rows, none, none))
        losses.append(float(trainer._losses["policy"] + trainer._losses["value"]))
    assert abs(losses[0] - losses[1]) < 0.05 * losses[0]


def test_twins_answer_at_the_same_time() -> None:
    """Workers share a network; each has its own slots and graphs."""
    torch.manual_seed(1)
    evaluator = TorchEvaluator(ChessNetwork(2, 32), "cuda")

    def trees_of(asked: TorchEvaluator) -> object:
        buffers = [asked.buffers(32) for _ in range(2)]
        search = BatchedMCTS(openings(64), 60, options=SearchOptions(groups=2), buffers=buffers)
        run(search, asked)
        return everything(search)

    alone = trees_of(evaluator)
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(trees_of, [evaluator.twin() for _ in range(3)]))
    assert together == [alone] * 3


def test_a_run_with_workers_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    starts = random_starts(1, 20, 0.5)
    first = TrainingRun(tmp_path, OPTIONS, "cuda", starts)
    first.run(generations=2)
    again = TrainingRun(tmp_path, replace(OPTIONS, selfplay=replace(OPTIONS.selfplay, workers=1)), "cuda", starts)
    for ours, theirs in zip(again.evaluator.network.parameters(), first.evaluator.network.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    again.run(generations=1)
    assert again.generation == 3 and again.trainer.steps > first.trainer.steps
