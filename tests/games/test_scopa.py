"""Scopa: what a card takes, sweeps, and the four points of a deal."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

import pytest

from darwindeck import Game, load_genome
from darwindeck.language.fields import SUITS

from . import SHORT_DECK, Play, deck_of_hands

GAMES = {players: Game(load_genome("scopa", players)) for players in (2, 3, 4)}
VALUES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "J": 8, "Q": 9, "K": 10}
PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}


def scopa(first: str, table: str, second: str = "JH QH KH") -> Play:
    return Play(GAMES[2], deck_of_hands([first, second], then=table, deck=SHORT_DECK))


def test_the_deal() -> None:
    for players in GAMES:
        play = Play(GAMES[players], seed=1)
        assert [len(play.hand(seat)) for seat in range(players)] == [3] * players
        assert len(play.pile("tableau")) == 4 and len(play.pile("deck")) == 36 - 3 * players
        assert play.to_move == 0


def test_an_equal_card_is_taken_before_a_sum() -> None:
    play = scopa("7D AC 2C", "7C 3D 4H KS").do("7D")
    assert play.moves == ["7C"]
    play.do("7C")
    assert sorted(play.pile("capture_zone", 0)) == ["7C", "7D"]
    assert sorted(play.pile("tableau")) == ["3D", "4H", "KS"]
    assert play.to_move == 1


def test_one_of_several_equal_cards_is_chosen() -> None:
    play = scopa("7D AC 2C", "7C 7H 4H KS").do("7D")
    assert play.moves == ["7C", "7H"]
    assert sorted(play.do("7H").pile("tableau")) == ["4H", "7C", "KS"]


def test_a_sum_is_chosen_card_by_card() -> None:
    play = scopa("7D AC 2H", "2C 3D 4H 5S").do("7D")
    assert play.moves == ["2C", "3D"]  # 2 + 5 or 3 + 4
    assert scopa("7D AC 2H", "2C 3D 4H 5S").do("7D", "3D").moves == ["4H"]
    play.do("2C")
    assert play.moves == ["5S"]
    play.do("5S")
    assert sorted(play.pile("capture_zone", 0)) == ["2C", "5S", "7D"]
    assert sorted(play.pile("tableau")) == ["3D", "4H"]


def test_three_cards_may_make_the_sum() -> None:
    play = scopa("7D 3C 2H", "AC 2D 4H KS").do("7D")
    assert play.moves == ["AC"]
    play.do("AC")
    assert play.moves == ["2D"]
    play.do("2D", "4H")
    assert sorted(play.pile("capture_zone", 0)) == ["2D", "4H", "7D", "AC"]


def test_a_card_that_takes_nothing_stays_on_the_table() -> None:
    play = scopa("2H AC 3C", "7C JD QD KS").do("2H")
    assert play.to_move == 1
    assert sorted(play.pile("tableau")) == ["2H", "7C", "JD", "KS", "QD"]
    assert play.pile("capture_zone", 0) == []


def test_court_cards_count_eight_nine_and_ten() -> None:
    assert scopa("JD AC 3C", "7C AD 2D 2H").do("JD").moves == ["7C"]  # 7 + 1
    assert scopa("QD AC 3C", "7C 2D KD KS").do("QD").moves == ["7C"]  # 7 + 2
    assert scopa("KD AC 3C", "7C 3D JS JC").do("KD").moves == ["7C"]  # 7 + 3


def test_clearing_the_table_is_a_point() -> None:
    play = scopa("KD 5C 6C", "AC 2C 3C 4C").do("KD", "AC", "2C", "3C", "4C")
    assert play.pile("tableau") == []
    assert play.scores == [1, 0]


def test_three_more_cards_when_hands_are_empty() -> None:
    play = scopa("2H AC 3C", "7C JD QD KS", "4H 5H 6H")
    play.do("2H", "4H")
    while play.hand(0) or play.hand(1):
        play.do(play.moves[0])
        if len(play.pile("deck")) < 30:
            break
    assert [len(play.hand(seat)) for seat in range(2)] == [3, 3]
    assert len(play.pile("deck")) == 24


def test_three_kings_on_the_table_are_dealt_again() -> None:
    for seed in range(20):
        deck = deck_of_hands(["2H AC 3C", "4H 5H 6H"], then="KC KD KH 2S", deck=SHORT_DECK)
        play = Play(GAMES[2], deck, seed=seed)
        assert sum(card[0] == "K" for card in play.pile("tableau")) < 3
        everywhere = play.hand(0) + play.hand(1) + play.pile("tableau") + play.pile("deck")
        assert sorted(everywhere) == sorted(SHORT_DECK)
    two = deck_of_hands(["2H AC 3C", "4H 5H 6H"], then="KC KD 3H 2S", deck=SHORT_DECK)
    assert sorted(Play(GAMES[2], two).pile("tableau")) == ["2S", "3H", "KC", "KD"]


@dataclass
class Account:
    """A deal as a person at the table would write it down. Seats of a side are as many seats apart as there are sides."""

    table: list[str]
    sides: int
    taken: list[list[str]] = field(default_factory=list)
    sweeps: list[int] = field(default_factory=list)
    last: int | None = None
    played: int = 0
    late_sweeps: int = 0

    def __post_init__(self) -> None:
        self.taken, self.sweeps = [[] for _ in range(self.sides)], [0] * self.sides

    def takes(self, card: str) -> bool:
        value = VALUES[card[:-1]]
        parts = (part for size in range(1, len(self.table) + 1) for part in itertools.combinations(self.table, size))
        return any(sum(VALUES[c[:-1]] for c in part) == value for part in parts)

    def play(self, seat: int, card: str, picks: list[str]) -> None:
        self.played += 1
        if not picks:
            self.table.append(card)
            return
        assert sum(VALUES[pick[:-1]] for pick in picks) == VALUES[card[:-1]]
        self.table = [other for other in self.table if other not in picks]
        side = self.last = seat % self.sides
        self.taken[side] += [card, *picks]
        if not self.table:
            self.sweeps[side] += self.played < 36
            self.late_sweeps += self.played == 36

    def points(self) -> list[int]:
        if self.last is not None:
            self.taken[self.last] += self.table
        assert sum(map(len, self.taken)) == 40
        counts = [len(taken) for taken in self.taken]
        coins = [sum(card[-1] == "D" for card in taken) for taken in self.taken]
        primes = [prime(taken) for taken in self.taken]
        base = [
            ("7D" in taken) + sum(alone(seat, of) for of in (counts, coins, primes))
            for seat, taken in enumerate(self.taken)
        ]
        assert sum(base) <= 4
        return [points + sweeps for points, sweeps in zip(base, self.sweeps, strict=True)]


def prime(taken: list[str]) -> int:
    best = [max((PRIMIERA[card[:-1]] for card in taken if card[-1] == suit), default=0) for suit in SUITS]
    return sum(best) if all(best) else 0


def alone(seat: int, amounts: list[int]) -> bool:
    return all(amounts[seat] > amount for other, amount in enumerate(amounts) if other != seat)


def play_deal(play: Play, chance: random.Random) -> Account:
    account = Account(play.pile("tableau"), 2 if play.game.seats == 4 else play.game.seats)
    for _ in range(36):
        seat, card = play.to_move, chance.choice(play.moves)
        assert card in play.hand(seat)
        must_take = account.takes(card)
        equal = [other for other in account.table if VALUES[other[:-1]] == VALUES[card[:-1]]]
        play.do(card)
        picks: list[str] = []
        while must_take and sum(VALUES[pick[:-1]] for pick in picks) < VALUES[card[:-1]]:
            if equal:
                assert sorted(play.moves) == sorted(equal)
            assert set(play.moves) <= set(account.table) - set(picks)
            picks.append(chance.choice(play.moves))
            play.do(picks[-1])
        account.play(seat, card, picks)
    return account


@pytest.mark.parametrize("players", GAMES)
def test_points_of_whole_deals(players: int) -> None:
    chance = random.Random(players)
    late_sweeps = 0
    for seed in range(25):
        play = Play(GAMES[players], seed=seed)
        while not play.is_over:
            before, deal = play.scores, play.facts["deal"]
            account = play_deal(play, chance)
            assert play.is_over or play.facts["deal"] == deal + 1
            points = account.points()
            scored = [after - old for after, old in zip(play.scores, before, strict=True)]
            assert scored == [points[seat % len(points)] for seat in range(players)]
            late_sweeps += account.late_sweeps
        assert max(play.scores) >= 11
        assert play.game.winners(play.state) == [
            seat for seat in range(players) if play.scores[seat] == max(play.scores)
        ]
        assert play.scores.count(max(play.scores)) == (2 if players == 4 else 1)
    assert late_sweeps > 0  # clearing the table with the last card was no point
