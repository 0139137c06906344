"""Chess: exact rules, AlphaZero's encoding, perft, search. The rules are C++; docs/chess.md tells what arrays mean."""

from .perft import divide, perft
from .position import ACTIONS, PACKED_WORDS, PLANES, START_FEN, Outcome, Position

__all__ = ["ACTIONS", "PACKED_WORDS", "PLANES", "START_FEN", "Outcome", "Position", "divide", "perft"]
