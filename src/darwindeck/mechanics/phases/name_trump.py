"""Name trumps: one player says which suit is trumps, having seen the hand."""

from __future__ import annotations

from typing import Literal

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.vocabulary import IN_PLAY, OPERATORS, SCORE, START_SEAT, SUIT_MOVES, TRUMP, TURN_SEAT
from .phase import PhaseMechanic

BEYOND = 1_000_000_001  # no score is as high, nor its opposite as low


class NameTrumpPhase(PhaseMechanic, tag="NameTrumpPhase", frozen=True, kw_only=True):
    noun = "naming trumps"
    descriptions = {
        "": "Before the first turn one player names the trump suit.",
        "chooser": "Who: the player who begins the deal, or the one with the lowest or the highest score.",
    }
    facts = Facts(
        makes=always(Makes.TRUMP, Makes.ROUND),
        needs=always(Needs.SETS, Needs.OPENING) | when(lambda part: part.chooser != "starter", Needs.POINTS),
        reads=when(lambda part: part.chooser != "starter", Reads.SCORES),
        ends=NONE,
        prompts=always(Prompts.SUIT),
    )
    chooser: Literal["starter", "lowest_score", "highest_score"] = "starter"

    def emit(self, asm: Assembler) -> None:
        """START_SEAT is who chooses."""
        asm.op("SETV", START_SEAT, TURN_SEAT)
        if self.chooser != "starter":
            self._emit_search(asm)
        asm.ask(START_SEAT, "Name the trump suit")
        asm.op("CHOOSEB", SUIT_MOVES, sum(1 << suit for suit in asm.context.suits))
        asm.op("CHOSEN", TRUMP, SUIT_MOVES)

    def _emit_search(self, asm: Assembler) -> None:
        """The first seat, going left, whose score no seat before it has, and none is beyond."""
        low = self.chooser == "lowest_score"
        with asm.ints(2) as [best, score]:
            asm.op("SETI", best, BEYOND if low else -BEYOND)
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
                other = Label()
                asm.op("LOAD", score, SCORE, seat)
                asm.op("JCMPR", score, best, OPERATORS[">=" if low else "<="], other)
                asm.op("MOVR", best, score)
                asm.op("SETV", START_SEAT, seat)
                asm.place(other)

    def rule(self, context: Context) -> str:
        who = "The player who begins the deal"
        if self.chooser != "starter":
            whose = "whose side" if context.genome.teams else "who"
            who = f"The first player, going left from the one who begins the deal, {whose} has the {self.chooser.replace('_', ' ')}"
        return f"{who} names a suit, after looking at the hand. It is trumps for the deal."

    def brief(self, context: Context) -> str:
        return "a player names the trump suit"
