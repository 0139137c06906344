"""What a rulebook says of tricks: which cards may be played, and which wins. No phase of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...language.context import Context
from ...language.fields import RANKS, SUIT_NAMES, Rank, card_set, suit_set
from ...language.words import card_words, list_words, order_words, set_of_cards
from ..conditions.condition import ConditionMechanic, clause
from .level import keeps_level
from .trump_cards import trump_cards_rule

if TYPE_CHECKING:
    from .trick import TrickPhase

CONJUGATED = ("capture", "take", "draw", "discard", "score", "lose", "pay", "name", "move", "turn")
FROM_YOU_ON, LAST_SCORES = "everyone, beginning with you,", "if you have no cards left in hand, score "


def says_which(condition: ConditionMechanic | None) -> bool:
    """Whether a condition tells cards apart; a table condition never excludes any."""
    return condition is not None and not condition.is_table()


def limit_rules(trick: TrickPhase, context: Context) -> list[str]:
    """What may not be led or played."""
    parts = []
    if trick.opening_lead and card_set([context.present(trick.opening_lead)]) & context.deck:
        card = card_words(context.present(trick.opening_lead))
        parts.append(f"If you lead the first trick of a deal and hold {card}, you must lead it.")
    if trick.breaking_suit and suit_set(trick.breaking_suit) & context.deck:
        suit = SUIT_NAMES[trick.breaking_suit]
        parts.append(f"You may not lead {suit} until a {suit[:-1]} has been played, unless you have only {suit}.")
    forbidden = [card for card in trick.first_trick_forbidden if card_set([card]) & context.deck]
    if forbidden:
        names = set_of_cards(forbidden, context.deck)
        off = " (except to follow suit)" if trick.lead_suit_required else ""
        parts.append(f"In the first trick you may not play {names}{off} unless you have nothing else.")
    if trick.play_condition is not None and says_which(trick.play_condition):
        parts.append(_play_rule(trick.play_condition, context))
    return parts


def _play_rule(condition: ConditionMechanic, context: Context) -> str:
    """Which cards must be played if there are any; told as a rule with an exception where it is one."""
    either = getattr(condition, "conditions", ()) if getattr(condition, "logic", "") == "OR" else ()
    tables = [part for part in either if part.is_table()]
    cards = [part for part in either if not part.is_table()]
    if tables and len(cards) == 1:
        free = list_words((clause(part, context) for part in tables), "or")
        return f"As long as {free} any card may be played. Otherwise, if you can, you must play this: {cards[0].rule(context)}."
    return f"Among the cards that you may play, you must choose {which_card(condition, context)}, if you have one."


def which_card(condition: ConditionMechanic, context: Context) -> str:
    """A card that must be played: a better one of a suit has a short name."""
    return re.sub(
        r"^a card of the same suit as (.*) that is also higher than it$",
        r"a higher card of the suit of \1",
        condition.rule(context),
    )


def winning_rule(trick: TrickPhase, context: Context) -> str:
    """Which card wins the trick."""
    best = "highest" if trick.high_card_wins else "lowest"
    trumps = name_trumps(trick, context)
    parts = [f"The {best} card of the suit led wins the trick."]
    if trumps is not None:
        parts = [f"The {best} of the {trumps} wins the trick; if none is played, the {best} card of the suit led."]
    then = "takes the next turn" if len(context.genome.turn_structure.phases) > 1 else "leads to the next"
    if trick.null_order is not None:
        order = order_words(trick.null_order, [RANKS[number] for number in context.ranks])
        parts.append(f"In a null there are no trumps, and cards rank, from the highest: {order}.")
    return " ".join([*parts, f"The winner captures its cards and {then}."])


def trump_order_rule(trick: TrickPhase, ranks: tuple[Rank, ...], context: Context) -> str:
    """The order of trumps where they have one of their own, or where cards of `ranks` in other suits are among them."""
    if name_trumps(trick, context) is None or not (trick.trump_order or ranks):
        return ""
    present = [RANKS[number] for number in context.ranks if RANKS[number] not in ranks]
    highest = f"{trump_cards_rule(ranks, trick.trump_ranks_of)}, then " if ranks else ""
    order = order_words(trick.trump_order or context.setup.rank_order, present)
    return f"Trumps rank, from the highest: {highest}{order}."


def name_trumps(trick: TrickPhase, context: Context) -> str | None:
    """What trumps are called; None where there are none."""
    if trick.trump_suit == "none" or not trick.trump_beats_suit:
        return None
    if trick.trump_suit == "selected":
        return "trumps" if context.has_trump else None
    return f"{SUIT_NAMES[trick.trump_suit]} (trumps)" if suit_set(trick.trump_suit) & context.deck else None


def conjugate(does: str) -> str:
    """What the winner of a trick is told to do, as a statement; empty where it cannot be turned into one."""
    parts: list[str] = []
    for part in does.replace("beginning with you", "beginning with the winner").split("; then "):
        found = re.match(r"(if [^,]+, )?(\w+)(.*)", part)
        if found is None or found[2] not in (*CONJUGATED, "everyone"):
            return ""
        condition, subject = (
            found[1] or "",
            "" if found[2] == "everyone" else "its winner " if not parts else "the winner ",
        )
        parts.append(f"{condition}{subject}{found[2]}{'s' * bool(subject)}{found[3]}")
    told = re.sub(r"\byour\b", "their", "; then ".join(parts))
    return "" if re.search(r"\byou\b", told) else told


def tell_winner(does: str, context: Context) -> str:
    """What follows a trick, told as people say it where it is one of the usual things."""
    if does.startswith(FROM_YOU_ON):
        return f"After each trick {does.replace('beginning with you', 'its winner first', 1)}."
    if does.startswith(LAST_SCORES) and keeps_level(context):
        return f"Whoever wins the last trick of a deal scores {does.removeprefix(LAST_SCORES)}."
    if told := conjugate(does):
        return f"After each trick, {told}."
    return f"The winner of the trick then does this: {does}."
