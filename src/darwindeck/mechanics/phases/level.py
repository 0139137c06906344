"""Hands that stay level, and what follows from it: who can be without cards, how long a game can last. No phase of its own.

Cautious: what is not sure counts as possible, so rules say too much rather than too little.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import Ends, Makes
from ...language.fields import suit_set
from ..actions.action import ActionMechanic
from .phase import PhaseMechanic

HARMLESS = (Makes.POINTS, Makes.STAKES, Makes.NAMED_SUIT, Makes.SHOWS)  # what actions do without moving cards
UNEVEN = (Makes.EXTRA_TURNS, Makes.SKIPS, Makes.REVERSALS, Makes.HANDS_WON, Makes.THEFTS)


def deals_evenly(context: Context) -> bool:
    """Whether everybody is dealt as many cards, in every deal and whenever hands are filled again."""
    setup, cards = context.setup, context.deck.bit_count()
    if setup.hand_suits:
        return len({(suit_set(suit) & context.deck).bit_count() for suit in setup.hand_suits[: context.seats]}) == 1
    if not context.hand_size:
        return setup.leftover == "aside" or (cards % context.seats == 0 and not context.can_leave)
    return context.stock >= 0 and (not setup.refill or context.stock % (setup.refill * context.seats) == 0)


def keeps_level(context: Context) -> bool:
    """Whether all who are still to act in a round have as many cards as each other, so that nobody comes to act without."""
    if not deals_evenly(context) or context.has(*UNEVEN):
        return False
    if not all(_is_harmless(action, context) for action in context.actions):
        return False
    return all(_changes_alike(phase, context) for phase in context.phases)


def _is_harmless(action: ActionMechanic, context: Context) -> bool:
    """Whether it moves no cards, or gives everybody as many from a stock that has as many for everybody."""
    if action.has(Makes.DRAWS, context) and getattr(action, "who", "") == "all":
        return context.stock % context.seats == 0 and not stock_is_renewed(context)
    return any(action.has(fact, context) for fact in HARMLESS)


def _changes_alike(phase: PhaseMechanic, context: Context) -> bool:
    """Whether it changes every hand by the same number of cards, in one turn or in a round of turns."""
    least, most = phase.hand_change(context)
    if least != most or getattr(phase, "on_tie", "") == "battle":  # tied players add cards
        return False
    if phase.has(Makes.DRAWS, context):
        together = phase.is_for_everyone and context.stock % context.seats == 0 and not stock_is_renewed(context)
        return together or renews_hands(context) or _draws_in_turn(phase, context)
    return most == 0 or phase.is_for_everyone or not context.has(Makes.NEXT_TURN)


def _draws_in_turn(phase: PhaseMechanic, context: Context) -> bool:
    """Whether everybody draws as often in turns of their own before the stock is empty, which stays so."""
    apart = context.own_turns and not phase.is_for_everyone and not context.has(Makes.NEXT_TURN)
    fixed = context.setup.refill == 0 and not stock_is_renewed(context)
    return apart and fixed and context.stock % (context.seats * max(1, phase.hand_change(context)[1])) == 0


def renews_hands(context: Context) -> bool:
    """Whether every turn draws as many cards as it puts away, from a stock that is renewed: hands never run out."""
    turn = context.genome.turn_structure.phases
    balanced = sum(phase.hand_change(context)[0] for phase in turn) >= 0
    discards = any(phase.has(Makes.DISCARDS, context) for phase in turn)
    return (
        balanced and discards and stock_is_renewed(context) and context.stock > len(turn) and context.has(Makes.DRAWS)
    )


def keeps_cards(context: Context) -> bool:
    """Whether nobody ever has no cards: none are taken from hands, or every turn draws as many from a stock that is never empty."""
    if context.has(Makes.HANDS_WON, Makes.THEFTS) or not all(
        _is_harmless(action, context) for action in context.actions
    ):
        return False
    setup, turn = context.genome.turn_structure, context.genome.turn_structure.phases
    least = context.dealt_hand + sum(min(0, phase.hand_change(context)[0]) for phase in setup.opening)
    lows = [phase.hand_change(context)[0] for phase in turn]
    if least <= 0 or (setup.opening and sum(phase.hand_change(context)[0] for phase in setup.opening) < 0):
        return False
    return min(lows) >= 0 or (sum(lows) >= 0 and least + min(lows) > 0 and spares_stock(context))


def spares_stock(context: Context) -> bool:
    """Whether no draw of a turn finds the stock empty, because the deal is over before."""
    turn = context.genome.turn_structure.phases
    others = any(action.may(Makes.DRAWS) for action in context.actions)
    drawn = sum(max(0, phase.hand_change(context)[1]) for phase in turn if not phase.is_for_everyone)
    alone = not any(phase.is_for_everyone and phase.may(Makes.DRAWS) for phase in context.phases)
    return alone and not others and 0 < drawn <= min(context.stock, max(phase.spare_stock() for phase in turn))


def stock_is_renewed(context: Context) -> bool:
    """Whether discards become a new stock."""
    return context.setup.reshuffle and context.has(Makes.DISCARDS)


def empties_one_hand(context: Context) -> bool:
    """Whether a turn can leave only the player who takes it without cards."""
    turn = context.genome.turn_structure.phases
    alone = not any(phase.is_for_everyone and phase.offers_choice() for phase in turn)
    moved = any(action.has(fact, context) for action in context.actions for fact in (Makes.SHEDS, Makes.DISCARDS_TAKEN))
    return alone and not moved and not context.has(Makes.THEFTS, Makes.HANDS_WON, Makes.PASSES, Makes.ATTACKS)


def count_turns(context: Context) -> int | None:
    """How many turns a game has at most, if its cards say so."""
    turn = context.genome.turn_structure.phases
    match = context.genome.match
    deals = match.max_deals if match else 1
    if any(phase.has(Ends.DEAL_SURELY, context) for phase in turn):
        return deals
    if not keeps_level(context):
        return _count_cards(context, deals)
    if sum(phase.hand_change(context)[1] for phase in turn) >= 0:
        return _count_cards(context, deals)
    rounds = context.own_turns or context.setup.refill > 0 or context.has(Makes.DRAWS)
    return deals * (context.deck.bit_count() if rounds else context.dealt_hand)


def _count_cards(context: Context, deals: int) -> int | None:
    """How many turns there are at most where whoever has cards plays one, none comes back from the table, and the stock is not renewed."""
    turn = context.genome.turn_structure.phases
    renewed = (Makes.HANDS_WON, Makes.THEFTS, Makes.DISCARDS_TAKEN, *UNEVEN)
    if (
        context.has(*renewed)
        or stock_is_renewed(context)
        or not all(_is_harmless(each, context) for each in context.actions)
    ):
        return None
    if not any(phase.hand_change(context)[1] < 0 for phase in turn):
        return None
    drawn = context.setup.refill > 0 or any(part.has(Makes.DRAWS, context) for part in (*turn, *context.actions))
    cards = context.deck.bit_count() if drawn else context.dealt_hand + max(0, context.stock)
    return deals * cards * (context.seats if context.own_turns else 1)
