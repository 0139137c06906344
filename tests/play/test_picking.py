"""Several cards are chosen in any order, and every choice that the engine has can be made so."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from darwindeck import Game, known_games, load_genome
from darwindeck.engine.game import MOVES, State
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.language.fields import card_id
from darwindeck.play.picking import Picking, find_picking, is_same_choice, say_counts
from darwindeck.play.session import Session


def ways(game: Game, start: State, state: State, cards: tuple[int, ...] = ()) -> set[frozenset[int]]:
    """All choices of cards that the engine allows, by going through all of them."""
    found = set()
    for move in game.legal_moves(state):
        after = game.apply(state, move)
        chosen = (*cards, move) if move < MOVES["suit"] else cards
        if move < MOVES["suit"] and is_same_choice(start, after):
            found |= ways(game, start, after, chosen)
        elif chosen:
            found.add(frozenset(chosen))
    return found


def test_passing_three_cards_offers_all_thirteen() -> None:
    session = Session(Game("hearts"), people=range(4), seed=3)
    picking = session.picking
    assert picking is not None and len(picking.cards) == 13
    assert session.question is not None and len(session.question.options) == 11


def test_picks_are_made_in_any_order_and_taken_back() -> None:
    session = Session(Game("hearts"), people=range(4), seed=3)
    picking = session.picking
    assert picking is not None
    low, middle, high, last = (picking.cards[place] for place in (0, 5, 11, 12))
    for card in (last, middle, high, low):
        picking.toggle(card)
    assert picking.moves() is None and picking.say_fault() == "pick 3 cards"  # four are too many
    picking.undo()
    assert picking.picked == [last, middle, high] and picking.moves() == sorted([last, middle, high])
    picking.toggle(middle)
    assert picking.moves() is None  # two are too few
    with pytest.raises(ValueError, match="cannot be chosen"):
        picking.toggle(next(card for card in range(13) if card not in picking.cards))


@pytest.mark.parametrize(
    ("counts", "words"),
    [((1,), "1 card"), ((3,), "3 cards"), ((1, 2), "1 or 2 cards"), ((1, 2, 3, 4), "1 to 4 cards"), ((1, 3, 4), "1, 3 or 4 cards")],
)  # fmt: skip
def test_how_many_cards_are_picked_is_said(counts: tuple[int, ...], words: str) -> None:
    assert say_counts(counts) == words


def check_all_ways(game: Game, picking: Picking) -> None:
    possible = ways(game, picking.state, picking.state)
    assert set(picking.cards) == set().union(*possible)
    assert picking.counts == tuple(sorted({len(cards) for cards in possible}))
    for size in range(1, 3):
        for cards in combinations(picking.cards, size):
            picking.picked = list(reversed(cards))
            assert (picking.moves() is not None) == (frozenset(cards) in possible)


@pytest.mark.parametrize("name", ["hearts", "scopa", "draw-poker", "cheat"])
def test_exactly_the_choices_of_the_engine_can_be_picked(name: str) -> None:
    game, found, rng = Game(load_genome(name)), 0, random.Random(1)
    state = game.start(seed=2)
    for _ in range(60):
        if game.is_over(state):
            break
        picking = find_picking(game, state)
        if picking is not None and len(picking.cards) <= 13:
            check_all_ways(game, picking)
            found += 1
        state = game.apply(state, rng.choice(game.legal_moves(state)))
    assert found


@pytest.mark.parametrize("seed", range(30))
def test_random_games_can_be_picked_through(seed: int) -> None:
    """Whatever is picked as moves is legal, and asks for no more cards of the same choice."""
    rng = random.Random(seed)
    game = Game(random_genome(rng))
    state = game.start(seed=seed)
    for _ in range(40):
        if game.is_over(state):
            break
        picking = find_picking(game, state)
        moves = [rng.choice(game.legal_moves(state))]
        if picking is not None:
            picking.picked = rng.sample(picking.cards, rng.randint(1, min(4, len(picking.cards))))
            moves = picking.moves() or moves
        for move in moves:
            state = game.apply(state, move)


@pytest.mark.parametrize("name", [name for name in known_games() if name in ("whist", "war", "go-fish")])
def test_single_choices_are_not_picked(name: str) -> None:
    game = Game(load_genome(name))
    assert find_picking(game, game.start(seed=1)) is None


def test_cards_are_typed_as_people_write_them() -> None:
    from darwindeck.cli.table import parse_card

    assert [parse_card(text) for text in ("KS", "10h", "tc", "Q♥", "a♦")] == [
        card_id(name) for name in ("KS", "10H", "10C", "QH", "AD")
    ]
    assert [parse_card(text) for text in ("", "K", "11h", "KSS", "1", "²♠")] == [None] * 6
