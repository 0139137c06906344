"""Betting and showdown: chips go into the pot, and the best hand takes it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..._core import BET_SIZES, ENDINGS, EVALUATORS
from ..assembler import DEALER, EACH_SEAT, ENDING, IN_PLAY, TURN_SEAT, Assembler, Label
from ..context import Context
from ..fields import Chips
from ..words import listed, number_of, starter, whole
from .phase import PhaseMechanic
from .pot import emit_last_seat_wins

BetSize = Literal["min", "double", "half_pot", "pot", "all_in"]
SIZES = ("min", "double", "half_pot", "pot", "all_in")
HANDS = {
    "poker_5card": "Hands rank as in poker, from the best: straight flush, four of a kind, full house, flush, straight, three of a kind, two pairs, a pair, "
    "high card; among equals the higher ranks decide, aces high (an ace may also begin a straight as low), suits never. Of more than five cards the best five "
    "count; with fewer there are no straights or flushes.",
    "high_card": "The highest card decides, then the second highest, and so on; if all are equal so far, the hand with more cards is better.",
    "card_total": "The hand with the highest total of card values is best.",
}
BetAmount = Annotated[int, Meta(ge=1, le=1_000_000)]


class BettingPhase(PhaseMechanic, tag="BettingPhase", frozen=True, kw_only=True):
    queue_ok: ClassVar[bool] = True
    for_everyone: ClassVar[bool] = True
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
        sizes = sum(BET_SIZES[size] << (3 * place) for place, size in enumerate(self.bet_sizes))
        flags = self.allow_check | self.allow_raise << 1 | self.allow_fold << 2 | self.max_raises << 3
        step = self.raise_increment or least
        return least | (self.max_bet or 0) << 32, step | flags << 32 | sizes << 40

    def rule(self, context: Context) -> str:
        least = context.min_bet(self)
        ante = (
            f"Everyone still in pays {number_of(self.ante, 'chip')} into the pot (or all that is left). "
            if self.ante
            else ""
        )
        parts = [
            f"{ante}A round of betting goes to the left, beginning with {starter(context)}. What is bet goes into the pot.",
            self._opening_words(least),
            *self._later_words(least),
            "The round is over when everyone still in has paid the same or has no chips left. If all but one have folded, that player takes the pot "
            f"and the {whole(context)} is over.",
        ]
        return "\n".join(parts)

    def _sizes(self, least: int) -> str:
        """What may be bet."""
        words = {
            "min": number_of(least, "chip"),
            "double": number_of(2 * least, "chip"),
            "half_pot": f"half the pot (at least {least})",
            "pot": f"the whole pot (at least {least})",
            "all_in": "all your chips",
        }
        return listed([words[size] for size in dict.fromkeys(self.bet_sizes)], "or")

    def _raises(self) -> str:
        """What a raise may add."""
        words = {
            "min": "the least raise",
            "double": "twice the least raise",
            "half_pot": "half the pot",
            "pot": "the whole pot",
            "all_in": "all your chips",
        }
        return listed([words[size] for size in dict.fromkeys(self.bet_sizes)], "or")

    def _opening_words(self, least: int) -> str:
        limit = f"; no bet or raise may add more than {self.max_bet}" if self.max_bet else ""
        bet = f"bet {self._sizes(least)}{limit}"
        if self.allow_check:
            return f"While nobody has bet you may check (pay nothing) or {bet}."
        return f"While nobody has bet you must {bet}. With fewer chips than that you bet all you have; you may check (pay nothing) only if you can do neither."

    def _later_words(self, least: int) -> list[str]:
        step = self.raise_increment or least
        ways = ["call (pay as much as the highest bet, or all your chips if you have fewer)"]
        if self.allow_raise and self.max_raises > 0:
            most = number_of(self.max_raises, "raise")
            ways.append(f"raise (call, and add {self._raises()}; there may be {most} in a round)")
        if self.allow_fold:
            ways.append("fold (leave the deal, and what you have paid)")
        lines = [f"Once somebody has bet you {'must' if len(ways) == 1 else 'may'} {listed(ways, 'or')}."]
        if self.allow_raise and self.max_raises > 0:
            lines.append(self._raise_limits(step))
        return lines

    def _raise_limits(self, step: int) -> str:
        short = " Only a raise of all your chips may add less." if "all_in" in self.bet_sizes else ""
        return (
            f"The least raise is {number_of(step, 'chip')}, or as much as the highest bet or raise so far in the round if that was more.{short} You may not raise if no "
            "other player could pay more, nor if you owe less than that: a smaller raise, of somebody's last chips, can only be called."
        )

    def brief(self, context: Context) -> str:
        return (
            f"{f'everyone pays {self.ante}; ' if self.ante else ''}a round of betting (minimum {context.min_bet(self)})"
        )


class ShowdownPhase(PhaseMechanic, tag="ShowdownPhase", frozen=True, kw_only=True):
    offers_choice: ClassVar[bool] = False
    for_everyone: ClassVar[bool] = True
    hand_evaluator: Literal["poker_5card", "high_card", "card_total"] = "poker_5card"

    def emit(self, asm: Assembler) -> None:
        evaluator = EVALUATORS[self.hand_evaluator]
        table = asm.context.strength if self.hand_evaluator == "high_card" else asm.context.value
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets() as [hand]:
            asm.op("SHAND", hand, seat)
            asm.op("SHOW", hand)
        asm.op("SHOWDOWN", DEALER, evaluator, asm.tables(table))
        asm.op("SETI", ENDING, ENDINGS["decided"])

    def rule(self, context: Context) -> str:
        return (
            f"Showdown: all players still in show their hands, the best takes the pot, and the {whole(context)} is over.\n{HANDS[self.hand_evaluator]}\n"
            "Equal hands share the pot; odd chips go one each to the first of them from the dealer's left. From each other player you can win no more "
            "than you have paid yourself; what is above that goes to the best of the others."
        )

    def brief(self, context: Context) -> str:
        best = {"poker_5card": "best poker hand", "high_card": "highest cards", "card_total": "highest total"}
        return f"showdown: the {best[self.hand_evaluator]} takes the pot"
