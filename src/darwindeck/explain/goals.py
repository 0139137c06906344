"""What to play for, in a sentence or two. How it is decided is said by `ending`."""

from __future__ import annotations

import re

from ..genome.genome import GameGenome
from ..language.context import Context
from ..language.facts import Ends, Makes, Reads
from ..language.words import capitalise, number_of
from ..mechanics.wins import WinCondition


def goal(genome: GameGenome, context: Context) -> str:
    """What to play for, in a sentence or two."""
    deal, end = deal_goal(genome), end_goal(genome, context)
    if genome.match and deal and end:
        return f"In each deal, {deal}. In the end, {end}."
    goals = [each for each in (deal, end) if each]
    return f"{capitalise('; or '.join(goals))}." if goals else "There is nothing to be won."


def deal_goal(genome: GameGenome) -> str:
    """What to do in a deal, but for what decides only where nobody has done it; empty if nothing in it wins."""
    goals = [c.kind for c in genome.win_conditions if c.kind.deal_goal]
    first = [kind for kind in goals if kind.may(Ends.SHEDDING) or kind.may(Ends.ELIMINATION)] or goals
    return "; or ".join(kind.deal_goal for kind in first)


def end_goal(genome: GameGenome, context: Context) -> str:
    """What to be best at in the end; empty if nothing is compared then."""
    return next((final_goal(c, context) for c in genome.win_conditions if c.kind.end_goal), "")


def final_goal(condition: WinCondition, context: Context) -> str:
    """Of a condition that ranks, what to be best at, and when that is looked at."""
    kind, at, match = condition.kind, condition.threshold, context.genome.match
    text = kind.end_goal.format(at=number_of(at or 0, "point"))
    if condition.has(Reads.HAND_SIZES, context) and any(
        p.has(Makes.ATTACKS, context) and p.has(Makes.DRAWS, context) for p in context.phases
    ):
        return f"once the stock is empty, {text}"  # before, hands are filled again
    text = _of_side(text) if context.genome.teams else text
    if match is None or "{at}" in kind.end_goal:  # one deal, or the number is said already
        return text
    if kind.of_last_deal:
        return f"{text} in the last deal"
    if condition.ends_match_at is not None:
        if context.genome.teams:
            return f"{text} when one reaches {at}"
        return f"{text} when somebody reaches {at}{', or be the last who is not out' * context.knocks_out}"
    return "be the last player who is not out" if context.knocks_out and condition.has(Reads.SCORES, context) else text


def _of_side(text: str) -> str:
    """A goal of a player as that of a side: "have the highest score" as "be the side with the highest score"."""
    if text.startswith("have "):
        return f"be the side with {text.removeprefix('have ')}"
    if "player" in text:
        return text.replace("player", "side")
    if text.startswith("be the "):
        return re.sub(r"^be the (\w+)", r"be the \1 side", text)
    return f"{text} as a side"
