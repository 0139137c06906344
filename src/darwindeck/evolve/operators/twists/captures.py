"""Twists of games in which players capture cards."""

from __future__ import annotations

import random

import msgspec

from ....genome.genome import GameGenome
from ....language.context import Context
from ....language.facts import Makes, Reads
from ....language.fields import Location, Rank, Suit, card_set
from ....mechanics.actions.action import ActionMechanic
from ....mechanics.actions.transfer_cards import TransferCards
from ....mechanics.conditions.has_captured_card import HasCapturedCard
from ....mechanics.conditions.tableau_cleared import TableauCleared
from ....mechanics.effects import TriggerEffect
from ....mechanics.phases.draw import DrawPhase
from ....mechanics.scoring import ScoringRule
from .twist import add_phases, add_rule, change_phase, change_setup, find_phase, stake, twist, wins_low

PRIZE_SUITS: tuple[Suit, ...] = ("D", "H", "C", "S")  # in the order in which players would expect them
POISON_SUITS: tuple[Suit, ...] = ("S", "C", "H", "D")


@twist("The jack of one suit is a prize: whoever captures it gains points.", has=(Makes.CAPTURES, Reads.SCORES))
def prize_card(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return _mark_card(genome, "J", PRIZE_SUITS, -2 if wins_low(genome) else 2)


@twist(
    "The queen of one suit is poison: whoever captures it loses points.",
    has=(Makes.CAPTURES, Reads.SCORES),
    lacks=(Makes.BIDS,),
)
def poison_card(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return _mark_card(genome, "Q", POISON_SUITS, 2 if wins_low(genome) else -2)


def _mark_card(genome: GameGenome, rank: Rank, suits: tuple[Suit, ...], stakes: int) -> GameGenome | None:
    """Points for a card that can be captured and that no rule speaks of yet."""
    deck, held = Context(genome).deck, genome.setup.hand_suits
    suit = next((suit for suit in suits if suit not in held and deck & card_set([rank + suit])), None)
    scored = {
        (getattr(rule.condition, "suit", None), getattr(rule.condition, "rank", None)) for rule in genome.scoring_rules
    }
    if suit is None or (suit, rank) in scored:
        return None
    return add_rule(genome, ScoringRule(condition=HasCapturedCard(suit=suit, rank=rank), points=stakes * stake(genome)))


# Cards caught on the table by their values.


@twist("A card may capture a sum even where it could capture a single card.", has=(Makes.CATCHES,))
def open_choice(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    if not getattr(find_phase(genome, Makes.CATCHES), "sums", False):
        return None
    return change_phase(genome, Makes.CATCHES, exact_first=False)


@twist("A card captures only a card of its own value, never a sum.", has=(Makes.CATCHES,))
def no_sums(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    if not getattr(find_phase(genome, Makes.CATCHES), "sums", False):
        return None
    return change_phase(genome, Makes.CATCHES, sums=False, exact_first=True)


@twist("Whoever clears the table also takes a captured card from the next player.", has=(Makes.CATCHES,))
def sweeps_rob(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return _on_sweep(genome, TransferCards(source=Location.OPPONENT_DISCARD, target=Location.CAPTURE_ZONE, count=1))


def _on_sweep(genome: GameGenome, action: ActionMechanic) -> GameGenome | None:
    trigger = TriggerEffect(trigger_condition=TableauCleared(), actions=(action,))
    if not hasattr(find_phase(genome, Makes.CATCHES), "sweep_points"):  # where hardly anybody ever clears the table
        return None
    if any(other.trigger_condition == trigger.trigger_condition for other in genome.triggers):
        return None
    return msgspec.structs.replace(genome, triggers=(*genome.triggers, trigger))


@twist("Everyone draws a card after each turn, instead of new hands for all when they are empty.", has=(Makes.CATCHES,))
def draw_at_once(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    if not genome.setup.refill:
        return None
    return add_phases(change_setup(genome, refill=0), DrawPhase(up_to=genome.setup.refill))
