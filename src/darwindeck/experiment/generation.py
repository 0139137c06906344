"""What a generation leaves behind: its row of the history, its files and its lines in the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..evolve.elite import genome_state
from ..evolve.strategies.loop import Strategy
from ..files.write import json_bytes, lines_bytes
from ..genome.text import format_genome
from ..measure.evaluation import Evaluation
from .experiment import STATE, SUMMARY, zip_json

PILED = 0.6  # share of the games measured whose score is full: more, and the log warns of it
MET = ("termination_rate", "seat_fairness", "length", "description_length")  # any good game meets these


def summarise(number: int, strategy: Strategy, evaluations: Sequence[Evaluation]) -> dict[str, Any]:
    """One row of the history: how the search stands, and what became of this generation's candidates."""
    figures = {name: round(value, 6) for name, value in strategy.figures().items()}
    whole = [found for found in evaluations if found.valid and not found.left]
    piled = {f"full_{name}": round(_share_full(whole, name), 4) for name in _terms(whole)}
    return {
        "generation": number,
        **figures,
        "members": len(strategy.members()),
        "candidates": len(evaluations),
        "playable": sum(found.valid for found in evaluations),
        "searched": len(whole),
        **piled,
    }


def _terms(evaluations: Sequence[Evaluation]) -> list[str]:
    return sorted({name for found in evaluations for name in found.scores})


def _share_full(evaluations: Sequence[Evaluation], metric: str) -> float:
    """How many reach the full score of a metric: if nearly all do, it tells nothing, or is exploited."""
    return sum(found.scores.get(metric, 0.0) >= 1.0 for found in evaluations) / len(evaluations)


def generation_files(
    strategy: Strategy, evaluations: Sequence[Evaluation], summary: Mapping[str, Any]
) -> dict[str, bytes]:
    """The games kept with what is known of them, what was measured now, and how to go on."""
    members = sorted(strategy.members(), key=lambda member: (-member.mean, member.genome.genome_id))
    known = [{name: value for name, value in member.state().items() if name != "genome"} for member in members]
    files = {
        "population.json": lines_bytes([genome_state(member.genome) for member in members]),
        "fitness.json": lines_bytes(
            [{"genome_id": m.genome.genome_id, **k} for m, k in zip(members, known, strict=True)]
        ),
        "evaluations.json": lines_bytes([evaluation_data(found) for found in evaluations]),
        SUMMARY: json_bytes(summary),
        STATE: zip_json(strategy.state()),
    }
    if members:
        files["best_genome.json"] = format_genome(members[0].genome).encode()
    return files


def evaluation_data(found: Evaluation) -> dict[str, Any]:
    """What was found out about a candidate, as JSON has it."""
    fitness = found.fitness
    return {
        "genome_id": found.genome.genome_id,
        "measurement": found.candidate.measurement,
        "fitness": [fitness.value, fitness.low, fitness.high],
        "valid": found.valid,
        "left": found.left,
        "rejected": [rejection.gate for rejection in found.rejected],
        "stages": list(found.stages),
        "metrics": {name: [m.value, m.low, m.high, m.games] for name, m in found.metrics.items()},
        "scores": dict(found.scores),
        "flags": [flag.name for flag in found.flags],
        "descriptors": dict(found.descriptors),
        "endings": dict(found.endings),
    }


def log_events(number: int, summary: Mapping[str, Any], evaluations: Sequence[Evaluation]) -> Iterator[dict[str, Any]]:
    """What the log says of a generation."""
    for found in evaluations:
        yield {
            "level": "debug",
            "event": "candidate",
            "generation": number,
            "genome": found.genome.genome_id,
            "measurement": found.candidate.measurement,
            "made": found.genome.lineage,
            "fitness": round(found.fitness.value, 6),
            "left": found.left,
        }
    yield {"level": "info", "event": "generation", **summary}
    for name, share in summary.items():
        metric = name.removeprefix("full_")
        if metric != name and metric not in MET and share > PILED and summary["searched"] >= 5:
            yield {"level": "warning", "event": "piled up", "generation": number, "metric": metric, "share": share}
