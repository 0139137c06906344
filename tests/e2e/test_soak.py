"""`darwindeck soak` and `darwindeck bench --batch` as a person uses them; never how fast."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from darwindeck import known_games
from darwindeck.bench import batch as bench_batch
from darwindeck.bench.soak import ChessSelfPlay, Limit, soak
from darwindeck.chess import Position
from darwindeck.cli import main
from darwindeck.errors import SearchError


def run(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def test_soak_plays_chess_and_cards() -> None:
    played = json.loads(run("soak", "--games", "6", "--game", "chess", "old-maid", "--simulations", "4", "--json"))
    assert [of["game"] for of in played] == ["chess", "old-maid"] and all(of["games"] >= 3 for of in played)
    assert all(of["plies"] > 0 and of["memory"][-1][1] > 0 for of in played)
    assert "no illegal move" in run("soak", "--hours", "0.00001", "--simulations", "2")
    assert "hearts" in run("soak", "--games", str(len(known_games())), "--game", "cards", "--simulations", "1")


def test_soak_is_repeatable() -> None:
    tallies = [soak("chess", Limit(games=5), 8, threads, seed=3) for threads in (1, 2)]
    assert (tallies[0].plies, tallies[0].endings) == (tallies[1].plies, tallies[1].endings)


def test_soak_looks_at_memory_at_each_tenth() -> None:
    played = soak("old-maid", Limit(games=200), 1)
    shares = [share for share, _ in played.memory]
    assert [int(share * 10) for share in shares] == list(range(1, 11)) and all(held > 0 for _, held in played.memory)
    assert played.warm_memory == played.memory[1][1] and played.last_memory == played.memory[-1][1]
    assert len(soak("chess", Limit(seconds=0.001), 1).memory) >= 1, "however short"


def test_a_soak_that_is_stopped_tells_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    think, calls = ChessSelfPlay.think, iter(range(4))

    def stop_at_last(self: ChessSelfPlay) -> None:
        if next(calls) == 3:
            raise KeyboardInterrupt
        think(self)

    monkeypatch.setattr(ChessSelfPlay, "think", stop_at_last)
    (played,) = json.loads(run("soak", "--games", "5", "--game", "chess", "hearts", "--simulations", "2", "--json"))
    assert played["is_stopped"] and played["plies"] == 3 * 3 and played["memory"]


def test_soak_sees_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that plays on another board than the table is found out."""
    monkeypatch.setattr(ChessSelfPlay, "make", lambda self, tree, move: None)
    with pytest.raises(SearchError, match="differ"):
        soak("chess", Limit(games=5), 4)
    monkeypatch.undo()
    monkeypatch.setattr(ChessSelfPlay, "ending", lambda self, tree: None)
    with pytest.raises(SearchError, match="over that is not"):
        soak("chess", Limit(games=5), 4)


@pytest.mark.parametrize(
    "words",
    [("soak",), ("soak", "--games", "1", "--hours", "1"), ("soak", "--games", "0"), ("soak", "--hours", "nan"),
     ("soak", "--games", "1", "--game", "nonsense"), ("bench", "--batch", "--threads", "-1")],
    ids=" ".join,
)  # fmt: skip
def test_bad_words(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 2 and len(result.stderr.splitlines()) == 1 and result.stdout == ""


def test_bench_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("TREES", 4), ("SIMULATIONS", 20), ("BATCH", 8), ("ROUNDS", 1), ("REFERENCE_SIMULATIONS", 5)):
        monkeypatch.setattr(bench_batch, name, value)
    speed = json.loads(run("bench", "--batch", "--json"))
    assert len(speed["costs"]) == 4 and speed["times_faster"] > 0 and speed["tree_bytes"] > 0
    assert "µs/simulation" in run("bench", "--batch")
    monkeypatch.setattr(bench_batch, "load_reference", lambda: None)
    assert "source tree" in run("bench", "--batch")
    assert all(position.legal_moves() for position in bench_batch.openings(40)) and isinstance(
        bench_batch.openings(1)[0], Position
    )
