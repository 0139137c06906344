"""Search: many trees in lockstep, evaluated together (docs/search.md)."""

from .batched import BatchedMCTS
from .evaluators import Evaluator, Pipeline, heuristic_evaluator, run, uniform_evaluator
from .found import Root, Roots, SearchStats
from .leaves import Buffers, Leaves
from .options import SearchOptions

__all__ = [
    "BatchedMCTS",
    "Buffers",
    "Evaluator",
    "Leaves",
    "Pipeline",
    "Root",
    "Roots",
    "SearchOptions",
    "SearchStats",
    "heuristic_evaluator",
    "run",
    "uniform_evaluator",
]
