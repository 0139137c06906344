"""Mechanics: phases, actions, conditions and wins, one file each with fields, facts, code and sentences.

Nothing outside this folder names one of them (`tests/mechanics/test_names.py`); whoever wants to know something about
a mechanic asks for its facts. A mechanic in a file of `phases/`, `actions/` or `conditions/` is one of the language; what
all of a kind share is in the file with the kind's name, such as `phases/phase.py`. Actions contain conditions, and
phases both, so conditions see neither. In this folder itself are the parts of genomes that are made of mechanics.
"""

from __future__ import annotations

from .actions import Action
from .conditions import Condition
from .conditions.compound import CompoundCondition
from .effects import SpecialEffect, TriggerEffect
from .phases import Phase
from .wins import WinCondition

__all__ = ["Action", "CompoundCondition", "Condition", "Phase", "SpecialEffect", "TriggerEffect", "WinCondition"]
