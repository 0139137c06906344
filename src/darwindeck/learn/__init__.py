"""Networks as evaluators, and how they learn; the only part that knows torch (`pip install 'darwindeck[torch]'`)."""

from .checkpoints import load_network, save_network
from .evaluator import TorchEvaluator
from .network import ChessNetwork
from .planes import chess_planes

__all__ = ["ChessNetwork", "TorchEvaluator", "chess_planes", "load_network", "save_network"]
