"""How a deal begins: the pack, the seats, the deal, what lies on the table, chips, and who plays first.

The order is that in which people set up a game, which is not that of the fields: who needs chips wants to know before
the cards are dealt. Rules that could not matter in this game are left out; `Uses` knows which.
"""

from __future__ import annotations

import re

from ..genome.genome import GameGenome
from ..language.context import Context, deck_of
from ..language.facts import Ends, Makes
from ..language.fields import SUIT_NAMES, Visibility, suit_set
from ..language.words import (
    a_rank,
    capitalise,
    card_words,
    cards,
    list_words,
    number_of,
    rank_words,
    turn_word,
)
from ..mechanics.actions.action import in_turn
from ..mechanics.phases.level import deals_evenly
from .deals import next_dealer, tell_schedule
from .pack import even_deal, pack, rank_rules
from .uses import Uses


def setup_rules(genome: GameGenome, context: Context) -> tuple[str, ...]:
    """The section on setting up: pack, sides, ranks, chips, deal, table and who begins."""
    uses = Uses(context)
    items = [
        f"Use {pack(context)}.{even_deal(genome)}",
        *partner_rules(genome, uses),
        *rank_rules(context, uses),
        *chip_rules(context),
        *deal_rules(context, uses),
        *layout_rules(context, uses),
        *trump_rules(context, uses, uses.undealt),
        *start_rules(context, uses),
    ]
    return tuple(items)


def partner_rules(genome: GameGenome, uses: Uses) -> list[str]:
    """Who plays with whom, and what the players of a side share."""
    if not genome.teams:
        return []
    common = [what for what, used in (("score", uses.scores), ("captured cards", uses.captures_count)) if used]
    shared = f" and share their {list_words(common)}" if common else ""
    if [sorted(team) for team in genome.teams] == [[0, 2], [1, 3]]:
        return [f"Partners sit opposite each other as a side{shared}."]
    teams = " against ".join(list_words(str(seat + 1) for seat in team) for team in genome.teams)
    return [
        f"Players are numbered to the left, from the first dealer's left. Sides: {teams}. "
        f"Players of a side win or lose together{shared}."
    ]


# The deal.


def deal_rules(context: Context, uses: Uses) -> list[str]:
    """Who deals, and whether there are several deals."""
    genome = context.genome
    dealer = f" {next_dealer(genome.match)}" if genome.match else ""
    return [f"{hand_rule(context)}{dealer}", *stack_rules(context)]


def hand_rule(context: Context) -> str:
    """How many cards each player is dealt, and what becomes of those left over."""
    setup = context.setup
    if setup.hand_suits:
        return suit_hands(context)
    if context.hand_size == 0:
        left = context.deck.bit_count() % context.seats
        if setup.leftover == "aside":
            rest = f"; the {count_cards(left)} left over stay{'s' * (left == 1)} out of play, unseen" if left else ""
            return f"All cards are dealt, as many to each{rest}.{others_left_over(context)}"
        uneven = "; some get one card more than others" if left else ""
        return f"All cards are dealt{uneven}."
    if context.hand_schedule:
        return tell_schedule(context)
    others = other_sizes(context)
    return f"Deal {cards(context.hand_size)} each.{others}"


def count_cards(count: int) -> str:
    """After "the": "the card left over", "the 3 cards left over"."""
    return "card" if count == 1 else f"{count} cards"


def others_left_over(context: Context) -> str:
    """What stays out of play with other numbers of players."""
    counts = [count for count in context.genome.player_counts if count != context.seats]
    rests = {count: deck_of(context.setup, count).bit_count() % count for count in counts}
    parts = [f"with {count} players {number_of(rest, 'card')}" for count, rest in rests.items() if rest]
    return f" (Left over and out of play: {', '.join(parts)}.)" if parts else ""


