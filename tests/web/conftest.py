"""A site with a run to show, asked as a browser of this machine asks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from darwindeck import load_genome
from darwindeck.genome.text import format_genome
from darwindeck.web.app import make_app
from darwindeck.web.room.store import Store

ADDRESS = "http://127.0.0.1:8000"
OWN = {"origin": ADDRESS, "host": "127.0.0.1:8000"}
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
ROW = {
    "name": HOSTILE, "players": 2, "fitness": [0.8, 0.7, 0.9], "nearest_known": "scopa", "distance": 0.4,
    "metrics": {"fate": [0.2, 0.1, 0.3, 40], "depth": [2.0, 2.0, 2.0, 40]}, "flags": [f"notice: {HOSTILE}"], "lineage": HOSTILE,
}  # fmt: skip


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A folder of runs: one with a game whose name and description try to break out of the page."""
    gallery = tmp_path / "runs" / "first" / "gallery"
    gallery.mkdir(parents=True)
    (gallery.parent / "config.yaml").write_text("name: first\n")
    genome = msgspec.structs.replace(load_genome("scopa"), name=HOSTILE, description=HOSTILE, genome_id="abc")
    (gallery / "01-odd-hare.json").write_text(format_genome(genome))
    (gallery / "gallery.json").write_text(json.dumps([ROW]))
    return tmp_path / "runs"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "data")
    yield store
    store.close()


@pytest.fixture
def browser(runs: Path, store: Store) -> Iterator[TestClient]:
    with TestClient(make_app(runs, store), base_url=ADDRESS, headers=OWN, follow_redirects=False) as client:
        yield client
