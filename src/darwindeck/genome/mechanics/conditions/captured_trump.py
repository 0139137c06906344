"""The side has taken this card of the trump suit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...fields import Rank
from ...vocabulary import CAPTURE, TRUMP, of
from ...words import rank_word
from ..captured import find_cards
from ..condition import ConditionMechanic


class CapturedTrump(ConditionMechanic, tag="captured_trump", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "The side has taken this card of the trump suit."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.TRUMP, Needs.CAPTURES),
        reads=always(Reads.TRUMP, Reads.CAPTURED),
        ends=NONE,
        prompts=NONE,
    )
    rank: Rank

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [zone]:
            asm.op("SPILE", zone, of(CAPTURE, who))
            asm.op("SSUIT", into, TRUMP)
            asm.op("SAND", zone, into)
            asm.set_constant(into, find_cards(None, self.rank))
            asm.op("SAND", zone, into)
            asm.truth(into, lambda yes: asm.op("JSOME", zone, yes))

    def rule(self, context: Context) -> str:
        return f"you captured the {rank_word(self.rank)} of trumps"
