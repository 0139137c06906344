"""Nobody outside `mechanics/` names a mechanic: who wants to know something about one asks for its facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from darwindeck.mechanics.wins import WINS

from .kinds import MECHANICS

PACKAGE = Path(__file__).parents[2] / "src" / "darwindeck"
FOLDER = PACKAGE / "mechanics"
STRUCTURE = {"CompoundCondition", "compound"}  # joins conditions of whatever kind: a bracket, not a mechanic
CLASSES = {kind.__name__ for kind in MECHANICS} - STRUCTURE
# Tags that are also plain English words (bet, fold, reveal) are looked for as classes only.
TAGS = {tag for kind in MECHANICS if "_" in (tag := kind.__struct_config__.tag) or tag.endswith("Phase")}

# Who makes a part of a certain kind must name it; what each of these makes.
MAKERS = {
    "evolve/operators/stakes.py": {"BettingPhase", "ShowdownPhase", "most_chips"},  # brings betting into a game
    "evolve/operators/ending.py": {  # brings a win into a game that lacks one
        "capture_all", "empty_hand", "fewest_cards", "high_score", "most_captured", "most_chips",
    },
    # Nesting makes what the winner of a trick does, who leaves the game, and cards that are common.
    "evolve/operators/nesting/deals.py": {"CaptureCount", "HasCapturedCard", "TrickCount"},
    "evolve/operators/nesting/hands.py": {"TurnUpPhase"},
    "evolve/operators/nesting/tricks.py": {"DiscardCard", "DrawCards", "TransferCards", "TurnUpPhase"},
    # Twists bring a rule into a game.
    "evolve/operators/twists/battles.py": {"DiscardPhase", "most_captured"},
    "evolve/operators/twists/captures.py": {"DrawPhase", "HasCapturedCard", "TableauCleared", "TransferCards"},
    "evolve/operators/twists/goals.py": {"HandSize", "deck_empty", "high_score", "low_score"},
    "evolve/operators/twists/hands.py": {"PassCardsPhase"},
    "evolve/operators/twists/plays.py": {"DiscardCard", "DrawCards", "SkipTurn"},
    "evolve/operators/twists/rounds.py": {"CaptureCount", "DiscardPhase", "PlayAgain", "high_score"},
    "evolve/operators/twists/tricks.py": {
        "AddScore", "CardMatchesRank", "CardMatchesSuit", "DrawCards", "LocationEmpty", "NameTrumpPhase", "PassCardsPhase",
    },
    "experiment/simplify.py": {"EndRound"},  # ends a deal to see whether a rule ever acts
}  # fmt: skip
# The order of play knows these wins: when each is looked for, and what else they make needless.
FLOW = {
    "compile/ending.py": {
        "capture_all", "deck_empty", "empty_hand", "first_to_score", "last_player_standing", "last_with_cards_loses",
    },
    "compile/match.py": {"lowest_hand"},
    "simulate/simulate.py": {"best_hand", "empty_hand", "fewest_cards", "last_player_standing", "low_score", "most_chips"},
    "language/context.py": {"capture_all", "empty_hand"},
    "explain/ending.py": {"best_hand", "capture_all", "empty_hand", "last_with_cards_loses"},
    "explain/uses.py": {"capture_all", "empty_hand"},
    "play/events.py": {"lowest_hand"},
}  # fmt: skip


def named(source: str) -> Iterator[str]:
    """The mechanics and wins that code names: classes, and tags as whole strings."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) if name in CLASSES:
                yield name
            case ast.Constant(value=str() as text) if text in TAGS | set(WINS):
                yield text


def modules() -> list[str]:
    paths = (path for path in PACKAGE.rglob("*.py") if FOLDER not in path.parents)
    return sorted(str(path.relative_to(PACKAGE)) for path in paths)


@pytest.mark.parametrize(
    "source", ["isinstance(phase, TrickPhase)", "tag in ('KnockPhase',)", "from x import AddScore"]
)
def test_a_planted_name_is_found(source: str) -> None:
    assert list(named(source)) != []


def test_no_mechanic_is_named_outside_its_folder() -> None:
    found = {name: set(named((PACKAGE / name).read_text())) for name in modules()}
    allowed = {name: MAKERS.get(name, set()) | FLOW.get(name, set()) for name in found}
    assert {name: names - allowed[name] for name, names in found.items() if names - allowed[name]} == {}
    idle = {name: names - found.get(name, set()) for name, names in (MAKERS | FLOW).items()}
    assert {name: names for name, names in idle.items() if names} == {}, "an exception that is none any more"


def test_a_file_is_one_mechanic() -> None:
    """And has its name, so that it is found at once."""
    for kind in MECHANICS:
        words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).lstrip("_")
        home = kind.__module__.rpartition(".")[2]
        assert home in (words, words.removesuffix("_phase"), words.removesuffix("_condition")), kind
    assert len({kind.__module__ for kind in MECHANICS}) == len(MECHANICS)
