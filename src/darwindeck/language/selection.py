"""Selecting several cards one at a time in ascending order (docs/genome.md, section 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from .._core import PICKS
from .assembler import Assembler, Label
from .fields import RANKS, Mechanic, rank_set
from .vocabulary import HAND, PASS, PICKED, of


class Selection(Mechanic, frozen=True, kw_only=True):
    """What may be picked: `low` to `high` cards, of a group, or nothing if optional. Not a part of genomes.

    Picks are in ascending order, so that three cards of ten are 120 sequences of moves and not 720.
    """

    low: int = 1
    high: int = 1
    group: str = "none"
    optional: bool = False
    capped: bool = False  # low is at most the number of candidates

    @classmethod
    def between(cls, low: int, high: int, group: str, mandatory: bool) -> Self:
        """What the fields of a phase ask for. A `low` of 0 means that one may pass: whoever picks, picks a card at least."""
        return cls(low=max(1, low), high=high, group=group, optional=not mandatory or low == 0)

    def is_possible(self, cards: int) -> bool:
        """Whether a hand of all these cards, a word, would do."""
        if self.group == "set":
            most = max((cards & rank_set(rank)).bit_count() for rank in RANKS)
        elif self.group == "run":
            most = longest_run(cards)
        else:
            most = cards.bit_count()
        return most >= self.low

    # `candidates` writes code that leaves the candidates (picked ones included) in a set register.

    def emit_options(self, asm: Assembler, seat: int, candidates: int) -> None:
        """Turns the candidates into what may be picked next."""
        asm.op("PICKS", candidates, seat, self._mode, self.low)

    @property
    def _mode(self) -> int:
        picks = PICKS
        return int(picks[self.group] | picks["capped"] * self.capped | picks["optional"] * self.optional)

    def emit(self, asm: Assembler, seat: int, candidates: Callable[[int], None], prompt: str, passed: Label) -> None:
        """Moves the selected cards to the seat's `picked`; if none are, goes to `passed`."""
        if self.low == 1 and self.high == 1:
            self._emit_one(asm, seat, candidates, prompt, passed)
        else:
            self._emit_many(asm, seat, candidates, prompt, passed)

    def _emit_one(
        self, asm: Assembler, seat: int, candidates: Callable[[int], None], prompt: str, passed: Label
    ) -> None:
        """One card is chosen as a plain move: no `done` is needed after it."""
        with asm.sets() as [options]:
            begin = asm.here()
            candidates(options)
            asm.op("JEMPTY", options, passed)
            self.emit_choice(asm, seat, options, prompt, begin, passed)
        asm.op("PLAY", of(HAND, seat), of(PICKED, seat))

    def emit_choice(self, asm: Assembler, seat: int, options: int, prompt: str, begin: Label, passed: Label) -> None:
        """One card of a set that is not empty is chosen, and moved by the caller; from `begin` on it is computed."""
        if not self.optional:
            asm.ask_card(seat, prompt, options, begin)
            return
        asm.ask(seat, prompt, begin=begin)
        asm.op("OFFER", options)
        asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        asm.op("JMOVE", PASS, passed)

    def _emit_many(
        self, asm: Assembler, seat: int, candidates: Callable[[int], None], prompt: str, passed: Label
    ) -> None:
        """One card after the other goes to the picked ones, until the seat is done or may pick no more.

        Each pick is a ply of its own. The options are computed from the start for every one, with the cards picked so
        far.
        """
        done = Label()
        again = asm.here()
        with asm.sets() as [options], asm.ints() as [count]:
            asm.ask(seat, prompt, continues="if_picked")
            candidates(options)
            asm.op("SELECT", options, seat, self._mode, self.low | self.high << 8, done)
            asm.op("CHOOSE")
            asm.op("PICK", seat, again)
            asm.place(done)
            asm.op("SIZE", count, of(PICKED, seat))
            asm.jump_if(count, "==", 0, passed)


def longest_run(cards: int) -> int:
    """How many cards of one suit in sequence are among these; between suits a word has gaps.

    Each round leaves the cards that have one more of the run below them; so the number of rounds is the longest run.
    """
    length = 0
    while cards:
        cards &= cards << 1
        length += 1
    return length
