"""What a text about a card game says, as sets that can be compared: numbers, cards, terms, and who must, may or may not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")  # fmt: skip
NUMBER = re.compile(r"(?<![\w.])(\d[\d,]*)(?=\b)(?!s\b)|\b(" + "|".join(NUMBER_WORDS) + r")\b", re.IGNORECASE)
RANK = r"(?:ace|king|queen|jack|10|[2-9])"
SUIT = r"(?:club|diamond|heart|spade)"
UNITS = "card|point|chip|player|trick|deal|turn|round|raise|attack|time|minute"
AMOUNT = re.compile(
    rf"(\d[\d,]*|{'|'.join(NUMBER_WORDS)})\s+(?:more\s+|other\s+|further\s+)?({UNITS})s?\b", re.IGNORECASE
)

# Words that a telling must keep, each with the forms it may take. They are what rules are about.
TERMS = {
    name: re.compile(rf"\b(?:{forms})\b", re.IGNORECASE)
    for name, forms in {
        "face up": r"face[- ]up", "turned up": r"turn(?:s|ed|ing)?\s+(?:\w+\s+){0,6}?up|face[- ]up|up[- ]?card", "face down": r"face[- ]down", "stock": "stock", "discard": r"discard\w*", "table": "table",
        "hand": "hands?", "pot": "pot", "captured": r"captur\w+", "trick": "tricks?", "trump": "trumps?", "lead": "leads?|led|leading",
        "dealer": "dealer", "shuffle": r"shuffl\w+", "draw": "draws?|drawn|drawing|drew", "left": "left", "right": "right", "across": "across|opposite",
        "at random": r"random\w*|without looking", "meld": r"melds?|melded", "knock": r"knock\w*", "gin": "gin", "undercut": r"undercut\w*",
        "book": "books?", "ask": "asks?|asked|asking", "bid": "bids?|bidding", "bet": "bets?|betting", "call": "calls?|calling", "raise": r"rais\w+",
        "check": r"check\w*", "fold": r"fold\w*", "showdown": "showdown", "chips": "chips?", "claim": "claims?|claimed|say|says|said", "challenge": r"challeng\w+",
        "attack": r"attack\w*", "defender": r"defen[dcs]\w+", "stack": "stacks?", "side": "sides?|partners?|partnerships?|teams?", "suit": "suits?",
        "rank": "ranks?|ranked|ranking", "colour": "colou?rs?", "value": "values?|worth|counts?", "sequence": "sequences?|consecutive|runs?", "pair": "pairs?",
        "tie": "ties?|tied|tying|equal|draw", "score": r"scor\w+|points?", "win": "wins?|won|winning|winners?|takes?", "out of play": "out|eliminated|aside|removed",
        "pass": "pass|passes|passed|passing", "payment": r"payments?|pays?|paid", "name": "names?|naming|named", "reverse": r"revers\w+", "miss": "miss|misses|missed|skip|skips|skipped",
        "wild": "wild", "joker": "jokers?",
    }.items()
}  # fmt: skip
# Words and what turns them round. A telling that has fewer of the one and more of the other says the opposite.
OPPOSITES = tuple(
    (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE), one.partition("|")[0], other.partition("|")[0])
    for one, other in (
        ("highest|greatest|best", "lowest|smallest|worst"), ("higher|greater", "lower|smaller"), ("most", "fewest|least"), ("left", "right"),
        ("more than|more|beyond", "fewer than|fewer|less"), ("at least|or more|no fewer than|minimum", "at most|or fewer|or less|no more than|up to|maximum"),
        ("top", "bottom"), ("before", "after|once|then"), ("first", "last"), ("winner|winners", "loser|losers"), ("wins?|won|winning", "loses?|lost|losing"),
        ("face[- ]up", "face[- ]down"), ("all|every|each|whole|both", "some|several|any|few"), ("each|every", "one"), ("everyone|everybody|each|all", "nobody|no one|none"),
        ("same", "different|other|another"), ("next", "previous|same"), ("suits?", "ranks?"), ("stock", "discards?|discard pile"), ("hands?|stack", "table"),
        ("deals?", "games?"), ("until", "when|while|if"), ("must|has to|have to", "may|can|could"), ("with", "without"), ("above", "below"),
        ("captured?|captures", "discards?|discarded"), ("equal", "higher|lower"), ("in turn", "at once"),
    )
)  # fmt: skip
NEGATION = re.compile(
    r"\b(?:not|no|nobody|none|nothing|never|cannot|without|neither|nor|unless|except|only|lacks?|fails?|forbidden|refuses?|unable)\b|n't\b",
    re.IGNORECASE,
)
ORDER = re.compile(r"(?:\b(?:10|[2-9AKQJ])\b[ ,]*){3,}")
MODALS = (("must", "may"), ("may", "must"))
MODAL = re.compile(
    r"\b(must|may|can|has to|have to|is allowed to|are allowed to)\s+(?!not\b)(?:only\s+|also\s+|then\s+)?(\w+)",
    re.IGNORECASE,
)
FORBIDDEN = re.compile(
    r"\b(?:may not|must not|cannot|may never|can't|not allowed to)\s+(?:be\s+)?(?:only\s+)?(\w+)", re.IGNORECASE
)
DENIED = re.compile(
    r"\b(?:not|never|cannot|can't|no|nobody|none|nor|neither|forbidden|without)\s+(?:\w+\W+){0,5}?", re.IGNORECASE
)
OPTIONAL = re.compile(
    r"\b(?:optional\w*|if you (?:like|wish|want|choose)|free to|allowed|choose to|chooses to|either)\b", re.IGNORECASE
)
WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")
COMMON = frozenset(
    [
        "about",
        "above",
        "after",
        "again",
        "against",
        "also",
        "among",
        "and",
        "another",
        "any",
        "are",
        "back",
        "because",
        "been",
        "before",
        "begin",
        "begins",
        "being",
        "below",
        "both",
        "but",
        "can",
        "come",
        "comes",
        "does",
        "done",
        "down",
        "each",
        "else",
        "every",
        "everyone",
        "first",
        "for",
        "from",
        "give",
        "given",
        "goes",
        "going",
        "has",
        "have",
        "having",
        "her",
        "here",
        "him",
        "his",
        "how",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "just",
        "keep",
        "last",
        "less",
        "like",
        "made",
        "make",
        "many",
        "may",
        "more",
        "most",
        "must",
        "next",
        "nobody",
        "none",
        "not",
        "now",
        "of",
        "off",
        "on",
        "once",
        "one",
        "only",
        "or",
        "other",
        "others",
        "out",
        "over",
        "own",
        "player",
        "players",
        "same",
        "she",
        "so",
        "some",
        "such",
        "take",
        "taken",
        "takes",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "to",
        "together",
        "too",
        "turn",
        "two",
        "under",
        "until",
        "up",
        "upon",
        "use",
        "used",
        "when",
        "whenever",
        "where",
        "which",
        "while",
        "who",
        "whoever",
        "whole",
        "whose",
        "will",
        "with",
        "without",
        "you",
        "your",
        "card",
        "cards",
        "game",
        "deal",
    ]
)


def stem(word: str) -> str:
    """The front of a word, so that its forms are one."""
    return word.lower().replace("'s", "")[:5]


def number_of(text: str) -> int:
    low = text.lower()
    return NUMBER_WORDS.index(low) if low in NUMBER_WORDS else int(low.replace(",", ""))


class Facts:
    """What one stretch of text says."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = WORD.findall(text)

    def count(self, words: re.Pattern[str]) -> int:
        return len(words.findall(self.text))

    @cached_property
    def numbers(self) -> set[int]:
        return {number_of(match[0]) for match in NUMBER.finditer(self.text)}

    @cached_property
    def amounts(self) -> set[tuple[int, str]]:
        """Numbers with what they count: (7, card)."""
        return {(number_of(match[1]), match[2].lower()) for match in AMOUNT.finditer(self.text)}

    @cached_property
    def ranks(self) -> set[str]:
        """Court cards and aces by name, and number cards where they are named as cards."""
        courts = re.findall(r"\b(ace|king|queen|jack)s?\b", self.text, re.IGNORECASE)
        numbers = re.findall(r"\b(10|[2-9])(?:s\b|\s+of\s+(?:club|diamond|heart|spade))", self.text)
        return {name.lower() for name in (*courts, *numbers)}

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
    return {stem(word) for word in WORD.findall(text) if len(word) > 3 and word.lower() not in COMMON}
