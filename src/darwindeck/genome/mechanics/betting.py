"""Betting and showdown: chips go into the pot, and the best hand takes it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..assembler import DEALER, EACH_SEAT, ENDING, IN_PLAY, TURN_SEAT, Assembler, Label
from ..fields import Chips
from .phase import PhaseMechanic
from .pot import emit_last_seat_wins

BetSize = Literal["min", "double", "half_pot", "pot", "all_in"]
SIZES = ("min", "double", "half_pot", "pot", "all_in")
SIZE_PHRASES = {
    "min": "the minimum",
    "double": "twice the minimum",
    "half_pot": "half the pot",
    "pot": "the pot",
    "all_in": "all you have",
}
BetAmount = Annotated[int, Meta(ge=1, le=1_000_000)]


class BettingPhase(PhaseMechanic, tag="BettingPhase", frozen=True, kw_only=True):
    queue_ok: ClassVar[bool] = True
    min_bet: BetAmount | None = None  # null: that of the resources, or 10
    max_bet: BetAmount | None = None
    allow_check: bool = True
    allow_raise: bool = True
    allow_fold: bool = True
    raise_increment: BetAmount | None = None
    max_raises: Annotated[int, Meta(ge=0, le=20)] = 3
    bet_sizes: Annotated[tuple[BetSize, ...], Meta(min_length=1, max_length=8)] = ("min",)
    ante: Chips = 0

    def emit(self, asm: Assembler) -> None:
        finished = Label()
        rules = asm.constants(*self._pack(asm.context.min_bet(self)))
        if self.ante:
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.ints() as [chips]:
                asm.op("SETI", chips, self.ante)
                asm.op("PAY", seat, chips, 0)
        asm.op("BETOPEN")
        asm.op("SETV", EACH_SEAT, TURN_SEAT)
        again = asm.here()
        asm.op("BETNEXT", EACH_SEAT, finished)
        asm.ask(EACH_SEAT, "Bet")
        asm.op("BETS", EACH_SEAT, rules)
        asm.op("CHOOSE")
        asm.op("BETPAY", EACH_SEAT, rules)
        asm.op("ADDV", EACH_SEAT, 1)
        asm.op("JUMP", again)
        asm.place(finished)
        asm.op("BETEND")
        emit_last_seat_wins(asm, always=True)

    def _pack(self, least: int) -> tuple[int, int]:
        sizes = sum((SIZES.index(size) + 1) << (3 * place) for place, size in enumerate(self.bet_sizes))
        flags = self.allow_check | self.allow_raise << 1 | self.allow_fold << 2 | self.max_raises << 3
        step = self.raise_increment or least
        return least | (self.max_bet or 0) << 32, step | flags << 32 | sizes << 40

    def rule(self) -> str:
        sizes = ", ".join(SIZE_PHRASES[size] for size in dict.fromkeys(self.bet_sizes))
        parts = [
            f"A round of betting ({f'minimum {self.min_bet}' if self.min_bet else 'with the usual minimum'}"
            + (f", at most {self.max_bet} at a time" if self.max_bet else "")
            + ")."
        ]
        if self.ante:
            parts.insert(0, f"Everyone puts {self.ante} into the pot.")
        parts.append("You may check while nobody has bet." if self.allow_check else "You may not check if you can bet.")
        parts.append(f"Bets{' and raises' if self.allow_raise else ''} may be {sizes}.")
        if self.allow_raise:
            step = f"; a minimum raise is {self.raise_increment}" if self.raise_increment else ""
            parts.append(f"There may be {self.max_raises} raises{step}.")
        else:
            parts.append("There are no raises.")
        parts.append("You may fold instead of paying." if self.allow_fold else "You may not fold.")
        parts.append("If all but one fold, that player takes the pot.")
        return " ".join(parts)


class ShowdownPhase(PhaseMechanic, tag="ShowdownPhase", frozen=True, kw_only=True):
    offers_choice: ClassVar[bool] = False
    hand_evaluator: Literal["poker_5card", "high_card", "card_total"] = "poker_5card"

    def emit(self, asm: Assembler) -> None:
        evaluator = ("poker_5card", "high_card", "card_total").index(self.hand_evaluator)
        table = asm.context.strength if self.hand_evaluator == "high_card" else asm.context.value
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets() as [hand]:
            asm.op("SHAND", hand, seat)
            asm.op("SHOW", hand)
        asm.op("SHOWDOWN", DEALER, evaluator, asm.tables(table))
        asm.op("SETI", ENDING, 1)

    def rule(self) -> str:
        best = {
            "poker_5card": "best poker hand",
            "high_card": "highest cards",
            "card_total": "highest total of card values",
        }
        return (
            f"Showdown: hands are shown and the {best[self.hand_evaluator]} takes the pot; equal hands share it, odd chips going to "
            "the first from the dealer's left. Nobody wins more from another player than he has put in himself. The deal ends."
        )
