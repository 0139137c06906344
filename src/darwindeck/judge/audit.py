"""Audit: everything made must be read on a way to the goal, everything needed must be made, and play must come to the goal.

Findings are about rules, never about how good a game is: a game without any may still be decided by the deal.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from ..genome.genome import GameGenome
from ..language.facts import Ends, Facts, Makes, Needs, Reads
from ..language.findings import Finding, Gate
from ..mechanics.phases.phase import PhaseMechanic
from ..mechanics.scoring import HANDS_SCORED
from .flow import Flow
from .reach import reach

LACKS = {
    Needs.POINTS: "nothing ever scores points",
    Needs.CHIPS: "there are no chips",
    Needs.POT: "nothing is ever paid into a pot",
    Needs.TRICKS: "there are no tricks",
    Needs.CAPTURES: "nobody ever captures cards",
    Needs.HANDS_WON: "nobody can win the cards of others into the hand",
    Needs.TITLES: "no phase gives players places",
    Needs.CALLS: "nobody ever becomes the declarer",
    Needs.RESERVES: "no cards wait in reserve",
    Needs.CRIB: "nobody lays cards into a crib",
    Needs.OUTS: "nobody ever drops out",
    Needs.TRUMP: "there are no trumps",
    Needs.STOCK: "there is no stock",
    Needs.DISCARDS: "the top card of the discard pile never exists",
    Needs.OWN_DISCARDS: "nobody ever discards to a pile of their own",
    Needs.TABLE: "no cards ever lie on the table then",
    Needs.BROKEN_SUIT: "no suit has to be broken",
    Needs.WINNER: "nobody ever wins a deal",
    Needs.NAMED_SUIT: "no rule asks for the suit of the top discard",
}


def audit(genome: GameGenome) -> list[Finding]:
    """All that is wrong with the rules of a game that has no errors."""
    return audit_flow(Flow(genome))


def audit_flow(flow: Flow) -> list[Finding]:
    unread = (unread_points, unread_chips, unread_prizes, unread_winners, unread_ends, unread_reserves)
    rules = (unmade, *unread, reach, stale_bets, free_passes, early_folds, find_unturned, pointless, idle)
    return list(dict.fromkeys(finding for rule in rules for finding in rule(flow)))


def unmade(flow: Flow) -> Iterator[Finding]:
    """What is needed and never there."""
    for path, part in flow.parts:
        for need in _may_lack(part.facts):
            if part.has(need, flow.context) and not flow.meets(need, path):
                does_without = need is Needs.TRUMP and isinstance(part, PhaseMechanic)
                yield Finding(Gate.IDLE if does_without else Gate.UNMADE, path, LACKS[need])


@functools.cache
def _may_lack(facts: Facts) -> tuple[Needs, ...]:
    return tuple(need for need in LACKS if facts.when(need))


# What is made and never read.


def unread_points(flow: Flow) -> Iterator[Finding]:
    if flow.scores_count:
        return
    words = "players score points, but nothing reads the score"
    if flow.genome.scoring_rules:
        yield Finding(Gate.UNREAD, "$.scoring_rules", words)
    for path, part in flow.parts:
        if part.has(Makes.POINTS, flow.context):
            yield Finding(Gate.UNREAD, path, words)


def unread_chips(flow: Flow) -> Iterator[Finding]:
    """A bet is free where nothing reads chips, and idle where nobody can win the pot."""
    if flow.context.has_betting and not flow.chips_count:
        words = "nothing reads the chips: a bet costs nothing (with most_chips it would)"
        yield Finding(Gate.UNREAD, "$.win_conditions", words)
    if (flow.context.has_betting or flow.ranks_by(Reads.CHIPS)) and not flow.has(Makes.POT_WON):
        words = "nobody wins the pot unless all others fold: it goes back to those who paid"
        yield Finding(Gate.UNREAD, "$.turn_structure", words)


def unread_prizes(flow: Flow) -> Iterator[Finding]:
    """Tricks, books and captured cards."""
    for path, phase in flow.phases:
        if _is_shed(phase, flow) or _wins_otherwise(phase, flow):
            continue
        lies_open = phase.has(Needs.TABLE, flow.context)  # cards of the table are there to be won
        if _wins_turns(phase, flow) and not lies_open:
            continue
        if phase.has(Makes.TRICKS, flow.context):
            if not (flow.tricks_count or flow.captures_count):
                yield Finding(Gate.UNREAD, path, "nothing reads who wins the tricks, or what is in them")
        elif phase.has(Makes.BOOKS, flow.context):
            if not flow.captures_count:
                yield Finding(Gate.UNREAD, path, "nothing reads the books that players lay down")
        elif phase.has(Makes.CAPTURES, flow.context) and not flow.captures_count:
            yield Finding(Gate.UNREAD, path, "nothing reads the cards that players capture")


def _is_shed(phase: PhaseMechanic, flow: Flow) -> bool:
    """Whether cards only go away by it, or the goal is that they do."""
    return phase.may(Makes.SHEDS) or (phase.has(Makes.BOOKS, flow.context) and flow.hands_end_it)


def _wins_otherwise(phase: PhaseMechanic, flow: Flow) -> bool:
    """Whether it has another prize that counts: points, the pot, the cards of others."""
    counting = {Makes.POINTS: flow.scores_count, Makes.POT_WON: flow.chips_count, Makes.HANDS_WON: True}
    return any(counts and phase.has(prize, flow.context) for prize, counts in counting.items())


def _wins_turns(phase: PhaseMechanic, flow: Flow) -> bool:
    """Whether its winner takes the next turn, and whoever has the turn can do something that counts alone."""
    if not phase.has(Makes.NEXT_TURN, flow.context) or phase not in flow.turn:
        return False
    return any(flow.counts_alone(other) for other in flow.turn if other is not phase)


def unread_winners(flow: Flow) -> Iterator[Finding]:
    """Showdowns and winners of deals that count for nothing."""
    pot = flow.meets(Needs.POT) and flow.chips_count
    for path, phase in flow.phases:
        if phase.has(Makes.SHOWDOWN, flow.context) and not (pot or flow.winner_counts):
            yield Finding(Gate.UNREAD, path, "nothing reads whose hand is best: there is no pot that counts")
    if flow.winner_counts or _scores_hands(flow):
        return
    for number, win in enumerate(flow.genome.win_conditions):
        if win.has(Makes.DEAL_WINNER, flow.context) and win.ranking is None:
            path = f"$.win_conditions[{number}]"
            yield Finding(Gate.UNREAD, path, "nothing reads who wins a deal: it counts for nothing in the match")


def _scores_hands(flow: Flow) -> bool:
    """Whether what hands are left with at the end of a deal scores."""
    rules = flow.scoring
    held = (Reads.HELD, Reads.HAND_SIZES)
    asked = any(part.has(fact, flow.context) for rule in rules for part in rule.condition.parts() for fact in held)
    return asked or any(rule.points_source in HANDS_SCORED for rule in rules)


def unread_ends(flow: Flow) -> Iterator[Finding]:
    """Phases that end a deal, and bring nothing that decides it."""
    for path, phase in flow.phases:
        brings = (
            (Makes.POINTS, flow.scores_count),
            (Makes.DEAL_WINNER, flow.winner_counts),
            (Makes.STAKES, flow.chips_count),
            (Makes.POT_WON, flow.chips_count),
        )
        ends = phase.has(Ends.DEAL_AT_ONCE, flow.context)
        if ends and not any(counts and phase.has(fact, flow.context) for fact, counts in brings):
            yield Finding(Gate.GOAL, path, "it ends the deal, but what it brings counts for nothing")


def unread_reserves(flow: Flow) -> Iterator[Finding]:
    """Cards in reserve that nobody ever takes."""
    for path, phase in flow.phases:
        if phase.has(Makes.RESERVES, flow.context) and not flow.is_used(Needs.RESERVES):
            yield Finding(Gate.UNREAD, path, "nobody ever takes the cards in reserve")


def stale_bets(flow: Flow) -> Iterator[Finding]:
    """A round of betting right after another: nobody has learned anything or changed a hand in between."""
    bets = [(path, phase.has(Makes.BETS, flow.context)) for path, phase in flow.phases]
    again = len(flow.turn) > 1 and not any(phase.has(Ends.DEAL_SURELY, flow.context) for phase in flow.turn)
    first = len(flow.phases) - len(flow.turn)
    round_again = [(bets[-1], bets[first])] if again else []
    for (_, before), (path, after) in [*itertools.pairwise(bets), *round_again]:
        if before and after:
            yield Finding(Gate.SECRET, path, "nothing has changed since the last round of betting")


def free_passes(flow: Flow) -> Iterator[Finding]:
    """Deal after deal with nothing in the pot before the first bet: whoever waits for a very good hand pays nothing for it."""
    stakes = flow.genome.setup.resources
    bets = [(path, phase) for path, phase in flow.phases if phase.has(Makes.BETS, flow.context)]
    paid = stakes is not None and (stakes.ante or stakes.blinds)
    if bets and not paid and flow.genome.match and not any(getattr(phase, "ante", 0) for _, phase in bets):
        yield Finding(Gate.ROOM, bets[0][0], "nobody pays before the first bet, so waiting for a better deal is free")


def early_folds(flow: Flow) -> Iterator[Finding]:
    """Several pots in the only deal: when all but one have folded it is over, so whoever is ahead folds and has won."""
    if flow.genome.match is None and flow.context.folds and flow.context.wins_pots_in_turns:
        why = "there is one deal with several pots, and folding ends it: whoever is ahead folds"
        yield Finding(Gate.GOAL, "$.match", why)


def find_unturned(flow: Flow) -> Iterator[Finding]:
    """A card of the stock names the trump suit, and there is no stock."""
    setup, match = flow.genome.setup, flow.genome.match
    changes = match is not None and match.hand_schedule
    if setup.trump_selection_method == "turn_up" and not flow.context.stock and not changes:
        why = "all cards are dealt, so that none can be turned up for trumps"
        yield Finding(Gate.NEVER, "$.setup.trump_selection_method", why)


# What mechanics say of themselves, and what could be left out.


def pointless(flow: Flow) -> Iterator[Finding]:
    for path, phase in flow.phases:
        for gate, field, words in phase.doubts(flow.context):
            yield Finding(gate, f"{path}.{field}" if field else path, words)


def idle(flow: Flow) -> Iterator[Finding]:
    """Parts of the setup that nothing looks at."""
    setup, context = flow.genome.setup, flow.context
    if context.queue and not context.has(Needs.HOLDERS):
        yield Finding(Gate.IDLE, "$.setup.hand_order", "hands are queues, but nothing is played from them")
    if context.has_trump and not flow.is_used(Reads.TRUMP):
        named = [path for path, phase in flow.phases if phase.may(Makes.TRUMP)]
        gate, path = (Gate.UNREAD, named[0]) if named else (Gate.IDLE, "$.setup.trump_selection_method")
        yield Finding(gate, path, "nothing asks which suit is trumps")
    if setup.initial_tableau_count and not flow.is_used(Reads.TABLE, Needs.TABLE):
        yield Finding(Gate.IDLE, "$.setup.initial_tableau_count", "nothing looks at the cards on the table")
    if context.has_chips and not flow.is_used(Makes.STAKES, Reads.POT, Reads.CHIPS):
        yield Finding(Gate.IDLE, "$.setup", "nobody can bet or win the chips")
    for number, win in enumerate(flow.genome.win_conditions):
        if win.ranking is not None and win not in flow.rankings and not (win.ends_match_at or win.kind.facts.ends):
            yield Finding(Gate.IDLE, f"$.win_conditions[{number}]", "the condition before it decides already")
    turned = [path for path, phase in flow.phases if phase.may(Needs.STOCK) and not phase.offers_choice()]
    uses = (Reads.TABLE, Needs.TABLE, Reads.DISCARDS, Needs.DISCARDS, Makes.TOP_TAKEN)
    if turned and not flow.is_used(*uses):
        yield Finding(Gate.UNREAD, turned[0], "nothing looks at the cards that are turned up")
