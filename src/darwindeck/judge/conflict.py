"""Conflict: what one phase is about, another one undoes or does not look at."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..language.facts import Ends, Makes, Reads
from ..language.findings import Finding, Gate
from ..mechanics.scoring import counts_in_scoring
from ..mechanics.wins import WinCondition
from .flow import Flow
from .sense import count_hands

CHANGES = (Makes.DRAWS, Makes.DISCARDS, Makes.PASSES, Makes.TOP_TAKEN, Makes.DISCARDS_TAKEN)  # of hands


def find_conflicts(flow: Flow) -> Iterator[Finding]:
    for rule in (
        _limits,
        _common_totals,
        _soft_totals,
        _still_tops,
        _empty_piles,
        _filling,
        _two_races,
        _columns,
        _unbet_draws,
        _whole_bundles,
        _cards_for_ever,
        _books_of_partners,
        _hands_left,
    ):
        yield from rule(flow)


def _limits(flow: Flow) -> Iterator[Finding]:
    """Who draws beyond a limit is out; that means something only if the totals are compared, as they were then."""
    after = ""
    for path, phase in flow.phases:
        if phase.has(Makes.FOLDS, flow.context) and phase.has(Makes.DRAWS, flow.context):
            after = path
        elif after and phase.has(Makes.SHOWDOWN, flow.context):
            if not phase.has(Reads.VALUES, flow.context):
                yield Finding(Gate.GOAL, path, "a total above the limit is out, and then totals are not compared")
            return
        elif after and any(phase.has(fact, flow.context) for fact in CHANGES):
            yield Finding(Gate.GOAL, path, "hands change again after all have kept to the limit")
    if after and not flow.has(Makes.SHOWDOWN, Makes.HOUSE):
        yield Finding(Gate.GOAL, after, "a total above the limit is out, and nothing compares totals")


def _common_totals(flow: Flow) -> Iterator[Finding]:
    """What lies on the table for all adds the same to every total."""
    for path, phase in flow.phases:
        totals = getattr(phase, "hand_evaluator", "") == "card_total"
        if totals and phase.has(Makes.COMMON_CARDS, flow.context):
            yield Finding(Gate.UNREAD, path, "cards for all add the same to every total")


def _soft_totals(flow: Flow) -> Iterator[Finding]:
    """A card that may count ten more says only who need not draw, where totals are then compared without that."""
    compared = any(getattr(phase, "hand_evaluator", "") == "card_total" for _, phase in flow.phases)
    for path, phase in flow.phases:
        is_limit = phase.has(Makes.FOLDS, flow.context) and phase.has(Makes.DRAWS, flow.context)
        if compared and is_limit and getattr(phase, "soft_rank", None) is not None:
            why = "a card may count ten more towards the limit, and when totals are compared it does not"
            yield Finding(Gate.CLUTTER, f"{path}.soft_rank", why)


def _still_tops(flow: Flow) -> Iterator[Finding]:
    """Cards that must match the top of the discard pile, where no turn puts a card there."""
    asks = [path for path, part in flow.context.parts if getattr(part, "reference", None) == "top_discard"]
    parts = itertools.chain(flow.turn, flow.context.actions)
    if asks and not any(part.may(Makes.DISCARDS) and part.has(Makes.DISCARDS, flow.context) for part in parts):
        yield Finding(Gate.GOAL, asks[0], "the top card of the discard pile is the same for the whole deal")


def _empty_piles(flow: Flow) -> Iterator[Finding]:
    """In a deal of a single turn players draw from the discard pile, and discard after that."""
    if not any(phase.has(Ends.DEAL_SURELY, flow.context) for phase in flow.turn):
        return
    there = flow.genome.setup.initial_discard_count
    what = "nothing lies" if not there else "only one card lies"
    for path, phase in flow.phases:
        if phase.has(Makes.TOP_TAKEN, flow.context) and there <= 1:
            yield Finding(Gate.NEVER, path, f"{what} on the discard pile when players draw from it")
        if phase.has(Makes.DISCARDS, flow.context):
            return


def _two_races(flow: Flow) -> Iterator[Finding]:
    """Whoever is knocked out has lost, whatever the score; so all but the last points are for nothing."""
    for path, phase in flow.phases:
        if phase.has(Makes.KNOCK_OUTS, flow.context) and flow.scoring and flow.ranks_by(Reads.SCORES):
            yield Finding(Gate.GOAL, path, "players are knocked out, and points are counted all the same")


def _ends_with_stock(win: WinCondition, flow: Flow) -> bool:
    return win.has(Reads.STOCK, flow.context) and win.has(Ends.SHEDDING, flow.context)


def _filling(flow: Flow) -> Iterator[Finding]:
    """Hands are filled up as long as there is a stock, and with the stock the deal is over."""
    wins = list(enumerate(flow.genome.win_conditions))
    fills = any(getattr(phase, "refill_to", 0) for phase in flow.turn)
    if fills and any(_ends_with_stock(win, flow) for _, win in wins):
        for number, win in wins:
            if not _ends_with_stock(win, flow) and win.has(Ends.SHEDDING, flow.context):
                why = "hands are filled up until the stock is empty, and then the deal is over: nobody gets rid of all cards"
                yield Finding(Gate.GOAL, f"$.win_conditions[{number}]", why)


def _columns(flow: Flow) -> Iterator[Finding]:
    """Columns are filled with the card just drawn, and count by themselves: nobody captures the cards that lie there."""
    place = next((n for n, phase in enumerate(flow.turn) if phase.has(Makes.COLUMNS, flow.context)), None)
    if place is None:
        return
    if flow.ranks_by(Reads.SCORES) and not flow.ranks_by(Reads.LOW_SCORES):
        why = "a column of two alike counts nothing, and the highest score wins"
        yield Finding(Gate.GOAL, f"$.turn_structure.phases[{place}]", why)
    drawn = [phase.has(Makes.DRAWS, flow.context) for phase in flow.turn]
    if any(drawn) and not any(drawn[:place]):
        why = "the card that goes into a column is drawn after that, for the next turn"
        yield Finding(Gate.GOAL, f"$.turn_structure.phases[{place}]", why)
    for number, rule in enumerate(flow.genome.scoring_rules):
        counts = counts_in_scoring(rule.condition) and not rule.condition.may(Makes.CARDS_IN_HAND)
        if counts or any(part.may(Makes.CARD_COUNT) for part in rule.condition.parts()):
            why = "cards in columns count by themselves, and nobody captures any"
            yield Finding(Gate.UNMADE, f"$.scoring_rules[{number}]", why)


def _unbet_draws(flow: Flow) -> Iterator[Finding]:
    """Hands change after the last bet, and then they are compared: what was drawn is never bet on."""
    last = max((n for n, phase in enumerate(flow.turn) if phase.has(Makes.BETS, flow.context)), default=None)
    if last is None or not any(phase.has(Makes.SHOWDOWN, flow.context) for phase in flow.turn):
        return
    for number, phase in enumerate(flow.turn[last + 1 :], last + 1):
        if any(phase.has(fact, flow.context) for fact in CHANGES):
            why = "hands change after the last bet, and nobody bets on what they have become"
            yield Finding(Gate.GOAL, f"$.turn_structure.phases[{number}]", why)


def _whole_bundles(flow: Flow) -> Iterator[Finding]:
    """Whoever steals a bundle gets all that lies in it, so nobody can play for this suit and that card."""
    if not flow.has(Makes.BUNDLES):
        return
    parts = [(number, part) for number, rule in enumerate(flow.scoring) for part in rule.condition.parts()]
    picky = [number for number, part in parts if getattr(part, "suit", None) is not None]
    if len(picky) > 1:
        why = "bundles are stolen whole, so nobody can play for single suits and cards"
        yield Finding(Gate.CLUTTER, f"$.scoring_rules[{picky[1]}]", why)


def _cards_for_ever(flow: Flow) -> Iterator[Finding]:
    """Whoever draws and never discards keeps what fits no meld."""
    for path, phase in flow.phases:
        if phase.has(Makes.TABLE_MELDS, flow.context) and not flow.has(Makes.DISCARDS):
            yield Finding(Gate.GOAL, path, "cards that fit no meld never leave a hand")


def _books_of_partners(flow: Flow) -> Iterator[Finding]:
    """Partners may not ask each other, so a rank that both hold is never complete."""
    for path, phase in flow.phases:
        if flow.genome.teams and phase.has(Makes.BOOKS, flow.context):
            yield Finding(Gate.GOAL, path, "nobody may ask a partner, so what partners hold between them is no book")


def _hands_left(flow: Flow) -> Iterator[Finding]:
    """Everybody draws after each card played, and the deal is over with the stock: whole hands are never played."""
    level = flow.has(Makes.CATCHES, Makes.BUNDLES) and count_hands(flow, flow.turn) == (0, 0)
    for number, win in enumerate(flow.genome.win_conditions):
        if level and flow.captures_count and win.has(Reads.STOCK, flow.context):
            why = "the deal is over with the stock, while everybody has a whole hand that could still catch cards"
            yield Finding(Gate.GOAL, f"$.win_conditions[{number}]", why)
