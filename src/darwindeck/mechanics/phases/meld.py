"""Meld: sets and runs are laid on the table, and single cards are laid off on those that lie there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..._core import LIKENESSES, NEIGHBOURS
from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    HAND,
    NUMBER_MOVES,
    PASS,
    PICKED,
    RUNS_OF_SUIT,
    SETS_OF_RANK,
    TABLEAU,
    TOP_FIRST,
    TRICK,
    TURN_SEAT,
    of,
)
from .phase import Doubts, PhaseMechanic

LEAST, MOST_OF_RANK, MOST_OF_RUN = 3, 4, 13  # cards of a meld
CARDS, ADDED = "Choose the cards of the meld", "Add a card to a meld"  # prompts after the way has been chosen
SET, RUN, TO_SET, TO_RUN = (NUMBER_MOVES + number for number in range(4))


class MeldPhase(PhaseMechanic, tag="MeldPhase", frozen=True, kw_only=True):
    """Sets lie on the tableau and runs in the pile of the trick, so that it can be told what fits to which."""

    noun = "melds on the table"
    descriptions = {
        "": "Lay down sets and runs, and add cards to melds on the table.",
        "layoffs": "Whether cards may be added to melds on the table.",
    }
    facts = Facts(
        makes=always(Makes.SHEDS, Makes.TABLE, Makes.TABLE_MELDS),
        needs=always(Needs.SETS),
        reads=always(Reads.HELD, Reads.TABLE),
        ends=NONE,
        prompts=always(Prompts.CARD, Prompts.NUMBER),
    )
    layoffs: bool = True

    def emit(self, asm: Assembler) -> None:
        """One thing after the other, until the seat passes or can do nothing more. First it says what: 0 to lay down a
        set, 1 a run, 2 to add a card to a set on the table, 3 to a run.
        """
        over, run, to_set, to_run = Label(), Label(), Label(), Label()
        again = asm.here()
        self._emit_options(asm, over)
        asm.op("JMOVE", PASS, over)
        asm.op("JMOVE", RUN, run)
        if self.layoffs:
            asm.op("JMOVE", TO_SET, to_set)
            asm.op("JMOVE", TO_RUN, to_run)
        self._emit_meld(asm, Selection(low=LEAST, high=MOST_OF_RANK, group="set"), TABLEAU, again)
        asm.place(run)
        self._emit_meld(asm, Selection(low=LEAST, high=MOST_OF_RUN, group="run"), TRICK, again)
        if self.layoffs:
            asm.place(to_set)
            self._emit_layoff(asm, self._emit_fits_sets, TABLEAU, again)
            asm.place(to_run)
            self._emit_layoff(asm, self._emit_fits_runs, TRICK, again)
        asm.place(over)

    def _emit_options(self, asm: Assembler, over: Label) -> None:
        """What can be done, and to pass; to `over` if nothing can."""
        ways: list[tuple[int, Callable[[Assembler, int], None]]] = [(SET, self._emit_sets), (RUN, self._emit_runs)]
        if self.layoffs:
            ways += [(TO_SET, self._emit_fits_sets), (TO_RUN, self._emit_fits_runs)]
        with asm.sets(2) as [cards, all_of_them]:
            asm.ask(TURN_SEAT, "Meld|lay down a set|lay down a run|add to a set|add to a run")
            asm.set_constant(all_of_them, 0)
            for move, write in ways:
                none = Label()
                write(asm, cards)
                asm.op("JEMPTY", cards, none)
                asm.op("OFFERM", move)
                asm.op("SOR", all_of_them, cards)
                asm.place(none)
            asm.op("JEMPTY", all_of_them, over)
            asm.op("OFFERM", PASS)
            asm.op("CHOOSE")

    @staticmethod
    def _emit_sets(asm: Assembler, into: int) -> None:
        asm.op("SHAND", into, TURN_SEAT)
        asm.op("SGROUP", into, SETS_OF_RANK, LEAST)

    @staticmethod
    def _emit_runs(asm: Assembler, into: int) -> None:
        asm.op("SHAND", into, TURN_SEAT)
        asm.op("SGROUP", into, RUNS_OF_SUIT, LEAST)

    @staticmethod
    def _emit_fits_sets(asm: Assembler, into: int) -> None:
        asm.op("SPILE", into, TABLEAU)
        asm.op("SGROUP", into, SETS_OF_RANK, LEAST)
        asm.op("SLIKE", into, into, LIKENESSES["rank"])
        asm.op("SANDH", into, TURN_SEAT)

    @staticmethod
    def _emit_fits_runs(asm: Assembler, into: int) -> None:
        asm.op("SPILE", into, TRICK)
        asm.op("SBESIDE", into, into, NEIGHBOURS["either"])
        asm.op("SANDH", into, TURN_SEAT)

    @staticmethod
    def _emit_meld(asm: Assembler, selection: Selection, pile: int, again: Label) -> None:
        selection.emit(asm, TURN_SEAT, lambda into: asm.op("SHAND", into, TURN_SEAT), CARDS, again)
        asm.complete_choice(CARDS)
        asm.op("MOVEALL", of(PICKED, TURN_SEAT), pile, TOP_FIRST)
        asm.op("JUMP", again)

    @staticmethod
    def _emit_layoff(asm: Assembler, fits: Callable[[Assembler, int], None], pile: int, again: Label) -> None:
        with asm.sets() as [cards]:
            begin = asm.here()
            fits(asm, cards)
            asm.ask_card(TURN_SEAT, ADDED, cards, begin)
            asm.complete_choice(ADDED)
        asm.op("PLAY", of(HAND, TURN_SEAT), pile)
        asm.op("JUMP", again)

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """Runs lie where the cards of a trick do, and a card that is about to catch others."""
        if context.has(Makes.TRICKS, Makes.CATCHES):
            yield "", "runs cannot lie on the table in a game of tricks, or of catching cards"

    def doubts(self, context: Context) -> Doubts:
        turn = context.genome.turn_structure.phases
        most = context.dealt_hand + max(0, sum(phase.hand_change(context)[1] for phase in turn))
        if most < LEAST:
            yield Gate.ROOM, "", f"nobody ever holds the {LEAST} cards of a meld"

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -MOST_OF_RUN, 0

    def rule(self, context: Context) -> str:
        text = (
            "You may lay down any number of melds from your hand on the table. Melds are three or four cards of a rank (a set), or "
            "three or more of a suit in sequence (a run; the ace is low)."
        )
        if self.layoffs:
            text += "\nYou may also lay off single cards on any melds on the table: the fourth card of a set, or the next card of a run at either end."
        return text

    def brief(self, context: Context) -> str:
        return "lay down melds" + (", and lay off cards on those on the table" if self.layoffs else "")
