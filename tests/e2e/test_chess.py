"""`darwindeck chess` and `darwindeck bench --chess` as a person uses them; never how fast."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from darwindeck.bench import perft as bench_chess
from darwindeck.chess import perft
from darwindeck.cli import main


def run(*words: str) -> str:
    result = CliRunner().invoke(main, ["chess", *words])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def test_perft() -> None:
    assert run("perft", "startpos", "3").startswith("8,902 lines of 3 moves")
    assert "1 lines" in run("perft", "startpos", "0")
    divided = run("perft", "startpos", "3", "--divide", "--threads", "2")
    assert "e2e4" in divided and "600" in divided
    data = json.loads(run("perft", "startpos", "2", "--divide", "--json"))
    assert data["nodes"] == 400 and data["moves"]["a2a3"] == 20


def test_analyze() -> None:
    mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    assert "d1d8" in run("analyze", mate, "--iterations", "500").splitlines()[3]
    data = json.loads(run("analyze", mate, "--iterations", "500", "--json"))
    assert data["moves"][0]["move"] == "d1d8" and data["line"] == ["d1d8"] and data["iterations"] == 500


@pytest.mark.parametrize(
    "words",
    [
        ("perft", "", "3"),
        ("perft", "nonsense", "3"),
        ("perft", "x" * (1 << 20), "3"),
        ("perft", "startpos", "-1"),
        ("perft", "startpos", "99"),
        ("perft", "startpos"),
        ("analyze", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        ("analyze", "startpos", "--iterations", "0"),
        ("analyze", "startpos", "--network", "nowhere.onnx"),
        ("uci", "--network", "nowhere.onnx"),
        ("castle",),
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_bad_words(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, ["chess", *words])
    assert result.exit_code == 2, result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("darwindeck: ") and len(lines[0]) < 1000
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["perft", "analyze", "uci"])
def test_help_has_an_example(command: str) -> None:
    assert "Example" in run(command, "--help")


def test_bench_without_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_chess, "DEPTHS", {"start": 2, "kiwipete": 1})
    monkeypatch.setattr(bench_chess, "CHORE_NS", 1000)
    result = CliRunner().invoke(main, ["bench", "--chess", "--no-peers", "--json"])
    assert result.exit_code == 0, (result.output, result.exception)
    data = json.loads(result.stdout)
    assert [of["nodes"] for of in data["perft"]] == [400, 48]
    assert {of["chore"] for of in data["encoding"]} == set(bench_chess.CHORES)
    assert "million/s" in CliRunner().invoke(main, ["bench", "--chess", "--no-peers"]).stdout


def test_peers_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_chess, "DEPTHS", {"start": 3, "kiwipete": 2})
    monkeypatch.setattr(bench_chess, "SLOW_DEPTHS", {"start": 2, "kiwipete": 1})
    if not bench_chess.find_stockfish() or not bench_chess.find_python_chess(bench_chess.START_FEN, 1):
        pytest.skip("python-chess (pip install chess) or stockfish (Debian: stockfish) is not installed")
    speeds = bench_chess.measure_perft(peers=True, rounds=1)
    assert len(speeds) == 6
    for speed in speeds:
        assert speed.nodes == perft(bench_chess.POSITIONS[speed.position], speed.depth)


def train(*words: str) -> str:
    result = CliRunner().invoke(main, ["train", "chess", *words])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def test_a_network_is_trained_resumed_and_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed: pip install 'darwindeck[torch]'")
    folder = tmp_path / "run"
    small = ["--games", "4", "--positions", "16", "--simulations", "4", "--quick", "2", "--longest", "8",
             "--blocks", "1", "--channels", "8", "--batch", "8", "--threads", "1"]  # fmt: skip
    assert "1 generations" in train(str(folder), "--generations", "1", *small)
    assert "2 generations" in train(str(folder), "--generations", "1", *small)
    for name in ("settings.json", "checkpoint.pt", "network.pt", "metrics.csv", "curve.svg"):
        assert (folder / name).exists()
    network = str(folder / "network.pt")
    assert "expected line" in run("analyze", "startpos", "--iterations", "20", "--network", network)
    written = tmp_path / "games.npz"
    said = json.loads(run("selfplay", "--network", network, "--games", "2", "--simulations", "4", "--longest",
                          "6", "--output", str(written), "--threads", "1", "--json"))  # fmt: skip
    assert said["games"] >= 2 and said["positions"] == said["plies"] and written.exists()
