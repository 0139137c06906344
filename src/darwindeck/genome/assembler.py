"""The assembler: mechanics write ops, labels and constants here; `program()` is the bytes the core loads.

It knows ops and registers, no rules. The op list is the core's own.
"""

from __future__ import annotations

import functools
import operator
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .._core import (
    COLUMNS,
    CONTINUATIONS,
    LIMITS,
    MASKS,
    MOVES,
    OP_KINDS,
    OP_NAMES,
    PILES,
    PROGRAM_VERSION,
    REGISTERS,
    SEATS,
    TOP_LIKENESSES,
    WAYS,
)
from .._core import OPERATORS as OPERATORS  # for mechanics
from .fields import ALL_CARDS, Operator

if TYPE_CHECKING:
    from .context import Context

_CODES = {name: (code, kinds) for code, (name, kinds) in enumerate(zip(OP_NAMES, OP_KINDS, strict=True))}


def _look_up(group: dict[str, int], words: str) -> tuple[int, ...]:
    """The numbers that the core knows by these words."""
    return tuple(group[word] for word in words.split())


# The core's vocabulary (docs/ops.md). A mechanic uses these names, never a number.
JUMPS = {"==": "JEQ", "!=": "JNE", "<": "JLT", ">": "JGT", "<=": "JLE", ">=": "JGE"}  # fmt: skip

# Piles: kind in the low nibble, the seat variable that owns it in the high one.
DECK, DISCARD, TABLEAU, TRICK, ASIDE, TURNED = _look_up(PILES, "deck discard tableau trick aside turned")
HAND, CAPTURE, FRONT, PICKED = _look_up(PILES, "hand capture_zone front picked")

# Registers with a fixed meaning, then those that phases use between choices.
TURNS, DEALS, TRUMP, NAMED, BROKEN = _look_up(REGISTERS, "turns deals trump named broken")
LAST_PLAYED, LEAD, BEST, TAKEN, DRAWN = _look_up(REGISTERS, "last_played lead best taken drawn")
REFUSED, CLAIMS, TRICKS_PLAYED, IDLE_TURNS = _look_up(REGISTERS, "refused claims tricks_played idle_turns")
SKIPS, RAISES, TO_ACT, ENDING = _look_up(REGISTERS, "skips raises to_act ending")
LEAD_SUIT, LAST_RAISE, DEBT = _look_up(REGISTERS, "lead_suit last_raise debt")
PHASE_A, PHASE_B, PHASE_C = _look_up(REGISTERS, "phase_a phase_b phase_c")
LOOP_MASK, ACTION_MASK = _look_up(REGISTERS, "loop_mask action_mask")
FIRST_TEMPORARY, REGISTER_COUNT, SET_COUNT = _look_up(LIMITS, "first_temporary registers sets")

SCORE, CHIPS, BET, CONTRIBUTION, TRICKS = _look_up(COLUMNS, "score chips bet contribution tricks")
DISCARDED, POINTS, BID, BAGS = _look_up(COLUMNS, "discarded points bid bags")

TURN_SEAT, ACTOR, DEALER, NEXT_SEAT = _look_up(SEATS, "turn_seat actor dealer next_seat")
LAST_CAPTURER, DEAL_WINNER, TRICK_WINNER = _look_up(SEATS, "last_capturer deal_winner trick_winner")
CREDITOR, EACH_SEAT, OTHER_SEAT, ACTION_SEAT = _look_up(SEATS, "creditor each_seat other_seat action_seat")
SPARE_SEAT, START_SEAT, SIDE_SEAT = _look_up(SEATS, "spare_seat start_seat side_seat")
PREVIOUS_SEAT, NOBODY = SEATS["previous_seat"], LIMITS["nobody"]

