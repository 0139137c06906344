"""Nesting: a sub-game of one parent goes into the game of the other, so that the outcome of the one is what the other is about.

Each way of nesting says what it asks of both, by facts, and gives a draft or nothing. Drafts are closed by the caller.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from ...genome.genome import GameGenome
from ...judge.cohesion import MODULES
from ...judge.flow import Flow
from ...language.context import Context
from ...language.facts import Ends, Makes, Needs, Reads
from ...language.fields import Location
from ...mechanics.actions.discard_card import DiscardCard
from ...mechanics.actions.transfer_cards import TransferCards
from . import Change
from .close import close
from .modules import OF_THE_CHIPS, join

Draft = GameGenome | None
Way = Callable[[GameGenome, GameGenome, random.Random], Draft]
PRIZE = TransferCards(source=Location.TABLEAU, target=Location.CAPTURE_ZONE, count=0)


def nest(mother: GameGenome, father: GameGenome, rng: random.Random) -> Change:
    """The game of the mother with a sub-game of the father in it."""
    names = list(WAYS)
    rng.shuffle(names)
    for name in names:
        draft = WAYS[name](mother, father, rng)
        if draft is not None:
            child = close(draft, rng)[0]
            if child is not None:
                return child, name
    return None


def _all_with(genome: GameGenome, place: str, fact: Makes) -> tuple[Any, ...]:
    """The phases of the opening or the turn of which the fact may hold."""
    return tuple(phase for phase in getattr(genome.turn_structure, place) if phase.may(fact))


def _with_turn(genome: GameGenome, **changes: Any) -> GameGenome:
    return msgspec.structs.replace(genome, turn_structure=msgspec.structs.replace(genome.turn_structure, **changes))


def _open_with(genome: GameGenome, phase: Any) -> GameGenome:
    """The game with one more phase before the first turn."""
    return _with_turn(genome, opening=(phase, *genome.turn_structure.opening)[:4])


def auction(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Bids before tricks. They decide alone, or beside what the tricks score, then by as much smaller as that is."""
    bids = _all_with(father, "opening", Makes.BIDS)
    if not bids or not _all_with(mother, "phases", Makes.TRICKS) or _all_with(mother, "opening", Makes.BIDS):
        return None
    ours, theirs = Context(mother).target, Context(father).target
    if Flow(mother).ranks_by(Reads.LOW_SCORES) or not ours or not theirs or rng.random() < 0.5:
        deciding = msgspec.structs.replace(
            mother, scoring_rules=(), sweep=None, win_conditions=father.win_conditions, match=father.match
        )
        return _open_with(deciding, bids[0])
    points = ("nil_bonus", "trick_points", "overtrick_points", "bag_penalty")
    scaled = {name: round(getattr(bids[0], name) * ours / theirs) for name in points}
    scaled["trick_points"] = max(1, scaled["trick_points"])
    return _open_with(mother, msgspec.structs.replace(bids[0], **scaled))


