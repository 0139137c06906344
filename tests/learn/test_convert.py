"""Networks for AlphaZero's and pgx's planes and actions, given to our search."""

from __future__ import annotations

import pytest

from darwindeck.chess import Position
from darwindeck.search import BatchedMCTS

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'darwindeck[torch]'")

from darwindeck.learn import TorchEvaluator  # noqa: E402
from darwindeck.learn.convert import AlphaZeroNetwork, places  # noqa: E402

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


class Likes(torch.nn.Module):  # type: ignore[misc,name-defined]
    """Prefers one action of its own numbering, and notes what it saw."""

    def __init__(self, action: int) -> None:
        super().__init__()
        self.action = action
        self.weight = torch.nn.Parameter(torch.zeros(1))

    def forward(self, planes):  # type: ignore[no-untyped-def]
        self.seen = planes
        logits = torch.zeros(len(planes), 4672)
        logits[:, self.action] = 9
        return logits, torch.zeros(len(planes))


def favourite(network: torch.nn.Module, position: Position) -> str:  # type: ignore[name-defined]
    leaves = BatchedMCTS([position], 1).ask()
    priors, _ = TorchEvaluator(network)(leaves)
    return position.move(int(leaves.actions[int(priors.argmax())]))


def test_pgx_counts_squares_by_columns_and_underpromotions_first() -> None:
    e2, north_two = 4 * 8 + 1, 9 + 1  # column e, row 2; nine planes of underpromotions come first
    network = AlphaZeroNetwork(Likes(e2 * 73 + north_two), by_columns=True, underpromotions_first=True)
    assert favourite(network, Position()) == "e2e4"
    b7, to_the_right_as_rook = 1 * 8 + 6, 8
    network = AlphaZeroNetwork(Likes(b7 * 73 + to_the_right_as_rook), by_columns=True, underpromotions_first=True)
    assert favourite(network, Position("2n4k/1P6/8/8/8/8/8/K7 w - - 0 1")) == "b7c8r"
    for kind in ((False, False), (True, True), (True, False)):
        assert sorted(places(*kind).tolist()) == list(range(4672))


@pytest.mark.parametrize(("plane", "move"), [(15, "e1g1"), (43, "e1c1")])
def test_castling_is_the_kings_step_there(plane: int, move: str) -> None:
    assert favourite(AlphaZeroNetwork(Likes(4 * 73 + plane)), Position(CASTLING)) == move


def test_plane_112_is_the_colour_there() -> None:
    inner = Likes(0)
    network = AlphaZeroNetwork(inner, by_columns=True)
    planes = torch.rand(2, 119, 8, 8)
    network(planes, black=torch.tensor([0.0, 1.0]))
    assert not inner.seen[0, 112].any() and inner.seen[1, 112].all()
    assert torch.equal(inner.seen[0, 3], planes[0, 3].T)


def test_the_evaluator_tells_the_colour() -> None:
    """Our planes do not show it; the leaf does."""
    inner = Likes(0)
    leaves = BatchedMCTS([Position(), Position().push("e2e4"), Position("4k3/8/8/8/8/8/8/4K2R b - - 0 1")], 1).ask()
    TorchEvaluator(AlphaZeroNetwork(inner))(leaves)
    assert inner.seen[:, 112].amin((1, 2)).tolist() == inner.seen[:, 112].amax((1, 2)).tolist() == [0, 1, 1]
