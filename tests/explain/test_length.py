"""How long rulebooks are, besides the example and the quick reference: a person reads them before the first deal."""

from __future__ import annotations

import re

import pytest

from darwindeck import load_genome
from darwindeck.explain.render import rules_markdown
from darwindeck.explain.rules import rulebook_of
from darwindeck.genome.text import invented_games, known_games

MOST_WORDS = 250
# Known games of more words, each with as many as it has now. What takes them: exchanges of cards by places, lives and knocking, columns,
# attacks, a crib, rounds of betting with what may be called and raised, a table of scores, several kinds of games with what may be announced.
LONGER = {
    "president": 261, "thirty-one": 264, "golf-6": 277, "durak": 288, "crazy-eights": 290, "scopa": 308, "hearts": 316, "euchre": 325,
    "palace": 330, "gin-rummy": 334, "simple-poker": 337, "rummy": 362, "cribbage": 375, "cassino": 439, "schnapsen": 455,
    "betting-war": 478, "draw-poker": 481, "contract-bridge": 508, "texas-holdem": 523, "skat": 590,
}  # fmt: skip
INVENTED_LONGER = {
    "faithful-nest": 418,  # the scores of cribbage
    "tiny-scholar": 472,  # rounds of betting with raises of four sizes
}


def count_words(name: str) -> int:
    return len(re.findall(r"[A-Za-z][\w'’-]*", rules_markdown(rulebook_of(load_genome(name)))))


@pytest.mark.parametrize("name", known_games())
def test_rulebooks_are_short(name: str) -> None:
    assert count_words(name) <= LONGER.get(name, MOST_WORDS)


@pytest.mark.parametrize("name", invented_games())
def test_rulebooks_of_invented_games_are_short(name: str) -> None:
    assert count_words(name) <= INVENTED_LONGER.get(name, MOST_WORDS)
