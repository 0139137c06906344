"""What a generation leaves behind: its row of the history, its files and its lines in the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..evaluate.screening import Result
from ..evolve.candidates import Candidate, genome_state
from ..evolve.strategies.loop import Strategy
from ..files.write import json_bytes, lines_bytes
from ..genome.text import format_genome
from .experiment import STATE, SUMMARY, zipped

PILED = 0.6  # share of the games measured whose score is full: more, and the log warns of it
MET = ("termination_rate", "seat_fairness", "length", "rules_complexity")  # any good game meets these


def summary_of(number: int, strategy: Strategy, results: Sequence[Result]) -> dict[str, Any]:
    """One row of the history: how the search stands, and what became of this generation's candidates."""
    figures = {name: round(value, 6) for name, value in strategy.figures().items()}
    whole = [result for result in results if result.valid and not result.left]
    piled = {f"full_{name}": round(_share_full(whole, name), 4) for name in _terms(whole)}
    return {
        "generation": number,
        **figures,
        "members": len(strategy.members()),
        "candidates": len(results),
        "playable": sum(result.valid for result in results),
        "searched": len(whole),
        **piled,
    }


def _terms(results: Sequence[Result]) -> list[str]:
    return sorted({name for result in results for name in result.evaluation.scores})


def _share_full(results: Sequence[Result], metric: str) -> float:
    """How many reach the full score of a metric: if nearly all do, it tells nothing, or is exploited."""
    return sum(result.evaluation.scores.get(metric, 0.0) >= 1.0 for result in results) / len(results)


def generation_files(
    strategy: Strategy, candidates: Sequence[Candidate], results: Sequence[Result], summary: Mapping[str, Any]
) -> dict[str, bytes]:
    """The games kept with what is known of them, what was measured now, and how to go on."""
    members = sorted(strategy.members(), key=lambda member: (-member.mean, member.genome.genome_id))
    measured = [evaluation_data(*pair) for pair in zip(candidates, results, strict=True)]
    known = [{name: value for name, value in member.state().items() if name != "genome"} for member in members]
    files = {
        "population.json": lines_bytes([genome_state(member.genome) for member in members]),
        "fitness.json": lines_bytes(
            [{"genome_id": m.genome.genome_id, **k} for m, k in zip(members, known, strict=True)]
        ),
        "evaluations.json": lines_bytes(measured),
        SUMMARY: json_bytes(summary),
        STATE: zipped(strategy.state()),
    }
    if members:
        files["best_genome.json"] = format_genome(members[0].genome).encode()
    return files


def evaluation_data(candidate: Candidate, result: Result) -> dict[str, Any]:
    """What was found out about a candidate, as JSON has it."""
    evaluation, found = result.evaluation, result.fitness
    return {
        "genome_id": candidate.genome.genome_id,
        "measurement": candidate.measurement,
        "fitness": [found.value, found.low, found.high],
        "valid": result.valid,
        "left": result.left,
        "stages": list(evaluation.stages),
        "metrics": {name: [m.value, m.low, m.high, m.games] for name, m in evaluation.metrics.items()},
        "scores": dict(evaluation.scores),
        "flags": [flag.name for flag in evaluation.flags],
        "descriptors": dict(evaluation.descriptors),
        "endings": dict(result.endings),
    }


def events_of(
    number: int, summary: Mapping[str, Any], candidates: Sequence[Candidate], results: Sequence[Result]
) -> Iterator[dict[str, Any]]:
    """What the log says of a generation."""
    for candidate, result in zip(candidates, results, strict=True):
        yield {
            "level": "debug",
            "event": "candidate",
            "generation": number,
            "genome": candidate.genome.genome_id,
            "measurement": candidate.measurement,
            "made": candidate.genome.lineage,
            "fitness": round(result.fitness.value, 6),
            "left": result.left,
        }
    yield {"level": "info", "event": "generation", **summary}
    for name, share in summary.items():
        metric = name.removeprefix("full_")
        if metric != name and metric not in MET and share > PILED and summary["searched"] >= 5:
            yield {"level": "warning", "event": "piled up", "generation": number, "metric": metric, "share": share}
