"""Bad text: one line that says where the fault is, whatever is fed in."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from darwindeck import known_games, load_genome
from darwindeck.errors import GenomeError
from darwindeck.genome.descriptions import SHARED, own_descriptions
from darwindeck.genome.text import MAX_BYTES, format_genome, genome_schema, parse_genome, with_players
from darwindeck.judge.check import check
from tests.edits import edited_json

HEARTS = format_genome(load_genome("hearts"))
DEEP = 100_000
RULE = {"condition": {"type": "hand_winner"}, "points": 1}

# What is wrong: the text, and the path that must be named.
NOT_JSON: dict[str, str | bytes] = {
    "nothing": "",
    "a word": "hearts",
    "an open brace": "{",
    "half a game": HEARTS[: len(HEARTS) // 2],
    "a game without its last brace": HEARTS.rstrip()[:-1],
    "two games": HEARTS + HEARTS,
    "single quotes": HEARTS.replace('"', "'"),
    "a trailing comma": HEARTS.rstrip()[:-1].rstrip() + ",}",
    "not a number": HEARTS.replace('"max_turns": 4000', '"max_turns": NaN'),
    "invalid UTF-8": HEARTS.encode().replace(b"Hearts", b"He\xff\xferts"),
    "half a letter": HEARTS.encode().replace(b"Hearts", b"He\xc3"),
    "UTF-16": HEARTS.encode("utf-16"),
    "zeros": bytes(1000),
    "every byte": bytes(range(256)),
}
WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "unknown field": ({"colour": 1}, "$", "colour"),
    "unknown field below": ({"setup.colour": 1}, "$.setup", "colour"),
    "unknown field in a phase": ({"turn_structure.phases.0.colour": 1}, "$.turn_structure.phases[0]", "colour"),
    "unknown field in a condition": ({"scoring_rules.1.condition.colour": 1}, "$.scoring_rules[1].condition", "colour"),
    "unknown phase": ({"turn_structure.phases.0.type": "Teleport"}, "$.turn_structure.phases[0].type", "Teleport"),
    "unknown condition": ({"scoring_rules.0.condition.type": "luck"}, "$.scoring_rules[0].condition.type", "luck"),
    "no type": ({"turn_structure.phases.0": {}}, "$.turn_structure.phases[0]", "type"),
    "unknown way to win": ({"win_conditions.0.type": "luck"}, "$.win_conditions[0].type", "luck"),
    "unknown deck": ({"setup.initial_deck": "tarot"}, "$.setup.initial_deck", "tarot"),
    "unknown version": ({"schema_version": "2.0"}, "$.schema_version", "2.0"),
    "a version that is a number": ({"schema_version": 1.0}, "$.schema_version", "str"),
    "a word for a number": ({"setup.cards_per_player": "many"}, "$.setup.cards_per_player", "int"),
    "a fraction": ({"setup.cards_per_player": 2.5}, "$.setup.cards_per_player", "int"),
    "nothing for a number": ({"max_turns": None}, "$.max_turns", "int"),
    "a list for an object": ({"setup": []}, "$.setup", "object"),
    "an object for a list": ({"win_conditions": {}}, "$.win_conditions", "array"),
    "a card that is none": ({"setup.removed_cards": ["2C", "11H"]}, "$.setup.removed_cards[1]", "matching"),
    "a rank that is none": ({"setup.redeal_rank": "1"}, "$.setup.redeal_rank", "1"),
    "too few players": ({"player_count": 1}, "$.player_count", ">= 2"),
    "too many players": ({"player_count": 9}, "$.player_count", "<= 8"),
    "a negative number": ({"setup.cards_per_player": -1}, "$.setup.cards_per_player", ">= 0"),
    "too many turns": ({"max_turns": 65_536}, "$.max_turns", "<= 65535"),
    "a number above 64 bits": ({"max_turns": 2**70}, "$.max_turns", ""),
    "a number of 300 digits": ({"max_turns": 10**300}, "$.max_turns", ""),
    "no phases": ({"turn_structure.phases": []}, "$.turn_structure.phases", "length"),
    "too many phases": ({"turn_structure.phases": [{"type": "TrickPhase"}] * 13}, "$.turn_structure.phases", "length"),
    "thousands of rules": ({"scoring_rules": [RULE] * 5000}, "$.scoring_rules", "length"),
    "an endless name": ({"name": "x" * 10_000}, "$.name", "length"),
}


def complaint(text: str | bytes) -> str:
    with pytest.raises(GenomeError) as caught:
        parse_genome(text, "file.json")
    message = str(caught.value)
    assert "\n" not in message and message.startswith("file.json: ") and len(message) < 1000
    return message


@pytest.mark.parametrize("kind", NOT_JSON)
def test_not_json(kind: str) -> None:
    assert complaint(NOT_JSON[kind]).startswith("file.json: $: not JSON: ")


@pytest.mark.parametrize("text", ["null", "[]", "17", '"hearts"', "true"])
def test_json_that_is_no_game(text: str) -> None:
    assert complaint(text).startswith("file.json: $: ")


@pytest.mark.parametrize("kind", WRONG)
def test_wrong_field(kind: str) -> None:
    changes, path, word = WRONG[kind]
    message = complaint(edited_json("hearts", changes))
    assert message.startswith((f"file.json: {path}: ", f"file.json: {path}[...]: ")), message
    assert word in message


@pytest.mark.parametrize("name", ["genome_id", "setup", "turn_structure", "win_conditions"])
def test_a_game_without_something_it_needs(name: str) -> None:
    data = json.loads(HEARTS)
    del data[name]
    message = complaint(json.dumps(data))
    assert message.startswith("file.json: $: ") and name in message


@pytest.mark.parametrize("opening", ["[", '{"setup":', '{"a":[', '{"setup":{"post_deal_actions":['])
def test_nesting_without_end(opening: str) -> None:
    assert complaint((opening * DEEP)[: MAX_BYTES - 1]).startswith("file.json: $")


def test_a_condition_nested_without_end() -> None:
    opening, closing = '{"type":"compound","logic":"AND","conditions":[', "]}"
    for inner in (opening * 10_000, opening * 10_000 + closing * 10_000):
        text = edited_json("hearts", {"scoring_rules.0.condition": "HERE"}).replace('"HERE"', inner)
        assert complaint(text).startswith("file.json: $")


def test_more_text_than_any_game_has() -> None:
    assert "KiB" in complaint(HEARTS + " " * MAX_BYTES)
    assert "KiB" in complaint(b" " * (100 << 20))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.json", Path("\0"), Path("x" * 5000)):
        with pytest.raises(GenomeError, match=r"^[^\n]+$"):
            load_genome(path)


def test_a_number_of_players_the_game_does_not_allow() -> None:
    with pytest.raises(GenomeError, match=r"^hearts: \$\.player_counts: 2 players are not allowed, only 3, 4, 5$"):
        load_genome("hearts", 2)
    assert with_players(load_genome("hearts"), 5).player_count == 5


def test_with_some_numbers_of_players_those_opposite_are_partners() -> None:
    briscola = load_genome("briscola")
    assert (briscola.player_count, briscola.partner_counts, briscola.teams) == (2, (4,), ())
    four = with_players(briscola, 4)
    assert four.teams == ((0, 2), (1, 3)) and with_players(four, 4) == four
    assert with_players(four, 3).teams == () and with_players(four, 2) == briscola
    assert with_players(load_genome("euchre"), 4).teams == ((0, 2), (1, 3)), "a game that always has partners"
    six = msgspec.structs.replace(briscola, player_counts=(2, 6), partner_counts=(6,))
    assert with_players(six, 6).teams == ((0, 3), (1, 4), (2, 5))
    wrong = msgspec.structs.replace(briscola, player_counts=(2, 3))
    assert [str(issue) for issue in check(wrong).errors] == [
        "$.partner_counts: holds a number that is not among player_counts"
    ]


def test_saved_games_spell_out_every_field() -> None:
    for name in known_games():
        genome = load_genome(name)
        data = json.loads(format_genome(genome))
        assert set(data) == set(genome.__struct_fields__)
        assert set(data["setup"]) == set(genome.setup.__struct_fields__)


def test_the_schema_is_json() -> None:
    schema = json.loads(json.dumps(genome_schema()))
    assert schema["$defs"]["GameGenome"]["additionalProperties"] is False


def test_a_game_file_may_name_its_schema() -> None:
    genome = load_genome("war")
    data = {"$schema": "./game.schema.json", **json.loads(format_genome(genome))}
    assert parse_genome(json.dumps(data)) == parse_genome(json.dumps(data).encode()) == genome
    assert "$schema" not in format_genome(parse_genome(json.dumps(data)))
    for wrong in ({"$schema": 1}, {"setup": {**data["setup"], "$schema": "x"}}):
        with pytest.raises(GenomeError, match=r"\$schema"):
            parse_genome(json.dumps({**data, **wrong}))


def test_the_schema_describes_every_field() -> None:
    """So that an editor can help."""
    parts = genome_schema()["$defs"]
    fields = {(name, field): kind for name, part in parts.items() for field, kind in part.get("properties", {}).items()}
    assert [name for name, part in parts.items() if not part.get("description")] == []
    assert [key for key, kind in fields.items() if not kind.get("description")] == []
    assert "$schema" in parts["GameGenome"]["properties"]


def test_no_description_is_of_nothing() -> None:
    parts = genome_schema()["$defs"]
    named = {(name, field) for name, own in own_descriptions().items() for field in own if field}
    assert {(name, field) for name, field in named if field not in parts[name]["properties"]} == set()
    assert {name for name in SHARED if not any(name in part.get("properties", {}) for part in parts.values())} == set()


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Hearts", "hearts"), ("gin_rummy", "gin-rummy"), ("Gin Rummy", "gin-rummy"), ("crazy-eigths", "crazy-eights")],
)
def test_a_name_that_is_nearly_right_is_recognised(name: str, meant: str) -> None:
    with pytest.raises(GenomeError, match=f"no such file, and no known game of that name; did you mean {meant}\\?"):
        load_genome(name)
    with pytest.raises(GenomeError, match="try: darwindeck games"):
        load_genome("no-such-game")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"setup": {"initial_deck": "standard52"}}, "did you mean standard_52?"),
        ({"setup": {"leftover": "burn"}}, "one of aside, deal"),
        ({"setup": {"cards_per_palyer": 5}}, "did you mean cards_per_player?"),
        ({"turn_structure": {"phases": [{"type": "TrikPhase"}]}}, "did you mean TrickPhase?"),
        (
            {"turn_structure": {"phases": [{"type": "DrawPhase", "source": "stock"}]}},
            "one of deck, discard, opponent_discard",
        ),
        ({"turn_structure": {"phases": [{"type": "DrawPhase", "cuont": 2}]}}, "did you mean count?"),
        ({"special_effects": [{"actions": [{"type": "draw_cards", "who": "victim"}]}]}, "one of actor, "),
        ({"scoring_rules": [{"condition": {"type": "hand_winer"}, "points": 1}]}, "did you mean hand_winner?"),
        ({"win_conditions": [{"type": "highscore"}]}, "did you mean high_score?"),
        ({"colour": 1}, "unknown field `colour`"),
    ],
)
def test_what_may_stand_there_is_said(change: dict[str, Any], said: str) -> None:
    data = json.loads(HEARTS)
    for key, value in change.items():
        data[key] = {**data[key], **value} if isinstance(value, dict) else value
    with pytest.raises(GenomeError) as refused:
        parse_genome(json.dumps(data))
    assert said in str(refused.value)


def test_descriptions_are_for_people_who_write_games() -> None:
    """They speak of cards and players, not of the registers that a mechanic's code uses; and of null where it may stand."""
    schema = genome_schema()
    told = [(name, part["description"]) for name, part in schema["$defs"].items()]
    fields = [
        (f"{name}.{field}", kind["description"], json.dumps(kind))
        for name, part in schema["$defs"].items()
        for field, kind in part.get("properties", {}).items()
    ]
    assert [name for name, text in told if re.search(r"\b[A-Z]+_[A-Z]+\b", text)] == []
    assert [name for name, text, kind in fields if "null: " in text and '"null"' not in kind] == []


TOGETHER = """
import threading
from darwindeck import load_genome

begin = threading.Barrier(8)
threads = [threading.Thread(target=lambda: (begin.wait(), load_genome("scopa"))) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads_may_read_their_first_genome_at_the_same_time() -> None:
    """In a process of its own, since only the first time is dangerous: resolving the types twice at once crashed."""
    assert subprocess.run([sys.executable, "-c", TOGETHER], check=False).returncode == 0
