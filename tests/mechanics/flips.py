"""Facts declared wrongly, one at a time: to show that a test would find it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from darwindeck.language.facts import ALWAYS, KINDS, Fact, Facts

ALL_FACTS: tuple[Fact, ...] = tuple(fact for kind in KINDS for fact in kind)


def flips(facts: Facts) -> Iterator[tuple[Fact, Facts]]:
    """Every fact deleted, every fact that holds sometimes made to hold always, every other fact added."""
    for fact in ALL_FACTS:
        name = type(fact).__name__.lower()
        declared = getattr(facts, name)
        if fact in declared:
            yield fact, dataclasses.replace(facts, **{name: {f: when for f, when in declared.items() if f is not fact}})
        if declared.get(fact) is not ALWAYS:
            yield fact, dataclasses.replace(facts, **{name: {**declared, fact: ALWAYS}})
