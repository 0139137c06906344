"""Knock out: at the end of a deal, whoever a condition holds for is out of the game."""

from __future__ import annotations

from collections.abc import Iterator

from ..._core import RANKINGS
from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, always
from ...language.fields import Operator
from ...language.findings import Gate
from ...language.vocabulary import DEALER, NOT_OUT
from ..conditions import Condition
from ..conditions.condition import clause, emit_unless
from ..conditions.trick_count import TrickCount
from .phase import Doubts, PhaseMechanic


class KnockOutPhase(PhaseMechanic, tag="KnockOutPhase", frozen=True, kw_only=True):
    noun = "knocking out"
    judged_by = RANKINGS["most_captured"]  # who wins tricks is the likeliest to stay in
    descriptions = {
        "": "Players for whom a condition holds at the end of a deal are out of the game.",
        "condition": "Who is out.",
    }
    facts = Facts(
        makes=always(Makes.OUTS, Makes.KNOCK_OUTS, Makes.ROUND),
        needs=always(Needs.SETS, Needs.OPENING),
        reads=NONE,
        ends=NONE,
        prompts=NONE,
    )
    condition: Condition = TrickCount(operator=Operator.EQ, value=0)

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        if context.genome.teams:
            yield "", "partners cannot be knocked out one by one"

    def doubts(self, context: Context) -> Doubts:
        if context.genome.match is None:
            yield Gate.IDLE, "", "there is but one deal, so nobody is left out of another"

    def emit(self, asm: Assembler) -> None:
        """Nothing happens before the end of the deal."""

    def emit_deal_end(self, asm: Assembler) -> None:
        """Everybody is asked before anybody leaves; if it holds for all, nobody leaves."""
        all_of_them = Label()
        with asm.ints(2) as [leaving, left]:
            asm.op("SETI", leaving, 0)
            with asm.each_seat(DEALER, NOT_OUT) as seat:
                stays = Label()
                emit_unless(asm, self.condition, seat, stays)
                asm.op("SETB", leaving, seat)
                asm.place(stays)
            asm.op("MASK", left, NOT_OUT)
            asm.op("SUBR", left, leaving)
            asm.jump_if(left, "==", 0, all_of_them)
            asm.op("OUT", leaving)
        asm.place(all_of_them)

    def rule(self, context: Context) -> str:
        return "Players can be knocked out at the end of the deal."

    def deal_end_rule(self, context: Context) -> str:
        return f"If {clause(self.condition, context)}, you are out of the game, unless that is so for everyone."

    def brief(self, context: Context) -> str:
        return "players may be knocked out"
