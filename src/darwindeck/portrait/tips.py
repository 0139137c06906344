"""Advice in sentences that players like, each with the figure that it rests on, and never surer than that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil, floor

import msgspec

from ..evaluate.played import ITERATIONS, THUMB, TWO_LINES
from ..language.words import capitalise
from ..measure.evaluation import Evaluation
from ..measure.evidence import Evidence

Figure = tuple[float, float, float]  # a value and its 95 % interval
ORDER = re.compile(r"the (lowest|highest)")
# What kinds of answers are called, where the name of the kind is no verb.
KINDS = {"number": "name a number", "seat": "choose a player", "suit": "name a suit", "rank": "name a rank"}
THINK = f"Think ahead, as a computer does that plays {ITERATIONS} games in its head before each move."
AGAINST = {"random": "random moves", THUMB: "the best single rule", TWO_LINES: "the best two rules"}


class Tip(msgspec.Struct, frozen=True):
    """Advice, and how often who follows it beats who does not, in games of two or the equivalent of more."""

    advice: str
    against: str
    rate: Figure
    games: int


def find_tips(found: Evaluation, evidence: Evidence) -> Iterator[Tip]:
    """The best advice of one line and of two that was found, and what thinking wins of it; only what surely wins."""
    duels = {**evidence.lessons, **{name: duel.rung for name, duel in evidence.duels.items()}}
    thinks = False
    for name in ("thumb>random", "lines>thumb", "lines>random", "search>thumb", "search>lines", "search>random"):
        rung = duels.get(name)
        if rung is None or rung.low <= 0.5 or (thinks and rung.player == "search"):
            continue
        thinks = rung.player == "search"
        rate = round(rung.rate, 3), round(rung.low, 3), round(rung.high, 3)
        yield Tip(_advise(rung.player, found), AGAINST[rung.against], rate, rung.games)


def _advise(player: str, found: Evaluation) -> str:
    """What to do to play like one of the players that were compared."""
    if player == "search":
        return THINK
    return say_rule(found.thumb) if player == THUMB else say_rules(found.lines)


def say_rule(rule: str) -> str:
    """A rule of thumb as advice: "never take, the lowest" as "Do not take if you can help it, and choose the lowest."."""
    if ORDER.fullmatch(rule):
        return f"Always choose {rule} card or number."
    return f"{capitalise(_say_parts(rule))}."


def say_rules(lines: str) -> str:
    """Two rules, one of them for a single question: "at “Pass 3 cards”: the lowest; else: anything"."""
    where, _, rest = lines.partition(": ")
    here, _, other = rest.partition("; else: ")
    prompt = where.removeprefix("at ").strip("“”")
    asked = "lead to a trick" if where == "when leading" else prompt.rstrip("?")
    may = "may " if prompt.endswith("?") else ""
    otherwise = (
        "elsewhere anything will do"
        if other == "anything"
        else f"otherwise {_say_parts(other).removeprefix('choose ')}"
    )
    return f"When you {may}{asked[0].lower()}{asked[1:]}, {_say_parts(here)}; {otherwise}."


def _say_parts(rule: str) -> str:
    """The parts of a rule as orders."""
    return ", and ".join(_say_part(part) for part in rule.split(", "))


def _say_part(part: str) -> str:
    word, _, kinds = part.partition(" ")
    named = " or ".join(KINDS.get(kind, kind) for kind in kinds.split(" or "))
    if word == "always":
        return f"{named} whenever you can"
    if word == "never":
        return f"do not {named} if you can help it"
    return "choose anything" if part == "anything" else f"choose {part}"


def say_proof(tip: Tip) -> str:
    """How well the advice did, and how sure that is."""
    value, low, high = round(100 * tip.rate[0]), floor(100 * tip.rate[1]), ceil(100 * tip.rate[2])
    likely = f"at least {low} %" if high == 100 else f"{low} % to {high} %"
    return f"Against {tip.against} this wins {value} % of games, likely {likely} ({tip.games} played)."
