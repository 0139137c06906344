"""Schwimmen: exchanges with the table, the last round after a knock, and swimming."""

from __future__ import annotations

from darwindeck import Game, load_genome

from . import FULL_DECK, Play, deck_of_hands

GAME = Game(load_genome("schwimmen", 3))
PACK = [card for card in FULL_DECK if card[:-1] not in ("2", "3", "4", "5", "6")]
WHOLE_HAND = 92


def deal(*hands: str, table: str = "7C 8D 9H") -> Play:
    return Play(GAME, deck_of_hands(hands, then=table, deck=PACK), seed=1)  # in whose second deal nobody has 31


def test_the_pack_begins_with_the_sevens() -> None:
    assert len(PACK) == 32
    play = Play(GAME, seed=1)
    assert len(play.pile("tableau")) == 3 and play.facts["piles"]["deck"]["count"] == 32 - 3 * 4


def test_a_card_is_exchanged_for_one_on_the_table() -> None:
    play = deal("KC QC 7D", "8C 9C 7S", "8H 10H 9S").do("pass", "7D")
    assert sorted(play.moves) == ["7C", "8D", "9H"], "not the card that was just given"
    play.do("7C")
    assert sorted(play.hand(0)) == ["7C", "KC", "QC"] and sorted(play.pile("tableau")) == ["7D", "8D", "9H"]
    assert sorted(play.known_hand(1, 0)) == ["7C"], "all saw what was taken"


def test_the_whole_hand_is_exchanged() -> None:
    play = deal("KC QC 7D", "8C 9C 7S", "8H 10H 9S").do("pass")
    play.state = play.game.apply(play.state, WHOLE_HAND)
    assert sorted(play.hand(0)) == ["7C", "8D", "9H"] and sorted(play.pile("tableau")) == ["7D", "KC", "QC"]


def test_thirty_one_ends_the_deal_and_all_others_lose_a_life() -> None:
    play = deal("KC QC 7D", "8C 9C 7S", "8H 10H 9S", table="AC 8D 9H").do("pass", "7D", "AC")
    assert play.scores == [0, 1, 1]


def test_three_of_a_rank_are_worth_thirty_and_a_half() -> None:
    """More than 30 in a suit, and less than 31, which alone ends the deal at once."""
    play = deal("KC 10C QC", "7D 7S 7H", "AC AS AH").do("knock", "pass", "pass")
    assert play.scores == [1, 0, 0], "30 is less, and three sevens are as good as three aces"
    play = deal("KC 10C QC", "7D 7S 8H", "AC AS AH").do("knock", "pass", "pass")
    assert play.scores == [0, 1, 0], "two sevens are worth nothing together"
    play = deal("KC 10C JD", "7D 7S 7H", "AD AS AH", table="QC 8S 9S").do("pass", "JD", "QC", "knock", "pass", "pass")
    assert play.scores == [1, 0, 0]
    play = deal("KC AC JD", "7D 7S 7H", "KD KS KH", table="QC 8S 9S").do("pass", "JD", "QC")
    assert play.scores == [0, 1, 1], "31 is more, and ends the deal"


def test_the_worst_hand_loses_one_life_even_if_it_knocked() -> None:
    play = deal("7C 8D 9H", "KC QC 7S", "KH QH 9S", table="7D 8H 10S")
    assert play.moves == ["pass", "knock"], "anybody may knock at once"
    play.do("knock")
    assert play.to_move == 1 and "knock" not in play.moves, "one knock is enough"
    play.do("7S", "10S", "pass")
    assert play.scores == [1, 0, 0]


def test_one_may_pass_without_an_exchange() -> None:
    play = deal("KC QC 7D", "8C 9C 7S", "8H 10H 9S").do("pass", "pass")
    assert play.to_move == 1 and sorted(play.hand(0)) == ["7D", "KC", "QC"]
    assert sorted(play.pile("tableau")) == ["7C", "8D", "9H"]


def test_the_fourth_loss_puts_a_player_out() -> None:
    for seed in range(10):
        play = Play(GAME, seed=seed)
        while not play.is_over:
            play.do("knock" if "knock" in play.moves else play.moves[0])
        facts = play.facts
        left = [seat for seat in range(3) if not facts["out"][seat]]
        assert len(left) == 1 and facts["scores"][left[0]] < 4
        assert all(score >= 4 for seat, score in enumerate(facts["scores"]) if seat not in left)
