"""Changes of several fields at once that belong together: how many play, with which cards, how many each, in which sides."""

from __future__ import annotations

import random

import msgspec
from msgspec import inspect

from ...genome.genome import GameGenome
from ...genome.setup import SetupRules
from ...judge.symbols import Symbol, deck_bits
from ...language.context import DECK_CUTS, Context, deck_of
from ...language.fields import RANKS, SUITS, card_set, rank_set
from . import Change
from .natural import FieldSlot, count_known, draw_number

PLAYERS = (2, 8)
LOWEST = ("3", "5", "7", "8", "9", "10")  # ranks that packs begin with
HELPED = 0.5  # bits of a pack count half
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
    """Another pack, by how usual it is; most known games have the same one, so the others are helped."""
    setup = genome.setup
    names = [name for name in PACKS if PACKS[name] != deck_of(setup, genome.player_count)]
    prior = count_known()
    bits = [prior.bits(Symbol(("deck",), PACKS[name], deck_bits(PACKS[name]), "$")) for name in names]
    name = rng.choices(names, [2.0 ** (-HELPED * bit) for bit in bits])[0]
    if name in DECK_CUTS:
        new = msgspec.structs.replace(setup, initial_deck=name, custom_deck=(), removed_cards=())
    else:
        cards = tuple(card for card in CARDS if card_set([card]) & PACKS[name])
        new = msgspec.structs.replace(setup, initial_deck="custom", custom_deck=cards, removed_cards=())
    return fit_deal(msgspec.structs.replace(genome, setup=new)), name


def _packs() -> dict[str, int]:
    """Packs that people have: those with a name, and the ranks from some low one up to the ace."""
    named = {
        name: deck_of(SetupRules(cards_per_player=0, initial_deck=name), 2)
        for name in ("standard_52", "40_card", "36_card")
    }
    low = {rank: rank_set("A") | sum(rank_set(each) for each in RANKS[RANKS.index(rank) :]) for rank in LOWEST}
    return named | {f"{rank} to A": cards for rank, cards in low.items()}


CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
PACKS = _packs()


def hand(genome: GameGenome, rng: random.Random) -> Change:
    """Some cards more or less in each hand, as many as there are; as many as known games deal more often than not."""
    cards = deck_of(genome.setup, genome.player_count).bit_count()
    old = Context(genome).hand_size
    up = genome.setup.initial_tableau_count + genome.setup.initial_discard_count
    most = max(1, (cards - up) // genome.player_count)
    near = old or cards // genome.player_count
    size = draw_number(inspect.IntType(ge=1, le=most), FieldSlot(SetupRules, "cards_per_player"), rng, near)
    setup = msgspec.structs.replace(genome.setup, cards_per_player=size, hand_sizes={}, hand_suits=())
    return msgspec.structs.replace(genome, setup=setup), f"{old} → {size}"


def sides(genome: GameGenome, rng: random.Random) -> Change:
    """With partners, or without."""
    count = genome.player_count
    if genome.teams:
        return msgspec.structs.replace(genome, teams=()), "none"
    new = _sides(count, rng.choice((2, 2, count // 2)))
    return (msgspec.structs.replace(genome, teams=new), f"{len(new)} sides") if new else None
