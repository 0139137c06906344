"""Fit: fields that contradict each other are brought into line, before `repair` removes what still does not work.

It changes values and adds what a rule needs; it knows how fields depend on each other, not what a good game is.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ...genome.genome import GameGenome
from ...genome.text import as_saved
from ...language.context import Context
from ...language.facts import Makes
from ...language.fields import RANKS, Visibility, rank_set
from ...language.walk import replace_at, steps_of, walk
from ...mechanics.phases.phase import PhaseMechanic
from ...mechanics.wins import WinCondition
from .ending import settle_ending
from .setting import fit_deal
from .stakes import CHIPS, affordable, with_chips

LARGEST = 13  # hand that is filled up


def fit(genome: GameGenome, rng: random.Random) -> GameGenome:
    """The genome with its contradictions settled, as far as that is simple, and in the form in which it is saved.

    Parents and children all pass here: so a genome that was read from a file has the same children as the one that was
    written. A GenomeError if a value is such that no file may have it.
    """
    genome = _for_one_count(genome)
    genome = _hands(genome)
    genome = _within_hands(_ranges(genome))
    genome = _name_cards(genome, rng)
    if Context(genome).has_betting and not genome.teams:
        genome = with_chips(genome, rng.choice(CHIPS))
    genome = settle_ending(_wins(genome, rng), rng)
    if not genome.scoring_rules and genome.sweep is not None:  # there are no points to have all of
        genome = msgspec.structs.replace(genome, sweep=None)
    return as_saved(affordable(_settle_deal(fit_deal(genome))))


def _for_one_count(genome: GameGenome) -> GameGenome:
    """What is varied is the game for this number of players; for others nobody knows whether it works."""
    if not genome.player_counts and not genome.setup.hand_sizes:
        return genome
    setup = msgspec.structs.replace(genome.setup, cards_per_player=Context(genome).hand_size, hand_sizes={})
    return msgspec.structs.replace(genome, player_counts=(), partner_counts=(), setup=setup)


def _hands(genome: GameGenome) -> GameGenome:
    """Hands are queues or sets as the phases need, and seen by those who choose from them."""
    phases = (*genome.turn_structure.opening, *genome.turn_structure.phases)
    setup = genome.setup
    queues, sets = (sum(not phase.works_with(queue) for phase in phases) for queue in (False, True))
    if queues > sets:
        setup = msgspec.structs.replace(setup, hand_order="queue")
    elif sets > queues:
        setup = msgspec.structs.replace(setup, hand_order="set")
    if setup.hand_order == "set" and setup.hand_visibility is Visibility.FACE_DOWN:
        setup = msgspec.structs.replace(setup, hand_visibility=Visibility.OWNER_ONLY)
    return genome if setup is genome.setup else msgspec.structs.replace(genome, setup=setup)


def _ranges(genome: GameGenome) -> GameGenome:
    """Wherever a structure has a least and a most of something, the most is not below the least."""
    for path, part in list(walk(genome)):
        for name in part.__struct_fields__:
            other = f"max_{name[4:]}"
            if not name.startswith("min_") or not hasattr(part, other):
                continue
            least, most = getattr(part, name), getattr(part, other)
            if least is not None and most is not None and least > most:
                genome = replace_at(genome, [*steps_of(path), other], least)
    return genome


def _within_hands(genome: GameGenome) -> GameGenome:
    """Where hands never become larger, nobody discards more cards than were dealt."""
    context = Context(genome)
    if any(phase.hand_change(context)[1] > 0 for phase in context.phases):
        return genome
    for path, part in list(walk(genome)):
        if isinstance(part, PhaseMechanic) and part.may(Makes.DISCARDS) and context.dealt_hand:
            most = max(context.dealt_hand, getattr(part, "min_cards", 0))
            if getattr(part, "max_cards", 0) > most:
                genome = replace_at(genome, [*steps_of(path), "max_cards"], most)
    return genome


def _settle_deal(genome: GameGenome) -> GameGenome:
    """Hands are filled up to the size that is dealt, and an order of ranks has a place for every rank of the pack."""
    context = Context(genome)
    hand, setup = context.dealt_hand, genome.setup
    is_fillable = 0 < hand <= LARGEST and not context.has(Makes.RESERVES)  # or a part of what is dealt waits elsewhere
    if not isinstance(setup.rank_order, str) and any(
        rank not in setup.rank_order and rank_set(rank) & context.deck for rank in RANKS
    ):
        setup = msgspec.structs.replace(setup, rank_order="ace_high")
    if setup.refill and is_fillable:
        setup = msgspec.structs.replace(setup, refill=hand)
    genome = msgspec.structs.replace(genome, setup=setup)
    for path, part in list(walk(genome)):
        for name in ("up_to", "refill_to"):
            if getattr(part, name, 0) and is_fillable:
                genome = replace_at(genome, [*steps_of(path), name], hand)
    return genome


def _name_cards(genome: GameGenome, rng: random.Random) -> GameGenome:
    """Cards and suits that a choice elsewhere asks for; a list of ranks names each once."""
    setup, changes = genome.setup, dict[str, Any]()
    if setup.starting_player == "holder" and setup.starting_card is None:
        changes["starting_card"] = rng.choice(("2C", "7S", "AS"))
    if setup.trump_selection_method == "fixed" and setup.trump_suit is None:
        changes["trump_suit"] = rng.choice("CDHS")
    if not isinstance(setup.rank_order, str):
        changes["rank_order"] = tuple(dict.fromkeys(setup.rank_order))
    if setup.hand_suits and (setup.cards_per_player or len(set(setup.hand_suits)) < genome.player_count):
        changes["hand_suits"] = ()
    if setup.initial_deck != "custom":
        changes["custom_deck"] = ()
    return msgspec.structs.replace(genome, setup=msgspec.structs.replace(setup, **changes)) if changes else genome


def _wins(genome: GameGenome, rng: random.Random) -> GameGenome:
    """One condition of a kind, with a threshold where it needs one and only there."""
    wins = {condition.type: _with_threshold(condition, rng) for condition in reversed(genome.win_conditions)}
    return msgspec.structs.replace(genome, win_conditions=tuple(reversed(wins.values())))


def _with_threshold(condition: WinCondition, rng: random.Random) -> WinCondition:
    at = condition.threshold
    if condition.kind.threshold == "needed":
        at = at or rng.choice((5, 10, 20, 50))
    elif condition.kind.threshold == "points":
        at = at or None
    elif condition.kind.threshold == "none":
        at = None
    return condition if at == condition.threshold else msgspec.structs.replace(condition, threshold=at)
