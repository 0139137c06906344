"""Nesting in games about hands: hands are made as in one game, and are worth what they are in another."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ....genome.genome import GameGenome
from ....judge.cohesion import MODULES
from ....language.context import Context
from ....language.facts import Makes, Reads
from ....language.fields import Visibility
from ....mechanics.phases.phase import PhaseMechanic
from ....mechanics.phases.turn_up import TurnUpPhase
from ..modules import OF_THE_CHIPS
from .way import Draft, all_with, with_goal, with_setup, with_turn

OWN = 2  # cards that everybody keeps, at least, where others are common
MOST_COMMON = 3
ACE = 11  # where it might count ten more, and always does


def find_makers(genome: GameGenome) -> tuple[Any, ...]:
    """The phases by which hands are made, for everybody at once; none of them is a contest."""
    return tuple(
        msgspec.structs.replace(
            phase, who="all", **({"take_condition": None} if hasattr(phase, "take_condition") else {})
        )
        for phase in genome.turn_structure.phases
        if hasattr(phase, "who") and not any(phase.may(kind) for kind in MODULES)
    )


def is_choice(makers: tuple[Any, ...]) -> bool:
    """Whether they make a hand: some draw and some discard, or one does both."""
    return len(makers) > 1 or any(getattr(maker, "replace", False) or maker.may(Makes.FOLDS) for maker in makers)


def stakes(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Bets on who wins. The best hand takes the pot, by what hands are worth in the mother's game, or in battles the best card."""
    bets, shows = all_with(father, "phases", Makes.BETS), all_with(father, "phases", Makes.SHOWDOWN)
    if not bets or all_with(mother, "phases", Makes.BETS) or mother.teams:
        return None
    battles = tuple(
        msgspec.structs.replace(battle, spoils="pot", take_to="capture_zone")
        for battle in all_with(mother, "phases", Makes.BATTLES)
    )
    makers = tuple(map(_with_one_value, find_makers(mother)))
    if battles:
        phases: tuple[Any, ...] = (bets[0], *battles[:1])
    elif shows and is_choice(makers):
        show = msgspec.structs.replace(shows[0], community=False, hand_evaluator=find_worth(mother, shows[0]))
        phases = (bets[0], *makers, bets[-1], show)
    else:
        return None
    child = msgspec.structs.replace(with_goal(mother, father), triggers=(), special_effects=())
    chips = {name: getattr(father.setup, name) for name in OF_THE_CHIPS}
    hidden = {"hand_visibility": Visibility.OWNER_ONLY} if mother.setup.hand_order == "set" else {}
    high = {"card_values": {**mother.setup.card_values, "A": ACE}} if makers != find_makers(mother) else {}
    return with_turn(with_setup(child, **chips, **hidden, **high), phases=phases, opening=())


def _with_one_value(maker: Any) -> Any:
    """A phase in which no card counts now so and now otherwise: a showdown would not know how."""
    return msgspec.structs.replace(maker, soft_rank=None) if hasattr(maker, "soft_rank") else maker


def find_worth(mother: GameGenome, show: Any) -> str:
    """How hands are compared where the mother's game says what they are worth; else as in the showdown."""
    for phase in mother.turn_structure.phases:
        if found := getattr(phase, "hand_evaluator", ""):
            return str(found)
        if phase.may(Makes.FOLDS) and phase.may(Reads.VALUES):  # whoever goes too far is out, the others have totals
            return "card_total"
    return str(show.hand_evaluator)


def count_hands(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Hands are made as in the mother's game, and then played and counted for sums, pairs and runs with a card turned up for all."""
    counts = all_with(father, "phases", Makes.COMBINATIONS)
    makers = tuple(maker for maker in find_makers(mother) if not maker.may(Makes.FOLDS))
    if not counts or not is_choice(makers) or all_with(mother, "phases", Makes.COMBINATIONS):
        return None
    played = tuple(_without_crib(phase) for phase in counts)
    hand = min(Context(mother).dealt_hand, Context(father).dealt_hand)
    child = with_setup(
        msgspec.structs.replace(with_goal(mother, father), triggers=(), special_effects=(), teams=()),
        rank_order=father.setup.rank_order,
        card_values=father.setup.card_values,
        cards_per_player=hand,
        hand_sizes={},
        hand_visibility=Visibility.OWNER_ONLY,
        resources=None,
        starting_chips=0,
    )
    return with_turn(child, phases=(*makers, TurnUpPhase(), *played), opening=())


def _without_crib(phase: PhaseMechanic) -> PhaseMechanic:
    return msgspec.structs.replace(phase, crib=False) if hasattr(phase, "crib") else phase


def common_cards(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Some cards of every hand lie on the table instead, for all; they are turned up before the last bets."""
    shows = all_with(mother, "phases", Makes.SHOWDOWN)
    if not any(phase.has(Makes.COMMON_CARDS, Context(father)) for phase in father.turn_structure.phases):
        return None
    hand = Context(mother).dealt_hand
    common = min(MOST_COMMON, hand - OWN)
    if len(shows) != 1 or shows[0].community or common < 1:
        return None
    phases = mother.turn_structure.phases
    last = max((place for place, phase in enumerate(phases) if phase.may(Makes.BETS)), default=phases.index(shows[0]))
    show = msgspec.structs.replace(shows[0], community=True)
    changed = (*phases[:last], TurnUpPhase(count=common), *phases[last:])
    small = with_setup(mother, cards_per_player=hand - common, hand_sizes={})
    return with_turn(small, phases=tuple(show if phase == shows[0] else phase for phase in changed))
