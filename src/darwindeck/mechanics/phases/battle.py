"""Battle: everyone turns up a card; the highest takes them all, ties fight on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when, within
from ...language.findings import Gate
from ...language.vocabulary import (
    ASIDE,
    CAPTURE,
    DEALER,
    EACH_SEAT,
    FLIP,
    FRONT,
    HAND,
    IN_ORDER,
    LEFT,
    LOOP_MASK,
    NEXT_SEAT,
    OPENLY,
    OTHER_SEAT,
    PHASE_A,
    PHASE_B,
    PLAYING_WITH_CARDS,
    PRIVATELY,
    SHUFFLED,
    TABLEAU,
    TOP_FIRST,
    TURN_SEAT,
    of,
)
from ...language.words import cards
from .phase import MANY, Doubts, PhaseMechanic

OWN_HAND, OWN_FRONT = of(HAND, EACH_SEAT), of(FRONT, EACH_SEAT)


class BattlePhase(PhaseMechanic, tag="BattlePhase", frozen=True, kw_only=True):
    """PHASE_A is the mask of seats still in the battle; PHASE_B tells whether a new card was turned up.

    The cards of a battle lie in the `front` of each seat, face up ones on top, until somebody takes them.
    """

    noun = "battles"
    descriptions = {
        "": "Everybody turns up a card; the strongest takes them all.",
        "cards_down": "Cards put face down when the highest are level.",
        "on_tie": "Whether level cards lead to a battle, or nobody wins.",
        "pickup": "The order in which the winner takes the cards under its own.",
        "short_of_cards": "What becomes of a seat that cannot put down enough cards.",
        "spoils": "What the winner takes: the cards played, the table, or the pot too.",
        "take_to": "Where the winner's cards go.",
    }
    tuned = ("spoils",)
    facts = Facts(
        makes=always(Makes.ROUND, Makes.NEXT_TURN, Makes.BATTLES, Makes.COMMITS)
        | when(lambda part: part.spoils != "tableau" and part.take_to == "hand", Makes.HANDS_WON)
        | when(lambda part: part.spoils == "tableau" or part.take_to == "capture_zone", Makes.CAPTURES)
        | when(lambda part: part.spoils == "pot", Makes.POT_WON)
        | within(lambda part, context: not context.queue, Makes.SHOWS),
        needs=always(Needs.HOLDERS)
        | when(lambda part: part.spoils == "pot", Needs.CHIPS, Needs.POT)
        | when(lambda part: part.spoils == "tableau", Needs.TABLE),
        reads=always(Reads.ORDER)
        | when(lambda part: part.spoils == "pot", Reads.POT)
        | when(lambda part: part.spoils == "tableau", Reads.TABLE),
        ends=NONE,
        prompts=within(lambda part, context: not context.queue, Prompts.CARD)
        | within(lambda part, context: context.queue, Prompts.FLIP),
    )
    cards_down: Annotated[int, Meta(ge=0, le=5)] = 3
    pickup: Literal["shuffled", "winner_first"] = "shuffled"
    short_of_cards: Literal["last_card", "lose"] = "lose"
    take_to: Literal["hand", "capture_zone"] = "hand"
    on_tie: Literal["battle", "nobody"] = "battle"
    spoils: Literal["cards", "tableau", "pot"] = "cards"

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        if self.spoils == "pot" and not context.has_chips:
            yield "spoils", "there are no chips"

    def emit(self, asm: Assembler) -> None:
        """Everybody turns up a card; who has the highest wins. Equal highest cards battle on, as often as they are equal.

        PHASE_A is the mask of the seats in the battle. PHASE_B is 1 if a seat added a card in this round of a tie.
        """
        over, won, nobody = Label(), Label(), Label()
        asm.op("MASK", PHASE_A, PLAYING_WITH_CARDS)
        asm.op("JFEWER", PHASE_A, 2, over)
        self._emit_turning(asm, lambda: self._emit_up_card(asm))
        again = asm.here()
        # From here on only the seats that tie for the highest card are in PHASE_A. The cards of the others stay to be
        # won.
        asm.op("UPBEST", PHASE_A, PHASE_A, asm.tables(asm.context.strength))
        asm.op("JONE", PHASE_A, won)
        if self.on_tie == "battle":
            asm.op("SETI", PHASE_B, 0)
            self._emit_turning(asm, lambda: self._emit_tied_seat(asm))
            # Everybody ran out of cards at once. With one seat left that one wins, without a card more.
            asm.jump_if(PHASE_A, "==", 0, nobody)
            asm.op("JONE", PHASE_A, won)
            # If no tied seat could add a card, the same cards would tie for ever: nobody wins.
            asm.jump_if(PHASE_B, "!=", 0, again)
        asm.place(nobody)
        asm.op("COLLECT", of(FRONT, TURN_SEAT), ASIDE, IN_ORDER)
        asm.op("JUMP", over)
        asm.place(won)
        self._emit_pickup(asm)
        asm.place(over)

    def _emit_round(self, asm: Assembler, body: Callable[[], None]) -> None:
        """The body for each seat in the battle. The loop uses up its mask, so it runs on a copy of PHASE_A."""
        asm.op("MOVR", LOOP_MASK, PHASE_A)
        with asm.seats_of(TURN_SEAT, LOOP_MASK):
            body()

    def _emit_turning(self, asm: Assembler, body: Callable[[], None]) -> None:
        """A round of up-cards; those chosen in secret are shown when all have chosen.

        With queue hands a card is turned up at once, since its owner does not choose it. With set hands the seats
        choose one after the other, and whoever chooses last must not see what the others have chosen.
        """
        self._emit_round(asm, body)
        if asm.context.queue:
            return

        def show() -> None:
            with asm.sets() as [card]:
                asm.op("STOP", card, OWN_FRONT)
                asm.op("SHOW", card)

        self._emit_round(asm, show)

    @staticmethod
    def _emit_up_card(asm: Assembler) -> None:
        """The seat's card for the battle: the top one of a queue, else one that it chooses, face down until all have chosen."""
        if asm.context.queue:
            asm.ask_move(EACH_SEAT, "Turn up a card", FLIP)
            asm.op("TAKE", OWN_HAND, OWN_FRONT, OPENLY)
            return
        with asm.sets() as [cards]:
            begin = asm.here()
            asm.op("SHAND", cards, EACH_SEAT)
            asm.ask_card(EACH_SEAT, "Choose a card for the battle", cards, begin)
            asm.op("PLAY", OWN_HAND, OWN_FRONT)

    def _emit_tied_seat(self, asm: Assembler) -> None:
        """Cards face down, then one face up. A seat with too few loses the battle with all it has, or plays the last one face up."""
        full, over, none = Label(), Label(), Label()
        with asm.ints(2) as [held, down]:
            asm.op("SIZE", held, OWN_HAND)
            asm.op("SETI", down, self.cards_down)
            asm.jump_if(held, ">", self.cards_down, full)
            if self.short_of_cards == "lose":
                # At once, as docs/genome.md says of a hand that is lost in a battle (section 5).
                asm.op("MOVEALL", OWN_HAND, OWN_FRONT, TOP_FIRST)
                asm.op("CLRB", PHASE_A, EACH_SEAT)
                asm.op("JUMP", over)
            else:
                asm.jump_if(held, "==", 0, over)
                asm.op("MOVR", down, held)
                asm.op("ADDI", down, -1)
            asm.place(full)
            asm.op("SETI", PHASE_B, 1)
            if asm.context.queue:
                self._emit_queue_war(asm)
            else:
                self._emit_down_cards(asm, down, none)
                asm.place(none)
                self._emit_up_card(asm)
        asm.place(over)

    def _emit_queue_war(self, asm: Assembler) -> None:
        """One flip, then the cards; how many is counted again, since nothing is kept over a choice."""
        asm.ask_move(EACH_SEAT, "Battle on", FLIP)
        up, enough = Label(), Label()
        with asm.ints(2) as [held, down]:
            asm.op("SIZE", held, OWN_HAND)
            asm.op("SETI", down, self.cards_down)
            asm.jump_if(held, ">", self.cards_down, enough)
            asm.op("MOVR", down, held)
            asm.op("ADDI", down, -1)
            asm.place(enough)
            self._emit_down_cards(asm, down, up)
            asm.place(up)
        asm.op("TAKE", OWN_HAND, OWN_FRONT, OPENLY)

    @staticmethod
    def _emit_down_cards(asm: Assembler, down: int, done: Label) -> None:
        """As many cards face down as `down` says."""
        again = asm.here()
        asm.jump_if(down, "<=", 0, done)
        asm.op("TAKE", OWN_HAND, OWN_FRONT, PRIVATELY)
        asm.op("ADDI", down, -1)
        asm.op("JUMP", again)

    def _emit_pickup(self, asm: Assembler) -> None:
        """What the winner of the battle takes, and that the next turn is the winner's. PHASE_A has one seat left.

        With `spoils` tableau the cards of the battle were only the means: they go out of play. With `spoils` pot the
        chips are divided while the cards still lie there, because the first card of each seat decides who comes second.
        """
        found = Label()
        asm.op("SETV", OTHER_SEAT, TURN_SEAT)
        asm.op("EACH", OTHER_SEAT, PHASE_A, LEFT, found)
        asm.place(found)
        asm.op("SETV", NEXT_SEAT, OTHER_SEAT)
        if self.spoils == "tableau":
            asm.op("MOVEALL", TABLEAU, of(CAPTURE, OTHER_SEAT), TOP_FIRST)
            asm.op("COLLECT", of(FRONT, OTHER_SEAT), ASIDE, IN_ORDER)
            return
        if self.spoils == "pot":
            asm.note("pot")
            asm.op("WINBATTLE", OTHER_SEAT, DEALER, asm.tables(asm.context.strength))
            asm.note("paid")
        target = of(CAPTURE if self.take_to == "capture_zone" else HAND, OTHER_SEAT)
        asm.op("COLLECT", of(FRONT, OTHER_SEAT), target, SHUFFLED if self.pickup == "shuffled" else IN_ORDER)

    def doubts(self, context: Context) -> Doubts:
        if self.on_tie == "battle" and not context.queue and context.has(Makes.TRICKS):
            yield Gate.ROOM, "on_tie", "who ties puts down more cards, and then has fewer for the tricks than others"

    def hand_change(self, context: Context) -> tuple[int, int]:
        return (-MANY, MANY) if self.has(Makes.HANDS_WON, context) else (-1, -1)

    def rule(self, context: Context) -> str:
        if context.queue:
            start = "Everyone who has cards turns up the top card of the stack."
        else:
            start = "Everyone who has cards puts one face down; then all are turned up together."
        pot = f"\n{self._pot(context)}" if self.spoils == "pot" else ""
        return f"{start} The highest rank wins: {self._spoils(context)}.{self._next_turn(context)}\n{self._tie(context)}{pot}"

    def _next_turn(self, context: Context) -> str:
        """What the winner does next, unless all do everything at the same time."""
        if any(phase is self for phase in context.genome.turn_structure.opening):
            return " The winner begins."
        if context.own_turns:
            return " The winner takes the next turn."
        others = any(phase.offers_choice() for phase in context.phases if phase is not self)
        return " The winner begins the next round." if others or context.queue else ""

    @staticmethod
    def _pot(context: Context) -> str:
        if context.seats == 2:
            return "From the other player the winner takes no more than the winner has paid into the pot; what is above that goes back."
        return (
            "From each other player the winner takes no more than the winner has paid into the pot. What is above that is for those of the others "
            "still in who have paid as much: the one whose first card was highest takes it. Equal ones share it, odd chips going one each to the "
            "first of them from the dealer's left; whoever alone has paid so much takes it back."
        )

    def _spoils(self, context: Context) -> str:
        """What the winner takes, after "the highest rank wins:"."""
        if self.spoils == "tableau":
            return "the winner captures all cards lying on the table, and the cards played are out of play"
        if self.take_to == "capture_zone":
            where = "captures all cards played"
        elif not context.queue:
            where = "takes all cards played into the hand"
        elif self.pickup == "shuffled":
            where = "shuffles all cards played and puts them under the stack"
        else:
            where = (
                "puts all cards played under the stack, first the winner's own, then each other player's, going left"
            )
        return f"the winner {'takes the pot, then ' if self.spoils == 'pot' else ''}{where}"

    def _tie(self, context: Context) -> str:
        """What equal highest cards mean."""
        if self.on_tie == "nobody":
            prize = ", while those on the table stay there to be won" if self.spoils == "tableau" else ""
            return f"If several tie for highest, nobody wins and the cards played are out of play{prize}."
        down = f"puts down {cards(self.cards_down)} face down and " if self.cards_down else ""
        which = "another card" if self.cards_down == 0 else "one more"
        chosen = "" if context.queue or not self.cards_down else " (those face down are drawn at random from the hand)"
        up = f"turns up {which}{chosen}, and the new cards are compared"
        if not self.cards_down and not context.queue:
            up = "puts another card face down; these are turned up together and compared"
        text = f"If several tie for highest, each of them {down}{up}; if they tie again, this is repeated."
        if self.short_of_cards == "lose":
            need = cards(self.cards_down + 1)
            text += f" Whoever does not have {need} for that puts down all that are left and drops out of the battle."
        elif self.cards_down:
            text += " Whoever has too few turns up the last card and puts down the others; with no card at all the old one stands."
        else:
            text += " For whoever has no card left the old one stands."
        return f"{text} If none of them can go on, nobody wins and the cards played are out of play."

    def brief(self, context: Context) -> str:
        prize = {"cards": "the cards", "tableau": "the cards on the table", "pot": "the pot"}[self.spoils]
        return f"everyone {'turns up' if context.queue else 'plays'} a card; the highest wins {prize}"
