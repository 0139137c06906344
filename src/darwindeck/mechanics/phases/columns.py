"""Columns: everybody has cards before them in columns of two, mostly face down; a card that was drawn replaces one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always
from ...language.fields import Rank, rank_set
from ...language.vocabulary import (
    ASIDE,
    BID,
    CAPTURE,
    CARD_MOVES,
    DISCARD,
    FRONT,
    HAND,
    NOT_OUT,
    NUMBER_MOVES,
    OPENLY,
    OPERATORS,
    SCORE,
    SETS_OF_RANK,
    TAKEN,
    TOP_FIRST,
    TRICK,
    TURN_SEAT,
    of,
)
from ...language.words import a_rank, number_of
from .phase import PhaseMechanic

COVER, COMPLETE, THROW = (NUMBER_MOVES + number for number in range(3))
PAIR = 2  # cards of a column


class ColumnsPhase(PhaseMechanic, tag="ColumnsPhase", frozen=True, kw_only=True):
    """Columns with both cards face up are pairs of neighbours in the front of their owner. The only face-up card of a column lies in
    the capture zone. Cards that lie face down are reserves: they are aside, and the BID column counts them, plus one.
    """

    noun = "columns of cards"
    draw_when_empty: ClassVar[bool] = True  # hands are empty between turns
    descriptions = {
        "": "Put a card that was drawn in place of one of the columns before you.",
        "columns": "How many columns of two cards; hands and reserves must fill them.",
        "points": "Ranks that count otherwise than by their value.",
    }
    facts = Facts(
        makes=always(Makes.COLUMNS, Makes.SHEDS, Makes.DISCARDS, Makes.CAPTURES, Makes.OWN_DISCARDS, Makes.POINTS),
        needs=always(Needs.SETS, Needs.RESERVES),
        reads=always(Reads.VALUES, Reads.CAPTURED),
        ends=always(Ends.DEAL_AT_ONCE, Ends.DEAL_IN_TIME),
        prompts=always(Prompts.CARD, Prompts.NUMBER),
    )
    columns: Annotated[int, Meta(ge=1, le=3)] = 3
    points: dict[Rank, Annotated[int, Meta(ge=-50, le=50)]] = {}

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """Cards face up, which players are dealt and lay down, and cards face down must fill the columns."""
        reserves = sum(getattr(phase, "count", 0) for phase in context.phases if phase.may(Makes.RESERVES))
        if reserves + context.dealt_hand != PAIR * self.columns:
            yield "columns", f"needs {PAIR * self.columns} cards in hands and reserves together"
        if context.genome.teams:
            yield "", "columns belong to one player, not to a side"

    def emit(self, asm: Assembler) -> None:
        over, cover, complete, throw, single, done = (Label() for _ in range(6))
        zone, front, hand = of(CAPTURE, TURN_SEAT), of(FRONT, TURN_SEAT), of(HAND, TURN_SEAT)
        self._emit_question(asm, over)
        asm.op("JMOVE", COVER, cover)
        asm.op("JMOVE", COMPLETE, complete)
        asm.op("JMOVE", THROW, throw)
        with asm.sets(2) as [card, other], asm.ints() as [number]:
            asm.op("CHOSEN", number, CARD_MOVES)
            asm.op("SCARD", card, number)
            asm.op("SPILE", other, zone)
            asm.op("SAND", other, card)
            asm.op("JSOME", other, single)
            self._emit_partner(asm, card, other)
            # The column goes on top of the front again, as two neighbours.
            asm.op("MOVE", card, front, DISCARD, OPENLY)
            asm.op("MOVE", other, front, TRICK, OPENLY)
            asm.op("MOVEALL", TRICK, front, TOP_FIRST)
            asm.op("MOVEALL", hand, front, TOP_FIRST)
            asm.op("JUMP", over)
            asm.place(single)
            asm.op("MOVE", card, zone, DISCARD, OPENLY)
            asm.op("MOVEALL", hand, zone, TOP_FIRST)
            asm.op("JUMP", over)
        asm.place(cover)
        asm.op("MOVEALL", hand, zone, TOP_FIRST)
        asm.op("JUMP", done)
        asm.place(complete)
        with asm.sets() as [cards]:
            begin = asm.here()
            asm.op("SPILE", cards, zone)
            asm.ask_card(TURN_SEAT, "Complete the column of a card", cards, begin, continues="always")
        asm.op("PLAY", zone, front)
        asm.op("MOVEALL", hand, front, TOP_FIRST)
        asm.place(done)
        self._emit_uncovered(asm, TURN_SEAT, DISCARD)
        self._emit_end(asm, over)
        asm.place(throw)
        asm.op("MOVEALL", hand, DISCARD, TOP_FIRST)
        asm.place(over)

    def _emit_question(self, asm: Assembler, over: Label) -> None:
        """What can be done with the one card in hand. A card of the discards must be used, if anything can be done with it."""
        with asm.sets(2) as [cards, zone], asm.ints(2) as [hidden, singles]:
            begin, full, none, may, choose = asm.here(), Label(), Label(), Label(), Label()
            asm.op("SHAND", cards, TURN_SEAT)
            asm.op("COUNT", singles, cards)
            asm.jump_if(singles, "!=", 1, over)
            asm.ask(TURN_SEAT, "Replace a card|cover an unseen column|complete a column|throw it away", begin=begin)
            asm.op("SPILE", zone, of(CAPTURE, TURN_SEAT))
            asm.op("SPILE", cards, of(FRONT, TURN_SEAT))
            asm.op("SOR", cards, zone)
            asm.op("OFFER", cards)
            asm.op("LOAD", hidden, BID, TURN_SEAT)
            asm.op("ADDI", hidden, -1)
            asm.op("COUNT", singles, zone)
            asm.op("JCMPR", hidden, singles, OPERATORS["<="], full)
            asm.op("OFFERM", COVER)
            asm.place(full)
            asm.jump_if(hidden, "<=", 0, none)
            asm.op("JEMPTY", zone, none)
            asm.op("OFFERM", COMPLETE)
            asm.place(none)
            if asm.context.takes_discards:
                asm.jump_if(TAKEN, "<", 0, may)
                asm.jump_if(hidden, ">", 0, choose)
                asm.op("JSOME", cards, choose)
            asm.place(may)
            asm.op("OFFERM", THROW)
            asm.place(choose)
            asm.op("CHOOSE")

    def _emit_partner(self, asm: Assembler, card: int, into: int) -> None:
        """The other card of the column of a card in the front: of every two cards from the top on."""
        found = Label()
        with asm.sets() as [above], asm.ints() as [count]:
            for column in range(self.columns):
                another = Label()
                self._emit_column(asm, column, into, above, count, TURN_SEAT)
                asm.op("SMOV", above, into)
                asm.op("SAND", above, card)
                asm.op("JEMPTY", above, another)
                asm.op("SANDN", into, card)
                asm.op("JUMP", found)
                asm.place(another)
            asm.set_constant(into, 0)
        asm.place(found)

    @staticmethod
    def _emit_column(asm: Assembler, column: int, into: int, above: int, count: int, seat: int) -> None:
        asm.op("SETI", count, PAIR * column)
        asm.op("STOPN", above, of(FRONT, seat), count)
        asm.op("SETI", count, PAIR * (column + 1))
        asm.op("STOPN", into, of(FRONT, seat), count)
        asm.op("SANDN", into, above)

    @staticmethod
    def _emit_uncovered(asm: Assembler, seat: int, to: int) -> None:
        """One of the cards that lie face down before the seat goes elsewhere."""
        with asm.ints() as [left]:
            asm.op("LOAD", left, BID, seat)
            asm.op("ADDI", left, -1)
            asm.op("STORE", BID, seat, left)
        asm.op("TAKE", ASIDE, to, OPENLY)

    @staticmethod
    def _emit_end(asm: Assembler, over: Label) -> None:
        """The deal is over when the seat has no card face down any more."""
        with asm.ints() as [left]:
            asm.op("LOAD", left, BID, TURN_SEAT)
            asm.jump_if(left, ">", 1, over)
        asm.end_deal()
        asm.op("JUMP", over)

    def emit_deal_end(self, asm: Assembler) -> None:
        """Everything is turned up: first beside single cards, then in columns nobody has seen. Then columns are counted."""
        with asm.each_seat(TURN_SEAT, NOT_OUT) as seat:
            front, zone = of(FRONT, seat), of(CAPTURE, seat)
            singles, unseen, turned = Label(), Label(), Label()
            with asm.sets() as [cards], asm.ints() as [left]:
                asm.place(singles)
                asm.op("LOAD", left, BID, seat)
                asm.jump_if(left, "<=", 1, turned)
                asm.op("SPILE", cards, zone)
                asm.op("JEMPTY", cards, unseen)
                asm.op("LOWCARD", left, cards)
                asm.op("SCARD", cards, left)
                asm.op("MOVE", cards, zone, front, OPENLY)
                self._emit_uncovered(asm, seat, front)
                asm.op("JUMP", singles)
                asm.place(unseen)
                self._emit_uncovered(asm, seat, front)
                asm.op("LOAD", left, BID, seat)
                asm.jump_if(left, ">", 1, unseen)
            asm.place(turned)
            self._emit_count(asm, seat)

    def _emit_count(self, asm: Assembler, seat: int) -> None:
        """Columns of two equal ranks count nothing; all other cards count."""
        with asm.sets(3) as [counted, column, above], asm.ints() as [number]:
            asm.op("SPILE", counted, of(CAPTURE, seat))
            for which in range(self.columns):
                equal = Label()
                self._emit_column(asm, which, column, above, number, seat)
                asm.op("SMOV", above, column)
                asm.op("SGROUP", above, SETS_OF_RANK, PAIR)
                asm.op("JSOME", above, equal)
                asm.op("SOR", counted, column)
                asm.place(equal)
            asm.note("points", "cards in columns")
            for rank, points in sorted(self.points.items()):
                asm.set_constant(column, rank_set(rank))
                asm.op("SMOV", above, counted)
                asm.op("SAND", above, column)
                asm.op("SANDN", counted, column)
                asm.op("COUNT", number, above)
                asm.op("MULI", number, points)
                asm.op("ADDC", SCORE, seat, number)
            asm.op("VALUE", number, counted, asm.tables(asm.context.value))
            asm.op("ADDC", SCORE, seat, number)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -1, 0

    def ranks_apart(self) -> frozenset[Rank]:
        return frozenset(self.points)

    def tells_without_cards(self) -> bool:
        return True

    def rule(self, context: Context) -> str:
        return (
            f"Before you lie {number_of(self.columns, 'column')} of two cards; each face-up card is at first in a column of its own. "
            "With the card that you drew, which must be the only one in your hand, do one of these things.\n"
            "Put it in place of one of your face-up cards, which goes to the discard pile.\n"
            "Put it, face up, in place of one of your face-down cards, which goes to the discard pile.\n"
            "Throw it on the discard pile, but if you took it from there only if nothing else is possible.\n"
            "If none of your cards is face down any more, the deal is over."
        )

    def deal_end_rule(self, context: Context) -> str:
        others = "".join(f"; {a_rank(rank)} counts {points}" for rank, points in sorted(self.points.items()))
        return (
            "All cards are turned up. A column of two cards of one rank counts nothing. Every other card scores its value for its owner"
            f"{others}."
        )

    def brief(self, context: Context) -> str:
        return "put the card you drew in place of one before you, or throw it away"
