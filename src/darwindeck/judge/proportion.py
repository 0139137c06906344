"""Proportion: points that change nothing, and points so large that nobody has to think about the rest.

What a phase can say of its own numbers stands with the phase (`doubts`).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..language.facts import Makes, Needs, Reads
from ..language.fields import RANKS, rank_set, suit_set
from ..language.findings import Finding, Gate
from ..language.words import number_of
from ..mechanics.actions.action import ActionMechanic
from ..mechanics.scoring import ScoringRule, counts_in_scoring
from .flow import Flow
from .sense import most_points

FORMAL = 5  # times as much as a bid is worth: then it is a formality
BOARD = 3  # times as many cards on the table as in a hand
ANY_CARD = 3  # of the pack at least one card in so many: each trick has one of them
SEEN = 0.5  # the least share of the pack that comes into play where single cards score
PART = 2  # times a sweep's total: more than all points of a deal, so that only one side can have so many
PILES = frozenset({Reads.STOCK, Reads.DISCARDS, Reads.POT})  # that belong to nobody
COMMON = frozenset({Reads.TABLE, Reads.STOCK, Reads.DISCARDS, Reads.POT, Reads.BROKEN_SUIT, Reads.LAST_PLAYED})


def find_disproportion(flow: Flow) -> Iterator[Finding]:
    for rule in (
        _common_points,
        _common_actions,
        _wages,
        _partial_sweeps,
        _opposites,
        _even_sums,
        _uneven_suits,
        _full_boards,
        _formal_bids,
        _absent_cards,
        _absent_starts,
        _for_nearly_all,
    ):
        yield from rule(flow)


def _common_points(flow: Flow) -> Iterator[Finding]:
    """Points for something that all sides have or lack together, such as an empty stock."""
    for number, rule in enumerate(flow.scoring):
        parts = [part for part in rule.condition.parts() if not part.may(Makes.CARDS)]
        asked = [{fact for fact in Reads if part.has(fact, flow.context)} for part in parts]
        is_fixed = rule.points_source == "points" and not rule.per_card
        if is_fixed and asked and all(facts and facts <= COMMON for facts in asked):
            yield Finding(Gate.NEVER, f"$.scoring_rules[{number}]", "all sides score this together, or none does")


def _common_actions(flow: Flow) -> Iterator[Finding]:
    """Points that an action gives to all sides at once: nobody is better off by them."""
    leaves = flow.has(Makes.FOLDS, Makes.OUTS, Makes.KNOCK_OUTS, Makes.BETS)  # who is not there gets none
    for path, part in flow.parts if flow.scores_count and not leaves else ():
        if isinstance(part, ActionMechanic) and part.may(Makes.POINTS) and getattr(part, "who", "") == "all":
            yield Finding(Gate.NEVER, path, "all sides score this together")


def _wages(flow: Flow) -> Iterator[Finding]:
    """Points at the end of a turn for how large a pile is that belongs to nobody: whoever happens to have the turn gets them."""
    for number, trigger in enumerate(flow.genome.triggers if flow.scores_count else ()):
        parts = trigger.trigger_condition.parts()
        pays = all(action.may(Makes.POINTS) for action in trigger.actions)
        asked = [{fact for fact in Reads if part.has(fact, flow.context)} for part in parts]
        by_size = all(hasattr(part, "operator") for part in parts)
        if pays and by_size and all(facts and facts <= PILES for facts in asked):
            why = "points for having the turn while a pile is of some size"
            yield Finding(Gate.CLUTTER, f"$.triggers[{number}]", why)


def _partial_sweeps(flow: Flow) -> Iterator[Finding]:
    """A sweep is for all points of a deal, or nearly all. So many as several sides may have are a lottery."""
    sweep, rules = flow.genome.sweep, flow.scoring
    if sweep is None or not rules or any(rule.points_source != "points" for rule in rules):
        return
    if (sweep.own, sweep.others) == (sweep.total, 0):
        yield Finding(Gate.IDLE, "$.sweep", "whoever has all the points keeps them, as without this rule")
    most = sum(_most_given(rule, flow) for rule in rules)
    if PART * sweep.total <= most:
        why = f"it acts when somebody happens to score {sweep.total} of {number_of(most, 'point')}"
        yield Finding(Gate.CLUTTER, "$.sweep", why)


def _most_given(rule: ScoringRule, flow: Flow) -> int:
    """What a rule gives at most to all sides together, where it counts cards no more than the pack has of them."""
    if not rule.per_card or not counts_in_scoring(rule.condition):
        return most_points(rule, flow)
    cards = rule.condition.possible(flow.context)
    if rule.condition.may(Makes.CARDS_SCORED):
        suit, rank = getattr(rule.condition, "suit", None), getattr(rule.condition, "rank", None)
        cards &= (suit_set(suit) if suit else cards) & (rank_set(rank) if rank else cards)
    return abs(rule.points) * cards.bit_count()


def _opposites(flow: Flow) -> Iterator[Finding]:
    """What one rule gives, another takes, for the same."""
    for number, rule in enumerate(flow.scoring):
        if any(
            replace(other, points=rule.points, description=rule.description) == rule
            for other in flow.scoring[:number]
            if other.points == -rule.points
        ):
            yield Finding(Gate.CLUTTER, f"$.scoring_rules[{number}]", "another rule takes what this one gives")


def _even_sums(flow: Flow) -> Iterator[Finding]:
    """So much for each trick, and for each card in it as much less."""
    for number, rule in enumerate(flow.scoring):
        for other in flow.scoring:
            each = (
                rule.per_card
                and other.per_card
                and rule.condition.may(Makes.TRICK_COUNT)
                and not (rule.over or other.over)
            )
            if each and _counts_all(other) and rule.points + flow.context.seats * other.points == 0:
                yield Finding(Gate.CLUTTER, f"$.scoring_rules[{number}]", "what tricks give, the cards in them take")


def _counts_all(rule: ScoringRule) -> bool:
    """Whether every captured card counts."""
    return rule.condition.may(Makes.CARD_COUNT) and getattr(rule.condition, "suit", None) is None


def _uneven_suits(flow: Flow) -> Iterator[Finding]:
    """Where everybody holds a suit, all hold the same ranks."""
    suits = flow.genome.setup.hand_suits[: flow.context.seats]
    held = {tuple(bool(flow.context.deck & rank_set(rank) & suit_set(suit)) for rank in RANKS) for suit in suits}
    if len(held) > 1:
        yield Finding(Gate.GOAL, "$.setup.hand_suits", "one player holds other ranks than another, from the start")


def _full_boards(flow: Flow) -> Iterator[Finding]:
    """Hands that share so many cards of the table that the best five lie there."""
    shared = flow.genome.setup.initial_tableau_count + sum(
        phase.count_laid_out(flow.context) for _, phase in flow.phases
    )
    if flow.has(Makes.COMMON_CARDS) and shared > BOARD * flow.context.dealt_hand:
        words = f"{shared} cards on the table belong to every hand, and {flow.context.dealt_hand} to each alone"
        yield Finding(Gate.ROOM, "$.turn_structure", words)


def _formal_bids(flow: Flow) -> Iterator[Finding]:
    """Other rules give so much more for tricks that it hardly matters what was bid."""
    tricks = max(1, flow.context.dealt_hand)
    others = sum(most_points(rule, flow) for rule in flow.scoring) / tricks
    for path, phase in flow.phases:
        worth = phase.trick_worth(flow.context)
        if worth and others >= FORMAL * worth:
            why = f"other rules give about {others:.0f} points for a trick, and one that was bid is worth {worth:.0f}"
            yield Finding(Gate.CLUTTER, path, why)


def _absent_cards(flow: Flow) -> Iterator[Finding]:
    """A single card scores, and in most deals it lies in a part of the pack that nobody captures."""
    if flow.genome.setup.hand_suits or _count_seen(flow) >= SEEN * flow.context.deck.bit_count():
        return
    for number, rule in enumerate(flow.scoring):
        parts = [part for part in rule.condition.parts() if part.may(Needs.CAPTURES) or part.may(Makes.CARD_COUNT)]
        if any(getattr(part, "rank", None) and getattr(part, "suit", None) for part in parts):
            yield Finding(Gate.CLUTTER, f"$.scoring_rules[{number}]", "in most deals nobody gets the card that scores")


def _count_seen(flow: Flow) -> int:
    """How many cards can be captured in a deal. Where cards are played for a prize, only prizes can be."""
    deck, stock = flow.context.deck.bit_count(), flow.context.stock
    for_prizes = [phase for phase in flow.turn if phase.has(Makes.BATTLES, flow.context)]
    if for_prizes and all(phase.has(Needs.TABLE, flow.context) for phase in for_prizes):
        return stock
    return deck if flow.has(Makes.DRAWS, Needs.STOCK) or flow.genome.setup.refill else deck - stock


def _absent_starts(flow: Flow) -> Iterator[Finding]:
    """Whoever holds a card begins, and in most deals nobody does."""
    setup, deck = flow.genome.setup, flow.context.deck.bit_count()
    if (
        setup.starting_player == "holder"
        and setup.starting_card
        and flow.context.dealt_hand * flow.context.seats < SEEN * deck
    ):
        yield Finding(
            Gate.CLUTTER, "$.setup.starting_player", "in most deals nobody holds the card that takes the first turn"
        )


def _for_nearly_all(flow: Flow) -> Iterator[Finding]:
    """Points for a captured card of a kind that nearly every trick has in it."""
    for number, rule in enumerate(flow.scoring):
        cards = [part for part in rule.condition.parts() if part.may(Makes.CARDS)]
        is_fixed = rule.points_source == "points" and not rule.per_card and len(cards) == len(rule.condition.parts())
        many = any(ANY_CARD * part.possible(flow.context).bit_count() > flow.context.deck.bit_count() for part in cards)
        if is_fixed and cards and many:
            why = "whoever captures anything nearly always scores this"
            yield Finding(Gate.NEVER, f"$.scoring_rules[{number}]", why)
