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


def read_table(heading: str) -> dict[str, set[str]]:
    """What each folder may see, besides itself: those above it in the table, or of these the ones its last column names."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rows = text.split(f"| folder of `{heading}` ")[1].split("\n\n")[0].splitlines()[2:]
    table: dict[str, set[str]] = {}
    for row in rows:
        name, _, sees = (cell.strip() for cell in row.strip("|").split("|"))
        named = {folder: rows_of(folder, set(table)) for folder in re.findall(r"`([^`]+)`", sees)}
        assert all(named.values()), f"{name} sees {[f for f in named if not named[f]]}, which do not stand above it"
        table[name.strip("`").removesuffix(".py")] = set().union(*named.values()) or set(table)
    return table


def rows_of(folder: str, rows: set[str]) -> set[str]:
    """The rows that a name means: its own, and of `mechanics/*` also those of the sub-folders."""
    whole = folder.removesuffix("/*")
    return {row for row in rows if row == whole or (folder != whole and row.startswith(f"{whole}/"))}


CORE_EDGES = read_table("core/")
PYTHON_EDGES = read_table("src/darwindeck/")
# The package itself holds the public names and _core; __main__ starts the command line.
OUTSIDE = {"__init__", "__main__"}
# What a file names only in annotations though it stands below. A mechanic is told of the whole genome around it.
TYPES_AHEAD = {
    "darwindeck.language.context": {
        "genome",
        "mechanics/actions",
        "mechanics/conditions",
        "mechanics/phases",
        "mechanics/wins",
    },
}

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
    """The row that a module belongs to: the folder it lies in directly, or itself if it lies in none."""
    _, *folders, name = module.split(".")
    return "/".join(folders) or name


def test_no_cycle_between_modules() -> None:
    assert find_cycle(python_graph()) == []


@pytest.mark.parametrize("package", sorted({name.rpartition(".")[0] for name in MODULES}))
def test_no_cycle_between_a_packages_parts(package: str) -> None:
    assert find_cycle(child_graph(python_graph(), package)) == []


def test_no_cycle_between_folders() -> None:
    """A folder is the files that lie directly in it, as in the table: those above a sub-folder are another folder."""
    graph: Graph = {}
    for module, targets in python_graph().items():
        graph.setdefault(part(module), set()).update({part(target) for target in targets} - {part(module)})
    assert find_cycle(graph) == []


def test_every_folder_stands_in_the_table() -> None:
    assert {part(module) for module in MODULES} == set(PYTHON_EDGES) | OUTSIDE
    assert {folder(path) for path in CORE.rglob("*") if path.is_file()} == set(CORE_EDGES)


def not_allowed(module: str, seen: set[str]) -> set[str]:
    """Of the parts that a module sees, those that the table does not let it see."""
    return seen - {part(module), "__init__"} - PYTHON_EDGES[part(module)]


@pytest.mark.parametrize("module", [name for name in MODULES if part(name) not in OUTSIDE])
def test_python_dependencies_point_one_way(module: str) -> None:
    run_time, all_seen = ({part(target) for target in python_graph(typing)[module]} for typing in (False, True))
    assert not_allowed(module, run_time) == set()
    assert not_allowed(module, all_seen) == TYPES_AHEAD.get(module, set())


def test_a_violation_is_seen() -> None:
    assert not_allowed("darwindeck.play.session", {"contest", "evolve", "engine"}) == {"contest", "evolve"}
    assert not_allowed("darwindeck.simulate.backends.local", {"measure", "engine"}) == {"measure"}
    assert not_allowed("darwindeck.evolve.vary", {"genome", "simulate"}) == {"simulate"}
    assert not_allowed("darwindeck.genome.text", {"judge", "files"}) == {"judge"}
    assert not_allowed("darwindeck.language.fields", {"language", "mechanics"}) == {"mechanics"}
    assert not_allowed("darwindeck.mechanics.conditions.compound", {"mechanics/actions", "language"}) == {
        "mechanics/actions"
    }


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
    """The folder a file lies in directly, as the table writes it: cards, or cards/ops."""
    return path.parent.relative_to(CORE).as_posix()


def core_name(path: Path) -> str:
    return path.relative_to(CORE).as_posix()


def core_graph() -> Graph:
    graph = {core_name(path): {core_name(included) for included in includes(path)} for path in CORE_FILES}
    assert graph
    return graph


def test_no_cycle_between_core_files() -> None:
    assert find_cycle(core_graph()) == []


def pair_graph(graph: Graph) -> Graph:
    """The graph of files with a header and the file of the same name that keeps what it promises as one node."""
    pairs: Graph = {}
    for name, targets in graph.items():
        pair = name.rpartition(".")[0]
        pairs.setdefault(pair, set()).update({target.rpartition(".")[0] for target in targets} - {pair})
    return pairs


def test_no_cycle_between_core_files_with_their_headers() -> None:
    assert find_cycle(pair_graph(core_graph())) == []


def test_a_cycle_between_pairs_is_seen() -> None:
    files = {"a/load.cpp": {"a/load.hpp", "a/fuse.hpp"}, "a/fuse.cpp": {"a/fuse.hpp"}, "a/fuse.hpp": {"a/load.hpp"}}
    assert find_cycle(files) == []
    assert find_cycle(pair_graph(files)) == ["a/fuse", "a/load", "a/fuse"]


def test_no_cycle_between_core_folders() -> None:
    graph: Graph = {}
    for path in CORE_FILES:
        graph.setdefault(folder(path), set()).update({folder(included) for included in includes(path)} - {folder(path)})
    assert find_cycle(graph) == []


def core_not_allowed(name: str, seen: set[str]) -> set[str]:
    """Of the folders that a folder's files include, those that the table does not let it see."""
    return seen - {name} - CORE_EDGES[name]


@pytest.mark.parametrize("path", CORE_FILES, ids=core_name)
def test_core_folders_see_only_those_above_them(path: Path) -> None:
    assert core_not_allowed(folder(path), {folder(included) for included in includes(path)}) == set()


def test_a_core_violation_is_seen() -> None:
    assert core_not_allowed("cards/ops", {"cards/ops", "cards/table", "cards"}) == {"cards"}
    assert core_not_allowed("search/rollout", {"search", "search/lockstep"}) == {"search/lockstep"}
    assert core_not_allowed("matches", {"matches", "cards", "kernels"}) == {"kernels"}
    assert core_not_allowed("cards/worth", {"game", "cards/program"}) == {"cards/program"}


@pytest.mark.parametrize("path", CORE_FILES, ids=core_name)
def test_only_the_bindings_know_python(path: Path) -> None:
    if folder(path) != "bindings":
        outside = [name for _, name in INCLUDE.findall(path.read_text()) if re.match(r"nanobind/|Python\.h", name)]
        assert outside == []
