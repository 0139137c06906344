"""What a contract scores: tricks bid and more, bonuses, doubles, tricks too few. No phase of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...language.assembler import Assembler, Label
from ...language.vocabulary import BID, DEALER, DEALS, DECLARER, OPERATORS, SCORE, SIDE_SEAT, TRICKS
from ...language.words import list_words

STRAINS = 5  # four suits and no trumps
CONTRACTS = 7 * STRAINS  # once undoubled, once doubled, once redoubled
MINOR, MAJOR, FIRST_MORE = 20, 30, 10  # for a trick; clubs and diamonds are minor; the first one without trumps
GAME, PART_BONUS = 100, 50


@dataclass(frozen=True)
class Scale:
    """Bonuses and penalties of a side: one that is vulnerable wins and loses more."""

    game: int
    slam: int
    grand: int
    under: int  # for each trick too few
    over: int  # for each trick too many of a doubled contract
    under_doubled: tuple[int, int]  # of a doubled contract: for the first trick too few, for each of the next two
    later: int = 300  # for each further one


PLAIN = Scale(game=300, slam=500, grand=1000, under=50, over=100, under_doubled=(100, 200))
VULNERABLE = Scale(game=500, slam=750, grand=1500, under=100, over=200, under_doubled=(200, 300))


def emit_contract_score(asm: Assembler, book: int, vulnerable: Sequence[str]) -> None:
    """The declarer's side scores what it made, or every other side what it failed by."""
    nobody, as_vulnerable = Label(), Label()
    if len({*vulnerable}) == 1:  # the same in all deals
        vulnerable = [] if vulnerable[0] == "none" else vulnerable[:1]
    asm.op("JNOBODY", DECLARER, nobody)
    if vulnerable:
        _emit_vulnerable(asm, vulnerable, as_vulnerable)
    _emit_scale(asm, book, PLAIN, nobody)
    if vulnerable:
        asm.place(as_vulnerable)
        _emit_scale(asm, book, VULNERABLE, nobody)
    asm.place(nobody)


def _emit_vulnerable(asm: Assembler, vulnerable: Sequence[str], yes: Label) -> None:
    """Goes to `yes` if the declarer's side is vulnerable in this deal."""
    no, dealers = Label(), Label()
    with asm.ints(3) as [deal, own, other]:
        asm.op("MOVR", deal, DEALS)
        asm.op("MODI", deal, len(vulnerable))
        asm.op("SIDEOF", own, DECLARER)
        asm.op("SIDEOF", other, DEALER)
        asm.op("JCMPR", own, other, OPERATORS["=="], dealers)
        for who, after in (("others", no), ("dealers", no)):
            for number, word in enumerate(vulnerable):
                if word in (who, "both"):
                    asm.jump_if(deal, "==", number, yes)
            asm.op("JUMP", after)
            if who == "others":
                asm.place(dealers)
    asm.place(no)


def _emit_scale(asm: Assembler, book: int, scale: Scale, done: Label) -> None:
    """Takes the contract apart by subtraction: there is no division."""
    with asm.ints(5) as [strain, level, doubled, tricks, points]:
        asm.op("LOAD", strain, BID, DECLARER)
        asm.op("ADDI", strain, -1)
        asm.op("SETI", doubled, 0)
        asm.op("SETI", level, 1)
        for size, count in ((CONTRACTS, doubled), (STRAINS, level)):
            less, again = Label(), asm.here()
            asm.jump_if(strain, "<", size, less)
            asm.op("ADDI", strain, -size)
            asm.op("ADDI", count, 1)
            asm.op("JUMP", again)
            asm.place(less)
        failed = Label()
        asm.op("SUMSIDE", tricks, TRICKS, DECLARER)
        asm.op("ADDI", tricks, -book)
        asm.op("SUBR", tricks, level)  # now how many too many
        asm.jump_if(tricks, "<", 0, failed)
        _emit_made(asm, scale, strain, level, doubled, tricks, points)
        asm.note("points", "the contract was made")
        asm.op("ADDC", SCORE, DECLARER, points)
        asm.op("JUMP", done)
        asm.place(failed)
        _emit_failed(asm, scale, doubled, tricks, points)
        _emit_others(asm, points, level, strain)
        asm.op("JUMP", done)


def _emit_made(asm: Assembler, scale: Scale, strain: int, level: int, doubled: int, over: int, points: int) -> None:
    """Tricks bid, doubled as often as the contract; a bonus for a part, a game, a slam; tricks more; and for the doubles."""
    major, one, part, game, small, grand = (Label() for _ in range(6))
    with asm.ints() as [each]:
        asm.op("SETI", each, MINOR)
        asm.jump_if(strain, "<", 2, major)
        asm.op("SETI", each, MAJOR)
        asm.place(major)
        # The points of the tricks that were bid: each of them `level` times, which is small.
        asm.op("SETI", points, 0)
        for number in range(1, 8):
            less = Label()
            asm.jump_if(level, "<", number, less)
            asm.op("ADDR", points, each)
            asm.place(less)
        asm.jump_if(strain, "!=", STRAINS - 1, one)
        asm.op("ADDI", points, FIRST_MORE)
        asm.place(one)
        for number in (1, 2):
            less = Label()
            asm.jump_if(doubled, "<", number, less)
            asm.op("MULI", points, 2)
            asm.place(less)
        asm.jump_if(points, "<", GAME, part)
        asm.op("ADDI", points, scale.game)
        asm.op("JUMP", game)
        asm.place(part)
        asm.op("ADDI", points, PART_BONUS)
        asm.place(game)
        for number, bonus, other in ((6, scale.slam, small), (7, scale.grand, grand)):
            asm.jump_if(level, "!=", number, other)
            asm.op("ADDI", points, bonus)
            asm.place(other)
        _emit_over(asm, scale, each, doubled, over, points)


