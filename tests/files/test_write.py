"""Files: one writer, that keeps the old file until the new one is whole and never overwrites what a command reads."""

from __future__ import annotations

import ast
import json
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import darwindeck
from darwindeck import load_genome
from darwindeck.cli import COMMANDS, main
from darwindeck.errors import OutputError
from darwindeck.experiment.config import RunConfig
from darwindeck.experiment.experiment import Experiment
from darwindeck.files.write import refuse_inputs, write_atomic
from darwindeck.genome.text import format_genome

PACKAGE = Path(darwindeck.__file__).parent
WRITERS = {"write_text", "write_bytes", "fdopen", "mkstemp", "mkdtemp", "NamedTemporaryFile", "copyfile"}

# A process that cannot write files of more than 1,000 bytes: to it every disk is full.
FULL_DISK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from darwindeck.cli import main
main(sys.argv[1:])
"""


def test_a_full_disk_costs_the_new_file_not_the_old_one(tmp_path: Path) -> None:
    old = tmp_path / "rules.md"
    old.write_text("as it was\n")
    words = ["explain", "hearts", "--brief", "--output", str(old)]
    result = subprocess.run([sys.executable, "-c", FULL_DISK, *words], capture_output=True, text=True)
    assert result.returncode == 2 and len(result.stderr.splitlines()) == 1
    assert str(old) in result.stderr  # the file is named, not a temporary one
    assert old.read_text() == "as it was\n"
    assert [path.name for path in tmp_path.iterdir()] == ["rules.md"]


def test_what_is_written_keeps_its_mode_and_links_stay_links(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_atomic(link, b"new")
    assert link.is_symlink() and real.read_text() == "new" and stat.S_IMODE(real.stat().st_mode) == 0o640
    write_atomic(tmp_path / ("x" * 250), b"a long name")
    assert (tmp_path / ("x" * 250)).read_bytes() == b"a long name"


def test_devices_are_written_to_not_replaced() -> None:
    write_atomic(Path("/dev/null"), b"nothing")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(OSError, match="/dev/full"):
        write_atomic(Path("/dev/full"), b"too much")


def test_an_input_is_recognised_by_any_name(tmp_path: Path) -> None:
    game, folder = tmp_path / "game.json", tmp_path / "run"
    game.write_text("{}")
    folder.mkdir()
    (tmp_path / "soft.json").symlink_to(game)
    (tmp_path / "hard.json").hardlink_to(game)
    for name in ("game.json", "run/../game.json", "soft.json", "hard.json"):
        with pytest.raises(OutputError, match="choose another file"):
            refuse_inputs(tmp_path / name, [game])
    with pytest.raises(OutputError, match="choose another file"):
        refuse_inputs(folder / "new.csv", [folder])
    refuse_inputs(tmp_path / "other.json", [game, folder, tmp_path / "missing.json"])


def outputs(command: click.Command) -> bool:
    """Whether the command writes a file that the user names."""
    kinds = [option.type for option in command.params if "--output" in option.opts]
    return any(isinstance(kind, click.Path) for kind in kinds)


def test_no_command_overwrites_its_own_input(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    game.write_text(format_genome(load_genome("war")))
    run = Experiment.create(tmp_path, RunConfig(), {}, {"at": -1})
    config = run.path / "config.yaml"
    own_input = {"explain": (game, game), "export": (run.path, config), "report": (run.path, config)}
    assert {name for name in COMMANDS if outputs(main.get_command(None, name))} == set(own_input)  # type: ignore[attr-defined, arg-type]
    for name, (source, target) in own_input.items():
        before = target.read_bytes()
        form = [] if name == "report" else ["--format", "markdown"]
        result = CliRunner().invoke(main, [name, str(source), *form, "--output", str(target)])
        assert result.exit_code == 2 and "would be overwritten" in result.stderr
        assert target.read_bytes() == before
    assert json.loads(game.read_text())["genome_id"] == "war"


@pytest.mark.parametrize(
    ("command", "file"), [("explain", "x.docx"), ("explain", "x.json"), ("export", "x.xlsx"), ("export", "x.pdf")]
)
def test_a_name_that_says_another_form_is_an_error(command: str, file: str, tmp_path: Path) -> None:
    run = Experiment.create(tmp_path, RunConfig(), {}, {"at": -1})
    source = "war" if command == "explain" else str(run.path)
    result = CliRunner().invoke(main, [command, source, "--output", str(tmp_path / file)])
    assert result.exit_code == 2 and f"{file}: .{file.partition('.')[2]} says none of" in result.stderr
    assert not (tmp_path / file).exists()


def writing_calls(tree: ast.AST) -> Iterator[int]:
    """Lines that open a file for writing or call what writes one."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [
            word.value for word in [*node.args, *(k.value for k in node.keywords)] if isinstance(word, ast.Constant)
        ]
        modes = [word for word in words if isinstance(word, str) and 0 < len(word) <= 3 and set(word) <= set("rwaxbt+")]
        if name in WRITERS or (name == "open" and any(set(mode) & set("wax+") for mode in modes)):
            yield node.lineno


def test_writing_calls_are_seen() -> None:
    planted = "path.open('wb')\nopen(p, mode='a')\npath.write_text('x')\nopen(p)\npath.open('rb')\nx.copy_of(1)"
    assert list(writing_calls(ast.parse(planted))) == [1, 2, 3]


def test_one_module_writes_files() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): list(writing_calls(ast.parse(path.read_text())))
        for path in PACKAGE.rglob("*.py")
    }
    assert {name for name, lines in found.items() if lines} == {"files/write.py"}
