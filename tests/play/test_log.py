"""Games as JSON: what is exported is played again elsewhere and here, and whatever was changed in it is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from darwindeck import Game, known_games, load_genome
from darwindeck.cli import main
from darwindeck.errors import DocumentError
from darwindeck.genome.genome import GameGenome
from darwindeck.play.log import follow_log, log_schema, make_log, read_log, write_log

GAMES = ("crazy-eights", "go-fish", "old-maid")


def shorten(name: str) -> GameGenome:
    """One deal of a few turns."""
    genome = load_genome(name)
    match = msgspec.structs.replace(genome.match, max_deals=1) if genome.match else None
    return msgspec.structs.replace(genome, match=match, max_turns=12)


def exported(tmp_path: Path, *words: str) -> tuple[Path, Any]:
    path = tmp_path / "game.json"
    result = CliRunner().invoke(main, ["replay", *words, "--export", str(path)])
    assert result.exit_code == 0, result.output
    return path, json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", known_games())
def test_a_log_is_read_and_played_again(name: str, tmp_path: Path) -> None:
    game = Game(shorten(name))
    log = make_log(game, seed=2, index=5)
    write_log(tmp_path / "game.json", log)
    assert read_log(tmp_path / "game.json") == log
    _, start, plies = follow_log(log)
    assert start == game.start(2, 5)
    assert [ply.move for ply in plies] == [ply.move for ply in log.plies]
    assert (plies[-1].after if plies else start).is_over


def test_a_log_follows_its_schema(tmp_path: Path) -> None:
    validate = pytest.importorskip("jsonschema").validate
    schema = CliRunner().invoke(main, ["replay", "--schema"]).output
    assert json.loads(schema) == json.loads(json.dumps(log_schema()))
    for words in (("old-maid",), ("old-maid", "--seat", "1")):
        _, data = exported(tmp_path, *words)
        validate(data, json.loads(schema))
    del data["start"]["scores"]
    with pytest.raises(Exception, match="'scores' is a required property"):
        validate(data, json.loads(schema))


def test_another_program_can_follow_the_cards(tmp_path: Path) -> None:
    """With plain Python and no engine: cards are only moved from pile to pile, and the log says where."""
    _, data = exported(tmp_path, "scopa")

    def lying(table: Any) -> list[int]:
        piles = [pile for place in table["piles"].values() for pile in (place if isinstance(place, list) else [place])]
        assert all(len(pile["known"]) == pile["count"] for pile in piles)
        return sorted(card for pile in piles for card in pile["known"])

    pack = lying(data["start"])
    assert len(pack) == 40
    before = data["start"]
    for ply in data["plies"]:
        assert ply["seat"] == before["to_move"] and ply["move"] in ply["legal"]
        assert lying(ply["after"]) == pack
        before = ply["after"]
    assert before["to_move"] == -1 and before["payoffs"] == data["payoffs"]


def change(data: Any, path: str, value: Any) -> None:
    *keys, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in keys:
        data = data[key]
    data[last] = value


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("plies.3.move", 255, r"plies\[3\].move: 255 is not legal here"),
        ("plies.3.seat", 9, r"plies\[3\].seat: the log says 9"),
        ("plies.3.legal", [], r"plies\[3\].legal"),
        ("plies.2.after.scores", [7, 7], r"plies\[2\].after.scores: the log says \(7, 7\)"),
        ("plies.2.after.piles.hand.0.known", [], r"plies\[2\].after.piles.hand"),
        ("start.turn", 4, "start.turn"),
        ("seed", 8, "start"),
        ("winners", [], "winners"),
        ("ending", "stalemate", "ending"),
        ("viewer", 1, "viewer"),
        ("genome.max_turns", "x", "not the log of a game"),
        ("format", "darwindeck-log-0", "not the log of a game"),
    ],
)
def test_a_log_that_was_changed_is_refused(path: str, value: Any, said: str, tmp_path: Path) -> None:
    file, data = exported(tmp_path, "goofspiel")
    change(data, path, value)
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DocumentError, match=said):
        follow_log(read_log(file))
    result = CliRunner().invoke(main, ["replay", "--import", str(file)])
    assert result.exit_code != 0


@pytest.mark.parametrize("name", GAMES)
def test_the_log_of_a_seat_tells_no_secret(name: str) -> None:
    log = make_log(Game(shorten(name)), seed=3, index=1, viewer=0)
    assert log.seed is None and log.index is None
    for ply in log.plies:
        assert ply.after.seat == 0
        assert ply.seat == 0 or (ply.move is None and ply.legal == () and ply.text == "")
    with pytest.raises(DocumentError, match="cannot be played again"):
        follow_log(log)


def test_an_imported_game_is_told(tmp_path: Path) -> None:
    file, _ = exported(tmp_path, "crazy-eights", "--seed", "3", "--players", "greedy", "random")
    told = CliRunner().invoke(main, ["replay", "--import", str(file)]).output.splitlines()
    want = CliRunner().invoke(main, ["replay", "crazy-eights", "--seed", "3", "--players", "greedy", "random"]).output
    assert told[0].endswith("2 players (greedy, random) · played again: the same")
    assert told[1:] == want.splitlines()[1:]


def test_one_thing_at_a_time(tmp_path: Path) -> None:
    for words in (["war", "--schema"], ["war", "--import", "x"], [], ["war", "--games", "2", "--export", "x"]):
        result = CliRunner().invoke(main, ["replay", *words])
        assert result.exit_code == 2, words
