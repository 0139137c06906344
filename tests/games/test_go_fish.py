"""Go fish: asking, fishing, books, and what an answer tells the others."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from darwindeck import Game, load_genome, simulate
from darwindeck.language.fields import RANKS, SUITS
from darwindeck.simulate.records import ENDINGS
from tests.edits import edited

from . import FULL_DECK, Play, cards, deck_of_hands
from .naming import NamedPlay, random_moves
from .plain_fish import PlainFish

COUNTS = (2, 3, 4, 5)
GAMES = {players: Game(load_genome("go-fish", players)) for players in COUNTS}
HANDS = ["2C 2D 3C 5C 9H JC KH", "2H 3D 3H 5D 6D QC AC", "2S 4S 6S 7S 9S JS AS"]


def asked(play: Play, rank: str, seat: int) -> Play:
    """The player to move asks a seat for a rank."""
    return play.do(f"seat {seat}").do(f"rank {rank}")


def ranks(hand: list[str]) -> set[str]:
    return {card[:-1] for card in hand}


@pytest.mark.parametrize(("players", "each"), [(2, 7), (3, 7), (4, 5), (5, 5)])
def test_seven_cards_for_two_or_three_and_five_for_more(players: int, each: int) -> None:
    play = NamedPlay(GAMES[players], list(FULL_DECK))
    assert [len(hand) for hand in play.hands] == [each] * players


def test_any_player_may_be_asked_for_any_rank_held() -> None:
    play = NamedPlay(GAMES[3], deck_of_hands(HANDS))
    assert play.to_move == 0 and play.moves == ["seat 1", "seat 2"]
    play.do("seat 1")
    assert play.to_move == 0 and play.moves == [f"rank {rank}" for rank in ["2", "3", "5", "9", "J", "K"]]


def test_all_cards_of_the_rank_are_given_and_the_asker_goes_again() -> None:
    play = asked(NamedPlay(GAMES[3], deck_of_hands(HANDS)), "3", seat=1)
    assert play.to_move == 0 and play.moves == ["seat 1", "seat 2"]
    assert {*cards("3C 3D 3H")} <= {*play.hand(0)}
    assert play.hand(1) == cards("AC QC 5D 6D 2H")
    assert {*cards("3D 3H")} <= {*play.known_hand(2, 0)}  # given openly
    assert len(play.pile("deck")) == 31  # nothing was fished


def test_who_gets_nothing_fishes_and_the_turn_passes() -> None:
    play = asked(NamedPlay(GAMES[3], deck_of_hands(HANDS, then="7D")), "K", seat=1)
    assert "7D" in play.hand(0) and len(play.hand(0)) == 8
    assert play.known_hand(1, 0) == play.known_hand(2, 0) == []
    assert play.to_move == 1 and play.moves == ["seat 0", "seat 2"]


def test_who_fishes_the_rank_asked_for_shows_it_and_goes_again() -> None:
    play = asked(NamedPlay(GAMES[3], deck_of_hands(HANDS, then="KD")), "K", seat=1)
    assert play.to_move == 0 and play.moves == ["seat 1", "seat 2"]
    assert play.known_hand(1, 0) == play.known_hand(2, 0) == ["KD"]


def test_fishing_another_rank_one_holds_ends_the_turn() -> None:
    play = asked(NamedPlay(GAMES[3], deck_of_hands(HANDS, then="JD")), "K", seat=1)
    assert play.to_move == 1


def test_four_of_a_rank_are_a_book_at_once() -> None:
    play = asked(NamedPlay(GAMES[3], deck_of_hands(HANDS)), "2", seat=1)
    assert play.pile("capture_zone", 0) == []
    asked(play, "2", seat=2)
    assert play.pile("capture_zone", 0) == cards("2C 2D 2H 2S")
    assert "2" not in ranks(play.hand(0)) and play.to_move == 0


def test_a_book_fished_on_the_last_card_is_laid_down() -> None:
    hands = ["2C 2D 2H 5C 9H JC KH", "3C 3D 3H 5D 6D QC AC", "4D 4S 6S 7S 9S JS AS"]
    play = asked(NamedPlay(GAMES[3], deck_of_hands(hands, then="2S")), "K", seat=1)
    assert play.pile("capture_zone", 0) == cards("2C 2D 2H 2S")
    assert play.to_move == 1  # it was not the rank asked for


def test_a_book_dealt_is_laid_down_in_the_first_turn() -> None:
    hands = ["2C 2D 2H 2S 9H JC KH", "3C 3D 3H 5D 6D QC AC", "4D 4S 6S 7S 9S JS AS"]
    play = NamedPlay(GAMES[3], deck_of_hands(hands))
    assert play.to_move == 0 and play.hand(0) == cards("JC 9H KH")


@pytest.mark.parametrize("players", COUNTS)
def test_every_game_makes_thirteen_books(players: int) -> None:
    for seed in range(12):
        play = NamedPlay(GAMES[players], seed=seed)
        for move in random_moves(play, seed):
            play.do(move)
        books = [Counter(card[:-1] for card in play.pile("capture_zone", seat)) for seat in range(players)]
        assert all(count == 4 for book in books for count in book.values())
        assert sum(map(len, books)) == 13
        most = max(map(len, books))
        best = [seat for seat in range(players) if len(books[seat]) == most]
        assert play.game.winners(play.state) == best
        assert play.game.ending(play.state) == "decided"


@pytest.mark.parametrize("ranks", [3, 5, 13])
def test_two_players_cannot_share_an_odd_number_of_books(ranks: int) -> None:
    """With few cards often nobody has any left while there are some in the stock: the game must not end then."""
    deck = [rank + suit for rank in RANKS[:ranks] for suit in SUITS]
    few = {
        "setup.initial_deck": "custom",
        "setup.custom_deck": deck,
        "setup.hand_sizes": {},
        "setup.cards_per_player": 2,
    }
    records = simulate(edited(load_genome("go-fish", 2), few), games=20_000, seed=ranks)
    assert {*records.ending.tolist()} == {ENDINGS.index("decided")}


@pytest.mark.parametrize("players", COUNTS)
def test_asking_goes_on_while_it_is_lucky(players: int) -> None:
    again = passed = 0
    for seed in range(4):
        play = NamedPlay(GAMES[players], seed=seed)
        for move in random_moves(play, seed):
            hands, asker, stock = play.hands, play.to_move, play.pile("deck")
            if move.startswith("seat"):
                others = [f"seat {seat}" for seat in range(players) if seat != asker and hands[seat]]
                assert play.moves == others
                other = int(move[5:])
                play.do(move)
                assert {*play.moves} == {f"rank {rank}" for rank in ranks(hands[asker])}
                continue
            rank = move[5:]
            play.do(move)
            lucky = rank in ranks(hands[other]) or (stock and stock[0][:-1] == rank)
            assert rank not in ranks(play.hand(other)) or play.to_move == -1
            if lucky and play.hand(asker) and any(hand for seat, hand in enumerate(play.hands) if seat != asker):
                assert play.to_move == asker
                again += 1
            elif not lucky:
                others_can_move = any(hand for seat, hand in enumerate(play.hands) if seat != asker)
                assert play.to_move != asker or not others_can_move
                passed += 1
    assert again > 20 and passed > 20


def test_an_answer_tells_what_both_hold() -> None:
    play = asked(NamedPlay(GAMES[3], deck_of_hands(HANDS, then="7D")), "K", seat=1)
    view = play.game.view(play.state, 2)
    kings = {12, 28, 44, 60}
    assert {*view.as_dict()["lacks"][1]} == kings
    assert [[seat, {*pool}] for seat, pool in view.as_dict()["at_least"]] == [[0, kings]]


@pytest.mark.parametrize("viewer", [1, 2])
def test_redeals_respect_what_was_asked(viewer: int) -> None:
    play = asked(NamedPlay(GAMES[3], deck_of_hands(HANDS, then="7D")), "K", seat=1)
    view = play.game.view(play.state, viewer)
    seen = set()
    for seed in range(200):
        hands = play.game.snapshot(play.game.redeal(view, seed=seed))["piles"]["hand"]
        kings = [[card for card in hand["known"] if card % 16 == 12] for hand in hands]
        assert kings[0] and not kings[1]
        assert [hand["count"] for hand in hands] == [8, 7, 7]
        seen |= {*kings[0]}
    assert seen == {12, 28, 44, 60}


def test_redeals_respect_all_that_was_asked_in_a_game() -> None:
    """Lacks and holdings are true of the real hands, so they must be true of the redealt ones."""
    checked = 0
    play = NamedPlay(GAMES[4], seed=5)
    for number, move in enumerate(random_moves(play, 5)):
        play.do(move)
        if number % 8 == 0 and not play.is_over:
            facts, viewer = play.facts, number % 4
            for state in (
                play.state,
                *(play.game.redeal(play.game.view(play.state, viewer), seed=s) for s in range(10)),
            ):
                held = [{*hand["known"]} for hand in play.game.snapshot(state)["piles"]["hand"]]
                assert not any(held[seat] & {*lacked} for seat, lacked in enumerate(facts["lacks"]))
                assert all(held[seat] & {*pool} for seat, pool in facts["at_least"])
                checked += len(facts["at_least"]) + sum(map(bool, facts["lacks"]))
    assert checked > 200


def test_a_player_without_cards_draws_one_and_asks() -> None:
    play = NamedPlay(GAMES[2], deck_of_hands(["2C 3C 4C 5C 6C 7C 8C", "2D 3D 4D 5D 6D 7D 8D"], then="KC QC"))
    for rank in "2345678":
        assert play.to_move == 0
        asked(play, rank, seat=1)
    assert "KC" in play.hand(0)  # with nobody to ask it fishes, and the turn passes
    assert play.hand(1) == ["QC"]
    assert play.to_move == 1 and play.do("seat 0").moves == ["rank Q"]


def test_who_runs_out_of_cards_in_the_middle_of_a_turn_draws_one_and_asks_on() -> None:
    hands = ["2C 2D 2H 3C 3D 3H 4C", "2S 3S 4D 4H 4S 6D 7D"]
    play = NamedPlay(GAMES[2], deck_of_hands(hands, then="6C"))
    for rank in "234":
        asked(play, rank, seat=1)
    assert play.hand(0) == ["6C"]
    assert play.to_move == 0 and play.do("seat 1").moves == ["rank 6"]
    assert play.do("rank 6").hand(0) == cards("6C 6D")


def test_a_deal_goes_on_while_the_stock_has_cards_though_all_hands_are_empty() -> None:
    few = [rank + suit for rank in "2345" for suit in "CDHS"]
    setup = {
        "setup.initial_deck": "custom",
        "setup.custom_deck": few,
        "setup.hand_sizes": {},
        "setup.cards_per_player": 3,
    }
    deck = deck_of_hands(["2C 2D 3C", "2H 3D 3H"], then="3S 2S 4C 4D 4H 4S 5C 5D 5H 5S", deck=few)
    play = NamedPlay(Game(edited(load_genome("go-fish", 2), setup)), deck)
    asked(asked(play, "2", seat=1), "3", seat=1)  # nobody to ask: fishes the fourth three
    assert play.hands == [cards("2C 2D 2H"), ["2S"]] and play.to_move == 1
    asked(play, "2", seat=0)  # a book; draws a four, nobody to ask, fishes another
    assert play.hands == [["4H"], cards("4C 4D")] and play.to_move == 0
    asked(play, "4", seat=1)  # nobody to ask: fishes the fourth four, and all hands are empty
    assert (
        play.hands == [["5H"], cards("5C 5D")] and play.to_move == 0
    )  # after a turn of the other's without a question
    asked(play, "5", seat=1)
    assert play.is_over and play.game.winners(play.state) == [0]
    assert [len(play.pile("capture_zone", seat)) for seat in range(2)] == [12, 4]


@pytest.mark.parametrize("players", COUNTS)
def test_a_plain_go_fish_agrees_ask_by_ask(players: int) -> None:
    chance = random.Random(players)
    for _ in range(25):
        deck = chance.sample(FULL_DECK, 52)
        play, plain = NamedPlay(GAMES[players], deck), PlainFish(deck, players)
        while not play.is_over:
            assert play.to_move == plain.asker
            assert [{*hand} for hand in play.hands] == [{*hand} for hand in plain.hands]
            seat, rank = chance.choice(plain.others()), chance.choice(plain.hands[plain.asker])[:-1]
            assert play.moves == [f"seat {seat}" for seat in plain.others()]
            asked(play, rank, seat)
            plain.ask(seat, rank)
        assert sum(plain.books) == 13
        assert [len(play.pile("capture_zone", seat)) // 4 for seat in range(players)] == plain.books


@pytest.mark.parametrize(("players", "asks"), [(2, 55.46), (3, 56.65), (4, 70.82)])
def test_random_players_ask_as_often_as_the_rules_say(players: int, asks: float) -> None:
    """Means of another simulator of these rules."""
    plies = simulate(GAMES[players].genome, games=20_000, seed=1).plies / 2
    assert abs(plies.mean() - asks) < 4 * plies.std() / 20_000**0.5 + 0.01
