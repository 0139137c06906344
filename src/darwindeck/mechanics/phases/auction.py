"""Auction: whoever bids highest plays the deal with that trump suit, or none, and must win as many tricks as bid."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.fields import SUIT_NAMES, SUITS
from ...language.findings import Gate
from ...language.vocabulary import (
    BID,
    DEALER,
    DECLARER,
    DOUBLE,
    EACH_SEAT,
    IN_PLAY,
    NEXT_SEAT,
    NUMBER_MOVES,
    OPERATORS,
    OTHER_SEAT,
    PASS,
    PHASE_A,
    PHASE_B,
    PHASE_C,
    REDOUBLE,
    TRUMP,
)
from .contract_score import CONTRACTS, STRAINS, contract_rules, emit_contract_score
from .phase import Doubts, PhaseMechanic

DEAR_TRICK = 30.0  # points of a trick in hearts, spades or no trumps
Vulnerable = Literal["none", "dealers", "others", "both"]


class AuctionPhase(PhaseMechanic, tag="AuctionPhase", frozen=True, kw_only=True):
    """PHASE_A is the highest contract so far, PHASE_B how often it was doubled, PHASE_C how many have passed since.

    During the auction the BID column holds the strains that a seat was the first of its side to name, a bit each;
    after it 1 + the contract, at the declarer. DECLARER is the highest bidder so far.
    """

    noun = "an auction"
    descriptions = {
        "": "Before the first turn players bid for the contract; the highest bidder must fulfil it.",
        "book": "How many tricks are won before those that count: a contract of one is one more.",
        "doubles": "Whether a contract of the other side can be doubled, and that redoubled.",
        "max_level": "The highest number of tricks above the book that can be bid.",
        "vulnerable": "Which sides win and lose more, deal by deal: none, dealers (the dealer's side), others, both.",
    }
    facts = Facts(
        makes=always(Makes.TRUMP, Makes.ROUND, Makes.POINTS, Makes.CALLS, Makes.NEXT_TURN),
        needs=always(Needs.SETS, Needs.OPENING, Needs.TRICKS),
        reads=always(Reads.TRICKS, Reads.BIDS),
        ends=always(Ends.DEAL_AT_ONCE),
        prompts=always(Prompts.NUMBER) | when(lambda part: part.doubles, Prompts.ANSWER),
    )
    max_level: Annotated[int, Meta(ge=1, le=7)] = 7
    book: Annotated[int, Meta(ge=0, le=6)] = 6
    doubles: bool = True
    vulnerable: Annotated[tuple[Vulnerable, ...], Meta(max_length=16)] = ()

    def doubts(self, context: Context) -> Doubts:
        if self.book + 1 > context.dealt_hand:
            yield Gate.IDLE, "book", f"a deal has {context.dealt_hand} tricks, so no contract can be made"
        if 2 * (self.book + self.max_level) <= context.dealt_hand:
            most = self.book + self.max_level
            why = (
                f"no contract needs more than {most} of {context.dealt_hand} tricks, so whoever speaks first makes one"
            )
            yield Gate.ROOM, "max_level", why

    def trick_worth(self, context: Context) -> float:
        return DEAR_TRICK

    def emit(self, asm: Assembler) -> None:
        passed, over, void, end = Label(), Label(), Label(), Label()
        asm.op("SETI", TRUMP, -1)
        asm.op("SETI", PHASE_A, -1)
        asm.op("SETI", PHASE_B, 0)
        asm.op("SETI", PHASE_C, 0)
        asm.op("SETV", EACH_SEAT, DEALER)
        call = asm.here()
        self._emit_call(asm, passed)
        asm.op("JUMP", (onward := Label()))
        asm.place(passed)
        with asm.ints(2) as [mask, count]:
            asm.op("ADDI", PHASE_C, 1)
            asm.op("MASK", mask, IN_PLAY)
            asm.op("BITS", count, mask)
            asm.op("JCMPR", PHASE_C, count, OPERATORS[">="], void)  # all have passed: only where nobody has bid
            asm.jump_if(PHASE_A, "<", 0, onward)
            asm.op("ADDI", count, -1)
            asm.op("JCMPR", PHASE_C, count, OPERATORS[">="], over)
        asm.place(onward)
        asm.step(EACH_SEAT, IN_PLAY)
        asm.op("JUMP", call)
        asm.place(void)
        asm.end_deal()
        asm.op("JUMP", end)
        asm.place(over)
        self._emit_declarer(asm)
        asm.place(end)

    def _emit_call(self, asm: Assembler, passed: Label) -> None:
        """One call. What follows it is skipped by who passes."""
        doubled, redoubled, done = Label(), Label(), Label()
        asm.ask(EACH_SEAT, "Bid a contract or pass")
        with asm.ints(2) as [low, high]:
            asm.op("MOVR", low, PHASE_A)
            asm.op("ADDI", low, 1)
            asm.op("SETI", high, self.max_level * STRAINS - 1)
            asm.op("OFFERN", NUMBER_MOVES, low, high)
            asm.op("OFFERM", PASS)
            if self.doubles:
                self._emit_doubles(asm, low, high)
        asm.op("CHOOSE")
        asm.op("JMOVE", PASS, passed)
        asm.op("SETI", PHASE_C, 0)
        if self.doubles:
            asm.op("JMOVE", DOUBLE, doubled)
            asm.op("JMOVE", REDOUBLE, redoubled)
        asm.op("CHOSEN", PHASE_A, NUMBER_MOVES)
        asm.op("SETI", PHASE_B, 0)
        asm.op("SETV", DECLARER, EACH_SEAT)
        self._emit_named(asm)
        asm.op("JUMP", done)
        for number, label in enumerate((doubled, redoubled), 1):
            asm.place(label)
            asm.op("SETI", PHASE_B, number)
            asm.op("JUMP", done)
        asm.place(done)

    @staticmethod
    def _emit_doubles(asm: Assembler, own: int, other: int) -> None:
        """Opponents of the highest bidder may double, and its side may redouble that."""
        none, ours = Label(), Label()
        asm.op("JNOBODY", DECLARER, none)
        asm.op("SIDEOF", own, EACH_SEAT)
        asm.op("SIDEOF", other, DECLARER)
        asm.op("JCMPR", own, other, OPERATORS["=="], ours)
        asm.jump_if(PHASE_B, "!=", 0, none)
        asm.op("OFFERM", DOUBLE)
        asm.op("JUMP", none)
        asm.place(ours)
        asm.jump_if(PHASE_B, "!=", 1, none)
        asm.op("OFFERM", REDOUBLE)
        asm.place(none)

    @staticmethod
    def _emit_named(asm: Assembler) -> None:
        """Notes the strain as named by the bidder, unless a seat of its side has named it before."""
        done = Label()
        with asm.ints(4) as [strain, own, other, named]:
            asm.op("MOVR", strain, PHASE_A)
            asm.op("MODI", strain, STRAINS)
            asm.op("SIDEOF", own, EACH_SEAT)
            for number in range(STRAINS):
                wrong = Label()
                asm.jump_if(strain, "!=", number, wrong)
                for seat in range(asm.context.seats):
                    new = Label()
                    asm.op("SETVI", OTHER_SEAT, seat)
                    asm.op("SIDEOF", other, OTHER_SEAT)
                    asm.op("JCMPR", own, other, OPERATORS["!="], new)
                    asm.op("LOAD", named, BID, OTHER_SEAT)
                    asm.op("JBIT", named, number, new)
                    asm.op("JUMP", done)
                    asm.place(new)
                asm.op("LOAD", named, BID, EACH_SEAT)
                asm.op("ADDI", named, 1 << number)
                asm.op("STORE", BID, EACH_SEAT, named)
                asm.place(wrong)
        asm.place(done)

    @staticmethod
    def _emit_declarer(asm: Assembler) -> None:
        """The declarer is who of the highest bidder's side has named the strain first; the seat to its left leads."""
        with asm.ints(4) as [strain, own, other, named]:
            asm.op("MOVR", strain, PHASE_A)
            asm.op("MODI", strain, STRAINS)
            asm.op("SIDEOF", own, DECLARER)
            for seat in range(asm.context.seats):
                asm.op("SETVI", OTHER_SEAT, seat)
                for number in range(STRAINS):
                    wrong = Label()
                    asm.jump_if(strain, "!=", number, wrong)
                    asm.op("SIDEOF", other, OTHER_SEAT)
                    asm.op("JCMPR", own, other, OPERATORS["!="], wrong)
                    asm.op("LOAD", named, BID, OTHER_SEAT)
                    asm.op("JBIT", named, number, wrong)
                    asm.op("SETV", DECLARER, OTHER_SEAT)
                    asm.place(wrong)
                asm.op("SETI", named, 0)
                asm.op("STORE", BID, OTHER_SEAT, named)
            plain = Label()
            asm.op("SETI", TRUMP, -1)
            asm.jump_if(strain, "==", STRAINS - 1, plain)
            asm.op("MOVR", TRUMP, strain)
            asm.place(plain)
            asm.op("MOVR", named, PHASE_B)
            asm.op("MULI", named, CONTRACTS)
            asm.op("ADDR", named, PHASE_A)
            asm.op("ADDI", named, 1)
            asm.op("STORE", BID, DECLARER, named)
        asm.op("SETV", NEXT_SEAT, DECLARER)
        asm.step(NEXT_SEAT, IN_PLAY)

    def emit_deal_end(self, asm: Assembler) -> None:
        emit_contract_score(asm, self.book, self.vulnerable)

    def name_bid(self, bid: int) -> str:
        """After the auction, the declarer's contract."""
        level, strain = divmod(bid % CONTRACTS, STRAINS)
        trumps = "no trumps" if strain == STRAINS - 1 else SUIT_NAMES[SUITS[strain]]
        return f"contract {level + 1} {trumps}{('', ' doubled', ' redoubled')[bid // CONTRACTS]}"

    def rule(self, context: Context) -> str:
        """The calls, when the auction ends, and who is the declarer."""
        who = "the side of the highest bid" if context.genome.teams else "who made the highest bid"
        again = f" A double can be redoubled by {who}. A new bid ends both." if self.doubles else ""
        double = (
            " Instead of bidding, the highest bid can be doubled by an opponent of who made it." if self.doubles else ""
        )
        first = (
            "The declarer is who of that side has named this suit (or no trumps) first."
            if context.genome.teams
            else "Who made it is the declarer."
        )
        return "\n".join([
            f"In turn, beginning with the dealer, players bid or pass; who has passed may bid later. A bid is a number from 1 to {self.max_level}, "
            f"the tricks above {self.book} to be won, with a trump suit or no trumps. It must be higher than the last: a larger number, or the same "
            "with a higher suit, in the order clubs, diamonds, hearts, spades, no trumps.",
            *([f"{double}{again}".strip()] if self.doubles else []),
            "When all others pass after a bid, it is the contract. If all pass without a bid, the deal is over and scores nothing.",
            f"{first} The player to the declarer's left leads to the first trick.",
        ])  # fmt: skip

    def deal_end_rule(self, context: Context) -> str:
        return contract_rules(self.book, self.vulnerable, self.doubles, bool(context.genome.teams))

    def brief(self, context: Context) -> str:
        return "bid for the contract" + (", double" * self.doubles) + " or pass"
