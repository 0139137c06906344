"""Show all cards of a pile.

From then on everybody knows where they are, until a hidden move loses them again. No card is moved.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, always
from ...language.fields import Location, Who
from ...language.places import emit_place, reads_place
from ...language.words import place
from .action import ActionMechanic, does, each_target


class Reveal(ActionMechanic, tag="reveal", frozen=True, kw_only=True):
    descriptions = {"": "Show all cards of a pile."}
    facts = Facts(makes=always(Makes.SHOWS), needs=NONE, reads=reads_place("source"), ends=NONE, prompts=NONE)
    who: Who = "actor"
    source: Location = Location.HAND

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.sets() as [cards]:
            asm.op("SPILE", cards, emit_place(asm, self.source, seat))
            asm.op("SHOW", cards)

    def sentence(self, context: Context) -> str:
        whose = place(self.source, context)
        what = "the whole hand" if self.source is Location.HAND else f"all cards of {whose}"
        return f"{does(self.who, 'show')} {what}"
