"""Facts about games that the reference interpreter must know."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from .cards import ALL_CARDS, card_id, values
from .choices import FLIP, NUMBER, RANK, SEAT, TAKE
from .game import ReferenceGame
from .games import ASK, BATTLE, BID, BOUT, GAMES, SHOWDOWN, TRIBUTE, TRICK, genome
from .hands import deadwood, deadwood_after_layoffs, least_arrangements, melds_in, poker_strength
from .phases.betting import showdown_phase
from .streams import Stream


def cards(text: str) -> list[int]:
    return [card_id(name) for name in text.split()]


def cards_on(snapshot: dict[str, Any]) -> list[int]:
    piles = snapshot["piles"].values()
    return sorted(c for pile in piles for p in (pile if isinstance(pile, list) else [pile]) for c in p["known"])


@pytest.mark.parametrize("name", GAMES)
def test_cards_and_chips_are_conserved_and_games_end(name: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        game = ReferenceGame(GAMES[name], 7, seed)
        deck = sorted(game.table.deck_in_use)
        chips = game.table.starting_chips * game.table.n
        while not game.is_over:
            assert game.legal_moves() == sorted(set(game.legal_moves())) != []
            game.apply(rng.choice(game.legal_moves()))
            snapshot = game.snapshot()
            assert cards_on(snapshot) == deck
            assert sum(snapshot["chips"]) + sum(snapshot["contributions"]) == chips
        assert abs(sum(game.payoffs())) < 1e-9 and game.to_move == -1


@pytest.mark.parametrize("name", GAMES)
def test_a_view_never_tells_a_wrong_card(name: str) -> None:
    game = ReferenceGame(GAMES[name], 1, 2)
    rng = random.Random(3)
    while not game.is_over and game.plies < 300:
        for seat in range(game.table.n):
            view = game.view(seat)
            for other, pile in enumerate(view["piles"]["hand"]):
                assert set(pile["known"]) <= set(game.table.hand(other))
                assert not set(view["lacks"][other]) & set(game.table.hand(other))
        game.apply(rng.choice(game.legal_moves()))


def test_the_same_seed_is_the_same_game() -> None:
    for index in range(2):
        first, second = (ReferenceGame(GAMES["hearts"], 5, 9, index) for _ in range(2))
        assert first.snapshot() == second.snapshot()
    assert ReferenceGame(GAMES["hearts"], 5, 9, 0).snapshot() != ReferenceGame(GAMES["hearts"], 5, 9, 1).snapshot()


def test_every_card_is_as_likely_on_top() -> None:
    stream = Stream(1, 2, 3, 0)
    tops = [stream.shuffle(range(8))[0] for _ in range(8000)]
    assert all(850 < tops.count(card) < 1150 for card in range(8))


def test_a_chosen_deck_is_dealt_from_its_top() -> None:
    deck = sorted(ALL_CARDS)
    game = ReferenceGame(GAMES["gin"], 1, 1, deck=deck)
    assert game.table.hand(0) == deck[0:20:2] and game.table.discard.cards == [deck[20]]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2C 3C 4C 5C AC", "KC KD KH KS AS"),
        ("2C 2D 2H 2S 3C", "AC AD AH KC KD"),
        ("2C 3C 4C 5C 7C", "10C JD QH KS AC"),
        ("2C 3D 4H 5S 6C", "AC 2D 3H 4S 5C"),
        ("AC AD 3H", "AC AD 2H"),
        ("2C 2D", "AC KD QH JS"),
        ("2C 2D 3C 3D 5H", "AC AD KH QS JC"),
    ],
)
def test_poker_hands_rank(better: str, worse: str) -> None:
    assert poker_strength(cards(better)) > poker_strength(cards(worse))


def test_seven_cards_are_as_good_as_their_best_five() -> None:
    rng = random.Random(0)
    for _ in range(100):
        hand = rng.sample(sorted(ALL_CARDS), 7)
        assert poker_strength(hand) == max(poker_strength(five) for five in itertools.combinations(hand, 5))


def arrangements(hand: frozenset[int]) -> list[list[frozenset[int]]]:
    """All collections of disjoint melds, each in ascending order."""
    found: list[list[frozenset[int]]] = [[]]
    for meld in melds_in(hand):
        found += [[*before, meld] for before in found if not any(meld & other for other in before)]
    return found


def number_of(meld: frozenset[int]) -> int:
    return sum(1 << card for card in meld)


@pytest.mark.parametrize("deck_ranks", [4, 6])
@pytest.mark.parametrize("card_values", [{}, {"2": 0, "3": 0}])
def test_deadwood_is_the_least_over_all_arrangements(deck_ranks: int, card_values: dict[str, int]) -> None:
    rng = random.Random(deck_ranks)
    worth = values(card_values)
    small_deck = sorted(card for card in ALL_CARDS if card % 16 < deck_ranks)
    for _ in range(60):
        hand = frozenset(rng.sample(small_deck, 9))
        costs = [(sum(worth[c % 16] for c in hand.difference(*melds)), melds) for melds in arrangements(hand)]
        least = min(cost for cost, _ in costs)
        assert deadwood(hand, worth) == least
        expected = sorted(sorted(map(number_of, melds), reverse=True) for cost, melds in costs if cost == least)
        assert [[*map(number_of, melds)] for melds in least_arrangements(hand, tuple(worth))] == expected


def test_cards_are_laid_off_on_sets_and_along_runs() -> None:
    melds = [frozenset(cards("5C 5D 5H")), frozenset(cards("7S 8S 9S"))]
    worth = values({})
    assert deadwood_after_layoffs(cards("5S 10S JS 2C"), melds, worth) == 2
    assert deadwood_after_layoffs(cards("6S 5S 4S 3D"), melds, worth) == 3
    assert deadwood_after_layoffs(cards("QS KC"), melds, worth) == 12 + 13


def test_the_last_card_of_war_wins_it() -> None:
    game = ReferenceGame(
        genome([BATTLE], ["capture_all"], {"cards_per_player": 0, "hand_order": "queue", "initial_deck": "custom",
               "custom_deck": ["2C", "3C"]}), 0, 0, deck=cards("2C 3C"),
    )  # fmt: skip
    for _ in range(2):
        assert game.legal_moves() == [164]
        game.apply(164)
    assert game.winners == [1] and game.ending == "decided" and game.payoffs() == [-1.0, 1.0]


def dealt(phases: list[Any], wins: list[Any], deck: str, setup: dict[str, Any], **fields: Any) -> ReferenceGame:
    """A game with these cards, dealt from the first named; all of them unless the setup says otherwise."""
    own_deck = {"cards_per_player": 0, "initial_deck": "custom", "custom_deck": deck.split()}
    return ReferenceGame(genome(phases, wins, own_deck | setup, **fields), 0, 0, deck=cards(deck))


def play(game: ReferenceGame, *moves: int | str) -> None:
    """Moves by number, cards by name."""
    for move in moves:
        game.apply(card_id(move) if isinstance(move, str) else move)


def test_an_unanswered_court_card_takes_the_pile() -> None:
    # Seat 0 holds 2C QC 3C, seat 1 holds 2D 3D 4D.
    game = dealt([TRIBUTE], ["last_player_standing"], "2C 2D QC 3D 3C 4D", {"hand_order": "queue"})
    play(game, FLIP, FLIP, FLIP)
    assert game.to_move == 1 and game.table.debt == 2
    play(game, FLIP)
    assert game.to_move == 1 and game.table.debt == 1  # it goes on paying
    play(game, FLIP)
    assert game.table.hands[0].cards == cards("3C 2C 2D QC 3D 4D")
    assert game.table.out == [False, True] and game.winners == [0]  # seat 1 has no card to answer with


def test_a_game_of_asking_makes_thirteen_books() -> None:
    game = ReferenceGame(GAMES["fish"], 3, 4)
    rng = random.Random(5)
    while not game.is_over:
        view = game.view(0)
        assert all(set(pool) & set(game.table.hand(seat)) for seat, pool in view["at_least"])
        game.apply(rng.choice(game.legal_moves()))
    books = [card for zone in game.table.zones for card in zone.cards]
    assert sorted(books) == sorted(ALL_CARDS) and game.ending in ("decided", "draw")


def test_asking_shows_what_the_asker_holds_and_the_asked_lacks() -> None:
    game = dealt([ASK], ["most_captured"], "2C 3D 5C 4D 2S 3S KH", {"cards_per_player": 2})
    play(game, SEAT + 1)
    assert game.legal_moves() == [RANK + 1, RANK + 4]
    play(game, RANK + 1)
    view = game.view(1)
    assert view["at_least"] == [[0, cards("2C 2S")]] and view["lacks"][1] == cards("2C 2S")
    assert cards("2S")[0] in view["piles"]["hand"][0]["known"] and game.to_move == 0  # drew what it asked for


def bout(deck: str, **fields: Any) -> ReferenceGame:
    setup = {"cards_per_player": 2, "trump_selection_method": "bottom_card", "reshuffle": False}
    return dealt([BOUT | {"refill_to": 2}], ["last_with_cards_loses"], deck, setup, **fields)


def test_a_beaten_attack_is_put_aside_and_the_defender_attacks() -> None:
    game = bout("7C 8C 8D 6H QD QS 6S JH")
    assert game.table.turned.cards == cards("JH") and game.table.trump == 2
    play(game, "7C")
    assert game.legal_moves() == sorted([*cards("8C 6H"), TAKE])
    play(game, "8C", "8D", "6H")
    assert game.table.aside.cards == sorted(cards("7C 8C 8D 6H")) and game.to_move == 1
    assert game.table.hand(0) == cards("QD QS") and game.table.hand(1) == sorted(cards("6S JH"))
    assert game.view(0)["piles"]["hand"][1]["known"] == cards("JH")  # it lay face up


def test_a_defender_who_takes_loses_the_turn() -> None:
    game = bout("7C 8C 8D 9S 9H 6C 10S JD QS KS", player_count=3)
    play(game, "7C", TAKE)
    assert set(cards("7C")) < set(game.table.hand(1)) and game.to_move == 2
    assert len(game.table.hand(0)) == 2 and not game.table.tableau.cards


@pytest.mark.parametrize(
    ("bids", "scores", "bags"),
    [
        ([0, 3], [100, 30], [0, 0]),
        ([2, 2], [-20, 21], [0, 1]),
        ([3, 1], [-30, 11], [0, 0]),
        ([1, 0], [-10, -98], [0, 1]),
    ],
)
def test_bids_are_scored_by_contract(bids: list[int], scores: list[int], bags: list[int]) -> None:
    # Seat 1 wins all three tricks.
    game = dealt(
        [TRICK], ["high_score"], "2C 3C 2D 3D 2H 3H 5S 4S", {"cards_per_player": 3},
        opening=[BID | {"bag_limit": 2, "bag_penalty": 1}],
    )  # fmt: skip
    assert game.legal_moves() == [NUMBER + bid for bid in range(4)]
    play(game, *(NUMBER + bid for bid in bids))
    assert game.view(0)["bids"] == bids
    while not game.is_over:
        play(game, game.legal_moves()[0])
    snapshot = game.snapshot()
    assert (snapshot["tricks"], snapshot["scores"], snapshot["bags"]) == ([0, 3], scores, bags)


def test_a_showdown_of_nobody_only_ends_the_deal() -> None:
    table = ReferenceGame(GAMES["poker"], 1, 1).table
    table.out, table.contributions = [True] * table.n, [3] * table.n
    assert list(showdown_phase(table, SHOWDOWN)) == []
    assert table.deal_over and table.contributions == [3] * table.n
