"""What ends a deal: the checks after every phase and after every turn. The numbers are those of docs/genome.md, section 4."""

from __future__ import annotations

from ..language.assembler import Label
from ..language.vocabulary import (
    CONTRIBUTION,
    DEAL_WINNER,
    DEALER,
    DECK,
    IN_PLAY,
    LEFT,
    NOBODY,
    NOT_OUT_WITH_CARDS,
    PLAYING_WITH_CARDS,
    PLAYING_WITHOUT_CARDS,
    SCORE,
    TURN_SEAT,
    WITHOUT_CHIPS,
)
from .game_code import GameCode


def emit_phase_checks(code: GameCode) -> None:
    """Checks 1 to 6. Each is written only where the game has a rule for it: they run after every phase of every turn."""
    asm = code.asm
    code.emit_ended()
    with asm.ints(2) as [mask, count]:
        if code.context.wins_pots_in_turns:
            _emit_broke(code, mask, count)
        if "empty_hand" in code.wins:
            none = Label()
            asm.op("JNONE", PLAYING_WITHOUT_CARDS, none)
            asm.op("MASK", mask, PLAYING_WITHOUT_CARDS)
            _emit_winner_of(code, mask)
            asm.place(none)
        if "capture_all" in code.wins:
            _emit_capture_all(code, mask)
        if "last_player_standing" in code.wins:
            _emit_last_standing(code, mask)
        first = code.wins.get("first_to_score")
        if first is not None and first.threshold is not None:
            asm.op("MAXC", count, SCORE)
            asm.jump_if(count, ">=", first.threshold, code.result)


def _emit_winner_of(code: GameCode, mask: int) -> None:
    """Ends the deal: its winner is the first seat of the mask from the actor on, going left. Goes on if the mask is empty."""
    code.asm.op("SETV", DEAL_WINNER, TURN_SEAT)
    code.asm.op("EACH", DEAL_WINNER, mask, LEFT, code.deal_end)


def _emit_capture_all(code: GameCode, mask: int) -> None:
    """Seats without cards are out. If fewer than two are left, the deal ends: one has won it, or nobody."""
    asm, several = code.asm, Label()
    asm.op("JLEFT", several)
    asm.op("MASK", mask, NOT_OUT_WITH_CARDS)
    _emit_winner_of(code, mask)
    asm.op("SETVI", DEAL_WINNER, NOBODY)
    asm.op("JUMP", code.deal_end)
    asm.place(several)


def _emit_broke(code: GameCode, mask: int, paid: int) -> None:
    """Seats without chips and without a part of the pot are out. Who is all in has paid, and may still win.

    Only where a pot can be won in the middle of a deal. Elsewhere a seat without chips has paid for the pot, or the
    deal is over.
    """
    asm, none = code.asm, Label()
    asm.op("SETI", mask, 0)
    with asm.each_seat(TURN_SEAT, WITHOUT_CHIPS) as seat:
        staked = Label()
        asm.op("LOAD", paid, CONTRIBUTION, seat)
        asm.jump_if(paid, "!=", 0, staked)
        asm.op("SETB", mask, seat)
        asm.place(staked)
    asm.jump_if(mask, "==", 0, none)
    asm.op("OUT", mask)
    _emit_last_standing(code, mask)
    asm.place(none)


def _emit_last_standing(code: GameCode, mask: int) -> None:
    """Ends the deal if only one side is still in play."""
    asm, alone, several = code.asm, Label(), Label()
    asm.op("JALONE", alone)
    asm.op("JUMP", several)
    asm.place(alone)
    asm.op("MASK", mask, IN_PLAY)
    _emit_winner_of(code, mask)
    asm.place(several)


def emit_turn_checks(code: GameCode) -> None:
    """Checks 7 to 9. Idle turns and the limit of turns, 10 and 11, are counted by NEXT, which passes the turn on."""
    asm = code.asm
    with asm.ints() as [number], asm.sets() as [stock]:
        if "last_with_cards_loses" in code.wins:
            asm.op("MASK", number, PLAYING_WITH_CARDS)
            asm.op("JFEWER", number, 2, code.deal_end)
        _emit_empty_hands(code, number, stock)
        if "deck_empty" in code.wins:
            asm.op("SIZE", number, DECK)
            asm.jump_if(number, "<=", code.wins["deck_empty"].threshold or 0, code.deal_end)


def _emit_empty_hands(code: GameCode, number: int, stock: int) -> None:
    """If all hands are empty: deals again from the stock where the game refills hands, else ends the deal.

    With nothing left to deal it is over, too.
    """
    asm, setup, held = code.asm, code.context.setup, Label()
    if not _cards_are_held(code):
        asm.op("JANY", PLAYING_WITH_CARDS, held)
        if setup.refill:
            asm.op("SPILE", stock, DECK)
            asm.op("JEMPTY", stock, code.deal_end)
            asm.op("DEAL", number, DEALER, setup.refill)
        else:
            if code.context.draws_when_empty:  # the next seat will draw a card and go on
                asm.op("JGIVE", DECK, int(setup.reshuffle), held)
            asm.op("JUMP", code.deal_end)
    asm.place(held)


def _cards_are_held(code: GameCode) -> bool:
    """Whether a phase check has ended the deal already if no seat in play holds cards, so that nothing is left to check."""
    if code.genome.triggers:
        return False
    deserted = code.context.can_leave or code.context.folds  # a check for empty hands wants a seat in play
    by_empty_hand = "empty_hand" in code.wins and not deserted
    return by_empty_hand or ("capture_all" in code.wins and not code.context.folds)
