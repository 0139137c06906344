"""Clutter: more of something than anybody needs, or keeps in mind. Whether it does harm in play is not asked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ..language.facts import Makes, Reads
from ..language.fields import RANKS, SUITS, Location, Operator, rank_set, suit_set
from ..language.findings import Finding, Gate
from ..language.words import cards, number_of
from ..mechanics.conditions.condition import ConditionMechanic
from .cohesion import AGAIN, MODULES
from .flow import Flow
from .sense import most_points

MOST_RULES = 9  # scores, powers of cards and triggers together; scopa has five
MOST_ODD = 4  # cards that a pack of whole ranks and suits lacks, or has besides
SMALLEST_PACK = 16  # cards; schnapsen has twenty
DEEPEST = 2  # a condition of several; schnapsen has one
DROWNED = 5  # one point of a rule outweighs so often all that another can give


def find_clutter(flow: Flow) -> Iterator[Finding]:
    """Everything of which there is too much."""
    for rule in (
        find_repeats,
        thefts,
        leaks,
        long_lists,
        dead_weights,
        odd_packs,
        rank_gaps,
        uneven_hands,
        two_antes,
        unequal_sides,
        small_packs,
        same_again,
        find_mixed_scores,
        exact_counts,
        find_second_deals,
        unseen_causes,
        deep_conditions,
    ):
        yield from rule(flow)


def find_repeats(flow: Flow) -> Iterator[Finding]:
    """The same once more with nothing in between: passing cards and passing cards, trumps named and named again."""
    for (_, before), (path, phase) in itertools.pairwise(flow.phases):
        is_contest = any(phase.has(kind, flow.context) for kind in MODULES) or any(phase.may(kind) for kind in AGAIN)
        if type(before) is type(phase) and not is_contest and (before in flow.turn) == (phase in flow.turn):
            yield Finding(Gate.CLUTTER, path, f"{phase.noun} once more, and nothing has happened in between")


def thefts(flow: Flow) -> Iterator[Finding]:
    """Cards taken from the hands of others, beside a contest that has nothing to do with it."""
    contests = [phase for phase in flow.turn if any(phase.has(kind, flow.context) for kind in MODULES)]
    for path, phase in flow.phases:
        if contests and phase in flow.turn and phase.has(Makes.THEFTS, flow.context):
            yield Finding(
                Gate.CLUTTER, path, f"cards are taken from other hands, and then it goes on with {contests[0].noun}"
            )


def leaks(flow: Flow) -> Iterator[Finding]:
    """Won cards that are lost again by chance: it is a tax on winning, and nobody can do anything about it."""
    for path, part in flow.parts:
        if part.has(Makes.CAPTURES_LOST, flow.context):
            yield Finding(Gate.CLUTTER, path, "cards that were won are lost again")


def dead_weights(flow: Flow) -> Iterator[Finding]:
    """What a rule can give at most is nothing beside the least that every other rule gives: 13 tricks, and 500 for the last."""
    rules = [rule for rule in flow.genome.scoring_rules if rule.points_source == "points" and rule.points]
    if len(rules) != len(flow.genome.scoring_rules):
        return
    bids = [abs(getattr(phase, "trick_points", 0)) for _, phase in flow.phases if phase.has(Makes.BIDS, flow.context)]
    for place, rule in enumerate(rules):
        others = [abs(other.points) for other in rules if other is not rule]
        most = most_points(rule, flow)
        if others and DROWNED * most <= min(others):
            why = f"at most {number_of(most, 'point')}, where every other rule gives {min(others)} or more"
            yield Finding(Gate.CLUTTER, f"$.scoring_rules[{place}]", why)
        elif DROWNED * most <= max(bids, default=0):
            why = f"at most {number_of(most, 'point')}, where every trick that was bid gives {max(bids)}"
            yield Finding(Gate.CLUTTER, f"$.scoring_rules[{place}]", why)


def long_lists(flow: Flow) -> Iterator[Finding]:
    genome = flow.genome
    lists = {
        "scoring_rules": genome.scoring_rules,
        "special_effects": genome.special_effects,
        "triggers": genome.triggers,
    }
    count = sum(len(each) for each in lists.values())
    if count > MOST_RULES:
        longest = max(lists, key=lambda name: len(lists[name]))
        yield Finding(Gate.CLUTTER, f"$.{longest}", f"{count} single rules to keep in mind")


def odd_packs(flow: Flow) -> Iterator[Finding]:
    """Cards picked one by one: of whole ranks in the suits of the pack hardly any card is missing, and hardly any is too many."""
    deck = flow.context.deck
    suits = [suit_set(suit) for suit in SUITS if suit_set(suit) & deck]
    held = [(rank_set(rank) & deck).bit_count() for rank in RANKS]
    odd = sum(min(count, len(suits) - count) for count in held)
    if odd > MOST_ODD:
        yield Finding(Gate.CLUTTER, "$.setup", f"the pack is {odd} cards away from whole ranks")


def rank_gaps(flow: Flow) -> Iterator[Finding]:
    """An order of ranks that was made for another pack: those it does not name are all equal, below all others."""
    orders: list[tuple[str, Any]] = [("$.setup.rank_order", flow.genome.setup.rank_order)]
    orders += [(f"{path}.trump_order", getattr(phase, "trump_order", None)) for path, phase in flow.phases]
    for path, order in orders:
        if order is None or isinstance(order, str):
            continue
        unnamed = [rank for rank in RANKS if rank not in order and rank_set(rank) & flow.context.deck]
        if unnamed:
            yield Finding(Gate.CLUTTER, path, f"the pack has {', '.join(unnamed)}, and the order does not")
        elif len(set(order)) < len(order):
            yield Finding(Gate.CLUTTER, path, "the order has a rank twice")


def uneven_hands(flow: Flow) -> Iterator[Finding]:
    """Hands are filled up to another size than was dealt: nobody remembers which is which, and at first it changes nothing."""
    dealt = flow.context.dealt_hand
    if flow.context.has(Makes.RESERVES):  # a part of what is dealt waits elsewhere
        return
    sizes = [
        (f"{path}.{name}", getattr(phase, name, 0)) for path, phase in flow.phases for name in ("up_to", "refill_to")
    ]
    for path, size in [*sizes, ("$.setup.refill", flow.genome.setup.refill)]:
        if size and size != dealt:
            yield Finding(Gate.CLUTTER, path, f"hands begin with {cards(dealt)} and are then filled up to {size}")


def two_antes(flow: Flow) -> Iterator[Finding]:
    """Everybody pays before the deal, and once more before the first bet."""
    stakes = flow.genome.setup.resources
    first = next(((path, phase) for path, phase in flow.phases if phase.has(Makes.BETS, flow.context)), None)
    if stakes is not None and stakes.ante and first and getattr(first[1], "ante", 0):
        yield Finding(Gate.CLUTTER, f"{first[0]}.ante", "everybody has paid before the deal already")


def unequal_sides(flow: Flow) -> Iterator[Finding]:
    """Sides of other sizes, and partners who sit side by side, so that they play one after the other."""
    sides = {seat: number for number, team in enumerate(flow.genome.teams) for seat in team}
    if len({len(team) for team in flow.genome.teams}) > 1:
        yield Finding(Gate.CLUTTER, "$.teams", "one side has more players than the other")
    elif any(sides[seat] == sides[(seat + 1) % len(sides)] for seat in sides):
        yield Finding(Gate.CLUTTER, "$.teams", "partners sit side by side")


def small_packs(flow: Flow) -> Iterator[Finding]:
    size = flow.context.deck.bit_count()
    if size < SMALLEST_PACK:
        yield Finding(Gate.CLUTTER, "$.setup", f"the pack has {cards(size)}")


def same_again(flow: Flow) -> Iterator[Finding]:
    """One thing that is done twice at once, such as turning the order of play round and round again; one rule that scores twice."""
    genome = flow.genome
    lists: list[tuple[str, Sequence[object]]] = [
        *((f"$.special_effects[{n}].actions", effect.actions) for n, effect in enumerate(genome.special_effects)),
        *((f"$.triggers[{n}].actions", trigger.actions) for n, trigger in enumerate(genome.triggers)),
        (
            "$.scoring_rules",
            [(rule.condition, rule.points_source, rule.per_card, rule.over) for rule in genome.scoring_rules],
        ),
    ]
    for path, items in lists:
        for number, item in enumerate(items):
            if item in items[:number]:
                yield Finding(Gate.CLUTTER, f"{path}[{number}]", "the same as before, once more")


def find_mixed_scores(flow: Flow) -> Iterator[Finding]:
    """Points for a card if something else holds, or for one of several things: nobody works that out in the end."""
    for number, rule in enumerate(flow.genome.scoring_rules):
        if rule.condition.is_several():
            why = "what scores is put together of several conditions"
            yield Finding(Gate.CLUTTER, f"$.scoring_rules[{number}].condition", why)


def exact_counts(flow: Flow) -> Iterator[Finding]:
    """Points for exactly three clubs: one more is as bad as one less, and nobody has said that it would be three."""
    for number, rule in enumerate(flow.scoring):
        parts = [part for part in rule.condition.parts() if part.may(Makes.CARD_COUNT) or part.may(Makes.TRICK_COUNT)]
        for part in parts:
            exact = getattr(part, "operator", None) is Operator.EQ and getattr(part, "reference", "") == "value"
            all_tricks = part.may(Makes.TRICK_COUNT) and getattr(part, "value", 0) >= flow.context.dealt_hand  # a slam
            if exact and getattr(part, "value", 0) and not all_tricks:
                why = f"points for exactly {getattr(part, 'value', 0)}, neither more nor fewer"
                yield Finding(Gate.CLUTTER, f"$.scoring_rules[{number}]", why)


def find_second_deals(flow: Flow) -> Iterator[Finding]:
    """A random card of a hand that was just dealt goes on to another hand: it might as well have been dealt there."""
    hands = (Location.HAND, Location.OPPONENT_HAND, Location.PREVIOUS_HAND)
    for number, action in enumerate(flow.genome.setup.post_deal_actions):
        if getattr(action, "source", None) in hands and getattr(action, "target", None) in hands:
            why = "cards of a hand just dealt go by chance to another: they are dealt once more"
            yield Finding(Gate.CLUTTER, f"$.setup.post_deal_actions[{number}]", why)


def unseen_causes(flow: Flow) -> Iterator[Finding]:
    """Something happens of itself because of what a hand holds, which nobody else sees, and no card of it is shown."""
    for number, trigger in enumerate(flow.genome.triggers):
        reads = any(part.may(Reads.HELD) for part in trigger.trigger_condition.parts())
        if reads and not any(action.may(Makes.DISCARDS) for action in trigger.actions):
            why = "something happens because of cards in a hand, which are not shown"
            yield Finding(Gate.CLUTTER, f"$.triggers[{number}]", why)
    for path, phase in flow.phases:
        condition = getattr(phase, "condition", None)
        if condition and any(part.may(Makes.CARDS) or part.may(Reads.HELD) for part in condition.parts()):
            why = "whether it is done depends on cards in a hand, which are not shown"
            yield Finding(Gate.CLUTTER, f"{path}.condition", why)


def deep_conditions(flow: Flow) -> Iterator[Finding]:
    """Cards that are this or that, and also one of these or those: nobody keeps that in mind."""
    for path, part in flow.parts:
        if isinstance(part, ConditionMechanic) and part.depth() > DEEPEST:
            yield Finding(Gate.CLUTTER, path, "a condition within a condition")
