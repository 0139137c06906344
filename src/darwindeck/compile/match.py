"""The match: what a deal's end scores, whether another deal follows, and who has won. The order is that of docs/genome.md, section 4."""

from __future__ import annotations

from .. import _core
from ..language.assembler import Label
from ..language.vocabulary import (
    CHIPS,
    DEAL_WINNER,
    DEALER,
    DEALS,
    ENDING,
    NOBODY,
    NOT_OUT,
    OPERATORS,
    SCORE,
    SPARE_SEAT,
    TRICKS,
    WITHOUT_CHIPS,
)
from ..mechanics.wins import RANKING
from ..mechanics.wins.lowest_hand import emit_lowest_hand
from .game_code import GameCode


def emit_match_start(code: GameCode) -> None:
    """Chips for everybody, and the dealer. Scores and counts are 0 in every new game."""
    asm = code.asm
    if code.context.starting_chips:
        with asm.ints() as [chips]:
            asm.op("SETI", chips, code.context.starting_chips)
            for seat in range(code.context.seats):
                asm.op("SETVI", SPARE_SEAT, seat)
                asm.op("STORE", CHIPS, SPARE_SEAT, chips)
    asm.op("SETVI", DEALER, code.context.seats - 1)


def emit_deal_end(code: GameCode) -> None:
    """Scores a deal; in a match the next one is dealt, unless something ends the match.

    What is done here, and in which order, is section 4 of docs/genome.md, "Deal end". The pot is returned before
    scores are counted, because scoring rules may ask for chips.
    """
    asm = code.asm
    asm.place(code.deal_end)
    asm.note("deal_over")
    for phase in code.context.phases:
        phase.emit_deal_end(asm)
    if code.context.has_chips:
        asm.op("REFUND")  # nobody has won what is still in the pot
    if "lowest_hand" in code.wins:
        asm.note("lowest_hand")
        emit_lowest_hand(asm)
    # While cards are scored, a condition on the trick means the cards it names, wherever they were won.
    code.context.scoring = True
    for rule in code.genome.scoring_rules:
        asm.note("rule", rule)
        rule.emit(asm)
    code.context.scoring = False
    if code.genome.sweep is not None:
        asm.note("sweep", code.genome.sweep)
        code.genome.sweep.emit(asm)
    asm.note("scored")
    asm.op("ADDI", DEALS, 1)
    if code.context.has_betting:
        with asm.ints() as [mask]:
            asm.op("MASK", mask, WITHOUT_CHIPS)
            asm.op("OUT", mask)
    if code.genome.match is not None:
        _emit_match_checks(code)
        asm.step(DEALER, NOT_OUT)
        if code.genome.match.next_dealer == "most_tricks":
            _emit_best_dealer(code)
        asm.op("JUMP", code.deal)


def _emit_best_dealer(code: GameCode) -> None:
    """Of the seats not out the first, from the one that would deal next going left, that has won most tricks."""
    asm = code.asm
    asm.op("SETV", SPARE_SEAT, DEALER)
    with asm.ints(2) as [most, tricks]:
        asm.op("SETI", most, -1)
        with asm.each_seat(SPARE_SEAT, NOT_OUT) as seat:
            other = Label()
            asm.op("LOAD", tricks, TRICKS, seat)
            asm.op("JCMPR", tricks, most, OPERATORS["<="], other)
            asm.op("MOVR", most, tricks)
            asm.op("SETV", DEALER, seat)
            asm.place(other)


def _emit_match_checks(code: GameCode) -> None:
    """Leaves for the result if the match is over; goes on for another deal.

    A threshold is looked at before the number of players and the number of deals. With `play_on` a tie at the threshold
    does not end the match: the next deal may break it.
    """
    asm, match = code.asm, code.genome.match
    assert match is not None
    asm.jump_if(ENDING, ">=", _core.ENDINGS["turn_limit"], code.result)
    with asm.ints(2) as [number, mask]:
        for condition in code.genome.win_conditions:
            if condition.ends_match_at is None:
                continue
            below = Label()
            asm.op("MAXC", number, SCORE)
            asm.jump_if(number, "<", condition.ends_match_at, below)
            if match.tie == "play_on":
                _emit_ranking(code, below)
                asm.op("JTIE", below)
            asm.op("JUMP", code.result)
            asm.place(below)
        asm.op("MASK", mask, NOT_OUT)
        asm.op("JFEWER", mask, 2 if code.context.has_chips or code.context.knocks_out else 1, code.result)
    # The limit of deals is asked last: a match that ends by its own rules in its last deal is not cut short.
    if not code.context.can_end_early:
        asm.jump_if(DEALS, ">=", match.max_deals, code.result)
        return
    more = Label()
    asm.jump_if(DEALS, "<", match.max_deals, more)
    asm.op("SETI", ENDING, _core.ENDINGS["deal_limit"])
    asm.op("JUMP", code.result)
    asm.place(more)


def _emit_ranking(code: GameCode, nothing: Label) -> None:
    """Winners by the first ranking condition with an answer; to `nothing` if there is none.

    Only `last_player_standing` can be without an answer: while several sides are in play it says nothing.
    """
    asm, done = code.asm, Label()
    for condition in code.genome.win_conditions:
        if condition.type in RANKING:
            other = Label()
            asm.op("RANK", RANKING[condition.type], other)
            asm.op("JUMP", done)
            asm.place(other)
    asm.op("JUMP", nothing)
    asm.place(done)


def emit_result(code: GameCode) -> None:
    """The winners: of a single deal the deal's own winner, else whoever ranks best. Where chips are the goal they always rank."""
    asm, by_rank, nobody, done = code.asm, Label(), Label(), Label()
    asm.place(code.result)
    if code.genome.match is None and not code.context.is_for_chips:
        asm.op("JNOBODY", DEAL_WINNER, by_rank)
        asm.op("WINNER", DEAL_WINNER)
        asm.op("JUMP", done)
    asm.place(by_rank)
    _emit_ranking(code, nobody)
    asm.op("JUMP", done)
    asm.place(nobody)
    asm.op("SETVI", SPARE_SEAT, NOBODY)
    asm.op("WINNER", SPARE_SEAT)
    asm.place(done)
    asm.op("END")
