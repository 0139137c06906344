"""Chess: exact rules, AlphaZero's encoding, perft, search. The rules are C++; docs/chess.md tells what arrays mean."""

from .counting import divide, perft
from .position import ACTIONS, PACKED_WORDS, PLANES, START_FEN, Outcome, Position
from .search import Analysis, Judgement, Opinion, Search, analyze, evaluate

__all__ = [
    "ACTIONS",
    "PACKED_WORDS",
    "PLANES",
    "START_FEN",
    "Analysis",
    "Judgement",
    "Opinion",
    "Outcome",
    "Position",
    "Search",
    "analyze",
    "divide",
    "evaluate",
    "perft",
]
