"""What may stand where something else was found: the values, kinds and fields that the schema allows at a path."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from typing import Any

MOST = 12  # names in a list


def hint(text: str | bytes, path: str, message: str, schema: dict[str, Any]) -> str:
    """What to write instead of what a decoder complained of; empty if nothing is known."""
    found = re.search(r"[`'\"]([^`'\"]*)[`'\"]", message)
    if found is None:
        return ""
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"[^.$\[\]]+", path)]
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # the decoder stopped before it came to this
        return ""
    if "unknown field" in message:
        names = [name for part in _parts(schema, data, steps) for name in part.get("properties", {})]
    elif steps and steps[-1] == "type":
        names = [kind for part in _parts(schema, data, steps[:-1], any_kind=True) for kind in _kinds(part)]
    else:
        names = [str(value) for part in _parts(schema, data, steps) for value in part.get("enum", ())]
    return _advice(found[1], list(dict.fromkeys(names)))


def _advice(wrong: str, names: list[str]) -> str:
    meant = difflib.get_close_matches(wrong, names, n=1, cutoff=0.7)
    if meant:
        return f"; did you mean {meant[0]}?"
    return f"; one of {', '.join(names)}" if 0 < len(names) <= MOST else ""


def _kinds(part: dict[str, Any]) -> list[str]:
    kinds: list[str] = part.get("properties", {}).get("type", {}).get("enum", [])
    return kinds


def _parts(schema: dict[str, Any], data: Any, steps: list[int | str], any_kind: bool = False) -> list[dict[str, Any]]:
    """The schemas of what stands at a path; several where several kinds may."""
    parts = [schema]
    for step in steps:
        parts = [below for part in parts for whole in _resolve(schema, part, data) for below in _below(whole, step)]
        data = _inside(data, step)
    return [whole for part in parts for whole in _resolve(schema, part, None if any_kind else data)]


def _inside(data: Any, step: int | str) -> Any:
    if isinstance(data, list):
        return data[step] if isinstance(step, int) and step < len(data) else None
    return data.get(step) if isinstance(data, dict) else None


def _below(part: dict[str, Any], step: int | str) -> Iterator[dict[str, Any]]:
    """The schema of one item or one field of a part, if it has such a one."""
    if isinstance(step, int):
        places = part.get("prefixItems", [])
        yield from (
            [places[step]] if step < len(places) else [part["items"]] if isinstance(part.get("items"), dict) else []
        )
    elif step in part.get("properties", {}):
        yield part["properties"][step]
    elif isinstance(part.get("additionalProperties"), dict):
        yield part["additionalProperties"]


def _resolve(schema: dict[str, Any], part: dict[str, Any], data: Any) -> Iterator[dict[str, Any]]:
    """The part itself, what it refers to, or its alternatives; of mechanics the one whose type the data name."""
    if "$ref" in part:
        yield from _resolve(schema, schema["$defs"][part["$ref"].rpartition("/")[2]], data)
    elif "anyOf" in part:
        wholes = [whole for option in part["anyOf"] for whole in _resolve(schema, option, data)]
        kind = data.get("type") if isinstance(data, dict) else None
        named = [whole for whole in wholes if kind in _kinds(whole)]
        yield from named or wholes
    else:
        yield part
