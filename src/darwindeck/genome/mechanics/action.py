"""Actions: what special cards, triggers and the deal do by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..assembler import (
    ACTION_MASK,
    ACTION_SEAT,
    DISCARD,
    ENDING,
    FORWARD,
    HAND,
    IN_PLAY,
    NAMED,
    NEXT_SEAT,
    PICKED,
    SCORE,
    SKIPS,
    SUIT_MOVES,
    Assembler,
    Label,
    of,
)
from ..fields import Location, Mechanic, Points, Who
from .condition import ConditionMechanic
from .conditions import Condition, clause, emit_unless
from .places import emit_place
from .pot import emit_last_seat_wins
from .selection import Selection

Amount = Annotated[int, Meta(ge=1, le=5)]
WHO = {"actor": "you", "next": "the next player", "others": "everyone else", "all": "everyone"}


class ActionMechanic(Mechanic, frozen=True, kw_only=True):
    """Base of all actions: done by the seat variable `who` if the condition holds for it."""

    has_choice: ClassVar[bool] = False
    condition: Condition | None = None

    def emit(self, asm: Assembler, who: int) -> None:
        skip = Label()
        emit_unless(asm, self.condition, who, skip)
        self.act(asm, who)
        asm.place(skip)

    def act(self, asm: Assembler, who: int) -> None:
        raise NotImplementedError

    def sentence(self) -> str:
        raise NotImplementedError

    def rule(self) -> str:
        condition: ConditionMechanic | None = self.condition
        return f"if {clause(condition)}, {self.sentence()}" if condition else self.sentence()


@contextmanager
def each_target(asm: Assembler, target: str, who: int) -> Iterator[int]:
    """The body is written for the seat variable it yields and runs for every seat the action is for."""
    if target == "actor":
        yield who
    elif target == "next":
        asm.op("SETV", ACTION_SEAT, who)
        asm.op("STEP", ACTION_SEAT, IN_PLAY | FORWARD << 4)
        yield ACTION_SEAT
    else:
        skip = Label()
        with asm.each_seat(who, IN_PLAY, seat=ACTION_SEAT, mask=ACTION_MASK) as seat:
            if target == "others":
                asm.op("JSEAT", seat, who, skip)
            yield seat
            asm.place(skip)


class DrawCards(ActionMechanic, tag="draw_cards", frozen=True, kw_only=True):
    count: Amount = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat:
            empty = Label()
            for _ in range(self.count):
                asm.draw_one(seat, empty)
            asm.place(empty)

    def sentence(self) -> str:
        return f"{WHO[self.who]} {verb('draw', self.who)} {plural(self.count)}"


class DiscardCard(ActionMechanic, tag="discard_card", frozen=True, kw_only=True):
    has_choice: ClassVar[bool] = True
    count: Amount = 1
    who: Who = "actor"
    card_filter: Condition | None = None

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat:
            none = Label()

            def candidates(into: int) -> None:
                if self.card_filter is None:
                    asm.op("SHAND", into, seat)
                else:
                    self.card_filter.emit(asm, into, seat)
                    asm.op("SANDH", into, seat)

            selection = Selection(low=self.count, high=self.count, capped=True)
            selection.emit(asm, seat, candidates, f"Discard {plural(self.count)}", none)
            asm.op("MOVEALL", of(PICKED, seat), DISCARD, 0)
            asm.place(none)

    def sentence(self) -> str:
        which = f" (each {self.card_filter.rule()})" if self.card_filter else ""
        return f"{WHO[self.who]} {verb('discard', self.who)} {plural(self.count)}{which}"


class DiscardPairs(ActionMechanic, tag="discard_pairs", frozen=True, kw_only=True):
    match: Literal["rank", "rank_color"] = "rank"
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.sets() as [pairs]:
            asm.op("SPILE", pairs, of(HAND, seat))
            asm.op("SPAIRS", pairs, int(self.match == "rank_color"))
            asm.op("MOVE", pairs, of(HAND, seat), DISCARD, 1)

    def sentence(self) -> str:
        like = " and colour" if self.match == "rank_color" else ""
        return f"{WHO[self.who]} {verb('discard', self.who)} all pairs of equal rank{like}"


class SkipTurn(ActionMechanic, tag="skip_turn", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        asm.op("ADDI", SKIPS, 1)

    def sentence(self) -> str:
        return "the next player misses a turn"


class ReverseOrder(ActionMechanic, tag="reverse_order", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        asm.op("REVERSE")

    def sentence(self) -> str:
        return "the direction of play turns round"


class PlayAgain(ActionMechanic, tag="play_again", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        asm.op("SETV", NEXT_SEAT, who)

    def sentence(self) -> str:
        return "you take another turn"


class ChooseSuit(ActionMechanic, tag="choose_suit", frozen=True, kw_only=True):
    has_choice: ClassVar[bool] = True

    def act(self, asm: Assembler, who: int) -> None:
        asm.ask(who, "Name a suit")
        asm.op("CHOOSEB", SUIT_MOVES, sum(1 << suit for suit in asm.context.suits))
        asm.op("CHOSEN", NAMED, SUIT_MOVES)

    def sentence(self) -> str:
        return "you name the suit that counts until the next card is discarded"


class TransferCards(ActionMechanic, tag="transfer_cards", frozen=True, kw_only=True):
    source: Location
    target: Location
    count: Annotated[int, Meta(ge=0, le=5)] = 1

    def act(self, asm: Assembler, who: int) -> None:
        source, target = emit_place(asm, self.source, who), emit_place(asm, self.target, who)
        if source == target:
            return
        if self.count == 0:
            asm.op("MOVEALL", source, target, 0)
        for _ in range(self.count):
            asm.op("TAKE", source, target, 0)

    def sentence(self) -> str:
        what = "all cards" if self.count == 0 else plural(self.count)
        return f"{what} go from {self.source.phrase} to {self.target.phrase}"


class AddScore(ActionMechanic, tag="add_score", frozen=True, kw_only=True):
    points: Points = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.ints() as [points]:
            asm.op("SETI", points, self.points)
            asm.op("ADDC", SCORE, seat, points)

    def sentence(self) -> str:
        return f"{WHO[self.who]} {verb('score', self.who)} {self.points} points"


class Bet(ActionMechanic, tag="bet", frozen=True, kw_only=True):
    amount: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.ints() as [amount]:
            asm.op("SETI", amount, self.amount)
            asm.op("PAY", seat, amount, 0)

    def sentence(self) -> str:
        return f"{WHO[self.who]} {verb('pay', self.who)} {self.amount} chips into the pot"


class Fold(ActionMechanic, tag="fold", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        over, playing, folded = Label(), Label(), Label()
        asm.op("JPLAY", who, playing)
        asm.op("JUMP", folded)
        asm.place(playing)
        with asm.ints() as [mask]:
            asm.op("MASK", mask, IN_PLAY)
            asm.op("JFEWER", mask, 2, over)  # the last seat does not fold
        asm.place(folded)
        asm.op("FOLD", who)
        emit_last_seat_wins(asm)
        asm.place(over)

    def sentence(self) -> str:
        return "you are out of this deal"


class Reveal(ActionMechanic, tag="reveal", frozen=True, kw_only=True):
    who: Who = "actor"
    source: Location = Location.HAND

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.sets() as [cards]:
            asm.op("SPILE", cards, emit_place(asm, self.source, seat))
            asm.op("SHOW", cards)

    def sentence(self) -> str:
        what = "the whole hand" if self.source is Location.HAND else f"all cards of {self.source.phrase}"
        return f"{WHO[self.who]} {verb('show', self.who)} {what}"


class EndRound(ActionMechanic, tag="end_round", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        asm.op("SETI", ENDING, 1)

    def sentence(self) -> str:
        return "the deal ends"


Action = (
    AddScore | Bet | ChooseSuit | DiscardCard | DiscardPairs | DrawCards | EndRound | Fold | PlayAgain | Reveal
    | ReverseOrder | SkipTurn | TransferCards
)  # fmt: skip


def plural(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def verb(word: str, who: str) -> str:
    return word if who == "actor" else word + "s"
