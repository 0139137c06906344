"""Mechanics: one file each with fields, `emit` (code) and `rule` (a sentence). Nothing else lists them."""

from __future__ import annotations

from .action import Action
from .battle import BattlePhase
from .betting import BettingPhase, ShowdownPhase
from .capture import CapturePhase
from .claim import ClaimPhase
from .conditions import CompoundCondition, Condition
from .discard import DiscardPhase
from .draw import DrawPhase
from .effects import SpecialEffect, TriggerEffect
from .knock import KnockPhase, OfferPhase
from .pass_cards import PassCardsPhase
from .play import PlayPhase
from .trick import TrickPhase
from .win import WinCondition

Phase = (
    BattlePhase | BettingPhase | CapturePhase | ClaimPhase | DiscardPhase | DrawPhase | KnockPhase | OfferPhase
    | PassCardsPhase | PlayPhase | ShowdownPhase | TrickPhase
)  # fmt: skip

__all__ = ["Action", "CompoundCondition", "Condition", "Phase", "SpecialEffect", "TriggerEffect", "WinCondition"]