def exchange(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Cards are passed on before the first turn."""
    passes = [phase for phase in _all_with(father, "opening", Makes.PASSES) if not phase.may(Needs.TITLES)]
    hand = Context(mother).dealt_hand
    if not passes or _all_with(mother, "opening", Makes.PASSES) or mother.setup.hand_order != "set" or hand < 4:
        return None
    ways = ("left", "right")[: 1 + (mother.player_count > 2)] if mother.match is not None else ("left",)
    directions = passes[0].directions if mother.match is not None and mother.player_count == 4 else ways
    return _open_with(
        mother, msgspec.structs.replace(passes[0], count=min(passes[0].count, hand // 2), directions=directions)
    )


def stakes(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Bets on who wins. The best hand takes the pot, or in battles the best card.

    Of a game about hands what the hands are made by stays, for all at once.
    """
    bets = _all_with(father, "phases", Makes.BETS)
    if not bets or _all_with(mother, "phases", Makes.BETS) or mother.teams:
        return None
    chips = {name: getattr(father.setup, name) for name in OF_THE_CHIPS}
    setup = msgspec.structs.replace(mother.setup, **chips)
    battles = tuple(
        msgspec.structs.replace(battle, spoils="pot", take_to="capture_zone")
        for battle in _all_with(mother, "phases", Makes.BATTLES)
    )
    shows = _all_with(father, "phases", Makes.SHOWDOWN)
    hands = tuple(
        msgspec.structs.replace(phase, who="all")
        for phase in mother.turn_structure.phases
        if hasattr(phase, "who") and not any(phase.may(kind) for kind in MODULES)
    )
    if battles:
        phases, opening = (bets[0], *battles[:1]), ()
    elif shows and len(hands) > 1:
        phases, opening = (bets[0], *hands, bets[-1], *shows[:1]), ()
    else:
        return None
    child = msgspec.structs.replace(
        mother,
        setup=setup,
        scoring_rules=(),
        sweep=None,
        triggers=(),
        special_effects=(),
        win_conditions=father.win_conditions,
        match=father.match,
    )
    return _with_turn(child, phases=phases, opening=opening)


def prizes(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Each trick is played for cards that are turned up before it; hands are so small that there is one for every trick."""
    context = Context(father)
    turned = [phase for phase in father.turn_structure.phases if phase.count_laid_out(context)]
    tricks = _all_with(mother, "phases", Makes.TRICKS)
    if not turned or len(tricks) != 1 or any(p.count_laid_out(context) for p in mother.turn_structure.phases):
        return None
    cards = Context(mother).deck.bit_count()
    hand = cards // (mother.player_count + turned[0].count_laid_out(context))
    setup = msgspec.structs.replace(mother.setup, cards_per_player=hand, hand_sizes={})
    if setup.trump_selection_method == "last_card_dealt":
        setup = msgspec.structs.replace(setup, trump_selection_method="bottom_card")
    contest = msgspec.structs.replace(tricks[0], winner_actions=(PRIZE, *tricks[0].winner_actions[:1]))
    counts = Flow(mother).captures_count
    readers = mother if counts else father
    child = msgspec.structs.replace(
        mother,
        setup=setup,
        scoring_rules=readers.scoring_rules,
        sweep=None,
        win_conditions=readers.win_conditions,
        match=readers.match,
    )
    opening = tuple(phase for phase in mother.turn_structure.opening if counts or not phase.may(Makes.BIDS))
    return _with_turn(child, phases=(turned[0], contest), opening=opening)


def shedding_tricks(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Tricks, and who wins one puts away a card more: the goal is an empty hand."""
    tricks, flow = _all_with(mother, "phases", Makes.TRICKS), Flow(father)
    sheds = any(win.has(Ends.SHEDDING, flow.context) for win in father.win_conditions) and flow.hands_end_it
    if len(tricks) != 1 or not sheds or _all_with(father, "phases", Makes.TRICKS) or tricks[0].winner_actions:
        return None
    child = join(mother, father, mother, mother)
    phases = tuple(
        msgspec.structs.replace(phase, winner_actions=(DiscardCard(),)) if phase.may(Makes.TRICKS) else phase
        for phase in child.turn_structure.phases
    )
    return _with_turn(msgspec.structs.replace(child, teams=()), phases=phases)


def lead(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Everybody puts a card face down; who has the highest takes them all, and the first turn."""
    battles = [battle for place in ("phases", "opening") for battle in _all_with(father, place, Makes.BATTLES)]
    captures = Flow(mother).captures_count and mother.setup.hand_order == "set"
    if not battles or not captures or mother.turn_structure.opening or Context(mother).dealt_hand < 5:
        return None
    if mother.setup.starting_player == "holder" or Flow(mother).has(Makes.BATTLES, Makes.BOOKS):
        return None
    battle = msgspec.structs.replace(battles[0], spoils="cards", take_to="capture_zone", on_tie="nobody")
    return _open_with(mother, battle)


def trumps(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """A suit that beats the others, found as the father finds it."""
    method = father.setup.trump_selection_method
    tricks = _all_with(mother, "phases", Makes.TRICKS)
    if method == "none" or mother.setup.trump_selection_method != "none" or len(tricks) != 1:
        return None
    setup = msgspec.structs.replace(mother.setup, trump_selection_method=method, trump_suit=father.setup.trump_suit)
    new = msgspec.structs.replace(tricks[0], trump_suit="selected", trump_beats_suit=True)
    phases = tuple(new if phase == tricks[0] else phase for phase in mother.turn_structure.phases)
    return _with_turn(msgspec.structs.replace(mother, setup=setup), phases=phases)


# What can be nested, by what it is called in a lineage.
WAYS: dict[str, Way] = {
    "auction": auction,
    "exchange": exchange,
    "stakes": stakes,
    "prizes": prizes,
    "shedding tricks": shedding_tricks,
    "lead": lead,
    "trumps": trumps,
}
