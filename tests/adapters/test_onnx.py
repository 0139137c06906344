"""Learned players as ONNX: ONNX Runtime thinks what the core thinks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

pytest.importorskip("onnx", reason="onnx is not installed: pip install 'darwindeck[onnx]'")
onnxruntime = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed: pip install 'darwindeck[onnx]'")

import click  # noqa: E402

from darwindeck.adapters.onnx import export_onnx  # noqa: E402
from darwindeck.cli import main  # noqa: E402
from darwindeck.engine.learned import LearnedPlayer, file_of, list_shipped, load_learned  # noqa: E402
from darwindeck.simulate.vector import VectorGames  # noqa: E402


def compare(player: LearnedPlayer, path: Path, leaves: np.ndarray) -> float:
    """The largest difference of a number, over all moves and seats of these leaves."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    logits, values = session.run(["logits", "values"], {"leaves": leaves.view(np.uint8)})
    native, worst = player.build(), 0.0
    for row, words in enumerate(leaves):
        theirs, worth = native.judge(words, list(range(256)))
        worst = max(worst, np.abs(np.array(theirs) - logits[row]).max(), np.abs(np.array(worth) - values[row]).max())
    return float(worst)


@pytest.mark.parametrize("name", list_shipped())
def test_onnx_runtime_thinks_what_the_core_thinks(name: str, tmp_path: Path) -> None:
    """At leaves of play, and at words that no play leads to: every bit of every number, negative ones too."""
    player, games = load_learned(file_of(name)), VectorGames(name, 40, seed=5, groups=1)
    export_onnx(player, tmp_path / "player.onnx")
    found = []
    for _ in range(25):
        steps = games.ask()
        found.append(steps.packed[:4].copy())
        games.tell(0, (steps.games % steps.counts).astype(np.int32))
    assert compare(player, tmp_path / "player.onnx", np.concatenate(found)) < 1e-4
    wild = np.random.default_rng(1).integers(0, 1 << 64, (20, 128), np.uint64)
    native = max(np.abs(player.build().judge(words, list(range(256)))[0]).max() for words in wild)
    assert compare(player, tmp_path / "player.onnx", wild) < 1e-5 * native  # logits of hundreds


def test_a_player_is_exported_by_name(tmp_path: Path) -> None:
    path = tmp_path / "player.onnx"
    CliRunner().invoke(main, ["export", "learned:durak", "--output", str(path)], standalone_mode=False, catch_exceptions=False)  # fmt: skip
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    facts = session.get_modelmeta().custom_metadata_map
    assert facts["program_hash"] == str(load_learned(file_of("durak")).program_hash)
    for words in (["--format", "csv", "--output", str(path)], []):
        with pytest.raises(click.UsageError, match="give --output FILE, and no --format"):
            CliRunner().invoke(main, ["export", "learned:durak", *words], standalone_mode=False, catch_exceptions=False)
