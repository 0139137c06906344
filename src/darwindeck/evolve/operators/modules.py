"""Modules: a game cut into sub-games, and the ports by which what one makes is read by the rest.

A *port* is what a sub-game hands on: tricks, captured cards, an empty hand, the cards of others, the pot. The *contest* is the part of
a game in which that is won: its phases, and what they ask of the deal. The *readers* are what it is won for: bids, scoring rules, the
goal and the match. Any contest goes with any readers of the same port.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ...genome.genome import GameGenome
from ...genome.setup import SetupRules
from ...judge.cohesion import MODULES
from ...judge.flow import Flow
from ...language.context import Context
from ...language.facts import Ends, Makes, Needs, Reads
from ...language.fields import Visibility
from ...mechanics.phases.phase import PhaseMechanic
from ...mechanics.scoring import ScoringRule

PORTS = (Makes.TRICKS, Makes.CAPTURES, Makes.SHEDS, Makes.HANDS_WON, Makes.POT_WON)
PORT_NAMES = {
    Makes.TRICKS: "tricks",
    Makes.CAPTURES: "captures",
    Makes.SHEDS: "empty hands",
    Makes.HANDS_WON: "cards of others",
    Makes.POT_WON: "the pot",
}

PLACES = {"opening": 4, "phases": 12}  # of a turn's structure, and how many phases there is room for

EXCEPTIONS: dict[str, Any] = {"opening_lead": None, "first_trick_forbidden": ()}

# What a turn asks of the setup, beside the pack.
OF_THE_TURN = ("cards_per_player", "hand_sizes", "hand_suits", "leftover", "hand_order", "hand_visibility", "discard_visibility",
               "initial_discard_count", "initial_discard_not", "initial_tableau_count", "redeal_rank", "redeal_count", "refill",
               "reshuffle", "trump_selection_method", "trump_suit", "starting_player", "starting_card", "post_deal_actions")  # fmt: skip
OF_THE_CHIPS = ("resources", "starting_chips")
OF_THE_DECK = tuple(name for name in SetupRules.__struct_fields__ if name not in (*OF_THE_TURN, *OF_THE_CHIPS))
OF_THE_PACK = ("initial_deck", "custom_deck", "removed_cards", "even_deal_removals")


def find_made(genome: GameGenome) -> set[Makes]:
    """What the contest of a game hands on, whether anything reads it or not."""
    context = Context(genome)
    contests = [phase for phase in genome.turn_structure.phases if any(phase.may(kind) for kind in MODULES)]
    return {port for port in PORTS if any(phase.has(port, context) for phase in contests)}


def find_read(genome: GameGenome) -> set[Makes]:
    """What the readers of a game look at, of that which its contest hands on."""
    flow = Flow(genome)
    eliminates = any(win.has(Ends.ELIMINATION, flow.context) for win in genome.win_conditions)
    counts = {
        Makes.TRICKS: flow.tricks_count,
        Makes.CAPTURES: flow.captures_count,
        Makes.SHEDS: flow.hands_end_it,
        Makes.HANDS_WON: eliminates,
        Makes.POT_WON: flow.chips_count,
    }
    return {port for port in find_made(genome) if counts[port]}


def is_reader(phase: PhaseMechanic) -> bool:
    """Whether a phase before the first turn is about what the contest is worth, and no part of it."""
    return phase.may(Makes.BIDS)


def without_bets(phases: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(phase for phase in phases if not phase.may(Makes.BETS))


def join(contest: GameGenome, readers: GameGenome, seats: GameGenome, cards: GameGenome) -> GameGenome:
    """The contest of one game for what is won in another, with the seats and the pack of either.

    Chips and the bets before the contest come with the readers. The result may need closing.
    """
    bids = tuple(phase for phase in readers.turn_structure.opening if is_reader(phase))
    opening = (*(phase for phase in contest.turn_structure.opening if not is_reader(phase)), *bids)
    bets = tuple(phase for phase in readers.turn_structure.phases if phase.may(Makes.BETS))
    own = tuple(map(without_exceptions, without_bets(contest.turn_structure.phases)))
    phases = place_bets(bets, own)[: PLACES["phases"]]
    turn = msgspec.structs.replace(contest.turn_structure, phases=phases, opening=opening[: PLACES["opening"]])
    child = msgspec.structs.replace(
        contest,
        player_count=seats.player_count,
        player_counts=(),
        teams=seats.teams,
        setup=_join_setups(contest, readers, seats.player_count, cards),
        turn_structure=turn,
        scoring_rules=readers.scoring_rules,
        sweep=readers.sweep
        if Context(cards).deck == Context(readers).deck
        else None,  # else there are not as many points
        win_conditions=readers.win_conditions,
        match=readers.match,
        max_turns=max(contest.max_turns, readers.max_turns),
    )
    return scale_counts(child, readers)


def place_bets(bets: tuple[Any, ...], own: tuple[Any, ...]) -> tuple[Any, ...]:
    """Phases with rounds of betting: the first before all, the others before the last phase, if something happens between."""
    return (*bets[:1], *own[:-1], *(bets[1:] if len(own) > 1 else ()), *own[-1:])


def _join_setups(contest: GameGenome, readers: GameGenome, seats: int, cards: GameGenome) -> SetupRules:
    """The deal of the contest. Where it asks for values, the pack and its values are its own. Hands that are whole suits are dealt
    instead, since other rules may ask for suits; hands that are queues become sets, where one may choose from either."""
    context = Context(contest)
    theirs = {name: getattr(readers.setup, name) for name in OF_THE_CHIPS}
    if not context.has(Reads.VALUES):
        theirs |= {name: getattr(cards.setup, name) for name in OF_THE_PACK}
        theirs["card_values"] = readers.setup.card_values
    setup = contest.setup
    if setup.starting_player == "holder":
        setup = msgspec.structs.replace(setup, starting_player="dealer_left", starting_card=None)
    if setup.hand_order == "queue" and not context.has(Needs.QUEUES):
        setup = msgspec.structs.replace(setup, hand_order="set", hand_visibility=Visibility.OWNER_ONLY)
    hand = context.hand_size
    if setup.hand_suits:
        hand = context.deck.bit_count() // (seats + 1)
    return msgspec.structs.replace(setup, hand_suits=(), hand_sizes={}, cards_per_player=hand, **theirs)


def without_exceptions(phase: PhaseMechanic) -> PhaseMechanic:
    """A phase without what protects the cards that its own game counts: a suit that must be broken (unless it is trumps), cards that
    cannot be played at first."""
    changes: dict[str, Any] = {}
    if getattr(phase, "breaking_suit", None) not in (None, getattr(phase, "trump_suit", None)):
        changes["breaking_suit"] = None
    changes |= {name: default for name, default in EXCEPTIONS.items() if hasattr(phase, name)}
    return msgspec.structs.replace(phase, **changes) if changes else phase


def scale_counts(child: GameGenome, origin: GameGenome) -> GameGenome:
    """The child with scoring rules that ask for as large a share of the tricks or cards as they did in the game they come from."""
    old, new = Context(origin), Context(child)
    tricks = new.dealt_hand / max(1, old.dealt_hand)
    cards = new.deck.bit_count() / max(1, old.deck.bit_count())
    rules = tuple(_scale(rule, tricks, cards) for rule in child.scoring_rules)
    return msgspec.structs.replace(child, scoring_rules=rules)


def _scale(rule: ScoringRule, tricks: float, cards: float) -> ScoringRule:
    condition: Any = rule.condition
    counts = condition.may(Makes.TRICK_COUNT) or condition.may(Makes.CARD_COUNT)
    if not counts or getattr(condition, "reference", "") != "value":
        return rule
    share = tricks if condition.may(Makes.TRICK_COUNT) else cards
    value = max(1, round(condition.value * share)) if condition.value > 1 else condition.value
    scaled = msgspec.structs.replace(condition, value=value)
    return msgspec.structs.replace(rule, condition=scaled, over=round(rule.over * share))


def take_phase(genome: GameGenome, place: str, number: int) -> GameGenome:
    """The genome without a phase; bets go with the last who takes the pot, and chips with the last bets."""
    phases = getattr(genome.turn_structure, place)
    genome = with_phases(genome, place, (*phases[:number], *phases[number + 1 :]))
    left = genome.turn_structure.phases
    if phases[number].may(Makes.POT_WON) and not any(phase.may(Makes.POT_WON) for phase in left):
        left = without_bets(left)
        genome = with_phases(genome, "phases", left) if left else genome
    if any(phase.may(Makes.BETS) for phase in phases) and not any(phase.may(Makes.BETS) for phase in left):
        setup = msgspec.structs.replace(genome.setup, resources=None, starting_chips=0)
        genome = msgspec.structs.replace(genome, setup=setup)
    return genome


def with_phases(genome: GameGenome, place: str, phases: tuple[Any, ...]) -> GameGenome:
    """The genome with other phases in its opening or its turn."""
    changes: dict[str, Any] = {place: phases}
    return msgspec.structs.replace(genome, turn_structure=msgspec.structs.replace(genome.turn_structure, **changes))
