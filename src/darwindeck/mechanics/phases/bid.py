"""Bid: say how many tricks you will win; the deal is scored by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always
from ...language.findings import Gate
from ...language.vocabulary import (
    BAGS,
    BID,
    EACH_SEAT,
    HAND,
    IN_PLAY,
    LOOP_MASK,
    NUMBER_MOVES,
    OPERATORS,
    OTHER_SEAT,
    SCORE,
    SIDE_SEAT,
    TRICKS,
    TURN_SEAT,
    of,
)
from ...language.words import from_first, sides
from .phase import Doubts, PhaseMechanic, too_many

Bid = Annotated[int, Meta(ge=0, le=26)]
Reward = Annotated[int, Meta(ge=0, le=500)]
ONE_LESS = NUMBER_MOVES - 1  # so that CHOSEN gives 1 + the bid: in the column, 0 is "no bid yet"


class BidPhase(PhaseMechanic, tag="BidPhase", frozen=True, kw_only=True):
    """The BID column holds the bid plus one; 0 is no bid."""

    noun = "bids"
    descriptions = {
        "": "Before the first turn each player says how many tricks they will win.",
        "bag_limit": "So many tricks too many cost bag_penalty; 0: none do.",
        "bag_penalty": "Points lost for every bag_limit tricks too many.",
        "exact_bonus": "Points for winning exactly as many tricks as bid; 0: none.",
        "hook": "Whether the last to bid may not bid what makes all bids together as many as there are tricks.",
        "max_bid": "The highest bid.",
        "min_bid": "The lowest bid.",
        "nil_bonus": "Points for a bid of nothing that is kept, and lost if it is not; 0: none.",
        "overtrick_points": "Points for each trick above the bid.",
        "trick_points": "Points for each trick bid, won or lost.",
    }
    facts = Facts(
        makes=always(Makes.POINTS, Makes.BIDS, Makes.ROUND),
        needs=always(Needs.SETS, Needs.OPENING, Needs.TRICKS),
        reads=always(Reads.TRICKS, Reads.BIDS, Reads.HAND_SIZES),
        ends=NONE,
        prompts=always(Prompts.NUMBER),
    )
    min_bid: Bid = 0
    max_bid: Bid = 13
    nil_bonus: Reward = 100
    trick_points: Reward = 10
    overtrick_points: Reward = 1
    bag_limit: Annotated[int, Meta(ge=0, le=50)] = 10
    bag_penalty: Reward = 100
    exact_bonus: Reward = 0
    hook: bool = False

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        yield from too_many(self.min_bid, self.max_bid, "bid")

    def doubts(self, context: Context) -> Doubts:
        """A trick above the bid that pays as much as one that was bid: whoever bids least loses nothing."""
        if self.min_bid >= min(self.max_bid, context.dealt_hand):
            yield Gate.ROOM, "min_bid", "everybody must bid the same"
        if self.nil_bonus > 2 * self.trick_points * context.dealt_hand:
            yield Gate.ROOM, "nil_bonus", "a bid of nothing is worth more than twice as much as all tricks together"
        bag = self.bag_penalty / self.bag_limit if self.bag_limit else 0
        cost, most = self.exact_bonus + bag, self.trick_points * min(self.max_bid, context.dealt_hand)
        if self.overtrick_points >= self.trick_points + cost:
            yield (
                Gate.UNREAD,
                "overtrick_points",
                "tricks above the bid pay as much as those bid, so nobody needs to bid",
            )
        elif bag - self.overtrick_points >= most > 0 and not self.exact_bonus:
            why = (
                "one trick too many costs as much as the highest bid that fails, so everybody bids as high as they can"
            )
            yield Gate.ROOM, "bag_penalty", why
        elif self.overtrick_points > self.trick_points / 2 + cost:
            why = "tricks above the bid pay more than half as much as those bid, so a low bid is safe and costs little"
            yield Gate.ROOM, "overtrick_points", why

    def trick_worth(self, context: Context) -> float:
        return self.trick_points + self.exact_bonus * context.seats / max(1, context.dealt_hand)

    def emit(self, asm: Assembler) -> None:
        """Everybody names a number of tricks, from `min_bid` to `max_bid` but not more than cards in hand.

        Both limits are cut to the size of the hand: a deal of five cards has five tricks, whatever `max_bid` says.
        """
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.ints(3) as [low, high, held]:
            asm.ask(seat, "Bid")
            asm.op("SIZE", held, of(HAND, seat))
            asm.op("SETI", high, self.max_bid)
            asm.op("MINR", high, held)
            asm.op("SETI", low, self.min_bid)
            asm.op("MINR", low, high)
            if self.hook:
                self._emit_hook(asm, low, high, held)
            asm.op("OFFERN", NUMBER_MOVES, low, high)
            asm.op("CHOOSE")
            asm.op("CHOSEN", high, ONE_LESS)
            asm.op("STORE", BID, seat, high)

    def _emit_hook(self, asm: Assembler, low: int, high: int, held: int) -> None:
        """The last to bid may not name `wrong`: the tricks that the others have not bid for. It may, if there is nothing else.

        The numbers below it are offered here; those above it, with `low` just above it, where all others are.
        """
        free = Label()
        asm.jump_if(LOOP_MASK, "!=", 0, free)
        asm.op("JCMPR", low, high, OPERATORS["=="], free)
        with asm.ints(3) as [wrong, others, own]:
            asm.op("MASK", wrong, IN_PLAY)
            asm.op("BITS", wrong, wrong)
            asm.op("ADDI", wrong, -1)  # each of the others has 1 more in the column than it bid
            asm.op("ADDR", wrong, held)
            asm.op("SUMC", others, BID)
            asm.op("LOAD", own, BID, EACH_SEAT)  # what it bid in an auction before this one is void
            asm.op("SUBR", others, own)
            asm.op("SUBR", wrong, others)
            asm.op("JCMPR", wrong, low, OPERATORS["<"], free)
            asm.op("JCMPR", wrong, high, OPERATORS[">"], free)
            asm.op("MOVR", others, wrong)
            asm.op("ADDI", others, -1)
            asm.op("OFFERN", NUMBER_MOVES, low, others)
            asm.op("MOVR", low, wrong)
            asm.op("ADDI", low, 1)
        asm.place(free)

    def emit_deal_end(self, asm: Assembler) -> None:
        """Scores the bids, side by side: partners add up their bids and their tricks.

        A loop over sides, not seats: `SIDES` steps from the head of one side to the head of the next. Scores belong to
        sides.
        """
        asm.op("SETVI", SIDE_SEAT, 0)
        again = asm.here()
        asm.note("bid", seat=SIDE_SEAT)
        with asm.ints(3) as [contract, tricks, points]:
            self._emit_contract(asm, contract)
            asm.op("SUMSIDE", tricks, TRICKS, SIDE_SEAT)
            asm.op("SUBR", tricks, contract)
            if self.exact_bonus:
                missed = Label()
                asm.jump_if(tricks, "!=", 0, missed)
                asm.op("SETI", points, self.exact_bonus)
                asm.op("ADDC", SCORE, SIDE_SEAT, points)
                asm.place(missed)
            self._emit_result(asm, contract, tricks, points)
        if self.nil_bonus:
            self._emit_nils(asm)
        asm.op("SIDES", SIDE_SEAT, again)

    def _members(self, asm: Assembler, seat: int, own: int, other: int, skip: Label) -> None:
        """The body that follows is for one seat, if it is of the side.

        Seats are unrolled, because a program has no loop over the members of a side. There are eight at most.
        """
        asm.op("SETVI", OTHER_SEAT, seat)
        asm.op("SIDEOF", own, SIDE_SEAT)
        asm.op("SIDEOF", other, OTHER_SEAT)
        asm.op("JCMPR", own, other, OPERATORS["!="], skip)

    def _emit_contract(self, asm: Assembler, contract: int) -> None:
        """Sum of the bids; a seat that did not bid counts 0."""
        asm.op("SETI", contract, 0)
        with asm.ints(3) as [own, other, bid]:
            for seat in range(asm.context.seats):
                skip = Label()
                self._members(asm, seat, own, other, skip)
                asm.op("LOAD", bid, BID, OTHER_SEAT)
                asm.jump_if(bid, "==", 0, skip)
                asm.op("ADDI", bid, -1)
                asm.op("ADDR", contract, bid)
                asm.place(skip)

    def _emit_result(self, asm: Assembler, contract: int, over: int, points: int) -> None:
        """Points for a contract that was made, and for tricks above it, which also count as bags; the loss for one that failed.

        `over` is tricks won less tricks bid. Bags are kept from deal to deal; each time they reach the limit, the
        penalty is paid and so many bags are taken away. Several limits can be passed in one deal, hence the loop.
        """
        failed, done = Label(), Label()
        # The number of tricks is not needed any more: `contract` now holds what they are worth.
        asm.op("MULI", contract, self.trick_points)
        asm.jump_if(over, "<", 0, failed)
        asm.op("ADDC", SCORE, SIDE_SEAT, contract)
        asm.op("MOVR", points, over)
        asm.op("MULI", points, self.overtrick_points)
        asm.op("ADDC", SCORE, SIDE_SEAT, points)
        asm.op("ADDC", BAGS, SIDE_SEAT, over)
        if self.bag_limit:
            again = asm.here()
            asm.op("LOAD", points, BAGS, SIDE_SEAT)
            asm.jump_if(points, "<", self.bag_limit, done)
            asm.op("SETI", points, -self.bag_limit)
            asm.op("ADDC", BAGS, SIDE_SEAT, points)
            asm.op("SETI", points, -self.bag_penalty)
            asm.op("ADDC", SCORE, SIDE_SEAT, points)
            asm.op("JUMP", again)
        else:
            asm.op("JUMP", done)
        asm.place(failed)
        asm.op("MULI", contract, -1)
        asm.op("ADDC", SCORE, SIDE_SEAT, contract)
        asm.place(done)

    def _emit_nils(self, asm: Assembler) -> None:
        """A seat that bid no trick has the bonus if it took none, and loses as much if it took some. (A bid is stored as 1 + tricks.)

        A nil counts for the seat that bid it, although the contract counts for the side: in Spades one partner may bid
        nil while the other bids for both.
        """
        with asm.ints(3) as [own, other, number]:
            for seat in range(asm.context.seats):
                skip, won = Label(), Label()
                self._members(asm, seat, own, other, skip)
                asm.op("LOAD", number, BID, OTHER_SEAT)
                asm.jump_if(number, "!=", 1, skip)
                asm.op("LOAD", number, TRICKS, OTHER_SEAT)
                asm.op("SETI", own, self.nil_bonus)
                asm.jump_if(number, "==", 0, won)
                asm.op("SETI", own, -self.nil_bonus)
                asm.place(won)
                asm.op("ADDC", SCORE, SIDE_SEAT, own)
                asm.place(skip)

    def name_bid(self, bid: int) -> str:
        return f"bid {bid}"

    def rule(self, context: Context) -> str:
        joint = " Partners add their bids." if context.genome.teams else ""
        fewest = min(context.hand_schedule or [context.dealt_hand])
        bound = ", but no more than the cards in hand" if self.max_bid > fewest else ""
        return f"In turn, {from_first(context)}, everyone bids openly how many tricks they will win: {self.min_bid} to {self.max_bid}{bound}.{joint}{self._hook_rule()}"

    def _hook_rule(self) -> str:
        if not self.hook:
            return ""
        return " The last may not make the bids add up to the number of tricks."

    def deal_end_rule(self, context: Context) -> str:
        """How bids are scored."""
        who = f"{sides(context)} {'that' if context.genome.teams else 'who'}"
        text = " ".join([*self._exact_rule(who), *self._contract_rule(who)])
        if self.bag_limit:
            text += (
                f" Each trick won beyond the bid costs {self.bag_penalty} points."
                if self.bag_limit == 1
                else f" Every {self.bag_limit} tricks won beyond bids, counted from deal to deal, cost {self.bag_penalty} points."
            )
        if self.nil_bonus:
            text += f" A player who bid 0 also scores {self.nil_bonus} for winning no trick, and loses {self.nil_bonus} for winning any."
        return text.strip()

    def _exact_rule(self, who: str) -> list[str]:
        return [f"A {who} wins exactly as many tricks as bid scores {self.exact_bonus}."] if self.exact_bonus else []

    def _contract_rule(self, who: str) -> list[str]:
        """What tricks are worth that were bid, and more of them."""
        each, over = self.trick_points, self.overtrick_points
        if not each:
            return [f"A {who} wins more tricks than bid scores {over} for each of them."] if over else []
        more = f" and {over} for each more" if over else ""
        return [
            f"A {who} wins at least as many tricks as bid scores {each} for each trick bid{more}; with fewer it loses {each} for each trick bid."
        ]

    def brief(self, context: Context) -> str:
        return f"bid {self.min_bid} to {self.max_bid} tricks"
