"""Trick: one card from everyone; the best takes them all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from ..._core import BEATS
from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when, within
from ...language.fields import SUITS, Card, Rank, RankOrder, Suit, card_set, strengths, suit_set
from ...language.findings import Gate
from ...language.vocabulary import (
    BEST,
    BROKEN,
    EACH_SEAT,
    FORWARD,
    LEAD_SUIT,
    PLAYING_WITH_CARDS,
    START_SEAT,
    TRICKS_PLAYED,
    TURN_SEAT,
)
from ..actions import Action
from ..actions.action import in_turn
from ..conditions import Condition
from .dummy import DUMMY_RULE, emit_asked, emit_laid_open, partners_sit_across
from .level import keeps_level
from .null import emit_if_null, names_null
from .phase import Doubts, PhaseMechanic
from .trick_rules import limit_rules, name_trumps, says_which, tell_winner, trump_order_rule, winning_rule
from .trump_cards import TrumpSuits, emit_card, emit_led, rank_faults


class TrickPhase(PhaseMechanic, tag="TrickPhase", frozen=True, kw_only=True):
    noun = "tricks"
    descriptions = {
        "": "Everybody plays a card; the best one takes them all.",
        "breaking_suit": "A suit that cannot be led before one of its cards was played; null: none.",
        "dummy": "Whether the declarer's partner lays the hand open after the first card, and the declarer plays it.",
        "first_trick_forbidden": "Cards that cannot be played in the first trick.",
        "high_card_wins": "Whether the highest card wins, or the lowest.",
        "lead_suit_required": "Whether the suit led must be followed.",
        "null_order": "Which card is stronger where the declarer plays to win no trick, without trumps; null: no such deals.",
        "opening_lead": "The card that must be led first; null: any.",
        "play_condition": "Which cards may be played, as far as there are such; null: any.",
        "trump_beats_suit": "Whether a trump beats the suit led.",
        "trump_order": "Which trump is stronger, where trumps have an order of their own; null: that of the setup.",
        "trump_ranks": "Ranks whose cards are trumps too, highest first, above all others.",
        "trump_ranks_of": "Whether cards of trump_ranks are trumps in all suits, in the suits of the trump's colour, or in all "
        "without regard to the trump suit in their order.",
        "trump_suit": "The trump suit; selected: that of the deal; none: there is none.",
        "winner_actions": "What the winner of a trick does.",
    }
    facts = Facts(
        makes=always(Makes.TRICKS, Makes.CAPTURES, Makes.ROUND, Makes.NEXT_TURN)
        | when(lambda part: part.breaking_suit is not None, Makes.BROKEN_SUIT)
        | when(lambda part: part.dummy, Makes.SHOWS),
        needs=always(Needs.SETS, Needs.HOLDERS)
        | when(lambda part: part.trump_beats_suit and part.trump_suit == "selected", Needs.TRUMP)
        | when(lambda part: part.dummy or part.null_order is not None, Needs.CALLS),
        reads=always(Reads.ORDER, Reads.TRICKS)
        | within(lambda part, context: part.plays_trump_of(context), Reads.TRUMP)
        | when(lambda part: part.breaking_suit is not None, Reads.BROKEN_SUIT)
        | when(lambda part: part.null_order is not None, Reads.BIDS),
        ends=always(Ends.DEAL_IN_TIME),
        prompts=always(Prompts.CARD),
    )
    lead_suit_required: bool = True
    trump_suit: Literal["none", "selected", "C", "D", "H", "S"] = "none"
    trump_beats_suit: bool = True
    high_card_wins: bool = True
    breaking_suit: Suit | None = None
    opening_lead: Card | None = None
    first_trick_forbidden: Annotated[tuple[Card, ...], Meta(max_length=20)] = ()
    trump_order: RankOrder | None = None
    trump_ranks: Annotated[tuple[Rank, ...], Meta(max_length=4)] = ()
    trump_ranks_of: TrumpSuits = "all"
    null_order: RankOrder | None = None
    dummy: bool = False
    play_condition: Condition | None = None
    winner_actions: Annotated[tuple[Action, ...], Meta(max_length=4)] = ()

    def plays_trump_of(self, context: Context) -> bool:
        """Whether the trump suit of the deal is trumps in it."""
        setup = context.setup
        fixed = setup.trump_suit if setup.trump_selection_method == "fixed" else None
        return self.trump_beats_suit and self.trump_suit in ("selected", fixed)

    @property
    def _ranks(self) -> tuple[Rank, ...]:
        """Ranks that are trumps, where trumps are selected in the deal and beat other suits; nothing else is allowed."""
        return self.trump_ranks if self.trump_suit == "selected" and self.trump_beats_suit else ()

    def emit(self, asm: Assembler) -> None:
        """One card from everybody; whoever played the best takes the trick, and leads the next one.

        START_SEAT is the seat that wins the trick so far: BEAT sets it whenever a card beats the best one.
        """
        over, later, won = Label(), Label(), Label()
        if self.opening_lead is not None or self.first_trick_forbidden:  # code of its own, not a question at every card
            asm.jump_if(TRICKS_PLAYED, ">", 0, later)
            self._emit_cards(asm, over, first=True)
            asm.op("JUMP", won)
        asm.place(later)
        self._emit_cards(asm, over, first=False)
        asm.place(won)
        asm.note("trick", seat=START_SEAT)
        asm.op("WINTRICK", START_SEAT)
        for phase in asm.context.phases:
            phase.emit_after_trick(asm)
        for action in self.winner_actions:
            action.emit(asm, START_SEAT)
        asm.place(over)

    def _emit_cards(self, asm: Assembler, over: Label, first: bool) -> None:
        """One card from everyone, in the first trick of the deal or a later one.

        The loop goes in the direction of play, from the turn's seat or the next one that has cards.
        """
        with asm.sets() as [cards], asm.each_seat(TURN_SEAT, PLAYING_WITH_CARDS, FORWARD, nobody=over):
            self._emit_choice(asm, cards, first)
            self._emit_card(asm)
            if self.dummy:
                emit_laid_open(asm)
            for phase in asm.context.phases:
                phase.emit_after_card(asm, over)

    def _emit_choice(self, asm: Assembler, cards: int, first: bool) -> None:
        """The cards that a seat may play: to lead, those that the rules on leads allow; else those that follow suit, if it has any.

        BEST is the card that wins so far, -1 while nobody has played: that is how the leader is known.
        """
        begin, ready, follow = asm.here(), Label(), Label()
        asm.op("SHAND", cards, EACH_SEAT)
        if first or self.breaking_suit is not None:
            asm.jump_if(BEST, ">=", 0, follow)
            self._emit_lead(asm, cards, ready, first)
            asm.op("JUMP", ready)
            asm.place(follow)
        self._emit_follow(asm, cards, first)
        asm.place(ready)
        if self.play_condition is not None:
            self._emit_condition(asm, self.play_condition, cards)
        asked = emit_asked(asm) if self.dummy else EACH_SEAT
        asm.ask_card(asked, "Play a card to the trick", cards, begin)

    @staticmethod
    def _emit_condition(asm: Assembler, condition: Condition, cards: int) -> None:
        """PREFER drops the condition where it would leave no card, as all rules of play in tricks do."""
        with asm.sets() as [allowed]:
            condition.emit(asm, allowed, EACH_SEAT)
            asm.op("PREFER", cards, allowed)

    def _emit_follow(self, asm: Assembler, cards: int, first: bool) -> None:
        """The suit led if there is any; what is forbidden in the first trick is forbidden off suit only.

        AVOID and PREFERS keep the set as it is where nothing would be left.
        """
        if first and self.first_trick_forbidden:
            with asm.sets(2) as [suit, forbidden]:
                asm.set_constant(forbidden, card_set(self.first_trick_forbidden))
                if self.lead_suit_required:
                    self._emit_led(asm, suit)
                    asm.op("SANDN", forbidden, suit)
                asm.op("AVOID", cards, forbidden)
        if self.lead_suit_required and self._ranks:
            null, done = Label(), Label()
            self._emit_null(asm, null)
            with asm.sets() as [suit]:
                self._emit_led(asm, suit)
                asm.op("PREFER", cards, suit)
            if self.null_order is not None:
                asm.op("JUMP", done)
                asm.place(null)
                asm.op("PREFERS", cards, LEAD_SUIT)
                asm.place(done)
        elif self.lead_suit_required:
            asm.op("PREFERS", cards, LEAD_SUIT)

    def _emit_null(self, asm: Assembler, null: Label) -> None:
        """Jumps where the declarer plays to win no trick."""
        if self.null_order is not None:
            emit_if_null(asm, null)

    def _emit_led(self, asm: Assembler, suit: int) -> None:
        if self._ranks:
            emit_led(asm, suit, self._ranks, self.trump_ranks_of)
        else:
            asm.op("SSUIT", suit, LEAD_SUIT)

    def _emit_lead(self, asm: Assembler, cards: int, ready: Label, first: bool) -> None:
        """In the first trick the opening lead if it is held; else without the suit to be broken, then without what is
        forbidden.

        Nothing can be broken before the first card of a deal, so there the state of the suit is not asked.
        """
        with asm.sets() as [some]:
            if first and self.opening_lead is not None:
                asm.set_constant(some, card_set([asm.context.present(self.opening_lead)]))
                asm.op("PREFER", cards, some)
                asm.op("SAND", some, cards)
                asm.op("JSOME", some, ready)
            if self.breaking_suit is not None:
                if not first:
                    asm.jump_if(BROKEN, "!=", 0, ready)
                asm.set_constant(some, suit_set(self.breaking_suit))
                asm.op("AVOID", cards, some)
            if first and self.first_trick_forbidden:
                asm.set_constant(some, card_set(self.first_trick_forbidden))
                asm.op("AVOID", cards, some)

    def _emit_card(self, asm: Assembler) -> None:
        """The chosen card joins the trick. One op does all of it, since no other is run as often in trick games.

        The two tables are the strengths of plain cards and of trumps. The trump suit is a number of its own in
        the flags: 0 for none, 1 to 4 for a fixed suit, 5 for the trump suit of the deal.
        """
        trump = {"none": 0, "C": 1, "D": 2, "H": 3, "S": 4, "selected": 5}[self.trump_suit]
        beats = BEATS
        flags = beats["high_wins"] * self.high_card_wins | beats["must_follow"] * self.lead_suit_required
        flags |= beats["trump"] * (trump if self.trump_beats_suit else 0)
        order = strengths(self.trump_order) if self.trump_order else asm.context.strength
        breaks = -1 if self.breaking_suit is None else SUITS.index(self.breaking_suit)
        null, done = Label(), Label()
        self._emit_null(asm, null)
        if self._ranks:
            emit_card(asm, self._ranks, self.trump_ranks_of, order, flags, self.breaking_suit)
        else:
            asm.op("BEAT", EACH_SEAT, START_SEAT, asm.tables(asm.context.strength, order), flags, breaks)
        if self.null_order is not None:
            asm.op("JUMP", done)
            asm.place(null)
            null_strength = strengths(self.null_order)
            without = flags & (beats["high_wins"] | beats["must_follow"])
            asm.op("BEAT", EACH_SEAT, START_SEAT, asm.tables(null_strength, null_strength), without, breaks)
            asm.place(done)

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        yield from rank_faults(self.trump_ranks, self._ranks)
        if self.null_order is not None and not names_null(context):
            yield "null_order", "nobody can play to win no trick"
        if self.dummy and not partners_sit_across(context):
            yield "dummy", "needs partners who sit across from each other"
        if self.dummy and context.setup.refill:
            yield "dummy", "needs hands that are not refilled: what dummy is dealt later is not laid open"

    def doubts(self, context: Context) -> Doubts:
        if self.lead_suit_required and context.setup.hand_suits:
            yield Gate.ROOM, "", "everybody holds one suit, so nobody can follow and whoever leads wins"
        if not (self.lead_suit_required or self.play_condition or name_trumps(self, context)):
            yield Gate.ROOM, "lead_suit_required", "nobody has to follow, and nothing beats a high card that is led"
        words = "no card scores more than another, so there is no reason to hold these back"
        if not _singles_out_cards(context):
            if self.breaking_suit not in (None, self.trump_suit, context.setup.trump_suit):
                yield Gate.IDLE, "breaking_suit", words
            if self.first_trick_forbidden:
                yield Gate.IDLE, "first_trick_forbidden", words

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -1, -1

    def rule(self, context: Context) -> str:
        without = "" if keeps_level(context) else " (whoever has none is passed over)"
        two = context.seats == 2
        if self.lead_suit_required:
            has = "possible" if two else "they have one"
            others = f"must play a card of the suit led if {has}, otherwise any card."
        else:
            others = f"play{'s' * two} any card, whatever was led."
            if says_which(self.play_condition):
                others = f"play{'s' * two} a card; the next rule says which."
        who = "Your opponent" if two else "In turn all others"
        parts = [f"You lead any card to a trick. {who}{without} {others}"]
        if self.dummy:
            parts.append(DUMMY_RULE)
        parts += [*limit_rules(self, context), winning_rule(self, context)]
        if self.winner_actions:
            parts.append(tell_winner(in_turn(self.winner_actions, context), context))
        return "\n".join(parts)

    def order_rule(self, context: Context) -> str:
        return trump_order_rule(self, self._ranks, context)

    def brief(self, context: Context) -> str:
        follow = "follow suit" if self.lead_suit_required else "any card may be played"
        trumps = "" if name_trumps(self, context) is None else ", trumps beat other suits"
        return f"a trick: {follow}, the {'highest' if self.high_card_wins else 'lowest'} wins{trumps}; the winner leads"


def _singles_out_cards(context: Context) -> bool:
    """Whether scoring looks at which cards are captured, not only at how many."""
    parts = (part for rule in context.genome.scoring_rules for part in rule.condition.parts())
    return any(part.may(Makes.CARDS) or part.may(Makes.CARDS_SCORED) for part in parts)
