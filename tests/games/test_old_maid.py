"""Old maid: pairs, drawing unseen from the player before, and the queen that is left over."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from darwindeck import Game, load_genome, simulate

from . import FULL_DECK, Play, cards, deck_of_hands
from .naming import NamedPlay, random_moves

COUNTS = (2, 3, 4, 5)
GAMES = {players: Game(load_genome("old-maid", players)) for players in COUNTS}
DECK = [card for card in FULL_DECK if card != "QC"]

FIRST = "AC AD AH 2C 2D 3C 4C 5C 6C 7C 8C 9C 10C JC QD KC QH"
SECOND = "AS 2H 2S 3D 4D 5D 6D 7D 8D 9D 10D JD KD 3H 4H 5H 6H"
THIRD = "3S 4S 5S 6S 7H 7S 8H 8S 9H 9S 10H 10S JH JS QS KH KS"


def holders(play: NamedPlay, card: str) -> list[int]:
    return [seat for seat, hand in enumerate(play.hands) if card in hand]


@pytest.mark.parametrize("players", COUNTS)
def test_one_queen_is_removed_and_all_cards_are_dealt(players: int) -> None:
    play = NamedPlay(GAMES[players], seed=players)
    cards_out = [card for hand in play.hands for card in hand] + play.pile("discard")
    assert sorted(cards_out) == sorted(DECK)
    assert len(play.pile("discard")) % 2 == 0


def test_pairs_are_discarded_at_once_and_of_three_cards_one_is_kept() -> None:
    play = NamedPlay(GAMES[3], deck_of_hands([FIRST, SECOND, THIRD], deck=DECK))
    ranks = [sorted(card[:-1] for card in hand) for hand in play.hands]
    assert ranks[0] == sorted(
        ["A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "K"]
    )  # three aces, two twos, two queens
    assert ranks[1] == sorted(["A", "7", "8", "9", "10", "J", "K"])
    assert ranks[2] == sorted(["3", "4", "5", "6", "Q"])


@pytest.mark.parametrize("players", COUNTS)
def test_the_last_queen_loses(players: int) -> None:
    losers = set()
    for seed in range(60):
        play = NamedPlay(GAMES[players], seed=seed)
        for move in random_moves(play, seed):
            assert play.moves == ["draw"]
            play.do(move)
        [(loser, hand)] = [(seat, hand) for seat, hand in enumerate(play.hands) if hand]
        assert len(hand) == 1 and hand[0][:-1] == "Q"
        assert len(play.pile("discard")) == 50
        assert play.game.winners(play.state) == [seat for seat in range(players) if seat != loser]
        assert play.game.ending(play.state) == "decided"
        losers.add(loser)
    assert losers == {*range(players)}


@pytest.mark.parametrize("players", COUNTS)
def test_a_card_is_drawn_from_the_nearest_player_before_who_has_cards(players: int) -> None:
    for seed in range(6):
        play = NamedPlay(GAMES[players], seed=seed)
        for move in random_moves(play, seed):
            before, drawer = play.hands, play.to_move
            assert before[drawer]
            drawn_from = next(
                seat % players for seat in range(drawer - 1, drawer - players, -1) if before[seat % players]
            )
            play.do(move)
            after = play.hands
            [card] = {*before[drawn_from]} - {*after[drawn_from]}
            partners = [other for other in before[drawer] if other[:-1] == card[:-1]]
            if partners:
                assert {*after[drawer]} == {*before[drawer]} - {*partners}
                assert {card, *partners} <= {*play.pile("discard")}
            else:
                assert {*after[drawer]} == {*before[drawer], card}
            untouched = {*range(players)} - {drawer, drawn_from}
            assert all(after[seat] == before[seat] for seat in untouched)
            assert all(max(Counter(held[:-1] for held in hand).values(), default=1) == 1 for hand in after)


def test_only_the_two_see_the_card_drawn() -> None:
    kept = 0
    for seed in range(10):
        play = NamedPlay(GAMES[4], seed=seed)
        for move in random_moves(play, seed):
            before, drawer = play.hands, play.to_move
            known = [[play.known_hand(viewer, seat) for seat in range(4)] for viewer in range(4)]
            play.do(move)
            [drawn_from] = [seat for seat in range(4) if {*before[seat]} - {*play.hands[seat]} and seat != drawer]
            [card] = {*before[drawn_from]} - {*play.hands[drawn_from]}
            if holders(play, card) == [drawer]:
                kept += 1
                assert card in play.known_hand(drawer, drawer)
                assert card in play.known_hand(drawn_from, drawer)
                for other in {*range(4)} - {drawer, drawn_from}:
                    knew_it = known[other][drawn_from] == before[drawn_from] == [card]
                    assert (card in play.known_hand(other, drawer)) == knew_it
    assert kept > 50


def test_any_card_may_be_drawn() -> None:
    deck = deck_of_hands([FIRST, SECOND, THIRD], deck=DECK)
    drawn = set()
    for seed in range(120):
        play = Play(GAMES[3], deck, seed=seed)
        hand = play.hand(2)
        drawn |= {*hand} - {*play.do("draw").hand(2)}
    assert drawn == {*cards("3S 4S 5S 6S QS")}


# Of the common game: how often each seat loses, and how many cards are drawn (100,000 games each).
COMMON = {
    2: ((0.511, 0.489), 6.85),
    3: ((0.362, 0.435, 0.204), 18.0),
    4: ((0.254, 0.257, 0.249, 0.240), 31.2),
    5: ((0.354, 0.146, 0.142, 0.137, 0.220), 42.0),
}
COMMON_GAMES = 100_000
ROUNDING = 0.0006


def old_maid(players: int, chance: random.Random) -> tuple[int, int]:
    """A game played here, by hand: the loser, and how many cards were drawn. Ranks are all that matters."""
    ranks = [number % 13 for number in range(51)]  # one card of rank 12 is missing
    chance.shuffle(ranks)
    hands: list[set[int]] = [set() for _ in range(players)]
    for number, rank in enumerate(ranks):
        hands[number % players] ^= {rank}
    drawer, drawn = players - 1, 0  # the dealer, who offers first
    while sum(map(bool, hands)) > 1:
        drawer = next(seat % players for seat in range(drawer + 1, drawer + 1 + players) if hands[seat % players])
        giver = next(seat % players for seat in range(drawer - 1, drawer - players, -1) if hands[seat % players])
        rank = chance.choice(sorted(hands[giver]))
        hands[giver] ^= {rank}
        hands[drawer] ^= {rank}
        drawn += 1
    return next(seat for seat in range(players) if hands[seat]), drawn


@pytest.mark.parametrize("players", COUNTS)
def test_seats_lose_as_often_as_in_the_common_game(players: int) -> None:
    games, by_hand = 40_000, 4_000
    records = simulate(load_genome("old-maid", players), games=games, seed=21)
    lost = 1 - (records.winners[:, None] >> np.arange(players) & 1)  # [games, seats]
    assert (lost.sum(axis=1) == 1).all()
    chance = random.Random(players)
    losers, drawn = zip(*(old_maid(players, chance) for _ in range(by_hand)), strict=True)
    shares, known = lost.mean(axis=0), np.array(COMMON[players][0])
    spread = np.sqrt(known * (1 - known))
    assert (np.abs(shares - known) < 4 * spread * (1 / games + 1 / COMMON_GAMES) ** 0.5 + ROUNDING).all()
    ours = np.bincount(losers, minlength=players) / by_hand
    assert (np.abs(shares - ours) < 4 * spread * (1 / games + 1 / by_hand) ** 0.5).all()
    draws, spread_of_draws = records.plies.mean(), records.plies.std()
    assert abs(draws - COMMON[players][1]) < 4 * spread_of_draws * (1 / games + 1 / COMMON_GAMES) ** 0.5 + 0.06
    assert abs(draws - np.mean(drawn)) < 4 * spread_of_draws * (1 / games + 1 / by_hand) ** 0.5
