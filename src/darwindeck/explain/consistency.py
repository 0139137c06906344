"""Whether a text still tells the same rules: numbers, ranks, suits, piles and terms, section by section.

It reads words, not meaning: it catches what is lost, added or turned round in them. docs/rulebooks.md says what it lets by.
"""

from __future__ import annotations

from collections.abc import Iterator

from .facts import ANTONYMS, MODALS, TERMS, Facts
from .markup import blocks, plain

SHORTEST = 0.45  # of the words of a section
KEPT = 0.25  # of the words that only one sentence has
KNOWN = 0.3  # of the words of a sentence must be words of the rules
GLANCE = ""  # the heading of what stands before the first section


def problems(source: str, text: str) -> list[str]:
    """What is wrong with `text` as a telling of the rules in `source`, both Markdown; empty if it can be used."""
    rules, told = sections(source), sections(text)
    if list(told) != list(rules):
        lost = [f"“{heading}” is missing" for heading in rules if heading not in told]
        extra = [f"“{heading}” is not in the rules" for heading in told if heading not in rules]
        return lost + extra or ["the sections are in another order"]
    whole = Facts("\n".join(rules.values()))
    found = []
    for heading, rule_text in rules.items():
        where = heading or "at a glance"
        found += [f"{where}: {fault}" for fault in compare(Facts(rule_text), Facts(told[heading]), whole)]
    return found


def sections(markdown: str) -> dict[str, str]:
    """The plain text under each heading of level two; the title is left out."""
    found = {GLANCE: ""}
    heading = GLANCE
    for block in blocks(markdown):
        if block.kind == "heading" and block.level <= 2:
            heading = plain(block.text).strip() if block.level == 2 else GLANCE
            found.setdefault(heading, "")
        else:
            found[heading] += plain(block.text) + "\n"
    return found


def compare(rules: Facts, told: Facts, whole: Facts) -> Iterator[str]:
    if len(told.words) < SHORTEST * len(rules.words):
        yield "much shorter than the rules"
    yield from compare_numbers(rules, told)
    yield from differences("rank", rules.ranks, told.ranks, told.ranks - rules.ranks)
    yield from differences("suit", rules.suits, told.suits, told.suits - rules.suits)
    yield from differences("card", rules.cards, told.cards, told.cards - rules.cards)
    yield from differences("term", rules.terms, told.terms, told.terms - whole.terms)
    for word, antonym in ANTONYMS:
        if word in rules.polar and antonym in told.polar - rules.polar:
            yield f"says “{antonym}” where the rules say “{word}”"
    yield from compare_modals(rules, told)
    yield from compare_sentences(rules, told, whole)


def differences(kind: str, rules: set[str], told: set[str], foreign: set[str]) -> Iterator[str]:
    yield from (f"the {kind} “{name}” is lost" for name in sorted(rules - told))
    yield from (f"the {kind} “{name}” is not in the rules" for name in sorted(foreign))


def compare_numbers(rules: Facts, told: Facts) -> Iterator[str]:
    yield from (f"the number {number} is lost" for number in sorted(rules.numbers - told.numbers - {1}))
    yield from (f"the number {number} is not in the rules" for number in sorted(told.numbers - rules.numbers - {1}))
    foreign = {pair for pair in told.amounts - rules.amounts if pair[0] in rules.numbers | {1}}
    for number, unit in sorted(foreign):
        if any(own_unit == unit for _, own_unit in rules.amounts):
            yield f"“{number} {unit}” is not in the rules"


def compare_modals(rules: Facts, told: Facts) -> Iterator[str]:
    for verb in sorted(rules.forbidden - told.denied):
        yield f"it is no longer forbidden to {verb}"
    for modal, opposite in MODALS:
        for verb in sorted(rules.modal[modal] - rules.modal[opposite]):
            if verb in told.modal[opposite]:
                yield f"“{opposite} {verb}” where the rules say “{modal} {verb}”"
    if rules.modal["may"] and not (told.modal["may"] or told.optional):
        yield "nothing is optional any more"
    if rules.excepts and not told.excepts:
        yield "an exception (“unless”, “except”, “only”) is lost"


def compare_sentences(rules: Facts, told: Facts, whole: Facts) -> Iterator[str]:
    for sentence, unique in rules.unique_stems():
        if len(unique) >= 3 and len(unique & told.stems) < KEPT * len(unique):
            yield f"nothing is left of “{sentence}”"
    for sentence, stems in told.sentences:
        if len(stems) >= 4 and len(stems & whole.stems) < KNOWN * len(stems):
            yield f"“{sentence}” is not in the rules"


__all__ = ["TERMS", "problems", "sections"]
