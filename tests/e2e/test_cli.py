"""Every command as a person uses it: what it prints when all is well."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from darwindeck import exact_games, invented_games, known_games, load_genome
from darwindeck.cli import main
from darwindeck.genome.text import format_genome, parse_genome

from ..patience import PATIENCE, let_it_play

START = [sys.executable, "-c", "from darwindeck.cli import main; main()"]


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed, env={"COLUMNS": "200"})


def ok(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def ok_json(*words: str) -> Any:
    return json.loads(ok(*words, "--json"))


def test_help_and_version() -> None:
    assert ok() == ok("--help") == ok("-h")
    assert "version" in ok("--version")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from darwindeck.cli import main; main(['--help'], standalone_mode=False);"
        "heavy = {'numpy', 'rich', 'msgspec', 'darwindeck._core'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)


def test_games_lists_every_known_game() -> None:
    text, data = ok("games"), ok_json("games")
    assert [game["game"] for game in data] == [*known_games(), *exact_games()]
    assert [game["game"] for game in data if game["exact"]] == exact_games()
    assert all(name in text for name in known_games())
    assert all(game["description"] and game["players"] in game["player_counts"] for game in data)


def test_invented_games_are_listed_and_loaded_by_name() -> None:
    listed = ok_json("games", "--invented")
    assert [row["game"] for row in listed] == invented_games() and not set(invented_games()) & set(known_games())
    assert all(row["description"] for row in listed) and "Like Whist, but" in " ".join(
        ok("games", "--invented").split()
    )
    assert parse_genome(ok("games", invented_games()[0], "--json")) == load_genome(invented_games()[0])


@pytest.mark.parametrize("name", known_games())
def test_games_shows_one(name: str) -> None:
    assert len(ok("games", name).splitlines()) > 5
    assert parse_genome(ok("games", name, "--json")) == load_genome(name)


def test_games_schema_is_a_json_schema() -> None:
    schema = json.loads(ok("games", "schema"))
    assert "$defs" in schema or "properties" in schema


@pytest.mark.parametrize("name", known_games())
def test_check_accepts_known_games(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(format_genome(load_genome(name)))
    assert "no errors" in ok("check", str(file))
    report = ok_json("check", str(file))
    assert report["ok"] and report["errors"] == []


@pytest.mark.parametrize("name", known_games())
def test_simulate_one(name: str) -> None:
    assert name in ok("simulate", name, "--games", "20")
    result = ok_json("simulate", name, "--games", "20", "--seed", "3")
    assert result["games"] == 20 and result["seed"] == 3
    assert sum(result["win_shares"]) == pytest.approx(1)
    assert sum(result["endings"].values()) == pytest.approx(1)


def test_simulate_all() -> None:
    text = ok("simulate", "--all", "--games", "10")
    results = ok_json("simulate", "--all", "--games", "10")
    assert [result["game"] for result in results] == known_games()
    assert all(name in text for name in known_games())


def test_simulate_is_reproducible_for_any_number_of_threads() -> None:
    results = [ok_json("simulate", "hearts", "--games", "300", "--threads", threads) for threads in ("1", "2", "7")]
    for result in results:
        for by_the_clock in ("duration", "duration_per_game", "ply_rate"):
            assert result.pop(by_the_clock) > 0
    assert results[0] == results[1] == results[2]


def test_simulate_takes_seats_and_players() -> None:
    assert ok_json("simulate", "cheat", "--seats", "5", "--games", "10")["seats"] == 5
    named = ok_json("simulate", "war", "--players", "random", "random", "--games", "10")
    assert named["win_shares"] == ok_json("simulate", "war", "--games", "10")["win_shares"]
    assert named["win_shares"] == ok_json("simulate", "war", "--players", "random", "--games", "10")["win_shares"]


def test_simulate_takes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(format_genome(load_genome("war")))
    mine, known = ok_json("simulate", str(file), "--games", "20"), ok_json("simulate", "war", "--games", "20")
    assert mine["plies"] == known["plies"]


@pytest.mark.parametrize("name", known_games())
def test_replay(name: str) -> None:
    lines = ok("replay", name, "--seed", "1", "--index", "2").splitlines()
    assert lines[0].startswith(name) and lines[2].startswith("Deal 1")
    assert any(line.startswith("Game over") for line in lines[-3:])


def test_replay_depends_on_seed_and_index() -> None:
    games = [ok("replay", "scopa", "--seed", seed, "--index", index) for seed in "12" for index in "01"]
    assert len(set(games)) == 4
    assert games[0] == ok("replay", "scopa", "--seed", "1", "--index", "0")


def test_replay_of_several_games_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(format_genome(load_genome("war")))
    words = ("replay", "--genome", str(file), "--games", "3", "--players", "greedy", "random", "--index", "2")
    alone = [ok("replay", str(file), "--players", "greedy", "random", "--index", index) for index in "234"]
    assert ok(*words) == "\n".join(alone)
    result = ok_json(*words)
    assert (result["players"], result["seats"]) == (["greedy", "random"], 2)
    assert [game["index"] for game in result["games"]] == [2, 3, 4]
    for game, text in zip(result["games"], alone, strict=True):
        assert game["story"] == text.splitlines()[1:] and len(game["moves"]) > 10
        assert game["ending"] == "decided" and sum(game["payoffs"]) == 0 and len(game["winners"]) == 1


def test_replay_as_json_keeps_what_a_seat_does_not_see() -> None:
    [game] = ok_json("replay", "hearts", "--seat", "2")["games"]
    assert "moves" not in game and game["story"] == ok("replay", "hearts", "--seat", "2").splitlines()[1:]


def test_replay_of_a_seat_hides_the_other_hands() -> None:
    lines = ok("replay", "hearts", "--seat", "2").splitlines()
    assert [line for line in lines[3:7] if line.endswith(": 13 cards")] == [lines[3], lines[4], lines[6]]


@pytest.mark.parametrize("name", known_games())
def test_play_reads_moves_and_leaves_politely(name: str) -> None:
    text = ok("play", name, "--seed", "1", typed="1\n" * 12)
    assert "You left the table." in text or "Game over" in text


def test_play_explains_itself() -> None:
    text = ok("play", "gin-rummy", "--seed", "1", typed="99\nhello\n?\nq\n")
    assert "Choose one of" in text
    assert ok("games", "gin-rummy").strip() in text
    assert text.rstrip().endswith("You left the table.")


def test_cards_survive_a_terminal_without_suit_symbols() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    result = subprocess.run([*START, "replay", "hearts"], env=environment, capture_output=True, timeout=PATIENCE)
    assert result.returncode == 0
    assert result.stderr == b""


def test_a_closed_pipe_is_no_fault() -> None:
    command = " ".join([sys.executable, "-c", "'from darwindeck.cli import main; main()'", "replay hearts | head -1"])
    result = subprocess.run(["bash", "-c", command], capture_output=True, timeout=PATIENCE)
    assert result.stderr == b""


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "hearts", "--games", "10000000"),
        ("simulate", "gin-rummy", "--games", "1", "--players", "mcts:3000000"),  # a single search of minutes
        ("replay", "gin-rummy", "--players", "mcts:3000000"),
    ],
    ids=" ".join,
)
def test_interrupting_ends_at_once_and_quietly(words: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [*START, *words],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may start background jobs deaf to it
    )
    let_it_play(process)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert stderr.strip() == "darwindeck: stopped"
