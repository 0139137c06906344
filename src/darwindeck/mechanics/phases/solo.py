"""Solo: players bid for what their game will be worth; the highest bidder plays alone against the others, and names the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.fields import SUIT_NAMES, SUITS, Rank
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    ACCEPT,
    ASIDE,
    BID,
    CARD_MOVES,
    DEBT,
    DECLARER,
    EACH_SEAT,
    IN_PLAY,
    NO_RESHUFFLE,
    NOBODY,
    NUMBER_MOVES,
    PASS,
    PHASE_A,
    PHASE_B,
    PHASE_C,
    PICKED,
    TOP_FIRST,
    TRICKS,
    TRUMP,
    TURN_SEAT,
    of,
)
from ...language.words import number_of
from .null import emit_if_null
from .phase import Doubts, PhaseMechanic
from .solo_rules import solo_rules, solo_score_rules
from .solo_score import emit_solo_score, emit_trump_bits
from .solo_values import ANNOUNCED, GRAND, HAND_GAMES, MOST_ANNOUNCED, NULL, OPEN_NULL, bid_values, null_worth
from .tops import find_tricks

POINTS: dict[Rank, int] = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
Worth = Annotated[int, Meta(ge=0, le=100)]
FROM_HAND, TAKE_ALL = NUMBER_MOVES, NUMBER_MOVES + 1  # answers, by their numbers
MOST_LEFT_OVER = 6  # cards
LOW = 4  # a declarer who needs less than one point in so many needs no good hand


class SoloPhase(PhaseMechanic, tag="SoloPhase", frozen=True, kw_only=True):
    """PHASE_A is the number of the highest bid, DEBT its value. DECLARER holds it.

    PHASE_B keeps the trumps that the declarer has played, since how many of the highest it had counts in the end. The BID
    column holds 1 + the game that the declarer has named and what was announced.
    """

    noun = "bidding to play alone"
    descriptions = {
        "": "Before the first turn players bid; the highest bidder plays alone for points, in a game of its choice.",
        "announcements": "Whether who plays from the hand may announce many points, all tricks, or all tricks with an open hand.",
        "card_points": "How many points captured cards of a rank are worth; other ranks are worth none.",
        "grand_value": "What a game is worth in which only trump_ranks are trumps, before it is multiplied; 0: there is none.",
        "more": "How many points raise the value, whoever has them.",
        "needed": "How many points the declarer needs.",
        "null_hand_value": "The same without taking the cards left over.",
        "null_value": "What a game is worth in which the declarer must not win a trick; 0: there is none.",
        "open_null_hand_value": "The same with an open hand and without taking the cards left over.",
        "open_null_value": "The same with an open hand.",
        "suit_step": "How much more each higher suit is worth: diamonds, hearts, spades, clubs.",
        "suit_value": "What a game is worth in which diamonds are trumps, before it is multiplied.",
    }
    facts = Facts(
        makes=always(Makes.TRUMP, Makes.ROUND, Makes.POINTS, Makes.CALLS, Makes.DRAWS)
        | when(lambda part: part.null_value > 0 or part.announcements, Makes.SHOWS),
        needs=always(Needs.SETS, Needs.OPENING, Needs.TRICKS),
        reads=always(Reads.CAPTURED, Reads.TRICKS, Reads.BIDS, Reads.TRUMP),
        ends=always(Ends.DEAL_AT_ONCE),
        prompts=always(Prompts.NUMBER, Prompts.ANSWER, Prompts.CARD),
    )
    card_points: dict[Rank, Annotated[int, Meta(ge=1, le=50)]] = msgspec.field(default_factory=lambda: dict(POINTS))
    suit_value: Annotated[int, Meta(ge=1, le=100)] = 9
    suit_step: Annotated[int, Meta(ge=0, le=20)] = 1
    grand_value: Worth = 24
    null_value: Worth = 23
    null_hand_value: Worth = 35
    open_null_value: Worth = 46
    open_null_hand_value: Worth = 59
    needed: Annotated[int, Meta(ge=1, le=500)] = 61
    more: Annotated[int, Meta(ge=1, le=500)] = 90
    announcements: bool = False

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """Each of these would change what is left over, or who plays against whom."""
        setup, trick = context.setup, find_tricks(context)
        faults = {
            "the declarer plays alone, without partners": bool(context.genome.teams),
            "nothing else may come before the first turn": len(context.genome.turn_structure.opening) > 1,
            "no action may follow the deal": bool(setup.post_deal_actions),
            "hands must have one size in all deals": bool(context.hand_schedule),
            "with capture_all players leave, and their cards are left over": context.wins_by("capture_all"),
            "captured cards must stay where they are": context.has(Needs.CAPTURES),
            "no card of the stock may be turned up": setup.trump_selection_method in ("turn_up", "bottom_card"),
            "only tricks may follow it": not all(p.may(Makes.TRICKS) for p in context.genome.turn_structure.phases),
            f"more than {MOST_LEFT_OVER} cards are left over": context.stock > MOST_LEFT_OVER,
            "needs ordered trump_ranks": trick is not None
            and bool(trick.trump_ranks)
            and trick.trump_ranks_of != "ordered",
        }
        yield from (("", message) for message, holds in faults.items() if holds)
        if self.null_value and trick is not None and trick.null_order is None:
            yield "null_value", "needs tricks with a null_order"

    def doubts(self, context: Context) -> Doubts:
        """A declarer who needs hardly any of the points, or more than there are."""
        total = sum(points * context.count_rank(rank) for rank, points in self.card_points.items())
        if self.needed > total:
            yield Gate.NEVER, "needed", f"no deal has {number_of(self.needed, 'point')}"
        elif LOW * self.needed < total:
            yield Gate.ROOM, "needed", f"the declarer needs only {self.needed} of {total} points, whatever the hand"

    def emit(self, asm: Assembler) -> None:
        """One after the other bids against whoever holds the bid. If nobody bids, the first may yet."""
        void, settled, end = Label(), Label(), Label()
        values = bid_values(self, asm.context)
        prompt = "Bid or pass|" + "|".join(f"bid {value}" for value in values)
        asm.op("SETI", TRUMP, -1)
        asm.op("SETI", PHASE_A, -1)
        asm.op("SETI", PHASE_B, 0)
        asm.op("SETV", DECLARER, TURN_SEAT)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            over = Label()
            asm.op("JSEAT", seat, DECLARER, over)
            self._emit_duel(asm, prompt, len(values), over)
            asm.place(over)
        asm.jump_if(PHASE_A, ">=", 0, settled)
        asm.ask(DECLARER, prompt)
        asm.op("OFFERM", NUMBER_MOVES)
        asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        asm.op("JMOVE", PASS, void)
        asm.op("SETI", PHASE_A, 0)
        asm.op("JUMP", settled)
        asm.place(void)
        asm.op("SETVI", DECLARER, NOBODY)
        asm.end_deal()
        asm.op("JUMP", end)
        asm.place(settled)
        found = Label()
        for number, value in enumerate(values):
            asm.op("SETI", DEBT, value)
            asm.jump_if(PHASE_A, "==", number, found)
        asm.place(found)
        self._emit_left_over(asm)
        self._emit_game(asm)
        asm.place(end)

    @staticmethod
    def _emit_duel(asm: Assembler, prompt: str, bids: int, over: Label) -> None:
        """EACH_SEAT bids the next value or passes; DECLARER holds each bid, or passes and is replaced."""
        speak = asm.here()
        asm.jump_if(PHASE_A, ">=", bids - 1, over)
        asm.ask(EACH_SEAT, prompt)
        with asm.ints() as [next_bid]:
            asm.op("MOVR", next_bid, PHASE_A)
            asm.op("ADDI", next_bid, 1)
            asm.op("OFFERN", NUMBER_MOVES, next_bid, next_bid)
        asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        asm.op("JMOVE", PASS, over)
        asm.op("ADDI", PHASE_A, 1)
        asm.ask(DECLARER, "Hold the bid?")
        asm.op("OFFERM", ACCEPT)
        asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        asm.op("JMOVE", ACCEPT, speak)
        asm.op("SETV", DECLARER, EACH_SEAT)

    @staticmethod
    def _emit_left_over(asm: Assembler) -> None:
        """The declarer takes the cards left over and lays as many aside, or plays from the hand."""
        count, done = asm.context.stock, Label()
        asm.op("SETI", PHASE_C, HAND_GAMES)
        if not count:
            return
        asm.ask(DECLARER, "Take the cards left over?|play from the hand|take the cards")
        asm.op("OFFERM", FROM_HAND)
        asm.op("OFFERM", TAKE_ALL)
        asm.op("CHOOSE")
        asm.op("JMOVE", FROM_HAND, done)
        asm.op("SETI", PHASE_C, 0)
        for _ in range(count):
            asm.op("DRAW", DECLARER, NO_RESHUFFLE, done)
        laid = Selection(low=count, high=count)
        laid.emit(asm, DECLARER, lambda into: asm.op("SHAND", into, DECLARER), "Lay cards aside", done)
        asm.op("MOVEALL", of(PICKED, DECLARER), ASIDE, TOP_FIRST)
        asm.place(done)

    def _emit_game(self, asm: Assembler) -> None:
        """The declarer names trumps, or a game without; nulls have one value each, which must be as high as the bid."""
        plain, closed = Label(), Label()
        names = "|".join([*(SUIT_NAMES[suit] for suit in SUITS), "grand", "null", "open null"])
        asm.ask(DECLARER, f"Name the game|{names}")
        for suit in asm.context.suits:
            asm.op("OFFERM", NUMBER_MOVES + suit)
        if self.grand_value:
            asm.op("OFFERM", NUMBER_MOVES + GRAND)
        for game in (NULL, OPEN_NULL) if self.null_value else ():
            from_hand, dear, offered = Label(), Label(), Label()
            asm.jump_if(PHASE_C, "!=", 0, from_hand)
            asm.jump_if(DEBT, ">", null_worth(self, game, 0), dear)
            asm.op("JUMP", offered)
            asm.place(from_hand)
            asm.jump_if(DEBT, ">", null_worth(self, game, HAND_GAMES), dear)
            asm.place(offered)
            asm.op("OFFERM", NUMBER_MOVES + game)
            asm.place(dear)
        asm.op("CHOOSE")
        with asm.ints() as [game]:
            asm.op("CHOSEN", game, NUMBER_MOVES)
            asm.jump_if(game, ">=", GRAND, plain)
            asm.op("MOVR", TRUMP, game)
            asm.place(plain)
            if self.null_value:
                asm.jump_if(game, "!=", OPEN_NULL, closed)
                self._emit_open_hand(asm)
                asm.place(closed)
            asm.op("ADDR", game, PHASE_C)
            asm.op("ADDI", game, 1)
            asm.op("STORE", BID, DECLARER, game)
            if self.announcements:
                self._emit_announcement(asm, game)

    @staticmethod
    def _emit_open_hand(asm: Assembler) -> None:
        with asm.sets() as [hand]:
            asm.op("SHAND", hand, DECLARER)
            asm.op("SHOW", hand)

    def _emit_announcement(self, asm: Assembler, game: int) -> None:
        """Only from the hand, and not in nulls. The choice leaves nothing in registers."""
        done, closed = Label(), Label()
        asm.jump_if(game, "<=", HAND_GAMES, done)
        asm.jump_if(game, ">", HAND_GAMES + GRAND + 1, done)
        points = number_of(self.more, "point")
        asm.ask(
            DECLARER, f"Announce more|announce nothing|announce {points}|announce all tricks|announce all tricks, open"
        )
        for level in range(1, MOST_ANNOUNCED + 1):
            asm.op("OFFERM", NUMBER_MOVES + level)
        asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        asm.op("JMOVE", PASS, done)
        with asm.ints() as [level]:
            asm.op("CHOSEN", level, NUMBER_MOVES)
            asm.jump_if(level, "<", MOST_ANNOUNCED, closed)
            self._emit_open_hand(asm)
            asm.place(closed)
            asm.op("MULI", level, ANNOUNCED)
            asm.op("LOAD", game, BID, DECLARER)
            asm.op("ADDR", game, level)
            asm.op("STORE", BID, DECLARER, game)
        asm.place(done)

    def emit_after_card(self, asm: Assembler, over: Label) -> None:
        """Keeps the trumps that the declarer plays. Everybody has seen them."""
        mine, other = Label(), Label()
        asm.op("JSEAT", EACH_SEAT, DECLARER, mine)
        asm.op("JUMP", other)
        asm.place(mine)
        with asm.sets() as [card], asm.ints(2) as [number, bits]:
            asm.op("CHOSEN", number, CARD_MOVES)
            asm.op("SCARD", card, number)
            emit_trump_bits(asm, bits, card)
            asm.op("ADDR", PHASE_B, bits)
        asm.place(other)

    def emit_after_trick(self, asm: Assembler) -> None:
        """A null is over as soon as it is lost."""
        null, goes_on = Label(), Label()
        if not self.null_value:
            return
        emit_if_null(asm, null)
        asm.op("JUMP", goes_on)
        asm.place(null)
        with asm.ints() as [tricks]:
            asm.op("LOAD", tricks, TRICKS, DECLARER)
            asm.jump_if(tricks, "==", 0, goes_on)
        asm.end_deal()
        asm.place(goes_on)

    def emit_deal_end(self, asm: Assembler) -> None:
        emit_solo_score(asm, self)

    def rule(self, context: Context) -> str:
        return solo_rules(self, context)

    def deal_end_rule(self, context: Context) -> str:
        return solo_score_rules(self, context)

    def brief(self, context: Context) -> str:
        return "bid for what a game of yours is worth, hold the bid, or pass"
