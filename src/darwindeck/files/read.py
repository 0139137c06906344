"""JSON and YAML from strangers: bounded in size and depth, every key once, no aliases. What breaks this is a DocumentError."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..errors import DocumentError
from .write import read_bounded

MAX_BYTES = 1 << 20
MARKS = ((b"\xef\xbb\xbf", "UTF-8"), (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))


def read_document(path: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file, which no document of ours of its kind is too large for."""
    data = read_bounded(path, most)
    if len(data) > most:
        raise DocumentError(f"{path}: larger than {most // 1024} KiB, no file of this kind is that large")
    return data


def read_yaml(path: Path) -> Any:
    """What a YAML file holds; a missing or unreadable file is the caller's OSError."""
    try:
        return parse_yaml(read_document(path).decode(), str(path))
    except UnicodeDecodeError:
        raise DocumentError(f"{path}: not text in UTF-8") from None


def parse_yaml(text: str, source: str) -> Any:
    """What a YAML text holds: plain data, without aliases and with every key once."""
    import yaml

    if len(text) > MAX_BYTES:
        raise DocumentError(f"{source}: larger than {MAX_BYTES // 1024} KiB, no file of this kind is that large")
    try:
        return yaml.load(text, _loader())
    except RecursionError:
        raise DocumentError(f"{source}: not YAML that can be read: nested too deep") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise DocumentError(f"{source}: not YAML that can be read: {where}{error.problem}") from None
    except Exception as error:  # hostile tags and numbers make the library fail in ways of its own
        raise DocumentError(f"{source}: not YAML that can be read: {' '.join(str(error).split())}") from None


def _loader() -> Any:
    """The library's safe loader, made stricter; a class made here, so that importing this module does not import yaml."""
    import yaml

    class Strict(yaml.SafeLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
                raise yaml.composer.ComposerError(None, None, "aliases (*name) are not read here", mark)
            return super().compose_node(parent, index)

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            seen = set()
            for key, _ in node.value:
                if (name := (key.tag, str(key.value))) in seen:
                    problem = f"the key {key.value!r} stands here for the second time"
                    raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
                seen.add(name)
            return super().construct_mapping(node, deep)

    return Strict


def explain_malformed(text: str | bytes, message: str) -> str:
    """What is wrong with JSON that a decoder refused at "(byte N)": line and column instead, and a hint for byte order marks."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    for mark, name in MARKS:
        if data.startswith(mark):
            return f"it begins with the byte order mark of {name}; save it as UTF-8 without one"
    reason, found, rest = message.removeprefix("JSON is malformed: ").partition(" (byte ")
    if not found:
        return message
    before = data[: int(rest.rstrip(")"))].decode("utf-8", "replace").split("\n")
    return f"line {len(before)}, column {len(before[-1]) + 1}: {reason}"


def find_repeated_key(text: str | bytes) -> str | None:
    """The path to a key that stands twice in one object of a JSON text, if there is one."""

    twice = False

    def once(pairs: list[tuple[str, Any]]) -> Any:
        nonlocal twice
        data: dict[str, Any] = {}
        for key, value in pairs:
            if key in data:
                twice = True
                return _Twice(key)
            data[key] = value
        return data

    data = json.loads(text, object_pairs_hook=once)
    return _path_to(data, "$") if twice else None


class _Twice:
    def __init__(self, key: str) -> None:
        self.key = key


def _path_to(data: Any, path: str) -> str | None:
    if isinstance(data, _Twice):
        return f"{path}.{data.key}"
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if found := _path_to(value, f"{path}[{key}]" if isinstance(data, list) else f"{path}.{key}"):
            return found
    return None
