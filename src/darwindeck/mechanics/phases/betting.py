"""Betting: chips go into the pot, round after round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import Meta

from ..._core import BET_SIZES
from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always
from ...language.fields import Chips, Visibility
from ...language.findings import Gate
from ...language.pot import emit_last_seat_wins
from ...language.vocabulary import AS_ANTE, DEALER, EACH_SEAT, IN_PLAY, TURN_SEAT
from ...language.words import list_words, number_of, starter, whole
from .phase import Doubts, PhaseMechanic

BetSize = Literal["min", "double", "half_pot", "pot", "all_in"]
SIZES = ("min", "double", "half_pot", "pot", "all_in")
DEFAULT_MIN_BET = 10
FEW_DEALS = 5  # that chips should last for if nobody bets
PENNY = 10  # times: a pot that is so much larger than all that can be bet is worth a call with any hand
BetAmount = Annotated[int, Meta(ge=1, le=1_000_000)]


class BettingPhase(PhaseMechanic, tag="BettingPhase", frozen=True, kw_only=True):
    noun = "betting"
    descriptions = {
        "": "A round of betting.",
        "allow_check": "Whether a seat may stay in without paying, where nothing is to be paid.",
        "allow_fold": "Whether a seat may give up.",
        "allow_raise": "Whether a bet may be raised.",
        "ante": "Chips each seat pays before the round.",
        "opener": "Who begins: the player whose turn it is, or the first still in from the dealer's left.",
        "bet_sizes": "The amounts that may be bet or raised.",
        "max_bet": "The largest bet or raise; null: no limit.",
        "max_raises": "How often a round may be raised.",
        "min_bet": "The least bet; null: that of the resources.",
        "raise_increment": "The least raise; null: the least bet.",
    }
    facts = Facts(
        makes=always(Makes.STAKES, Makes.BETS, Makes.DEAL_WINNER, Makes.FOLDS, Makes.ROUND),
        needs=always(Needs.CHIPS),
        reads=always(Reads.POT),
        ends=always(Ends.DEAL_AT_ONCE),
        prompts=always(Prompts.BET),
    )
    min_bet: BetAmount | None = None  # null: that of the resources, or 10
    max_bet: BetAmount | None = None
    allow_check: bool = True
    allow_raise: bool = True
    allow_fold: bool = True
    raise_increment: BetAmount | None = None
    max_raises: Annotated[int, Meta(ge=0, le=20)] = 3
    bet_sizes: Annotated[tuple[BetSize, ...], Meta(min_length=1, max_length=8)] = ("min",)
    ante: Chips = 0
    opener: Literal["turn", "dealer_left"] = "turn"

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        # A least bet that nobody can afford would turn every bet into an all-in.
        least, chips = self.least(context), context.starting_chips
        if least > chips:
            yield "min_bet", f"{least} exceeds the {chips} starting chips"
        if self.max_bet is not None and self.max_bet < least:
            yield "max_bet", "is below min_bet"
        if context.genome.teams:
            yield "", "betting has no teams"

    def least(self, context: Context) -> int:
        """The least bet, wherever it is written.

        A phase without one takes that of the resources, so that a game with several rounds says it once.
        """
        resources = context.setup.resources
        return self.min_bet or (resources.min_bet if resources else DEFAULT_MIN_BET)

    def affordable(self, chips: int, context: Context) -> Self:
        wanted = self.least(context)
        least = min(wanted, chips)
        most = self.max_bet if self.max_bet is None else max(self.max_bet, least)
        return msgspec.structs.replace(self, min_bet=self.min_bet if wanted <= chips else least, max_bet=most)

    def write_out(self, context: Context) -> dict[str, Any]:
        least = self.least(context)
        return {"min_bet": least, "raise_increment": self.raise_increment or least}

    def emit(self, asm: Assembler) -> None:
        """An ante, then bets in turn until all have paid the same. The ops know the rules of betting; limits are two constants.

        BETNEXT finds who is to act. It ends the round when all who could still act have done so since the last raise,
        or when one seat is left. BETS only offers; BETPAY does what was chosen, and makes the others act again if the
        highest bet rose.
        """
        finished = Label()
        rules = asm.constants(*self._pack(self.least(asm.context)))
        if self.ante:
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.ints() as [chips]:
                asm.op("SETI", chips, self.ante)
                asm.op("PAY", seat, chips, AS_ANTE)
        asm.op("BETOPEN")
        if self.opener == "turn":
            asm.op("SETV", EACH_SEAT, TURN_SEAT)
        else:
            asm.op("SETV", EACH_SEAT, DEALER)
            asm.op("ADDV", EACH_SEAT, 1)
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
        """The limits as two words: least and most bet; then the step of raises, flags, and sizes of bets in three bits each.

        A most bet of 0 stands for no limit, since no bet is that small. `core/cards/table/betting.hpp` unpacks the
        words.
        """
        sizes = sum(BET_SIZES[size] << (3 * place) for place, size in enumerate(self.bet_sizes))
        flags = self.allow_check | self.allow_raise << 1 | self.allow_fold << 2 | self.max_raises << 3
        step = self.raise_increment or least
        return least | (self.max_bet or 0) << 32, step | flags << 32 | sizes << 40

    def doubts(self, context: Context) -> Doubts:
        if context.setup.hand_visibility is Visibility.FACE_UP and context.has(Makes.SHOWDOWN):
            yield Gate.SECRET, "", "hands lie open, so everybody sees whose is best before betting"
        if not self.allow_fold:
            yield Gate.ROOM, "allow_fold", "nobody may fold, so there is nothing to answer a bet with"
        if set(self.bet_sizes) == {"all_in"}:
            yield Gate.ROOM, "bet_sizes", "all that can be bet is everything, so nobody bets without the best hand"
        paid = self.ante + (context.setup.resources.ante if context.setup.resources else 0)
        pot = paid * context.seats
        if FEW_DEALS * paid > context.starting_chips and context.genome.match is not None:
            why = f"the chips are enough for fewer than {FEW_DEALS} deals, so everybody bets all at once"
            yield Gate.ROOM, "ante" if self.ante else "", why
        if PENNY * self._most(context, paid) <= pot:
            why = f"{number_of(pot, 'chip')} are in the pot before anybody bets, so nobody folds to save a bet"
            yield Gate.ROOM, "max_bet" if self.max_bet else "bet_sizes", why

    def _most(self, context: Context, paid: int) -> int:
        """What a player can pay at most in a round, having paid so much before."""
        left = max(0, context.starting_chips - paid)
        if not self.max_bet and {*self.bet_sizes} - {"min", "double"}:
            return left
        least = self.least(context)
        times = 2 if "double" in self.bet_sizes else 1
        bet, step = times * least, times * (self.raise_increment or least)
        if self.max_bet:
            bet, step = self.max_bet, self.max_bet
        return min(left, bet + step * self.max_raises * self.allow_raise)

    def rule(self, context: Context) -> str:
        least = self.least(context)
        ante = (
            f"Everyone still in pays {number_of(self.ante, 'chip')} into the pot (or all they have). "
            if self.ante
            else ""
        )
        opener = starter(context, self) if self.opener == "turn" else "the first player still in to the dealer's left"
        parts = [
            f"{ante}A round of betting goes to the left, beginning with {opener}; bets go into the pot.",
            self._opening_words(least),
            *self._later_words(least),
            "The round ends when all still in have had a turn and paid the same or all they have. If all but one have folded, that player takes the pot "
            f"and the {whole(context)} is over.",
        ]
        return "\n".join(parts)

    def _sizes(self, least: int) -> str:
        """What may be bet."""
        words = {
            "min": number_of(least, "chip"),
            "double": number_of(2 * least, "chip"),
            "half_pot": "half the pot",
            "pot": "the pot",
            "all_in": "all your chips",
        }
        rounded = ", rounded down" * ("half_pot" in self.bet_sizes)
        bounds = f" (at least {least}{rounded})" if {"half_pot", "pot"} & {*self.bet_sizes} else ""
        return list_words([words[size] for size in dict.fromkeys(self.bet_sizes)], "or") + bounds

    def _raises(self) -> str:
        """What a raise may add."""
        words = {
            "min": "the least raise",
            "double": "twice the least raise",
            "half_pot": "half the pot",
            "pot": "the pot",
            "all_in": "all your chips",
        }
        counted = " (the pot with your call in it)" if {"half_pot", "pot"} & {*self.bet_sizes} else ""
        return list_words([words[size] for size in dict.fromkeys(self.bet_sizes)], "or") + counted

    def _opening_words(self, least: int) -> str:
        limit = f"; no bet or raise may add more than {self.max_bet}" if self.max_bet else ""
        bet = f"bet {self._sizes(least)}{limit}"
        if self.allow_check:
            return f"While nobody has bet you may check (pay nothing) or {bet}."
        return f"While nobody has bet you must {bet}. With fewer chips you bet all you have; you may check (pay nothing) only if you can do neither."

    def _later_words(self, least: int) -> list[str]:
        """What one may do once somebody has bet."""
        step = self.raise_increment or least
        ways = ["call (match the highest bet, or pay all you have if less)"]
        if self.allow_raise and self.max_raises > 0:
            most = number_of(self.max_raises, "raise")
            ways.append(f"raise (call, and add {self._raises()}; {most} at most in all)")
        if self.allow_fold:
            ways.append("fold (drop out of the deal and lose what you paid)")
        lines = [f"After a bet you {'must' if len(ways) == 1 else 'may'} {list_words(ways, 'or')}."]
        if self.allow_raise and self.max_raises > 0:
            lines.append(self._raise_limits(step))
        return lines

    def _raise_limits(self, step: int) -> str:
        short = ""
        if "all_in" in self.bet_sizes:
            short = " Only a raise of all your chips may add less; whoever owes less than the least raise then may not raise."
        return (
            f"The least raise is {number_of(step, 'chip')}, or the largest bet or raise of this round so far if that was more.{short} "
            "Nobody may bet or raise if no other player still in could pay more."
        )

    def brief(self, context: Context) -> str:
        return (
            f"{f'everyone pays {self.ante}; ' if self.ante else ''}a round of betting (minimum {self.least(context)})"
        )
