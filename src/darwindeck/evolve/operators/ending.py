"""Endings that the rest of a game can bring about: conditions that can never decide go, and one that can comes.

The only table here of what phases lead to; a phase that is not in it leads nowhere in particular.
"""

from __future__ import annotations

import random

import msgspec

from ...genome.context import Context
from ...genome.genome import GameGenome, MatchRules
from ...genome.mechanics.win import OF_THE_LAST_DEAL, THRESHOLDS, WinCondition

# Phases by what they do to the cards, the scores and the deal.
SCORING = {"KnockPhase", "CapturePhase", "BidPhase", "add_score"}
CAPTURING = {"TrickPhase", "CapturePhase", "AskPhase"}
SHEDDING = {"PlayPhase", "DiscardPhase", "ClaimPhase", "BoutPhase"}
CLOSING = {"TrickPhase", "CapturePhase", "AskPhase", "ShowdownPhase", "KnockPhase", "end_round"}
ENDS_SHEDDING = ("empty_hand", "last_with_cards_loses", "deck_empty")
ENDS_QUEUES = ("capture_all", "last_player_standing")
FEW_DEALS = 10
DECIDES = ("empty_hand", "capture_all", "lowest_hand")


def settled(genome: GameGenome, rng: random.Random) -> GameGenome:
    """The genome with win conditions that its turn, scores and chips can meet, and a match that they can end."""
    context = Context(genome)
    tags = {str(type(part).__struct_config__.tag) for part in (*context.phases, *context.actions)}
    possible = _possible(genome, context, tags)
    wins = [win for win in genome.win_conditions if win.type in possible]
    kinds = {win.type for win in wins}
    if context.queue and not kinds & set(ENDS_QUEUES) and not tags & CLOSING and not _goes_to_captures(context):
        wins.append(WinCondition(type="capture_all"))
    elif tags & SHEDDING and not tags & CLOSING and not kinds & set(ENDS_SHEDDING):
        wins.insert(0, WinCondition(type="empty_hand"))
    if not any(win.ranking is not None or win.type in DECIDES for win in wins):
        wins.append(WinCondition(type=rng.choice(_deciding(possible))))  # type: ignore[arg-type]
    return msgspec.structs.replace(genome, win_conditions=tuple(wins[:8]), match=_match(genome.match, wins, context))


def _match(match: MatchRules | None, wins: list[WinCondition], context: Context) -> MatchRules | None:
    """Several deals only where something they add up to ranks the sides, and few where no score or chip ends them."""
    ranking = next((win for win in wins if win.ranking is not None), None)
    if match is None or ranking is None or ranking.type in OF_THE_LAST_DEAL:
        return None
    if any(win.ends_match_at is not None for win in wins) or context.has_chips:
        return match
    return msgspec.structs.replace(match, max_deals=min(match.max_deals, FEW_DEALS))


def _possible(genome: GameGenome, context: Context, tags: set[str]) -> set[str]:
    """Kinds of win conditions that may come to mean something."""
    possible = {
        "empty_hand",
        "fewest_cards",
        "best_hand",
        "last_with_cards_loses",
        "last_player_standing",
        "deck_empty",
        "lowest_hand",
    }
    if genome.scoring_rules or tags & SCORING:
        possible |= set(THRESHOLDS)
    if context.has_chips:
        possible.add("most_chips")
    if tags & CAPTURING or _goes_to_captures(context):
        possible.add("most_captured")
    if context.queue or "BattlePhase" in tags:
        possible.add("capture_all")
    return possible


def _goes_to_captures(context: Context) -> bool:
    return any("capture_zone" in (getattr(p, "target", None), getattr(p, "take_to", None)) for p in context.phases)


def _deciding(possible: set[str]) -> list[str]:
    """Of the kinds that can decide a game those that say most about it."""
    best: list[str] = [
        kind for kind in ("high_score", "most_chips", "most_captured", "capture_all") if kind in possible
    ]
    return best or ["fewest_cards", "empty_hand"]