def _emit_over(asm: Assembler, scale: Scale, each: int, doubled: int, over: int, points: int) -> None:
    """Each trick more is worth as much as one bid, or where doubled a fixed number, twice as much where redoubled."""
    plain, less, ready = Label(), Label(), Label()
    asm.jump_if(doubled, "==", 0, plain)
    asm.op("SETI", each, scale.over)
    asm.op("ADDI", points, PART_BONUS)
    asm.jump_if(doubled, "<", 2, less)
    asm.op("ADDI", points, PART_BONUS)
    asm.op("MULI", each, 2)
    asm.place(less)
    asm.place(plain)
    again = asm.here()
    asm.jump_if(over, "<=", 0, ready)
    asm.op("ADDR", points, each)
    asm.op("ADDI", over, -1)
    asm.op("JUMP", again)
    asm.place(ready)


def _emit_failed(asm: Assembler, scale: Scale, doubled: int, over: int, points: int) -> None:
    """`over` is below 0 by the tricks too few."""
    plain, once, ready = Label(), Label(), Label()
    asm.op("MOVR", points, over)
    asm.op("MULI", points, -scale.under)
    asm.jump_if(doubled, "==", 0, plain)
    first, next_two = scale.under_doubled
    asm.op("SETI", points, first)
    for number in range(2, 14):
        asm.jump_if(over, ">", -number, ready)
        asm.op("ADDI", points, next_two if number <= 3 else scale.later)
    asm.place(ready)
    asm.jump_if(doubled, "<", 2, once)
    asm.op("MULI", points, 2)
    asm.place(once)
    asm.place(plain)


def _emit_others(asm: Assembler, points: int, own: int, other: int) -> None:
    asm.op("SETVI", SIDE_SEAT, 0)
    again, same = asm.here(), Label()
    asm.op("SIDEOF", own, DECLARER)
    asm.op("SIDEOF", other, SIDE_SEAT)
    asm.op("JCMPR", own, other, OPERATORS["=="], same)
    asm.note("points", "the contract failed")
    asm.op("ADDC", SCORE, SIDE_SEAT, points)
    asm.place(same)
    asm.op("SIDES", SIDE_SEAT, again)


def contract_rules(book: int, vulnerable: Sequence[str], doubles: bool, is_for_sides: bool) -> str:
    """The table of points, as sentences."""
    always_vulnerable = bool(vulnerable) and {*vulnerable} == {"both"}

    def either(name: str) -> str:
        plain, more = getattr(PLAIN, name), getattr(VULNERABLE, name)
        if not vulnerable or {*vulnerable} == {"none"}:
            return str(plain)
        return str(more) if always_vulnerable else f"{plain} ({more} if vulnerable)"

    declarer = "the declarer's side" if is_for_sides else "the declarer"
    parts = [
        f"If {declarer} has won the {book} tricks and as many more as bid, it scores {MINOR} for each trick bid with clubs or diamonds as trumps, "
        f"{MAJOR} with hearts, spades or no trumps, and {FIRST_MORE} more without trumps"
        + (", twice as much if doubled and four times if redoubled" if doubles else "")
        + f". If these points are {GAME} or more it adds {either('game')}, else {PART_BONUS}; for 6 tricks bid {either('slam')} more, for 7 {either('grand')}.",
        "Each trick above the contract is worth as much as one bid"
        + (
            f"; doubled {either('over')} and redoubled twice that. A doubled contract that is made adds {PART_BONUS}, a redoubled one {2 * PART_BONUS}."
            if doubles
            else "."
        ),
        f"If it has won fewer, every other {'side' if is_for_sides else 'player'} scores {either('under')} for each trick missing."
        + (" Doubled, " + _tell_doubled(vulnerable, always_vulnerable) if doubles else ""),
    ]
    if vulnerable and {*vulnerable} not in ({"none"}, {"both"}):
        words = {"none": "nobody", "dealers": "the dealer", "others": "all but the dealer", "both": "everybody"}
        if is_for_sides:
            words = {
                "none": "no side",
                "dealers": "the dealer's side",
                "others": "the other side",
                "both": "both sides",
            }
        parts.append(
            f"Vulnerable in the first deal, the second and so on, over and over: {list_words(words[word] for word in vulnerable)}."
        )
    return " ".join(parts)


def _tell_doubled(vulnerable: Sequence[str], always_vulnerable: bool) -> str:
    def tell(scale: Scale) -> str:
        first, later = scale.under_doubled
        return f"{first} for the first, {later} for each of the next two and {scale.later} for each further one"

    if not vulnerable or {*vulnerable} == {"none"}:
        text = tell(PLAIN)
    else:
        text = tell(VULNERABLE) if always_vulnerable else f"{tell(PLAIN)} (vulnerable {tell(VULNERABLE)})"
    return f"{text}; redoubled twice as much."
