"""Mechanics: phases, actions, conditions and wins, one file each with fields, facts, code and sentences.

Nothing outside this folder names one of them (`tests/test_mechanics.py`); whoever wants to know something about a
mechanic asks for its facts. A file in `phases/`, `actions/` or `conditions/` is a mechanic of the language; what all
of a kind share is in the file beside the folder.
"""

from __future__ import annotations

from .actions import Action
from .conditions import Condition
from .conditions.compound import CompoundCondition
from .effects import SpecialEffect, TriggerEffect
from .phases import Phase
from .wins import WinCondition

__all__ = ["Action", "CompoundCondition", "Condition", "Phase", "SpecialEffect", "TriggerEffect", "WinCondition"]
