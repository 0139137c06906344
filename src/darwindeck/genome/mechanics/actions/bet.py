"""Pay chips into the pot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Needs, always
from ...fields import Who
from ...vocabulary import AS_ANTE
from ...words import number_of
from ..action import ActionMechanic, does, each_target


class Bet(ActionMechanic, tag="bet", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {
        "": "Pay chips into the pot.",
        "amount": "How many chips, or all there are.",
    }
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.STAKES),
        needs=always(Needs.CHIPS),
        reads=NONE,
        ends=NONE,
        prompts=NONE,
    )
    amount: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.ints() as [amount]:
            asm.op("SETI", amount, self.amount)
            asm.op("PAY", seat, amount, AS_ANTE)

    def sentence(self, context: Context) -> str:
        return f"{does(self.who, 'pay')} {number_of(self.amount, 'chip')} into the pot (or all that is left)"
