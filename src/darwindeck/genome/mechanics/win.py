"""How a deal ends and who wins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..._core import RANKINGS
from ..assembler import DEAL_WINNER, HAND, NOBODY, OPERATORS, SPARE_SEAT, Assembler, Label, of
from ..context import Context
from ..words import number_of, sides, turn_word, whole

# The ranking of the op RANK that decides by each condition.
RANKING: dict[str, int] = {
    condition: RANKINGS[ranking]
    for condition, ranking in {
        "high_score": "high_score", "first_to_score": "high_score", "point_threshold": "high_score",
        "low_score": "low_score", "most_captured": "most_captured", "most_chips": "most_chips",
        "fewest_cards": "fewest_cards", "best_hand": "best_hand", "last_player_standing": "last_standing",
        "last_with_cards_loses": "no_cards_left",
    }.items()
}  # fmt: skip
# What is counted when a match is over lies on the table then: what the last deal left.
OF_THE_LAST_DEAL = ("most_captured", "fewest_cards", "best_hand", "last_with_cards_loses", "last_player_standing")
MOST_WORTH = 1 << 20  # more than any cards are
THRESHOLDS = ("high_score", "low_score", "first_to_score", "point_threshold")


class WinCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    type: Literal[
        "empty_hand", "capture_all", "first_to_score", "point_threshold", "high_score", "low_score", "most_captured",
        "most_chips", "fewest_cards", "best_hand", "last_player_standing", "last_with_cards_loses", "deck_empty",
        "lowest_hand",
    ]  # fmt: skip
    threshold: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None

    @property
    def ranking(self) -> int | None:
        """The mode of the op RANK that decides by this condition, if it ranks."""
        return RANKING.get(self.type)

    @property
    def ends_match_at(self) -> int | None:
        """The score at which a match is over, if this condition sets one."""
        return self.threshold if self.type in THRESHOLDS else None

    def rule(self, context: Context) -> str:
        """How it ends a deal or the game; empty if it only says who is best."""
        at, what, who = self.threshold or 0, whole(context), sides(context)
        settled = " and any challenge has been settled" if context.has_challenges else ""
        return {
            "empty_hand": f"As soon as a player has no cards left{settled}, that player wins the {what}, which is over.",
            "capture_all": f"A player without cards is out. When only one player has cards left, that player wins the {what}, which is over.",
            "first_to_score": f"The game is over at once when a {who} has {number_of(at, 'point')} or more.",
            "last_player_standing": f"When only one {who} is still in play, that {who} wins the {what}, which is over.",
            "last_with_cards_loses": f"The {what} is over when, after a {turn_word(context)}, no more than one player has cards.",
            "lowest_hand": f"When the {what} is over and nobody has won it, the {who} whose cards in hand are worth least in all wins it; if several are tied for that, nobody does.",
            "deck_empty": f"The {what} is over after a {turn_word(context)} that leaves {f'{at} or fewer cards' if at else 'no card'} in the stock.",
        }.get(self.type, "")

    def best(self, context: Context) -> str:
        """Who wins the game by it, if it ranks."""
        who = sides(context)
        last = " in the last deal" if context.genome.match else ""
        return {
            "high_score": "the highest score wins",
            "first_to_score": "the highest score wins",
            "point_threshold": "the highest score wins",
            "low_score": "the lowest score wins",
            "most_captured": f"the {who} with the most captured cards{last} wins",
            "most_chips": f"the {who} with the most chips wins",
            "fewest_cards": f"the {who} with the fewest cards in hand{last} wins",
            "best_hand": f"the best poker hand{last} wins",
            "last_player_standing": f"if only one {who} is still in play{last}, it wins",
            "last_with_cards_loses": f"the {who} left with cards{last} loses and all others win (if all or none have cards, nobody wins)",
        }.get(self.type, "")


def emit_lowest_hand(asm: Assembler) -> None:
    """Gives a deal without a winner to the side, of those with a seat in play, whose hands alone are worth least."""
    decide, over = Label(), Label()
    asm.op("JNOBODY", DEAL_WINNER, decide)
    asm.op("JUMP", over)
    asm.place(decide)
    with asm.ints(2) as [least, worth]:
        asm.op("SETI", least, MOST_WORTH)
        for head in sorted(set(asm.context.heads[: asm.context.seats])):
            members = [seat for seat in range(asm.context.seats) if asm.context.heads[seat] == head]
            _emit_side(asm, members, least, worth)
    asm.place(over)


def _emit_side(asm: Assembler, members: list[int], least: int, worth: int) -> None:
    """Compares one side with the best of those before it."""
    playing, tied, over = Label(), Label(), Label()
    with asm.sets(2) as [cards, hand]:
        asm.set_constant(cards, 0)
        for seat in members:
            asm.op("SETVI", SPARE_SEAT, seat)
            asm.op("SPILE", hand, of(HAND, SPARE_SEAT))
            asm.op("SOR", cards, hand)
        for seat in members:
            asm.op("SETVI", SPARE_SEAT, seat)
            asm.op("JPLAY", SPARE_SEAT, playing)
        asm.op("JUMP", over)
        asm.place(playing)
        asm.op("VALUE", worth, cards, asm.tables(asm.context.value))
    asm.op("JCMPR", worth, least, OPERATORS[">"], over)
    asm.op("JCMPR", worth, least, OPERATORS["=="], tied)
    asm.op("MOVR", least, worth)
    asm.op("SETV", DEAL_WINNER, SPARE_SEAT)
    asm.op("JUMP", over)
    asm.place(tied)
    asm.op("SETVI", DEAL_WINNER, NOBODY)
    asm.place(over)
