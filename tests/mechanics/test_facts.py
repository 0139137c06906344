"""Every mechanic declares every fact, the facts are what its code does, and a wrong one is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from darwindeck.language.context import Context
from darwindeck.language.facts import NONE, Fact, Facts, Makes, Prompts, Reads
from darwindeck.mechanics.phases.claim import ClaimPhase
from darwindeck.mechanics.phases.phase import PhaseMechanic
from darwindeck.mechanics.wins.win import Win

from ..golden.regenerate import FACTS
from .flips import flips
from .footprint import SHOWN, enters_hands, leaves_hands, record
from .kinds import KINDS_OF_WINS, MECHANICS, PHASES, context_of, some_of
from .table import facts_table, row

# Where the code does not show what a mechanic looks at.
NOT_SHOWN = {
    ("CallTrumpPhase", Makes.FOLDS),  # only where there are partners
    ("CallTrumpPhase", Prompts.SEAT),
    ("HiddenBidPhase", Makes.BIDS),  # bids are cards, no numbers
    ("ClimbPhase", Reads.BIDS),  # places are kept where bids would be
    ("ColumnsPhase", Reads.BIDS),
    ("LastRoundPhase", Reads.BIDS),  # and turns
    ("BuildPhase", Reads.BIDS),  # and the values of builds
    ("TakeReserve", Reads.BIDS),  # so are the numbers of cards in reserve
    ("MustBeat", Reads.ORDER),  # the game here has no tricks, and so nothing that must be beaten
    ("MustBeat", Reads.TRUMP),
    ("CardIsRank", Reads.ORDER),  # ranks are compared while compiling
    ("CardMatchesRank", Reads.ORDER),  # equality is asked for with the same table as more than equality
}


def games_of(kind: type[Any]) -> Iterator[tuple[Any, Context]]:
    """Random mechanics of a kind, each in a game with hands as sets and in one with queues, where it can be."""
    for part in some_of(kind):
        phase = part if isinstance(part, PhaseMechanic) else None
        for queue in (False, True):
            if phase is None or phase.works_with(queue):
                yield part, context_of(queue, phase)


def shown(kind: type[Any]) -> dict[Fact, set[tuple[int, bool]]]:
    """For each fact that code can show, whether it does so for each of the random mechanics."""
    found: dict[Fact, set[tuple[int, bool]]] = {fact: set() for fact in SHOWN}
    for number, (part, context) in enumerate(games_of(kind)):
        asm = record(part, context)
        for fact, rule in SHOWN.items():
            found[fact].add((number, rule(asm)))
    return found


def said(kind: type[Any], facts: Facts, fact: Fact, games: list[tuple[Any, Context]]) -> set[tuple[int, bool]]:
    when = facts.when(fact)
    return {(number, when is not None and when(part, context)) for number, (part, context) in enumerate(games)}


@pytest.mark.parametrize("kind", (*MECHANICS, *KINDS_OF_WINS), ids=lambda kind: kind.__name__)
def test_every_mechanic_declares_its_own_facts(kind: type[Any]) -> None:
    own = {"facts"} | (set(Win.__annotations__) if issubclass(kind, Win) else {"descriptions"})
    assert own <= set(vars(kind)), "declared on the class itself, not inherited"


@pytest.mark.parametrize("left_out", ["makes", "needs", "reads", "ends", "prompts"])
def test_no_fact_can_be_left_out(left_out: str) -> None:
    declared = {name: NONE for name in ("makes", "needs", "reads", "ends", "prompts") if name != left_out}
    with pytest.raises(TypeError, match=left_out):
        Facts(**declared)


def test_a_fact_belongs_to_its_kind() -> None:
    with pytest.raises(TypeError, match="reads cannot have"):
        Facts(makes=NONE, needs=NONE, reads={Makes.POINTS: lambda part, context: True}, ends=NONE, prompts=NONE)


@pytest.mark.parametrize("kind", MECHANICS, ids=lambda kind: kind.__name__)
def test_the_facts_are_what_the_code_does_and_a_wrong_one_is_found(kind: type[Any]) -> None:
    games, code = list(games_of(kind)), shown(kind)
    checked = [fact for fact in SHOWN if (kind.__name__, fact) not in NOT_SHOWN]
    assert [fact for fact in checked if said(kind, kind.facts, fact, games) != code[fact]] == []
    missed = [
        fact for fact, facts in flips(kind.facts) if fact in checked and said(kind, facts, fact, games) == code[fact]
    ]
    assert missed == []


@pytest.mark.parametrize("kind", PHASES, ids=lambda kind: kind.__name__)
def test_hands_change_as_the_code_moves_cards(kind: type[Any]) -> None:
    """Where cards only leave hands, or only come to them; where both happen the sum is the mechanic's word."""
    for part, context in games_of(kind):
        asm = record(part, context)
        least, most = part.hand_change(context)
        as_discarded = getattr(part, "count_equals_discarded", False)  # and here nothing is
        expected = {
            (False, False): least == most == 0,
            (False, True): 0 <= least <= most and (most > 0 or as_discarded),
            (True, False): least <= most <= 0 and least < 0,
            (True, True): least <= most,
        }
        enters = enters_hands(asm) or part.may(Makes.PASSES)  # what one passes another gets
        assert expected[leaves_hands(asm), enters], (part, least, most)


def test_all_facts_are_golden() -> None:
    """Also those that code cannot show; `make golden` renews the table, and its diff is the review."""
    assert facts_table() == Path(FACTS).read_text()


@pytest.mark.parametrize("kind", (*MECHANICS, *KINDS_OF_WINS), ids=lambda kind: kind.__name__)
def test_every_wrong_fact_changes_the_table(kind: type[Any]) -> None:
    golden = row(kind.__name__, kind.facts)
    assert golden in Path(FACTS).read_text()
    assert [fact for fact, facts in flips(kind.facts) if row(kind.__name__, facts) == golden] == []


def test_claims_that_cannot_be_lies_leave_the_discards_where_they_are() -> None:
    phase = ClaimPhase(can_lie=False)
    context = context_of(phase=phase)
    assert not phase.has(Makes.DISCARDS_TAKEN, context)
    assert ClaimPhase().has(Makes.DISCARDS_TAKEN, context)
