"""The pack: which cards are used, which rank above which, and what they are worth."""

from __future__ import annotations

from ..genome.genome import GameGenome
from ..language.context import DECK_CUTS, DEFAULT_VALUES, Context, deck_of
from ..language.facts import Reads
from ..language.fields import RANKS, SUITS, card_set, suit_set
from ..language.words import list_words, order_words, rank_word, rank_words, set_of_cards, whole_deck
from ..mechanics.scoring import equal_value
from .uses import Uses


def pack(context: Context) -> str:
    """With which cards the game is played, after "Use"."""
    setup = context.setup
    if setup.initial_deck == "custom":
        base = card_set(setup.custom_deck)
        gone = [rank for rank in RANKS if not card_set([rank + suit for suit in SUITS]) & base]
        if gone and base == card_set([rank + suit for rank in RANKS if rank not in gone for suit in SUITS]):
            text = f"a pack without {list_words(f'{rank_word(rank)}s' for rank in gone)} ({base.bit_count()} cards)"
        else:
            text = f"only these cards of a pack: {whole_deck(setup.custom_deck)} ({base.bit_count()} cards)"
    else:
        text = {
            "standard_52": "a standard pack of 52 cards",
            "51_cards": "a standard pack without the queen of clubs (51 cards)",
            "40_card": "a pack without 8s, 9s and 10s (40 cards)",
            "36_card": "a pack without 2s, 3s, 4s and 5s (36 cards)",
        }[setup.initial_deck]
        base = base_deck(context)
    removed = [card for card in dict.fromkeys(setup.removed_cards) if card_set([card]) & base]
    if removed:
        text += f", without {set_of_cards(removed, base)} ({(base & ~card_set(removed)).bit_count()} cards)"
    return text


def base_deck(context: Context) -> int:
    word = sum(suit_set(suit) for suit in SUITS)
    for rank in DECK_CUTS[context.setup.initial_deck]:
        word &= ~card_set([rank + suit for suit in SUITS])
    return word & ~card_set(["QC"]) if context.setup.initial_deck == "51_cards" else word


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
        what = f"take out {set_of_cards(gone, 0)}" if gone else "all are used"
        texts.append(f"with {count} players {what}")
    if len(texts) == 1 and texts[0].endswith("all are used"):
        return ""
    return f" So that the pack divides evenly, {'; '.join(texts)}."


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
    return [f"Cards have these values: {value_words(context, uses.ranks_apart)}."] if told else []


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
