"""Known games are one game; two games in one turn are seen to be two."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck import known_games, load_genome
from darwindeck.judge import cohesion
from darwindeck.judge.cohesion import find_modules
from darwindeck.language.facts import Makes
from tests.edits import edited

from .violations import DRAW, KNOCK, PHASES

CLAIM: dict[str, Any] = {"type": "ClaimPhase"}
BOUT: dict[str, Any] = {"type": "BoutPhase"}
TRICK: dict[str, Any] = {"type": "TrickPhase"}
ASK: dict[str, Any] = {"type": "AskPhase"}
PLAY: dict[str, Any] = {
    "type": "PlayPhase",
    "target": "discard",
    "valid_play_condition": {"type": "card_matches_suit", "reference": "top_discard"},
}
BETTING: dict[str, Any] = {"type": "BettingPhase", "min_bet": 2}
BATTLE: dict[str, Any] = {"type": "BattlePhase", "spoils": "tableau"}
CAPTURE: dict[str, Any] = {"type": "CapturePhase"}
ANY: dict[str, Any] = {"type": "PlayPhase", "valid_play_condition": {"type": "hand_size", "operator": ">", "value": 0}}
SHOWDOWN: dict[str, Any] = {"type": "ShowdownPhase"}

# The game, the phases of its turn, and a word of what is wrong with them.
STAPLED: dict[str, tuple[str, list[dict[str, Any]], str]] = {
    "an attack and a claim": ("durak", [BOUT, CLAIM], "the claim and the attack"),
    "an attack and a battle": ("durak", [BOUT, BATTLE | {"spoils": "cards"}], "the battle and the attack"),
    "two claims": ("cheat", [CLAIM, CLAIM], "a second claim"),
    "a trick, a draw and a knock": ("gin-rummy", [TRICK, DRAW, KNOCK], "the knock and the trick"),
    "bets, a claim and a showdown": ("draw-poker", [BETTING, CLAIM, SHOWDOWN], "the claim and the betting"),
    "a question and a claim": ("cheat", [ASK, CLAIM], "the claim and the question"),
    "two rounds of betting with nothing between": ("draw-poker", [BETTING, BETTING, SHOWDOWN], "a second betting"),
    "bets and tricks": ("draw-poker", [BETTING, TRICK, SHOWDOWN], "the trick and the betting"),
    "cards caught and cards in battles, for one count": (
        "scopa",
        [CAPTURE | {"sweep_points": 0}, BATTLE | {"spoils": "cards", "take_to": "capture_zone"}],
        "the battle and the catching",
    ),
    "plays onto two piles": (
        "crazy-eights",
        [ANY, ANY | {"target": "capture_zone"}],
        "to one place and to another",
    ),
    "bets, an attack and a showdown": ("draw-poker", [BETTING, BOUT, SHOWDOWN], "the attack and the betting"),
}
# The game, the phases of its turn, and what joins them.
JOINED: dict[str, tuple[str, list[dict[str, Any]], str]] = {
    "bets before and after a draw": ("draw-poker", [BETTING, DRAW, BETTING, SHOWDOWN], "the pot"),
    "claims onto the pile that is to be matched": ("crazy-eights", [CLAIM, PLAY], "the discard pile"),
}


@pytest.mark.parametrize("name", known_games())
def test_a_known_game_is_one_game(name: str) -> None:
    found = cohesion(load_genome(name))
    assert (len(found.games) <= 1, found.value, found.findings) == (True, 1.0, ())


@pytest.mark.parametrize(
    ("name", "modules"),
    [("schnapsen", ["tricks", "races"]), ("ninety-nine", ["tricks", "bids"]), ("skat", ["tricks", "auctions"])],
)
def test_what_a_race_or_a_bid_is_about_are_tricks(name: str, modules: list[str]) -> None:
    assert find_modules(load_genome(name)) == modules
    assert [joint.by for joint in cohesion(load_genome(name)).joints] == ["the tricks that were promised"]


@pytest.mark.parametrize("games", STAPLED)
def test_games_joined_by_nothing_but_the_hand_are_several(games: str) -> None:
    game, phases, words = STAPLED[games]
    found = cohesion(edited(game, {PHASES: phases}))
    assert any(words in finding.why for finding in found.findings), found.findings
    assert found.value < 1 or "the hand" not in found.findings[0].why


@pytest.mark.parametrize("games", JOINED)
def test_the_outcome_of_one_is_what_the_other_is_about(games: str) -> None:
    game, phases, words = JOINED[games]
    found = cohesion(edited(game, {PHASES: phases}))
    assert found.findings == ()
    assert any(words in joint.by for joint in found.joints)


def test_a_battle_before_play_may_be_for_the_same_cards() -> None:
    """One contest a deal, and then the other; not both in every turn."""
    battle = BATTLE | {"spoils": "cards", "take_to": "capture_zone"}
    found = cohesion(edited("scopa", {"turn_structure.opening": [battle]}))
    assert found.findings == () and any("what both add" in joint.by for joint in found.joints)


def test_bets_are_joined_to_the_battle_that_wins_them() -> None:
    [joint] = cohesion(load_genome("betting-war")).joints
    assert (joint.giver.kind, joint.taker.kind, joint.by) == (Makes.BETS, Makes.BATTLES, "the pot")


def test_nothing_joins_bets_to_a_battle_that_does_not_win_them() -> None:
    assert cohesion(edited("betting-war", {f"{PHASES}.1.spoils": "cards"})).joints == ()
