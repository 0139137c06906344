"""Ask: another player for all cards of a rank you hold; otherwise draw. Full sets are laid down as books.

In Go Fish a player who gets what was asked for goes on asking. A turn can so be long, but it ends: until then cards
move only to the asker and out of the stock.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..._core import GROUPS
from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.fields import RANKS, Visibility, rank_set
from ...language.findings import Gate
from ...language.vocabulary import (
    CAPTURE,
    HAND,
    OPENLY,
    OPERATORS,
    OTHER_SEAT,
    PHASE_A,
    PHASE_B,
    PLAYING_WITH_CARDS,
    PRIVATELY,
    RANK_MOVES,
    SEAT_MOVES,
    TURN_SEAT,
    of,
)
from .phase import MANY, Doubts, PhaseMechanic


class AskPhase(PhaseMechanic, tag="AskPhase", frozen=True, kw_only=True):
    """PHASE_A is the seats that can be asked, PHASE_B the rank asked for."""

    noun = "asking for cards"
    descriptions = {
        "": "Ask other players for cards of a rank, and lay down books.",
        "again_on_match": "Whether drawing the rank asked for gives another turn.",
        "book_size": "Cards of a rank that make a book.",
        "draw_when_empty": "Whether a seat without cards draws one and asks on.",
    }
    facts = Facts(
        makes=always(Makes.DRAWS, Makes.CAPTURES, Makes.BOOKS) | when(lambda part: part.again_on_match, Makes.SHOWS),
        needs=always(Needs.SETS),
        reads=always(Reads.HELD),
        ends=always(Ends.DEAL_IN_TIME),
        prompts=always(Prompts.SEAT, Prompts.RANK),
    )
    book_size: Annotated[int, Meta(ge=2, le=4)] = 4
    again_on_match: bool = True
    draw_when_empty: bool = False

    def emit(self, asm: Assembler) -> None:
        """Books are laid down first; then the seat asks, and goes on asking as long as it is given cards.

        PHASE_A is whom one may ask, then who is asked; PHASE_B is the rank asked for.
        """
        over, fish = Label(), Label()
        again = asm.here()
        self._emit_books(asm)
        self._emit_empty(asm, over)
        self._emit_others(asm)
        # No rank is asked for yet. SRANK of -1 is the empty set, so a seat that only draws cannot match by chance.
        asm.op("SETI", PHASE_B, -1)
        asm.jump_if(PHASE_A, "==", 0, fish)
        self._emit_question(asm)
        self._emit_answer(asm, again)
        asm.place(fish)
        self._emit_draw(asm, again, over)
        self._emit_books(asm)
        asm.place(over)

    def _emit_books(self, asm: Assembler) -> None:
        """Whoever has all cards of a rank, as many as a book, lays them down."""
        # The cards were in a hidden hand, but captured cards lie face up: the move is open by its target.
        with asm.sets() as [books]:
            asm.op("SHAND", books, TURN_SEAT)
            asm.op("SGROUP", books, GROUPS["rank"], self.book_size)
            asm.op("MOVE", books, of(HAND, TURN_SEAT), of(CAPTURE, TURN_SEAT), PRIVATELY)

    def _emit_empty(self, asm: Assembler, over: Label) -> None:
        """Who has no cards does not ask, or draws a card first."""
        holding = Label()
        with asm.sets() as [hand]:
            asm.op("SHAND", hand, TURN_SEAT)
            asm.op("JSOME", hand, holding)
        if self.draw_when_empty:
            asm.draw_one(TURN_SEAT, over)
        else:
            asm.op("JUMP", over)
        asm.place(holding)

    @staticmethod
    def _emit_others(asm: Assembler) -> None:
        """Whom one may ask, as a mask in PHASE_A: seats of other sides that hold cards."""
        # Seats of the own side are struck out of the mask one by one: partners cannot be asked.
        asm.op("MASK", PHASE_A, PLAYING_WITH_CARDS)
        with asm.ints(2) as [own, other]:
            asm.op("SIDEOF", own, TURN_SEAT)
            for seat in range(asm.context.seats):
                foreign = Label()
                asm.op("SETVI", OTHER_SEAT, seat)
                asm.op("SIDEOF", other, OTHER_SEAT)
                asm.op("JCMPR", own, other, OPERATORS["!="], foreign)
                asm.op("CLRB", PHASE_A, OTHER_SEAT)
                asm.place(foreign)

    @staticmethod
    def _emit_question(asm: Assembler) -> None:
        """A player and a rank that one holds oneself, in two choices that count as one.

        So everybody learns that the asker has a card of that rank.
        """
        with asm.sets() as [cards], asm.ints() as [ranks]:
            asm.ask(TURN_SEAT, "Ask a player")
            asm.op("OFFERR", SEAT_MOVES, PHASE_A)
            asm.op("CHOOSE")
            asm.op("CHOSEN", PHASE_A, SEAT_MOVES)
            asm.ask(TURN_SEAT, "Ask for a rank", continues="always")
            asm.op("SHAND", cards, TURN_SEAT)
            asm.op("RANKBITS", ranks, cards)
            asm.op("OFFERR", RANK_MOVES, ranks)
            asm.op("CHOOSE")
            asm.op("CHOSEN", PHASE_B, RANK_MOVES)
            asm.op("PUTV", OTHER_SEAT, PHASE_A)
            asm.op("SRANK", cards, PHASE_B)
            # From now on every view knows that the asker holds the rank, and redeals respect it.
            asm.op("LEAST", TURN_SEAT, cards)

    @staticmethod
    def _emit_answer(asm: Assembler, again: Label) -> None:
        """All cards of the rank change hands, and the asker goes on. Goes on below if there are none."""
        none = Label()
        with asm.sets(2) as [cards, given]:
            asm.op("SRANK", cards, PHASE_B)
            asm.op("LACK", OTHER_SEAT, cards)  # after the answer, whatever it is
            asm.op("SHAND", given, OTHER_SEAT)
            asm.op("SAND", given, cards)
            asm.op("JEMPTY", given, none)
            asm.op("MOVE", given, of(HAND, OTHER_SEAT), of(HAND, TURN_SEAT), OPENLY)
            asm.op("JUMP", again)
            asm.place(none)

    def _emit_draw(self, asm: Assembler, again: Label, over: Label) -> None:
        """A card from the stock. Where the rules say so, drawing the rank that was asked for is shown, and the seat asks again."""
        nothing = Label()
        with asm.sets(3) as [before, after, rank]:
            # The card drawn is found as the difference of two hands: DRAW does not say which card it gave.
            asm.op("SHAND", before, TURN_SEAT)
            asm.draw_one(TURN_SEAT, nothing)
            if self.again_on_match:
                asm.op("SHAND", after, TURN_SEAT)
                asm.op("SANDN", after, before)
                asm.op("SRANK", rank, PHASE_B)
                asm.op("SAND", after, rank)
                asm.op("JEMPTY", after, nothing)
                asm.op("SHOW", after)
                asm.op("JUMP", again)
        asm.place(nothing)

    def doubts(self, context: Context) -> Doubts:
        if max((context.deck & rank_set(rank)).bit_count() for rank in RANKS) < self.book_size:
            yield Gate.ROOM, "book_size", f"no rank has the {self.book_size} cards of a book"
        if context.setup.hand_visibility is Visibility.FACE_UP:
            yield Gate.SECRET, "", "hands lie open, so everybody knows whom to ask for what"
        elif context.seats == 2 and context.dealt_hand * 2 == context.deck.bit_count():
            yield Gate.SECRET, "", "all cards are dealt to two players, so each knows what the other has"

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -MANY, MANY

    def tells_without_cards(self) -> bool:
        return True

    def rule(self, context: Context) -> str:
        whom = (
            "the other player"
            if context.seats == 2
            else f"any player{' of another side' if context.genome.teams else ''} who has cards"
        )
        again = (
            " If it is of the rank you asked for, show it and ask again; if not, your turn ends."
            if self.again_on_match
            else " That ends your asking."
        )
        return (
            f"Ask {whom} for a rank of which you hold at least one card. You are given all their cards of that rank and ask again.\n"
            f"If there are none, draw a card from the stock.{again}\nWhenever you hold {self.book_size} {'or more ' if self.book_size < 4 else ''}cards of a rank, "
            f"they are a book: lay them down at once, face up, among your captured cards.\n{self._empty_words()} If nobody can be asked, just draw."
        )

    def _empty_words(self) -> str:
        if self.draw_when_empty:
            return (
                "Whenever you have no cards, draw one from the stock and ask on; if there is none, your asking is over."
            )
        return "If you have no cards you do not ask."

    def brief(self, context: Context) -> str:
        return f"ask a player for a rank you hold; none: draw; {self.book_size} alike are a book"
