"""The genome: a whole game as data. What each part means is docs/genome.md; this file is its shape."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..language.fields import Text
from ..mechanics import Phase, SpecialEffect, TriggerEffect, WinCondition
from ..mechanics.scoring import ScoringRule, SweepRule
from .setup import SetupRules

NOTE = {"note": True}  # marks fields that tell where a genome comes from
# Fields that are no rules: they change neither the program nor what game it is.
METADATA = ("schema_version", "genome_id", "generation", "parents", "lineage", "name", "description", "player_counts",
            "partner_counts")  # fmt: skip
Identifier = Annotated[str, Meta(min_length=1, max_length=100)]
DealtCards = Annotated[int, Meta(ge=1, le=26)]
Seat = Annotated[int, Meta(ge=0, le=7)]


class TurnStructure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What happens once at the start of a deal, and then in every turn, in this order."""

    phases: Annotated[tuple[Phase, ...], Meta(min_length=1, max_length=12)]
    opening: Annotated[tuple[Phase, ...], Meta(max_length=4)] = ()


class MatchRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match of several deals; without it a game is one deal."""

    max_deals: Annotated[int, Meta(ge=1, le=1000)] = 100
    tie: Literal["share", "play_on"] = "share"
    hand_schedule: Annotated[tuple[DealtCards, ...], Meta(max_length=26)] = ()
    next_dealer: Literal["left", "most_tricks"] = "left"


class GameGenome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Complete rules of one game."""

    schema_version: Literal["1.0"] = "1.0"
    genome_id: Identifier
    generation: Annotated[int, Meta(ge=0)] = 0
    parents: Annotated[tuple[Identifier, ...], Meta(max_length=4, extra=NOTE)] = ()
    lineage: Annotated[str, Meta(max_length=300, extra=NOTE)] = ""
    name: Annotated[str, Meta(max_length=100)] = ""
    description: Text = ""
    player_count: Annotated[int, Meta(ge=2, le=8)] = 2
    player_counts: Annotated[tuple[Annotated[int, Meta(ge=2, le=8)], ...], Meta(max_length=7)] = ()
    partner_counts: Annotated[tuple[Annotated[int, Meta(ge=4, le=8, multiple_of=2)], ...], Meta(max_length=3)] = ()
    setup: SetupRules
    turn_structure: TurnStructure
    special_effects: Annotated[tuple[SpecialEffect, ...], Meta(max_length=16)] = ()
    triggers: Annotated[tuple[TriggerEffect, ...], Meta(max_length=16)] = ()
    win_conditions: Annotated[tuple[WinCondition, ...], Meta(max_length=8)]
    scoring_rules: Annotated[tuple[ScoringRule, ...], Meta(max_length=16)] = ()
    sweep: SweepRule | None = None
    teams: Annotated[tuple[tuple[Seat, ...], ...], Meta(max_length=4)] = ()
    match: MatchRules | None = None
    max_turns: Annotated[int, Meta(ge=1, le=65_535)] = 1000
