"""Selecting several cards one at a time in ascending order (docs/genome.md, section 3)."""

from __future__ import annotations

from collections.abc import Callable

from ..assembler import DONE, HAND, OPERATORS, PASS, PICKED, Assembler, Label, of
from ..fields import Mechanic

GROUPS = {"none": 0, "set": 1, "run": 2}


class Selection(Mechanic, frozen=True, kw_only=True):
    """What may be picked: `low` to `high` cards, of a group, or nothing if optional. Not a part of genomes."""

    low: int = 1
    high: int = 1
    group: str = "none"
    optional: bool = False
    capped: bool = False  # low is at most the number of candidates

    # `candidates` writes code that leaves the candidates (picked ones included) in a set register.

    def emit_options(
        self, asm: Assembler, seat: int, candidates: Callable[[int], None], options: int, least: int
    ) -> None:
        candidates(options)
        asm.op("SETI", least, self.low)
        if self.capped:
            with asm.ints() as [there]:
                asm.op("COUNT", there, options)
                asm.op("MINR", least, there)
        asm.op("PICKS", options, seat, GROUPS[self.group], least)

    def emit(self, asm: Assembler, seat: int, candidates: Callable[[int], None], prompt: str, passed: Label) -> None:
        """Moves the selected cards to the seat's `picked`; if none are, goes to `passed`."""
        if self.low == 1 and self.high == 1:
            self._emit_one(asm, seat, candidates, prompt, passed)
        else:
            self._emit_many(asm, seat, candidates, prompt, passed)

    def _emit_one(
        self, asm: Assembler, seat: int, candidates: Callable[[int], None], prompt: str, passed: Label
    ) -> None:
        self.emit_choice(asm, seat, candidates, prompt, passed, passed)
        asm.op("PLAY", of(HAND, seat), of(PICKED, seat))

    def emit_choice(
        self,
        asm: Assembler,
        seat: int,
        candidates: Callable[[int], None],
        prompt: str,
        unable: Label,
        passed: Label,
    ) -> None:
        """One card is chosen, and moved by the caller."""
        with asm.sets() as [options]:
            asm.ask(seat, prompt)
            candidates(options)
            asm.op("JEMPTY", options, unable)
            asm.op("OFFER", options)
        if self.optional:
            asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        if self.optional:
            asm.op("JMOVE", PASS, passed)

    def _emit_many(
        self, asm: Assembler, seat: int, candidates: Callable[[int], None], prompt: str, passed: Label
    ) -> None:
        done, enough, offered = Label(), Label(), Label()
        again = asm.here()
        with asm.sets() as [options], asm.ints(2) as [count, least]:
            asm.ask(seat, prompt, continues=1)
            asm.op("SIZE", count, of(PICKED, seat))
            asm.jump_if(count, ">=", self.high, done)
            self.emit_options(asm, seat, candidates, options, least)
            asm.op("JEMPTY", options, done)
            asm.op("OFFER", options)
            asm.jump_if(count, ">", 0, enough)
            if self.optional:
                asm.op("OFFERM", PASS)
            asm.op("JUMP", offered)
            asm.place(enough)
            asm.op("JCMPR", count, least, OPERATORS.index("<"), offered)
            asm.op("OFFERM", DONE)
            asm.place(offered)
            asm.op("CHOOSE")
            asm.op("JMOVE", DONE, done)
            if self.optional:
                asm.op("JMOVE", PASS, passed)
            asm.op("PLAY", of(HAND, seat), of(PICKED, seat))
            asm.op("JUMP", again)
            asm.place(done)
            asm.op("SIZE", count, of(PICKED, seat))
            asm.jump_if(count, "==", 0, passed)
