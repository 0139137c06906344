"""Stealing Bundles: what a card takes, what is stolen, and whose the last cards are."""

from __future__ import annotations

from darwindeck import Game, load_genome

from . import Play, deck_of_hands

GAMES = {players: Game(load_genome("stealing-bundles", players)) for players in (2, 3, 4)}


def bundles(first: str, second: str, table: str) -> Play:
    return Play(GAMES[2], deck_of_hands([first, second], then=table))


def test_the_pack_is_dealt_in_hands_of_four() -> None:
    for players, game in GAMES.items():
        play = Play(game, seed=1)
        assert len(play.pile("deck")) == 48 - 4 * players and (48 - 4 * players) % (4 * players) == 0
        while not play.is_over:
            play.do(play.moves[0])
        taken = [len(play.pile("capture_zone", seat)) for seat in range(players)]
        assert sum(taken) == 52


def test_a_card_takes_all_of_its_rank_and_lies_on_top() -> None:
    play = bundles("7C 2C 3C 4C", "9C 9D 9H JD", "7D 7H KS QS").do("7C")
    assert play.game.snapshot(play.state)["piles"]["front"][0]["order"][0] == 6  # 7C
    assert sorted(play.pile("front", 0)) == ["7C", "7D", "7H"]
    assert sorted(play.pile("tableau")) == ["KS", "QS"]


def test_a_bundle_is_stolen_by_the_rank_on_its_top() -> None:
    play = bundles("7C 2C 3C 4C", "7S 9D 9H JD", "7D 7H KS QS").do("7C", "7S")
    assert play.pile("front", 0) == []
    assert sorted(play.pile("front", 1)) == ["7C", "7D", "7H", "7S"]


def test_a_card_that_takes_nothing_stays_on_the_table() -> None:
    play = bundles("8C 2C 3C 4C", "7S 9D 9H JD", "7D 7H KS QS").do("8C")
    assert sorted(play.pile("tableau")) == ["7D", "7H", "8C", "KS", "QS"]
