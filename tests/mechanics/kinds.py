"""All mechanics of the language, games to put them in, and random ones of each kind."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec

from darwindeck.genome.genome import GameGenome, TurnStructure
from darwindeck.genome.setup import SetupRules
from darwindeck.genome.values import Values
from darwindeck.language.context import Context
from darwindeck.language.fields import Mechanic
from darwindeck.mechanics import Action, Condition, Phase
from darwindeck.mechanics.conditions.card_is_suit import CardIsSuit
from darwindeck.mechanics.phases.draw import DrawPhase
from darwindeck.mechanics.phases.phase import PhaseMechanic
from darwindeck.mechanics.wins import WINS, WinCondition
from darwindeck.mechanics.wins.win import Win

PHASES: tuple[type[Any], ...] = get_args(Phase)
ACTIONS: tuple[type[Any], ...] = get_args(Action)
CONDITIONS: tuple[type[Any], ...] = get_args(Condition)
MECHANICS = (*PHASES, *ACTIONS, *CONDITIONS)
KINDS_OF_WINS: tuple[type[Win], ...] = tuple(type(win) for win in WINS.values())
SEVERAL = 60  # random ones of a kind
PLAIN = CardIsSuit(suit="H")  # a condition that looks at nothing


def context_of(queue: bool = False, phase: PhaseMechanic | None = None) -> Context:
    """A game for four with chips, trumps and, if given, one phase."""
    setup = SetupRules(
        cards_per_player=5,
        hand_order="queue" if queue else "set",
        starting_chips=100,
        trump_selection_method="turn_up",
        reshuffle=True,
    )
    turn = TurnStructure(phases=(phase or DrawPhase(),))
    wins = (WinCondition(type="high_score"),)
    return Context(GameGenome(genome_id="host", player_count=4, setup=setup, turn_structure=turn, win_conditions=wins))


def some_of(kind: type[Any]) -> list[Any]:
    """Random mechanics of a kind, without other mechanics in them that would do or read something themselves."""
    values = Values(random.Random(7), 0.3)
    return [_alone(values.of(kind)) for _ in range(SEVERAL)]


def _alone(part: Any) -> Any:
    changes: dict[str, Any] = {}
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if isinstance(value, Mechanic):
            changes[name] = PLAIN
        elif isinstance(value, tuple) and value and isinstance(value[0], Mechanic):
            changes[name] = (PLAIN,) if name == "conditions" else ()
    return msgspec.structs.replace(part, **changes)
