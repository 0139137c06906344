"""Betting mutations (a round of betting comes, goes or changes; more or fewer chips), all keeping bets within the chips."""

from __future__ import annotations

import random

import msgspec

from ...genome.genome import GameGenome, MatchRules
from ...genome.setup import ResourceRules
from ...language.context import Context
from ...language.facts import Makes
from ...language.walk import replace_at
from ...mechanics.phases.betting import BettingPhase
from ...mechanics.phases.phase import PhaseMechanic
from ...mechanics.phases.showdown import ShowdownPhase
from ...mechanics.wins import WinCondition
from . import Change
from .modules import PLACES, take_phase
from .point import another, brief
from .sites import pick, sites

CHIPS = (20, 50, 100, 200)
BETS = (1, 2, 5, 10)
SIZES = (("min",), ("min", "double"), ("min", "pot"), ("min", "half_pot", "pot", "all_in"))
DEALS = 20  # of a match for chips


def add_betting(genome: GameGenome, rng: random.Random) -> Change:
    """A round of betting in the turn; a game without chips gets them, and something to win them with."""
    phases = genome.turn_structure.phases
    if genome.teams or len(phases) + 2 > PLACES["phases"]:
        return None
    genome = with_chips(genome, rng.choice(CHIPS))
    chips = Context(genome).starting_chips
    phase = BettingPhase(
        min_bet=rng.choice([bet for bet in BETS if bet <= chips]),
        max_raises=rng.randint(1, 4),
        bet_sizes=rng.choice(SIZES),  # type: ignore[arg-type]
    )
    if genome.turn_structure.phases != phases:  # chips came with a showdown: bet before it
        phases = genome.turn_structure.phases
        place = rng.randint(0, len(phases) - 1)
    else:
        place = rng.randint(0, len(phases))
    new = (*phases[:place], phase, *phases[place:])
    return replace_at(genome, ("turn_structure", "phases"), new), f"phases[{place}] min {phase.min_bet}"


def with_chips(genome: GameGenome, chips: int) -> GameGenome:
    """The game with chips, a match for them, and a showdown that takes the pot, where it has none of these."""
    if Context(genome).has_chips:
        return genome
    resources = ResourceRules(starting_chips=chips, min_bet=1, ante=1)
    setup = msgspec.structs.replace(genome.setup, resources=resources, starting_chips=0)
    turn, wins = genome.turn_structure, genome.win_conditions
    takes_pot = any(phase.has(Makes.POT_WON, Context(genome)) for phase in turn.phases)
    if not takes_pot and setup.hand_order == "set":
        turn = msgspec.structs.replace(turn, phases=(*turn.phases, ShowdownPhase()))
    if not any(win.type == "most_chips" for win in wins):
        wins = (WinCondition(type="most_chips"), *wins)[:8]
    match = genome.match or MatchRules(max_deals=DEALS)
    return msgspec.structs.replace(genome, setup=setup, turn_structure=turn, win_conditions=wins, match=match)


def remove_betting(genome: GameGenome, rng: random.Random) -> Change:
    """A round of betting less; with the last of them the chips go, too."""
    phases = genome.turn_structure.phases
    rounds = [number for number, phase in enumerate(phases) if phase.may(Makes.BETS)]
    if not rounds or len(phases) < 2:
        return None
    number = rng.choice(rounds)
    return take_phase(genome, "phases", number), f"phases[{number}]"


def change_betting(genome: GameGenome, rng: random.Random) -> Change:
    """A field of a round of betting, or of the chips, changes."""
    steps = [site for site in sites(genome) if isinstance(site.value, PhaseMechanic) and site.value.may(Makes.BETS)]
    if not steps:
        return None
    inside = rng.choice(steps).steps
    site = pick(rng, [site for site in sites(genome) if site.steps[:-1] == inside])
    if site is None:
        return None
    new = another(site.kind, site.value, rng, site.slot)
    return replace_at(genome, site.steps, new), f"{site.path} {brief(site.value)} → {brief(new)}"


def change_chips(genome: GameGenome, rng: random.Random) -> Change:
    """More or fewer chips, another ante or minimum; `affordable` keeps the rest within them."""
    resources, chips = genome.setup.resources, Context(genome).starting_chips
    if not chips:
        return None
    if resources is None:
        resources = ResourceRules(starting_chips=chips, min_bet=min(10, chips))
    scaled = max(2, int(chips * rng.choice((0.5, 0.75, 1.5, 2.0))))
    small = rng.randint(1, max(1, chips // 20))
    new = rng.choice(
        (
            msgspec.structs.replace(resources, starting_chips=min(1_000_000, scaled)),
            msgspec.structs.replace(resources, ante=rng.choice((0, 1, 2, small))),
            msgspec.structs.replace(resources, min_bet=rng.choice(BETS)),
            msgspec.structs.replace(resources, blinds=None if resources.blinds else (small, 2 * small)),
        )
    )
    setup = msgspec.structs.replace(genome.setup, resources=new, starting_chips=0)
    return msgspec.structs.replace(genome, setup=setup), f"{new.starting_chips} chips, ante {new.ante}"


def affordable(genome: GameGenome) -> GameGenome:
    """The game with every forced or least bet within the chips that seats start with."""
    chips = Context(genome).starting_chips
    if not chips:
        return genome
    resources = genome.setup.resources
    if resources is not None:
        blinds = resources.blinds
        if blinds is not None:
            big = max(1, min(blinds[1], chips))
            blinds = (max(1, min(blinds[0], big)), big)
        fitted = msgspec.structs.replace(
            resources, min_bet=min(resources.min_bet, chips), ante=min(resources.ante, chips), blinds=blinds
        )
        genome = replace_at(genome, ("setup", "resources"), fitted)
    context = Context(genome)
    for place in ("phases", "opening"):
        phases = tuple(phase.affordable(chips, context) for phase in getattr(genome.turn_structure, place))
        genome = replace_at(genome, ("turn_structure", place), phases)
    return genome
