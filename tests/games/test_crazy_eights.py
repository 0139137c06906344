"""Crazy eights: what may be played, drawing, naming a suit, the first card, reshuffling, and the score."""

from __future__ import annotations

import pytest

from darwindeck import Game, load_genome
from tests.edits import edited

from . import FULL_DECK, cards, deck_of_hands
from .naming import NamedPlay, random_moves

COUNTS = (2, 3, 4, 5)
GAMES = {players: Game(load_genome("crazy-eights", players)) for players in COUNTS}
UNTIL = Game(edited("crazy-eights", {"turn_structure.phases.0.draw_if_unable": "until"}))
SUIT_NAMES = ["suit C", "suit D", "suit H", "suit S"]

MIXED = "2H 9C KD 5S 8C QC 5D"  # against 5H: 2H by suit, 5S 5D by rank, 8C always
UNABLE = "2C 3C 4D 6D 7S 9S KC"  # against 5H: nothing
OTHER = "AH 3H 4H 6H 7H 9H 10H"
SMALL_DECK = "2C 4C 6C 8C 10C QC 2D 4D 6D 9D 10D QD 2H 4H 6H 9H 10H QH 2S 4S 6S 9S 10S QS"


def penalty(hand: list[str]) -> int:
    points = {"8": 50, "J": 10, "Q": 10, "K": 10, "A": 1}
    return sum(points.get(card[:-1]) or int(card[:-1]) for card in hand)


def may_be_played(card: str, top: str, named: int) -> bool:
    suit = "CDHS"[named] if named >= 0 else top[-1]
    return card[-1] == suit or card[:-1] == top[:-1] or card[:-1] == "8"


@pytest.mark.parametrize(("players", "each"), [(2, 7), (3, 5), (4, 5), (5, 5)])
def test_two_hold_seven_cards_and_more_hold_five(players: int, each: int) -> None:
    play = NamedPlay(GAMES[players], deck_of_hands(["8C"]))  # who has an eight need not draw
    assert [len(hand) for hand in play.hands] == [each] * players
    assert len(play.pile("deck")) + len(play.pile("discard")) == 52 - each * players


def test_rank_suit_or_an_eight_may_be_played() -> None:
    play = NamedPlay(GAMES[2], deck_of_hands([MIXED, OTHER], then="5H"))
    assert play.to_move == 0
    assert play.moves == cards("8C 5D 2H 5S")  # and no draw or pass: who can play must


def test_who_cannot_play_draws_one_card_and_plays_it_if_it_fits() -> None:
    play = NamedPlay(GAMES[2], deck_of_hands([UNABLE, OTHER], then="5H QH"))
    assert play.to_move == 0 and play.moves == ["QH"]
    assert len(play.hand(0)) == 8


def test_who_cannot_play_the_card_drawn_keeps_it_and_the_turn_passes() -> None:
    play = NamedPlay(GAMES[2], deck_of_hands([UNABLE, OTHER], then="5H QD QH"))
    assert play.to_move == 1 and play.moves == sorted(cards(OTHER), key=FULL_DECK.index)
    assert {*play.hand(0)} == {*cards(UNABLE), "QD"}
    assert len(play.hand(1)) == 7


def test_drawing_until_a_card_fits_is_a_parameter() -> None:
    play = NamedPlay(UNTIL, deck_of_hands([UNABLE, OTHER], then="5H QD JC 10S 8S QH"))
    assert play.to_move == 0 and play.moves == ["8S"]
    assert {*play.hand(0)} == {*cards(UNABLE), "QD", "JC", "10S", "8S"}


@pytest.mark.parametrize("suit", "CDHS")
def test_the_suit_named_with_an_eight_binds_the_next_play(suit: str) -> None:
    second = "AC 3D 4H 6S 8D 10C 10D"
    play = NamedPlay(GAMES[2], deck_of_hands([MIXED, second], then="5H")).do("8C")
    assert play.to_move == 0 and play.moves == SUIT_NAMES
    play.do(f"suit {suit}")
    assert play.to_move == 1
    assert {*play.moves} == {card for card in cards(second) if card[-1] == suit or card == "8D"}
    play.do(next(card for card in play.moves if card[-1] == suit and card != "8D"))
    top = play.pile("discard")[0]
    assert all(may_be_played(card, top, -1) for card in play.moves)  # once only


def test_an_eight_turned_up_first_is_covered() -> None:
    play = NamedPlay(GAMES[2], deck_of_hands([MIXED, OTHER], then="8H 8S 5H"))
    assert play.pile("discard") == cards("5H 8S 8H")
    assert play.moves == cards("8C 5D 2H 5S")


def test_cards_in_hand_are_counted_against_the_losers() -> None:
    assert penalty(cards("8C KD QH JS 10C AD 2H")) == 50 + 10 + 10 + 10 + 10 + 1 + 2


