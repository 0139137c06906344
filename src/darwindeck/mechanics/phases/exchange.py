"""Exchange: a card of the hand for a card on the table, or the whole hand for all of them."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.findings import Gate
from ...language.vocabulary import HAND, NUMBER_MOVES, PASS, PICKED, TABLEAU, TOP_FIRST, TURN_SEAT, of
from .phase import Doubts, PhaseMechanic


class ExchangePhase(PhaseMechanic, tag="ExchangePhase", frozen=True, kw_only=True):
    noun = "exchanges with the table"
    descriptions = {
        "": "Exchange a card of the hand for one on the table.",
        "whole": "Whether the whole hand may be exchanged for all cards on the table.",
    }
    facts = Facts(
        makes=always(Makes.TABLE),
        needs=always(Needs.SETS, Needs.TABLE),
        reads=always(Reads.TABLE),
        ends=NONE,
        prompts=always(Prompts.CARD) | when(lambda part: part.whole, Prompts.NUMBER),
    )
    whole: bool = True
    mandatory: bool = True

    def emit(self, asm: Assembler) -> None:
        """The card that is given waits among the picked ones, so that the one taken is another."""
        over, whole = Label(), Label()
        with asm.sets(2) as [cards, table]:
            begin = asm.here()
            asm.op("SHAND", cards, TURN_SEAT)
            asm.op("JEMPTY", cards, over)
            asm.op("SPILE", table, TABLEAU)
            asm.op("JEMPTY", table, over)
            asm.ask(TURN_SEAT, "Exchange a card|exchange the whole hand", begin=begin)
            asm.op("OFFER", cards)
            for move, offered in ((NUMBER_MOVES, self.whole), (PASS, not self.mandatory)):
                if offered:
                    asm.op("OFFERM", move)
            asm.op("CHOOSE")
        asm.op("JMOVE", PASS, over)
        asm.op("JMOVE", NUMBER_MOVES, whole)
        asm.op("PLAY", of(HAND, TURN_SEAT), of(PICKED, TURN_SEAT))
        with asm.sets() as [table]:
            begin = asm.here()
            asm.op("SPILE", table, TABLEAU)
            asm.ask_card(TURN_SEAT, "Take a card of the table for it", table, begin, continues="always")
        asm.op("PLAY", TABLEAU, of(HAND, TURN_SEAT))
        asm.op("MOVEALL", of(PICKED, TURN_SEAT), TABLEAU, TOP_FIRST)
        asm.op("JUMP", over)
        asm.place(whole)
        asm.op("MOVEALL", of(HAND, TURN_SEAT), of(PICKED, TURN_SEAT), TOP_FIRST)
        asm.op("MOVEALL", TABLEAU, of(HAND, TURN_SEAT), TOP_FIRST)
        asm.op("MOVEALL", of(PICKED, TURN_SEAT), TABLEAU, TOP_FIRST)
        asm.place(over)

    def hand_change(self, context: Context) -> tuple[int, int]:
        change = context.setup.initial_tableau_count - context.dealt_hand if self.whole else 0
        return min(0, change), max(0, change)

    def doubts(self, context: Context) -> Doubts:
        table = context.setup.initial_tableau_count
        if self.whole and table != context.dealt_hand:
            yield (
                Gate.ROOM,
                "whole",
                f"a hand of {context.dealt_hand} is exchanged for {table} on the table: hands change their size",
            )

    def rule(self, context: Context) -> str:
        text = f"{'Exchange' if self.mandatory else 'You may exchange'} a card of your hand for a card on the table; both are seen by all."
        return text + ("\nOr exchange your whole hand for all cards on the table." if self.whole else "")

    def brief(self, context: Context) -> str:
        may = "" if self.mandatory else "you may "
        return f"{may}exchange a card with the table" + (", or the whole hand" if self.whole else "")
