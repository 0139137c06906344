"""Name trumps: one player says which suit is trumps, having seen the hand."""

from __future__ import annotations

from typing import Literal

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.findings import Gate
from ...language.vocabulary import DEALER, DEALS, IN_PLAY, OPERATORS, SCORE, START_SEAT, SUIT_MOVES, TRUMP, TURN_SEAT
from ...language.words import from_first
from .phase import Doubts, PhaseMechanic

BY_SCORE = ("lowest_score", "highest_score")
BEYOND = 1_000_000_001  # no score is as high, nor its opposite as low


class NameTrumpPhase(PhaseMechanic, tag="NameTrumpPhase", frozen=True, kw_only=True):
    noun = "naming trumps"
    descriptions = {
        "": "Before the first turn one player names the trump suit.",
        "chooser": "Who: the player who begins the deal, the dealer, or the one with the lowest or the highest score.",
        "first_deal": "Whether it is done in the first deal; else the suit that the setup gives is trumps there.",
    }
    facts = Facts(
        makes=always(Makes.TRUMP, Makes.ROUND),
        needs=always(Needs.SETS, Needs.OPENING) | when(lambda part: part.chooser in BY_SCORE, Needs.POINTS),
        reads=when(lambda part: part.chooser in BY_SCORE, Reads.SCORES),
        ends=NONE,
        prompts=always(Prompts.SUIT),
    )
    chooser: Literal["starter", "dealer", "lowest_score", "highest_score"] = "starter"
    first_deal: bool = True

    def doubts(self, context: Context) -> Doubts:
        if not self.first_deal and context.genome.match is None:
            yield Gate.IDLE, "first_deal", "there is but one deal, so nobody ever names trumps"

    def emit(self, asm: Assembler) -> None:
        """START_SEAT is who chooses."""
        over = Label()
        if not self.first_deal:
            asm.jump_if(DEALS, "==", 0, over)
        asm.op("SETV", START_SEAT, DEALER if self.chooser == "dealer" else TURN_SEAT)
        if self.chooser in BY_SCORE:
            self._emit_search(asm)
        asm.ask(START_SEAT, "Name the trump suit")
        asm.op("CHOOSEB", SUIT_MOVES, sum(1 << suit for suit in asm.context.suits))
        asm.op("CHOSEN", TRUMP, SUIT_MOVES)
        asm.place(over)

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
        who = "The dealer" if self.chooser == "dealer" else "The player who begins"
        if self.chooser in BY_SCORE:
            whose = "whose side" if context.genome.teams else "who"
            score = self.chooser.replace("_", " ")
            who = f"The player {whose} has the {score} (of several, the first {from_first(context)})"
        instead = " instead" * (context.setup.trump_selection_method != "none")
        first = "" if self.first_deal else "In every deal but the first, "
        who = who if self.first_deal else who[0].lower() + who[1:]
        return f"{first}{who} names the trump suit{instead}."

    def brief(self, context: Context) -> str:
        who = {"starter": "player who begins", "dealer": "dealer"}.get(
            self.chooser
        ) or f"player with the {self.chooser.replace('_', ' ')}"
        return f"the {who} names the trump suit"