# Modes of STEP, MASK and SEATS; for STEP and SEATS add LEFT, FORWARD or RIGHT.
IN_PLAY, NOT_OUT, NOT_OUT_WITH_CARDS = _look_up(MASKS, "in_play not_out not_out_with_cards")
PLAYING_WITH_CARDS, PLAYING_WITH_CHIPS = _look_up(MASKS, "playing_with_cards playing_with_chips")
WITHOUT_CHIPS, WITHOUT_CARDS = _look_up(MASKS, "without_chips without_cards")
PLAYING_WITHOUT_CARDS, OF_MASK = _look_up(MASKS, "playing_without_cards of_mask")
LEFT, FORWARD, RIGHT = _look_up(WAYS, "left forward right")
# Modes of STOPLIKE: kinds of likeness, what a named suit does, what is there already.
LIKE_RANK, LIKE_SUIT, LIKE_COLOR = _look_up(TOP_LIKENESSES, "rank suit color")
LIKE_NAMED, KEEP = _look_up(TOP_LIKENESSES, "named keep")

SUIT_MOVES, RANK_MOVES, SEAT_MOVES, NUMBER_MOVES = _look_up(MOVES, "suit rank seat number")
PASS, DONE, DRAW, TAKE, FLIP, KNOCK = _look_up(MOVES, "pass done draw take flip knock")
CHALLENGE, ACCEPT, CHECK, CALL, FOLD, ALL_IN = _look_up(MOVES, "challenge accept check call fold all_in")
FIRST_BET, FIRST_RAISE = _look_up(MOVES, "bet raise")


def of(kind: int, seat: int) -> int:
    """The pile of a kind that belongs to a seat variable."""
    return kind | seat << 4


