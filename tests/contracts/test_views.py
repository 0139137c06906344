"""Views: a seat sees no hidden card, and cannot tell a redealt table from the true one."""

from __future__ import annotations

import pytest

from darwindeck import Game
from darwindeck.errors import GameError
from darwindeck.language.fields import Visibility

from . import positions

STEP = 5


def shown_by_the_rules(game: Game) -> int:
    """How many cards of the stock and of other hands everybody may know at the start."""
    setup = game.genome.setup
    if setup.hand_suits or setup.hand_visibility is Visibility.FACE_UP:  # all hands, as in blackjack
        return 52
    return setup.trump_selection_method in ("last_card_dealt", "bottom_card")


def test_at_the_start_others_hands_and_the_stock_are_unknown(game: Game) -> None:
    for seed in range(5):
        state = game.start(seed=seed)
        truth = game.snapshot(state)["piles"]
        for seat in range(game.seats):
            piles = game.view(state, seat).as_dict()["piles"]
            others = [pile for other, pile in enumerate(piles["hand"]) if other != seat]
            assert sum(len(pile["known"]) for pile in (piles["deck"], *others)) <= shown_by_the_rules(game)
            assert piles["deck"]["order"] is None
            assert [pile["count"] for pile in piles["hand"]] == [pile["count"] for pile in truth["hand"]]
            sees_hand = game.genome.setup.hand_visibility is not Visibility.FACE_DOWN
            assert piles["hand"][seat]["known"] == (truth["hand"][seat]["known"] if sees_hand else [])


def test_what_a_seat_knows_is_true(game: Game) -> None:
    for state, _ in list(positions(game, seed=1))[::STEP]:
        truth = game.snapshot(state)["piles"]
        hands = [hand["known"] + picked["known"] for hand, picked in zip(truth["hand"], truth["picked"], strict=True)]
        for seat in range(game.seats):
            piles = game.view(state, seat).as_dict()["piles"]
            assert {*piles["deck"]["known"]} <= {*truth["deck"]["known"]}
            for other in range(game.seats):
                seen = {*piles["hand"][other]["known"], *piles["picked"][other]["known"]}
                assert seen <= {*hands[other]}
                if other == seat and game.genome.setup.hand_visibility is Visibility.OWNER_ONLY:
                    assert seen == {*hands[other]}


def test_a_redealt_table_looks_the_same(game: Game) -> None:
    for number, (state, _) in enumerate(list(positions(game, seed=2))[::STEP]):
        for seat in range(game.seats):
            view = game.view(state, seat)
            redealt = game.redeal(view, seed=number)
            assert game.view(redealt, seat) == view
            assert game.redeal(view, seed=number) == redealt
            assert game.redeal(game.view(redealt, seat), seed=number) == redealt


def test_hidden_cards_do_change_in_a_redeal(game: Game) -> None:
    state = game.start(seed=3)
    for seat in range(game.seats):
        view = game.view(state, seat)
        piles = view.as_dict()["piles"]
        hidden = [
            pile for pile in (piles["deck"], piles["aside"], *piles["hand"]) if pile["count"] > len(pile["known"])
        ]
        redealt = {str(game.snapshot(game.redeal(view, seed=seed))["piles"]) for seed in range(5)}
        if len(hidden) > 1 or piles["deck"]["count"] > 5:
            assert len(redealt) == 5
        else:  # two players who hold all the cards know everything
            assert redealt == {str(game.snapshot(state)["piles"])}


def test_a_redealt_table_can_be_played_to_its_end(game: Game) -> None:
    for number, (state, _) in enumerate(list(positions(game, seed=4, most=60))[::20]):
        redealt = game.redeal(game.view(state, number % game.seats), seed=number)
        while not game.is_over(redealt):
            moves = game.legal_moves(redealt)
            redealt = game.apply(redealt, moves[number % len(moves)])


def test_only_seats_at_the_table_have_a_view(game: Game) -> None:
    for seat in (-1, game.seats, 99):
        with pytest.raises(GameError):
            game.view(game.start(), seat)
