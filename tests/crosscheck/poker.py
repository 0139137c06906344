"""A deal of poker beside PokerKit: who may check, call, fold, bet and raise to what, what is drawn, and all stacks."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator, Sequence

from pokerkit import Automation, BettingStructure, Card, ChipsPushing, Deck, Opening, StandardHighHand, State, Street

from darwindeck import Game
from darwindeck.language.fields import card_name

from .mirror import ALL_IN, BET, CALL, CHECK, DONE, FOLD, PASS, RAISE, Facts, Mirror, hand, same, stock

BY_ITSELF = (
    Automation.ANTE_POSTING,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def to_pokerkit(cards: Sequence[int]) -> tuple[Card, ...]:
    spelled = (card_name(card).replace("10", "T") for card in cards)
    return tuple(Card.parse("".join(rank + suit.lower() for rank, suit in spelled)))


def betting_round(min_bet: int, most_bets: int | None, draw: bool = False) -> Street:
    """Nothing is burnt; five cards are dealt, or cards are drawn, before the player left of the dealer opens."""
    return Street(False, () if draw else (False,) * 5, 0, draw, Opening.POSITION, min_bet, most_bets)


def money(facts: Facts) -> list[int]:
    """Chips, and what is in the pot counted back to its owners: all that is there before a deal's first bet."""
    return [chips + paid for chips, paid in zip(facts["chips"], facts["contributions"], strict=True)]


class PokerDeal(Mirror):
    """Their players are our seats that are still in, from the one left of the dealer on."""

    structure: BettingStructure
    streets: tuple[Street, ...]
    ante = 1
    blinds: tuple[int, ...] | int = 0

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        around = [(self.first + step) % game.seats for step in range(game.seats)]
        self.seats = [seat for seat in around if not facts["out"][seat]]
        self.peer = State(
            BY_ITSELF, Deck.STANDARD, (StandardHighHand,), self.streets, self.structure, True, self.ante, self.blinds, 0,
            [money(facts)[seat] for seat in self.seats], len(self.seats),
        )  # fmt: skip
        self.hands = {seat: hand(facts, seat) for seat in self.seats}
        for index, seat in enumerate(self.seats):
            self.deal(index, self.hands[seat])
        self.picked: list[int] = []
        self.raises = 0

    def compare(self, facts: Facts, moves: list[int]) -> None:
        seat = facts["to_move"]
        if self.peer.stand_patter_or_discarder_index is not None:
            same("seat to discard", seat, self.seats[self.peer.stand_patter_or_discarder_index])
            # Any cards may go; here they are picked upwards, one at a time.
            above = [card for card in self.hands[seat] if card > max(self.picked, default=-1)]
            same("discards", moves, [*above, DONE if self.picked else PASS])
            return
        same("seat to bet", seat, None if self.peer.actor_index is None else self.seats[self.peer.actor_index])
        same("may fold", FOLD in moves, self.peer.can_fold())
        self.amounts = {move: self.bet_after(seat, move) for move in moves if move >= BET}
        if ALL_IN in moves and CHECK in moves:  # not a call, but a bet of less than the minimum
            self.amounts[ALL_IN] = self.bet_after(seat, ALL_IN)
        calls = {CHECK, CALL, ALL_IN} & {*moves} - {*self.amounts}
        same("may check or call", len(calls), int(self.peer.can_check_or_call()))
        self.compare_amounts(sorted(self.amounts.values()))

    def bet_after(self, seat: int, move: int) -> int:
        return int(self.game.snapshot(self.game.apply(self.state, move))["bets"][seat])

    def compare_amounts(self, ours: list[int]) -> None:
        """What the seat's bet may be raised to."""
        raise NotImplementedError

    def choose(self, facts: Facts, moves: list[int], rng: random.Random) -> int:
        """Mostly calls, least raises and large discards, so that hands are played to the end and matches last."""
        modest = [move for move in moves if move in (CHECK, CALL, BET, RAISE)] or moves[:1]
        return rng.choice(modest if rng.random() < 0.75 else moves)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        seat, street = before["to_move"], self.peer.street_index
        if self.peer.stand_patter_or_discarder_index is not None:
            yield from self.discard(seat, move, before, after)
        elif move in self.amounts:
            if before["chips"][seat] == self.amounts[move] - before["bets"][seat]:
                yield "all-ins"
            self.raises += move >= RAISE
            self.peer.complete_bet_or_raise_to(self.amounts[move])
        elif move == FOLD:
            self.peer.fold()
        else:
            self.peer.check_or_call()
        if self.peer.street_index != street:
            self.raises = 0

    def discard(self, seat: int, move: int, before: Facts, after: Facts) -> Iterator[str]:
        if move not in (DONE, PASS):
            self.picked.append(move)
            if any(card > move for card in self.hands[seat]):
                return
        self.peer.stand_pat_or_discard(to_pokerkit(self.picked))
        self.hands[seat] = [card for card in self.hands[seat] if card not in self.picked]
        self.picked = []
        if self.peer.stand_patter_or_discarder_index is None:
            yield from self.draw(seat, before, after)

    def draw(self, last: int, before: Facts, after: Facts) -> Iterator[str]:
        """All have discarded, and they deal to all now. What ours drew is read off the hands, or off the stock if our deal
        is already over. It is the same whether each draws before the next discards or all draw after the last."""
        over, waiting = after["deal"] != before["deal"] or after["ending"] is not None, stock(before)
        for index, seat in enumerate(self.seats):
            lacks = 0 if before["folded"][seat] else 5 - len(self.hands[seat])
            seen = hand(after, seat) if not over else hand(before, seat) if seat != last else []
            cards = [card for card in seen if card not in self.hands[seat]]
            while over and len(cards) < lacks and waiting:
                cards.append(waiting.pop(0))
            if over and len(cards) < lacks:
                yield "deals over after an unseen shuffle"
                self.follows = False
                return
            if lacks:
                same("cards drawn", len(cards), lacks)
                self.deal(index, cards)

    def deal(self, index: int, cards: list[int]) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about discards that were shuffled into the stock
            self.peer.deal_hole(to_pokerkit(cards), index)

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, not self.peer.status)
        same("stacks", [money(facts)[seat] for seat in self.seats], self.peer.stacks)
        pushed = [operation for operation in self.peer.operations if isinstance(operation, ChipsPushing)]
        if len(pushed) > 1:
            yield "deals with side pots"
        if any(sum(amount > 0 for amount in operation.amounts) > 1 for operation in pushed):
            yield "deals with shared pots"
