"""A second name for the batched search, with the names that older plans gave it. New programs use darwindeck.search."""

from .evaluator import TorchEvaluator
from .manager import BatchedMCTSManager

__all__ = ["BatchedMCTSManager", "TorchEvaluator"]
