"""Count: every card changes a running total, which must not pass a limit."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always
from ...language.fields import Rank, rank_set
from ...language.vocabulary import CARD_MOVES, DEBT, DISCARD, HAND, SCORE, TURN_SEAT, of
from ...language.words import a_rank, list_words, number_of, rank_words, whole
from .phase import PhaseMechanic


class CountPhase(PhaseMechanic, tag="CountPhase", frozen=True, kw_only=True):
    """DEBT is the total. Tributes, which keep theirs there, need queues, so no game has both."""

    noun = "a running total"
    descriptions = {
        "": "Play a card that changes the running total; who cannot keep it within the limit loses the deal.",
        "limit": "The most that the total may be.",
        "minus": "Ranks that lower the total, and by how much; by 0: they leave it as it is.",
        "penalty": "Points for whoever cannot play.",
        "to_limit": "Ranks that bring the total to the limit, whatever it was.",
    }
    facts = Facts(
        makes=always(Makes.TOTALS, Makes.SHEDS, Makes.DISCARDS, Makes.POINTS),
        needs=always(Needs.SETS),
        reads=always(Reads.VALUES),
        ends=always(Ends.DEAL_AT_ONCE),
        prompts=always(Prompts.CARD),
    )
    limit: Annotated[int, Meta(ge=5, le=200)] = 98
    minus: dict[Rank, Annotated[int, Meta(ge=0, le=50)]] = {}
    to_limit: Annotated[tuple[Rank, ...], Meta(max_length=4)] = ()
    penalty: Annotated[int, Meta(ge=1, le=20)] = 1

    def emit(self, asm: Assembler) -> None:
        """Cards whose value leaves the total within the limit may be played, and those that do not raise it."""
        over, stuck, counted = Label(), Label(), Label()
        values = asm.tables(asm.context.value)
        special = sum(rank_set(rank) for rank in {*self.minus, *self.to_limit})
        with asm.sets(2) as [cards, others], asm.ints() as [room]:
            begin = asm.here()
            asm.op("SHAND", cards, TURN_SEAT)
            asm.op("JEMPTY", cards, over)
            asm.op("SETI", room, self.limit)
            asm.op("SUBR", room, DEBT)
            asm.op("SMOST", cards, room, values)
            asm.set_constant(others, special)
            asm.op("SANDH", others, TURN_SEAT)
            asm.op("SOR", cards, others)
            asm.op("JEMPTY", cards, stuck)
            asm.ask_card(TURN_SEAT, "Play a card", cards, begin)
        asm.op("PLAY", of(HAND, TURN_SEAT), DISCARD)
        self._emit_special(asm, counted)
        with asm.sets() as [card], asm.ints() as [number]:
            asm.op("CHOSEN", number, CARD_MOVES)
            asm.op("SCARD", card, number)
            asm.op("VALUE", number, card, values)
            asm.op("ADDR", DEBT, number)
        asm.place(counted)
        asm.op("JUMP", over)
        asm.place(stuck)
        with asm.ints() as [points]:
            asm.note("points", "cannot play")
            asm.op("SETI", points, self.penalty)
            asm.op("ADDC", SCORE, TURN_SEAT, points)
        asm.end_deal()
        asm.place(over)

    def _emit_special(self, asm: Assembler, counted: Label) -> None:
        """Ranks that do something else than to add their value."""
        for rank in self.to_limit:
            other = Label()
            asm.op("JNOTIN", asm.constants(rank_set(rank)), other)
            asm.op("SETI", DEBT, self.limit)
            asm.op("JUMP", counted)
            asm.place(other)
        for rank, amount in sorted(self.minus.items()):
            other = Label()
            asm.op("JNOTIN", asm.constants(rank_set(rank)), other)
            asm.op("ADDI", DEBT, -amount)
            asm.op("MAXI", DEBT, 0)
            asm.op("JUMP", counted)
            asm.place(other)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -1, -1

    def ranks_apart(self) -> frozenset[Rank]:
        return frozenset((*self.minus, *self.to_limit))

    def rule(self, context: Context) -> str:
        what, lines = whole(context), []
        lines.append(
            f"Play a card to the discard pile and say the new total. The total begins at 0 in every {what}; a card adds its value, and the total may not pass {self.limit}."
        )
        if self.to_limit:
            lines.append(
                f"{list_words(map(rank_words, self.to_limit))} bring the total to {self.limit}, whatever it was."
            )
        for rank, amount in sorted(self.minus.items()):
            if rank not in self.to_limit and amount:
                lines.append(f"{a_rank(rank)} lowers the total by {amount}, but not below 0.")
        if idle := [rank for rank, amount in sorted(self.minus.items()) if not amount and rank not in self.to_limit]:
            lines.append(f"{list_words(map(rank_words, idle))} leave the total as it is.")
        lines.append(
            f"If every card you hold would bring the total above {self.limit}, you have lost: score {number_of(self.penalty, 'point')}, and the {what} is over."
        )
        return "\n".join(line[0].upper() + line[1:] for line in lines)

    def brief(self, context: Context) -> str:
        return f"play a card and add it to the total, which may not pass {self.limit}"
