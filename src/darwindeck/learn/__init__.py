"""Networks as evaluators; the only part that knows torch (`pip install 'darwindeck[torch]'`)."""

from .evaluator import TorchEvaluator
from .network import ChessNetwork
from .planes import chess_planes

__all__ = ["ChessNetwork", "TorchEvaluator", "chess_planes"]