@pytest.mark.parametrize("game", [*GAMES.values(), UNTIL], ids=["2", "3", "4", "5", "until"])
def test_every_play_fits_and_the_winner_scores_what_the_others_hold(game: Game) -> None:
    finished = 0
    for seed in range(2):
        play = NamedPlay(game, seed=seed)
        for move in random_moves(play, seed):
            facts, hands, seat = play.facts, play.hands, play.to_move
            if play.moves != SUIT_NAMES:
                fitting = {
                    card for card in hands[seat] if may_be_played(card, play.pile("discard")[0], facts["named_suit"])
                }
                assert {*play.moves} == fitting
            play.do(move)
            if play.facts["deal"] > facts["deal"]:
                gained = [new - old for new, old in zip(play.scores, facts["scores"], strict=True)]
                expected = [0] * game.seats
                expected[seat] = sum(penalty(hand) for other, hand in enumerate(hands) if other != seat)
                assert hands[seat] == [move]  # its last card
                finished += 1
                assert gained == expected
        assert max(play.scores) >= 100
        assert game.winners(play.state) == [play.scores.index(max(play.scores))]
    assert finished > 0


def test_the_discards_but_the_top_one_are_the_new_stock() -> None:
    changes = {"setup.initial_deck": "custom", "setup.custom_deck": cards(SMALL_DECK), "match.max_deals": 3}
    game, reshuffled = Game(edited(UNTIL.genome, changes)), 0
    for seed in range(10):
        play = NamedPlay(game, seed=seed)
        for move in random_moves(play, seed):
            deal, stock, pile = play.facts["deal"], play.pile("deck"), play.pile("discard")
            play.do(move)
            if play.facts["deal"] == deal and len(play.pile("deck")) > len(stock):
                [top] = play.pile("discard")
                moved = {*pile, *([move] if move in FULL_DECK else [])} - {top}
                drawn = {card for hand in play.hands for card in hand}
                assert {*play.pile("deck")} < moved <= {*play.pile("deck")} | drawn
                reshuffled += 1
    assert reshuffled > 5


def blocked(hands: list[str]) -> NamedPlay:
    """One deal without a stock in which nobody can play on the king of spades, which covers an eight."""
    changes = {
        "setup.initial_deck": "custom",
        "setup.custom_deck": [*cards(" ".join(hands)), "8S", "KS"],
        "setup.cards_per_player": len(cards(hands[0])),
        "setup.hand_sizes": {},
        "setup.reshuffle": False,
        "match.max_deals": 1,
    }
    return NamedPlay(
        Game(edited(load_genome("crazy-eights", len(hands)), changes)),
        deck_of_hands(hands, then="8S KS", deck=changes["setup.custom_deck"]),
    )


@pytest.mark.parametrize(
    ("hands", "scores"),
    [
        (["2C 4D", "3C 5D"], [2, 0]),
        (["10C 5D", "3C QD"], [0, 2]),
        (["2C 4D", "3C 5D", "9C JD"], [2 + 13, 0, 0]),
        (["10C 4D", "3C 5D", "9C JD"], [0, 6 + 11, 0]),
        (["2C 4D", "AC 5D"], [0, 0]),  # a tie
        (["2C 4D", "AC 5D", "9C JD"], [0, 0, 0]),
    ],
)
def test_the_lowest_count_wins_the_differences_of_a_blocked_deal(hands: list[str], scores: list[int]) -> None:
    play = blocked(hands)
    assert play.is_over and play.scores == scores
    assert play.game.winners(play.state) == ([scores.index(max(scores))] if max(scores) else [])


def last_card_an_eight(changes: dict[str, object]) -> NamedPlay:
    """Seat 0 plays a heart and then, of two cards, the eight; seat 1 cannot win meanwhile."""
    few = {"setup.hand_sizes": {"2": 2}, "match.max_deals": 1} | changes
    play = NamedPlay(Game(edited("crazy-eights", few)), deck_of_hands(["2H 8C", "3H 4C"], then="5H 9D 10D"))
    return play.do("2H", "3H", "8C")


def test_who_goes_out_on_an_eight_names_no_suit() -> None:
    play = last_card_an_eight({})
    assert play.is_over and play.scores == [4, 0]
    assert play.facts["named_suit"] == -1


def test_what_else_an_eight_does_is_done_when_it_is_the_last_card() -> None:
    actions = [{"type": "choose_suit"}, {"type": "draw_cards", "count": 2, "who": "next"}]
    play = last_card_an_eight({"special_effects.0.actions": actions})
    assert play.is_over and play.scores == [4 + 9 + 10, 0]


def test_the_suit_is_named_where_the_game_goes_on_without_the_player() -> None:
    changes = {"win_conditions": [{"type": "last_with_cards_loses"}, {"type": "high_score", "threshold": 100}]}
    play = last_card_an_eight(changes)
    assert play.to_move == 0 and play.moves == SUIT_NAMES
