"""How long rulebooks are, besides the example and the quick reference: a person reads them before the first deal."""

from __future__ import annotations

import re

import pytest

from darwindeck import load_genome
from darwindeck.explain.render import rules_markdown
from darwindeck.explain.rules import rulebook_of
from darwindeck.genome.text import known_games
from darwindeck.language.context import Context

MOST_WORDS, WITH_BETTING = 469, 636  # 250 is the aim; eleven games have fewer
# A table of scores; marriages, the exchange and closing; an auction, three kinds of games, what may be announced and what each is worth.
LONGER = {"contract-bridge": 561, "schnapsen": 540, "skat": 658, "cassino": 494}


@pytest.mark.parametrize("name", known_games())
def test_rulebooks_are_short(name: str) -> None:
    game = load_genome(name)
    words = re.findall(r"[A-Za-z][\w'’-]*", rules_markdown(rulebook_of(game)))
    most = WITH_BETTING if Context(game).has_betting else MOST_WORDS
    assert len(words) <= LONGER.get(name, most)
