"""Goofspiel beside OpenSpiel's: what each may bid, who wins each prize, and all totals."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pyspiel

from darwindeck import Game

from .mirror import Changes, Facts, Mirror, best_paid, compare_match, known_game, names, players_of, same

ROUNDS = 13
SUITS = (0, 2, 3)  # of the hands, by seat; the diamonds are the prizes

PLANTED: dict[str, tuple[Changes, str]] = {
    "aces are high": ({"setup.rank_order": "ace_high"}, "totals"),
    "kings count ten": ({"setup.card_values": {"K": 10}}, "totals"),
    "one point a prize": ({"scoring_rules.0.points_source": "points"}, "totals"),
}


class GoofspielDeal(Mirror):
    """They let all choose at once; ours choose one after the other, in secret."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.peer = pyspiel.load_game(f"goofspiel(players={game.seats})").new_initial_state()
        self.left = [list(range(ROUNDS)) for _ in range(game.seats)]
        self.bids: dict[int, int] = {}  # of this round, by seat
        self.turn_up(facts)

    def turn_up(self, facts: Facts) -> None:
        """They also turn up the last prize and play the last cards by themselves, as there is no choice."""
        if self.peer.is_chance_node():
            self.peer.apply_action(facts["piles"]["tableau"]["order"][0] % 16)

    def compare(self, facts: Facts, moves: list[int]) -> None:
        seat = facts["to_move"]
        same("has the seat chosen before", False, seat in self.bids)
        if not self.peer.is_terminal():
            self.left[seat] = self.peer.legal_actions(seat)
        same("legal moves", names(moves), names(16 * SUITS[seat] + rank for rank in self.left[seat]))

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        self.bids[before["to_move"]] = move % 16
        if len(self.bids) < self.game.seats:
            return
        for seat, rank in self.bids.items():
            self.left[seat].remove(rank)
        if not self.peer.is_terminal():
            self.peer.apply_actions([self.bids[seat] for seat in range(self.game.seats)])
            yield "rounds"
        self.bids = {}
        if after["ending"] is None:
            self.turn_up(after)

    def settle(self, facts: Facts) -> Iterator[str]:
        prizes, winners, points = (
            [int(word) for word in re.findall(rf"{line}: (.*)", self.peer.information_state_string(0))[0].split()]
            for line in ("Point card sequence", "Win sequence", "Points")
        )
        totals, table = [0] * self.game.seats, 0
        for prize, winner in zip(prizes, winners, strict=True):
            # A prize that nobody wins alone stays on the table for the next round; there it is discarded.
            table += prize
            if winner >= 0:
                totals[winner] += table
                table = 0
            else:
                yield "tied prizes"
        same("totals", facts["scores"], totals)
        if min(winners) >= 0:
            same("totals without ties", facts["scores"], points)
            yield "games without ties"
        best = max(totals)
        same("winners", best_paid(facts), [seat for seat, total in enumerate(totals) if total == best])


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("goofspiel", players_of("goofspiel", seed), changes), GoofspielDeal, seed)
