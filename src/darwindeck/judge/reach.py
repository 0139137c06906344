"""Reach: whether play comes to the goal, and not to everybody alike; whether cards are left where they are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..language.facts import Ends, Makes, Needs, Reads
from ..language.findings import Finding, Gate
from ..mechanics.phases.phase import PhaseMechanic
from ..mechanics.scoring import HANDS_SCORED
from ..mechanics.wins import WinCondition
from .flow import Flow, actions_of

PRIZED = 0.75  # the least share of the rounds for prizes in which there is one


def reach(flow: Flow) -> Iterator[Finding]:
    for rule in (_nobody, _opposite, _shedding, _cut_short, _stock, _hands_left, _sweep, _prizes, _tricks):
        yield from rule(flow)


def _nobody(flow: Flow) -> Iterator[Finding]:
    wins = flow.genome.win_conditions
    if not any(win.ranking is not None or win.has(Makes.DEAL_WINNER, flow.context) for win in wins):
        yield Finding(Gate.GOAL, "$.win_conditions", "nobody can win")


def _goals(flow: Flow, *facts: Reads | Ends) -> Iterator[tuple[str, WinCondition]]:
    """Win conditions that end a deal or rank the sides, of which one of the facts holds."""
    for number, win in enumerate(flow.genome.win_conditions):
        counts = win.ranking is None or win in flow.rankings
        if counts and any(win.has(fact, flow.context) for fact in facts):
            yield f"$.win_conditions[{number}]", win


def _opposite(flow: Flow) -> Iterator[Finding]:
    """Nobody can play for no cards and for all of them."""
    shed = any(win.has(Ends.SHEDDING, flow.context) for _, win in _goals(flow, Reads.HAND_SIZES))
    for path, win in _goals(flow, Reads.HAND_SIZES):
        if shed and win.has(Ends.ELIMINATION, flow.context):
            yield Finding(Gate.GOAL, path, "one wins by having all the cards, and also by having none")


# Getting rid of cards.


def _shedding(flow: Flow) -> Iterator[Finding]:
    """A goal of few cards needs hands that can become smaller, and not all of them alike."""
    for path, win in _goals(flow, Reads.HAND_SIZES):
        if win.has(Ends.ELIMINATION, flow.context):
            continue
        if not _shrinks(flow):
            yield Finding(Gate.GOAL, path, "hands never become smaller: as many cards are drawn as are put away")
        elif not _is_uneven(flow):
            yield Finding(Gate.GOAL, path, "everybody puts away as many cards as the others, so all run out together")


def _shrinks(flow: Flow) -> bool:
    if actions_of(flow, Makes.SHEDS) or any(_takes_from_others(phase, flow) for phase in flow.turn):
        return True
    change = 0
    for phase in flow.turn:
        least, most = phase.hand_change(flow.context)
        change += least if least < 0 or not _dries_up(phase, flow) else 0
        if least < 0 < most and phase.has(Makes.HANDS_WON, flow.context):
            return True
    return change < 0


def _dries_up(phase: PhaseMechanic, flow: Flow) -> bool:
    """Whether the cards that it gives run out in time."""
    if phase.has(Makes.DRAWS, flow.context):
        return not (flow.genome.setup.reshuffle and flow.has(Makes.DISCARDS)) and not flow.has(Makes.STOCK)
    if phase.has(Needs.TABLE, flow.context):
        return not flow.has(Makes.TABLE)
    return not phase.has(Makes.TOP_TAKEN, flow.context)


def _takes_from_others(phase: PhaseMechanic, flow: Flow) -> bool:
    """Whether it takes cards from hands: then others lose what one wins."""
    piles = (Makes.DRAWS, Makes.TOP_TAKEN, Makes.DISCARDS_TAKEN, Needs.TABLE, Needs.CAPTURES, Needs.STOCK)
    gains = phase.hand_change(flow.context)[1] > 0
    return gains and not any(phase.has(pile, flow.context) for pile in piles)


def _is_uneven(flow: Flow) -> bool:
    """Whether some can lose more cards than others in as many rounds."""
    if actions_of(flow, Makes.SHEDS, Makes.DRAWS, Makes.EXTRA_TURNS, Makes.SKIPS, Makes.OUTS):
        return True
    changes = [phase.hand_change(flow.context) for phase in flow.turn]
    if any(least != most for least, most in changes):
        return True
    alone = any(not phase.is_for_everyone and phase.may(Makes.SHEDS) for phase in flow.turn)
    return alone and flow.has(Makes.NEXT_TURN, Makes.EXTRA_TURNS)


# Ends that come too early, and ends that leave nothing to look at.


def _cut_short(flow: Flow) -> Iterator[Finding]:
    """What ends every deal in its first turn leaves no time to empty or win hands."""
    if not any(phase.has(Ends.DEAL_SURELY, flow.context) for phase in flow.turn):
        return
    for path, _ in _goals(flow, Ends.SHEDDING, Ends.ELIMINATION):
        yield Finding(Gate.GOAL, path, "every deal is over in its first turn, so it never comes to this")


def _stock(flow: Flow) -> Iterator[Finding]:
    for path, win in _goals(flow, Reads.STOCK):
        if flow.context.stock <= (win.threshold or 0):
            yield Finding(Gate.GOAL, path, "the stock is that small from the start: a deal is one turn")
        elif not flow.has(Makes.DRAWS, Needs.STOCK) and not flow.genome.setup.refill:
            yield Finding(Gate.GOAL, path, "nobody draws from the stock, so it never runs out")


def _hands_left(flow: Flow) -> Iterator[Finding]:
    """Hands that are compared or counted at the end of a deal need cards in them."""
    if _leaves_cards(flow):
        return
    words = "hands are empty when a deal is over, so there is nothing to compare"
    for path, _ in _goals(flow, Reads.HELD):
        yield Finding(Gate.GOAL, path, words)
    for number, rule in enumerate(flow.genome.scoring_rules):
        held = any(part.may(Makes.CARDS_IN_HAND) for part in rule.condition.parts())
        if held or rule.points_source in HANDS_SCORED:
            yield Finding(Gate.GOAL, f"$.scoring_rules[{number}]", words)


def _leaves_cards(flow: Flow) -> bool:
    """Whether a deal may end before hands are empty, so that more than one hand is left to look at."""
    context = flow.context
    folds = (part for part in (*context.phases, *context.actions) if part.has(Makes.FOLDS, context))
    others = (part for part in (*context.phases, *context.actions) if part not in tuple(folds))
    stops = any(part.has(Ends.DEAL_AT_ONCE, context) for part in others)
    return stops or any(win.has(Ends.SHEDDING, context) for win in flow.genome.win_conditions) or not _empties(flow)


def _empties(flow: Flow) -> bool:
    """Whether the deal goes on until hands are used up."""
    return flow.has(Ends.DEAL_IN_TIME) or sum(phase.hand_change(flow.context)[1] for phase in flow.turn) < 0


def _sweep(flow: Flow) -> Iterator[Finding]:
    """Where one rule alone can give a sweep's total, the sweep must not undo what the rule is for."""
    sweep, rules = flow.genome.sweep, flow.scoring
    if sweep is None or not flow.ranks_by(Reads.SCORES):
        return
    single = any(rule.points == sweep.total and rule.points_source == "points" and not rule.per_card for rule in rules)
    gain = sweep.others - sweep.own if flow.ranks_by(Reads.LOW_SCORES) else sweep.own - sweep.others
    if single and gain <= 0:
        yield Finding(Gate.GOAL, "$.sweep", "whoever scores that alone is worse off for it than the others")


