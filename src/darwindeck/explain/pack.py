"""The pack: which cards are used, which rank above which, and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..genome.genome import GameGenome
from ..language.context import DEFAULT_VALUES, Context, deck_of
from ..language.facts import Reads
from ..language.fields import RANKS, SUIT_NAMES, SUITS, card_set
from ..language.words import card_words, list_words, order_words, rank_runs, rank_words, set_of_cards, whole_deck
from ..mechanics.scoring import equal_value
from .uses import Uses


def pack(context: Context) -> str:
    """With which cards the game is played, after "Use": what a pack lacks, or where that is too much, what is in it."""
    deck = _base_deck(context)
    cards = [rank + suit for suit in SUITS for rank in RANKS if card_set([rank + suit]) & deck]
    gone = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in cards]
    if not gone:
        return f"a standard pack of {len(cards)} cards"
    ways = f"a pack without {_tell_gone(gone)}", f"only these cards of a pack: {whole_deck(cards)}"
    return f"{min(ways, key=lambda way: len(way.split()))} ({len(cards)} cards)"


def _base_deck(context: Context) -> int:
    """The cards in use before some are taken out for an even deal, as one word."""
    return deck_of(msgspec.structs.replace(context.setup, even_deal_removals=()), 1)


def _tell_gone(gone: Sequence[str]) -> str:
    """What a pack lacks, whole suits and ranks first."""
    suits = [suit for suit in SUITS if all(rank + suit in gone for rank in RANKS)]
    left = [suit for suit in SUITS if suit not in suits]
    ranks = [rank for rank in RANKS if all(rank + suit in gone for suit in left)]
    single = [card for card in gone if card[-1] in left and card[:-1] not in ranks]
    return list_words([*(SUIT_NAMES[suit] for suit in suits), *rank_runs(ranks), *map(card_words, single)])


def even_deal(genome: GameGenome) -> str:
    """Which cards go so that the deal comes out even, for each number of players."""
    removals = genome.setup.even_deal_removals
    if not removals:
        return ""
    full = deck_of(genome.setup, 1)
    counts = sorted({genome.player_count, *genome.player_counts})
    texts = []
    for count in counts:
        gone = [card for card in removals if card_set([card]) & full & ~deck_of(genome.setup, count)]
        if gone:
            texts.append(f"with {count} players take out {set_of_cards(gone, 0)}")
    if not texts:
        return ""
    return f" For an even deal, {'; '.join(texts)}."


def rank_rules(context: Context, uses: Uses) -> list[str]:
    items = []
    trumps = [text for phase in context.phases if (text := phase.order_rule(context))]
    if uses.order:
        which = "Cards that are not trumps" if trumps else "Cards"
        items.append(f"{which} rank, from the highest: {order_of_ranks(context, uses)}.")
    items += dict.fromkeys(trumps)
    return [*items, *value_rules(context, uses)]


def value_rules(context: Context, uses: Uses) -> list[str]:
    """What cards are worth, unless it is the same for all and said where it counts."""
    told = uses.values and (equal_value(context) is None or uses.asks_values)
    return [f"Values: {value_words(context, uses.ranks_apart)}."] if told else []


def order_of_ranks(context: Context, uses: Uses) -> str:
    """Of the ranks in the deck; where it matters which are next to each other, of all."""
    present = [RANKS[number] for number in context.ranks]
    gaps = uses.has(Reads.NEIGHBOURS) and len(present) < len(RANKS)
    text = order_words(context.setup.rank_order, RANKS if gaps else present)
    return f"{text}; ranks that are not in the pack count for what is one above or below" if gaps else text


def value_words(context: Context, apart: frozenset[str]) -> str:
    """Values of the ranks in the deck, but for those apart; number cards that count their number in one breath."""
    if equal_value(context) is not None:
        return f"each {equal_value(context)}"
    value = {RANKS[number]: context.value[number] for number in context.ranks if RANKS[number] not in apart}
    plain = [rank for rank in value if rank.isdigit() and value[rank] == DEFAULT_VALUES[rank]]
    others = [rank for rank in value if rank not in plain]
    parts = [
        f"{list_words(rank_words(rank) for rank in others if value[rank] == worth)} {worth}"
        for worth in dict.fromkeys(value[rank] for rank in others)
    ]
    if plain:
        rest = "other number cards" if any(rank.isdigit() for rank in others) else "number cards"
        parts.append(f"{rest} their number")
    return ", ".join(parts)
