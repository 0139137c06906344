"""Sense: parts of a game that work against each other, and amounts that no deal can reach."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from ..language.facts import Ends, Makes, Needs, Reads
from ..language.fields import RANKS, SUITS, Operator, rank_set, suit_set
from ..language.findings import Finding, Gate
from ..language.words import a_rank, cards
from ..mechanics.conditions.condition import ConditionMechanic
from ..mechanics.phases.level import stock_is_renewed
from ..mechanics.phases.phase import PhaseMechanic
from ..mechanics.scoring import ScoringRule
from .flow import Flow

MELD = 3  # cards
FEW = 2  # players: the one before is the one after
MOST_IDLE = 2  # parts that make no difference, before a rulebook is more about these than about the game


def find_nonsense(flow: Flow) -> Iterator[Finding]:
    for rule in (
        _thinning,
        _drifting,
        _bad_prizes,
        _uneven_tricks,
        _sweeps,
        _scarce,
        _gifts,
        _no_melds,
        _bare_tables,
        _alone,
        _no_layout,
        _two_piles,
        _idle_amounts,
        _idle_breaks,
        _first_discards,
        _no_count,
        _leads,
        _trailing,
        _own_discards,
    ):
        yield from rule(flow)


def find_empty_rules(findings: list[Finding]) -> Iterator[Finding]:
    """One trump suit for nothing could simply be left out. With several such parts nobody sees what the game is about."""
    idle = [finding for finding in findings if finding.gate is Gate.IDLE]
    if len(idle) > MOST_IDLE:
        yield Finding(Gate.CLUTTER, idle[0].path, f"{len(idle)} rules make no difference")


def _thinning(flow: Flow) -> Iterator[Finding]:
    """Cards that leave hands by themselves, where nobody wants fewer: poker hands without their pairs, a trick that costs cards."""
    if flow.hands_end_it or flow.has(Makes.CHALLENGES):
        return
    genome = flow.genome
    lists = [("$.setup.post_deal_actions", genome.setup.post_deal_actions)]
    lists += [(f"$.triggers[{n}].actions", trigger.actions) for n, trigger in enumerate(genome.triggers)]
    lists += [(f"{path}.winner_actions", getattr(phase, "winner_actions", ())) for path, phase in flow.phases]
    for path, actions in lists:
        grows = any(action.may(Makes.DRAWS) or action.may(Makes.TABLE) for action in actions)
        for number, action in enumerate(actions):
            if action.has(Makes.SHEDS, flow.context) and not grows:
                yield Finding(Gate.GOAL, f"{path}[{number}]", "cards leave hands by themselves, and nobody wants fewer")


def _drifting(flow: Flow) -> Iterator[Finding]:
    """Who knocks with a hand must have had one of the same size all the time: if all draw and one discards, it grows by itself, and
    if only some may draw, while all discard, most hands are worth nothing.
    """
    knocks = (Makes.MELDS, Makes.LAST_ROUND)
    least, most = count_hands(flow, flow.turn)
    if least == most == 0:
        return
    when = "in every round, whatever is done" if least > 0 or most < 0 else "in some rounds and not in others"
    for path, phase in flow.phases:
        if phase in flow.turn and any(phase.has(kind, flow.context) for kind in knocks):
            yield Finding(Gate.ROOM, path, f"hands become {'larger' if most > 0 else 'smaller'} {when}")


def count_hands(flow: Flow, phases: Iterable[PhaseMechanic]) -> tuple[int, int]:
    """By how many cards all hands together change in these phases, at least and at most."""
    least = most = 0
    for phase in phases:
        low, high = phase.hand_change(flow.context)
        times = flow.context.seats if phase.is_for_everyone else 1
        least, most = least + times * low, most + times * high
    return least, most


def _bad_prizes(flow: Flow) -> Iterator[Finding]:
    """Prizes for the best of a knock, for tricks that were promised or for books, where the lowest score wins: nobody wants them.

    Tricks can be avoided. Books cannot: they are laid down by themselves, and one must ask for cards.
    """
    if not flow.ranks_by(Reads.LOW_SCORES):
        return
    for path, phase in flow.phases:
        prizes = (Makes.MELDS, Makes.BIDS, Makes.CALLS)
        books = phase.has(Makes.BOOKS, flow.context) and flow.captures_count
        if books or (phase.has(Makes.POINTS, flow.context) and any(phase.has(kind, flow.context) for kind in prizes)):
            yield Finding(Gate.GOAL, path, "whoever does well scores points, and the lowest score wins")


def _uneven_tricks(flow: Flow) -> Iterator[Finding]:
    """Some have a card more than others, and play the last trick among themselves."""
    setup, context = flow.genome.setup, flow.context
    draws = [phase.hand_change(context) for phase in flow.turn if phase.is_for_everyone and phase.may(Makes.DRAWS)]
    drawn = sum(most for least, most in draws if least == most)
    actions = [action for phase in flow.turn for action in getattr(phase, "winner_actions", ())]
    shared = [action for action in actions if action.may(Makes.DRAWS) and getattr(action, "who", "") == "all"]
    drawn += sum(getattr(action, "count", 0) for action in shared)
    runs_out = drawn and context.stock % (context.seats * drawn) and not stock_is_renewed(context)
    all_dealt = not (context.hand_size or setup.hand_suits or setup.leftover != "deal" or flow.has(Makes.DRAWS))
    if runs_out or (all_dealt and context.deck.bit_count() % context.seats):
        for path, phase in flow.phases:
            if phase in flow.turn and phase.has(Makes.TRICKS, context):
                words = "some players have a card more than others, and so a trick for themselves"
                yield Finding(Gate.ROOM, path, words)


def _sweeps(flow: Flow) -> Iterator[Finding]:
    """A bonus for all points of a deal needs a deal that has so many."""
    sweep, rules = flow.genome.sweep, flow.genome.scoring_rules
    if sweep is None or any(rule.points_source != "points" for rule in rules):
        return
    if not flow.scores_count or sum(most_points(rule, flow) for rule in rules) < sweep.total:
        words = f"no deal has {sweep.total} points" if flow.scores_count else "nothing reads the score"
        yield Finding(Gate.NEVER, "$.sweep", words)


def _scarce(flow: Flow) -> Iterator[Finding]:
    """Points for more captured cards than ever come into play."""
    setup, context = flow.genome.setup, flow.context
    if flow.has(Makes.DRAWS, Needs.STOCK) or setup.refill or setup.hand_suits or not context.hand_size:
        return
    there = context.hand_size * context.seats + setup.initial_tableau_count + setup.initial_discard_count
    for number, rule in enumerate(flow.scoring):
        least = max(_least_captured(rule), rule.over + 1 if rule.over and rule.condition.may(Makes.CARD_COUNT) else 0)
        if least > there:
            words = f"only {cards(there)} come into play, so nobody captures {least}"
            yield Finding(Gate.NEVER, f"$.scoring_rules[{number}]", words)


def _gifts(flow: Flow) -> Iterator[Finding]:
    """Points that everybody gets, whatever happens."""
    for number, rule in enumerate(flow.scoring):
        if rule.points_source == "points" and not rule.per_card and _comparison(rule) == (">=", 0):
            yield Finding(Gate.NEVER, f"$.scoring_rules[{number}]", "everybody gets these points, whatever happens")


def _no_melds(flow: Flow) -> Iterator[Finding]:
    """Melds need three cards of a rank, or three of a suit in sequence (the ace is low)."""
    deck = flow.context.deck
    sets = any((deck & rank_set(rank)).bit_count() >= MELD for rank in RANKS)
    runs = any(
        all(deck & suit_set(suit) & rank_set(rank) for rank in RANKS[low : low + MELD])
        for suit in SUITS
        for low in range(len(RANKS) - MELD + 1)
    )
    for path, phase in flow.phases:
        melds = phase.has(Makes.MELDS, flow.context) or phase.has(Makes.TABLE_MELDS, flow.context)
        if melds and not (sets or runs):
            yield Finding(Gate.NEVER, path, "the pack has no three cards that are a meld")


def _bare_tables(flow: Flow) -> Iterator[Finding]:
    """Something takes cards from the table turn after turn, and none come to lie there any more."""
    if flow.is_used(Makes.TABLE) or _is_one_turn(flow):
        return
    for path, part in flow.parts:
        if (
            path.startswith("$.turn_structure.phases")
            and part.has(Needs.TABLE, flow.context)
            and flow.meets(Needs.TABLE)
        ):
            words = "cards come from the table in every turn, and none are put there after the deal"
            yield Finding(Gate.NEVER, path, words)


def _alone(flow: Flow) -> Iterator[Finding]:
    """In a deal of a single turn everybody must have a part in all of it, or only the first player draws."""
    for path, phase in flow.phases if _is_one_turn(flow) else ():
        if phase in flow.turn and not phase.is_for_everyone:
            yield Finding(Gate.GOAL, path, f"only the first player has {phase.noun}: the deal is over after that turn")


def _is_one_turn(flow: Flow) -> bool:
    return any(phase.has(Ends.DEAL_SURELY, flow.context) for phase in flow.turn)


def _no_layout(flow: Flow) -> Iterator[Finding]:
    """Suits that are continued on the table must lie there."""
    for path, phase in flow.phases:
        if phase.has(Makes.LAYOUT, flow.context) and not phase.has(Makes.TABLE, flow.context):
            yield Finding(Gate.NEVER, path, "cards continue suits on the table, and are not put there")


def _two_piles(flow: Flow) -> Iterator[Finding]:
    """Of two players, each draws what the other has put away last, on however many piles it lies."""
    if flow.context.seats > FEW:
        return
    for path, phase in flow.phases:
        if phase.has(Needs.OWN_DISCARDS, flow.context) and phase.has(Makes.TOP_TAKEN, flow.context):
            yield Finding(Gate.CLUTTER, path, "a discard pile for each of two players is the same as one for both")


def _idle_amounts(flow: Flow) -> Iterator[Finding]:
    """Of two players only one has more than the other: in a single deal that one wins, whatever is then added up."""
    if flow.context.seats > FEW or flow.genome.match is not None:
        return
    for number, rule in enumerate(flow.scoring):
        if rule.points_source != "points" and getattr(rule.condition, "reference", "") == "opponent":
            words = "only one player scores by this, so how much it is makes no difference"
            yield Finding(Gate.IDLE, f"$.scoring_rules[{number}]", words)


def _idle_breaks(flow: Flow) -> Iterator[Finding]:
    """A suit that may not be led at first is one that is worth more, or less, than others."""
    setup = flow.genome.setup
    named = {getattr(part, "suit", None) for _, part in flow.parts if isinstance(part, ConditionMechanic)}
    for path, phase in flow.phases:
        suit = getattr(phase, "breaking_suit", None)
        trumps = {setup.trump_suit, getattr(phase, "trump_suit", None)}
        if phase.has(Makes.TRICKS, flow.context) and suit and suit not in named | trumps:
            yield Finding(Gate.CLUTTER, path, "a suit may not be led at first, and is like any other")


def _first_discards(flow: Flow) -> Iterator[Finding]:
    """The pile does not begin with a card that has a power; one that has none may lie there."""
    rank, effects = flow.genome.setup.initial_discard_not, flow.genome.special_effects
    asked = {getattr(part, "rank", None) for _, part in flow.parts} | {effect.trigger_card for effect in effects}
    if rank is not None and rank not in asked and None not in {effect.trigger_card for effect in effects}:
        words = f"{a_rank(rank)} may not be the first discard, and is a card like any other"
        yield Finding(Gate.CLUTTER, "$.setup.initial_discard_not", words)


def _no_count(flow: Flow) -> Iterator[Finding]:
    """A crib is laid aside for the dealer to count it."""
    for path, phase in flow.phases if not flow.is_used(Needs.CRIB) else ():
        if phase.has(Makes.CRIB, flow.context):
            yield Finding(Gate.UNREAD, path, "nobody counts the crib")


def _leads(flow: Flow) -> Iterator[Finding]:
    """Points at the end of a deal for whoever has most points: in a single deal that changes nothing, in several it feeds the leader."""
    for number, rule in enumerate(flow.scoring):
        by_score = rule.condition.has(Reads.SCORES, flow.context) and not flow.ranks_by(Reads.LOW_SCORES)
        above = getattr(rule.condition, "operator", None) in (Operator.GT, Operator.GE)
        if by_score and above and getattr(rule.condition, "reference", "") == "opponent" and rule.points > 0:
            yield Finding(Gate.CLUTTER, f"$.scoring_rules[{number}]", "whoever is ahead scores for being ahead")


def _trailing(flow: Flow) -> Iterator[Finding]:
    """Sides are scored one after the other, so who is behind may be told by what others have just been given for being behind."""
    for number, rule in enumerate(flow.scoring):
        below = getattr(rule.condition, "operator", None) in (Operator.LT, Operator.LE)
        by_score = rule.condition.has(Reads.SCORES, flow.context)
        if by_score and below and getattr(rule.condition, "reference", "") == "opponent" and rule.points > 0:
            why = "points for being behind, which put others behind before they are asked"
            yield Finding(Gate.CLUTTER, f"$.scoring_rules[{number}]", why)


def _own_discards(flow: Flow) -> Iterator[Finding]:
    """Who discards first may take that card back."""
    own = [(path, phase) for path, phase in flow.phases if phase in flow.turn and not phase.is_for_everyone]
    for (_, before), (path, phase) in itertools.pairwise(own):
        discards = before.has(Makes.DISCARDS, flow.context) and before.hand_change(flow.context)[1] < 0
        if discards and phase.has(Makes.TOP_TAKEN, flow.context):
            yield Finding(Gate.CLUTTER, path, "the card just discarded may be taken back")


def _least_captured(rule: ScoringRule) -> int:
    """How many cards a side must have captured at least for the rule to count."""
    if not rule.condition.may(Makes.CARD_COUNT):
        return 0
    operator, value = _comparison(rule)
    return {">": value + 1, ">=": value, "==": value}.get(operator, 0)


def _comparison(rule: ScoringRule) -> tuple[str, int]:
    """How a rule compares what it counts, and with which number; no word where it counts nothing, or compares with others."""
    condition = rule.condition
    counts = condition.may(Makes.CARD_COUNT) or condition.may(Makes.TRICK_COUNT)
    operator = getattr(condition, "operator", None)
    if not counts or operator is None or getattr(condition, "reference", "") != "value":
        return "", 0
    return str(operator.value), int(getattr(condition, "value", 0))


def most_points(rule: ScoringRule, flow: Flow) -> int:
    """What a rule gives at most, to all sides together; there are no more tricks than cards in a hand."""
    if not rule.per_card:
        return abs(rule.points)
    deck = flow.context.deck.bit_count()
    return abs(rule.points) * (flow.context.dealt_hand if rule.condition.may(Makes.TRICK_COUNT) else deck)
