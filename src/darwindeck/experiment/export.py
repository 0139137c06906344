"""The best games of a run as JSON, CSV or Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import RunError
from ..explain.pitch import write_pitch
from ..explain.render import rules_markdown
from ..explain.rules import rulebook_of
from ..genome.text import format_genome, parse_genome
from .experiment import GALLERY, Experiment, csv_bytes, read_json, report_damage
from .gallery import say_why_empty

Game = Mapping[str, Any]  # figures, and "genome"


def top_games(run: Experiment, count: int) -> list[Game]:
    """Figures of the best games, best first, each with its genome."""
    if run.is_finished:
        with report_damage(run.path / GALLERY):
            games = _list_shown(run.path / GALLERY)
    elif run.generations:
        with report_damage(run.folder(run.generations - 1)):
            games = _list_kept(run.folder(run.generations - 1))
    else:
        raise RunError(f"{run.path}: no generation is complete yet")
    return games[:count]


def _list_shown(gallery: Path) -> list[Game]:
    """The games a finished run ended with."""
    rows, files = read_json(gallery / "gallery.json"), sorted(gallery.glob("[0-9]*.json"))
    if len(rows) != len(files):
        raise RunError(f"{gallery}: gallery.json tells of {len(rows)} games, and {len(files)} are there")
    return [_game(row, row["fitness"], path.read_bytes(), path) for row, path in zip(rows, files, strict=True)]


def _list_kept(folder: Path) -> list[Game]:
    """The games kept after a generation."""
    rows, genomes = read_json(folder / "fitness.json"), read_json(folder / "population.json")
    return [
        _game(row, [row["mean"], row["low"], row["high"]], json.dumps(genome), folder / "population.json")
        for row, genome in zip(rows, genomes, strict=True)
    ]


def _game(row: Mapping[str, Any], fitness: Sequence[float], text: bytes | str, source: Path) -> Game:
    value, low, high = (float(figure) for figure in fitness)
    genome = parse_genome(text, str(source))
    return {**row, "fitness": [value, low, high], "pitch": write_pitch(genome), "genome": genome}


def as_json(games: Sequence[Game]) -> str:
    data = [{**game, "genome": json.loads(format_genome(game["genome"]))} for game in games]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_csv(games: Sequence[Game]) -> str:
    rows = []
    for place, game in enumerate(games, 1):
        fitness = dict(zip(("fitness", "low", "high"), game["fitness"], strict=True))
        genome = game["genome"]
        row = {"place": place, "name": genome.name, "genome_id": genome.genome_id, "players": genome.player_count}
        kept = {name: game[name] for name in ("nearest_known", "distance", "count", "pitch") if name in game}
        metrics = {name: values[0] for name, values in game.get("metrics", {}).items()}
        rows.append({**row, **fitness, **kept, **game.get("descriptors", {}), **metrics})
    return csv_bytes(rows).decode()


def as_markdown(games: Sequence[Game]) -> str:
    parts = []
    for place, game in enumerate(games, 1):
        genome, (value, low, high) = game["genome"], game["fitness"]
        nearest = (
            f" Nearest known game: {game['nearest_known']} ({game['distance']:.2f})." if "distance" in game else ""
        )
        head = f"## {place}. {genome.name or genome.genome_id}\n\n"
        rules = rules_markdown(rulebook_of(genome)).split("\n", 1)[1].replace("\n## ", "\n### ").strip()
        figures = f"Fitness {value:.3f} ({low:.2f} to {high:.2f}).{nearest}"
        parts.append(f"{head}{game['pitch']}\n\n{figures}\n\n{rules}\n")
    return "\n".join(parts) or f"{say_why_empty({})}\n"


FORMATS: Mapping[str, Callable[[Sequence[Game]], str]] = {"json": as_json, "csv": as_csv, "markdown": as_markdown}
