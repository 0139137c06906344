"""The words that rules are made of, and what turns them round. Tables only; `facts` reads texts with them."""

from __future__ import annotations

import re

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
        ("captured?|captures", "discards?|discarded"), ("equal", "higher|lower"), ("in turn", "at once"), ("or", "and"), (r"you|your(?!\s+opponent)", "opponents?|opponent's"),
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