def suit_hands(context: Context) -> str:
    """Hands that are whole suits, as in Goofspiel."""
    suits, seats = context.setup.hand_suits, context.seats
    held = list_words(
        f"player {seat + 1} has {f'all {SUIT_NAMES[suit]}' if suit_set(suit) & context.deck else 'no cards'}"
        for seat, suit in enumerate(suits[:seats])
    )
    rest = [SUIT_NAMES[suit] for suit in suits[seats:] if suit_set(suit) & context.deck]
    aside = f" The {list_words(rest)} are out of play." if rest else ""
    return f"The hands are whole suits: {held}. Player 1 sits left of the first dealer.{aside}"


def other_sizes(context: Context) -> str:
    """How many cards other numbers of players get."""
    setup, genome = context.setup, context.genome
    sizes: dict[int, list[str]] = {}
    for count in genome.player_counts:
        size = setup.hand_sizes.get(str(count), setup.cards_per_player)  # type: ignore[call-overload]
        if count != genome.player_count and size != context.hand_size:
            sizes.setdefault(size, []).append(str(count))
    parts = [
        f"with {list_words(counts, 'or')} players {cards(size) if size else 'all cards'}"
        for size, counts in sizes.items()
    ]
    return f" ({capitalise('; '.join(parts))}.)" if parts else ""


def stack_rules(context: Context) -> list[str]:
    """Whether hands are stacks, and who may look at them."""
    seen = context.setup.hand_visibility
    if context.queue:
        looks = {
            Visibility.FACE_DOWN: "They lie face down, and nobody may look at them.",
            Visibility.OWNER_ONLY: "You may look at your own, not at others.",
            Visibility.FACE_UP: "They lie face up for all to see.",
        }[seen]
        return [
            f"Hands are stacks in the order dealt: play from the top, and put cards you gain at the bottom. {looks}"
        ]
    return ["Hands lie face up for all to see."] if seen is Visibility.FACE_UP else []


# The table.


def layout_rules(context: Context, uses: Uses) -> list[str]:
    """What lies on the table when the game begins: face-up cards, discards, the stock."""
    setup = context.setup
    items = []
    if setup.initial_tableau_count:
        again = ""
        if setup.redeal_rank:
            many = f"{setup.redeal_count} or more of them are {rank_words(setup.redeal_rank)}"
            again = f" If {many}, gather all cards and deal again."
        items.append(f"Turn {cards(setup.initial_tableau_count)} face up on the table.{again}")
    if setup.initial_discard_count:
        items.append(
            f"Turn {cards(setup.initial_discard_count)} face up to start the discard pile.{cover_rule(context)}"
        )
    if uses.discards and setup.discard_visibility == "face_down":
        items.append("Cards put on the discard pile lie face down; nobody may look at them.")
    items += rest_rules(context, uses, uses.undealt)
    if uses.refills:
        short = ", one card at a time as far as it goes" * (not deals_evenly(context))
        items.append(
            f"Whenever after a {turn_word(context)} nobody has cards left, deal everyone {cards(setup.refill)} from the stock{short}."
        )
    return items


def cover_rule(context: Context) -> str:
    """In Crazy Eights the first discard must not be an eight."""
    rank = context.setup.initial_discard_not
    return f" If its top card is {a_rank(rank)}, turn another on it, until it is not." if rank else ""


def rest_rules(context: Context, uses: Uses, left: int) -> list[str]:
    """What becomes of the undealt cards: a stock, if any rule ever looks at it."""
    if left <= 0:
        return []
    number = "" if len(set(context.hand_schedule)) > 1 else f" ({left})"
    if uses.stock:
        return [f"The rest{number} is the stock, face down."]
    return [f"The rest{number} is not used."]


