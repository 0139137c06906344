"""Random genomes: values drawn from the field types, then repaired until `check` passes.

Nothing here knows a mechanic by name; which phases belong together is told beside them.
"""

from __future__ import annotations

import itertools
import random
from typing import Any, get_args

import msgspec

from ..genome.genome import GameGenome, MatchRules, TurnStructure
from ..genome.setup import ResourceRules, SetupRules
from ..genome.text import as_saved
from ..genome.values import Values
from ..language.context import deck_of
from ..language.facts import Fact, Makes, Needs
from ..language.fields import RANKS, SUITS
from ..language.places import UNSEEN
from ..mechanics import Phase, SpecialEffect, TriggerEffect, WinCondition
from ..mechanics.phases.phase import PhaseMechanic
from ..mechanics.scoring import ScoringRule, SweepRule
from ..mechanics.together import TOGETHER
from .operators.repair import repair

# How much of a genome is as usual: a calm one plays its main phases undisturbed to the end, a wild one has everything.
KEEP_DEFAULT = (0.4, 0.7, 0.9)
KEEP_IN_FOCUS = 0.45  # in the phases that it is about
PHASES: dict[str, type[PhaseMechanic]] = {kind.__name__: kind for kind in get_args(Phase)}


def random_genome(rng: random.Random, tries: int = 1000) -> GameGenome:
    """A random genome that passes `check`."""
    for _ in range(tries):
        genome = repair(draft(rng))
        if genome is not None:
            return as_saved(genome)
    raise RuntimeError(f"no valid genome in {tries} tries")


def draft(rng: random.Random) -> GameGenome:
    """A genome that may need repair."""
    values, focused = Values(rng, rng.choice(KEEP_DEFAULT)), Values(rng, KEEP_IN_FOCUS)
    players = rng.choice((2, 2, 3, 3, 4, 4, 5, 6))
    queue = rng.random() < 0.18
    turn = _turn(focused, values, queue)
    chips = _may(turn, Makes.BETS) or rng.random() < 0.1
    scoring = _several(values, ScoringRule, (0, 1, 1, 2, 3))
    genome: GameGenome = values.of(GameGenome)
    setup = _setup(genome.setup, rng, players, chips, queue)
    hand = setup.cards_per_player or deck_of(setup, players).bit_count() // players
    return msgspec.structs.replace(
        genome,
        genome_id=f"random-{rng.getrandbits(48):012x}",
        generation=0,
        name="",
        description="",
        player_count=players,
        player_counts=(),
        partner_counts=(),
        setup=setup,
        turn_structure=_fit(turn, hand, rng),
        special_effects=_several(focused, SpecialEffect, (0, 1, 2)) if _may(turn, Makes.PLAYS) else (),
        triggers=_several(values, TriggerEffect, (0, 0, 0, 1, 2)),
        win_conditions=_wins(values),
        scoring_rules=scoring,
        sweep=_sweep(values, scoring) if scoring and rng.random() < 0.4 else None,
        teams=_teams(rng, players) if players > 2 and not chips and rng.random() < 0.7 else (),
        match=values.of(MatchRules) if rng.random() < (0.7 if chips else 0.4) else None,
        max_turns=rng.choice((20, 60, 200)),
    )


def _may(turn: TurnStructure, fact: Fact) -> bool:
    """Whether a fact can hold for a phase of the turn or the opening."""
    return any(phase.may(fact) for phase in (*turn.opening, *turn.phases))


def _several(values: Values, kind: Any, counts: tuple[int, ...]) -> tuple[Any, ...]:
    return tuple(values.of(kind) for _ in range(values.rng.choice(counts)))


# The turn.


def _turn(focused: Values, values: Values, queue: bool) -> TurnStructure:
    """The phases that the genome is about, drawn freely, and some others; at least one lets somebody choose."""
    rng = values.rng
    usable = [name for name, kind in PHASES.items() if kind.works_with(queue)]
    choosing = [name for name in usable if PHASES[name].offers_choice()]
    phases = [focused.of(PHASES[name]) for name in _focus(usable, rng)]
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        phases.insert(rng.randint(0, len(phases)), values.of(PHASES[rng.choice(choosing)]))
    if not any(phase.offers_choice() and not phase.may(Needs.OPENING) for phase in phases):
        phases.append(values.of(PHASES[rng.choice([name for name in choosing if not PHASES[name].may(Needs.OPENING)])]))
    in_opening = [phase.may(Needs.OPENING) for phase in phases]
    if rng.random() < 0.1:
        in_opening[rng.randrange(len(phases))] = True
    return TurnStructure(
        phases=tuple(phase for phase, first in zip(phases, in_opening, strict=True) if not first),
        opening=tuple(phase for phase, first in zip(phases, in_opening, strict=True) if first),
    )


def _focus(usable: list[str], rng: random.Random) -> list[str]:
    """One kind of phase and, most of the time, those it belongs together with."""
    queues_only = [name for name in usable if not PHASES[name].works_with(queue=False)]
    focus = rng.choice(queues_only if queues_only and rng.random() < 0.25 else usable)
    groups = [group for group in TOGETHER if focus in group]
    group = rng.choice(groups) if groups and rng.random() < 0.75 else (focus,)
    return [name for name in group if name in usable]


