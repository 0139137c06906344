"""Mechanics: one file each with fields, `emit` (code) and `rule` (a sentence). Nothing else lists them."""

from __future__ import annotations

from .action import Action
from .ask import AskPhase
from .battle import BattlePhase
from .betting import BettingPhase, ShowdownPhase
from .bid import BidPhase
from .bout import BoutPhase
from .capture import CapturePhase
from .claim import ClaimPhase
from .conditions import CompoundCondition, Condition
from .discard import DiscardPhase
from .draw import DrawPhase
from .effects import SpecialEffect, TriggerEffect
from .knock import KnockPhase, OfferPhase
from .pass_cards import PassCardsPhase
from .play import PlayPhase
from .tribute import TributePhase
from .trick import TrickPhase
from .turn_up import TurnUpPhase
from .win import WinCondition

Phase = (
    AskPhase | BattlePhase | BettingPhase | BidPhase | BoutPhase | CapturePhase | ClaimPhase | DiscardPhase | DrawPhase
    | KnockPhase | OfferPhase | PassCardsPhase | PlayPhase | ShowdownPhase | TributePhase | TrickPhase | TurnUpPhase
)  # fmt: skip

__all__ = ["Action", "CompoundCondition", "Condition", "Phase", "SpecialEffect", "TriggerEffect", "WinCondition"]
