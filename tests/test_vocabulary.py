"""The numbers of programs have one name in both languages, and the page about them is current."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from darwindeck import _core
from darwindeck.language import vocabulary
from darwindeck.mechanics.phases.betting import SIZES
from darwindeck.mechanics.wins import RANKING
from darwindeck.search import SearchOptions
from darwindeck.simulate import records

from .ops_page import KINDS, PAGE, page

CORE = Path(__file__).parent.parent / "core"
PACKAGE = CORE.parent / "src" / "darwindeck"
# Names in Python that are not the word in capitals.
OTHERWISE = {
    ("PILES", "capture_zone"): "CAPTURE",
    ("MOVES", "suit"): "SUIT_MOVES",
    ("MOVES", "rank"): "RANK_MOVES",
    ("MOVES", "seat"): "SEAT_MOVES",
    ("MOVES", "number"): "NUMBER_MOVES",
    ("MOVES", "bet"): "FIRST_BET",
    ("MOVES", "raise"): "FIRST_RAISE",
    ("LIKENESSES", "rank"): "SAME_RANK",
    ("LIKENESSES", "suit"): "SAME_SUIT",
    ("LIKENESSES", "color"): "SAME_COLOR",
    ("MEASURES", "score"): "BY_SCORE",
    ("MEASURES", "captured"): "BY_CAPTURED",
    ("MEASURES", "prime"): "BY_PRIME",
    ("MEASURES", "tricks"): "BY_TRICKS",
    ("TOP_LIKENESSES", "rank"): "LIKE_RANK",
    ("TOP_LIKENESSES", "suit"): "LIKE_SUIT",
    ("TOP_LIKENESSES", "color"): "LIKE_COLOR",
    ("TOP_LIKENESSES", "named"): "LIKE_NAMED",
}
ASSEMBLED = (
    "PILES",
    "REGISTERS",
    "COLUMNS",
    "SEATS",
    "MASKS",
    "WAYS",
    "LIKENESSES",
    "TOP_LIKENESSES",
    "MEASURES",
    "MOVES",
)


@pytest.mark.parametrize("group", ASSEMBLED)
def test_python_calls_a_number_by_its_word(group: str) -> None:
    for word, number in getattr(_core, group).items():
        assert getattr(vocabulary, OTHERWISE.get((group, word), word.upper())) == number, word


@pytest.mark.parametrize("group", _core.VOCABULARY)
def test_no_number_has_two_words(group: str) -> None:
    numbers = list(getattr(_core, group).values())
    assert group == "LIMITS" or len(numbers) == len(set(numbers))
    assert all(note for note in _core.VOCABULARY[group][1].values())


def test_endings_are_listed_by_their_numbers() -> None:
    assert [_core.ENDINGS[ending] for ending in records.ENDINGS] == list(range(len(records.ENDINGS)))


def test_registers_that_keep_their_numbers_are_not_temporary() -> None:
    assert max(_core.REGISTERS.values()) < _core.LIMITS["first_temporary"] < _core.LIMITS["registers"]
    assert max(_core.SEATS.values()) < _core.LIMITS["seat_variables"]


def test_words_of_genomes_are_words_of_the_core() -> None:
    assert set(SIZES) == set(_core.BET_SIZES) - {"none"}
    assert set(RANKING.values()) == set(_core.RANKINGS.values()) - {_core.RANKINGS["none"]}


def test_every_op_has_a_sentence_that_names_its_operands() -> None:
    for name, kinds, note in zip(_core.OP_NAMES, _core.OP_KINDS, _core.OP_NOTES, strict=True):
        assert set(kinds) <= set(KINDS) and note, name
        if not note.startswith("as "):  # as another op, whose sentence says the rest
            operands = [*"abcd"[: sum(kind not in "il" for kind in kinds)], *(kind for kind in kinds if kind in "il")]
            assert all(re.search(rf"\b{operand}\b", note) for operand in operands), f"{name}: {note}"


def test_the_page_is_current() -> None:
    assert PAGE.read_text() == page(), "run `make ops-page`"


# Where a number of the vocabulary would stand as it is.
BARE = re.compile(
    r"mask\(\d|rank [!=]= \d|reg\[(\d|k\w+ [+-] \d)|\b(way|evaluator|mode|kind) [!=]= \d|after\([^()]*, \d\)|\b1[678]\d\b"
)
CARD_FILES = sorted(
    path for folder in ("cards", "matches", "kernels", "bindings") for path in (CORE / folder).rglob("*.[ch]pp")
)


@pytest.mark.parametrize("path", CARD_FILES, ids=lambda path: path.relative_to(CORE).as_posix())
def test_the_core_uses_names(path: Path) -> None:
    if path.name == "vocabulary.hpp":
        return
    found = [line.strip() for line in path.read_text().splitlines() if BARE.search(line)]
    assert found == []


# Operands `n` that are plain numbers: of a seat, of seats to pass over.
PLAIN = {"SETVI", "ADDV"}
WRITERS = sorted(path for folder in ("language", "mechanics", "compile") for path in (PACKAGE / folder).rglob("*.py"))


def bare_operands(source: str) -> list[str]:
    """Operands of ops with a meaning of their own (modes, masks, registers, piles, moves) that are written as numbers."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="op"), args=[ast.Constant(value=str() as op), *operands]):
                kinds = _core.OP_KINDS[_core.OP_NAMES.index(op)]
                for kind, operand in zip(kinds, operands, strict=True):
                    if kind not in "il" and op not in PLAIN and re.search(r"(?<!<< )\b\d+\b", ast.unparse(operand)):
                        found.append(f"{op} {ast.unparse(operand)}")
    return found


def test_a_planted_number_is_found() -> None:
    assert bare_operands('asm.op("SGROUP", into, 2, self.n)') == ["SGROUP 2"]
    assert bare_operands('asm.op("TAKE", DECK, HAND, 1 if openly else 0)') != []
    assert bare_operands('asm.op("TAKE", DECK, HAND, OPENLY)') == []


@pytest.mark.parametrize("path", WRITERS, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_mechanics_use_names(path: Path) -> None:
    assert bare_operands(path.read_text()) == []


def options(**changes: object) -> dict[str, object]:
    """What Python tells a batched search."""
    told: dict[str, object] = {name: getattr(SearchOptions(), name) for name in SearchOptions.__dataclass_fields__}
    return told | {"simulations": 8, "seed": 0, "threads": 1, "leaves_per_tree": 1} | changes


def start(told: dict[str, object]) -> None:
    _core.BatchSearch.chess([_core.ChessPosition(_core.START_FEN)], told, 1)


def test_options_cross_by_name() -> None:
    start(options())
    with pytest.raises(ValueError, match="options: there is none called c_puckt"):
        start(options(c_puckt=1.0))


@pytest.mark.parametrize("name", options())
def test_an_option_that_is_not_told_is_an_error(name: str) -> None:
    told = options()
    del told[name]
    with pytest.raises(ValueError, match=f"options: {name} is missing"):
        start(told)
