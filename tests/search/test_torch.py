"""Networks as evaluators, on a CPU: planes made by torch, priors gathered there, pipelines, and outputs that are wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (pip install torch==2.13.0)")

from darwindeck.chess import Position, analyze  # noqa: E402
from darwindeck.errors import SearchError  # noqa: E402
from darwindeck.learn import ChessNetwork, TorchEvaluator, chess_planes  # noqa: E402
from darwindeck.search import BatchedMCTS, Leaves, SearchOptions, run  # noqa: E402

from .test_batched import everything, openings  # noqa: E402


@pytest.fixture(scope="module")
def network() -> torch.nn.Module:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    return ChessNetwork(blocks=1, channels=8).eval()


def some_leaves(count: int = 12, simulations: int = 40) -> Leaves:
    """Leaves from some way into a search, with history, castling, en passant and repetitions."""
    positions = openings(count)
    for position in positions[:3]:
        for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
            if move in position.legal_moves():
                position.push(move)
    positions[3] = Position("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
    search = BatchedMCTS(positions, simulations)
    return search.ask()


def test_planes_are_the_cores(network: torch.nn.Module) -> None:
    leaves = some_leaves()
    planes = chess_planes(torch.from_numpy(leaves.packed.view(np.int64)))
    assert planes.shape == (12, 119, 8, 8) and planes.is_contiguous(memory_format=torch.channels_last)
    assert np.array_equal(planes.permute(0, 2, 3, 1).numpy(), leaves.chess_planes())


def test_priors_are_the_softmax_at_the_legal_actions(network: torch.nn.Module) -> None:
    leaves = some_leaves()
    priors, values = TorchEvaluator(network)(leaves)
    with torch.inference_mode():
        logits, expected = network(torch.from_numpy(leaves.chess_planes()).permute(0, 3, 1, 2))
    assert priors == pytest.approx(leaves.softmax(logits.numpy()), abs=1e-6)
    assert values == pytest.approx(expected.numpy(), abs=1e-6)


def test_a_network_that_wants_channels_last(network: torch.nn.Module) -> None:
    class Last(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.inner = network

        def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            assert planes.shape[1:] == (8, 8, 119) and planes.is_contiguous()
            logits, values = self.inner(planes.permute(0, 3, 1, 2))
            return logits, values[:, None]

    leaves = some_leaves()
    ours, theirs = TorchEvaluator(network)(leaves), TorchEvaluator(Last(), nhwc=True)(leaves)
    assert ours[0] == pytest.approx(theirs[0]) and ours[1] == pytest.approx(theirs[1])


def test_a_pipeline_of_two_groups_grows_the_same_trees(network: torch.nn.Module) -> None:
    """Row by row the network says the same, so it does not matter with whom a leaf is evaluated."""

    class Rows(torch.nn.Module):  # type: ignore[misc, name-defined]
        """One leaf at a time: convolutions of other batch sizes may differ in the last bit."""

        def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            answers = [network(row[None]) for row in planes]
            return torch.cat([logits for logits, _ in answers]), torch.cat([values for _, values in answers])

    one = BatchedMCTS(openings(6), 40)
    run(one, TorchEvaluator(Rows()))
    two = BatchedMCTS(openings(6), 40, options=SearchOptions(groups=2))
    run(two, TorchEvaluator(Rows()))
    assert everything(one) == everything(two)


def test_analysis_with_a_network(network: torch.nn.Module) -> None:
    mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    assert analyze(mate, 800, TorchEvaluator(network)).best.move == "d1d8"


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda logits, values: (logits[:, :-1], values), "network: answers with the shapes"),
        (lambda logits, values: (logits, values[:-1]), "network: answers with the shapes"),
        (lambda logits, values: (logits, values * float("nan")), "value of leaf 0"),
        (lambda logits, values: (logits * float("nan"), values), "prior of leaf 0"),
        (lambda logits, values: (logits, values + 3), "value of leaf 0"),
    ],
)
def test_a_broken_network_is_an_error_and_the_trees_go_on(network: torch.nn.Module, spoil, message: str) -> None:  # type: ignore[no-untyped-def]
    class Broken(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            return spoil(*network(planes))  # type: ignore[no-any-return]

    search = BatchedMCTS(openings(4), 30)
    with pytest.raises(SearchError, match=message):
        run(search, TorchEvaluator(Broken()))
    run(search, TorchEvaluator(network))
    assert all(search.root(tree).simulations == 30 for tree in range(4))


def test_a_device_without_memory(network: torch.nn.Module) -> None:
    class Greedy(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            raise torch.cuda.OutOfMemoryError

    search = BatchedMCTS(openings(4), 30)
    with pytest.raises(SearchError, match="no memory for 4 leaves"):
        run(search, TorchEvaluator(Greedy()))
    run(search, TorchEvaluator(network))
    assert search.done


def test_nothing_is_collected_that_was_not_submitted(network: torch.nn.Module) -> None:
    evaluator = TorchEvaluator(network)
    with pytest.raises(SearchError, match="nothing was submitted"):
        evaluator.collect()
    finished = BatchedMCTS(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
    assert [len(part) for part in evaluator(finished.ask())] == [0, 0]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the exporter
@pytest.mark.parametrize("channels_last", [False, True])
def test_onnx_says_what_torch_says(network: torch.nn.Module, tmp_path: Path, channels_last: bool) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (pip install onnxruntime)")
    pytest.importorskip("onnx", reason="onnx is not installed (pip install onnx)")
    from darwindeck.search.onnx import OnnxEvaluator

    class Last(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.inner = network

        def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            return self.inner(planes.permute(0, 3, 1, 2))  # type: ignore[no-any-return]

    shape = (2, 8, 8, 119) if channels_last else (2, 119, 8, 8)
    file = tmp_path / "network.onnx"
    torch.onnx.export(
        Last() if channels_last else network, (torch.zeros(shape),), str(file), input_names=["planes"],
        output_names=["logits", "values"], dynamic_axes={"planes": {0: "leaves"}, "logits": {0: "leaves"}, "values": {0: "leaves"}},
        dynamo=False, verbose=False,
    )  # fmt: skip
    leaves = some_leaves()
    ours, theirs = TorchEvaluator(network)(leaves), OnnxEvaluator(file)(leaves)
    assert ours[0] == pytest.approx(theirs[0], abs=1e-5) and ours[1] == pytest.approx(theirs[1], abs=1e-5)
    file.write_bytes(file.read_bytes()[:100])
    for path in (file, tmp_path / "none.onnx"):
        with pytest.raises(SearchError, match="onnx: "):
            OnnxEvaluator(path)


def test_a_twin_asks_the_same_network_and_holds_its_own_batches(network: torch.nn.Module) -> None:
    evaluator = TorchEvaluator(network)
    twin, ours, theirs = evaluator.twin(), some_leaves(12), some_leaves(7)
    evaluator.submit(ours, 0)
    twin.submit(theirs, 0)  # would push ours out of the slot, were it the same
    assert twin.network is evaluator.network
    for told, leaves in ((evaluator.collect(0), ours), (twin.collect(0), theirs)):
        assert len(told[0]) == len(leaves.actions) and len(told[1]) == len(leaves)
