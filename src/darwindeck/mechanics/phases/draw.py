"""Draw: take cards into your hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, when
from ...language.fields import Location
from ...language.places import UNSEEN, emit_place
from ...language.vocabulary import (
    DISCARD,
    DISCARDED,
    DRAW,
    DRAWN,
    HAND,
    OPERATORS,
    PASS,
    PHASE_A,
    PRIVATELY,
    REFUSED,
    TABLEAU,
    TAKE,
    TAKEN,
    of,
)
from ...language.words import capitalise, cards, going, of_opponent, place
from ..conditions import Condition
from ..conditions.condition import clause, emit_unless, is_clause, matching
from .phase import PhaseMechanic, PhaseWho, acting_seats

Source = Literal["deck", "discard", "tableau", "opponent_hand", "opponent_discard", "previous_hand", "previous_discard"]
DISCARDS = ("discard", "previous_discard")
PROMPTS = {
    "deck": "Draw",
    "discard": "Draw from the discard pile",
    "tableau": "Draw from the table",
    "opponent_hand": "Draw from a hand",
    "opponent_discard": "Draw from captured cards",
    "previous_hand": "Draw from a hand",
    "previous_discard": "Draw from a discard pile",
}


class DrawPhase(PhaseMechanic, tag="DrawPhase", frozen=True, kw_only=True):
    noun = "drawing"
    descriptions = {
        "": "Take cards into the hand.",
        "count_equals_discarded": "Whether as many cards are drawn as were discarded before.",
        "or_source": "Another pile the seat may choose instead; null: none.",
        "take_condition": "Which cards may be taken from the other pile; null: any.",
        "up_to": "Draw until the hand has so many cards, instead of count; 0: not so.",
    }
    tuned = ("source",)
    facts = Facts(
        makes=when(lambda part: "deck" in (part.source, part.or_source), Makes.DRAWS)
        | when(lambda part: not {part.source, part.or_source}.isdisjoint(DISCARDS), Makes.TOP_TAKEN)
        | when(lambda part: "discard" in (part.source, part.or_source), Makes.DISCARDS_TAKEN)
        | when(lambda part: not {part.source, part.or_source}.isdisjoint(UNSEEN), Makes.THEFTS),
        needs=when(lambda part: part.source == "deck", Needs.STOCK)
        | when(lambda part: part.source == "discard", Needs.DISCARDS)
        | when(lambda part: "previous_discard" in (part.source, part.or_source), Needs.OWN_DISCARDS)
        | when(lambda part: part.source == "tableau", Needs.TABLE)
        | when(lambda part: part.source == "opponent_discard", Needs.CAPTURES),
        reads=when(lambda part: part.up_to > 0, Reads.HAND_SIZES),
        ends=NONE,
        prompts=when(
            lambda part: part.or_source is not None or not part.mandatory or part.source in UNSEEN, Prompts.ANSWER
        ),
    )
    source: Source = "deck"
    or_source: Source | None = None
    count: Annotated[int, Meta(ge=1, le=5)] = 1
    condition: Condition | None = None
    mandatory: bool = True
    who: PhaseWho = "actor"
    count_equals_discarded: bool = False
    up_to: Annotated[int, Meta(ge=0, le=13)] = 0
    take_condition: Condition | None = None

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """Only the top card of a pile that lies face up can be looked at before it is taken."""
        if self.take_condition is not None and self.or_source not in (*DISCARDS, "tableau"):
            yield "take_condition", "needs an or_source whose top card all see: discard, previous_discard or tableau"

    def emit(self, asm: Assembler) -> None:
        """Draws at once where nothing is to be decided; else the seat is asked.

        From the hand of another a seat "chooses" to draw although it has no other option: in Old Maid this is the only
        ply of a turn, and the game would pass by unseen without it.
        """
        with acting_seats(asm, self.who) as (seat, over):
            self._emit_mark(asm, seat, over)
            emit_unless(asm, self.condition, seat, over)
            self._emit_count(asm, seat, over)
            if self.or_source is None and self.mandatory and self.source not in UNSEEN:
                if asm.context.has_offer:
                    asm.op("SETI", REFUSED, 0)
                self._emit_draw(asm, self.source, seat, over)
            else:
                self._emit_choice(asm, seat, over)

    def _emit_mark(self, asm: Assembler, seat: int, over: Label) -> None:
        """A seat that took the card on offer has drawn already.

        DRAWN holds the number of that seat, -1 for nobody. It is used up here: the seat's next turn is an ordinary one.
        """
        if not asm.context.has_offer:
            return
        unmarked = Label()
        with asm.ints() as [number]:
            asm.op("GETV", number, seat)
            asm.op("JCMPR", number, DRAWN, OPERATORS["!="], unmarked)
            asm.op("SETI", DRAWN, -1)
            asm.op("JUMP", over)
        asm.place(unmarked)

    def _emit_count(self, asm: Assembler, seat: int, over: Label) -> None:
        """How many, in PHASE_A, where it is not a constant.

        A number that is not above 0 ends the seat's part. A hand that is full already draws nothing.
        """
        if not (self.count_equals_discarded or self.up_to):
            return
        if self.up_to:
            with asm.ints() as [held], asm.sets() as [hand]:
                asm.op("SHAND", hand, seat)
                asm.op("COUNT", held, hand)
                asm.op("SETI", PHASE_A, self.up_to)
                asm.op("SUBR", PHASE_A, held)
        else:
            asm.op("LOAD", PHASE_A, DISCARDED, seat)
        asm.jump_if(PHASE_A, "<=", 0, over)

    def _emit_choice(self, asm: Assembler, seat: int, over: Label) -> None:
        """The seat chooses between the source, the other source and nothing, as far as there are cards and the rules allow.

        If neither source can give a card, the phase is over without a question.

        REFUSED says that everybody has refused the up-card in an OfferPhase. It holds for one draw only: whichever way
        this code is left, it is 0 afterwards. JGIVE is asked again at `no_other`, because a jump there may come from a
        source that can give and from one that cannot.
        """
        reshuffle = int(asm.context.setup.reshuffle)
        some, no_source, no_other, ready, take = Label(), Label(), Label(), Label(), Label()
        asm.ask(seat, PROMPTS[self.source])
        asm.op("JGIVE", emit_place(asm, Location(self.source), seat), reshuffle, some)
        asm.op("JUMP", no_source)
        asm.place(some)
        asm.op("OFFERM", DRAW)
        asm.place(no_source)
        if self.or_source is not None:
            if asm.context.has_offer:
                # Everybody has refused the up-card: it cannot be taken now.
                asm.jump_if(REFUSED, "!=", 0, no_other)
            self._emit_other(asm, self.or_source, seat, no_other)
            asm.op("OFFERM", TAKE)
            asm.op("JUMP", ready)
            asm.place(no_other)
        asm.op("JGIVE", emit_place(asm, Location(self.source), seat), reshuffle, ready)
        if asm.context.has_offer:
            asm.op("SETI", REFUSED, 0)
        asm.op("JUMP", over)
        asm.place(ready)
        if not self.mandatory:
            asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        if asm.context.has_offer:
            asm.op("SETI", REFUSED, 0)
        asm.op("JMOVE", PASS, over)
        asm.op("JMOVE", TAKE, take)
        self._emit_draw(asm, self.source, seat, over)
        if self.or_source is not None:
            asm.op("JUMP", over)
            asm.place(take)
            self._emit_draw(asm, self.or_source, seat, over)
        else:
            asm.place(take)

    def _emit_other(self, asm: Assembler, source: Source, seat: int, no_other: Label) -> None:
        """Goes to `no_other` if the other source cannot give a card, or its top card may not be taken."""
        offered, other = Label(), emit_place(asm, Location(source), seat)
        asm.op("JGIVE", other, int(asm.context.setup.reshuffle), offered)
        asm.op("JUMP", no_other)
        asm.place(offered)
        if self.take_condition is not None:
            with asm.sets(2) as [fitting, top]:
                self.take_condition.emit(asm, fitting, seat)
                asm.op("STOP", top, other)
                asm.op("SAND", top, fitting)
                asm.op("JEMPTY", top, no_other)

    def _emit_draw(self, asm: Assembler, source: Source, seat: int, over: Label) -> None:
        """As many cards as the phase says, or as PHASE_A counts; over as soon as there is none.

        A constant number is unrolled: most games draw one card, and a loop would cost them two ops more.
        """
        if self.count_equals_discarded or self.up_to:
            again = asm.here()
            self._emit_card(asm, source, seat, over)
            asm.op("ADDI", PHASE_A, -1)
            asm.jump_if(PHASE_A, ">", 0, again)
        else:
            for _ in range(self.count):
                self._emit_card(asm, source, seat, over)

    @staticmethod
    def _emit_card(asm: Assembler, source: Source, seat: int, over: Label) -> None:
        """One card. A card from the discards is remembered, because the rules may forbid to discard it in the same turn."""
        if source == "deck":
            asm.draw_one(seat, over)
            return
        # Whose hand it is, is asked for every single card: with the last card taken, another seat may be the opponent.
        pile = {"discard": DISCARD, "tableau": TABLEAU}.get(source)
        if pile is None:
            pile = emit_place(asm, Location(source), seat)
        with asm.sets() as [card]:
            if source in DISCARDS:
                asm.op("STOP", card, pile)
                asm.op("JEMPTY", card, over)
                asm.op("LOWCARD", TAKEN, card)
            asm.op("TAKE", pile, of(HAND, seat), PRIVATELY)

    def hand_change(self, context: Context) -> tuple[int, int]:
        most = self.count
        if self.up_to:
            return 0, self.up_to
        if self.count_equals_discarded:  # what was put away comes back
            sheds = [phase.hand_change(context)[0] for phase in context.phases if phase.may(Makes.SHEDS)]
            most = -min(sheds, default=0)
        return 0 if self.condition is not None or not self.mandatory else most, most

    def rule(self, context: Context) -> str:
        everyone = self.who == "all"
        verb = ("draws" if everyone else "draw") if self.mandatory else "may draw"
        who = f"everyone in turn, {going(context, self)}, " if everyone else "" if self.mandatory else "you "
        sources = [source_words(source, context) for source in (self.source, self.or_source) if source is not None]
        several = self.count > 1 or self.count_equals_discarded or self.up_to
        same = " (all from the one or all from the other)" if len(sources) > 1 and several else ""
        text = f"{who}{verb} {self._how_many(everyone)} {' or '.join(sources)}{same}."
        condition = self.condition
        text = capitalise(f"if {clause(condition, context)}, {text}" if condition is not None else text)
        if self.take_condition is not None and self.or_source is not None:
            which = matching(self.take_condition, context)
            only = which if is_clause(self.take_condition, context) else f"if it is {which}"
            text += f" You may take the top card of {place(self.or_source, context)} only {only}."
        return text

    def _how_many(self, everyone: bool) -> str:
        if self.up_to:
            return f"cards up to a hand of {self.up_to}"
        if self.count_equals_discarded:
            return f"as many cards as {'they' if everyone else 'you'} discarded"
        return cards(self.count)

    def brief(self, context: Context) -> str:
        may = "" if self.mandatory else "you may "
        who = "everyone: " if self.who == "all" else ""
        sources = " or ".join(
            _short_place(source, context) for source in (self.source, self.or_source) if source is not None
        )
        only = " (in some cases only)" if self.condition is not None else ""
        return f"{who}{may}draw {self._how_many(self.who == 'all')} from {sources}{only}"


def _short_place(source: Source, context: Context) -> str:
    """A pile, for those who have read whose it is."""
    if source == "previous_discard" and context.seats > 2:
        return "the discard pile of the player before you"
    return place(source, context)


def source_words(source: Source, context: Context) -> str:
    if source in UNSEEN:
        how = "from the top of" if context.queue else "at random, without looking, from"
        return f"{how} {of_opponent(context, 'stack' if context.queue else 'hand', source == 'previous_hand')}"
    if source == "opponent_discard":
        return f"at random from {of_opponent(context, 'captured cards')}"
    if source == "previous_discard":
        return f"from the top of {place(source, context)}"
    return {"deck": "from the stock", "discard": "from the top of the discard pile"}.get(
        source, "from the table, the one laid there last"
    )
