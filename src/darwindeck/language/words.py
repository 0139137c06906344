"""The words of rules: numbers, cards, ranks and places as a card-game book writes them. No rule is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .facts import Makes
from .fields import (
    RANK_NAMES,
    RANKS,
    SUIT_NAMES,
    SUIT_SIGNS,
    SUITS,
    Location,
    Mechanic,
    Operator,
    card_set,
    rank_set,
    suit_set,
)

if TYPE_CHECKING:
    from .context import Context
    from .facts import Makes
from .fields import RankOrder


def capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def list_words(items: Iterable[str], word: str = "and") -> str:
    """`a, b and c`."""
    *most, last = list(items) or ["nothing"]
    return f"{', '.join(most)} {word} {last}" if most else last


def cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def between(low: int, high: int) -> str:
    """How many cards: `a card`, `3 cards`, `1 to 3 cards`."""
    return cards(low) if low == high else f"{low} to {high} cards"


def number_of(count: int, noun: str) -> str:
    """`1 point`, `3 points`."""
    return f"{count} {noun}" if abs(count) == 1 else f"{count} {noun}s"


def score(points: int) -> str:
    """`score 3 points`, `lose 1 point`."""
    return f"lose {number_of(-points, 'point')}" if points < 0 else f"score {number_of(points, 'point')}"


def amount(operator: Operator, value: int, noun: str) -> str:
    """How many, after "you have": `no cards`, `at least 2 cards`."""
    if value == 0 and operator in (Operator.EQ, Operator.GT):
        return f"{'no' if operator is Operator.EQ else 'any'} {noun}s"
    if operator is Operator.NE:
        return f"any number of {noun}s but {value}"
    words = {"==": "exactly", "<": "fewer than", ">": "more than", "<=": "at most", ">=": "at least"}
    return f"{words[operator.value]} {number_of(value, noun)}"


def compare_phrase(operator: Operator) -> str:
    """How a number compares, after "is"."""
    return {"==": "equal to", "!=": "other than", "<": "below", ">": "above", "<=": "at most", ">=": "at least"}[
        operator.value
    ]


# Cards.


def rank_word(rank: str) -> str:
    return RANK_NAMES.get(rank, rank)


def rank_words(rank: str) -> str:
    """The rank's cards: `aces`, `8s`."""
    return f"{rank_word(rank)}s"


def a_rank(rank: str) -> str:
    return f"{'an' if rank in ('A', '8') else 'a'} {rank_word(rank)}"


def card_words(card: str) -> str:
    return f"the {rank_word(card[:-1])} of {SUIT_NAMES[card[-1]]}"


def card_signs(card: str) -> str:
    return card[:-1] + SUIT_SIGNS[card[-1]]


def name_card(suit: str | None, rank: str | None) -> str:
    """`the queen of spades`, `a heart`, `a 7`, or any card."""
    if suit and rank:
        return card_words(rank + suit)
    if suit:
        return f"a {SUIT_NAMES[suit][:-1]}"
    return a_rank(rank) if rank else "a card"


def set_of_cards(chosen: Sequence[str], deck: int) -> str:
    """Several cards in few words: whole suits and ranks of the deck first, then the others one by one."""
    left, parts = card_set(list(chosen)), []
    wholes = [(suit_set(suit), f"all {SUIT_NAMES[suit]}") for suit in SUITS]
    wholes += [(rank_set(rank), f"all {rank_words(rank)}") for rank in RANKS]
    for word, name in wholes:
        present = word & deck
        if present.bit_count() > 1 and present & left == present:
            parts.append(name)
            left &= ~word
    parts += [card_words(card) for card in chosen if card_set([card]) & left]
    return list_words(dict.fromkeys(parts))


def whole_deck(chosen: Sequence[str]) -> str:
    """The cards of a deck: ranks and suits where every suit has the same ranks, each card where not."""
    ranks = [[rank for rank in RANKS if rank + suit in chosen] for suit in SUITS]
    suits = [suit for suit, own in zip(SUITS, ranks, strict=True) if own]
    own = max(ranks, key=len)
    if any(held and held != own for held in ranks):
        return " ".join(card_signs(card) for card in sorted(chosen, key=lambda c: (c[-1], RANKS.index(c[:-1]))))
    return f"{rank_span(own)} of {list_words(SUIT_NAMES[suit] for suit in suits)}"


def rank_span(ranks: Sequence[str]) -> str:
    """`5 to 10`, where they follow each other; else each."""
    numbers = [RANKS.index(rank) for rank in ranks]
    follow = len(ranks) > 2 and numbers == list(range(numbers[0], numbers[0] + len(ranks)))
    return f"{rank_word(ranks[0])} to {rank_word(ranks[-1])}" if follow else list_words(map(rank_word, ranks))


