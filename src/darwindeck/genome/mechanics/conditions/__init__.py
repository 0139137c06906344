"""Conditions, one file each, and `Condition`, the union of them all: a file in this folder is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..condition import ConditionMechanic
from ..union import union_of

if TYPE_CHECKING:
    Condition = ConditionMechanic
else:
    Condition = union_of(__name__, ConditionMechanic)
