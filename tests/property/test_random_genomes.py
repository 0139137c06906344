"""Random genomes: whatever the generator writes is a game that loads, compiles and ends."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from darwindeck import Game, simulate
from darwindeck.evolve.operators.repair import repair
from darwindeck.evolve.random_genomes import draft, random_genome
from darwindeck.genome.text import format_genome, parse_genome
from darwindeck.judge.check import check
from darwindeck.simulate.records import ENDINGS

GAMES = 3
PLIES = 300  # looked at closely; the rest of a game is played in the core

seeds = st.integers(min_value=0, max_value=2**32 - 1)
few = settings(max_examples=60, derandomize=True, deadline=None, database=None)


@few
@given(seeds)
def test_it_passes_its_checks_and_can_be_saved(seed: int) -> None:
    genome = random_genome(random.Random(seed))
    assert check(genome).errors == []
    assert parse_genome(format_genome(genome)) == genome
    assert random_genome(random.Random(seed)) == genome


def test_many_drafts_pass_their_checks_and_nearly_all_can_be_repaired() -> None:
    drafts = [draft(random.Random(seed)) for seed in range(300)]
    assert sum(not check(genome).errors for genome in drafts) > 0.4 * len(drafts)
    assert sum(repair(genome) is not None for genome in drafts) > 0.9 * len(drafts)


@few
@given(seeds)
def test_its_games_end_and_keep_their_cards(seed: int) -> None:
    game = Game(random_genome(random.Random(seed)))
    deck = [card for card in range(64) if game.program.program.deck >> card & 1]
    chance = random.Random(seed)
    for index in range(GAMES):
        state = game.start(seed=seed, index=index)
        for _ in range(PLIES):
            piles = game.snapshot(state)["piles"].values()
            cards = sorted(
                card
                for pile in piles
                for part in (pile if isinstance(pile, list) else [pile])
                for card in part["known"]
            )
            assert cards == deck
            moves = game.legal_moves(state)
            assert bool(moves) != game.is_over(state)
            if not moves:
                break
            state = game.apply(state, chance.choice(moves))
    records = simulate(game.genome, games=GAMES, seed=seed, threads=1)
    assert all(ENDINGS[ending] != "running" for ending in records.ending)


@few
@given(seeds)
def test_threads_and_instruction_sets_make_no_difference(seed: int) -> None:
    genome = random_genome(random.Random(seed))
    one = simulate(genome, games=8, seed=seed, threads=1, isa="baseline")
    two = simulate(genome, games=8, seed=seed, threads=2)
    for name in ("winners", "payoffs", "plies", "turns", "decisions", "options", "deals", "ending"):
        assert (getattr(one, name) == getattr(two, name)).all(), name


@few
@given(seeds)
def test_a_redealt_table_looks_the_same(seed: int) -> None:
    game = Game(random_genome(random.Random(seed)))
    chance = random.Random(seed)
    state = game.start(seed=seed)
    for _ in range(30):
        if game.is_over(state):
            return
        seat = chance.randrange(game.seats)
        view = game.view(state, seat)
        assert game.view(game.redeal(view, seed=chance.getrandbits(32)), seat) == view
        state = game.apply(state, chance.choice(game.legal_moves(state)))
