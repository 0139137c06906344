"""Race: whoever first has captured cards worth enough wins the deal. A player who is sure of it may close the stock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.fields import RANKS, Rank, rank_set
from ...language.findings import Gate
from ...language.vocabulary import (
    ASIDE,
    BID,
    CAPTURE,
    DEAL_WINNER,
    DEBT,
    DECK,
    DECLARER,
    EACH_SEAT,
    HAND,
    IN_PLAY,
    LEAD,
    NUMBER_MOVES,
    OPENLY,
    PASS,
    SAME_SUIT,
    SCORE,
    TOP_FIRST,
    TRICK,
    TRICK_WINNER,
    TRICKS,
    TRUMP,
    TURN_SEAT,
    TURNED,
    of,
)
from ...language.words import list_words, number_of, whole
from .phase import Doubts, PhaseMechanic
from .race_rules import race_rules, race_score

Reward = Annotated[int, Meta(ge=0, le=100)]
CLOSE, SWAP = NUMBER_MOVES, NUMBER_MOVES + 1
PROMPT = "Before you lead|close the stock|exchange your trump for the card turned up"
OPEN_STOCK = 2  # as many cards must lie on the one turned up for the stock to be closed


class RacePhase(PhaseMechanic, tag="RacePhase", frozen=True, kw_only=True):
    """The BID column holds 1 + the points of pairs. DECLARER is who has closed the stock, and DEBT what that wins."""

    noun = "a race for points"
    descriptions = {
        "": "Whoever first has captured cards worth enough wins the deal.",
        "close": "Whether the stock may be closed: nobody draws any more, and whoever closed it must win the race.",
        "failed_points": "Points of every other player, at least, if whoever closed the stock does not win the race.",
        "half": "How much the others must have, or the winner scores half_points.",
        "half_points": "Points for winning while no other player has half.",
        "made_points": "Points for winning.",
        "none_points": "Points for winning while no other player has won a trick.",
        "pair_points": "What leading a card of a pair is worth to a player who holds the other one.",
        "pair_ranks": "The two ranks of a pair; both cards are of one suit.",
        "swap_rank": "The rank of the trump that may be exchanged for the card turned up; null: none may.",
        "target": "How much wins the race: values of captured cards, and pairs.",
        "trump_pair_points": "The same for a pair of trumps.",
    }
    facts = Facts(
        makes=always(Makes.RACES, Makes.POINTS, Makes.DEAL_WINNER)
        | when(lambda part: bool(part.pair_ranks), Makes.SHOWS),
        needs=always(Needs.SETS, Needs.TRICKS, Needs.CAPTURES)
        | when(lambda part: part.asks, Needs.STOCK)
        | when(lambda part: part.swap_rank is not None, Needs.TRUMP),
        reads=always(Reads.VALUES, Reads.CAPTURED, Reads.TRICKS, Reads.BIDS, Reads.WINNER)
        | when(lambda part: part.swap_rank is not None or bool(part.pair_ranks), Reads.TRUMP),
        ends=always(Ends.DEAL_AT_ONCE),
        prompts=when(lambda part: part.asks, Prompts.NUMBER),
    )
    target: Annotated[int, Meta(ge=1, le=200)] = 66
    half: Annotated[int, Meta(ge=0, le=200)] = 33
    made_points: Reward = 1
    half_points: Reward = 2
    none_points: Reward = 3
    close: bool = False
    failed_points: Reward = 2
    swap_rank: Rank | None = None
    pair_ranks: Annotated[tuple[Rank, ...], Meta(max_length=2)] = ()
    pair_points: Reward = 20
    trump_pair_points: Reward = 40

    @property
    def asks(self) -> bool:
        return self.close or self.swap_rank is not None

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        if context.has(Makes.BIDS, Makes.CALLS, Makes.TITLES):
            yield "", "pairs stand where bids and places do"
        if context.genome.teams:
            yield "", "everybody races alone"
        if self.pair_ranks and len(set(self.pair_ranks)) != 2:
            yield "pair_ranks", "a pair has two different ranks"

    def doubts(self, context: Context) -> Doubts:
        if self.asks and context.setup.trump_selection_method != "bottom_card":
            yield Gate.IDLE, "close" if self.close else "swap_rank", "no card is turned up under the stock"
        values = sum(context.value[rank] * context.count_rank(RANKS[rank]) for rank in context.ranks)
        pairs = (len(context.suits) - 1) * self.pair_points + self.trump_pair_points if self.pair_ranks else 0
        if self.target > values + pairs:
            yield Gate.NEVER, "target", f"no deal has {number_of(self.target, 'point')}"
        elif self.target > values:
            why = f"all cards together are worth {values}, so hardly anybody comes to {self.target}"
            yield Gate.ROOM, "target", why
        elif self.pair_ranks and max(self.pair_points, self.trump_pair_points) >= self.target:
            yield Gate.ROOM, "target", "a single pair wins the race"
        elif self.target * context.deck.bit_count() <= values * context.seats:
            yield Gate.ROOM, "target", "a single trick wins the race"

    def emit(self, asm: Assembler) -> None:
        """Whoever has won the last trick has the turn, so nobody else can have come to the target since."""
        over, going = Label(), Label()
        with asm.ints() as [count]:
            self._emit_count(asm, count, TURN_SEAT)
            asm.jump_if(count, "<", self.target, going)
        asm.op("SETV", DEAL_WINNER, TURN_SEAT)
        asm.end_deal()
        if self.asks:
            asm.op("JUMP", over)
        asm.place(going)
        if self.asks:
            self._emit_stock(asm, over)
        asm.place(over)

    @staticmethod
    def _emit_count(asm: Assembler, into: int, seat: int) -> None:
        """What a seat has towards the target: nothing before its first trick, not even pairs."""
        none = Label()
        asm.op("LOAD", into, TRICKS, seat)
        asm.jump_if(into, "==", 0, none)
        with asm.sets() as [zone], asm.ints() as [pairs]:
            asm.op("SPILE", zone, of(CAPTURE, seat))
            asm.op("VALUE", into, zone, asm.tables(asm.context.value))
            asm.op("LOAD", pairs, BID, seat)
            asm.jump_if(pairs, "==", 0, none)
            asm.op("ADDR", into, pairs)
            asm.op("ADDI", into, -1)
        asm.place(none)

    def _emit_stock(self, asm: Assembler, over: Label) -> None:
        """While enough cards lie on the card turned up, it may be exchanged and the stock be closed."""
        swap, again = Label(), asm.here()
        asm.ask(TURN_SEAT, PROMPT)
        with asm.sets() as [cards], asm.ints() as [size]:
            asm.op("SPILE", cards, TURNED)
            asm.op("JEMPTY", cards, over)
            asm.op("SIZE", size, DECK)
            asm.jump_if(size, "<", OPEN_STOCK, over)
            if self.swap_rank is not None:
                missing = Label() if self.close else over
                self._emit_own(asm, cards, self.swap_rank)
                asm.op("JEMPTY", cards, missing)
                asm.op("OFFERM", SWAP)
                if self.close:
                    asm.place(missing)
            if self.close:
                asm.op("OFFERM", CLOSE)
            asm.op("OFFERM", PASS)
            asm.op("CHOOSE")
        asm.op("JMOVE", PASS, over)
        if self.swap_rank is not None:
            asm.op("JMOVE", SWAP, swap)
        if self.close:
            self._emit_close(asm)
            asm.op("JUMP", over)
        if self.swap_rank is not None:
            asm.place(swap)
            with asm.sets(2) as [own, turned]:
                self._emit_own(asm, own, self.swap_rank)
                asm.op("SPILE", turned, TURNED)
                asm.op("MOVE", own, of(HAND, TURN_SEAT), TURNED, OPENLY)
                asm.op("MOVE", turned, TURNED, of(HAND, TURN_SEAT), OPENLY)
            asm.op("JUMP", again)

    @staticmethod
    def _emit_own(asm: Assembler, into: int, rank: Rank) -> None:
        """The trump of the rank, if the seat holds it."""
        with asm.sets() as [ranks]:
            asm.op("SSUIT", into, TRUMP)
            asm.set_constant(ranks, rank_set(rank))
            asm.op("SAND", into, ranks)
            asm.op("SANDH", into, TURN_SEAT)

    def _emit_close(self, asm: Assembler) -> None:
        """The stock lies aside. What the race wins now stays, whatever the others capture yet."""
        self._emit_stake(asm, DEBT, TURN_SEAT)
        asm.op("SETV", DECLARER, TURN_SEAT)
        asm.op("MOVEALL", DECK, ASIDE, TOP_FIRST)
        with asm.sets() as [turned]:
            asm.op("SPILE", turned, TURNED)
            asm.op("MOVE", turned, TURNED, ASIDE, OPENLY)

    def _emit_stake(self, asm: Assembler, into: int, winner: int) -> None:
        """What a seat scores for winning as the others stand: 0 no trick, 1 too little, 2 enough."""
        done = Label()
        with asm.ints(2) as [level, count]:
            asm.op("SETI", level, 0)
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
                skip = Label()
                asm.op("JSEAT", seat, winner, skip)
                asm.op("LOAD", count, TRICKS, seat)
                asm.jump_if(count, "==", 0, skip)
                asm.op("MAXI", level, 1)
                self._emit_count(asm, count, seat)
                asm.jump_if(count, "<", self.half, skip)
                asm.op("SETI", level, 2)
                asm.place(skip)
            for number, points in enumerate((self.none_points, self.half_points, self.made_points)):
                asm.op("SETI", into, points)
                asm.jump_if(level, "==", number, done)
        asm.place(done)

    def emit_after_card(self, asm: Assembler, over: Label) -> None:
        """Who leads a card of a pair and holds the other one shows it; that may be enough to win."""
        if not self.pair_ranks:
            return
        none, plain = Label(), Label()
        pair = sum(rank_set(rank) for rank in set(self.pair_ranks))
        with asm.sets(3) as [led, other, ranks], asm.ints(2) as [number, points]:
            asm.op("SIZE", number, TRICK)
            asm.jump_if(number, "!=", 1, none)
            asm.op("SCARD", led, LEAD)
            asm.set_constant(ranks, pair)
            asm.op("SAND", led, ranks)
            asm.op("JEMPTY", led, none)
            asm.op("SLIKE", other, led, SAME_SUIT)
            asm.op("SAND", other, ranks)
            asm.op("SANDH", other, EACH_SEAT)
            asm.op("JEMPTY", other, none)
            asm.op("SHOW", other)
            asm.op("SETI", points, self.pair_points)
            asm.op("SSUIT", led, TRUMP)
            asm.op("SAND", led, other)
            asm.op("JEMPTY", led, plain)
            asm.op("SETI", points, self.trump_pair_points)
            asm.place(plain)
            asm.op("LOAD", number, BID, EACH_SEAT)
            asm.op("MAXI", number, 1)
            asm.op("ADDR", number, points)
            asm.op("STORE", BID, EACH_SEAT, number)
            self._emit_count(asm, number, EACH_SEAT)
            asm.jump_if(number, "<", self.target, none)
        asm.op("SETV", DEAL_WINNER, EACH_SEAT)
        asm.end_deal()
        asm.op("JUMP", over)
        asm.place(none)

    def emit_deal_end(self, asm: Assembler) -> None:
        """Without a winner it is who has won the last trick. Whoever closed the stock and did not win pays for it."""
        named, done, free, own, failed, other = (Label() for _ in range(6))
        asm.op("JNOBODY", DEAL_WINNER, named)
        asm.op("JUMP", own)
        asm.place(named)
        asm.op("SETV", DEAL_WINNER, TRICK_WINNER)
        asm.op("JNOBODY", DEAL_WINNER, done)
        asm.place(own)
        with asm.ints() as [points]:
            if self.close:
                mine = Label()
                asm.op("JNOBODY", DECLARER, free)
                asm.op("JSEAT", DEAL_WINNER, DECLARER, mine)
                asm.op("JUMP", failed)
                asm.place(mine)
                self._emit_count(asm, points, DECLARER)
                asm.jump_if(points, "<", self.target, other)
                asm.note("points", "won with the stock closed")
                asm.op("ADDC", SCORE, DECLARER, DEBT)
                asm.op("JUMP", done)
                asm.place(other)
                asm.op("OPPONENT", DEAL_WINNER, DECLARER)
                asm.place(failed)
                asm.op("MOVR", points, DEBT)
                asm.op("MAXI", points, self.failed_points)
                with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
                    closer = Label()
                    asm.op("JSEAT", seat, DECLARER, closer)
                    asm.note("points", "whoever closed the stock has failed")
                    asm.op("ADDC", SCORE, seat, points)
                    asm.place(closer)
                asm.op("JUMP", done)
            asm.place(free)
            self._emit_stake(asm, points, DEAL_WINNER)
            asm.note("points", "won the deal")
            asm.op("ADDC", SCORE, DEAL_WINNER, points)
        asm.place(done)

    def rule(self, context: Context) -> str:
        return race_rules(self, context)

    def deal_end_rule(self, context: Context) -> str:
        return race_score(self, context)

    def brief(self, context: Context) -> str:
        verbs = ["exchange a trump"] * (self.swap_rank is not None and context.has_trump) + [
            "close the stock"
        ] * self.close
        may = f"you may {list_words(verbs, 'or')}; " if verbs else ""
        return f"{may}the first to {self.target} wins the {whole(context)}"
