"""President: sets that climb, places, and the cards that they cost."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, load_genome
from tests.edits import edited

from . import cards, deck_of_hands
from .naming import NamedPlay

GAMES = {seats: Game(load_genome("president", seats)) for seats in (3, 4, 5, 6, 7)}
ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
HANDS = ["3C 3D 4H 2S", "4C 4D AH KS", "5C 5D 5H QS", "6C 7D 8H 9S"]


def small() -> NamedPlay:
    """Four cards each, nothing else in the pack."""
    deck = deck_of_hands(HANDS, deck=())
    changes = {"setup.initial_deck": "custom", "setup.custom_deck": deck}
    return NamedPlay(Game(edited(load_genome("president"), changes)), deck)


def test_as_many_cards_of_a_higher_rank_beat_a_set() -> None:
    play = small().do("3C")
    assert play.moves == ["3D", "done"]
    play.do("3D")
    assert play.to_move == 1 and play.moves == ["4C", "pass"]  # the lower of the pair comes first
    play.do("4C", "4D")
    assert play.to_move == 2 and play.moves == ["5C", "5D", "pass"]
    play.do("pass")
    assert play.to_move == 3 and play.moves == ["pass"]  # no pair
    play.do("pass")
    assert play.to_move == 0 and play.moves == ["pass"]
    play.do("pass")
    assert play.to_move == 1 and {*play.moves} == {*cards("AH KS")}  # who played last leads


def test_who_has_passed_is_out_of_the_round() -> None:
    play = small().do("4H", "pass", "pass", "8H")
    assert play.to_move == 0 and play.moves == ["2S", "pass"]
    play.do("2S")
    assert play.to_move == 3 and play.moves == ["pass"]  # seats 1 and 2 are not asked again


def test_a_two_is_the_highest_card() -> None:
    play = small().do("4H", "AH", "pass", "pass", "2S")
    assert play.to_move == 1 and play.moves == ["pass"]


@pytest.mark.parametrize("seats", GAMES)
def test_whole_matches(seats: int) -> None:
    """Places, points and the exchange, by an account of our own."""
    for seed in range(3):
        chance, play = random.Random(seed), NamedPlay(GAMES[seats], seed=seed)
        titles: list[int] = []
        while not play.is_over:
            before, deal = play.scores, play.facts["deal"]
            assert sum(len(hand) for hand in play.hands) == 52
            if titles:
                exchange(play, chance, titles)
            places: list[int] = []
            while play.facts["deal"] == deal and not play.is_over:
                mover, hands = play.to_move, [len(hand) for hand in play.hands]
                play.do(chance.choice(play.moves))
                if (
                    play.facts["deal"] > deal
                    or play.is_over
                    or (hands[mover] and not play.hands[mover] and not play.pile("picked", mover))
                ):
                    places.append(mover)
            places += [seat for seat in range(seats) if seat not in places]
            assert len(places) == seats
            gained = [new - old for new, old in zip(play.scores, before, strict=True)]
            assert gained == [{places[0]: 2, places[1]: 1}.get(seat, 0) for seat in range(seats)]
            titles = places
        assert max(play.scores) >= 11 and len(GAMES[seats].winners(play.state)) == 1


def exchange(play: NamedPlay, chance: random.Random, places: list[int]) -> None:
    """The last gives the two best cards and gets two back; with four players or more the second last gives one."""
    for number, count in enumerate([2, 1]):
        better, worse = places[number], places[-1 - number]
        if number >= len(places) - 1 - number:
            return
        held = sorted((ORDER.index(card[:-1]) for card in play.hand(worse)), reverse=True)
        assert play.to_move == better
        assert all(ORDER.index(card[:-1]) <= held[0] or len(held) for card in play.hand(worse))
        size = len(play.hand(better))
        for _ in range(count):
            play.do(chance.choice(play.moves))
        assert len(play.hand(better)) == size - count


def test_the_last_gives_the_best_cards_and_only_the_two_know_them() -> None:
    for seed in range(5):
        chance, play = random.Random(seed), NamedPlay(GAMES[4], seed=seed)
        while play.facts["deal"] == 0:
            play.do(chance.choice(play.moves))
        titles = play.facts["titles"]
        first, last = titles.index(1), titles.index(4)
        assert sorted(titles) == [1, 2, 3, 4] and play.to_move == first
        weakest_given = sorted(ORDER.index(card[:-1]) for card in play.known_hand(last, first))
        assert len(weakest_given) == 2
        assert all(ORDER.index(card[:-1]) <= weakest_given[0] for card in play.hand(last))
        assert play.known_hand(titles.index(2), first) == []
