"""Conditions, one file each, and `Condition`, the union of them all: a file in this folder is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...language.union import union_of
from .condition import ConditionMechanic

if TYPE_CHECKING:
    Condition = ConditionMechanic
else:
    Condition = union_of(__name__, ConditionMechanic)
