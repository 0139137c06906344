"""What the code of a mechanic shows of it: facts read off the ops that it writes, to compare with those declared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from darwindeck.language import vocabulary as at
from darwindeck.language.assembler import Assembler, Label
from darwindeck.language.context import Context
from darwindeck.language.facts import Ends, Fact, Makes, Prompts, Reads
from darwindeck.mechanics.actions.action import ActionMechanic
from darwindeck.mechanics.phases.phase import PhaseMechanic

Op = tuple[str, tuple[Any, ...]]
SELECTED_TRUMP = 5  # among the flags of BEAT
# Ops that move cards: where among their operands the pile stands that they come from, and the one they go to.
MOVES = {"PLAY": (0, 1), "MOVE": (1, 2), "MOVEALL": (0, 1), "TAKE": (0, 1), "COLLECT": (0, 1)}


class Recorder(Assembler):
    """An assembler that remembers every op and every table of ranks it was asked for."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.ops: list[Op] = []
        self.rows: list[tuple[int, ...]] = []

    def op(self, name: str, *operands: int | Label) -> None:
        self.ops.append((name, operands))
        super().op(name, *operands)

    def tables(self, *rows: tuple[int, ...]) -> int:
        self.rows += rows
        return super().tables(*rows)


def record(part: Any, context: Context) -> Recorder:
    """The code of a mechanic, in a game of its own."""
    asm = Recorder(context)
    if isinstance(part, PhaseMechanic):
        part.emit(asm)
        part.emit_after_card(asm, Label())
        part.emit_after_trick(asm)
        part.emit_deal_end(asm)
        for write in context.aside:
            write()
    elif isinstance(part, ActionMechanic):
        part.emit(asm, at.TURN_SEAT)
    else:
        part.emit(asm, 0, at.TURN_SEAT)
    return asm


def _op(*wanted: tuple[Any, ...] | str) -> Callable[[Recorder], bool]:
    """Whether there is an op of this name whose operands begin so."""

    def found(asm: Recorder) -> bool:
        heads = [(want,) if isinstance(want, str) else want for want in wanted]
        return any((name, *operands)[: len(head)] == head for name, operands in asm.ops for head in heads)

    return found


def _some(name: str, test: Callable[[tuple[Any, ...]], bool]) -> Callable[[Recorder], bool]:
    """Whether there is an op of this name with such operands."""
    return lambda asm: any(found == name and test(operands) for found, operands in asm.ops)


def _moves(place: int, *piles: int) -> Callable[[Recorder], bool]:
    """Whether cards are moved from (0) or to (1) a pile of these kinds, and not merely from it to itself."""

    def found(asm: Recorder) -> bool:
        moves = [tuple(operands[i] for i in MOVES[name]) for name, operands in asm.ops if name in MOVES]
        return any(move[place] & 15 in piles for move in moves)

    return found


def _either(*rules: Callable[[Recorder], bool]) -> Callable[[Recorder], bool]:
    return lambda asm: any(rule(asm) for rule in rules)


def _has_row(asm: Recorder, row: tuple[int, ...]) -> bool:
    return row in asm.rows and not _op("SHOWDOWN")(asm)


