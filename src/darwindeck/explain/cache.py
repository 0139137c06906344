"""A folder of texts that cost money to have written: one file each, named by all that the text depends on."""

from __future__ import annotations

import contextlib
import json
from hashlib import sha256
from pathlib import Path

from ..files.write import cache_folder, write_atomic


class TextCache:
    """Texts by their keys. A file that cannot be read is as good as none; one that cannot be written is not missed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or cache_folder()) / "rulebooks"

    def get(self, *key: str) -> str | None:
        try:
            entry = json.loads(self._file(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        text = entry.get("text") if isinstance(entry, dict) and entry.get("key") == list(key) else None
        return text if isinstance(text, str) else None

    def put(self, text: str, *key: str) -> None:
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomic(self._file(key), json.dumps({"key": list(key), "text": text}).encode())

    def _file(self, key: tuple[str, ...]) -> Path:
        return self.folder / f"{sha256(json.dumps(key).encode()).hexdigest()[:40]}.json"
