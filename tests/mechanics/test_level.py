"""What rulebooks leave out because hands stay level: compared with what happens in play."""

from __future__ import annotations

import random

import pytest

from darwindeck import known_games, load_genome
from darwindeck.engine.game import Game
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.genome.genome import GameGenome
from darwindeck.language.context import Context
from darwindeck.mechanics.phases.level import count_turns, keeps_cards, keeps_level, spares_stock
from darwindeck.play.session import replay

RANDOM_GENOMES, LONGEST = 60, 400


def find_hands(game: Game, state: object) -> list[int]:
    """How many cards each seat in play holds."""
    table = game.snapshot(state)  # type: ignore[arg-type]
    hands = [hand["count"] for hand in table["piles"]["hand"]]
    return [hand for seat, hand in enumerate(hands) if not table["folded"][seat] and not table["out"][seat]]


def assert_level(genome: GameGenome) -> None:
    """When a turn begins all have as many cards, or where turns are one player's, as many but for those of one turn."""
    context, game = Context(genome), Game(genome)
    change = max(abs(phase.hand_change(context)[0]) for phase in genome.turn_structure.phases)
    most = count_turns(context) or genome.max_turns
    turn, plies = -1, replay(game, 0, 0, ("random",))
    for _, ply in zip(range(LONGEST), plies, strict=False):
        if ply.before.to_move < 0 or game.snapshot(ply.before)["turn"] == turn:
            continue
        turn = game.snapshot(ply.before)["turn"]
        assert turn <= most, genome.genome_id
        hands = find_hands(game, ply.before)
        assert turn == 0 or max(hands) - min(hands) <= (change if context.own_turns else 0), (genome.genome_id, turn)


@pytest.mark.parametrize("name", known_games())
def test_hands_are_level_where_rules_say_so(name: str) -> None:
    if keeps_level(Context(load_genome(name))):
        assert_level(load_genome(name))


@pytest.mark.parametrize("seed", range(RANDOM_GENOMES))
def test_hands_of_random_games_are_level_where_rules_say_so(seed: int) -> None:
    genome = random_genome(random.Random(3000 + seed))
    if keeps_level(Context(genome)):
        assert_level(genome)


def assert_never_empty(genome: GameGenome) -> None:
    """Nobody in play is without cards, or no draw finds the stock empty, where rulebooks leave out what happens then."""
    context, game = Context(genome), Game(genome)
    for _, ply in zip(range(LONGEST), replay(game, 0, 0, ("random",)), strict=False):
        if ply.before.to_move < 0:
            continue
        if keeps_cards(context):
            assert min(find_hands(game, ply.before)) > 0, genome.genome_id
        if spares_stock(context):
            assert game.snapshot(ply.before)["piles"]["deck"]["count"] > 0, genome.genome_id


@pytest.mark.parametrize("name", known_games())
def test_hands_and_stocks_last_where_rules_say_so(name: str) -> None:
    assert_never_empty(load_genome(name))


@pytest.mark.parametrize("seed", range(RANDOM_GENOMES))
def test_hands_and_stocks_of_random_games_last_where_rules_say_so(seed: int) -> None:
    assert_never_empty(random_genome(random.Random(4000 + seed)))


def test_gin_and_schwimmen_say_nothing_of_empty_hands() -> None:
    gin, swim, fish = (Context(load_genome(name)) for name in ("gin-rummy", "schwimmen", "go-fish"))
    assert keeps_cards(gin) and spares_stock(gin) and keeps_cards(swim)
    assert not keeps_cards(fish) and not spares_stock(fish)
