"""The files that a run ends with: the gallery and its best game, for people and for other programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..engine.game import Game
from ..evolve.elite import Elite
from ..explain.book import Rulebook
from ..explain.pitch import write_pitch
from ..explain.render import to_html, to_text
from ..files.write import json_bytes
from ..genome.genome import GameGenome
from ..genome.text import format_genome
from ..play.rulebooks import brief_rulebook, illustrate_rulebook
from ..play.text import retell

LACKING = "modules"  # beside gates: games that lack modules which the run was to have
SAMPLES, SAMPLE_PLAYER, MOST_PLIES = 3, "mcts-weak", 400


def gallery_files(games: Sequence[Elite], hurried: bool) -> dict[str, bytes]:
    """`gallery.json`, and each game's genome and rulebook under its place and name; in a hurry without examples."""
    files = {"gallery.json": json_bytes([gallery_row(game) for game in games])}
    for place, game in enumerate(games, 1):
        stem = gallery_stem(place, game)
        book = _book(game.genome, hurried)
        files[f"{stem}.json"] = format_genome(game.genome).encode()
        files[f"{stem}.txt"] = to_text(book).encode()
        files[f"{stem}.html"] = to_html(book).encode()
    return files


def gallery_stem(place: int, game: Elite) -> str:
    """How the files of a game begin."""
    return f"{place:02d}-{game.genome.name.lower().replace(' ', '-')}"


def say_why_empty(refused: Mapping[str, int]) -> str:
    """Why a gallery has no game in it."""
    gates = {gate: count for gate, count in refused.items() if gate != LACKING}
    failed = ", ".join(f"{count} by {gate}" for gate, count in gates.items())
    why = f" Of the best {sum(gates.values())} failed a gate when they were measured afresh: {failed}." if gates else ""
    lacking = f" {refused[LACKING]} had not all of the modules asked for." if LACKING in refused else ""
    return f"No game was found that passes every gate, is worth showing and is no near-copy of a known one.{why}{lacking} More generations may find some."


def best_files(games: Sequence[Elite], hurried: bool, refused: Mapping[str, int]) -> dict[str, bytes]:
    """The best game: genome, rules, and a few games as they were played, unless there is no time for them."""
    if not games:
        return {"README.txt": f"{say_why_empty(refused)}\n".encode()}
    genome = games[0].genome
    samples = [] if hurried else sample_games(genome)
    return {
        "genome.json": format_genome(genome).encode(),
        "rules.txt": to_text(_book(genome, hurried)).encode(),
        "sample_games.json": json.dumps(samples, indent=1, ensure_ascii=False).encode() + b"\n",
        "evaluation.json": json_bytes(gallery_row(games[0])),
    }


def gallery_row(game: Elite) -> dict[str, Any]:
    """A game as `gallery.json` has it. One that there was no time to measure afresh has no metrics."""
    fitness, earlier, found = game.fitness, game.chosen_by, game.evaluation
    metrics, flags = (found.metrics, found.flags) if found is not None else ({}, ())
    return {
        "name": game.genome.name,
        "genome_id": game.genome.genome_id,
        "players": game.genome.player_count,
        "pitch": write_pitch(game.genome),
        "fitness": [fitness.value, fitness.low, fitness.high],
        "chosen_by": [earlier.value, earlier.low, earlier.high],
        "nearest_known": game.nearest,
        "distance": game.distance,
        "metrics": {name: [m.value, m.low, m.high, m.games] for name, m in metrics.items()},
        "flags": [f"{flag.severity}: {flag.reason}" for flag in flags],
        "lineage": game.genome.lineage,
        "taken_out": list(game.taken_out),
    }


def log_row(game: Elite) -> dict[str, Any]:
    """A game as the log has it."""
    value = game.fitness
    return {"game": game.genome.name, "genome": game.genome.genome_id, "fitness": [value.value, value.low, value.high]}


def sample_games(genome: GameGenome) -> list[Mapping[str, Any]]:
    """Games of searching players: every move by number, and the beginning of each in words."""
    game = Game(genome)
    stories = [retell(game, 1, index, (SAMPLE_PLAYER,), most=MOST_PLIES) for index in range(SAMPLES)]
    return [{"players": SAMPLE_PLAYER, **story} for story in stories]


def _book(genome: GameGenome, hurried: bool) -> Rulebook:
    return brief_rulebook(genome) if hurried else illustrate_rulebook(genome)
