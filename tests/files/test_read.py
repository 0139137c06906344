"""JSON and YAML from strangers: what is read, and what is refused in one line that says where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from darwindeck import load_genome
from darwindeck.cli import main
from darwindeck.errors import DarwinDeckError, DocumentError, GenomeError
from darwindeck.experiment.config import load_config
from darwindeck.experiment.settings import resolve
from darwindeck.files.read import MAX_BYTES, parse_yaml
from darwindeck.genome.text import format_genome, parse_genome
from darwindeck.measure.profiles import load_profile

WAR = format_genome(load_genome("war"))

# Name: the text, and what is said of it.
HOSTILE_YAML = {
    "a mapping in itself": ("a: &a {b: *a}", "line 1, column 11: aliases"),
    "a bomb of aliases": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]", "aliases"),
    "a merge": ("base: &base {population: 9}\n<<: *base", "aliases"),
    "brackets": ("[" * 100_000, "nested too deep"),
    "mappings": ("{a: " * 50_000, "nested too deep"),
    "a key twice": ("population: 8\nseed: 1\npopulation: 9", "line 3, column 1: the key 'population'"),
    "a key twice below": ("operators: {injection: 1, injection: 0}", "'injection' stands here for the second time"),
    "an object": ("name: !!python/object/apply:os.system [true]", "could not determine a constructor"),
    "no date": ("name: 2001-99-99", "not YAML that can be read"),
    "an odd date": ("name: !!timestamp never", "not YAML that can be read"),
    "an empty number": ("seed: !!int ''", "not YAML that can be read"),
    "a number of 5,000 digits": ("seed: " + "9" * 5000, "not YAML that can be read"),
    "a mapping as a key": ("? {a: 1}\n: 2", "not YAML that can be read"),
    "too much": ("#" * (MAX_BYTES + 1), "larger than 1024 KiB"),
    "zeros": ("\0" * 1000, "not YAML that can be read"),
}


@pytest.mark.parametrize("kind", HOSTILE_YAML)
def test_hostile_yaml_is_refused_wherever_it_is_read(kind: str, tmp_path: Path) -> None:
    text, said = HOSTILE_YAML[kind]
    file = tmp_path / "hostile.yaml"
    file.write_text(text)
    for read in (lambda path: resolve(path, {}, {}), load_config, load_profile):
        with pytest.raises(DarwinDeckError, match=r"hostile\.yaml: ") as refused:
            read(file)
        assert said in str(refused.value)


def test_an_endless_file_ends() -> None:
    for words in (["run", "--config", "/dev/zero"], ["evaluate", "war", "--profile", "/dev/zero"]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2 and "/dev/zero: larger than" in result.stderr


def test_yaml_of_an_honest_kind_is_read() -> None:
    text = "population: 8\noperators:\n  weights: {swap: 1.5, drop: 0}\nlist: [1, a, true, null]\n"
    assert parse_yaml(text, "x") == {
        "population": 8,
        "operators": {"weights": {"swap": 1.5, "drop": 0}},
        "list": [1, "a", True, None],
    }
    assert parse_yaml("1: a\n'1': b\n", "x") == {1: "a", "1": "b"}  # a number and a text are two keys
    with pytest.raises(DocumentError, match="second time"):
        parse_yaml("1: a\n1: b\n", "x")


def test_a_key_that_stands_twice_is_an_error_with_its_path() -> None:
    once = json.dumps(json.loads(WAR))
    assert parse_genome(once) == parse_genome(WAR)
    outside = once.replace('"name":', '"name": "Peace", "name":', 1)
    with pytest.raises(GenomeError, match=r"\$\.name: stands twice"):
        parse_genome(outside)
    inside = once.replace(
        '"turn_structure": {"phases": [{', '"turn_structure": {"phases": [{"type": "BattlePhase", ', 1
    )
    assert inside != once
    with pytest.raises(GenomeError, match=r"\$\.turn_structure\.phases\[0\]\.type: stands twice"):
        parse_genome(inside)


def test_malformed_json_is_found_by_line_and_column() -> None:
    lines = WAR.splitlines()
    lines[4] = lines[4].replace(":", "=", 1)
    spoilt, column = "\n".join(lines), lines[4].index("=") + 1
    for text in (spoilt, spoilt.encode()):
        with pytest.raises(GenomeError, match=rf"not JSON: line 5, column {column}: "):
            parse_genome(text)
    with pytest.raises(GenomeError, match="line 1, column 13: "):
        parse_genome('{"name": "é", é}'.replace('"é", é', '"é"é'))


@pytest.mark.parametrize(("encoding", "name"), [("utf-8-sig", "UTF-8"), ("utf-16", "UTF-16")])
def test_a_byte_order_mark_is_named(encoding: str, name: str) -> None:
    with pytest.raises(GenomeError, match=f"byte order mark of {name}; save it as UTF-8 without one"):
        parse_genome(WAR.encode(encoding))
