"""Pay chips into the pot.

It is paid like an ante: it does not count as a bet of a round, and nobody has to call it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, always
from ...language.fields import Who
from ...language.vocabulary import AS_ANTE
from ...language.words import number_of
from .action import ActionMechanic, does, each_target


class Bet(ActionMechanic, tag="bet", frozen=True, kw_only=True):
    descriptions = {
        "": "Pay chips into the pot.",
        "amount": "How many chips, or all there are.",
    }
    facts = Facts(makes=always(Makes.STAKES), needs=always(Needs.CHIPS), reads=NONE, ends=NONE, prompts=NONE)
    amount: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.ints() as [amount]:
            asm.op("SETI", amount, self.amount)
            asm.op("PAY", seat, amount, AS_ANTE)

    def sentence(self, context: Context) -> str:
        return f"{does(self.who, 'pay')} {number_of(self.amount, 'chip')} into the pot (or all that is left)"
