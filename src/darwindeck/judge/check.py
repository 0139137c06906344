"""Check: what the types cannot say. Errors make a genome unusable, warnings make it suspect; each has a path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import GenomeError
from ..genome.genome import GameGenome
from ..genome.remember import remember
from ..judge import find_faults
from ..language.context import Context
from ..language.facts import Makes, Needs
from ..language.fields import Visibility
from ..language.findings import Gate
from ..mechanics.actions.action import ActionMechanic
from ..mechanics.conditions.condition import ConditionMechanic
from ..mechanics.effects import SpecialEffect
from ..mechanics.phases.phase import PhaseMechanic
from ..mechanics.scoring import ScoringRule, counts_in_scoring

MAX_DEPTH = 4
LONG = 10_000  # turns


@dataclass(frozen=True)
class Issue:
    path: str
    message: str
    gate: Gate | None = None  # of a warning that the judge gives

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True)
class Report:
    genome_id: str
    errors: list[Issue]
    warnings: list[Issue]

    def raise_errors(self) -> None:
        if self.errors:
            more = f" (and {len(self.errors) - 1} more)" if len(self.errors) > 1 else ""
            raise GenomeError(f"{self.genome_id}: {self.errors[0]}{more}")


@remember
def check(genome: GameGenome) -> Report:
    """All faults of a genome that its types allow."""
    context = Context(genome)
    errors = [issue for rule in ERRORS for issue in rule(genome, context)]
    return Report(
        genome.genome_id, errors, [] if errors else [issue for rule in WARNINGS for issue in rule(genome, context)]
    )


# Structure.


def _players(genome: GameGenome, context: Context) -> Iterator[Issue]:
    if genome.player_counts and genome.player_count not in genome.player_counts:
        yield Issue("$.player_count", f"{genome.player_count} is not among player_counts")
    seats = sorted(seat for team in genome.teams for seat in team)
    if genome.teams and seats != list(range(genome.player_count)):
        yield Issue("$.teams", f"must hold each of the {genome.player_count} seats exactly once")
    if genome.player_counts and not {*genome.partner_counts} <= {*genome.player_counts}:
        yield Issue("$.partner_counts", "holds a number that is not among player_counts")
    if len(genome.teams) == 1:
        yield Issue("$.teams", "there must be at least two teams")


def _deck(genome: GameGenome, context: Context) -> Iterator[Issue]:
    """A deck without cards, deals for which it is too small, and choices of the setup that lack a card or suit."""
    setup, cards = genome.setup, context.deck.bit_count()
    if setup.initial_deck == "custom" and len(set(setup.custom_deck)) != len(setup.custom_deck):
        yield Issue("$.setup.custom_deck", "the same card twice")
    if setup.initial_deck != "custom" and setup.custom_deck:
        yield Issue("$.setup.custom_deck", "is only used with initial_deck custom")
    if not cards:
        yield Issue("$.setup.initial_deck", "the deck has no cards")
    suits = setup.hand_suits
    if suits and (len(suits) < context.seats or len(set(suits)) != len(suits) or context.hand_size):
        yield Issue("$.setup.hand_suits", "needs a suit of its own for each seat, and cards_per_player 0")
    if suits:
        return
    dealt = context.hand_size * context.seats + setup.initial_tableau_count + setup.initial_discard_count
    if dealt > cards:
        yield Issue("$.setup.cards_per_player", f"{dealt} cards are dealt, but the deck has {cards}")
    if context.hand_size == 0 and (cards < context.seats or setup.initial_tableau_count or setup.initial_discard_count):
        yield Issue(
            "$.setup.cards_per_player",
            "0 deals the whole deck, which must reach everyone and leaves nothing to turn up",
        )
    if setup.starting_player == "holder" and setup.starting_card is None:
        yield Issue("$.setup.starting_card", "must be given when its holder starts")
    if setup.trump_selection_method == "fixed" and setup.trump_suit is None:
        yield Issue("$.setup.trump_suit", "must be given when the trump suit is fixed")
    if not isinstance(setup.rank_order, str) and len(set(setup.rank_order)) != len(setup.rank_order):
        yield Issue("$.setup.rank_order", "the same rank twice")


def _chips(genome: GameGenome, context: Context) -> Iterator[Issue]:
    resources, chips = genome.setup.resources, context.starting_chips
    if resources and (resources.min_bet > chips or resources.ante > chips):
        yield Issue("$.setup.resources", f"min_bet and ante must not exceed the {chips} starting chips")
    if resources and resources.blinds and not 0 < resources.blinds[0] <= resources.blinds[1] <= chips:
        yield Issue("$.setup.resources.blinds", f"must be [small, big] with 0 < small <= big <= {chips}")
    for path, phase in context.parts:
        if isinstance(phase, PhaseMechanic) and phase.may(Makes.BETS):
            yield from _own_faults(phase, path, context)


def _own_faults(phase: PhaseMechanic, path: str, context: Context) -> Iterator[Issue]:
    """What a phase itself says is wrong with it."""
    for field, message in phase.faults(context):
        yield Issue(f"{path}.{field}" if field else path, message)


def _wins(genome: GameGenome, context: Context) -> Iterator[Issue]:
    """None at all, one kind twice, and thresholds that are missing or mean nothing."""
    if not genome.win_conditions:
        yield Issue("$.win_conditions", "there must be at least one")
    kinds = [condition.type for condition in genome.win_conditions]
    if len(set(kinds)) != len(kinds):
        yield Issue("$.win_conditions", "the same kind twice")
    for number, condition in enumerate(genome.win_conditions):
        path = f"$.win_conditions[{number}].threshold"
        if condition.kind.threshold == "needed" and not condition.threshold:
            yield Issue(path, f"{condition.type} needs a positive number")
        if condition.threshold is not None and condition.kind.threshold == "none":
            yield Issue(path, f"{condition.type} has no threshold")
        if condition.ends_match_at == 0:
            yield Issue(path, "must be positive")


def _phases(genome: GameGenome, context: Context) -> Iterator[Issue]:
    """What phases find wrong with themselves, phases in the wrong place, and turns in which nobody chooses."""
    for path, phase in context.parts:
        if not isinstance(phase, PhaseMechanic):
            continue
        if not phase.may(Makes.BETS):  # whose faults are told with those of the chips
            yield from _own_faults(phase, path, context)
        if phase.may(Needs.OPENING) and ".opening" not in path:
            yield Issue(path, "belongs in the opening")
        if not phase.works_with(context.queue):
            word = "not" if context.queue else "only"
            yield Issue(path, f"is {word} possible where hands are queues")
        if phase.may(Makes.COMMITS) and context.has(Makes.OWN_DISCARDS):
            yield Issue(path, "needs the place in front of players, where they have discard piles of their own")
    opening = genome.turn_structure.opening
    offers = [number for number, phase in enumerate(opening) if phase.may(Makes.OFFER)]
    for number in offers[1:]:
        yield Issue(f"$.turn_structure.opening[{number}]", "the up-card can only be offered once")
    bids = [number for number, phase in enumerate(opening) if phase.may(Makes.BIDS) or phase.may(Makes.CALLS)]
    for number in bids[1:]:
        if any(opening[other].may(Makes.CALLS) for other in bids):
            yield Issue(
                f"$.turn_structure.opening[{number}]", "bids and a declarer of another phase stand where these do"
            )
    if not any(phase.offers_choice() for phase in genome.turn_structure.phases):
        yield Issue("$.turn_structure.phases", "nobody ever moves")


def _faults_of_hidden(genome: GameGenome, context: Context) -> Iterator[Issue]:
    """Rules that would depend on cards nobody may see."""
    setup = genome.setup
    if setup.hand_visibility is Visibility.FACE_DOWN and not context.queue:
        yield Issue("$.setup.hand_visibility", "cards can only be played from a face-down hand that is a queue")
    if setup.discard_visibility == "face_up":
        return
    for path, part in context.parts:
        if isinstance(part, ConditionMechanic) and getattr(part, "reference", None) in ("top_discard", "last_played"):
            yield Issue(path, "refers to a card that lies face down")
        if isinstance(part, SpecialEffect):
            yield Issue(path, "cards played face down have no effects")
        if (
            isinstance(part, PhaseMechanic)
            and part.has(Makes.TOP_TAKEN, context)
            and part.has(Makes.DISCARDS_TAKEN, context)
        ):
            yield Issue(path, "takes single cards from a face-down discard pile")


def _conditions(genome: GameGenome, context: Context) -> Iterator[Issue]:
    for path, part in context.parts:
        if isinstance(part, ConditionMechanic) and part.depth() > MAX_DEPTH:
            yield Issue(path, f"conditions are nested more than {MAX_DEPTH} deep")
        if isinstance(part, ScoringRule) and (part.per_card or part.points_source == "values") and not _countable(part):
            yield Issue(f"{path}.per_card", "this condition counts no cards")
        if getattr(part, "reference", None) == "valid_plays" and context.valid_plays is None:
            yield Issue(f"{path}.reference", "there is no PlayPhase in the turn")


def _countable(rule: ScoringRule) -> bool:
    condition: ConditionMechanic = rule.condition
    tricks = condition.may(Makes.TRICK_COUNT) and rule.points_source != "values"
    return counts_in_scoring(condition) or condition.may(Makes.CARD_COUNT) or tricks


def _effects(genome: GameGenome, context: Context) -> Iterator[Issue]:
    """Special effects that no card can set off, and actions that queues do not allow."""
    plays = context.has(Makes.PLAYS)
    for number, effect in enumerate(genome.special_effects):
        path = f"$.special_effects[{number}]"
        if not plays:
            yield Issue(path, "can never act: there is no PlayPhase")
        elif not effect.cards & context.deck:
            yield Issue(f"{path}.trigger_card", f"no {effect.trigger_card} is in the deck")
    if context.queue:
        for path, part in context.parts:
            if isinstance(part, ActionMechanic) and part.may(Needs.SETS):
                yield Issue(path, "is not possible where hands are queues")


# Suspicions.


def _long(genome: GameGenome, context: Context) -> Iterator[Issue]:
    if genome.max_turns > LONG:
        yield Issue("$.max_turns", f"a limit above {LONG:,} may make simulation slow")


def _unread_values(genome: GameGenome, context: Context) -> Iterator[Issue]:
    """A number to compare with, where a condition compares with other sides."""
    for path, part in context.parts:
        if getattr(part, "reference", None) == "opponent" and getattr(part, "value", 0):
            yield Issue(
                f"{path}.value",
                'is not read: the condition compares with opponents; "reference": "value" would read it',
            )


def _findings(genome: GameGenome, context: Context) -> Iterator[Issue]:
    for finding in find_faults(genome, context):
        yield Issue(finding.path, finding.why, finding.gate)


ERRORS = (_players, _deck, _chips, _wins, _phases, _faults_of_hidden, _conditions, _effects)
WARNINGS = (_findings, _unread_values, _long)
