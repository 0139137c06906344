"""The audit finds nothing in known games, and each spoilt rule where it was spoilt."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck import known_games, load_genome
from darwindeck.judge import audit, find_faults, find_refusals
from darwindeck.judge.check import check
from darwindeck.language.findings import Gate
from tests.edits import edited

from .violations import VIOLATIONS

ROGUES = Path(__file__).parents[1] / "rogues"
COUNTS = [
    (name, players)
    for name in known_games()
    for players in load_genome(name).player_counts or (load_genome(name).player_count,)
]
# What is wrong with games that earlier judges liked, as a player would say it: a gate, and a word of the finding.
REASONS: dict[str, list[tuple[Gate, str]]] = {
    "burning-bench": [(Gate.UNREAD, "nothing reads the score"), (Gate.GOAL, "hands are empty")],
    "daring-mantle": [(Gate.ROOM, "3 cards of a meld"), (Gate.ROOM, "melds are what was dealt")],
    "flying-hazel": [
        (Gate.UNREAD, "books"),
        (Gate.UNREAD, "chips"),
        (Gate.UNMADE, "cards of others"),
        (Gate.COHESION, "question for cards"),
    ],
    "greedy-hedge": [(Gate.COHESION, "the claim and the betting")],
    "idle-bids": [(Gate.UNMADE, "no tricks")],
    "illegal-search-move": [(Gate.UNREAD, "chips"), (Gate.UNREAD, "nobody wins the pot")],
    "linen-fiddle": [(Gate.UNREAD, "chips"), (Gate.UNMADE, "cards of others")],
    "silver-path": [(Gate.SECRET, "hands lie open"), (Gate.GOAL, "worse off")],
    "thorny-finch": [(Gate.UNREAD, "nothing reads the score"), (Gate.GOAL, "it ends the deal")],
    "three-prizes": [(Gate.ROOM, "prizes for 5 of 13 rounds")],
}


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_nothing_is_wrong_with_a_known_game(name: str, players: int) -> None:
    assert find_faults(load_genome(name, players)) == []


@pytest.mark.parametrize("fault", VIOLATIONS)
def test_a_spoilt_rule_is_found(fault: str) -> None:
    game, changes, gate, path, words = VIOLATIONS[fault]
    genome = edited(game, changes)
    assert check(genome).errors == [], "a game that can be played"
    found = [finding for finding in audit(genome) if (finding.gate, finding.path) == (gate, path)]
    assert any(words in finding.why for finding in found), audit(genome)


@pytest.mark.parametrize("fault", VIOLATIONS)
def test_what_could_be_left_out_does_not_condemn_a_game(fault: str) -> None:
    game, changes, gate, path, _ = VIOLATIONS[fault]
    fatal = [(finding.gate, finding.path) for finding in find_refusals(edited(game, changes))]
    assert ((gate, path) in fatal) == (gate is not Gate.IDLE)


def test_every_rogue_has_its_reasons() -> None:
    assert {path.stem for path in ROGUES.glob("*.json")} == set(REASONS)


@pytest.mark.parametrize("rogue", REASONS)
def test_a_rogue_is_refused_for_what_is_wrong_with_it(rogue: str) -> None:
    found = find_refusals(load_genome(ROGUES / f"{rogue}.json"))
    missed = [
        (gate, words) for gate, words in REASONS[rogue] if not any(f.gate is gate and words in f.why for f in found)
    ]
    assert missed == []


def test_people_are_warned_of_what_is_found() -> None:
    genome = edited("cheat", {"setup.discard_visibility": "face_up", "max_turns": 1000})
    [warning] = check(genome).warnings
    [finding] = find_faults(genome)
    assert (warning.path, warning.message) == (finding.path, finding.why)
