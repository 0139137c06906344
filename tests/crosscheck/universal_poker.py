"""Texas hold'em, no limit, for two to eight beside OpenSpiel's universal poker: who bets, legal bets and raises, all stacks.

Theirs allows any bet up to everything and any number of raises; here bets have four sizes, and a round has three raises at most.
It also allows a raise that no other player has the chips to answer; here (and in PokerKit) one can only call or fold then.
After an all-in of less than a raise theirs asks for less of the next raise than here (and PokerKit). It divides odd chips into
parts, while here they go to the first player. It asks a big blind to check even if all others are all in. And it knows no blind
that a player cannot pay: such deals are not followed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel

from darwindeck import Game

from .mirror import (
    ALL_IN,
    BET,
    CALL,
    CHECK,
    FOLD,
    RAISE,
    Changes,
    Difference,
    Facts,
    Mirror,
    card_actions,
    compare_match,
    hand,
    known_game,
    players_of,
    same,
    stock,
)
from .poker import money

SMALL, BIG, MAX_RAISES = 1, 2, 3
THEIR_FOLD, THEIR_CALL = 0, 1  # all other actions are what a player has paid in all after a bet

PLANTED: dict[str, tuple[Changes, str]] = {
    "the big blind is three": ({"setup.resources.blinds": [1, 3]}, "lowest bet or raise"),
    "the table does not count": ({"turn_structure.phases.7.community": False}, "chips won"),
    "the player of the first turn opens again": ({"turn_structure.phases.2.opener": "turn"}, "seat to bet"),
    "nobody may fold": ({"turn_structure.phases.0.allow_fold": False}, "may fold"),
}


class UniversalDeal(Mirror):
    """Their players are our seats that are still in, from the one left of the dealer on."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        around = [(self.first + step) % game.seats for step in range(game.seats)]
        self.seats = [seat for seat in around if not facts["out"][seat]]
        count, stacks = len(self.seats), [money(facts)[seat] for seat in self.seats]
        blinds = [BIG, SMALL] if count == 2 else [SMALL, BIG, *[0] * (count - 2)]
        self.raises = self.short = 0
        self.follows = all(chips >= blind for chips, blind in zip(stacks, blinds, strict=True))
        if not self.follows:
            return
        first = 2 if count == 2 else 3
        self.peer = pyspiel.load_game(
            f"universal_poker(betting=nolimit,numPlayers={count},numRounds=4,blind={spaced(blinds)},stack={spaced(stacks)},"
            f"firstPlayer={first} 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,bettingAbstraction=fullgame)"
        ).new_initial_state()
        self.actions = card_actions(self.peer)
        for seat in self.seats:
            for card in hand(facts, seat):
                self.peer.apply_action(self.actions[card])
        self.board = stock(facts)

    def compare(self, facts: Facts, moves: list[int]) -> None:
        seat, theirs = facts["to_move"], self.peer.legal_actions()
        same("seat to bet", seat, self.seats[self.peer.current_player()])
        same("may fold", FOLD in moves, THEIR_FOLD in theirs)
        self.amounts = {move: self.paid_after(seat, move) for move in moves if move >= BET}
        if ALL_IN in moves and CHECK in moves:  # not a call, but a bet of less than the minimum
            self.amounts[ALL_IN] = self.paid_after(seat, ALL_IN)
        calls = {CHECK, CALL, ALL_IN} & {*moves} - {*self.amounts}
        same("may check or call", len(calls), int(THEIR_CALL in theirs))
        ours, raised = sorted(self.amounts.values()), [action for action in theirs if action > THEIR_CALL]
        if self.raises == MAX_RAISES or not self.can_be_answered(facts):
            same("raises after the third, or that nobody can answer", ours, [])
            return
        if refused := [amount for amount in ours if amount not in raised]:
            raise Difference(f"bets or raises that they refuse: to {refused}")
        if not self.short:
            same("lowest bet or raise", ours[:1], raised[:1])

    def can_be_answered(self, facts: Facts) -> bool:
        """Whether another player who has not folded has chips left after calling the highest bet."""
        others = [seat for seat in self.seats if seat != facts["to_move"] and not facts["folded"][seat]]
        return any(facts["chips"][seat] + facts["bets"][seat] > max(facts["bets"]) for seat in others)

    def paid_after(self, seat: int, move: int) -> int:
        return int(self.game.snapshot(self.game.apply(self.state, move))["contributions"][seat])

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        """Mostly calls and least raises, so that hands are played to the end and matches last."""
        modest = [move for move in moves if move in (CHECK, CALL, BET, RAISE)] or moves[:1]
        return rng.choice(modest if rng.random() < 0.75 else moves)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        if move in self.amounts:
            seat, theirs = before["to_move"], self.peer.legal_actions()
            if before["chips"][seat] == self.amounts[move] - before["contributions"][seat]:
                yield "all-ins"
            self.raises += move >= RAISE
            self.short += sum(action > THEIR_CALL for action in theirs) == 1
            self.peer.apply_action(self.amounts[move])
        else:
            self.peer.apply_action(THEIR_FOLD if move == FOLD else THEIR_CALL)
        if self.peer.is_chance_node():
            self.raises = self.short = 0
        self.turn_up()

    def turn_up(self) -> None:
        while self.peer.is_chance_node():
            self.peer.apply_action(self.actions[self.board.pop(0)])

    def settle(self, facts: Facts) -> Iterator[str]:
        if not self.peer.is_terminal():
            yield "checks of the big blind that nobody could answer"
            self.peer.apply_action(THEIR_CALL)
            self.turn_up()
        same("is the deal over", True, self.peer.is_terminal())
        if facts["deal"] > self.start["deal"] + 1:
            yield "deals with another behind them that has no decision"
            return
        won = [money(facts)[seat] - money(self.start)[seat] for seat in self.seats]
        returns = self.peer.returns()
        if all(chips == int(chips) for chips in returns):
            same("chips won", won, [int(chips) for chips in returns])
        else:
            yield "deals with odd chips"
            parts = max(abs(ours - theirs) for ours, theirs in zip(won, returns, strict=True))
            same("whole chips won", parts < len(self.seats), True)


def spaced(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("texas-holdem", players_of("texas-holdem", seed), changes), UniversalDeal, seed)
