"""Build: a card takes cards of its value from the table, is built up with others for a later capture, or is laid down."""

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
    BID,
    BOTTOM_FIRST,
    CAPTURE,
    FRONT,
    HAND,
    IN_PLAY,
    LAST_CAPTURER,
    NUMBER_MOVES,
    OPENLY,
    OPERATORS,
    OTHER_SEAT,
    PHASE_A,
    PHASE_B,
    PHASE_C,
    PICKED,
    RANK_MOVES,
    SEAT_MOVES,
    TABLEAU,
    TOP_FIRST,
    TRICK,
    TURN_SEAT,
    of,
)
from ...language.words import list_words, number_of, rank_words
from .capture import emit_sweep
from .phase import Doubts, PhaseMechanic
from .sums import SEVERAL, CardSums, any_worth_others

TAKE, LAY = NUMBER_MOVES, NUMBER_MOVES + 1


class BuildPhase(PhaseMechanic, tag="BuildPhase", frozen=True, kw_only=True):
    """A build is the front of its owner, and the BID column holds its value plus one; 0 is no build.

    PHASE_A is the value of the card played, which waits in the pile of the trick. Cards of a sum wait among the picked ones.
    """

    noun = "builds"
    descriptions = {
        "": "Play a card to take cards, to build a total for a card in hand, or to lay it down.",
        "sweep_points": "Points for emptying the table.",
        "unsummed": "Ranks that take and are taken singly, and never count in sums.",
    }
    facts = Facts(
        makes=always(Makes.CAPTURES, Makes.TABLE, Makes.OWN_DISCARDS, Makes.CATCHES, Makes.BUILDS)
        | when(lambda part: part.sweep_points > 0, Makes.POINTS),
        needs=always(Needs.SETS),
        reads=always(Reads.VALUES, Reads.TABLE, Reads.HELD),
        ends=always(Ends.DEAL_IN_TIME),
        prompts=always(Prompts.CARD, Prompts.NUMBER, Prompts.RANK, Prompts.SEAT),
    )
    unsummed: Annotated[tuple[Rank, ...], Meta(max_length=13)] = ()
    sweep_points: Annotated[int, Meta(ge=0, le=100)] = 0

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """The values of builds stand where bids do."""
        if context.has(Makes.BIDS, Makes.CALLS, Makes.TITLES, Makes.RESERVES, Reads.BIDS):
            yield "", "there are no builds in a game of bids, places or reserves"

    def emit(self, asm: Assembler) -> None:
        over, laid, take, raised = Label(), Label(), Label(), Label()
        sums = CardSums(asm.tables(asm.context.value), sum(rank_set(rank) for rank in set(self.unsummed)))
        with asm.sets() as [cards]:
            begin = asm.here()
            asm.op("SHAND", cards, TURN_SEAT)
            asm.op("JEMPTY", cards, over)
            asm.ask_card(TURN_SEAT, "Play a card to the table", cards, begin)
            asm.op("PLAY", of(HAND, TURN_SEAT), TRICK)
            asm.op("SPILE", cards, TRICK)
            asm.op("VALUE", PHASE_A, cards, sums.values)
        self._emit_question(asm, sums)
        asm.op("JMOVE", LAY, laid)
        asm.op("JMOVE", TAKE, take)
        self._emit_build(asm, sums, raised)
        asm.op("JUMP", over)
        asm.place(raised)
        self._emit_raise(asm)
        asm.op("JUMP", over)
        asm.place(take)
        self._emit_take(asm, sums, over)
        asm.op("JUMP", over)
        asm.place(laid)
        asm.op("MOVEALL", TRICK, TABLEAU, TOP_FIRST)
        asm.place(over)

    # What can be done with the card.

    def _emit_question(self, asm: Assembler, sums: CardSums) -> None:
        lays, stays, choose = Label(), Label(), Label()
        asm.ask(TURN_SEAT, "Build a value, or raise a build|take|lay it down", continues="always")
        with asm.sets(2) as [cards, other], asm.ints(3) as [number, own, offered]:
            sums.emit_value(asm, own, TURN_SEAT)
            self._emit_takeable(asm, sums, cards, other, number, lays)
            asm.op("OFFERM", TAKE)
            # The owner of a build keeps a card that can take it.
            asm.jump_if(own, "<", 0, lays)
            sums.emit_held(asm, cards, other, own)
            asm.op("JEMPTY", cards, stays)
            asm.place(lays)
            asm.op("OFFERM", LAY)
            asm.place(stays)
            sums.emit_unless_summed(asm, cards, other, choose)
            self._emit_ranks(asm, sums, cards, number, own, offered)
            self._emit_raisable(asm, sums, cards, other, number, own, offered)
            asm.place(choose)
        asm.op("CHOOSE")

    def _emit_takeable(self, asm: Assembler, sums: CardSums, cards: int, other: int, number: int, none: Label) -> None:
        """Goes to `none` if the card can take nothing: no equal card, no build and no sum."""
        some = Label()
        sums.emit_equals(asm, cards, other)
        asm.op("JSOME", cards, some)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            sums.emit_value(asm, number, seat)
            asm.op("JCMPR", number, PHASE_A, OPERATORS["=="], some)
        sums.emit_unless_summed(asm, cards, other, none)
        sums.emit_parts(asm, cards, PHASE_A)
        asm.op("JEMPTY", cards, none)
        asm.place(some)

    def _emit_ranks(self, asm: Assembler, sums: CardSums, cards: int, number: int, own: int, offered: int) -> None:
        """Offers the ranks in hand whose value the card and cards of the table add up to."""
        asm.op("SETI", offered, 0)
        for rank in asm.context.ranks:
            value, another, free = asm.context.value[rank], Label(), Label()
            if RANKS[rank] in self.unsummed:
                continue
            asm.set_constant(cards, rank_set(RANKS[rank]))
            asm.op("SANDH", cards, TURN_SEAT)
            asm.op("JEMPTY", cards, another)
            asm.jump_if(own, "<", 0, free)
            asm.jump_if(own, "!=", value, another)
            asm.place(free)
            asm.op("SETI", number, value)
            asm.op("SUBR", number, PHASE_A)
            sums.emit_parts(asm, cards, number)
            asm.op("JEMPTY", cards, another)
            asm.op("ADDI", offered, 1 << rank)
            asm.place(another)
        asm.op("OFFERR", RANK_MOVES, offered)

    def _emit_raisable(
        self, asm: Assembler, sums: CardSums, cards: int, other: int, number: int, own: int, offered: int
    ) -> None:
        """Offers the seats with a build of one set that the card brings to the value of a card in hand."""
        asm.op("SETI", offered, 0)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            another, mine = Label(), Label()
            asm.op("LOAD", number, BID, seat)
            asm.jump_if(number, "<=", 0, another)
            asm.jump_if(number, ">", SEVERAL, another)
            asm.op("JSEAT", seat, TURN_SEAT, mine)
            asm.jump_if(own, ">=", 0, another)
            asm.place(mine)
            asm.op("ADDI", number, -1)
            asm.op("ADDR", number, PHASE_A)
            sums.emit_held(asm, cards, other, number)
            sums.emit_without_unsummed(asm, cards, other)
            asm.op("JEMPTY", cards, another)
            asm.op("SETB", offered, seat)
            asm.place(another)
        asm.op("OFFERR", SEAT_MOVES, offered)

    # What is done with it.

    def _emit_take(self, asm: Assembler, sums: CardSums, over: Label) -> None:
        """All equal cards, all builds of the value, and sums one after the other as long as there are any."""
        done, own = Label(), of(CAPTURE, TURN_SEAT)
        with asm.sets(2) as [cards, other], asm.ints() as [number]:
            sums.emit_equals(asm, cards, other)
            asm.op("MOVE", cards, TABLEAU, own, OPENLY)
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
                another = Label()
                sums.emit_value(asm, number, seat)
                asm.op("JCMPR", number, PHASE_A, OPERATORS["!="], another)
                asm.op("MOVEALL", of(FRONT, seat), own, TOP_FIRST)
                asm.op("SETI", number, 0)
                asm.op("STORE", BID, seat, number)
                asm.place(another)
            sums.emit_unless_summed(asm, cards, other, done)
        again = asm.here()
        sums.emit_picks(asm, PHASE_A, "Take cards that add up to the card played")
        with asm.sets() as [cards]:
            asm.op("SPILE", cards, of(PICKED, TURN_SEAT))
            asm.op("JEMPTY", cards, done)
        asm.op("MOVEALL", of(PICKED, TURN_SEAT), own, TOP_FIRST)
        asm.op("JUMP", again)
        asm.place(done)
        asm.op("MOVEALL", TRICK, own, TOP_FIRST)
        asm.op("SETV", LAST_CAPTURER, TURN_SEAT)
        if self.sweep_points:
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets() as [cards]:
                asm.op("SPILE", cards, of(FRONT, seat))
                asm.op("JSOME", cards, over)
            emit_sweep(asm, self.sweep_points, over)

    def _emit_build(self, asm: Assembler, sums: CardSums, raised: Label) -> None:
        """A build for the rank chosen, or one more set for it. To `raised` if a seat was chosen and not a rank.

        PHASE_B is what is missing from the value, PHASE_C the value.
        """
        with asm.sets() as [cards], asm.ints() as [number]:
            asm.op("CHOSEN", number, RANK_MOVES)
            asm.jump_if(number, ">=", len(RANKS), raised)
            asm.op("SRANK", cards, number)
            asm.op("LOWCARD", number, cards)
            asm.op("SCARD", cards, number)
            asm.op("VALUE", PHASE_C, cards, sums.values)
        asm.op("MOVR", PHASE_B, PHASE_C)
        asm.op("SUBR", PHASE_B, PHASE_A)
        sums.emit_picks(asm, PHASE_B, "Build with cards of the table")
        with asm.ints(2) as [number, before]:
            single = Label()
            asm.op("MOVR", number, PHASE_C)
            asm.op("ADDI", number, 1)
            asm.op("LOAD", before, BID, TURN_SEAT)
            asm.jump_if(before, "==", 0, single)
            asm.op("ADDI", number, SEVERAL)
            asm.place(single)
            asm.op("STORE", BID, TURN_SEAT, number)
        asm.op("MOVEALL", of(PICKED, TURN_SEAT), of(FRONT, TURN_SEAT), TOP_FIRST)
        asm.op("MOVEALL", TRICK, of(FRONT, TURN_SEAT), TOP_FIRST)

    @staticmethod
    def _emit_raise(asm: Assembler) -> None:
        """The build of the seat chosen becomes one's own, with a higher value."""
        mine = Label()
        with asm.ints(2) as [number, none]:
            asm.op("CHOSEN", number, SEAT_MOVES)
            asm.op("PUTV", OTHER_SEAT, number)
            asm.op("LOAD", number, BID, OTHER_SEAT)
            asm.op("ADDR", number, PHASE_A)
            asm.op("JSEAT", OTHER_SEAT, TURN_SEAT, mine)
            asm.op("MOVEALL", of(FRONT, OTHER_SEAT), of(FRONT, TURN_SEAT), BOTTOM_FIRST)
            asm.op("SETI", none, 0)
            asm.op("STORE", BID, OTHER_SEAT, none)
            asm.place(mine)
            asm.op("STORE", BID, TURN_SEAT, number)
        asm.op("MOVEALL", TRICK, of(FRONT, TURN_SEAT), TOP_FIRST)

    def emit_deal_end(self, asm: Assembler) -> None:
        """Whoever captured last takes the rest of the table, builds too."""
        nobody = Label()
        asm.op("JNOBODY", LAST_CAPTURER, nobody)
        asm.op("MOVEALL", TABLEAU, of(CAPTURE, LAST_CAPTURER), TOP_FIRST)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            asm.op("MOVEALL", of(FRONT, seat), of(CAPTURE, LAST_CAPTURER), TOP_FIRST)
        asm.place(nobody)

    def doubts(self, context: Context) -> Doubts:
        summed = context.deck & ~sum(rank_set(rank) for rank in set(self.unsummed))
        if not any_worth_others(context, summed):
            yield Gate.NEVER, "", "no card is worth as much as several others together, so nothing can be built"

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -1, -1

    def rule(self, context: Context) -> str:
        lines = [
            "Play a card from your hand, and do one of these things with it.",
            "Take: it takes all cards of its value from the table, all builds of its value, and sets of cards that add up to its value, one after the other as long as "
            "there is one; where there is a choice you choose. You put them and the card, face up, among your captured cards.",
            "Build: put it with cards of the table that together with it add up to the value of a card still in your hand, and say that card's rank. They are your build, "
            "which lies in front of you and can only be taken as a whole, by a card of its value. You have one build at a time, but you may add more sets of the same value to it.",
            "Raise: put it on a build of one set, your own or, if you have none, another player's, if that brings it to the value of a card still in your hand. "
            "The build is yours then, and has the new value.",
            "Lay it down on the table. But if you have a build you may not lay down your last card of its value.",
        ]
        if self.unsummed:
            which = list_words(map(rank_words, self.unsummed))
            lines.append(
                f"{which[0].upper()}{which[1:]} never count in sums or builds: they only take, and are taken by, cards of their own value."
            )
        if self.sweep_points:
            lines.append(
                f"If you take the last card on the table, score {number_of(self.sweep_points, 'point')}, but not with the last card of the deal."
            )
        return "\n".join(lines)

    def deal_end_rule(self, context: Context) -> str:
        return "First, cards left on the table, and builds, go to whoever captured last."

    def brief(self, context: Context) -> str:
        sweep = f"; clearing the table scores {self.sweep_points}" if self.sweep_points else ""
        return f"play a card: take its value, build, raise a build, or lay it down{sweep}"
