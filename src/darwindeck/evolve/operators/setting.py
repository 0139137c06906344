"""Changes of several fields at once that belong together: how many play, with which cards, how many each, in which sides."""

from __future__ import annotations

import random

import msgspec

from ...genome.genome import GameGenome
from ...language.context import Context, deck_of
from ...language.fields import RANKS, SUITS
from .structure import Change

PLAYERS = (2, 8)
FEWEST_CARDS = 3  # in a hand that has to shrink


def players(genome: GameGenome, rng: random.Random) -> Change:
    """One player more or less; hands are as large as the deck allows, sides are dealt anew."""
    count = genome.player_count + rng.choice((-1, 1))
    if genome.teams and genome.player_count % 2 == 0:
        count = genome.player_count + rng.choice((-2, 2))
    if not PLAYERS[0] <= count <= PLAYERS[1]:
        return None
    new = change_seats(genome, count)
    return new, f"{genome.player_count} → {count}"


def change_seats(genome: GameGenome, count: int) -> GameGenome:
    """The game for so many players, if it can be: with sides if it has them, and hands that can be dealt."""
    hand = Context(genome).hand_size
    teams = _sides(count, len(genome.teams)) if genome.teams else ()
    setup = msgspec.structs.replace(genome.setup, hand_sizes={}, cards_per_player=hand)
    new = msgspec.structs.replace(genome, player_count=count, player_counts=(), teams=teams, setup=setup)
    return fit_deal(new)


def _sides(count: int, sides: int) -> tuple[tuple[int, ...], ...]:
    """Partners sit across, in sides of equal size; nobody has a partner where that cannot be."""
    if sides < 2 or count % sides or count // sides < 2:
        sides = 2
    if count % 2 or count < 4:
        return ()
    return tuple(tuple(range(side, count, sides)) for side in range(sides))


def fit_deal(genome: GameGenome) -> GameGenome:
    """The game with hands and face-up cards that its deck can provide; a whole deck stays a whole deck."""
    setup = genome.setup
    cards = deck_of(setup, genome.player_count).bit_count()
    size = Context(genome).hand_size
    up = setup.initial_tableau_count + setup.initial_discard_count
    if size * genome.player_count + up <= cards:
        return genome
    up = min(up, max(0, cards - FEWEST_CARDS * genome.player_count))
    tableau = min(setup.initial_tableau_count, up)
    new = msgspec.structs.replace(
        setup,
        cards_per_player=max(1, (cards - up) // genome.player_count),
        hand_sizes={},
        initial_tableau_count=tableau,
        initial_discard_count=min(setup.initial_discard_count, up - tableau),
    )
    return msgspec.structs.replace(genome, setup=new)


def deck(genome: GameGenome, rng: random.Random) -> Change:
    """Another deck: one of those with a name, or a suit or some ranks more or less."""
    setup = genome.setup
    if rng.random() < 0.5:
        name = rng.choice([name for name in ("standard_52", "40_card", "36_card") if name != setup.initial_deck])
        new = msgspec.structs.replace(setup, initial_deck=name, custom_deck=(), removed_cards=())
        note = name
    else:
        suits, ranks = _cut(rng)
        cards = tuple(rank + suit for suit in suits for rank in ranks)
        new = msgspec.structs.replace(setup, initial_deck="custom", custom_deck=cards, removed_cards=())
        note = f"{ranks[0]}-{ranks[-1]} of {''.join(suits)}"
    return fit_deal(msgspec.structs.replace(genome, setup=new)), note


def _cut(rng: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Some neighbouring ranks of all suits, or of three."""
    suits = SUITS if rng.random() < 0.7 else tuple(sorted(rng.sample(SUITS, 3)))
    low = rng.randint(0, 5)
    return suits, RANKS[low : low + rng.randint(7, 12)]


def hand(genome: GameGenome, rng: random.Random) -> Change:
    """Some cards more or less in each hand, as many as there are."""
    cards = deck_of(genome.setup, genome.player_count).bit_count()
    old = Context(genome).hand_size
    size = (old or cards // genome.player_count) + rng.choice((-3, -2, -1, -1, 1, 1, 2, 3))
    up = genome.setup.initial_tableau_count + genome.setup.initial_discard_count
    size = max(1, min(size, (cards - up) // genome.player_count))
    setup = msgspec.structs.replace(genome.setup, cards_per_player=size, hand_sizes={}, hand_suits=())
    return msgspec.structs.replace(genome, setup=setup), f"{old} → {size}"


def sides(genome: GameGenome, rng: random.Random) -> Change:
    """With partners, or without."""
    count = genome.player_count
    if genome.teams:
        return msgspec.structs.replace(genome, teams=()), "none"
    new = _sides(count, rng.choice((2, 2, count // 2)))
    return (msgspec.structs.replace(genome, teams=new), f"{len(new)} sides") if new else None