def _prizes(flow: Flow) -> Iterator[Finding]:
    """Where everybody plays a card for what lies on the table, there must be something on it nearly until the end."""
    battles = [(p, phase) for p, phase in flow.phases if phase.has(Makes.BATTLES, flow.context) and phase in flow.turn]
    battles = [(p, phase) for p, phase in battles if phase.has(Needs.TABLE, flow.context)]
    a_turn = sum(phase.count_laid_out(flow.context) for phase in flow.turn)
    if not battles or flow.genome.setup.refill:
        return
    rounds = flow.context.dealt_hand / len(battles)
    prized = -(-flow.context.stock // a_turn) if a_turn else 1
    others = any(phase.has(Makes.TABLE, flow.context) and not phase.count_laid_out(flow.context) for phase in flow.turn)
    if not others and prized < PRIZED * rounds:
        words = f"there are prizes for {prized} of {rounds:.0f} rounds; the rest of the hands is played for nothing"
        yield Finding(Gate.ROOM, battles[0][0], words)


def _tricks(flow: Flow) -> Iterator[Finding]:
    """A deal has as many tricks as a hand has cards, where nobody draws."""
    context = flow.context
    if flow.has(Makes.DRAWS, Makes.HANDS_WON, Makes.TOP_TAKEN) or flow.genome.setup.refill:
        return
    for number, rule in enumerate(flow.genome.scoring_rules):
        for part in rule.condition.parts():
            least = _fewest_tricks(part)
            if least > context.dealt_hand:
                words = f"a deal has {context.dealt_hand} tricks, so nobody wins {least}"
                yield Finding(Gate.NEVER, f"$.scoring_rules[{number}]", words)


def _fewest_tricks(condition: Any) -> int:
    """The tricks that a side must have won at least for the condition to hold."""
    if not condition.may(Makes.TRICK_COUNT) or condition.reference != "value":
        return 0
    won = int(condition.value)
    return {">": won + 1, ">=": won, "==": won}.get(condition.operator, 0)
