"""What all phases share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Literal, Self

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Makes, Needs
from ...language.fields import Mechanic, Rank
from ...language.findings import Gate
from ...language.vocabulary import IN_PLAY, TURN_SEAT

PhaseWho = Literal["actor", "all"]
Doubts = Iterator[tuple[Gate, str, str]]  # a gate, a field or nothing for the whole, and a sentence
MANY = 52  # more cards than any limit: the whole pack


class PhaseMechanic(Mechanic, frozen=True, kw_only=True):
    """A step of every turn (or, in the opening, of a deal). `emit` is its code; it may jump to `asm.context.turn_over`."""

    noun: ClassVar[str]  # what it is called after "without" or "a game of"
    judged_by: ClassVar[int | None] = None  # of RANKINGS: what helps to stay in, where the last one in wins
    tuned: ClassVar[tuple[str, ...]] = ()  # fields that random genomes fit to the rest of the game

    def emit(self, asm: Assembler) -> None:
        raise NotImplementedError

    def emit_deal_end(self, asm: Assembler) -> None:
        """Code that runs when a deal ends, before scoring."""

    def emit_after_card(self, asm: Assembler, over: Label) -> None:
        """Code that runs when EACH_SEAT has played a card to a trick; a jump to `over` leaves the trick unfinished."""

    def emit_after_trick(self, asm: Assembler) -> None:
        """Code that runs when START_SEAT has won a trick, before it does anything else."""

    def rule(self, context: Context) -> str:
        """What happens, as sentences to the player whose turn it is; a new line begins a point of its own."""
        raise NotImplementedError

    def brief(self, context: Context) -> str:
        """The same in a few words, for a quick reference."""
        raise NotImplementedError

    def deal_end_rule(self, context: Context) -> str:
        """What `emit_deal_end` does, as sentences."""
        return ""

    def name_bid(self, bid: int) -> str:
        """What a seat's number in the column of bids means, if it is this phase that writes there."""
        return ""

    def ranks_apart(self) -> frozenset[Rank]:
        """Ranks whose values it does not use, though it uses those of others."""
        return frozenset()

    def order_rule(self, context: Context) -> str:
        """How trumps rank in it, if otherwise than other cards: a sentence for the setup."""
        return ""

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """What is wrong with it in its game, beyond what facts say: a field, or nothing for the whole, and a message."""
        yield from ()

    def doubts(self, context: Context) -> Doubts:
        """What makes it pointless in its game, beyond what facts say."""
        yield from ()

    def trick_worth(self, context: Context) -> float:
        """What a trick that was promised is worth, about, in points; 0 where none is promised."""
        return 0.0

    def hand_change(self, context: Context) -> tuple[int, int]:
        """By how many cards the hand of whoever acts grows in it, at least and at most; MANY where nothing limits it."""
        return 0, 0

    def spare_stock(self) -> int:
        """So many cards are left in the stock at the end of a turn, or the deal is over."""
        return 0

    def tells_without_cards(self) -> bool:
        """Whether its rule says what players without cards do in it, or hands are empty between turns."""
        return False

    def can_block(self, context: Context) -> bool:
        """Whether nobody may be able to go on: it asks for cards that fit, and somebody may hold none."""
        return False

    def count_laid_out(self, context: Context) -> int:
        """How many cards it turns from the stock onto the table."""
        return 0

    def affordable(self, chips: int, context: Context) -> Self:
        """The same with no forced or least bet above so many chips."""
        return self

    def write_out(self, context: Context) -> dict[str, Any]:
        """Fields that say something else where they are empty, with what they say."""
        return {}

    @classmethod
    def offers_choice(cls) -> bool:
        return bool(cls.facts.prompts)

    @classmethod
    def works_with(cls, queue: bool) -> bool:
        """Whether it is possible where hands are queues, or where they are sets."""
        return not cls.may(Needs.SETS if queue else Needs.QUEUES)

    @property
    def is_for_everyone(self) -> bool:
        """Whether it is not, or not only, the player whose turn it is who acts."""
        return self.may(Makes.ROUND) or getattr(self, "who", "actor") == "all" or not self.offers_choice()


def too_many(least: int, most: int, name: str) -> Iterator[tuple[str, str]]:
    """The fault of a range that is upside down."""
    if least > most:
        yield f"min_{name}", f"exceeds max_{name}"


@contextmanager
def acting_seats(asm: Assembler, who: str) -> Iterator[tuple[int, Label]]:
    """The body runs for the turn's seat, or for all in play from it. Jumping to the label ends one seat's part."""
    over = Label()
    if who == "actor":
        yield TURN_SEAT, over
        asm.place(over)
    else:
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            yield seat, over
            asm.place(over)
