"""Who may see whom: no import cycle anywhere, and the dependency directions of ARCHITECTURE.md, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "darwindeck"
CORE = ROOT / "core"

# What each C++ folder may include, besides itself.
CORE_EDGES = {
    "game": set(),
    "cards": {"game"},
    "chess": {"game"},
    "search": {"game"},
    "play": {"game", "search", "cards", "chess"},
    "bindings": {"game", "search", "cards", "chess", "play"},
    "tests": {"game", "search", "cards", "chess", "play"},
    "fuzz": {"game", "cards", "chess"},
}
# What each of these Python parts may import from darwindeck, besides itself.
PYTHON_EDGES = {
    "genome": {"documents", "errors"},
    "explain": {"genome", "files", "errors"},
    "evolve": {"genome", "plugins", "errors"},
    "measure": {"records", "plugins", "documents", "errors"},
    "contest": {"genome", "simulation", "records", "measure", "errors"},
    "chess": {"__init__", "errors", "search"},  # the package itself, for _core
    "adapters": {"chess", "errors"},
    "search": {"__init__", "errors", "game"},
    "learn": {"search", "errors"},
    "plugins": {"errors"},
    "documents": {"files", "errors"},
    "files": {"errors"},
    "errors": set(),
}
SEEN_BY_NONE = ("cli", "web")

Graph = dict[str, set[str]]


def find_cycle(graph: Graph) -> list[str]:
    """Some cycle of the graph, or an empty list."""
    done: set[str] = set()

    def visit(node: str, path: list[str]) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        for following in sorted(graph.get(node, ())):
            if cycle := visit(following, [*path, node]):
                return cycle
        done.add(node)
        return []

    return next((cycle for node in sorted(graph) if (cycle := visit(node, []))), [])


def test_find_cycle() -> None:
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert find_cycle({"a": {"a"}}) == ["a", "a"]


# Python


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def as_module(name: str) -> str | None:
    """The module of ours that a dotted name leads to: itself, a package's __init__, or None."""
    return next((candidate for candidate in (name, f"{name}.__init__") if candidate in MODULES), None)


def run_time_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes except those only a type checker sees."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from run_time_nodes(node)


def imported_names(module: str, typing_too: bool) -> Iterator[str]:
    """Dotted names a module imports anywhere in its text, also inside functions."""
    tree = ast.parse(MODULES[module].read_text())
    for node in ast.walk(tree) if typing_too else run_time_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{base}.{alias.name}" if as_module(f"{base}.{alias.name}") else base


@cache
def python_graph(typing_too: bool = False) -> Graph:
    """What each module imports; a name that only annotations use makes no cycle, but it is a dependency."""
    return {
        module: {target for name in imported_names(module, typing_too) if (target := as_module(name))} - {module}
        for module in MODULES
    }


def child_graph(graph: Graph, package: str) -> Graph:
    """The graph between a package's direct children, files and folders alike."""
    depth = package.count(".") + 2
    children: Graph = {}
    for module, targets in graph.items():
        if module.startswith(f"{package}."):
            child = ".".join(module.split(".")[:depth])
            below = {".".join(target.split(".")[:depth]) for target in targets if target.startswith(f"{package}.")}
            children.setdefault(child, set()).update(below - {child})
    return children


def part(module: str) -> str:
    """The part of darwindeck that a module belongs to: genome, measure, compile …"""
    return module.split(".")[1]


def test_no_cycle_between_modules() -> None:
    assert find_cycle(python_graph()) == []


@pytest.mark.parametrize("package", sorted({name.rpartition(".")[0] for name in MODULES}))
def test_no_cycle_between_a_packages_parts(package: str) -> None:
    assert find_cycle(child_graph(python_graph(), package)) == []


@pytest.mark.parametrize("module", MODULES)
def test_python_dependencies_point_one_way(module: str) -> None:
    seen = {part(target) for target in python_graph(typing_too=True)[module]} - {part(module)}
    assert module == "darwindeck.__main__" or not seen & set(SEEN_BY_NONE), (
        f"{module} imports {seen & set(SEEN_BY_NONE)}"
    )
    allowed = PYTHON_EDGES.get(part(module))
    assert allowed is None or seen <= allowed, f"{module} imports {seen - (allowed or set())}"


def test_only_its_adapter_knows_python_chess() -> None:
    """It is GPL, so nothing may need it."""
    knowing = {
        module
        for module in MODULES
        for name in imported_names(module, typing_too=True)
        if name.split(".")[0] == "chess"
    }
    assert knowing == {"darwindeck.adapters.python_chess"}


# C++

CORE_FILES = sorted(path for path in CORE.rglob("*") if path.suffix in (".hpp", ".h", ".cpp", ".inc"))
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes(path: Path) -> Iterator[Path]:
    """The files of ours that a file includes."""
    for quote, name in INCLUDE.findall(path.read_text()):
        found = next((place for place in (path.parent / name, CORE / name) if place.is_file()), None)
        assert found or quote == "<", f"{path.relative_to(ROOT)} includes {name}, which is not in core/"
        if found and quote == '"':
            yield found.resolve()


def folder(path: Path) -> str:
    return path.relative_to(CORE).parts[0]


def core_name(path: Path) -> str:
    return path.relative_to(CORE).as_posix()


def test_no_cycle_between_core_files() -> None:
    graph = {core_name(path): {core_name(included) for included in includes(path)} for path in CORE_FILES}
    assert graph
    assert find_cycle(graph) == []


@pytest.mark.parametrize("path", CORE_FILES, ids=core_name)
def test_core_folders_see_only_those_below_them(path: Path) -> None:
    seen = {folder(included) for included in includes(path)} - {folder(path)}
    assert seen <= CORE_EDGES[folder(path)], f"includes {seen - CORE_EDGES[folder(path)]}"


@pytest.mark.parametrize("path", CORE_FILES, ids=core_name)
def test_only_the_bindings_know_python(path: Path) -> None:
    if folder(path) != "bindings":
        outside = [name for _, name in INCLUDE.findall(path.read_text()) if re.match(r"nanobind/|Python\.h", name)]
        assert outside == []