def trump_rules(context: Context, uses: Uses, left: int) -> list[str]:
    """How the trump suit is found."""
    setup = context.setup
    method = setup.trump_selection_method
    if method == "bottom_card" and left <= 0:  # there is no stock
        method = "last_card_dealt"
    text = {
        "fixed": f"{capitalise(SUIT_NAMES.get(setup.trump_suit or '', ''))} are trumps.",
        "last_card_dealt": "The last card dealt is shown to all: its suit is trumps.",
        "turn_up": "Turn up the next card of the stock, which stays out of play: its suit is trumps.",
        "tableau": "The suit of the card turned up last on the table is trumps.",
        "bottom_card": "Turn the bottom card of the stock face up and leave it there, to be drawn last: its suit is trumps.",
    }.get(method)
    if text is None:
        return []
    if method == "fixed" and setup.trump_suit and not suit_set(setup.trump_suit) & context.deck:
        return [f"{text} (There are none in this pack.)"]
    return [text if uses.trumps else f"{text} (No rule of this game gives trumps any power.)"]


# Chips and the first turn.


def chip_rules(context: Context) -> list[str]:
    """With how many chips all begin, and what is paid before each deal."""
    resources = context.setup.resources
    if not context.starting_chips:
        return []
    items = [f"Everyone starts with {number_of(context.starting_chips, 'chip')}."]
    if resources is None:
        return items
    if resources.ante:
        items.append(
            f"Before each deal everyone pays {number_of(resources.ante, 'chip')} into the pot (or all that is left)."
        )
    if resources.blinds:
        items.append(blind_rule(context, *resources.blinds))
    return items


def blind_rule(context: Context, small: int, big: int) -> str:
    """Blinds are bets that two players must make unseen. Of two players the dealer pays the small one, as in poker."""
    bets = "into the pot, as bets in the first round of betting."
    two = f"the dealer pays {number_of(small, 'chip')} and the other player {number_of(big, 'chip')}"
    if context.seats == 2:
        return f"In each deal {two} {bets}"
    return (
        f"In each deal the player left of the dealer pays {number_of(small, 'chip')} and the next player {number_of(big, 'chip')} {bets} "
        f"(Of only two players, {two}.)"
    )


def start_rules(context: Context, uses: Uses) -> list[str]:
    """Who has the first turn."""
    setup = context.setup
    if setup.resources and setup.resources.blinds:
        text = "The player after the two who paid begins (of only two, the dealer)."
        text = "The dealer begins." if context.seats == 2 else text
    else:
        lowest = setup.starting_player == "lowest_trump" and not uses.starts_by_trump
        start = "dealer_left" if lowest else setup.starting_player  # without trumps nobody has the lowest
        holder = card_words(context.present(setup.starting_card or "AC"))
        passed = (
            " once cards have been passed"
            if any(phase.may(Makes.PASSES) for phase in context.genome.turn_structure.opening)
            else ""
        )
        text = {
            "dealer_left": "The player to the dealer's left begins.",
            "youngest": "The player who sits left of the first dealer begins every deal (if out, the next player).",
            "random": "The player who begins is chosen by lot in every deal.",
            "holder": f"Whoever holds {holder}{passed} begins (if nobody does, the player to the dealer's left).",
            "lowest_trump": "Whoever holds the lowest trump begins (if nobody has one, the player to the dealer's left).",
        }[start]
    if is_tricks(context) and not context.own_turns:
        text = re.sub(r"\bbegins\b", "leads first", text)
    opening = context.genome.turn_structure.opening
    told_later = len(opening) == 1 and opening[0].may(Makes.NEXT_TURN) and not setup.post_deal_actions
    told_later = told_later and not opening[0].may(Makes.BATTLES)  # which nobody may win
    items = [] if told_later else [text + turn_order(context)]
    if setup.post_deal_actions:
        items.append(
            f"Then, before the first turn, each player in turn, from the one who begins, does this: {in_turn(setup.post_deal_actions, context)}."
        )
    return items


def is_tricks(context: Context) -> bool:
    return context.genome.turn_structure.phases[0].may(Makes.TRICKS)


def turn_order(context: Context) -> str:
    """How turns pass, unless a phase says who is next or there is but one."""
    phases = context.genome.turn_structure.phases
    if any(phase.may(Makes.NEXT_TURN) or phase.may(Ends.DEAL_SURELY) for phase in phases):
        return ""
    return " Turns pass to the left." if context.own_turns else " The next player to the left begins the next round."
