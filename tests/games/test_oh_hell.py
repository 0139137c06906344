"""Oh Hell: hands that shrink and grow, the hook, and bids that must be met exactly."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, load_genome
from tests.edits import edited

from .naming import NamedPlay

GAMES = {seats: Game(load_genome("oh-hell", seats)) for seats in (3, 4, 5, 6, 7)}
MOST = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


@pytest.mark.parametrize("seats", GAMES)
def test_a_whole_match(seats: int) -> None:
    """Hand sizes, dealers, bids and scores of nineteen deals, counted by hand."""
    chance, play, totals = random.Random(seats), NamedPlay(GAMES[seats], seed=seats), [0] * seats
    for deal, wanted in enumerate([*range(10, 0, -1), *range(2, 11)]):
        size, dealer = min(wanted, MOST[seats]), (seats - 1 + deal) % seats
        assert [len(hand) for hand in play.hands] == [size] * seats
        assert play.facts["dealer"] == dealer and play.facts["trump"] >= 0
        bids: dict[int, int] = {}
        for step in range(seats):
            seat = (dealer + 1 + step) % seats
            allowed = [*range(size + 1)]
            if seat == dealer:
                allowed = [bid for bid in allowed if bid + sum(bids.values()) != size]
            assert play.to_move == seat and play.moves == [f"bid {bid}" for bid in allowed]
            bids[seat] = chance.choice(allowed)
            play.do(f"bid {bids[seat]}")
        assert sum(bids.values()) != size  # somebody must fail
        tricks = [0] * seats
        for number in range(size * seats):
            play.do(chance.choice(play.moves))
            if number == size * seats - 2:
                tricks = list(play.facts["tricks"])
        gained = [new - old for new, old in zip(play.scores, totals, strict=True)]
        totals = play.scores
        met = [gained[seat] - 10 == bids[seat] for seat in range(seats)]
        assert sum(gained) == size + 10 * sum(met) and not all(met)
        assert all(gained[seat] - tricks[seat] in (0, 1, 10, 11) for seat in range(seats))
    assert play.is_over
    assert GAMES[seats].winners(play.state) == [seat for seat in range(seats) if totals[seat] == max(totals)]


def test_an_earlier_round_of_bids_does_not_count_for_the_hook() -> None:
    bids = {"type": "BidPhase", "nil_bonus": 0, "bag_limit": 0}
    opening = [bids, {**bids, "hook": True}]
    changes = {"turn_structure.opening": opening, "match.hand_schedule": [1]}
    play = NamedPlay(Game(edited(load_genome("oh-hell", 3), changes)), seed=1).do(
        "bid 1", "bid 1", "bid 1", "bid 0", "bid 0"
    )
    assert play.to_move == play.facts["dealer"] and play.moves == ["bid 0"]
