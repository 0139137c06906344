"""Networks as evaluators on a CUDA device: graphs, two slots and half precision say what a CPU says."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch

from darwindeck.errors import SearchError
from darwindeck.learn import ChessNetwork, TorchEvaluator
from darwindeck.search import BatchedMCTS, Leaves, SearchOptions, run
from tests.search.test_batched import everything, openings

CROWDED = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"  # 218 moves, more than a graph has room for


@pytest.fixture(scope="module")
def network() -> torch.nn.Module:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    return ChessNetwork(blocks=2, channels=32).eval()


class Exact(torch.nn.Module):  # type: ignore[misc, name-defined]
    """Another value for every position, by sums of whole numbers: the same bits on every device and in every batch."""

    def __init__(self) -> None:
        super().__init__()
        weights = torch.arange(119 * 64).view(1, 119, 8, 8) * 7 % 61
        self.register_buffer("weights", weights.float())

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        pieces = (planes * self.weights)[:, :112].sum(dim=(1, 2, 3))
        return torch.zeros((len(planes), 4672), device=planes.device), (pieces % 64) / 64 - 0.5


def leaves_of(count: int, crowded: bool = False) -> Leaves:
    """The last few positions of the searches of a number of openings, and a root that has very many moves."""
    states = [*openings(count - crowded), *([CROWDED] * crowded)]
    search = BatchedMCTS(states, 100)
    for _ in range(20 if not crowded else 0):
        leaves = search.ask()
        search.tell(None, np.zeros(len(leaves), np.float32))
    return search.ask()


@pytest.mark.parametrize("graphs", [False, True])
@pytest.mark.parametrize(
    ("dtype", "near"), [(torch.float32, 2e-3), (torch.float16, 1e-2), (torch.bfloat16, 6e-2)], ids=["32", "16", "b16"]
)
def test_answers_are_those_of_the_cpu(network: torch.nn.Module, graphs: bool, dtype: torch.dtype, near: float) -> None:
    device = TorchEvaluator(copy.deepcopy(network), "cuda", dtype, graphs=graphs)
    host = TorchEvaluator(copy.deepcopy(network))
    for count, crowded in ((1, False), (5, False), (16, False), (17, False), (300, False), (40, True)):
        leaves = leaves_of(count, crowded)
        ours, theirs = device(leaves), host(leaves)
        assert ours[0] == pytest.approx(theirs[0], abs=near) and ours[1] == pytest.approx(theirs[1], abs=near)


def test_every_answer_reaches_its_own_leaf() -> None:
    """Two groups under way at once, batches that shrink towards the end, pinned arrays: the trees are the CPU's."""
    found = []
    for device, groups in (("cpu", 1), ("cuda", 1), ("cuda", 2)):
        evaluator = TorchEvaluator(Exact(), device, torch.float32)
        options = SearchOptions(groups=groups, full_share=0.5, quick_simulations=30)
        buffers = [evaluator.buffers(50 // groups) for _ in range(groups)]
        search = BatchedMCTS(openings(50), 120, options=options, buffers=buffers)
        run(search, evaluator)
        found.append(everything(search))
    assert found[0] == found[1] == found[2]


def test_a_device_without_memory_is_an_error_and_the_trees_go_on(network: torch.nn.Module) -> None:
    class Hungry(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            torch.empty(1 << 50, device=planes.device)
            raise AssertionError

    search = BatchedMCTS(openings(4), 30)
    for graphs in (False, True):
        with pytest.raises(SearchError, match="no memory for 4 leaves"):
            run(search, TorchEvaluator(Hungry(), "cuda", graphs=graphs))
    run(search, TorchEvaluator(network, "cuda"))
    assert all(search.root(tree).simulations == 30 for tree in range(4))
