"""Two lines of advice: a rule of thumb, and another one for a single prompt, or for who leads to a trick."""

from __future__ import annotations

from ..engine.players import LEADING, BuiltIn, Rule, rule_player
from ..language.context import Context
from ..language.facts import Makes
from ..simulate.simulate import Job
from .advice import describe_rule, kinds_offered, rules_of_thumb
from .habits import LOOK, find_asked, plan_look
from .played import Played
from .thumbs import Trial, plan_round, rank, rules_for, thumb_trial

FIRST_LINES = 3  # rules of thumb that a second line is looked for, the best ones
FIRST_DEAL = 1 << 38  # of deals that no other stage plays


def plan_lines(played: Played, options: float) -> dict[str, Job]:
    """The games of the next round of the search for two lines, as in thumbs.py; none when it is over."""
    if LOOK not in played.records:
        return plan_look(played, "greedy")
    return plan_round(line_trial(played), played.first_deal, played.schedule, played.records, played.seed, options)


def line_trial(played: Played) -> Trial:
    """The best rules of thumb, each with every second line that says something else."""
    rules = rules_for(played.records)
    best = rank(thumb_trial(played.records), played.schedule, played.records)[:FIRST_LINES]
    pairs = [(rules[place], second) for place in best for second in second_lines(played)]
    players = [rule_player(first, second) for first, second in pairs if second._replace(prompt=first.prompt) != first]
    return Trial("lines", players, FIRST_DEAL)


def second_lines(played: Played) -> list[Rule]:
    """Rules for one prompt of several, and where there are tricks, for leading to them."""
    asked = list(find_asked(played))
    found = [
        rule._replace(prompt=number) for number, _, kinds in asked for rule in rules_of_thumb(kinds) if len(asked) > 1
    ]
    if Context(played.genome).has(Makes.TRICKS):
        probe = played.records["gate"].probe
        assert probe is not None
        found += [rule._replace(prompt=LEADING) for rule in rules_of_thumb(kinds_offered(probe))]
    return found


def best_lines(played: Played) -> BuiltIn | None:
    """The best player by two lines; None if the game has no room for a second one."""
    trial = line_trial(played)
    return trial.players[rank(trial, played.schedule, played.records)[0]] if trial.players else None


def describe_lines(played: Played) -> str:
    """Both lines, as a person would say them; "" if there are none."""
    if LOOK not in played.records or (player := best_lines(played)) is None:
        return ""
    prompts = {number: f"at “{text}”" for number, text, _ in find_asked(played)}
    where = {**prompts, LEADING: "when leading"}[player.exception.prompt]
    return f"{where}: {describe_rule(player.exception)}; else: {describe_rule(player.rule)}"
