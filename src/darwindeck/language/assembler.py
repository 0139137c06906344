"""The assembler: mechanics write ops, labels and constants here; `program()` is the bytes the core loads.

It knows ops and registers, no rules. The op list is the core's own.
"""

from __future__ import annotations

import functools
import operator
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from .._core import CONTINUATIONS, OP_KINDS, OP_NAMES, PROGRAM_VERSION
from .fields import ALL_CARDS, Operator
from .vocabulary import (
    DECIDED,
    EACH_SEAT,
    ENDING,
    FIRST_TEMPORARY,
    KEEP,
    LEFT,
    LOOP_MASK,
    OF_MASK,
    REGISTER_COUNT,
    SET_COUNT,
)

if TYPE_CHECKING:
    from .context import Context

_CODES = {name: (code, kinds) for code, (name, kinds) in enumerate(zip(OP_NAMES, OP_KINDS, strict=True))}
# A byte for the op; then its operands, of four bytes (numbers), two (labels) or one (all others).
_PACKED = {
    name: struct.Struct("<B" + "".join({"i": "i", "l": "H"}.get(kind, "B") for kind in kinds))
    for name, (_, kinds) in _CODES.items()
}
_SECONDS = ("SHAND", "CHOOSE", "JEMPTY", "STOPLIKE", "SORK")  # ops that can be one with that before them
JUMPS = {"==": "JEQ", "!=": "JNE", "<": "JLT", ">": "JGT", "<=": "JLE", ">=": "JGE"}  # fmt: skip


class Label:
    """A place in the code, known once placed."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at: int | None = None


class Note(NamedTuple):
    """What happens at a place of the code, for whoever tells a game. It is no part of the program."""

    kind: str
    part: Any = (
        None  # the part of the genome that says so, as a phase or a scoring rule; or what points are for, in words
    )
    seat: int = -1  # the seat variable of whom it is about
    number: int = -1  # the register with a number that belongs to it


Operands = tuple[Any, ...]  # numbers and labels
Op = tuple[str, Operands]


class Assembler:
    """The code of one game, as far as it is written.

    Ops work on three kinds of storage. Int registers hold numbers, set registers hold sets of cards, seat variables hold seats.
    Some int registers and all set registers are temporaries: `ints` and `sets` lend them for a block of code.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.prompts: list[str] = []
        self.own_prompts: set[str] = set()  # those that are not only asked to complete another choice
        self.notes: list[tuple[int, Note]] = []  # each with its place
        self._code: list[Op] = []
        self._placed = -1  # where the last label is: that op must begin there
        self._constants: list[int] = []
        self._tables: list[bytes] = []
        self._free_sets = list(range(SET_COUNT))
        self._free_ints = list(range(FIRST_TEMPORARY, REGISTER_COUNT))

    # Code, labels, constants.

    def op(self, name: str, *operands: int | Label) -> None:
        """Adds an op (docs/ops.md). If one op does the same as the last one and this together, it takes their place."""
        if len(operands) != len(_CODES[name][1]):
            raise TypeError(f"{name} takes {_CODES[name][1]!r}, got {len(operands)} operands")
        # An op that a label leads to must stay by itself: who jumps there must not run the op before it.
        apart = name not in _SECONDS or not self._code or self._placed == len(self._code)
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
        """Jumps to the label lead to the next op."""
        label.at = self._placed = len(self._code)

    def note(self, kind: str, part: Any = None, seat: int = -1, number: int = -1) -> None:
        """Says what happens when the next op is reached. It adds no code, so it never changes what is played."""
        self.notes.append((len(self._code), Note(kind, part, seat, number)))

    def here(self) -> Label:
        label = Label()
        self.place(label)
        return label

    def constants(self, *words: int) -> int:
        """Index of the first of consecutive constants.

        Constants that are there already are used again: the pool has 255 places at most.
        """
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
        """Number of a text that a player is asked with. Where numbers are chosen that stand for something, what they stand
        for follows, after bars, from 0 on.
        """
        if text not in self.prompts:
            self.prompts.append(text)
        return self.prompts.index(text)

    # Temporaries.

    @contextmanager
    def sets(self, count: int = 1) -> Iterator[list[int]]:
        """Lends set registers. They hold anything at first, and a choice inside the block forgets what they hold.

        The first free ones are lent, so that a later block that takes as many at the same depth gets the same ones:
        PlayPhase relies on it.
        """
        taken = [self._free_sets.pop(0) for _ in range(count)]
        yield taken
        self._free_sets = taken + self._free_sets

    @contextmanager
    def ints(self, count: int = 1) -> Iterator[list[int]]:
        """Lends int registers, on the same terms."""
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

    def step(self, seat: int, mode: int, way: int = LEFT) -> None:
        """The seat variable goes on to the next seat of the mode."""
        self.op("STEP", seat, mode | way << 4)

    def end_deal(self) -> None:
        """Marks the deal as over; the checks after the phase leave it."""
        self.op("SETI", ENDING, DECIDED)

    def draw_one(self, seat: int, cannot: Label) -> None:
        """One card from the stock, refilled if the rules allow."""
        self.op("DRAW", seat, int(self.context.setup.reshuffle), cannot)

    # A question has a place where the code of its options begins: its legal moves are found from there on.

    def ask(self, seat: int, prompt: str, continues: str = "never", begin: Label | None = None) -> None:
        """What is offered until CHOOSE; without `begin` all of it is computed from here on."""
        self._note_prompt(prompt, continues)
        self.op("ASK", seat, CONTINUATIONS[continues], self.prompt(prompt), begin or self.here())

    def ask_card(self, seat: int, prompt: str, cards: int, begin: Label, continues: str = "never") -> None:
        """One of the cards of a set register."""
        self._note_prompt(prompt, continues)
        self.op("ASKC", seat, CONTINUATIONS[continues], cards, self.prompt(prompt), begin)

    def ask_move(self, seat: int, prompt: str, move: int) -> None:
        """The only move there is."""
        self._note_prompt(prompt, "never")
        self.op("ASKM", seat, CONTINUATIONS["never"], move, self.prompt(prompt), self.here())

    def _note_prompt(self, prompt: str, continues: str) -> None:
        if continues != "always":
            self.own_prompts.add(prompt)

    def complete_choice(self, prompt: str) -> None:
        """Says that the prompt completes a choice, though it is a decision of its own in records."""
        self.own_prompts.discard(prompt)

    # Bytes.

    def program(self) -> bytes:
        """Head, constants, tables and code, as core/cards/program/ loads and verifies them."""
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
        if "l" not in kinds:
            return _PACKED[name].pack(code, *operands)
        numbers = [operand.at if isinstance(operand, Label) else operand for operand in operands]
        assert None not in numbers, f"label of {name} was never placed"
        return _PACKED[name].pack(code, *numbers)