def _fit(turn: TurnStructure, hand: int, rng: random.Random) -> TurnStructure:
    """What mechanics alone seldom hit upon: others to draw from, a taken card to keep, knocks that hands can make, pots won in battle."""
    changes: dict[str, Any] = {"limit": rng.randint(0, min(50, 4 * hand))}
    if rng.random() < 0.15:
        changes["source"] = rng.choice(UNSEEN)
    if rng.random() < 0.5 and _takes_discards(turn):
        changes["not_taken"] = True
    if _may(turn, Makes.BETS) and rng.random() < 0.7:
        changes["spoils"] = "pot"
    phases = tuple(
        msgspec.structs.replace(phase, **{name: changes[name] for name in phase.tuned if name in changes})
        for phase in turn.phases
    )
    return msgspec.structs.replace(turn, phases=phases)


def _takes_discards(turn: TurnStructure) -> bool:
    """Whether a single card can be taken from the discard pile, in a turn or as the up-card."""
    sources = ((getattr(phase, "source", None), getattr(phase, "or_source", None)) for phase in turn.phases)
    return any(phase.may(Makes.OFFER) for phase in turn.opening) or any("discard" in pair for pair in sources)


# Scores and sides.


def _wins(values: Values) -> tuple[WinCondition, ...]:
    conditions = (_win(values) for _ in range(values.rng.choice((1, 1, 2))))
    return tuple({condition.type: condition for condition in conditions}.values())


def _win(values: Values) -> WinCondition:
    """A win condition with a threshold where there is one."""
    rng = values.rng
    condition: WinCondition = values.of(WinCondition)
    threshold = None
    kind = condition.kind.threshold
    if kind == "needed":
        threshold = rng.randint(1, 40)
    elif kind == "points":
        threshold = rng.choice((None, rng.randint(1, 40)))
    elif kind == "cards":
        threshold = rng.randint(0, 20)
    return msgspec.structs.replace(condition, threshold=threshold)


def _sweep(values: Values, rules: tuple[ScoringRule, ...]) -> SweepRule:
    """A total that some of the rules can give."""
    rng = values.rng
    given = rng.sample(rules, rng.randint(1, len(rules)))
    total = sum(rule.points * (rng.randint(1, 3) if rule.per_card else 1) for rule in given)
    sweep: SweepRule = values.of(SweepRule)
    return msgspec.structs.replace(sweep, total=max(-1000, min(1000, total)))


def _teams(rng: random.Random, players: int) -> tuple[tuple[int, ...], ...]:
    """Two sides or more: seats across from each other, or neighbours."""
    sides = rng.randint(2, min(4, players))
    if rng.random() < 0.4:
        return tuple(tuple(range(side, players, sides)) for side in range(sides))
    firsts = [0, *sorted(rng.sample(range(1, players), sides - 1)), players]
    return tuple(tuple(range(first, end)) for first, end in itertools.pairwise(firsts))


# The setup.


def _setup(setup: SetupRules, rng: random.Random, players: int, chips: bool, queue: bool) -> SetupRules:
    """Enough cards for the deal, chips where they are bet, sights that fit."""
    suits = tuple(SUITS[:players]) if players <= 4 and rng.random() < 0.05 else ()
    order = setup.rank_order
    visible = type(setup.hand_visibility)
    sees_hands = queue or setup.hand_visibility is not visible.FACE_DOWN
    setup = msgspec.structs.replace(
        setup,
        **_deck(setup, rng, players),
        hand_suits=suits,
        hand_sizes={},
        hand_order="queue" if queue else "set",
        discard_visibility="face_down" if rng.random() < 0.1 else "face_up",
        card_values={rank: rng.randint(1, 3) for rank in RANKS} if rng.random() < 0.3 else setup.card_values,
        rank_order=order if isinstance(order, str) else tuple(dict.fromkeys(order)),
        hand_visibility=setup.hand_visibility if sees_hands else visible.OWNER_ONLY,
        starting_card=setup.starting_card or "7S",
        trump_suit=setup.trump_suit or "H",
        starting_chips=0,
        resources=_resources(rng) if chips else None,
    )
    return msgspec.structs.replace(setup, **_deal(setup, rng, players))


def _deck(setup: SetupRules, rng: random.Random, players: int) -> dict[str, Any]:
    """Often a short deck, so that deals end soon and cards meet their like."""
    if setup.initial_deck != "custom" and rng.random() < 0.55:
        return {"custom_deck": ()}
    suits = sorted(rng.sample(SUITS, min(4, players + rng.choice((0, 0, 1)))))
    lowest = rng.choice((0, rng.randint(0, 7)))
    ranks = RANKS[lowest : lowest + rng.randint(5, 9)]
    return {"initial_deck": "custom", "custom_deck": tuple(rank + suit for suit in suits for rank in ranks)}


def _deal(setup: SetupRules, rng: random.Random, players: int) -> dict[str, Any]:
    """How many cards go where; short deals as often as long ones."""
    if setup.hand_suits or rng.random() < 0.15:
        return {"cards_per_player": 0, "initial_tableau_count": 0, "initial_discard_count": 0}
    tableau, discard = rng.choice((0, 0, 4, 6)), rng.choice((0, 1, 1))
    most = (deck_of(setup, players).bit_count() - tableau - discard) // players
    size = rng.choice((rng.randint(1, 5), rng.randint(3, 13), most))
    return {
        "cards_per_player": max(1, min(13, most, size)),
        "initial_tableau_count": tableau,
        "initial_discard_count": discard,
    }


def _resources(rng: random.Random) -> ResourceRules:
    """Few chips as often as many: some seats are soon all in."""
    chips = rng.choice((rng.randint(10, 30), rng.randint(20, 200)))
    blinds = (small := rng.randint(1, 5), rng.randint(small, 10)) if rng.random() < 0.3 else None
    return ResourceRules(starting_chips=chips, min_bet=rng.randint(1, 10), ante=rng.choice((0, 1, 5)), blinds=blinds)
