"""Knock: end the deal when few of your cards are outside melds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.findings import Gate
from ...language.vocabulary import DECK, IN_PLAY, KNOCK, NUMBER_MOVES, OPERATORS, PASS, PHASE_A, SCORE, TURN_SEAT
from ...language.words import whole
from .phase import Doubts, PhaseMechanic

MELD = 3  # cards of the smallest meld
Bonus = Annotated[int, Meta(ge=0, le=200)]


class KnockPhase(PhaseMechanic, tag="KnockPhase", frozen=True, kw_only=True):
    noun = "knocking"
    descriptions = {
        "": "Lay down a hand of melds and end the deal.",
        "gin_bonus": "Points for knocking without deadwood.",
        "layoffs": "Whether the others may add cards to the knocker's melds.",
        "limit": "The most deadwood one may knock with.",
        "undercut_bonus": "Points for an opponent with no more deadwood than the knocker.",
        "void_stock": "The deal ends without a knock when the stock has no more cards than this.",
    }
    tuned = ("limit",)
    facts = Facts(
        makes=always(Makes.POINTS, Makes.MELDS, Makes.SHOWS),
        needs=always(Needs.SETS),
        reads=always(Reads.VALUES, Reads.HELD, Reads.STOCK),
        ends=always(Ends.DEAL_AT_ONCE, Ends.DEAL_IN_TIME),
        prompts=always(Prompts.ANSWER) | when(lambda part: part.layoffs, Prompts.NUMBER),
    )
    limit: Annotated[int, Meta(ge=0, le=50)] = 10
    gin_bonus: Bonus = 25
    undercut_bonus: Bonus = 25
    layoffs: bool = True
    void_stock: Annotated[int, Meta(ge=0, le=20)] = 2

    def emit(self, asm: Assembler) -> None:
        """Whoever has little enough deadwood may end the deal, and hands are compared. A stock that runs low ends it without scores.

        Deadwood is what the cards outside melds are worth, with the melds chosen as well as possible. The knocker's own
        count is found again after the choice, because temporaries do not outlive one.
        """
        over, cannot = Label(), Label()
        values = asm.tables(asm.context.value)
        with asm.ints() as [deadwood]:
            asm.ask(TURN_SEAT, "Knock?")
            asm.op("DEADWOOD", deadwood, TURN_SEAT, values)
            asm.jump_if(deadwood, ">", self.limit, cannot)
            asm.op("OFFERM", KNOCK)
            asm.op("OFFERM", PASS)
            asm.op("CHOOSE")
            asm.op("JMOVE", PASS, cannot)
        if self.layoffs:
            self._emit_arrangement(asm, values)
        self._emit_scores(asm, values)
        asm.end_deal()
        asm.op("JUMP", over)
        asm.place(cannot)
        with asm.ints() as [stock]:
            asm.op("SIZE", stock, DECK)
            asm.jump_if(stock, ">", self.void_stock, over)
            asm.end_deal()
        asm.place(over)

    @staticmethod
    def _emit_arrangement(asm: Assembler, values: int) -> None:
        """Which way the melds are laid down, in PHASE_A, before anybody shows a hand.

        It matters only for layoffs: 4C 5C 6C 4D 5D 6D 4H 5H 6H can be three sets or three runs, and different cards fit
        to them. With gin nobody may lay off, so nothing is asked.
        """
        only = Label()
        asm.op("SETI", PHASE_A, 0)
        with asm.ints(2) as [first, last]:
            asm.op("DEADWOOD", last, TURN_SEAT, values)
            asm.jump_if(last, "==", 0, only)
            asm.op("ARRANGE", last, TURN_SEAT, values)
            asm.jump_if(last, "<", 2, only)
            asm.ask(TURN_SEAT, "Lay down your melds")
            asm.op("ARRANGE", last, TURN_SEAT, values)
            asm.op("ADDI", last, -1)
            asm.op("SETI", first, 0)
            asm.op("OFFERN", NUMBER_MOVES, first, last)
            asm.op("CHOOSE")
            asm.op("CHOSEN", PHASE_A, NUMBER_MOVES)
        asm.place(only)

    def _emit_scores(self, asm: Assembler, values: int) -> None:
        """Shows all hands; then the knocker is compared with every other side by deadwood.

        Less than the other's scores the difference. No deadwood at all (gin) scores a bonus too, and the other may not lay off. Who has no more than
        the knocker undercuts, and scores the difference with a bonus.
        """
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets() as [hand]:
            asm.op("SHAND", hand, seat)
            asm.op("SHOW", hand)
        asm.note("knock", seat=TURN_SEAT, number=PHASE_A if self.layoffs else -1)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.ints(4) as [own, other, mine, theirs]:
            done, gin, knocker = Label(), Label(), Label()
            asm.op("SIDEOF", mine, TURN_SEAT)
            asm.op("SIDEOF", theirs, seat)
            asm.op("JCMPR", mine, theirs, OPERATORS["=="], done)
            asm.op("DEADWOOD", own, TURN_SEAT, values)
            asm.op("DEADWOOD", other, seat, values)
            asm.jump_if(own, "==", 0, gin)
            if self.layoffs:
                # LAYOFF reads the number of the arrangement from the register into which it writes the deadwood.
                asm.op("MOVR", other, PHASE_A)
                asm.op("LAYOFF", other, TURN_SEAT, seat, values)
            asm.note("layoff", seat=seat, number=other)
            asm.op("JCMPR", other, own, OPERATORS[">"], knocker)
            asm.op("SUBR", own, other)
            asm.op("ADDI", own, self.undercut_bonus)
            asm.op("ADDC", SCORE, seat, own)
            asm.op("JUMP", done)
            # After gin the knocker has no deadwood, so the difference is the other's count, and the bonus comes on
            # top.
            asm.place(gin)
            asm.op("ADDI", other, self.gin_bonus)
            asm.place(knocker)
            asm.op("SUBR", other, own)
            asm.op("ADDC", SCORE, TURN_SEAT, other)
            asm.place(done)
            asm.note("compared", seat=seat)

    def spare_stock(self) -> int:
        return self.void_stock + 1

    def doubts(self, context: Context) -> Doubts:
        turn = context.genome.turn_structure.phases
        before = turn[: turn.index(self)] if self in turn else turn
        most = context.dealt_hand + sum(phase.hand_change(context)[1] for phase in before)
        if most + context.has_offer * (not any(phase.may(Makes.DRAWS) for phase in before)) < MELD:
            yield Gate.ROOM, "", f"nobody ever holds the {MELD} cards of a meld when a knock is due"
        changes = (Makes.DRAWS, Makes.TOP_TAKEN, Makes.DISCARDS_TAKEN, Makes.PASSES, Makes.BOOKS)
        if not any(phase.has(fact, context) or phase.hand_change(context)[1] > 0 for phase in turn for fact in changes):
            yield Gate.ROOM, "", "nobody can change a hand in a turn, so melds are what was dealt"
        worth = sorted((context.value[card % 16] for card in range(64) if context.deck >> card & 1), reverse=True)
        if sum(worth[: context.dealt_hand]) <= self.limit:
            yield Gate.ROOM, "limit", "everybody may knock with any hand"

    def rule(self, context: Context) -> str:
        two, what = context.seats == 2, whole(context)
        foe = "your opponent" if two else "each player of another side" if context.genome.teams else "each other player"
        lay = " may first add cards that fit to your melds (unless you have gin), and then" if self.layoffs else ""
        way = (
            " Of several ways to lay them down with the same count you choose one before other hands are seen."
            if self.layoffs
            else ""
        )
        left = f"{self.void_stock} cards or fewer are" if self.void_stock else "no card is"
        return (
            f"You may knock if your cards outside melds count {self.limit} or less in value: all hands are shown and the {what} is over.\n"
            f"Melds are three or four cards of a rank, or three or more of a suit in sequence (ace low); a card belongs to one meld only.{way}\n"
            f"After a knock {foe}{lay} counts the cards outside melds. If you have gin (no card outside melds), you score that count and {self.gin_bonus} more. "
            f"If not, and the count is higher than yours, you score the difference; if it is equal or lower, you are undercut: the other scores the difference and {self.undercut_bonus} more.\n"
            f"If you do not knock and {left} left in the stock, the {what} is over at once."
        )

    def brief(self, context: Context) -> str:
        return f"with {f'{self.limit} or less' if self.limit else 'nothing'} outside your melds you may knock"
