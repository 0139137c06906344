"""Phases, one file each, and `Phase`, the union of them all: a file in this folder is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...language.union import union_of
from .phase import PhaseMechanic

if TYPE_CHECKING:
    Phase = PhaseMechanic
else:
    Phase = union_of(__name__, PhaseMechanic)
