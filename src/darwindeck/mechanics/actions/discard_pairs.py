"""Discard all pairs.

Nobody chooses: in Old Maid any two cards of a rank are a pair, and it does not matter which. Of three cards the one
with the highest id stays.
"""

from __future__ import annotations

from typing import Literal

from ..._core import PAIRS
from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from ...language.fields import Who
from ...language.vocabulary import DISCARD, HAND, OPENLY, of
from .action import ActionMechanic, does, each_target


class DiscardPairs(ActionMechanic, tag="discard_pairs", frozen=True, kw_only=True):
    descriptions = {"": "Discard all pairs."}
    facts = Facts(
        makes=always(Makes.DISCARDS, Makes.SHEDS), needs=NONE, reads=always(Reads.HELD), ends=NONE, prompts=NONE
    )
    match: Literal["rank", "rank_color"] = "rank"
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.sets() as [pairs]:
            asm.op("SPILE", pairs, of(HAND, seat))
            asm.op("SPAIRS", pairs, PAIRS[self.match])
            asm.op("MOVE", pairs, of(HAND, seat), DISCARD, OPENLY)

    def sentence(self, context: Context) -> str:
        like = " and colour" if self.match == "rank_color" else ""
        return f"{does(self.who, 'discard')} all pairs of equal rank{like} (of three such cards, two)"
