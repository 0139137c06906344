"""House: hands are compared with one that nobody holds, and that plays by rule."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Makes, Needs, Reads, always
from ...language.fields import Rank
from ...language.findings import Gate
from ...language.vocabulary import DECK, NOT_OUT, OPENLY, OPERATORS, SCORE, TABLEAU, TURN_SEAT
from ...language.words import number_of, whole
from .phase import Doubts, PhaseMechanic
from .press import SOFT, Limit, emit_total, total_words

Stake = Annotated[int, Meta(ge=1, le=20)]
NATURAL = 2  # cards of a natural
MOST_STAKES = 4  # that a natural, which nobody can do anything for, may be worth


class HousePhase(PhaseMechanic, tag="HousePhase", frozen=True, kw_only=True):
    """The hand of the house is the tableau."""

    noun = "a house"
    descriptions = {
        "": "The deal ends: the house draws by rule, and every hand is compared with its.",
        "hits_soft": "Whether the house draws to a total to stand on in which a card counts ten more.",
        "limit": "The highest total that is no bust.",
        "natural_points": "Points for reaching the limit with two cards.",
        "soft_rank": "Cards of this rank may count ten more; null: none.",
        "stake": "Points won from or lost to the house.",
        "stand": "The total from which on the house draws no more.",
    }
    facts = Facts(
        makes=always(Makes.HOUSE, Makes.POINTS, Makes.TABLE, Makes.ROUND),
        needs=always(Needs.SETS, Needs.STOCK),
        reads=always(Reads.VALUES, Reads.HELD, Reads.TABLE, Reads.STOCK),
        ends=always(Ends.DEAL_AT_ONCE, Ends.DEAL_SURELY, Ends.DEAL_IN_TIME),
        prompts=NONE,
    )
    limit: Limit = 21
    soft_rank: Rank | None = "A"
    stand: Annotated[int, Meta(ge=5, le=60)] = 17
    hits_soft: bool = False
    stake: Stake = 2
    natural_points: Stake = 3

    def doubts(self, context: Context) -> Doubts:
        if self.natural_points > MOST_STAKES * self.stake:
            why = (
                f"two cards that are dealt are worth {self.natural_points}, and a hand that is well played {self.stake}"
            )
            yield Gate.ROOM, "natural_points", why

    def emit(self, asm: Assembler) -> None:
        asm.end_deal()

    def emit_deal_end(self, asm: Assembler) -> None:
        """The house plays when the deal is over, and then everybody is paid, folded hands too."""
        with asm.ints(2) as [house, size], asm.sets() as [cards]:
            self._emit_play(asm, house, cards)
            asm.op("SIZE", size, TABLEAU)
            with asm.each_seat(TURN_SEAT, NOT_OUT) as seat:
                self._emit_payment(asm, seat, house, size, cards)

    def _emit_play(self, asm: Assembler, house: int, cards: int) -> None:
        """Draws until the total is high enough, or the stock is empty."""
        stands, again = Label(), asm.here()
        draws = Label()
        asm.op("SPILE", cards, TABLEAU)
        emit_total(asm, house, cards, self.limit, self.soft_rank)
        if self.hits_soft and self.soft_rank is not None:
            # A total is soft if a card counts ten more in it: so it is higher than the plain sum.
            asm.jump_if(house, "!=", self.stand, draws)
            with asm.ints() as [plain]:
                asm.op("VALUE", plain, cards, asm.tables(asm.context.value))
                asm.jump_if(plain, "==", self.stand - SOFT, stands_not := Label())
            asm.op("JUMP", stands)
            asm.place(draws)
            asm.jump_if(house, ">=", self.stand, stands)
            asm.place(stands_not)
        else:
            asm.jump_if(house, ">=", self.stand, stands)
            asm.place(draws)
        asm.op("SPILE", cards, DECK)
        asm.op("JEMPTY", cards, stands)
        asm.op("TAKE", DECK, TABLEAU, OPENLY)
        asm.op("JUMP", again)
        asm.place(stands)

    def _emit_payment(self, asm: Assembler, seat: int, house: int, size: int, cards: int) -> None:
        """A bust loses whatever the house has; then a natural beats all but a natural; then the higher total wins."""
        lost, won, paid, plain, natural = (Label() for _ in range(5))
        with asm.ints(2) as [total, held]:
            asm.op("SHAND", cards, seat)
            asm.op("COUNT", held, cards)
            emit_total(asm, total, cards, self.limit, self.soft_rank)
            asm.jump_if(total, ">", self.limit, lost)
            asm.jump_if(total, "!=", self.limit, plain)
            asm.jump_if(held, "==", NATURAL, natural)
            asm.place(plain)
            # Not a natural: the house's beats it.
            rest = Label()
            asm.jump_if(house, "!=", self.limit, rest)
            asm.jump_if(size, "==", NATURAL, lost)
            asm.place(rest)
            asm.jump_if(house, ">", self.limit, won)
            asm.op("JCMPR", total, house, OPERATORS["<"], lost)
            asm.op("JCMPR", total, house, OPERATORS[">"], won)
            asm.op("JUMP", paid)
            asm.place(natural)
            better = Label()
            asm.jump_if(house, "!=", self.limit, better)
            asm.jump_if(size, "==", NATURAL, paid)
            asm.place(better)
            ways = (
                (None, self.natural_points, "a natural"),
                (won, self.stake, "better than the house"),
                (lost, -self.stake, "lost to the house"),
            )
            for label, points, words in ways:
                if label is not None:
                    asm.place(label)
                asm.note("points", words)
                asm.op("SETI", total, points)
                asm.op("ADDC", SCORE, seat, total)
                asm.op("JUMP", paid)
            asm.place(paid)

    def rule(self, context: Context) -> str:
        return f"The {whole(context)} is over: the house plays."

    def deal_end_rule(self, context: Context) -> str:
        soft = ""
        if self.hits_soft and self.soft_rank is not None:
            soft = f" It also draws to a total of {self.stand} in which a card counts {SOFT} more."
        counted = f" A hand counts {total_words(self.limit, self.soft_rank)}."
        if any(counted in phase.rule(context) for phase in context.phases):
            counted = ""
        return (
            f"The house, whose cards lie on the table, draws from the stock until they count {self.stand} or more.{soft}{counted} "
            f"Then everyone is paid. With a total above {self.limit} (a bust) you lose {number_of(self.stake, 'point')}, whatever the house has. A total of {self.limit} with {NATURAL} cards is a natural: "
            f"it scores {number_of(self.natural_points, 'point')}, or nothing if the house has one too. If the house alone has a natural you lose {number_of(self.stake, 'point')}. Otherwise you score "
            f"{number_of(self.stake, 'point')} if the house is bust or your total is higher, lose as many if it is lower, and nothing happens if they are equal."
        )

    def brief(self, context: Context) -> str:
        return f"the house draws to {self.stand}, and each hand is compared with its"
