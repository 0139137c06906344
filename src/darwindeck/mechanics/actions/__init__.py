"""Actions, one file each, and `Action`, the union of them all: a file in this folder is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...language.union import union_of
from .action import ActionMechanic

if TYPE_CHECKING:
    Action = ActionMechanic
else:
    Action = union_of(__name__, ActionMechanic)
