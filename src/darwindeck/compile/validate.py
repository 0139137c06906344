"""Validate: all that `check` finds, and whether anybody ever gets to move."""

from __future__ import annotations

from dataclasses import replace

from .. import _core
from ..genome.genome import GameGenome
from ..judge.check import Issue, Report, check
from .program import compile_genome

DEALS_TRIED = 8


def validate(genome: GameGenome) -> Report:
    """The faults of a genome; one without errors compiles, and some deal of a few offers a first move."""
    report = check(genome)
    if report.errors or _has_first_move(genome):
        return report
    issue = Issue("$.turn_structure", f"no first move: {DEALS_TRIED} deals ended before anybody could choose anything")
    return replace(report, errors=[issue], warnings=[])


def _has_first_move(genome: GameGenome) -> bool:
    program = compile_genome(genome).program
    return any(not _core.start(program, 0, index, []).is_over for index in range(DEALS_TRIED))
