"""Cheat: claims in sequence, challenges from the left, and who takes the pile."""

from __future__ import annotations

import pytest

from darwindeck import Game, load_genome
from darwindeck.language.fields import RANKS
from tests.edits import edited

from . import FULL_DECK, Play, deck_of_hands

GAMES = {players: Game(load_genome("cheat", players)) for players in (2, 4)}


def small_cheat(*hands: str) -> Play:
    """Cheat with nothing but these cards."""
    deck = deck_of_hands(hands, deck=())
    changes = {"setup.initial_deck": "custom", "setup.custom_deck": deck, "player_count": len(hands)}
    return Play(Game(edited("cheat", changes)), deck)


def claim(play: Play, *claimed: str) -> Play:
    """Puts these cards down as the actor's claim."""
    play.do(*claimed)
    return play.do("done") if "done" in play.moves else play


def everybody_accepts(play: Play) -> Play:
    while play.moves == ["challenge", "accept"]:
        play.do("accept")
    return play


def test_all_cards_are_dealt_and_the_dealers_left_begins() -> None:
    for players, sizes in ((2, [26, 26]), (3, [18, 17, 17]), (5, [11, 11, 10, 10, 10]), (6, [9, 9, 9, 9, 8, 8])):
        play = Play(Game(load_genome("cheat", players)), seed=1)
        assert [len(play.hand(seat)) for seat in range(players)] == sizes
        assert play.to_move == 0


def test_a_true_claim_challenged_costs_the_challenger_the_pile() -> None:
    play = claim(Play(GAMES[2], list(FULL_DECK)), "AC").do("challenge")
    assert len(play.hand(0)) == 25 and len(play.hand(1)) == 27
    assert "AC" in play.hand(1) and play.pile("discard") == []
    assert play.known_hand(0, 1) == ["AC"]
    assert play.to_move == 1


def test_a_lie_challenged_costs_the_claimer_the_pile() -> None:
    play = everybody_accepts(claim(Play(GAMES[2], list(FULL_DECK)), "AC"))
    claim(play, "AD").do("challenge")  # twos are due
    assert "AC" in play.hand(1) and "AD" in play.hand(1) and len(play.hand(1)) == 27
    assert play.known_hand(0, 1) == ["AC", "AD"]
    assert play.to_move == 0  # the turn passes on all the same


def test_one_wrong_card_makes_a_lie() -> None:
    play = claim(Play(GAMES[2], list(FULL_DECK)), "AC", "3C").do("challenge")
    assert len(play.hand(0)) == 26
    true = claim(Play(GAMES[2], list(FULL_DECK)), "AC", "AH").do("challenge")
    assert len(true.hand(0)) == 24 and len(true.hand(1)) == 28


def test_one_to_four_cards_and_no_passing() -> None:
    play = Play(GAMES[2], list(FULL_DECK))
    assert set(play.moves) == set(play.hand(0))
    play.do("AC", "3C", "5C", "7C")
    assert play.moves == ["challenge", "accept"]
    assert len(play.pile("discard")) == 4


@pytest.mark.parametrize("number", range(15))
def test_ranks_are_claimed_from_ace_to_king_and_again(number: int) -> None:
    due = RANKS[number % 13]
    play = Play(GAMES[2], list(FULL_DECK))
    for _ in range(number):
        filler = next(card for card in play.hand(play.to_move) if card[:-1] != due)
        everybody_accepts(claim(play, filler))
    actor = play.to_move
    held = len(play.hand(actor))
    for card in play.hand(actor):
        after = claim(_copy(play), card).do("challenge")
        assert (len(after.hand(actor)) == held - 1) == (card[:-1] == due)


def _copy(play: Play) -> Play:
    copy = Play(play.game)
    copy.state = play.state
    return copy


def test_challenges_are_asked_from_the_claimers_left_until_one_is_made() -> None:
    play = everybody_accepts(claim(Play(GAMES[4], list(FULL_DECK)), "AC"))
    claim(play, "AD")
    asked = []
    for answer in ("accept", "challenge"):
        asked.append(play.to_move)
        play.do(answer)
    assert asked == [2, 3]
    assert play.to_move == 2 and play.moves != ["challenge", "accept"]  # nobody else is asked


def test_everybody_may_accept() -> None:
    play = claim(Play(GAMES[4], list(FULL_DECK)), "AC")
    asked = []
    while play.moves == ["challenge", "accept"]:
        asked.append(play.to_move)
        play.do("accept")
    assert asked == [1, 2, 3]
    assert play.pile("discard") == ["AC"]


def test_accepted_cards_stay_hidden() -> None:
    play = everybody_accepts(claim(Play(GAMES[2], list(FULL_DECK)), "AC"))
    pile = play.game.view(play.state, 1).as_dict()["piles"]["discard"]
    assert pile["count"] == 1 and pile["known"] == [] and not pile["order"]


def test_the_last_card_wins_if_it_survives_the_challenge() -> None:
    accepted = claim(small_cheat("AC AD", "2C 2D"), "AC", "AD").do("accept")
    assert accepted.is_over and accepted.game.winners(accepted.state) == [0]
    proved = claim(small_cheat("AC AD", "2C 2D"), "AC", "AD").do("challenge")
    assert proved.is_over and proved.game.winners(proved.state) == [0]
    caught = claim(small_cheat("AC 2S", "2C 2D"), "AC", "2S").do("challenge")
    assert not caught.is_over and len(caught.hand(0)) == 2 and caught.to_move == 1