SHOWN: dict[Fact, Callable[[Recorder], bool]] = {
    Makes.POINTS: _op(("ADDC", at.SCORE)),
    Makes.DRAWS: _op("DRAW"),
    Makes.DISCARDS: _moves(1, at.DISCARD),
    Makes.DISCARDS_TAKEN: _moves(0, at.DISCARD),
    Makes.TABLE: _moves(1, at.TABLEAU),
    Makes.STOCK: _moves(1, at.DECK),
    Makes.CAPTURES: _either(_moves(1, at.CAPTURE), _op("WINTRICK")),
    Makes.TRICKS: _op("WINTRICK"),
    Makes.OFFER: _op(("SETI", at.REFUSED, 1)),
    Makes.SHOWS: _op("SHOW"),
    Makes.STAKES: _op("PAY", "BETPAY"),
    Makes.BETS: _op("BETPAY"),
    Makes.POT_WON: _op("SHOWDOWN", "WINBATTLE"),
    Makes.SHOWDOWN: _op("SHOWDOWN"),
    Makes.DEAL_WINNER: _op("SHOWDOWN", ("SETV", at.DEAL_WINNER)),
    Makes.FOLDS: _op("FOLD", "BETPAY"),
    Makes.OUTS: _op("OUT"),
    Makes.SKIPS: _op(("ADDI", at.SKIPS)),
    Makes.REVERSALS: _op("REVERSE"),
    Makes.NAMED_SUIT: _op(("CHOSEN", at.NAMED)),
    Makes.TRUMP: _op(("CHOSEN", at.TRUMP), ("SUITOF", at.TRUMP), ("MOVR", at.TRUMP)),
    Makes.PLAYS: _op("HELD"),
    Makes.TOP_TAKEN: _op(("LOWCARD", at.TAKEN)),
    Makes.CHALLENGES: _op(("CHOOSEB", at.CHALLENGE)),
    Makes.CLAIMS: lambda asm: any("as {" in text or "Claim a" in text for text in asm.prompts),
    Makes.BROKEN_SUIT: _either(
        _some("BEAT", lambda operands: operands[4] >= 0), _some("BEATBY", lambda operands: operands[4] >> 8 > 0)
    ),
    Makes.BIDS: _some("CHOSEN", lambda operands: operands[1] == at.NUMBER_MOVES - 1),
    Makes.MELDS: _op("DEADWOOD"),
    Reads.ORDER: _either(
        lambda asm: _has_row(asm, asm.context.strength),
        _some("SHOWDOWN", lambda operands: operands[1] & 3 == 1),
    ),
    Reads.NEIGHBOURS: _op("SNEXT"),
    Reads.VALUES: _either(
        lambda asm: _has_row(asm, asm.context.value),
        _some("SHOWDOWN", lambda operands: operands[1] & 3 >= 2),
    ),
    Reads.CHIPS: _some("LOAD", lambda operands: operands[1] == at.CHIPS),
    Reads.BIDS: _some("LOAD", lambda operands: operands[1] == at.BID),
    Reads.SCORES: _either(
        _some("LOAD", lambda operands: operands[1] == at.SCORE),
        _some("RIVALS", lambda operands: operands[2] & 7 == 0),
    ),
    Reads.TRUMP: _either(
        _some("SSUIT", lambda operands: operands[1] == at.TRUMP),
        _some("BEAT", lambda operands: operands[3] >> 2 & 7 == SELECTED_TRUMP),
        _op("STRUMPS"),
    ),
    Reads.CAPTURED: _either(
        _some("SPILE", lambda operands: operands[1] & 15 == at.CAPTURE),
        _some("SIZE", lambda operands: operands[1] & 15 == at.CAPTURE),
        _some("RIVALS", lambda operands: operands[2] & 7 in (2, 3)),
    ),
    Reads.LAST_PLAYED: _some("SCARD", lambda operands: operands[1] == at.LAST_PLAYED),
    Reads.BROKEN_SUIT: _some("JNE", lambda operands: operands[0] == at.BROKEN),
    Reads.WINNER: _op(("JNOBODY", at.DEAL_WINNER)),
    Reads.POT: _either(
        _op("BETS", "SHOWDOWN", "WINBATTLE"),
        _some("MAXC", lambda operands: operands[1] == at.BET),
        _some("SUMC", lambda operands: operands[1] == at.CONTRIBUTION),
    ),
    Ends.DEAL_AT_ONCE: _op(("SETI", at.ENDING, 1)),
    Prompts.CARD: _op("ASKC", "OFFER", "SELECT"),
    Prompts.SEAT: _op(("OFFERR", at.SEAT_MOVES), ("OFFERN", at.SEAT_MOVES)),
    Prompts.RANK: _op(("OFFERR", at.RANK_MOVES), ("CHOOSEB", at.RANK_MOVES)),
    Prompts.SUIT: _op(("CHOOSEB", at.SUIT_MOVES), ("OFFERM", at.SUIT_MOVES)),
    Prompts.NUMBER: _either(
        _op(("OFFERN", at.NUMBER_MOVES)), _some("OFFERM", lambda operands: at.NUMBER_MOVES <= operands[0] < at.PASS)
    ),
    Prompts.BET: _op("BETS"),
    Prompts.ANSWER: _op(
        *(("OFFERM", answer) for answer in (at.TAKE, at.DRAW, at.KNOCK, at.ACCEPT, at.DOUBLE)),
        ("CHOOSEB", at.CHALLENGE),
    ),
    Prompts.FLIP: _some("ASKM", lambda operands: operands[2] == at.FLIP),
}

leaves_hands = _either(_moves(0, at.HAND), _op("BEAT", "BEATBY", "PICK"))
enters_hands = _either(_moves(1, at.HAND), _op("DRAW"))