class Label:
    """A place in the code, known once placed."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at: int | None = None


Operands = tuple[Any, ...]  # numbers and labels
Op = tuple[str, Operands]


class Assembler:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.prompts: list[str] = []
        self._code: list[Op] = []
        self._placed = -1  # where the last label is: that op must begin there
        self._constants: list[int] = []
        self._tables: list[bytes] = []
        self._free_sets = list(range(SET_COUNT))
        self._free_ints = list(range(FIRST_TEMPORARY, REGISTER_COUNT))

    # Code, labels, constants.

    def op(self, name: str, *operands: int | Label) -> None:
        if len(operands) != len(_CODES[name][1]):
            raise TypeError(f"{name} takes {_CODES[name][1]!r}, got {len(operands)} operands")
        apart = not self._code or self._placed == len(self._code)
        fused = None if apart else self._fuse(*self._code[-1], name, operands)
        if fused is None:
            self._code.append((name, operands))
        else:
            self._code[-1] = fused

    def _fuse(self, first: str, a: Operands, second: str, b: Operands) -> Op | None:
        """The op that does both, if there is one: every op costs time wherever the game goes by."""
        match first, second:
            case "ASK", "SHAND":
                return "ASKHAND", (*a[:3], *b, a[3])
            case "OFFERM", "CHOOSE":
                return "CHOOSEB", (*a, 1)
            case "SANDH", "JEMPTY" if a[0] == b[0]:
                return "HELD", (a[0], *a, b[1])
            case "STOPLIKE", "STOPLIKE" if a[:2] == b[:2] and b[2] & KEEP:
                return "STOPLIKE", (*a[:2], a[2] | b[2] & ~KEEP, self._union(a[3], b[3]))
            case "STOPLIKE", "SORK" if a[0] == b[0]:
                return "STOPLIKE", (*a[:3], self._union(a[3], b[1]))
        return None

    def _union(self, *constants: Any) -> int:
        return self.constants(functools.reduce(operator.or_, (self._constants[constant] for constant in constants)))

    def place(self, label: Label) -> None:
        label.at = self._placed = len(self._code)

    def here(self) -> Label:
        label = Label()
        self.place(label)
        return label

    def constants(self, *words: int) -> int:
        """Index of the first of consecutive constants."""
        wanted = list(words)
        for at in range(len(self._constants) - len(wanted) + 1):
            if self._constants[at : at + len(wanted)] == wanted:
                return at
        self._constants += wanted
        return len(self._constants) - len(wanted)

    def tables(self, *rows: tuple[int, ...]) -> int:
        """Index of the first of consecutive tables, one entry a rank."""
        wanted = [bytes(row).ljust(16, b"\0") for row in rows]
        for at in range(len(self._tables) - len(wanted) + 1):
            if self._tables[at : at + len(wanted)] == wanted:
                return at
        self._tables += wanted
        return len(self._tables) - len(wanted)

    def prompt(self, text: str) -> int:
        if text not in self.prompts:
            self.prompts.append(text)
        return self.prompts.index(text)

    # Temporaries.

    @contextmanager
    def sets(self, count: int = 1) -> Iterator[list[int]]:
        taken = [self._free_sets.pop(0) for _ in range(count)]
        yield taken
        self._free_sets = taken + self._free_sets

    @contextmanager
    def ints(self, count: int = 1) -> Iterator[list[int]]:
        taken = [self._free_ints.pop(0) for _ in range(count)]
        yield taken
        self._free_ints = taken + self._free_ints

    # Idioms.

    def jump_if(self, register: int, comparison: Operator | str, value: int, label: Label) -> None:
        sign = comparison.value if isinstance(comparison, Operator) else comparison
        self.op(JUMPS[sign], register, value, label)

    def set_constant(self, into: int, word: int) -> None:
        self.op("SCONST", into, self.constants(word))

    def truth(self, into: int, jump_when_true: Callable[[Label], None]) -> None:
        """All cards if the jump is taken, none if not."""
        yes = Label()
        self.set_constant(into, ALL_CARDS)
        jump_when_true(yes)
        self.set_constant(into, 0)
        self.place(yes)

    @contextmanager
    def each_seat(
        self,
        start: int,
        mode: int,
        way: int = LEFT,
        seat: int = EACH_SEAT,
        mask: int = LOOP_MASK,
        nobody: Label | None = None,
    ) -> Iterator[int]:
        """The body runs for every seat of the mode, from `start`. Not to be nested with the same mask."""
        over = Label()
        self.op("SEATS", seat, start, mask, mode | way << 4, nobody or over)
        body = self.here()
        yield seat
        self.op("EACH", seat, mask, way, body)
        self.place(over)

    @contextmanager
    def seats_of(self, start: int, mask: int, way: int = LEFT, seat: int = EACH_SEAT) -> Iterator[int]:
        """The body runs for every seat of a mask, which is used up."""
        with self.each_seat(start, OF_MASK, way, seat, mask):
            yield seat

    def draw_one(self, seat: int, cannot: Label) -> None:
        """One card from the stock, refilled if the rules allow."""
        self.op("DRAW", seat, int(self.context.setup.reshuffle), cannot)

    # A question has a place where the code of its options begins: its legal moves are found from there on.

    def ask(self, seat: int, prompt: str, continues: str = "never", begin: Label | None = None) -> None:
        """What is offered until CHOOSE; without `begin` all of it is computed from here on."""
        self.op("ASK", seat, CONTINUATIONS[continues], self.prompt(prompt), begin or self.here())

    def ask_card(self, seat: int, prompt: str, cards: int, begin: Label, continues: str = "never") -> None:
        """One of the cards of a set register."""
        self.op("ASKC", seat, CONTINUATIONS[continues], cards, self.prompt(prompt), begin)

    def ask_move(self, seat: int, prompt: str, move: int) -> None:
        """The only move there is."""
        self.op("ASKM", seat, CONTINUATIONS["never"], move, self.prompt(prompt), self.here())

    # Bytes.

    def program(self) -> bytes:
        context = self.context
        code = b"".join(self._encode(name, operands) for name, operands in self._code)
        if len(self._constants) > 255 or len(self._tables) > 255:
            raise OverflowError("too many constants")
        assert context.deal_end.at is not None, "the deal's end was never placed"
        header = struct.pack("<4sBBBBBHHQ8sBHi", b"DDK1", PROGRAM_VERSION, context.seats, context.flags, len(self._constants),
                             len(self._tables), context.max_turns, len(self._code), context.deck, bytes(context.heads),
                             context.goal, context.deal_end.at, context.target)  # fmt: skip
        pool = b"".join(struct.pack("<Q", word) for word in self._constants) + b"".join(self._tables)
        return header + pool + code

    def _encode(self, name: str, operands: tuple[int | Label, ...]) -> bytes:
        code, kinds = _CODES[name]
        parts = [bytes([code])]
        for kind, operand in zip(kinds, operands, strict=True):
            if isinstance(operand, Label):
                assert operand.at is not None, f"label of {name} was never placed"
                operand = operand.at
            parts.append(struct.pack({"i": "<i", "l": "<H"}.get(kind, "<B"), operand))
        return b"".join(parts)
