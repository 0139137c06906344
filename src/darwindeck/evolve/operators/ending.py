"""Endings that the rest of a game can bring about: conditions that can never decide go, and one that can comes."""

from __future__ import annotations

import random

import msgspec

from ...genome.genome import GameGenome, MatchRules
from ...judge.flow import SUPPLY, Flow
from ...language.context import Context
from ...language.facts import Ends, Fact, Makes, Needs
from ...mechanics.wins import WINS, WinCondition

FEW_DEALS = 20


def settle_ending(genome: GameGenome, rng: random.Random) -> GameGenome:
    """The genome with win conditions that its turn, scores and chips can meet, and a match that they can end."""
    context = Context(genome)
    possible = _possible(genome, context)
    wins = [win for win in genome.win_conditions if win.type in possible]
    ends = {end for win in wins for end in (Ends.SHEDDING, Ends.ELIMINATION) if win.has(end, context)}
    if not context.has(Ends.DEAL_IN_TIME):
        sheds = any(phase.may(Makes.SHEDS) for phase in context.phases)
        captures = any(phase.has(Makes.CAPTURES, context) for phase in context.phases)  # so that hands run out
        if context.queue and Ends.ELIMINATION not in ends and not captures:
            wins.append(WinCondition(type="capture_all"))
        elif sheds and Ends.SHEDDING not in ends and not context.has(Ends.DEAL_AT_ONCE):
            wins.insert(0, WinCondition(type="empty_hand"))
    if not any(win.ranking is not None or win.has(Makes.DEAL_WINNER, context) for win in wins):
        wins.append(WinCondition(type=rng.choice(_deciding(possible))))
    return msgspec.structs.replace(genome, win_conditions=tuple(wins[:8]), match=_match(genome.match, wins, context))


def _match(match: MatchRules | None, wins: list[WinCondition], context: Context) -> MatchRules | None:
    """Several deals only where something they add up to ranks the sides, and few where no score or chip ends them."""
    ranking = next((win for win in wins if win.ranking is not None), None)
    drops = match is not None and context.has(Makes.KNOCK_OUTS, Makes.OUTS)  # the last who is left ends it
    if match is None or ((ranking is None or ranking.kind.of_last_deal) and not drops):
        return None
    if any(win.ends_match_at is not None for win in wins) or context.has_chips or drops:
        return match
    return msgspec.structs.replace(match, max_deals=min(match.max_deals, FEW_DEALS))


def _possible(genome: GameGenome, context: Context) -> set[str]:
    """Kinds of win conditions that may come to mean something: what they need is there."""
    flow = Flow(genome)
    there: dict[Fact, bool] = {need: flow.meets(need) for need in SUPPLY}
    there[Needs.HANDS_WON] |= context.queue  # which turns of queues mostly come to
    return {name for name, win in WINS.items() if all(there[need] for need in win.facts.needs)}


def _deciding(possible: set[str]) -> list[str]:
    """Of the kinds that can decide a game those that say most about it."""
    best: list[str] = [
        kind for kind in ("high_score", "most_chips", "most_captured", "capture_all") if kind in possible
    ]
    return best or ["fewest_cards", "empty_hand"]
