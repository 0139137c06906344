"""Bout: one player attacks, the next beats each card or takes them all."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..._core import LIKENESSES
from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.findings import Gate
from ...language.vocabulary import (
    ASIDE,
    EACH_SEAT,
    FORWARD,
    HAND,
    IN_PLAY,
    LEFT,
    LOOP_MASK,
    NEXT_SEAT,
    OPERATORS,
    OTHER_SEAT,
    PASS,
    PHASE_A,
    PHASE_B,
    PLAYING_WITH_CARDS,
    START_SEAT,
    TABLEAU,
    TAKE,
    TOP_FIRST,
    TRUMP,
    TURN_SEAT,
    of,
)
from .phase import MANY, Doubts, PhaseMechanic

ATTACKER, DEFENDER = START_SEAT, OTHER_SEAT


class BoutPhase(PhaseMechanic, tag="BoutPhase", frozen=True, kw_only=True):
    """PHASE_A is the number of attacks, PHASE_B the most there may be.

    This is the attack of Durak. The seats are kept in seat variables, because PHASE registers hold numbers only.
    """

    noun = "attacks"
    descriptions = {
        "": "Attack the next player with cards, who beats them or takes them.",
        "max_attack": "Cards a defender may be attacked with at most.",
        "refill_to": "Afterwards all draw up to so many cards; 0: nobody draws.",
    }
    facts = Facts(
        makes=always(Makes.SHEDS, Makes.TABLE, Makes.NEXT_TURN, Makes.ATTACKS)
        | when(lambda part: part.refill_to > 0, Makes.DRAWS),
        needs=always(Needs.SETS, Needs.HOLDERS),
        reads=always(Reads.ORDER, Reads.TRUMP, Reads.TABLE, Reads.HAND_SIZES),
        ends=NONE,
        prompts=always(Prompts.CARD, Prompts.ANSWER),
    )
    max_attack: Annotated[int, Meta(ge=1, le=13)] = 6
    refill_to: Annotated[int, Meta(ge=0, le=13)] = 6

    def emit(self, asm: Assembler) -> None:
        """Attacks and defences by turns, until the defender has beaten all or takes all; then hands are filled up.

        PHASE_A counts the attacks, PHASE_B is the most there may be.
        """
        over, taken, refill = Label(), Label(), Label()
        self._emit_seats(asm, over)
        self._emit_first_attack(asm)
        again, beaten = asm.here(), Label()
        # After each defence: enough attacks, or a defender without cards, end the bout as beaten. Nobody can attack a
        # seat that has nothing left to defend with.
        self._emit_defence(asm, taken)
        with asm.sets() as [hand]:
            asm.op("JCMPR", PHASE_A, PHASE_B, OPERATORS[">="], beaten)
            asm.op("SHAND", hand, DEFENDER)
            asm.op("JEMPTY", hand, beaten)
        self._emit_more_attacks(asm, again)
        asm.place(beaten)
        asm.op("MOVEALL", TABLEAU, ASIDE, TOP_FIRST)
        asm.op("SETV", NEXT_SEAT, DEFENDER)
        asm.op("JUMP", refill)
        asm.place(taken)
        asm.op("MOVEALL", TABLEAU, of(HAND, DEFENDER), TOP_FIRST)
        # Whoever takes loses the turn: the seat after the defender attacks next.
        asm.op("SETV", NEXT_SEAT, DEFENDER)
        asm.step(NEXT_SEAT, IN_PLAY, FORWARD)
        asm.place(refill)
        if self.refill_to:
            self._emit_refill(asm)
        asm.place(over)

    def _emit_seats(self, asm: Assembler, over: Label) -> None:
        """Attacker and defender, and how many attacks there may be."""
        found = Label()
        with asm.ints(2) as [mask, count]:
            asm.op("MASK", mask, PLAYING_WITH_CARDS)
            asm.op("JFEWER", mask, 2, over)
            asm.op("SETV", ATTACKER, TURN_SEAT)
            asm.op("EACH", ATTACKER, mask, FORWARD, found)
            asm.place(found)
            asm.op("SETV", DEFENDER, ATTACKER)
            asm.step(DEFENDER, PLAYING_WITH_CARDS, FORWARD)
            asm.op("SETI", PHASE_B, self.max_attack)
            asm.op("SIZE", count, of(HAND, DEFENDER))
            # As many attacks as the defender has cards: each must be beaten by a card.
            asm.op("MINR", PHASE_B, count)
            asm.op("SETI", PHASE_A, 1)

    @staticmethod
    def _emit_first_attack(asm: Assembler) -> None:
        with asm.sets() as [cards]:
            begin = asm.here()
            asm.op("SHAND", cards, ATTACKER)
            asm.ask_card(ATTACKER, "Attack with a card", cards, begin)
            asm.op("PLAY", of(HAND, ATTACKER), TABLEAU)

    @staticmethod
    def _emit_more_attacks(asm: Assembler, again: Label) -> None:
        """Every other seat in turn may add a card of a rank that lies on the table; after one was added the defender is asked again.

        The attacker is asked first, then the others going left. Whoever adds a card is followed by a defence, and then
        the round of questions begins with the attacker again.
        """
        asm.op("MASK", LOOP_MASK, PLAYING_WITH_CARDS)
        asm.op("CLRB", LOOP_MASK, DEFENDER)
        with asm.seats_of(ATTACKER, LOOP_MASK, LEFT) as seat, asm.sets(2) as [cards, hand]:
            passed = Label()
            asm.ask(seat, "Add a card to the attack")
            asm.op("SPILE", cards, TABLEAU)
            asm.op("SLIKE", cards, cards, LIKENESSES["rank"])
            asm.op("SHAND", hand, seat)
            asm.op("SAND", cards, hand)
            asm.op("JEMPTY", cards, passed)
            asm.op("OFFER", cards)
            asm.op("OFFERM", PASS)
            asm.op("CHOOSE")
            asm.op("JMOVE", PASS, passed)
            asm.op("PLAY", of(HAND, seat), TABLEAU)
            asm.op("ADDI", PHASE_A, 1)
            asm.op("JUMP", again)
            asm.place(passed)

    @staticmethod
    def _emit_defence(asm: Assembler, taken: Label) -> None:
        """The defender beats the last card by a stronger one of its suit, or any other suit by a trump; or takes everything."""
        # Without trumps in the game, SSUIT of TRUMP (-1) is empty, and nothing is added to `beats`.
        trumped = Label()
        with asm.sets(3) as [card, beats, trumps]:
            asm.ask(DEFENDER, "Beat the card or take")
            asm.op("STOP", card, TABLEAU)
            asm.op("SSTRONG", beats, card, asm.tables(asm.context.strength), OPERATORS[">"])
            asm.op("SLIKE", trumps, card, LIKENESSES["suit"])
            asm.op("SAND", beats, trumps)
            asm.op("SSUIT", trumps, TRUMP)
            asm.op("SAND", card, trumps)
            # A trump is beaten by stronger trumps only: those are in `beats` already.
            asm.op("JSOME", card, trumped)
            asm.op("SOR", beats, trumps)
            asm.place(trumped)
            asm.op("SHAND", card, DEFENDER)
            asm.op("SAND", beats, card)
            asm.op("OFFER", beats)
            asm.op("OFFERM", TAKE)
            asm.op("CHOOSE")
            asm.op("JMOVE", TAKE, taken)
            asm.op("PLAY", of(HAND, DEFENDER), TABLEAU)

    def _emit_refill(self, asm: Assembler) -> None:
        """The attacker, the others from its left, the defender last.

        The order matters, because the stock may run out: then the attacker has drawn, and the defender has not.
        """
        done = Label()
        with asm.each_seat(ATTACKER, IN_PLAY) as seat:
            other = Label()
            asm.op("JSEAT", seat, DEFENDER, other)
            self._emit_hand(asm, seat, done)
            asm.place(other)
        asm.op("SETV", EACH_SEAT, DEFENDER)
        self._emit_hand(asm, EACH_SEAT, done)
        asm.place(done)

    def _emit_hand(self, asm: Assembler, seat: int, empty: Label) -> None:
        full = Label()
        again = asm.here()
        with asm.ints() as [held]:
            asm.op("SIZE", held, of(HAND, seat))
            asm.jump_if(held, ">=", self.refill_to, full)
        asm.draw_one(seat, empty)
        asm.op("JUMP", again)
        asm.place(full)

    def doubts(self, context: Context) -> Doubts:
        if context.setup.hand_suits:
            yield Gate.ROOM, "", "everybody holds one suit, so nobody can beat a card"

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -self.max_attack, MANY

    def rule(self, context: Context) -> str:
        two = context.seats == 2
        foe = "the other player" if two else "the next player who has cards"
        others = "you may" if two else "you, or if you do not the other players in turn to the left, may"
        trumps = " A trump also beats any card that is not a trump." * context.has_trump
        after = "you attack again" if two else "the player after the defender takes the next turn"
        text = (
            f"You attack {foe}, the defender, by playing any card to the table. The defender beats it or takes all cards on the table.\n"
            f"A card is beaten by a higher card of its suit.{trumps}\n"
            f"After each card beaten {others} attack with another card, if it is of a rank already on the table. There may be at most {self.max_attack} attacks "
            "in all, and no more than the defender held cards when this attack began.\n"
            "When nobody attacks any more or the limit is reached, the attack is beaten: the cards on the table are out of play. Once the defender takes, no card can be added."
        )
        if self.refill_to:
            first = (
                "you first, then the defender" if two else "you first, then the others to the left, the defender last"
            )
            text += f"\nThen everyone with fewer than {self.refill_to} cards draws up to {self.refill_to} from the stock, {first}."
        return f"{text}\nA defender who has beaten the attack takes the next turn. If the defender has taken, {after}."

    def brief(self, context: Context) -> str:
        fill = f"; draw up to {self.refill_to}" if self.refill_to else ""
        return f"attack with a card; the defender beats it or takes all; at most {self.max_attack} attacks{fill}"
