"""Call trumps: players in turn take the card turned up as trumps, or name another suit; who calls must win enough tricks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when, within
from ...language.findings import Gate
from ...language.vocabulary import (
    ACCEPT,
    ASIDE,
    BID,
    DEALER,
    DECLARER,
    HAND,
    IN_PLAY,
    LOOP_MASK,
    OPENLY,
    OPERATORS,
    OTHER_SEAT,
    PASS,
    SCORE,
    SEAT_MOVES,
    SIDE_SEAT,
    SUIT_MOVES,
    TABLEAU,
    TRICKS,
    TRICKS_PLAYED,
    TRUMP,
    TURN_SEAT,
    of,
)
from ...language.words import from_first, number_of, others
from .phase import Doubts, PhaseMechanic

LOW = 4  # whoever needs less than one trick in so many needs no good hand
Reward = Annotated[int, Meta(ge=0, le=100)]


class CallTrumpPhase(PhaseMechanic, tag="CallTrumpPhase", frozen=True, kw_only=True):
    """The BID column holds 1 for a declarer with its partners, 2 for one who plays alone; 0 is no call."""

    noun = "calling trumps"
    descriptions = {
        "": "Before the first turn players may make a suit trumps; whoever does must win enough tricks.",
        "all_points": "Points for winning every trick.",
        "alone": "Whether the declarer may play without partners.",
        "alone_points": "Points for winning every trick without partners.",
        "dealer_takes": "Whether the dealer takes the card turned up, if its suit is called, and discards another.",
        "failed_points": "Points of every other side if the declarer wins fewer tricks.",
        "forced": "Whether the last who could name a suit must.",
        "made_points": "Points for winning at least so many tricks as are needed.",
        "needed": "How many tricks the declarer must win.",
        "second_round": "Whether another suit may be named if nobody wants that of the card turned up.",
    }
    facts = Facts(
        makes=always(Makes.TRUMP, Makes.ROUND, Makes.POINTS, Makes.CALLS)
        | within(lambda part, context: part.can_be_alone(context), Makes.FOLDS),
        needs=always(Needs.SETS, Needs.OPENING, Needs.TRICKS, Needs.TABLE),
        reads=always(Reads.TRICKS, Reads.BIDS),
        ends=always(Ends.DEAL_AT_ONCE),
        prompts=always(Prompts.ANSWER)
        | when(lambda part: part.second_round, Prompts.SUIT)
        | when(lambda part: part.dealer_takes, Prompts.CARD)
        | within(lambda part, context: part.can_be_alone(context), Prompts.SEAT),
    )
    second_round: bool = True
    forced: bool = False
    dealer_takes: bool = True
    alone: bool = True
    needed: Annotated[int, Meta(ge=1, le=13)] = 3
    made_points: Reward = 1
    all_points: Reward = 2
    alone_points: Reward = 4
    failed_points: Reward = 2

    def can_be_alone(self, context: Context) -> bool:
        return self.alone and bool(context.genome.teams)

    def doubts(self, context: Context) -> Doubts:
        if not self.failed_points:
            yield Gate.ROOM, "failed_points", "whoever calls and fails loses nothing by it, so anybody can call"
        if not (self.made_points or self.all_points):
            yield Gate.GOAL, "made_points", "whoever calls scores nothing by it"
        if LOW * self.needed < context.dealt_hand:
            yield Gate.ROOM, "needed", f"whoever calls needs only {self.needed} of {context.dealt_hand} tricks"

    def emit(self, asm: Assembler) -> None:
        """DECLARER is who called. Nobody calls: the deal is over."""
        second, accepted, named, over = Label(), Label(), Label(), Label()
        asm.op("SETI", TRUMP, -1)
        with asm.sets() as [card]:
            asm.op("STOP", card, TABLEAU)
            asm.op("JEMPTY", card, second)
            self._emit_first(asm, card, accepted)
        asm.place(second)
        if self.second_round:
            self._emit_second(asm, named)
        asm.end_deal()
        asm.op("JUMP", over)
        asm.place(accepted)
        if self.dealer_takes:
            self._emit_exchange(asm)
        asm.place(named)
        with asm.ints() as [how]:
            asm.op("SETI", how, 1)
            asm.op("STORE", BID, DECLARER, how)
            if self.can_be_alone(asm.context):
                self._emit_alone(asm, how, over)
        asm.place(over)

    def _emit_first(self, asm: Assembler, card: int, accepted: Label) -> None:
        """Everybody may accept the suit of the card turned up."""
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            refused = Label()
            asm.ask(seat, "Make the suit of the card turned up trumps?")
            asm.op("OFFERM", ACCEPT)
            asm.op("OFFERM", PASS)
            asm.op("CHOOSE")
            asm.op("JMOVE", PASS, refused)
            asm.op("SETV", DECLARER, seat)
            asm.op("STOP", card, TABLEAU)
            asm.op("SUITOF", TRUMP, card)
            asm.op("JUMP", accepted)
            asm.place(refused)

    def _emit_second(self, asm: Assembler, named: Label) -> None:
        """Everybody may name another suit; if `forced`, the last one must."""
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            refused, must = Label(), Label()
            asm.ask(seat, "Name another suit as trumps, or pass")
            with asm.sets() as [card], asm.ints() as [turned]:
                asm.op("STOP", card, TABLEAU)
                asm.op("SUITOF", turned, card)
                for suit in asm.context.suits:
                    same = Label()
                    asm.jump_if(turned, "==", suit, same)
                    asm.op("OFFERM", SUIT_MOVES + suit)
                    asm.place(same)
            if self.forced and len(asm.context.suits) > 1:
                asm.jump_if(LOOP_MASK, "==", 0, must)
            asm.op("OFFERM", PASS)
            asm.place(must)
            asm.op("CHOOSE")
            asm.op("JMOVE", PASS, refused)
            asm.op("CHOSEN", TRUMP, SUIT_MOVES)
            asm.op("SETV", DECLARER, seat)
            asm.op("JUMP", named)
            asm.place(refused)

    @staticmethod
    def _emit_exchange(asm: Assembler) -> None:
        """The dealer takes the card turned up and lays another aside, face down."""
        asm.op("TAKE", TABLEAU, of(HAND, DEALER), OPENLY)
        begin = asm.here()
        with asm.sets() as [cards]:
            asm.op("SHAND", cards, DEALER)
            asm.ask_card(DEALER, "Lay a card aside", cards, begin)
            asm.op("PLAY", of(HAND, DEALER), ASIDE)

    @staticmethod
    def _emit_alone(asm: Assembler, how: int, over: Label) -> None:
        """The declarer names itself to play alone, or passes; then its partners sit out."""
        asm.ask(DECLARER, "Play alone (name yourself), or pass")
        asm.op("GETV", how, DECLARER)
        asm.op("OFFERN", SEAT_MOVES, how, how)
        asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        asm.op("JMOVE", PASS, over)
        asm.op("SETI", how, 2)
        asm.op("STORE", BID, DECLARER, how)
        with asm.ints(2) as [own, other]:
            asm.op("SIDEOF", own, DECLARER)
            for seat in range(asm.context.seats):
                stays = Label()
                asm.op("SETVI", OTHER_SEAT, seat)
                asm.op("JSEAT", OTHER_SEAT, DECLARER, stays)
                asm.op("SIDEOF", other, OTHER_SEAT)
                asm.op("JCMPR", own, other, OPERATORS["!="], stays)
                asm.op("FOLD", OTHER_SEAT)
                asm.place(stays)

    def emit_deal_end(self, asm: Assembler) -> None:
        """The side of the declarer scores, or every other one."""
        nobody, failed, alone, given = Label(), Label(), Label(), Label()
        asm.op("JNOBODY", DECLARER, nobody)
        with asm.ints(2) as [tricks, points]:
            asm.op("SUMSIDE", tricks, TRICKS, DECLARER)
            asm.jump_if(tricks, "<", self.needed, failed)
            asm.op("SETI", points, self.made_points)
            asm.op("JCMPR", tricks, TRICKS_PLAYED, OPERATORS["!="], given)
            asm.op("LOAD", points, BID, DECLARER)
            asm.jump_if(points, "==", 2, alone)
            asm.op("SETI", points, self.all_points)
            asm.op("JUMP", given)
            asm.place(alone)
            asm.op("SETI", points, self.alone_points)
            asm.place(given)
            asm.note("points", "the declarer has won enough tricks")
            asm.op("ADDC", SCORE, DECLARER, points)
            asm.op("JUMP", nobody)
            asm.place(failed)
            self._emit_failed(asm, tricks, points)
        asm.place(nobody)

    def _emit_failed(self, asm: Assembler, own: int, other: int) -> None:
        asm.op("SETVI", SIDE_SEAT, 0)
        again, same = asm.here(), Label()
        asm.op("SIDEOF", own, DECLARER)
        asm.op("SIDEOF", other, SIDE_SEAT)
        asm.op("JCMPR", own, other, OPERATORS["=="], same)
        asm.op("SETI", other, self.failed_points)
        asm.note("points", "the declarer has failed")
        asm.op("ADDC", SCORE, SIDE_SEAT, other)
        asm.place(same)
        asm.op("SIDES", SIDE_SEAT, again)

    def name_bid(self, bid: int) -> str:
        return "declarer, alone" if bid else "declarer"

    def rule(self, context: Context) -> str:
        """The two rounds, the exchange, playing alone."""
        parts = [
            f"In turn, {from_first(context)}, everyone may accept the suit of the card turned up as trumps, or pass. "
            "Whoever accepts is the declarer."
        ]
        if self.dealer_takes:
            parts.append("If it was accepted, the dealer takes that card and lays another aside, unseen.")
        if self.second_round:
            last = " The last one may not pass." if self.forced else ""
            parts.append(
                f"If all pass, everyone in turn may name another suit as trumps and be the declarer, or pass.{last}"
            )
        if not (self.second_round and self.forced):
            parts.append("If nobody becomes the declarer, the deal is over and scores nothing.")
        if self.can_be_alone(context):
            parts.append(
                "The declarer may decide to play alone: then partners lay down their cards and sit out. If one of them was to lead, the next player does."
            )
        return "\n".join(parts)

    def deal_end_rule(self, context: Context) -> str:
        alone = f" ({self.alone_points} if the declarer played alone)" if self.can_be_alone(context) else ""
        declarer = "the declarer's side" if context.genome.teams else "the declarer"
        return (
            f"If {declarer} won at least {number_of(self.needed, 'trick')}, it scores {self.made_points}; "
            f"if it won every trick, {self.all_points}{alone} instead. If it won fewer, {others(context)} scores {self.failed_points}."
        )

    def brief(self, context: Context) -> str:
        return "call trumps, or pass"
