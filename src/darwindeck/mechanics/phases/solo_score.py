"""What a deal scores in which one has played alone. No phase of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...language.assembler import Assembler, Label
from ...language.fields import RANKS, card_set, rank_set
from ...language.vocabulary import (
    ASIDE,
    BID,
    CAPTURE,
    DEBT,
    DECK,
    DECLARER,
    OPERATORS,
    PHASE_B,
    SCORE,
    TRICKS,
    TRUMP,
    of,
)
from .solo_values import ANNOUNCED, GRAND, HAND_GAMES, MOST_ANNOUNCED, NULL, OPEN_NULL, game_values, null_worth
from .tops import plain_trumps, rank_trumps, ranks_of_trumps

if TYPE_CHECKING:
    from .solo import SoloPhase

BY_RANK = len(RANKS)  # bits below are ranks of the trump suit; from here on cards that are trumps by their rank


def emit_trump_bits(asm: Assembler, into: int, cards: int) -> None:
    """A bit for each trump among the cards."""
    by_rank = sum(rank_set(rank) for rank in ranks_of_trumps(asm.context))
    with asm.sets(2) as [trumps, other]:
        asm.op("SSUIT", trumps, TRUMP)
        asm.set_constant(other, by_rank)
        asm.op("SANDN", trumps, other)
        asm.op("SAND", trumps, cards)
        asm.op("RANKBITS", into, trumps)
        for number, card in enumerate(rank_trumps(asm.context)):
            missing = Label()
            asm.set_constant(trumps, card_set([card]))
            asm.op("SAND", trumps, cards)
            asm.op("JEMPTY", trumps, missing)
            asm.op("ADDI", into, 1 << BY_RANK + number)
            asm.place(missing)


def emit_solo_score(asm: Assembler, solo: SoloPhase) -> None:
    """The declarer wins the value of the game, or loses twice as much."""
    done, null, settled, won = Label(), Label(), Label(), Label()
    asm.op("JNOBODY", DECLARER, done)
    with asm.ints(5) as [game, points, value, times, tricks]:
        asm.op("LOAD", game, BID, DECLARER)
        asm.jump_if(game, "==", 0, done)
        asm.op("ADDI", game, -1)
        asm.op("LOAD", tricks, TRICKS, DECLARER)
        if solo.null_value:
            asm.op("MOVR", times, game)
            asm.op("MODI", times, HAND_GAMES)
            asm.jump_if(times, ">=", NULL, null)
        _emit_points(asm, solo, points)
        _emit_times(asm, solo, game, points, tricks, times)
        if solo.announcements:
            _emit_announced(asm, solo, game, points, tricks, times)
        _emit_value(asm, solo, game, points, times, value)
        asm.op("JUMP", settled)
        if solo.null_value:
            asm.place(null)
            _emit_null(asm, solo, game, points, tricks, value)
        asm.place(settled)
        asm.jump_if(points, ">=", solo.needed, won)
        asm.op("MULI", value, -2)
        asm.place(won)
        asm.note("points", "the declarer's game")
        asm.op("ADDC", SCORE, DECLARER, value)
    asm.place(done)


def points_of_ranks(solo: SoloPhase) -> tuple[int, ...]:
    return tuple(solo.card_points.get(rank, 0) for rank in RANKS)  # type: ignore[call-overload]


def _emit_points(asm: Assembler, solo: SoloPhase, points: int) -> None:
    """Cards left over and laid aside count for the declarer."""
    with asm.sets(2) as [cards, other]:
        asm.op("SPILE", cards, of(CAPTURE, DECLARER))
        for pile in (ASIDE, DECK):
            asm.op("SPILE", other, pile)
            asm.op("SOR", cards, other)
        asm.op("VALUE", points, cards, asm.tables(points_of_ranks(solo)))


def _emit_times(asm: Assembler, solo: SoloPhase, game: int, points: int, tricks: int, times: int) -> None:
    """By how much the value is multiplied: top trumps, one for the game, and more for what was done besides."""
    taken, many, every = Label(), Label(), Label()
    _emit_tops(asm, game, times)
    asm.op("ADDI", times, 1)
    asm.jump_if(game, "<", HAND_GAMES, taken)
    asm.op("ADDI", times, 1)
    asm.place(taken)
    few, counted = Label(), Label()
    worth = points_of_ranks(solo)
    in_all = sum(worth[card % 16] for card in range(64) if asm.context.deck >> card & 1)
    if solo.announcements:
        asm.jump_if(game, ">=", ANNOUNCED, many)
    asm.jump_if(points, ">=", solo.more, many)
    asm.jump_if(points, ">", in_all - solo.more, few)
    asm.place(many)
    asm.op("ADDI", times, 1)
    asm.place(few)
    if solo.announcements:
        asm.jump_if(game, ">=", 2 * ANNOUNCED, every)
    asm.jump_if(tricks, "==", 0, every)
    with asm.ints() as [all_tricks]:
        asm.op("SUMC", all_tricks, TRICKS)
        asm.op("JCMPR", all_tricks, tricks, OPERATORS["!="], counted)
    asm.place(every)
    asm.op("ADDI", times, 1)
    asm.place(counted)


def _emit_announced(asm: Assembler, solo: SoloPhase, game: int, points: int, tricks: int, times: int) -> None:
    """One more for each step announced. A game is lost, as if without points, if what was announced is not reached."""
    reached, missed, told = Label(), Label(), Label()
    asm.jump_if(game, "<", ANNOUNCED, reached)
    for level in range(1, MOST_ANNOUNCED + 1):
        asm.jump_if(game, "<", level * ANNOUNCED, told)
        asm.op("ADDI", times, 1)
    asm.place(told)
    asm.jump_if(points, "<", solo.more, missed)
    asm.jump_if(game, "<", 2 * ANNOUNCED, reached)
    with asm.ints() as [all_tricks]:
        asm.op("SUMC", all_tricks, TRICKS)
        asm.op("JCMPR", all_tricks, tricks, OPERATORS["=="], reached)
    asm.place(missed)
    asm.op("SETI", points, -1)
    asm.place(reached)


def _emit_tops(asm: Assembler, game: int, times: int) -> None:
    """How many trumps from the highest on the declarer had, or else did not have: played, in hand, laid aside, left over."""
    by_rank = [BY_RANK + number for number in range(len(rank_trumps(asm.context)))]
    bits = [*by_rank, *(RANKS.index(rank) for rank in plain_trumps(asm.context))]
    lacking, done = Label(), Label()
    with asm.sets(2) as [cards, other], asm.ints(2) as [held, grand]:
        asm.op("SHAND", cards, DECLARER)
        for pile in (ASIDE, DECK):
            asm.op("SPILE", other, pile)
            asm.op("SOR", cards, other)
        emit_trump_bits(asm, held, cards)
        asm.op("ADDR", held, PHASE_B)
        asm.op("MOVR", grand, game)
        asm.op("MODI", grand, HAND_GAMES)
        asm.op("SETI", times, 0)
        for has, begin in ((True, Label()), (False, lacking)):
            asm.place(begin)
            for place, number in enumerate(bits):
                if place == len(by_rank):
                    asm.jump_if(grand, "==", GRAND, done)
                goes_on = Label()
                asm.op("JBIT", held, number, (lacking if place == 0 else done) if has else goes_on)
                if not has:
                    asm.op("JUMP", done)
                asm.place(goes_on)
                asm.op("ADDI", times, 1)
            asm.op("JUMP", done)
    asm.place(done)


def _emit_value(asm: Assembler, solo: SoloPhase, game: int, points: int, times: int, value: int) -> None:
    """The value; a game that is worth less than was bid is lost, and counts as much as it should have."""
    done = Label()
    asm.op("MODI", game, HAND_GAMES)
    for number, base in game_values(solo).items():
        other, again = Label(), Label()
        asm.jump_if(game, "!=", number, other)
        asm.op("MOVR", value, times)
        asm.op("MULI", value, base)
        asm.place(again)
        asm.op("JCMPR", value, DEBT, OPERATORS[">="], done)
        asm.op("ADDI", value, base)
        asm.op("SETI", points, -1)
        asm.op("JUMP", again)
        asm.place(other)
    asm.place(done)


def _emit_null(asm: Assembler, solo: SoloPhase, game: int, points: int, tricks: int, value: int) -> None:
    """As if the declarer had all points or none."""
    found, lost = Label(), Label()
    for hand in (0, HAND_GAMES):
        for number in (NULL, OPEN_NULL):
            asm.op("SETI", value, null_worth(solo, number, hand))
            asm.jump_if(game, "==", number + hand, found)
    asm.place(found)
    asm.op("SETI", points, -1)
    asm.jump_if(tricks, ">", 0, lost)
    asm.op("SETI", points, solo.needed)
    asm.place(lost)
