"""Sentences of rulebooks, compared and made ready to stand alone, as in a pitch."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

# Words of a sentence that is quoted: above the first number a part is left out, above the second all of it.
LONGEST, MOST = 36, 45
# How sentences begin that say nothing without the one before.
DEPENDENT = re.compile(
    r"(That|It|Its|They|Them|These|This|Those|Then|There|If not|If so|From then|For whoever|Otherwise|Whoever does so|Such|Each of them|"
    r"So|And|In that case|Until then|The same|The new|None of them|If none|If one of them|As step|All else|Last|First|Whoever does not have)\b"
)


def split_sentences(texts: Sequence[str]) -> list[str]:
    """The sentences of some texts; asides in brackets belong to none."""
    parts = [part.strip() for text in texts for part in re.split(r"(?<=[.!?])\s+|\n", text)]
    return [part for part in parts if part and not part.startswith("(")]


def compare(mine: Sequence[str], theirs: Sequence[str]) -> tuple[list[str], list[str]]:
    """What only the one has, and what only the other has."""
    return [text for text in mine if text not in theirs], [text for text in theirs if text not in mine]


def likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()


def stand_alone(sentence: str) -> str:
    """A sentence that makes sense without the others, in not too many words; empty if there is none in it."""
    if DEPENDENT.match(sentence):
        return ""
    text = re.sub(r"^But (\w)", lambda found: found[1].upper(), sentence)
    text = re.sub(r"^((?:If|When|Whenever)\b[^:]*): ", r"\1, ", text)
    text = re.sub(r"^If your score so far is", "At the end of a deal, if your score is", text)
    if len(text.split()) > LONGEST:
        text = re.sub(r"\s*\([^()]*\)", "", text)
    if len(text.split()) > LONGEST and "; " in text:
        text = f"{text.partition('; ')[0]}."
    return text if len(text.split()) <= MOST else ""


def tell_clauses(brief: str, other: str) -> str:
    """What a quick reference says otherwise than another, part by part: "any card may be played"."""
    mine, theirs = (re.split(r"; |: |, (?!which|and|or|not)", text) for text in (brief, other))
    return ", ".join(part for part in mine if part not in theirs) or brief
