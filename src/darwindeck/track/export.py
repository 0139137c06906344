"""The best games of a run as JSON, CSV or Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import GameError
from ..explain.render import rules_markdown
from ..explain.rules import rulebook_of
from ..genome.genome import GameGenome
from ..genome.text import format_genome, parse_genome
from .experiment import GALLERY, Experiment, csv_bytes, read_json

Game = Mapping[str, Any]  # figures, and "genome"


def top_games(run: Experiment, count: int) -> list[Game]:
    """Figures of the best games, best first, each with its genome."""
    if run.is_finished:
        files = sorted(path for path in (run.path / GALLERY).glob("[0-9]*.json"))
        rows = read_json(run.path / GALLERY / "gallery.json")
        games = [_game(row, _genome(path.read_bytes())) for row, path in zip(rows, files, strict=True)]
    elif run.generations:
        last = run.generations - 1
        rows, genomes = run.read(last, "fitness.json"), run.read(last, "population.json")
        games = [
            _game({**row, "fitness": [row["mean"], row["low"], row["high"]]}, _genome(json.dumps(genome)))
            for row, genome in zip(rows, genomes, strict=True)
        ]
    else:
        raise GameError(f"{run.path}: no generation is complete yet")
    return games[:count]


def _genome(text: bytes | str) -> GameGenome:
    return parse_genome(text, "population")


def _game(row: Mapping[str, Any], genome: GameGenome) -> Game:
    return {**row, "genome": genome}


def as_json(games: Sequence[Game]) -> str:
    data = [{**game, "genome": json.loads(format_genome(game["genome"]))} for game in games]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_csv(games: Sequence[Game]) -> str:
    rows = []
    for place, game in enumerate(games, 1):
        fitness = dict(zip(("fitness", "low", "high"), game["fitness"], strict=True))
        genome = game["genome"]
        row = {"place": place, "name": genome.name, "genome_id": genome.genome_id, "players": genome.player_count}
        kept = {name: game[name] for name in ("nearest_known", "distance", "count") if name in game}
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
        parts.append(f"{head}Fitness {value:.3f} ({low:.2f} to {high:.2f}).{nearest}\n\n{rules}\n")
    return "\n".join(parts)


FORMATS: Mapping[str, Callable[[Sequence[Game]], str]] = {"json": as_json, "csv": as_csv, "markdown": as_markdown}