def rank_runs(ranks: Sequence[str]) -> list[str]:
    """Plurals of ranks, with three or more in a row as one: `2s to 6s`, `kings`. Aces, which are high or low, stand alone."""
    runs: list[list[str]] = []
    for rank in ranks:
        before = runs[-1][-1] if runs else "A"
        if before != "A" and RANKS.index(rank) == RANKS.index(before) + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    ends = [[run[0], run[-1]] if len(run) > 2 else [] for run in runs]
    told = [
        [" to ".join(map(rank_words, end))] if end else map(rank_words, run)
        for run, end in zip(runs, ends, strict=True)
    ]
    return [text for texts in told for text in texts]


def order_words(order: RankOrder, ranks: Sequence[str]) -> str:
    """Who beats whom, of the ranks in the deck, highest first."""
    if isinstance(order, str):
        high = order == "ace_high"
        rising = [*RANKS[1:], "A"] if high else list(RANKS)
        falling = [rank for rank in reversed(rising) if rank in ranks]
        return " ".join(falling)
    listed_ones = [rank for rank in reversed(list(dict.fromkeys(order))) if rank in ranks]
    others = [rank for rank in ranks if rank not in order]
    parts = [" ".join(listed_ones)] if listed_ones else []
    if others:
        parts.append(f"{list_words(others)}{' (all equal)' if len(others) > 1 else ''}")
    return ", then ".join(parts)


# People and places.


def opponent(context: Context, before: bool = False) -> str:
    """The opponent after the player whose turn it is, or before."""
    if context.seats == 2:
        return "your opponent"
    side = " of another side" if context.genome.teams else ""
    return (
        f"the nearest player{side} before you in turn who has cards"
        if before
        else f"the next player{side} who has cards"
    )


def of_opponent(context: Context, what: str, before: bool = False) -> str:
    return f"your opponent's {what}" if context.seats == 2 else f"the {what} of {opponent(context, before)}"


def place(location: Location | str, context: Context) -> str:
    """A pile, as the player whose turn it is would call it."""
    side = "your side's" if context.genome.teams else "your"
    return {
        "deck": "the stock",
        "hand": "your hand",
        "discard": "the discard pile",
        "tableau": "the table",
        "capture_zone": f"{side} captured cards",
        "opponent_hand": of_opponent(context, "hand"),
        "opponent_discard": of_opponent(context, "captured cards"),
        "previous_hand": of_opponent(context, "hand", before=True),
        "own_discard": "your own discard pile",
        "previous_discard": of_opponent(context, "discard pile", before=True),
        "team_capture_pile": f"{side} own captured cards",
    }[location.value if isinstance(location, Location) else location]


def going(context: Context, phase: Mechanic) -> str:
    """How a phase goes round the table, after "in turn"."""
    if phase in context.genome.turn_structure.opening:
        return from_first(context)
    return f"going left from {starter(context, phase)}"


def starter(context: Context, phase: Mechanic) -> str:
    """Who begins what goes round the table in a phase: before the first turn nobody is "you" yet."""
    if phase in context.genome.turn_structure.opening:
        return "the player who begins"
    return "you" if context.own_turns else "whoever has the turn"


def from_first(context: Context) -> str:
    """With whom what goes round in turn begins, before the first turn."""
    left = context.setup.starting_player == "dealer_left" and not (
        context.setup.resources and context.setup.resources.blinds
    )
    return "from the dealer's left" if left else "from the player who begins"


def turn_word(context: Context) -> str:
    """What a turn is called: a round if all act in it, a trick if it is nothing else."""
    phases = context.genome.turn_structure.phases
    only_tricks = len(phases) == 1 and phases[0].may(Makes.TRICKS)
    return "turn" if context.own_turns else "trick" if only_tricks else "round"


def whole(context: Context) -> str:
    """What is won and ended: the deal, or where there is but one the game."""
    return "deal" if context.genome.match else "game"


def others(context: Context) -> str:
    """All who score but one: the other side, or every other player."""
    count = len(context.genome.teams) or context.seats
    return f"the other {sides(context)}" if count == 2 else f"every other {sides(context)}"


def sides(context: Context) -> str:
    """What scores and wins: a player, or with partners a side."""
    return "side" if context.genome.teams else "player"


def say_verb(prompt: str) -> str:
    """What is done with a card that was asked for: `Play a card` → `play`, `Lay cards aside` → `lay aside`."""
    first, *words = prompt.lower().split()
    return " ".join([first, *(word for word in words if word in ("aside", "away", "down"))][:2])
