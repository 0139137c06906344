"""Networks as evaluators, and how they learn; the only part that knows torch (`pip install 'darwindeck[torch]'`)."""

from .checkpoints import load_network, load_trained, save_network
from .evaluator import TorchEvaluator
from .lc0 import load_lc0
from .network import ChessNetwork
from .planes import chess_planes

__all__ = ["ChessNetwork", "TorchEvaluator", "chess_planes", "load_lc0", "load_network", "load_trained", "save_network"]
