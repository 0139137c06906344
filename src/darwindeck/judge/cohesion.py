"""Cohesion: whether the parts of a turn are one game, or several that are joined by nothing but the hand.

A *module* is a part of the turn that is a game of its own: a trick, a claim, an attack. A *joint* is what makes two modules one
game: the outcome of one is what the other is about. Real games have one module, or two with a joint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..genome.genome import GameGenome
from ..language.facts import Fact, Makes, Needs, Reads
from ..language.findings import Finding, Gate
from ..mechanics.phases.phase import PhaseMechanic
from .flow import Flow

# By which fact a module is known, and what players call it.
MODULES: dict[Makes, str] = {
    Makes.TRICKS: "trick",
    Makes.BUNDLES: "taking of bundles",
    Makes.CATCHES: "catching of cards on the table",
    Makes.ATTACKS: "attack",
    Makes.CLIMBS: "climbing round",
    Makes.CLAIMS: "claim",
    Makes.BOOKS: "question for cards",
    Makes.BATTLES: "battle",
    Makes.TRIBUTES: "tribute",
    Makes.MELDS: "knock",
    Makes.TABLE_MELDS: "laying of melds",
    Makes.LAST_ROUND: "last round",
    Makes.COMBINATIONS: "count of sums, pairs and runs",
    Makes.TOTALS: "running total",
    Makes.HOUSE: "house",
    Makes.COMMON_CARDS: "showdown with common cards",
    Makes.SHOWDOWN: "showdown",
    Makes.BETS: "betting",
    Makes.LAYOUT: "layout",
    Makes.PLAYS: "play of cards",
    Makes.BIDS: "bidding",
    Makes.CALLS: "auction",
    Makes.COLUMNS: "game of columns",
    Makes.RACES: "race for points",
}
# What a designer calls a module, and what settings of runs name it by.
MODULE_NAMES: dict[Makes, str] = {
    Makes.TRICKS: "tricks",
    Makes.BUNDLES: "bundles",
    Makes.CATCHES: "fishing",
    Makes.ATTACKS: "attacks",
    Makes.CLIMBS: "climbing",
    Makes.CLAIMS: "claims",
    Makes.BOOKS: "asking",
    Makes.BATTLES: "battles",
    Makes.TRIBUTES: "tributes",
    Makes.MELDS: "rummy",
    Makes.TABLE_MELDS: "melds",
    Makes.LAST_ROUND: "knocking",
    Makes.COMBINATIONS: "counting",
    Makes.TOTALS: "totals",
    Makes.HOUSE: "house",
    Makes.COMMON_CARDS: "community",
    Makes.SHOWDOWN: "showdown",
    Makes.BETS: "stakes",
    Makes.LAYOUT: "layouts",
    Makes.PLAYS: "shedding",
    Makes.BIDS: "bids",
    Makes.CALLS: "auctions",
    Makes.COLUMNS: "columns",
    Makes.RACES: "races",
}
AGAIN = (Makes.BETS, Makes.PLAYS, Makes.COMBINATIONS)  # of which a turn may have several
PROMISES = (Makes.BIDS, Makes.CALLS, Makes.RACES)  # of what another module decides: no game that is played beside it
MOST = 2  # modules of a real game


@dataclass(frozen=True)
class Module:
    """A part of the turn that is a game of its own."""

    kind: Makes
    path: str
    phase: PhaseMechanic

    @property
    def name(self) -> str:
        return MODULES[self.kind]


@dataclass(frozen=True)
class Joint:
    """Two modules, and what the one hands to the other."""

    giver: Module
    taker: Module
    by: str


@dataclass(frozen=True)
class Cohesion:
    """The modules of a turn, what joins them, and how many games they are."""

    modules: tuple[Module, ...]
    joints: tuple[Joint, ...]
    games: tuple[tuple[Module, ...], ...]  # modules that joints connect
    findings: tuple[Finding, ...]

    @property
    def value(self) -> float:
        """1 for one game, 1/2 for two that have nothing to do with each other, and so on."""
        return 1.0 / max(1, len(self.games))


def cohesion(genome: GameGenome) -> Cohesion:
    """How far a game is one game."""
    return cohesion_of(Flow(genome))


def cohesion_of(flow: Flow) -> Cohesion:
    modules = tuple(
        Module(kind, path, phase)
        for path, phase in flow.phases
        if (kind := next((fact for fact in MODULES if phase.has(fact, flow.context)), None)) is not None
    )
    pairs = [(first, second) for first in modules for second in modules if first is not second]
    joints = tuple(Joint(first, second, by) for first, second in pairs if (by := _joint(first, second, flow)))
    games = tuple(_connect(modules, joints))
    findings = (*_find_repeated(modules, flow), *_apart(games), *_find_crowd(modules, games))
    return Cohesion(modules, joints, games, findings)


def find_modules(genome: GameGenome) -> list[str]:
    """The names of a game's modules, the main one first: that which stands first in the list of all."""
    kinds = {module.kind for module in cohesion(genome).modules}
    return [name for kind, name in MODULE_NAMES.items() if kind in kinds]


