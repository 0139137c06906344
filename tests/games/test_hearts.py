"""Hearts: leads, following, passing, and twenty-six points a deal."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from darwindeck import Game, load_genome
from darwindeck.language.fields import RANKS
from tests.edits import edited

from . import FULL_DECK, Play, cards, deck_of_hands

COUNTS = (3, 4, 5)
GAMES = {players: Game(load_genome("hearts", players)) for players in COUNTS}
WITHOUT_PASSING = Game(edited("hearts", {"turn_structure.opening.0.directions": ["hold"]}))
DIRECTIONS = {3: ("left", "right", "hold"), 4: ("left", "right", "across", "hold"), 5: ("left", "right", "hold")}
CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in RANKS) for suit in "CDHS")


def points(taken: list[str]) -> int:
    return sum(card[-1] == "H" for card in taken) + 13 * ("QS" in taken)


def pass_cards(play: Play, chance: random.Random) -> dict[int, list[str]]:
    """Everybody chooses three cards; what each gave away."""
    given: dict[int, list[str]] = {seat: [] for seat in range(play.game.seats)}
    for _ in range(3 * play.game.seats):
        seat, card = play.to_move, chance.choice(play.moves)
        given[seat].append(card)
        play.do(card)
    return given


def play_tricks(play: Play, chance: random.Random) -> list[list[str]]:
    """Plays random tricks to the end of the deal; what each seat took, by an account of our own."""
    strength = (*RANKS[1:], "A")
    taken: list[list[str]] = [[] for _ in range(play.game.seats)]
    deal, trick = play.facts["deal"], []
    while not play.is_over and play.facts["deal"] == deal:
        card = chance.choice(play.moves)
        trick.append((play.to_move, card))
        play.do(card)
        if len(trick) == play.game.seats:
            suit = trick[0][1][-1]
            winner, _ = max((t for t in trick if t[1][-1] == suit), key=lambda t: strength.index(t[1][:-1]))
            taken[winner] += [card for _, card in trick]
            trick = []
    return taken


def play_deals(players: int, seed: int) -> Iterator[tuple[list[list[str]], list[int], Play]]:
    """For each deal of a match: what was taken, and what the deal added to the scores."""
    chance = random.Random(seed)
    play = Play(GAMES[players], seed=seed)
    while not play.is_over:
        before, number = play.scores, play.facts["deal"]
        if DIRECTIONS[players][number % len(DIRECTIONS[players])] != "hold":
            pass_cards(play, chance)
        taken = play_tricks(play, chance)
        yield taken, [after - old for after, old in zip(play.scores, before, strict=True)], play


@pytest.mark.parametrize("players", COUNTS)
def test_every_deal_has_twenty_six_points(players: int) -> None:
    deck = {3: 51, 4: 52, 5: 50}[players]
    for seed in range(4):
        for taken, scored, _ in play_deals(players, seed):
            assert sum(map(len, taken)) == deck
            expected = [points(pile) for pile in taken]
            assert sum(expected) == 26
            if 26 in expected:
                expected = [26 - own for own in expected]
            assert scored == expected


@pytest.mark.parametrize("players", COUNTS)
def test_somebody_reaches_a_hundred_and_the_lowest_score_wins(players: int) -> None:
    for seed in range(6):
        scores: list[int] = []
        for _, _, play in play_deals(players, seed):
            assert max(scores, default=0) < 100
            scores = play.scores
        assert max(scores) >= 100
        assert play.game.winners(play.state) == [seat for seat in range(players) if scores[seat] == min(scores)]


def test_shooting_the_moon() -> None:
    play = Play(WITHOUT_PASSING, deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES]))
    taken = play_tricks(play, random.Random(1))
    assert len(taken[0]) == 52
    assert play.scores == [0, 26, 26, 26]


@pytest.mark.parametrize("players", COUNTS)
def test_the_lowest_club_leads(players: int) -> None:
    removed = {3: {"2D"}, 4: set(), 5: {"2D", "2C"}}[players]
    lead = "3C" if players == 5 else "2C"
    chance = random.Random(players)
    for seed in range(20):
        play = Play(GAMES[players], seed=seed)
        assert {card for seat in range(players) for card in play.hand(seat)} == {*FULL_DECK} - removed
        pass_cards(play, chance)
        assert play.moves == [lead]
        assert lead in play.hand(play.to_move)


def test_a_passed_two_of_clubs_leads_from_its_new_hand() -> None:
    play = Play(GAMES[4], deck_of_hands([DIAMONDS, CLUBS, HEARTS, SPADES]))
    assert play.to_move == 1  # it holds the two of clubs before the pass
    play.do("AC", "2C", "3C", "AH", "2H", "3H", "AS", "2S", "3S", "AD", "2D", "3D")
    assert play.to_move == 2 and play.moves == ["2C"]


def test_no_points_in_the_first_trick_unless_there_is_nothing_else() -> None:
    play = Play(WITHOUT_PASSING, deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES])).do("2C", "2D")
    assert sorted(play.moves) == sorted(cards(HEARTS))  # nothing but hearts
    play.do("2H")
    assert sorted(play.moves) == sorted(card for card in cards(SPADES) if card != "QS")
    play.do("2S", "3C", "3D", "3H")
    assert "QS" in play.moves  # from the second trick on


UNBROKEN = [
    "AC 2C 4C 5C 6C 7C 8C 9C 10C JC QC KC AH",
    "3C 5D 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH",
    "2D 3D 4D 2S 3S 4S 5S 6S 7S 8S 9S 10S JS",
    "KH AD 6D 7D 8D 9D 10D JD QD KD QS KS AS",
]


def test_hearts_must_be_broken_before_they_are_led() -> None:
    play = Play(WITHOUT_PASSING, deck_of_hands(UNBROKEN)).do("2C")
    assert play.moves == ["3C"]  # the suit led
    play.do("3C", "JS")
    assert sorted(play.moves) == sorted(cards("AD 6D 7D 8D 9D 10D JD QD KD KS AS"))
    play.do("KS")
    assert play.to_move == 1 and play.moves == ["5D"]
    play.do("5D", "2D", "6D")
    assert "AH" in play.moves  # it cannot follow
    assert (
        "KH"
        not in Play(WITHOUT_PASSING, deck_of_hands(UNBROKEN)).do("2C", "3C", "JS", "KS", "5D", "2D", "6D", "4C").moves
    )
    play.do("AH")
    assert play.to_move == 3 and "KH" in play.moves and play.facts["broken"]


def test_hearts_may_be_led_by_a_hand_of_hearts() -> None:
    hands = list(UNBROKEN)
    hands[1] = hands[1].replace("5D", "KH")
    hands[3] = hands[3].replace("KH", "5D")
    play = Play(WITHOUT_PASSING, deck_of_hands(hands)).do("2C", "3C", "JS", "KS")
    assert sorted(play.moves) == sorted(card for card in cards(HEARTS) if card != "AH")


@pytest.mark.parametrize("players", COUNTS)
def test_three_cards_are_passed_left_right_across_or_held(players: int) -> None:
    chance = random.Random(players)
    play = Play(GAMES[players], seed=players)
    for number in range(2 * len(DIRECTIONS[players])):
        direction = DIRECTIONS[players][number % len(DIRECTIONS[players])]
        assert play.facts["deal"] == number
        hands = [{*play.hand(seat)} for seat in range(players)]
        if direction == "hold":
            assert play.moves in (["2C"], ["3C"])
        else:
            step = {"left": 1, "right": -1, "across": players // 2}[direction]
            given = pass_cards(play, chance)
            for seat in range(players):
                receiver = (seat + step) % players
                received = {*given[(seat - step) % players]}
                assert {*play.hand(seat)} == hands[seat] - {*given[seat]} | received
                assert play.known_hand(seat, receiver) == sorted(given[seat], key=FULL_DECK.index)
                others = {*range(players)} - {seat, receiver}
                assert all(play.known_hand(seat, other) == [] for other in others)
        play_tricks(play, chance)
        if play.is_over:
            return


def test_nothing_is_passed_before_everybody_has_chosen() -> None:
    play = Play(GAMES[4], deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES]))
    play.do("AC", "2C", "3C", "AD", "2D", "3D", "AH", "2H", "3H", "AS", "2S")
    assert play.known_hand(1, 1) == sorted(cards(DIAMONDS)[3:], key=FULL_DECK.index)
    assert play.known_hand(1, 0) == []
    play.do("3S")
    assert {*cards("AC 2C 3C")} <= {*play.known_hand(1, 1)}
