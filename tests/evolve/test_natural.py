"""Natural values: children have numbers, packs and tables as known games have them, and odd ones seldom."""

from __future__ import annotations

import random
from collections import Counter

from msgspec import inspect

from darwindeck.evolve.operators.natural import FieldSlot, Natural, draw_number, list_tables
from darwindeck.evolve.operators.setting import PACKS, deck, hand
from darwindeck.genome.setup import SetupRules
from darwindeck.genome.text import load_genome
from darwindeck.judge.symbols import ROUND
from darwindeck.language.context import Context
from darwindeck.language.fields import RANKS, rank_set
from darwindeck.mechanics.phases.knock import KnockPhase

from .families import KNOWN

LIMIT = FieldSlot(KnockPhase, "limit")
WIDE = inspect.IntType(ge=0, le=1000)


def test_numbers_are_mostly_small_or_round_or_near() -> None:
    rng = random.Random(1)
    found = [draw_number(WIDE, LIMIT, rng, 50) for _ in range(1000)]
    usual = [value for value in found if value <= 10 or value in ROUND or abs(value - 50) <= 15]
    assert 0.85 < len(usual) / len(found) < 1.0  # a bounded chance for odd ones
    assert 50 not in found and all(0 <= value <= 1000 for value in found)


def test_a_number_that_known_games_have_in_a_place_is_the_likeliest_there() -> None:
    rng = random.Random(1)
    found = Counter(
        draw_number(inspect.IntType(ge=1, le=13), FieldSlot(SetupRules, "cards_per_player"), rng) for _ in range(2000)
    )
    known = {Context(game).hand_size for game in KNOWN}
    assert {size for size, _ in found.most_common(2)} <= known
    assert len(found) > 8


def test_a_number_at_the_edge_has_a_neighbour() -> None:
    assert draw_number(inspect.IntType(ge=1, le=2), LIMIT, random.Random(1), 2) == 1


def test_packs_are_whole_ranks_of_all_suits() -> None:
    rng = random.Random(1)
    for game in KNOWN * 5:
        change = deck(game, rng)
        assert change is not None
        new, name = change
        pack = Context(new).deck
        assert name in PACKS
        cut = sum(rank_set(rank) for rank in RANKS if rank_set(rank) & pack)
        assert pack == cut or game.setup.even_deal_removals


def test_usual_packs_are_usual() -> None:
    rng, counts = random.Random(1), Counter[str]()
    for _ in range(300):
        change = deck(load_genome("durak"), rng)
        assert change is not None
        counts[change[1]] += 1
    assert counts.most_common(1)[0][0] == "standard_52"
    assert "36_card" not in counts and len(counts) > 3


def test_hands_are_as_large_as_the_pack_allows() -> None:
    rng = random.Random(1)
    for game in KNOWN:
        change = hand(game, rng)
        assert change is not None
        context = Context(change[0])
        assert 1 <= context.hand_size * context.seats <= context.deck.bit_count()


def test_tables_are_those_of_known_games() -> None:
    slot = FieldSlot(SetupRules, "card_values")
    tables = list_tables(slot)
    assert load_genome("gin-rummy").setup.card_values in tables
    values = Natural(random.Random(1), 0.0, slot)
    info = inspect.type_info(dict[str, int])
    assert all(values.draw(info) in tables for _ in range(20))
