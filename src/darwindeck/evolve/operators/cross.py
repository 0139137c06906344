"""Crossover: a child of two genomes.

`module_swap` joins the contest of one with what is won in the other; `single_point` and `semantic` take over groups of fields that
belong together; `uniform` mixes all fields and hardly ever gives a game, so runs do without it. Nesting has a folder of its own.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from ...genome.genome import GameGenome
from ...language.context import Context
from ...language.facts import Makes, Reads
from ...language.walk import replace_at
from . import Change
from .close import close
from .modules import (
    OF_THE_CHIPS,
    OF_THE_DECK,
    OF_THE_TURN,
    PLACES,
    PORT_NAMES,
    find_made,
    find_read,
    join,
    place_bets,
    scale_counts,
)

Path = tuple[str, ...]
MOST_TURNS = 5000  # a mixture that has not ended by then hardly ever will


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
# For mixing field by field: seats and cards stay together, and turns and hands, or hardly anything could be dealt.
HANDS = ("cards_per_player", "hand_sizes", "hand_suits", "leftover", "hand_order")
GENES: tuple[tuple[Path, ...], ...] = (
    GROUPS["setup"],
    GROUPS["resources"],
    *((path,) for path in GROUPS["turn"] if path[0] != "turn_structure" and path[-1] not in HANDS),
    (("turn_structure",), *_setup(HANDS)),
    *((path,) for path in (*GROUPS["scoring"], *GROUPS["ending"])),
)


def module_swap(mother: GameGenome, father: GameGenome, rng: random.Random) -> Change:
    """The contest of the father for what is won in the mother's game, where both have a port in common."""
    shared = find_read(mother) & find_made(father)
    origins = [(seats, cards) for seats in (mother, father) for cards in (mother, father)]
    rng.shuffle(origins)
    for seats, cards in origins if shared else ():
        child = close(join(father, mother, seats, cards), rng)[0]
        ports = shared & find_read(child) if child is not None else set()
        if child is not None and ports and _goals(child) == _goals(mother):
            return child, f"{father.genome_id} for {' and '.join(sorted(PORT_NAMES[port] for port in ports))}"
    return None


def _goals(genome: GameGenome) -> list[str]:
    return [win.type for win in genome.win_conditions]


def single_point(mother: GameGenome, father: GameGenome, rng: random.Random) -> Change:
    """All up to some point of a game from one parent, the rest from the other, at a cut that leaves no port open."""
    names = list(GROUPS)
    cuts = list(range(1, len(names)))
    rng.shuffle(cuts)
    for cut in cuts:
        child = _close_whole(_with(mother, father, names[cut:]), rng)
        if child is not None:
            return child, f"{names[cut]} on"
    return None


def _close_whole(draft: GameGenome, rng: random.Random) -> GameGenome | None:
    """The draft as a game that has lost nothing of what was taken over, its goal least of all."""
    child, outcome = close(draft, rng)
    return child if child is not None and outcome == "sound" and _goals(child) == _goals(draft) else None


def uniform(mother: GameGenome, father: GameGenome, rng: random.Random) -> tuple[GameGenome, str]:
    """Each field from either parent."""
    taken = [gene for gene in GENES if rng.random() < 0.5]
    return _mix(mother, father, taken), f"{len(taken)} of {len(GENES)}"


def semantic(mother: GameGenome, father: GameGenome, rng: random.Random) -> Change:
    """One or two whole sub-structures from the second parent, with what gives them a meaning."""
    names = [name for name in GROUPS if any(_at(mother, path) != _at(father, path) for path in GROUPS[name])]
    if not names:
        return None
    taken = rng.sample(names, min(len(names), rng.choice((1, 1, 2))))
    child = _with(mother, father, taken)
    if "resources" in taken and "turn" not in taken:
        child = _with_betting(child, father)
    if "scoring" in taken and "ending" not in taken and not any(w.kind.may(Reads.SCORES) for w in child.win_conditions):
        child = _mix(child, father, [GROUPS["ending"]])
    closed = _close_whole(child, rng)
    return None if closed is None else (closed, " and ".join(taken))


def _with(mother: GameGenome, father: GameGenome, names: Sequence[str]) -> GameGenome:
    """The mother with whole groups of the father; what scoring counts is scaled to the deal."""
    child = _mix(mother, father, [GROUPS[name] for name in names])
    return scale_counts(child, father if "scoring" in names else mother)


def _mix(mother: GameGenome, father: GameGenome, genes: Sequence[tuple[Path, ...]]) -> GameGenome:
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
        phases = (*place_bets(rounds, own), *ends)[: PLACES["phases"]]
    else:
        phases = tuple(phase for phase in own if not phase.may(Makes.SHOWDOWN))
    return replace_at(child, ("turn_structure", "phases"), phases) if phases else child
