"""Six-card golf: columns of two, what may be replaced, when a deal ends and what columns count."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, load_genome
from darwindeck.genome.genome import GameGenome, MatchRules, TurnStructure
from darwindeck.genome.setup import SetupRules
from darwindeck.mechanics import WinCondition
from darwindeck.mechanics.phases.columns import ColumnsPhase
from darwindeck.mechanics.phases.reserve import ReservePhase

from ..reference.compare import Comparison, Tally
from . import Play, deck_of_hands

GAME = Game(load_genome("golf-6", 2))
COVER, COMPLETE, THROW = 92, 93, 94


def deal(
    first: str = "3C 4C", second: str = "5C 6C", up: str = "KD", down: str = "8H 8S 9H 9S 7H 7S JH JS", then: str = ""
) -> Play:
    """Two hands, which are laid face up; the first discard; eight cards face down; and the stock."""
    return Play(GAME, deck_of_hands([first, second], then=f"{up} {down} {then}"))


def put(play: Play, number: int, *cards: str) -> Play:
    play.state = play.game.apply(play.state, number)
    return play.do(*cards)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_cards_lie_face_up_and_four_face_down(players: int) -> None:
    play = Play(Game(load_genome("golf-6", players)), seed=1)
    assert [len(play.pile("capture_zone", seat)) for seat in range(players)] == [2] * players
    assert play.facts["bids"] == [4] * players and play.facts["piles"]["aside"]["count"] == 4 * players
    assert play.facts["piles"]["deck"]["count"] == 52 - 6 * players - 1
    assert all(play.hand(seat) == [] for seat in range(players))


def test_nobody_knows_what_lies_face_down() -> None:
    view = deal().game.view(deal().state, 0).as_dict()["piles"]["aside"]
    assert view["count"] == 8 and view["known"] == []


def test_a_card_of_the_discards_must_be_used_and_one_of_the_stock_may_be_thrown_away() -> None:
    assert THROW not in GAME.legal_moves(deal().do("take").state)
    play = deal(then="QC").do("draw")
    assert play.moves == ["3C", "4C", str(COVER), str(COMPLETE), str(THROW)]
    assert put(play, THROW).pile("discard")[0] == "QC"


def test_a_face_up_card_is_replaced() -> None:
    play = deal().do("take", "4C")
    assert sorted(play.pile("capture_zone", 0)) == ["3C", "KD"] and play.pile("discard") == ["4C"]
    assert play.facts["bids"] == [4, 4]


def test_a_column_is_begun_and_completed() -> None:
    play = put(deal().do("take"), COVER)
    assert sorted(play.pile("capture_zone", 0)) == ["3C", "4C", "KD"] and play.facts["bids"] == [3, 4]
    assert len(play.pile("discard")) == 1, "what lay there is seen by all"
    put(play.do("draw"), THROW).do("draw")
    assert COVER not in play.game.legal_moves(play.state), "no column is unseen any more"
    put(play, COMPLETE, "3C")
    assert len(play.pile("front", 0)) == 2 and "3C" in play.pile("front", 0)
    assert play.facts["bids"] == [2, 4]


def play_out(play: Play) -> tuple[list[list[str]], list[int]]:
    """Completes columns as soon as possible; the table before the deal was over, and its scores."""
    chance = random.Random(1)
    while play.facts["deal"] == 0:
        table = [play.pile("front", seat) + play.pile("capture_zone", seat) for seat in range(2)]
        numbers = [move for move in play.game.legal_moves(play.state) if move in (COVER, COMPLETE)]
        moves = numbers or play.game.legal_moves(play.state)
        play.state = play.game.apply(play.state, chance.choice(moves))
    return table, play.scores


def test_the_deal_ends_when_a_player_has_no_card_face_down() -> None:
    table, _ = play_out(deal())
    assert max(len(cards) for cards in table) in (4, 5), "the last card was put into the fourth place at least"


@pytest.mark.parametrize(
    ("column", "counts"),
    [("3C 3D", 0), ("3C 4D", 7), ("2C KD", -2), ("2C 2D", 0), ("JC QD", 20), ("AC KC", 1)],
)
def test_what_a_column_counts(column: str, counts: int) -> None:
    """Seat 0 has that column, and two of equal ranks: nothing but the first counts."""
    one, other = column.split()
    play = deal(
        first=f"{one} 8C", second="5C 6C", up=other, down="8H 8S 9H 9S 7H 7S JH JS", then="5S 8D 5H 10C 10S 10H 10D"
    )
    put(play.do("take"), COMPLETE, one)
    put(play.do("draw"), THROW)
    put(play.do("draw"), COMPLETE, "8C")
    put(play.do("draw"), THROW)
    put(play.do("draw"), COVER)
    put(play.do("draw"), THROW)
    drawn = play.do("draw").hand(0)[0]
    put(play, COMPLETE, "10C")
    assert drawn[:-1] == "10"
    assert play.facts["deal"] == 1 and play.scores[0] == counts


def test_the_turn_has_passed_on_when_the_limit_of_turns_ends_a_deal() -> None:
    """Then the next seat is the first whose cards are turned up, by chance."""
    deck = ["5C", *(f"{rank}D" for rank in "2345"), *(f"{rank}S" for rank in "A2345")]
    genome = GameGenome(
        genome_id="columns-of-nobody",
        setup=SetupRules(initial_deck="custom", custom_deck=tuple(deck), cards_per_player=3),
        turn_structure=TurnStructure(opening=(ReservePhase(count=3),), phases=(ColumnsPhase(columns=3),)),
        win_conditions=(WinCondition(type="fewest_cards"),),
        match=MatchRules(max_deals=100),
        max_turns=21,
    )
    for seed in range(10):
        Comparison(genome, seed, 0, Tally(), 1).run()
