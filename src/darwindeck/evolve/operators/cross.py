"""Crossover: a child of two genomes. Single-point and uniform mix fields; semantic takes over what belongs together."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ...genome.genome import GameGenome
from ...genome.setup import SetupRules
from ...language.context import Context
from ...language.facts import Makes, Reads
from ...language.walk import replace_at

Path = tuple[str, ...]
MOST_TURNS = 5000  # a mixture that has not ended by then hardly ever will

# What a turn asks of the setup, beside the cards themselves.
OF_THE_TURN = ("hand_order", "hand_visibility", "discard_visibility", "initial_discard_count", "initial_discard_not",
               "initial_tableau_count", "redeal_rank", "redeal_count", "refill", "reshuffle", "trump_selection_method", "trump_suit",
               "starting_player", "starting_card", "post_deal_actions")  # fmt: skip
OF_THE_CHIPS = ("resources", "starting_chips")
OF_THE_DECK = tuple(name for name in SetupRules.__struct_fields__ if name not in (*OF_THE_TURN, *OF_THE_CHIPS))


def _setup(names: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(("setup", name) for name in names)


# Sub-structures that belong together, in the order of a game.
GROUPS: dict[str, tuple[Path, ...]] = {
    "setup": (("player_count",), ("teams",), *_setup(OF_THE_DECK)),
    "resources": _setup(OF_THE_CHIPS),
    "turn": (("turn_structure",), ("special_effects",), ("triggers",), *_setup(OF_THE_TURN)),
    "scoring": (("scoring_rules",), ("sweep",)),
    "ending": (("win_conditions",), ("match",)),
}
# For mixing field by field: seats, hands and cards stay together, or hardly anything could be dealt.
GENES: tuple[tuple[Path, ...], ...] = (
    GROUPS["setup"],
    GROUPS["resources"],
    *((path,) for path in GROUPS["turn"] if path[0] != "turn_structure" and path[-1] != "hand_order"),
    (("turn_structure",), ("setup", "hand_order")),
    *((path,) for path in (*GROUPS["scoring"], *GROUPS["ending"])),
)


def single_point(mother: GameGenome, father: GameGenome, rng: random.Random) -> tuple[GameGenome, str]:
    """All up to some point of a game from one parent, the rest from the other."""
    names = list(GROUPS)
    cut = rng.randint(1, len(names) - 1)
    return _with(mother, father, [GROUPS[name] for name in names[cut:]]), f"{names[cut]} on"


def uniform(mother: GameGenome, father: GameGenome, rng: random.Random) -> tuple[GameGenome, str]:
    """Each field from either parent."""
    taken = [gene for gene in GENES if rng.random() < 0.5]
    return _with(mother, father, taken), f"{len(taken)} of {len(GENES)}"


def semantic(mother: GameGenome, father: GameGenome, rng: random.Random) -> tuple[GameGenome, str]:
    """One or two whole sub-structures from the second parent, with what gives them a meaning."""
    names = [name for name in GROUPS if any(_at(mother, path) != _at(father, path) for path in GROUPS[name])]
    if not names:
        return mother, ""
    taken = rng.sample(names, min(len(names), rng.choice((1, 1, 2))))
    child = _with(mother, father, [GROUPS[name] for name in taken])
    if "resources" in taken and "turn" not in taken:
        child = _with_betting(child, father)
    if "scoring" in taken and "ending" not in taken and not any(w.kind.may(Reads.SCORES) for w in child.win_conditions):
        child = _with(child, father, [GROUPS["ending"]])
    return child, " and ".join(taken)


def _with(mother: GameGenome, father: GameGenome, genes: list[tuple[Path, ...]]) -> GameGenome:
    child = mother
    for path in (path for gene in genes for path in gene):
        child = replace_at(child, path, _at(father, path))
    fewer, more = sorted((mother.max_turns, father.max_turns))
    return msgspec.structs.replace(child, max_turns=min(more, max(fewer, MOST_TURNS)))


def _at(genome: GameGenome, path: Path) -> Any:
    part: Any = genome
    for name in path:
        part = getattr(part, name)
    return part


def _with_betting(child: GameGenome, father: GameGenome) -> GameGenome:
    """Chips come with the rounds that bet them and the showdown; without chips these go."""
    phases, theirs = child.turn_structure.phases, father.turn_structure.phases
    rounds = tuple(phase for phase in theirs if phase.may(Makes.BETS))
    ends = tuple(phase for phase in theirs if phase.may(Makes.SHOWDOWN))
    own = tuple(phase for phase in phases if not phase.may(Makes.BETS))
    if Context(child).has_chips:
        ends = () if any(phase.may(Makes.SHOWDOWN) for phase in own) else ends
        phases = (*rounds[:1], *own[:-1], *rounds[1:], *own[-1:], *ends)[:12]
    else:
        phases = tuple(phase for phase in own if not phase.may(Makes.SHOWDOWN))
    return replace_at(child, ("turn_structure", "phases"), phases) if phases else child
