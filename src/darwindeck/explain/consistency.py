"""Whether a text still tells the same rules: numbers, ranks, suits, piles and terms, item by item.

It reads words, not meaning: it catches what is lost, added or turned round in them. docs/rulebooks.md says what it lets by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .markup import blocks, plain
from .text_facts import TextFacts
from .vocabulary import MODALS, OPPOSITES

SHORTEST = 0.45  # of the words of an item
KEPT = 0.25  # of the words that only one sentence has
KNOWN = 0.3  # of the words of a sentence must be words of the rules
MORE_NEGATIONS = 1  # than the rules have: "put statements in positive form" makes fewer, not more
GLANCE = "at a glance"  # what stands before the first section


def problems(source: str, text: str) -> list[str]:
    """What is wrong with `text` as a telling of the rules in `source`, both Markdown; empty if it can be used.

    Sections and the items in them must be the same, so that each item is compared with what it tells.
    """
    rules, told = sections(source), sections(text)
    if list(told) != list(rules):
        lost = [f"“{heading}” is missing" for heading in rules if heading not in told]
        extra = [f"“{heading}” is not in the rules" for heading in told if heading not in rules]
        return lost + extra or ["the sections are in another order"]
    whole = TextFacts("\n".join(item for items in rules.values() for item in items))
    found = []
    for heading, items in rules.items():
        if len(items) != len(told[heading]):
            found.append(f"{heading}: {len(told[heading])} items instead of {len(items)}")
            continue
        pairs = [pair for pair in zip(items, told[heading], strict=True) if pair[0] != pair[1]]
        for rule_text, item in pairs:
            found += [f"{heading}: {fault}" for fault in compare(TextFacts(rule_text), TextFacts(item), whole)]
    return found


def sections(markdown: str) -> dict[str, list[str]]:
    """The items under each heading of level two, as plain text; the title is left out."""
    found: dict[str, list[str]] = {GLANCE: []}
    heading = GLANCE
    for block in blocks(markdown):
        if block.kind == "heading":
            heading = plain(block.text).strip() if block.level > 1 else GLANCE
            found.setdefault(heading, [])
        else:
            found[heading].append(plain(block.text))
    return found


def compare(rules: TextFacts, told: TextFacts, whole: TextFacts) -> Iterator[str]:
    """What the told text says otherwise than the rules, one sentence each; `whole` is all that the rules say elsewhere too."""
    if len(told.words) < SHORTEST * len(rules.words):
        yield f"much shorter than “{rules.text}”"
    yield from compare_numbers(rules, told)
    yield from differences("rank", rules.ranks, told.ranks, told.ranks - rules.ranks)
    if are_exchanged(rules.rank_list, told.rank_list):
        yield "one rank stands in the place of another"
    yield from differences("suit", rules.suits, told.suits, told.suits - rules.suits)
    yield from differences("card", rules.cards, told.cards, told.cards - rules.cards)
    yield from differences("term", rules.terms, told.terms, told.terms - whole.terms)
    if rules.orders != told.orders:
        yield "the order of the ranks is another"
    for one, other, word, opposite in OPPOSITES:
        for before, after, right, wrong in ((one, other, word, opposite), (other, one, opposite, word)):
            if told.count(after) > rules.count(after) and told.count(before) < rules.count(before):
                yield f"says “{wrong}” where the rules say “{right}”"
    yield from compare_modals(rules, told)
    yield from compare_sentences(rules, told, whole)


def differences(kind: str, rules: set[str], told: set[str], foreign: set[str]) -> Iterator[str]:
    yield from (f"the {kind} “{name}” is lost" for name in sorted(rules - told))
    yield from (f"the {kind} “{name}” is not in the rules" for name in sorted(foreign))


def compare_numbers(rules: TextFacts, told: TextFacts) -> Iterator[str]:
    """Numbers that are lost, new, exchanged or in another order."""
    yield from (f"the number {number} is lost" for number in sorted(rules.numbers - told.numbers - {1}))
    yield from (f"the number {number} is not in the rules" for number in sorted(told.numbers - rules.numbers - {1}))
    if are_exchanged(rules.number_list, told.number_list):
        yield "one number stands in the place of another"
    elif sorted(rules.number_list) == sorted(told.number_list) and rules.number_list != told.number_list:
        yield "the numbers are in another order"
    units = {unit for _, unit in rules.amounts}
    for number, unit in sorted(told.amounts - rules.amounts):
        if unit in units and number in rules.numbers | {1}:
            yield f"“{number} {unit}” is not in the rules"


def are_exchanged(rules: Sequence[object], told: Sequence[object]) -> bool:
    """Whether something is told less often than in the rules, and something else more often."""
    before, after = Counter(rules), Counter(told)
    return bool(before - after) and bool(after - before)


def compare_modals(rules: TextFacts, told: TextFacts) -> Iterator[str]:
    """What is forbidden, allowed or demanded in the rules, and told otherwise."""
    for verb in sorted(rules.forbidden - told.denied):
        yield f"it is no longer forbidden to {verb}"
    for modal, opposite in MODALS:
        for verb in sorted(rules.modal[modal] - rules.modal[opposite]):
            if verb in told.modal[opposite]:
                yield f"“{opposite} {verb}” where the rules say “{modal} {verb}”"
    if rules.modal["may"] and not (told.modal["may"] or told.optional):
        yield "what was optional is not any more"
    if told.negations < rules.negations:
        yield "a “not”, “no”, “only” or “unless” is lost"
    if told.negations > rules.negations + MORE_NEGATIONS:
        yield "more is denied than in the rules"


def compare_sentences(rules: TextFacts, told: TextFacts, whole: TextFacts) -> Iterator[str]:
    lost = set(rules.stem_counts - told.stem_counts)  # what is said less often
    for (sentence, unique), (_, stems) in zip(rules.unique_stems(), rules.sentences, strict=True):
        is_rare = len(unique) >= 2 and len(unique & told.stems) < KEPT * len(unique)
        if is_rare or (len(stems) >= 2 and stems <= lost):
            yield f"nothing is left of “{sentence}”"
    for sentence, stems in told.sentences:
        if len(stems) >= 4 and len(stems & whole.stems) < KNOWN * len(stems):
            yield f"“{sentence}” is not in the rules"