# Joints.


def _joint(giver: Module, taker: Module, flow: Flow) -> str:
    """What the one makes that the other is about; empty if nothing."""

    def passes(made: Makes, used: Fact) -> bool:
        return giver.phase.has(made, flow.context) and taker.phase.has(used, flow.context)

    if giver.kind is taker.kind and giver.kind in AGAIN and _share_place(giver, taker):
        return "the same once more"
    if giver.kind in PROMISES and taker.kind is Makes.TRICKS:
        return "the tricks that were promised"
    if passes(Makes.STAKES, Makes.POT_WON):
        return "the pot"
    if passes(Makes.TABLE, Needs.TABLE) and not giver.phase.may(Needs.TABLE):
        return "the cards on the table"
    is_before = giver.path.startswith(
        "$.turn_structure.opening"
    )  # one contest a deal, and then another, for the same count
    if is_before and any(counts and passes(fact, fact) for fact, counts in _sums(flow).items()):
        return "what both add to the same count"
    if passes(Makes.DISCARDS, Makes.TOP_TAKEN) or (
        giver.phase.has(Makes.DISCARDS, flow.context) and _asks_for_discards(taker, flow)
    ):
        return "the discard pile"
    return "the next turn" if _gives_turn(giver, taker, flow) else ""


def _share_place(one: Module, other: Module) -> bool:
    """Whether cards that are played go to the same place in both."""
    places = [getattr(module.phase, "target", None) for module in (one, other)]
    return places[0] == places[1]


def _sums(flow: Flow) -> dict[Makes, bool]:
    """What is added up over a deal, and whether the sum counts."""
    return {Makes.POINTS: flow.scores_count, Makes.CAPTURES: flow.captures_count}


def _asks_for_discards(module: Module, flow: Flow) -> bool:
    """Whether the top discard says which cards may be played."""
    condition = getattr(module.phase, "valid_play_condition", None)
    return condition is not None and any(part.has(Reads.DISCARDS, flow.context) for part in condition.parts())


def _gives_turn(giver: Module, taker: Module, flow: Flow) -> bool:
    """The turn is the prize of what has no other: who wins it may do alone what the other module is about."""
    prizes = (Makes.SHEDS, Makes.HANDS_WON, Makes.POT_WON)
    other = any(giver.phase.has(prize, flow.context) for prize in prizes) or flow.captures_count or flow.tricks_count
    return giver.phase.has(Makes.NEXT_TURN, flow.context) and not other and flow.counts_alone(taker.phase)


def _connect(modules: tuple[Module, ...], joints: tuple[Joint, ...]) -> Iterator[tuple[Module, ...]]:
    """Modules in groups that joints connect, in the order of the turn."""
    left = list(modules)
    while left:
        group = [left.pop(0)]
        for member in group:  # grows while it is walked
            near = [j.taker if j.giver is member else j.giver for j in joints if member in (j.giver, j.taker)]
            group += [module for module in left if module in near]
            left = [module for module in left if module not in near]
        yield tuple(sorted(group, key=modules.index))


# Findings.


def _find_repeated(modules: tuple[Module, ...], flow: Flow) -> Iterator[Finding]:
    """The same a second time in a turn; bets and plays only where nothing has happened between."""
    paths = [path for path, _ in flow.phases]
    for number, module in enumerate(modules):
        earlier = [other for other in modules[:number] if other.phase in flow.turn]
        twins = [other for other in earlier if other.kind is module.kind]
        before = flow.phases[paths.index(module.path) - 1][1]
        if twins and (module.kind not in AGAIN or before == module.phase):
            yield Finding(Gate.COHESION, module.path, f"a second {module.name} in the same turn")


def _apart(games: tuple[tuple[Module, ...], ...]) -> Iterator[Finding]:
    """Every game after the first that is not a repetition."""
    kinds = {module.kind for module in games[0]} if games else set()
    for game in games[1:]:
        if game[0].kind not in kinds or game[0].kind in AGAIN:
            one, other = (" and the ".join(dict.fromkeys(m.name for m in side)) for side in (games[0], game))
            pair = f"the {other} and the {one}" if one != other else f"the {one} to one place and to another"
            words = f"{pair} have nothing to do with each other but the hand"
            yield Finding(Gate.COHESION, game[0].path, words)


def _find_crowd(modules: tuple[Module, ...], games: tuple[tuple[Module, ...], ...]) -> Iterator[Finding]:
    kinds = list(dict.fromkeys(module.kind for module in modules if module.kind not in PROMISES))
    if len(games) == 1 and len(kinds) > MOST:
        names = ", ".join(MODULES[kind] for kind in kinds)
        third = next(module for module in modules if module.kind is kinds[MOST])
        yield Finding(Gate.COHESION, third.path, f"{len(kinds)} games in one turn: {names}")
