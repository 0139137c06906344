"""Claim: put cards face down and say what they are; anyone may doubt it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, always, when
from ...language.fields import ALL_CARDS, RANKS, SUIT_NAMES, SUITS, Visibility
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    ACCEPT,
    CHALLENGE,
    CLAIMS,
    DISCARD,
    EACH_SEAT,
    HAND,
    IN_PLAY,
    PHASE_A,
    PHASE_B,
    PHASE_C,
    PICKED,
    RANK_MOVES,
    SUIT_MOVES,
    TOP_FIRST,
    TURN_SEAT,
    of,
)
from ...language.words import between, cards, list_words, rank_words
from .phase import MANY, Doubts, PhaseMechanic, too_many

Penalty = Annotated[int, Meta(ge=0, le=5)]


class ClaimPhase(PhaseMechanic, tag="ClaimPhase", frozen=True, kw_only=True):
    """PHASE_A is the claimed rank, PHASE_B the claimed suit, PHASE_C the number of cards.

    The game is Cheat. A claim is public and the cards are not, until somebody doubts them.
    """

    noun = "claims"
    descriptions = {
        "": "Put cards face down and say what they are; others may doubt it.",
        "can_lie": "Whether the cards may be others than claimed; if so, they may be challenged.",
        "challenge_penalty": "Cards that a wrong challenger draws besides the pile.",
        "claim_types": "What is claimed: a rank, a suit, or both.",
        "lie_penalty": "Cards that a liar who is caught draws besides the pile.",
        "order": "Whether the claim follows the order of ranks (sequence) or is free.",
    }
    facts = Facts(
        makes=always(Makes.SHEDS, Makes.DISCARDS, Makes.CLAIMS)
        | when(lambda part: part.can_lie, Makes.CHALLENGES, Makes.DISCARDS_TAKEN, Makes.SHOWS)
        | when(lambda part: part.can_lie and (part.challenge_penalty > 0 or part.lie_penalty > 0), Makes.DRAWS),
        needs=always(Needs.SETS),
        reads=NONE,
        ends=NONE,
        prompts=always(Prompts.CARD)
        | when(lambda part: part.order == "free" and "rank" in part.claim_types, Prompts.RANK)
        | when(lambda part: part.order == "free" and "suit" in part.claim_types, Prompts.SUIT)
        | when(lambda part: part.can_lie, Prompts.ANSWER),
    )
    min_cards: Annotated[int, Meta(ge=1, le=8)] = 1
    max_cards: Annotated[int, Meta(ge=1, le=8)] = 4
    claim_types: Annotated[tuple[Literal["rank", "suit"], ...], Meta(min_length=1, max_length=2)] = ("rank",)
    order: Literal["sequence", "free"] = "sequence"
    can_lie: bool = True
    challenge_penalty: Penalty = 0
    lie_penalty: Penalty = 0

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        yield from too_many(self.min_cards, self.max_cards, "cards")
        if not self.can_lie and self.order == "free":
            yield "order", "claims that cannot be lies must go in sequence"

    def emit(self, asm: Assembler) -> None:
        """Cards are put down face down and claimed to be of a rank, a suit or both; then the others may doubt it.

        PHASE_A is the rank claimed, PHASE_B the suit, PHASE_C how many cards.
        """
        over = Label()
        with asm.sets() as [hand]:
            asm.op("SHAND", hand, TURN_SEAT)
            asm.op("JEMPTY", hand, over)
        if self.order == "sequence":
            if "rank" in self.claim_types:
                self._emit_sequence(asm, PHASE_A, asm.context.ranks)
            if "suit" in self.claim_types:
                self._emit_sequence(asm, PHASE_B, asm.context.suits)
            # Counted before the cards are chosen: the sequence moves on even if a seat that may not lie has no such
            # cards.
            asm.op("ADDI", CLAIMS, 1)
        # A liar with fewer cards than `min_cards` puts down what is left (`capped`). Whoever may not lie puts down
        # none.
        selection = Selection(low=self.min_cards, high=self.max_cards, capped=self.can_lie)
        claim = " ".join(f"{{{kind}}}" for kind in self.claim_types)
        prompt = f"Put down {self.min_cards} to {self.max_cards} cards" + (
            f" as {claim}" if self.order == "sequence" else ""
        )
        selection.emit(asm, TURN_SEAT, lambda into: self._emit_candidates(asm, into), prompt, over)
        if self.order == "free":
            self._emit_naming(asm)
        asm.op("SIZE", PHASE_C, of(PICKED, TURN_SEAT))
        asm.op("MOVEALL", of(PICKED, TURN_SEAT), DISCARD, TOP_FIRST)
        if self.can_lie:
            self._emit_challenge(asm, over)
        asm.place(over)

    @staticmethod
    def _emit_sequence(asm: Assembler, register: int, present: list[int]) -> None:
        """The claim number modulo what there is, as a rank or suit number.

        The deck may lack ranks: with 2 3 4 5 gone, the claim after an ace is a six. Where no rank is missing the
        remainder is the rank already.
        """
        asm.op("MOVR", register, CLAIMS)
        asm.op("MODI", register, len(present))
        if present == list(range(len(present))):
            return
        done = Label()
        for place, number in reversed(list(enumerate(present))):  # from the top, so that no value is mapped twice
            other = Label()
            asm.jump_if(register, "!=", place, other)
            asm.op("SETI", register, number)
            asm.op("JUMP", done)
            asm.place(other)
        asm.place(done)

    def _emit_true_cards(self, asm: Assembler, into: int) -> None:
        """The cards for which the claim is true."""
        asm.set_constant(into, ALL_CARDS)
        with asm.sets() as [cards]:
            if "rank" in self.claim_types:
                asm.op("SRANK", cards, PHASE_A)
                asm.op("SAND", into, cards)
            if "suit" in self.claim_types:
                asm.op("SSUIT", cards, PHASE_B)
                asm.op("SAND", into, cards)

    def _emit_candidates(self, asm: Assembler, into: int) -> None:
        """Any card may be put down as anything, unless lies are forbidden."""
        asm.op("SHAND", into, TURN_SEAT)
        if not self.can_lie:
            with asm.sets() as [true]:
                self._emit_true_cards(asm, true)
                asm.op("SAND", into, true)

    def _emit_naming(self, asm: Assembler) -> None:
        """A free claim is made after the cards are chosen, and belongs to the same decision."""
        if "rank" in self.claim_types:
            asm.ask(TURN_SEAT, "Claim a rank", continues="always")
            asm.op("CHOOSEB", RANK_MOVES, sum(1 << rank for rank in asm.context.ranks))
            asm.op("CHOSEN", PHASE_A, RANK_MOVES)
        if "suit" in self.claim_types:
            asm.ask(TURN_SEAT, "Claim a suit", continues="always")
            asm.op("CHOOSEB", SUIT_MOVES, sum(1 << suit for suit in asm.context.suits))
            asm.op("CHOSEN", PHASE_B, SUIT_MOVES)

    def _emit_challenge(self, asm: Assembler, over: Label) -> None:
        """Everybody else in turn is asked. Who doubts first has the cards turned up, and takes the pile if the claim was true."""
        doubted, lied, taken = Label(), Label(), Label()
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            accepted = Label()
            asm.op("JSEAT", seat, TURN_SEAT, accepted)
            claim = " ".join(f"{{{kind}}}" for kind in self.claim_types)
            asm.ask(seat, f"Challenge the claim of {claim}?")
            asm.op("CHOOSEB", CHALLENGE, 1 | 1 << ACCEPT - CHALLENGE)
            asm.op("JMOVE", CHALLENGE, doubted)
            asm.place(accepted)
        asm.op("JUMP", over)
        asm.place(doubted)
        with asm.sets(2) as [cards, true]:
            # Only the cards of this claim are turned up, though the loser takes the whole pile with those of earlier
            # claims.
            asm.op("STOPN", cards, DISCARD, PHASE_C)
            asm.op("SHOW", cards)
            asm.note("challenged", self, seat=TURN_SEAT, number=PHASE_C)
            self._emit_true_cards(asm, true)
            asm.op("SANDN", cards, true)
            asm.op("JSOME", cards, lied)
        self._emit_loss(asm, EACH_SEAT, self.challenge_penalty)
        asm.op("JUMP", taken)
        asm.place(lied)
        self._emit_loss(asm, TURN_SEAT, self.lie_penalty)
        asm.place(taken)

    @staticmethod
    def _emit_loss(asm: Assembler, seat: int, penalty: int) -> None:
        """Whoever was wrong takes the pile, and draws a penalty as far as the stock goes."""
        empty = Label()
        asm.op("MOVEALL", DISCARD, of(HAND, seat), TOP_FIRST)
        for _ in range(penalty):
            asm.draw_one(seat, empty)
        asm.place(empty)

    def doubts(self, context: Context) -> Doubts:
        if not self.can_lie:
            return
        if context.setup.hand_visibility is Visibility.FACE_UP:
            yield Gate.SECRET, "can_lie", "hands lie open, so everybody sees a lie"
        elif context.setup.discard_visibility == "face_up":
            yield Gate.SECRET, "can_lie", "cards are claimed face up, so everybody sees a lie"
        rank, suit = "rank" in self.claim_types, "suit" in self.claim_types
        true = 1 if rank and suit else len(context.suits) if rank else len(context.ranks)
        if self.min_cards > true:
            yield Gate.NEVER, "min_cards", f"no claim can be true: {self.min_cards} cards are put down, and {true} fit"
        if self.order == "free":
            kinds = context.deck.bit_count() if rank and suit else len(context.ranks if rank else context.suits)
            if context.dealt_hand > kinds * (self.max_cards - 1):
                why = f"every hand has {cards(self.max_cards)} of which the truth can be said: nobody needs to lie"
                yield Gate.SECRET, "order", why

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -self.max_cards, MANY if self.can_lie else 0

    def rule(self, context: Context) -> str:
        face = "face up" if context.setup.discard_visibility == "face_up" else "face down"
        text = f"Put {between(self.min_cards, self.max_cards)} {face} on the discard pile and say what they are.\n{self._order_words(context)}"
        if not self.can_lie:
            return f"{text} The cards must be what is due; if you have not enough such cards, you put none and the next claim is due."
        short = " With fewer cards than that you put down all you have." if self.min_cards > 1 else ""
        text += (
            f" The cards need not be what you say.{short}\nThen each other player in turn may accept or challenge; at the first challenge "
            f"the cards just put down are shown. If all are what you said, the challenger takes the whole discard pile{self._penalty(self.challenge_penalty)}; "
            f"if not, you take it{self._penalty(self.lie_penalty)}."
        )
        return text

    @staticmethod
    def _penalty(count: int) -> str:
        return f", and {cards(count)} more from the stock" if count else ""

    def _order_words(self, context: Context) -> str:
        """How the claim is found: by the sequence, or freely."""
        kinds = list(dict.fromkeys(self.claim_types))
        if self.order == "free":
            return f"You may name any {list_words(kinds)}, the same for all of them."
        orders = {
            "rank": [rank_words(RANKS[number]) for number in context.ranks],
            "suit": [SUIT_NAMES[SUITS[number]] for number in context.suits],
        }
        rounds = [f"{', '.join(orders[kind])}, then {orders[kind][0]} again" for kind in kinds]
        return f"What you must say is fixed, turn after turn: {' and with each '.join(rounds)}."

    def brief(self, context: Context) -> str:
        return f"put down {between(self.min_cards, self.max_cards)} with a claim{'; others may challenge' if self.can_lie else ''}"
