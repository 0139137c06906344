"""Actions: what special cards, triggers and the deal do by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..._core import ENDINGS, PAIRS
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
from ..context import Context
from ..fields import Location, Mechanic, Points, Who
from ..words import cards, listed, number_of, place
from .condition import ConditionMechanic
from .conditions import Condition, clause, emit_unless, matching
from .places import emit_place
from .pot import emit_last_seat_wins
from .selection import Selection

Amount = Annotated[int, Meta(ge=1, le=5)]
WHO = {"next": "the next player", "others": "everyone else", "all": "everyone"}


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

    def sentence(self, context: Context) -> str:
        """What is done, as an order to the actor or a fact about others; no capital, no full stop."""
        raise NotImplementedError

    def rule(self, context: Context) -> str:
        condition: ConditionMechanic | None = self.condition
        return f"if {clause(condition, context)}, {self.sentence(context)}" if condition else self.sentence(context)


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

    def sentence(self, context: Context) -> str:
        return f"{does(self.who, 'draw')} {cards(self.count)} from the stock"


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
            selection.emit(asm, seat, candidates, f"Discard {cards(self.count)}", none)
            asm.op("MOVEALL", of(PICKED, seat), DISCARD, 0)
            asm.place(none)

    def sentence(self, context: Context) -> str:
        which = (
            f", {'each ' if self.count > 1 else ''}{matching(self.card_filter, context)}" if self.card_filter else ""
        )
        return f"{does(self.who, 'discard')} {cards(self.count)}{which}"


class DiscardPairs(ActionMechanic, tag="discard_pairs", frozen=True, kw_only=True):
    match: Literal["rank", "rank_color"] = "rank"
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.sets() as [pairs]:
            asm.op("SPILE", pairs, of(HAND, seat))
            asm.op("SPAIRS", pairs, PAIRS[self.match])
            asm.op("MOVE", pairs, of(HAND, seat), DISCARD, 1)

    def sentence(self, context: Context) -> str:
        like = " and colour" if self.match == "rank_color" else ""
        return f"{does(self.who, 'discard')} all pairs of equal rank{like} (of three such cards, two)"


class SkipTurn(ActionMechanic, tag="skip_turn", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        asm.op("ADDI", SKIPS, 1)

    def sentence(self, context: Context) -> str:
        return "the next player misses a turn"


class ReverseOrder(ActionMechanic, tag="reverse_order", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        asm.op("REVERSE")

    def sentence(self, context: Context) -> str:
        return "the direction of play is reversed"


class PlayAgain(ActionMechanic, tag="play_again", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        asm.op("SETV", NEXT_SEAT, who)

    def sentence(self, context: Context) -> str:
        return "take the next turn as well"


class ChooseSuit(ActionMechanic, tag="choose_suit", frozen=True, kw_only=True):
    has_choice: ClassVar[bool] = True

    def act(self, asm: Assembler, who: int) -> None:
        won = Label()
        if asm.context.empty_hand_wins:
            with asm.sets() as [hand]:
                asm.op("SHAND", hand, who)
                asm.op("JEMPTY", hand, won)
        asm.ask(who, "Name a suit")
        asm.op("CHOOSEB", SUIT_MOVES, sum(1 << suit for suit in asm.context.suits))
        asm.op("CHOSEN", NAMED, SUIT_MOVES)
        asm.place(won)

    def sentence(self, context: Context) -> str:
        what = listed(context.named_respects)
        if not context.named_respects:
            return "name a suit (no rule of this game makes use of it)"
        unless = " unless you have no cards left," if context.empty_hand_wins else ""
        return f"{unless} name a suit, which counts as the {what} of the top card of the discard pile until another card is put there".lstrip()


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

    def sentence(self, context: Context) -> str:
        source, target = place(self.source, context), place(self.target, context)
        what = "all cards" if self.count == 0 else cards(self.count)
        ordered = self.source in (Location.DECK, Location.DISCARD, Location.TABLEAU) or (
            context.queue and self.source in (Location.HAND, Location.OPPONENT_HAND, Location.PREVIOUS_HAND)
        )
        how = "" if self.count == 0 else " from the top of" if ordered else " at random from"
        return f"move {what}{how or ' from'} {source} to {target}"


class AddScore(ActionMechanic, tag="add_score", frozen=True, kw_only=True):
    points: Points = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.ints() as [points]:
            asm.op("SETI", points, self.points)
            asm.op("ADDC", SCORE, seat, points)

    def sentence(self, context: Context) -> str:
        word = "lose" if self.points < 0 else "score"
        return f"{does(self.who, word)} {number_of(abs(self.points), 'point')}"


class Bet(ActionMechanic, tag="bet", frozen=True, kw_only=True):
    amount: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.ints() as [amount]:
            asm.op("SETI", amount, self.amount)
            asm.op("PAY", seat, amount, 0)

    def sentence(self, context: Context) -> str:
        return f"{does(self.who, 'pay')} {number_of(self.amount, 'chip')} into the pot (or all that is left)"


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

    def sentence(self, context: Context) -> str:
        return "drop out of this deal, unless you are the last still in"


class Reveal(ActionMechanic, tag="reveal", frozen=True, kw_only=True):
    who: Who = "actor"
    source: Location = Location.HAND

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.sets() as [cards]:
            asm.op("SPILE", cards, emit_place(asm, self.source, seat))
            asm.op("SHOW", cards)

    def sentence(self, context: Context) -> str:
        whose = place(self.source, context)
        what = "the whole hand" if self.source is Location.HAND else f"all cards of {whose}"
        return f"{does(self.who, 'show')} {what}"


class EndRound(ActionMechanic, tag="end_round", frozen=True, kw_only=True):
    def act(self, asm: Assembler, who: int) -> None:
        asm.op("SETI", ENDING, ENDINGS["decided"])

    def sentence(self, context: Context) -> str:
        return "the deal ends after this step"


Action = (
    AddScore | Bet | ChooseSuit | DiscardCard | DiscardPairs | DrawCards | EndRound | Fold | PlayAgain | Reveal
    | ReverseOrder | SkipTurn | TransferCards
)  # fmt: skip


def does(who: str, word: str) -> str:
    """Who does what: told to the actor as an order, of the others as a fact."""
    return word if who == "actor" else f"{WHO[who]} {word}s"


def in_turn(actions: Sequence[ActionMechanic], context: Context) -> str:
    """Several actions, one after the other."""
    return "; then ".join(action.rule(context) for action in actions)
