"""No test ends because a machine is slow: every limit on time in the tests is at least ten minutes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from .patience import PATIENCE

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "tests").rglob("*.py"))
LEAST = 600  # seconds
EXEMPT = "# no limit:"  # and why: a delay that the test is about, or a poll in a loop
CLOCKS = ("monotonic", "perf_counter", "time", "process_time", "time_ns", "monotonic_ns", "perf_counter_ns")
WAITS = ("wait", "settimeout", "alarm", "result", "timeout")  # methods whose first argument is a limit
NATIVE = re.compile(r"\.wait\((?P<seconds>[\d.]+)\)|-timeout=(?P<fuzz>\d+)")


def limits(text: str) -> Iterator[tuple[int, str]]:
    """The line and the words of each limit on time that is not known to be long enough."""
    tree, lines = ast.parse(text), text.splitlines()
    numbers = dict(_constants(tree))
    for node in ast.walk(tree):
        for value in _limits_of(node):
            if not _is_ample(value, numbers) and EXEMPT not in lines[value.lineno - 1]:
                yield value.lineno, lines[value.lineno - 1].strip()


def _constants(tree: ast.Module) -> Iterator[tuple[str, float]]:
    """Numbers that a module gives a name."""
    yield "PATIENCE", PATIENCE
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            number = node.value.value
            if isinstance(number, int | float):
                yield from ((target.id, number) for target in node.targets if isinstance(target, ast.Name))


def _limits_of(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a node that limit how long something may take."""
    match node:
        case ast.Call():
            yield from (word.value for word in node.keywords if word.arg in ("timeout", "deadline"))
            if isinstance(node.func, ast.Attribute) and node.func.attr in WAITS:
                yield from node.args[:1]
            if isinstance(node.func, ast.Attribute) and node.func.attr == "join":  # of a thread; texts join no number
                yield from (word for word in node.args[:1] if isinstance(word, ast.Constant))
        case ast.arguments():
            named = [*node.posonlyargs, *node.args][-len(node.defaults) :] if node.defaults else []
            pairs = [*zip(named, node.defaults, strict=True), *zip(node.kwonlyargs, node.kw_defaults, strict=True)]
            yield from (value for word, value in pairs if word.arg == "timeout" and value is not None)
        case ast.Assign(targets=[ast.Name(id="timeout")]):
            yield node.value
        case ast.Compare():
            if any(isinstance(part, ast.Call) and _name(part.func) in CLOCKS for part in ast.walk(node)):
                yield node


def _name(function: ast.expr) -> str:
    """`time.monotonic` and `monotonic`."""
    if isinstance(function, ast.Attribute):
        return function.attr if isinstance(function.value, ast.Name) and function.value.id == "time" else ""
    return function.id if isinstance(function, ast.Name) else ""


def _is_ample(value: ast.expr, numbers: Mapping[str, float]) -> bool:
    if isinstance(value, ast.Name):
        return numbers.get(value.id, 0) >= LEAST or value.id == "timeout"  # handed on from where it is looked at
    if isinstance(value, ast.Constant):
        return value.value is None or (isinstance(value.value, int | float) and value.value >= LEAST)
    return False


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_limits_on_time_are_ample(path: Path) -> None:
    assert list(limits(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "subprocess.run(command, timeout=120)",
        "process.communicate(timeout=SECONDS)",
        "process.wait(60)",
        "process.wait(after)",
        "queue.get(timeout=1)",
        "thread.join(5)",
        "future.result(10)",
        "socket.settimeout(0.5)",
        "signal.alarm(30)",
        "few = settings(deadline=200)",
        "def ask(service, timeout=20): ...",
        "async def ask(service, *, timeout=20): ...",
        "timeout = 20 if slow else 5",
        "assert time.perf_counter() - begin < 20",
        "while time.monotonic() < end: ...",
        "pytest.mark.timeout(10)",
    ],
)
def test_a_short_limit_is_found(line: str) -> None:
    assert [found for _, found in limits(f"SECONDS = 60\n{line}")] == [line]


@pytest.mark.parametrize(
    "line",
    [
        "subprocess.run(command, timeout=PATIENCE)",
        "process.wait(600)",
        "process.wait()",
        "', '.join(names)",
        "few = settings(deadline=None)",
        "process.wait(after)  # no limit: the instant of a kill",
        "seconds = time.perf_counter() - begin",
    ],
)
def test_what_is_no_short_limit_is_left_alone(line: str) -> None:
    assert list(limits(line)) == []


def native_limits(text: str) -> list[str]:
    """Lines of C++ tests and of the Makefile that give up before ten minutes; a poll in a loop does not."""
    return [
        line.strip()
        for line in text.splitlines()
        if (found := NATIVE.search(line))
        and float(found["seconds"] or found["fuzz"]) < LEAST
        and not ("while (!" in line or "CHECK_FALSE" in line)
    ]


@pytest.mark.parametrize("name", ["Makefile", *(f"core/tests/{path.name}" for path in (ROOT / "core/tests").iterdir())])
def test_native_limits_on_time_are_ample(name: str) -> None:
    assert native_limits((ROOT / name).read_text(encoding="utf-8")) == []


def test_a_short_native_limit_is_found() -> None:
    assert native_limits("CHECK(run.wait(60));\nwhile (!run.wait(1)) {\nfuzz -timeout=10 -runs=5") == [
        "CHECK(run.wait(60));",
        "fuzz -timeout=10 -runs=5",
    ]
