"""The designer's tutorial works as it stands: its commands are run and its changes made, in order, in one folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from darwindeck import simulate
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, load_genome, parse_genome
from darwindeck.judge.check import check
from darwindeck.measure.summary import ending_shares

PAGE = (Path(__file__).parent.parent / "docs" / "design-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh run|sh fails|diff edit \S+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
MESSAGE = re.search(r"^darwindeck: .*$", PAGE, re.MULTILINE)

# Where a part of each kind belongs in the file.
PLACES = {
    "special_effect": ("special_effects",),
    "condition": ("turn_structure", "phases", 0, "valid_play_condition"),
    "phase": ("turn_structure", "phases"),
    "opening": ("turn_structure", "opening"),
    "trigger": ("triggers",),
    "win_condition": ("win_conditions",),
}


def edit(text: str, hunk: str) -> str:
    """The text with one change made, which must fit in exactly one place; "…" stands for the rest of a line."""
    lines = hunk.splitlines()
    old = "\n".join(line[1:] for line in lines if not line.startswith("+")) + "\n"
    new = "\n".join(line[1:] for line in lines if not line.startswith("-")) + "\n"
    pattern = re.escape(old).replace("…", "[^\n]*")
    assert len(re.findall(pattern, text)) == 1, hunk
    return re.sub(pattern, lambda found: new, text)


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a line with `darwindeck` on the path; nobody answers questions, so `play` is left at once."""
    tool = folder / "bin" / "darwindeck"
    if not tool.exists():
        tool.parent.mkdir(parents=True)
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m darwindeck "$@"\n')
        tool.chmod(0o755)
    environment = os.environ | {"PATH": f"{tool.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"}
    where = folder / "my-games" if (folder / "my-games").exists() else folder
    return subprocess.run(
        ["bash", "-c", command], cwd=where, env=environment, input="q\n", capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The folder of somebody who has followed the page to its end, and what each command printed."""
    folder = tmp_path_factory.mktemp("tutorial")
    printed: dict[str, str] = {}
    for kind, block in BLOCKS:
        if kind.startswith("diff"):
            file = folder / "my-games" / kind.split()[-1]
            text = file.read_text(encoding="utf-8")
            for hunk in re.split(r"\n\n", block):
                text = edit(text, hunk)
            file.write_text(text, encoding="utf-8")
            continue
        for line in block.splitlines():
            result = shell(line, folder)
            printed[f"{line} ({kind})"] = result.stdout + result.stderr
            assert result.returncode == (2 if kind == "sh fails" else 0), result.stderr
    return folder / "my-games", printed


def test_one_ends_with_a_game_of_ones_own(followed: tuple[Path, dict[str, str]]) -> None:
    folder, _ = followed
    genome = load_genome(folder / "two-step.json")
    assert (genome.name, genome.match, len(genome.special_effects)) == ("Two-Step", None, 2)
    assert (folder / "two-step.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    # Whether so short a run finds a game is the run's business; it says so where it does not.
    family = (folder / "family.md").read_text(encoding="utf-8")
    assert "## 1. " in family or family.startswith("No game was found")


def test_the_page_quotes_what_is_printed(followed: tuple[Path, dict[str, str]]) -> None:
    _, printed = followed
    assert MESSAGE is not None and any(MESSAGE[0] in text for text in printed.values())
    rules = " ".join(printed["darwindeck games two-step.json (sh run)"].split())
    quotes = re.findall(r'it now says: "(.*?)"', " ".join(PAGE.split()))
    assert quotes and [quote for quote in quotes if quote not in rules] == []


def test_every_command_of_the_page_is_run() -> None:
    every = re.findall(
        r"^darwindeck [a-z].*$", "\n".join(re.findall(r"^```sh.*?^```", PAGE, re.MULTILINE | re.DOTALL)), re.MULTILINE
    )
    run = [line for kind, block in BLOCKS if kind.startswith("sh") for line in block.splitlines()]
    assert every and set(every) <= set(run)


def test_a_change_that_does_not_fit_is_noticed() -> None:
    with pytest.raises(AssertionError):
        edit("a\nb\n", " a\n-c\n+d")
    assert edit("a\nb: 1\nc\n", " a\n-b…\n+d") == "a\nd\nc\n"


def parts() -> list[tuple[str, str]]:
    """The parts worth trying: where each belongs, and its JSON."""
    blocks = re.findall(r"^```json (\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return [(kind, part) for kind, block in blocks for part in re.split(r"\n(?={)", block.strip())]


def with_part(genome: GameGenome, kind: str, part: str) -> GameGenome:
    """The game with a part put at the end of its list, or in the place of the one that is there."""
    *way, last = PLACES[kind]
    data = place = json.loads(format_genome(genome))
    for step in way:
        place = place[step]
    place[last] = [*place[last], json.loads(part)] if isinstance(place[last], list) else json.loads(part)
    return parse_genome(json.dumps(data))


def test_every_kind_of_part_is_tried() -> None:
    assert {kind for kind, _ in parts()} == set(PLACES)


def test_parts_worth_trying_fit_into_the_game(followed: tuple[Path, dict[str, str]]) -> None:
    folder, _ = followed
    genome = load_genome(folder / "two-step.json")
    for kind, part in parts():
        changed = with_part(genome, kind, part)
        assert check(changed).errors == [], part
        endings = ending_shares(simulate(changed, games=200, seed=1))
        assert endings.get("decided", 0) >= 0.5, (part, endings)
