"""What a text about a card game says, as sets that can be compared: numbers, cards, terms, and who must, may or may not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from .vocabulary import (
    AMOUNT,
    COMMON,
    DENIED,
    FORBIDDEN,
    MODAL,
    NEGATION,
    NUMBER,
    NUMBER_WORDS,
    OPTIONAL,
    ORDER,
    RANK,
    SUIT,
    TERMS,
    WORD,
)


def stem(word: str) -> str:
    """The front of a word, so that its forms are one.

    "Discard", "discards" and "discarded" are one, and few words of rules fall together that should not.
    """
    return word.lower().replace("'s", "")[:5]


def number_of(text: str) -> int:
    """ "seven", "7" and "1,000" alike."""
    low = text.lower()
    return NUMBER_WORDS.index(low) if low in NUMBER_WORDS else int(low.replace(",", ""))


class TextFacts:
    """What one stretch of text says."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = WORD.findall(text)

    def count(self, words: re.Pattern[str]) -> int:
        return len(words.findall(self.text))

    @cached_property
    def number_list(self) -> list[int]:
        return [number_of(match[0]) for match in NUMBER.finditer(self.text)]

    @cached_property
    def numbers(self) -> set[int]:
        return set(self.number_list)

    @cached_property
    def amounts(self) -> set[tuple[int, str]]:
        """Numbers with what they count: (7, card)."""
        return {(number_of(match[1]), match[2].lower()) for match in AMOUNT.finditer(self.text)}

    @cached_property
    def rank_list(self) -> list[str]:
        """Court cards and aces by name, and number cards where they are named as cards."""
        courts = re.findall(r"\b(ace|king|queen|jack)s?\b", self.text, re.IGNORECASE)
        numbers = re.findall(r"\b(10|[2-9])(?:s\b|\s+of\s+(?:club|diamond|heart|spade))", self.text)
        return [name.lower() for name in (*courts, *numbers)]

    @cached_property
    def ranks(self) -> set[str]:
        return set(self.rank_list)

    @cached_property
    def suits(self) -> set[str]:
        return {name.lower() for name in re.findall(rf"\b({SUIT})s?\b", self.text, re.IGNORECASE)}

    @cached_property
    def cards(self) -> set[str]:
        """Single cards, by rank and suit, and what ranks count."""
        named = re.findall(rf"\b({RANK})s?\s+of\s+({SUIT}|trump)s?\b", self.text, re.IGNORECASE)
        counted = re.findall(
            rf"\b({RANK})s?\s*(?:=|:|count|counts|are worth|is worth|cost|costs)?\s+(\d+)\b", self.text, re.IGNORECASE
        )
        worth = [(rank, number) for rank, number in counted if not rank.isdigit()]
        return {f"{rank.lower()} {other.lower()}" for rank, other in (*named, *worth)}

    @cached_property
    def terms(self) -> set[str]:
        return {name for name, forms in TERMS.items() if forms.search(self.text)}

    @cached_property
    def orders(self) -> list[str]:
        """Ranks in a row, as where it is told which is higher."""
        return [" ".join(re.findall(r"10|[2-9AKQJ]", match[0])) for match in ORDER.finditer(self.text)]

    @cached_property
    def negations(self) -> int:
        return len(NEGATION.findall(self.text))

    @cached_property
    def modal(self) -> dict[str, set[str]]:
        """What must and what may be done, by the verb."""
        found: dict[str, set[str]] = {"must": set(), "may": set()}
        for match in MODAL.finditer(self.text):
            kind = "must" if match[1].lower() in ("must", "has to", "have to") else "may"
            found[kind].add(stem(match[2]))
        return found

    @cached_property
    def forbidden(self) -> set[str]:
        return {stem(match[1]) for match in FORBIDDEN.finditer(self.text)}

    @cached_property
    def denied(self) -> set[str]:
        """Verbs and nouns with a "not", "no" or "never" shortly before them."""
        found = set()
        for match in DENIED.finditer(self.text):
            found |= {stem(word) for word in WORD.findall(self.text[match.start() : match.start() + 60])}
        return found

    @cached_property
    def optional(self) -> bool:
        return bool(OPTIONAL.search(self.text))

    @cached_property
    def stems(self) -> set[str]:
        return content(self.text)

    @cached_property
    def stem_counts(self) -> Counter[str]:
        return Counter(list_content(self.text))

    @cached_property
    def sentences(self) -> list[tuple[str, set[str]]]:
        parts = re.split(r"(?<=[.!?:;])\s+|\n", self.text)
        return [(part.strip(), content(part)) for part in parts if part.strip()]

    def unique_stems(self) -> Iterator[tuple[str, set[str]]]:
        """Each sentence with the words that no other sentence has."""
        for place, (sentence, stems) in enumerate(self.sentences):
            others = [words for number, (_, words) in enumerate(self.sentences) if number != place]
            yield sentence, stems.difference(*others)


def content(text: str) -> set[str]:
    """The stems of the words that carry meaning."""
    return set(list_content(text))


def list_content(text: str) -> list[str]:
    """The same, each as often as it is said."""
    return [stem(word) for word in WORD.findall(text) if len(word) > 3 and word.lower() not in COMMON]
