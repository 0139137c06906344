"""How two games differ, as sentences and phrases: what is told otherwise in their rules, the biggest differences first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import msgspec

from ..genome.genome import GameGenome
from ..language.context import Context
from ..language.facts import Makes, Prompts
from ..language.words import capitalise, cards
from ..mechanics.phases.phase import PhaseMechanic
from .dealing import chip_rules, layout_rules, rest_rules, stack_rules, start_rules, trump_rules
from .ending import deal_scores, target_scores
from .goals import goal
from .pack import pack, value_rules
from .uses import Uses

SIMILAR = 0.6  # sentences that have so much in common are one rule with a change
LONGEST = 35  # words of a sentence that is quoted
# How much a difference counts, about as in the distance of genomes.
PHASE, RULE, PART, DETAIL = 6.0, 3.0, 2.0, 1.0
GONE, GOAL = "It leaves out", "The goal is new: "
BEGINNING = ("starting_player", "starting_card", "post_deal_actions")


@dataclass(frozen=True)
class Difference:
    """Something that is so in one game and not in the other, told as a sentence, or as a phrase after "Like Whist, but"."""

    weight: float
    text: str
    is_phrase: bool = False


def differences(genome: GameGenome, known: GameGenome) -> list[Difference]:
    """What is told otherwise in the rules of two games, the biggest first."""
    alike = msgspec.structs.replace(
        known, player_count=genome.player_count
    )  # so that both speak of "the other player", or neither
    new, old = (Context(_without_names(game)) for game in (genome, alike))
    found = [
        *differ_in_players(genome, known),
        *differ_in_cards(new, old),
        *differ_in_phases(new, old, "opening"),
        *differ_in_phases(new, old, "phases"),
        *differ_in_goal(new, old),
        *differ_in_rules(new, old),
    ]
    return sorted(found, key=lambda each: -each.weight)


def _without_names(genome: GameGenome) -> GameGenome:
    """Without what rules are called, and for one number of players: neither is a difference."""
    rules = tuple(msgspec.structs.replace(rule, description="") for rule in genome.scoring_rules)
    return msgspec.structs.replace(genome, scoring_rules=rules, player_counts=())


# Differences that are phrases.


def differ_in_players(genome: GameGenome, known: GameGenome) -> Iterator[Difference]:
    """How many, who plays with whom, and for how long."""
    count = genome.player_count
    if count != known.player_count:
        weight = DETAIL if count in known.player_counts else PART
        yield Difference(weight, f"for {count} players", is_phrase=True)
    if genome.teams != known.teams:
        sides = " against ".join(str(len(team)) for team in genome.teams)
        yield Difference(RULE, f"in sides of {sides}" if sides else "with everyone alone", is_phrase=True)
    if (genome.match is None) != (known.match is None):
        yield Difference(PART, "over several deals" if genome.match else "in a single deal", is_phrase=True)


def differ_in_cards(new: Context, old: Context) -> Iterator[Difference]:
    """The pack and the hands."""
    if new.deck != old.deck:
        share = (new.deck ^ old.deck).bit_count() / (new.deck | old.deck).bit_count()
        yield Difference(max(DETAIL, RULE * share), f"with {pack(new)}", is_phrase=True)
    if new.hand_size != old.hand_size and not new.setup.hand_suits:
        dealt = f"with {cards(new.hand_size)} each" if new.hand_size else "with all cards dealt"
        yield Difference(DETAIL, dealt, is_phrase=True)


def tell_goal(context: Context) -> str:
    """What to play for, in one sentence."""
    return goal(context.genome, context).replace(". In the end, ", ", and in the end, ")


def list_counted(genome: GameGenome) -> frozenset[str]:
    """What a game is played for: its scores, whatever they are called, and its goal."""
    context = Context(_without_names(genome))
    return frozenset([*_split(deal_scores(context.genome, context)), tell_goal(context)])


def differ_in_goal(new: Context, old: Context) -> Iterator[Difference]:
    """What is played for; if only the score that ends a match is another, a phrase."""
    wanted, before = (tell_goal(Context(msgspec.structs.replace(one.genome, teams=()))) for one in (new, old))
    if wanted == before:
        return
    targets = target_scores(new.genome)
    if targets and re.sub(r"\d+", "0", wanted) == re.sub(r"\d+", "0", before):
        yield Difference(PART, f"to {targets[0]} points", is_phrase=True)
    else:
        yield Difference(RULE, f"{GOAL}{tell_goal(new)[0].lower()}{tell_goal(new)[1:]}")


# Phases.


def differ_in_phases(new: Context, old: Context, where: str) -> Iterator[Difference]:
    """Phases that only one of the games has, and what is said otherwise of those that both have."""
    mine, theirs = (list(getattr(context.genome.turn_structure, where)) for context in (new, old))
    kinds = [[type(phase).__name__ for phase in phases] for phases in (mine, theirs)]
    for what, first, last, begin, end in SequenceMatcher(None, kinds[0], kinds[1], autojunk=False).get_opcodes():
        if what == "equal":
            for phase, other in zip(mine[first:last], theirs[begin:end], strict=True):
                yield from differ_in_phase(phase, other, new)
            continue
        for phase in mine[first:last]:
            # Among phases, those of a turn come first, and of these what brings about most; where nobody is asked, it is a detail.
            brings = 0.1 * len(phase.facts.makes) * (where == "phases")
            asks = any(phase.has(prompt, new) for prompt in Prompts)
            yield Difference(PHASE + brings if asks else DETAIL, _tell_added(phase, new, where))
        for other in theirs[begin:end]:
            if any(type(phase) is type(other) for phase in new.phases):
                yield Difference(PART, f"{GONE} one step: {other.brief(old)}.")
            else:
                yield Difference(PHASE, f"without {other.noun}", is_phrase=True)


def _tell_added(phase: PhaseMechanic, new: Context, where: str) -> str:
    """A phase that the other game does not have here, and when it comes."""
    brief = phase.brief(new).removeprefix(f"{phase.noun.removeprefix('a ')}: ")
    brief = brief.replace("everyone: you may", "everyone may").replace("everyone: ", "all ")
    if where == "opening":
        return f"Before the first turn, {brief}."
    turn = new.genome.turn_structure.phases
    place = next(number for number, other in enumerate(turn) if other is phase)
    each = "turn" if new.own_turns else "round"
    if any(other.has(Makes.TRICKS, new) for other in turn[:place]):
        return f"After each trick, {brief}."
    when = "At the start of" if place == 0 else "At the end of" if place == len(turn) - 1 else "In the course of"
    return f"It is played by {phase.noun}: {brief}." if len(turn) == 1 else f"{when} each {each}, {brief}."


def differ_in_phase(phase: PhaseMechanic, other: PhaseMechanic, new: Context) -> Iterator[Difference]:
    """The same kind of phase with other fields: in a few words if these differ, else by its sentences or its fields.

    Both are told as phases of the new game, so what the games around them differ in shows elsewhere.
    """
    brief = phase.brief(new)
    if phase == other:
        return
    if brief != other.brief(new):
        yield Difference(PART, f"{capitalise(brief)}.")
        return
    mine, theirs = (_split([each.order_rule(new), each.rule(new), each.deal_end_rule(new)]) for each in (phase, other))
    is_long = any(len(text.split()) > LONGEST for text in _compare(mine, theirs)[0])
    if is_long and (fields := _tell_fields(phase, other)):
        yield Difference(PART, fields)
    else:
        yield from _tell_change(mine, theirs, PART)


def _tell_fields(phase: PhaseMechanic, other: PhaseMechanic) -> str:
    """Changed numbers and words, by the names of their fields; nothing if something else has changed."""
    changed = [name for name in phase.__struct_fields__ if getattr(phase, name) != getattr(other, name)]
    values = [(name, getattr(phase, name), getattr(other, name)) for name in changed]
    if not all(isinstance(value, int | str) for _, *pair in values for value in pair):
        return ""
    told = [f"{name.replace('_', ' ')} {now} instead of {before}" for name, now, before in values]
    return f"Of {phase.noun}: {', '.join(told)}."


# The other rules, by their sentences.


def differ_in_trumps(new: Context, old: Context) -> Iterator[Difference]:
    """How trumps come about; if there are none any more, a phrase."""
    mine, theirs = (
        _split(trump_rules(context, uses, uses.undealt)) for context, uses in ((new, Uses(new)), (old, Uses(old)))
    )
    if theirs and not mine and not new.has_trump:
        yield Difference(RULE, "without trumps", is_phrase=True)
    else:
        yield from _tell_change(mine, theirs, RULE)


def differ_in_rules(new: Context, old: Context) -> Iterator[Difference]:
    """Scores, powers of cards and ends one by one; of trumps, the table, chips, values and who begins only how it is now."""
    for (weight, mine), (_, theirs) in zip(_list_scores(new), _list_scores(old), strict=True):
        added, gone = _compare(_split(mine), _split(theirs))
        for text in added:
            alike = max(gone, key=lambda other: _likeness(text, other), default="")
            replaces = bool(alike) and _likeness(text, alike) >= SIMILAR
            if replaces:
                gone.remove(alike)
            yield Difference(weight / 2 if replaces else weight, _shorten(text))
        yield from (Difference(weight, f"{GONE} this rule: {_shorten(text)}") for text in gone)
    yield from differ_in_trumps(new, old)
    for (weight, mine), (_, theirs) in zip(_list_setup(new), _list_setup(old), strict=True):
        yield from _tell_change(_split(mine), _split(theirs), weight)
    if any(getattr(new.setup, name) != getattr(old.setup, name) for name in BEGINNING):
        mine, theirs = (_split(start_rules(context, Uses(context))) for context in (new, old))
        yield from _tell_change(mine, theirs, DETAIL)


def _list_scores(context: Context) -> list[tuple[float, Sequence[str]]]:
    """Rules of which a game may have many, by kind, with their weights."""
    genome = context.genome
    return [
        (RULE, deal_scores(genome, context)),
        (RULE, [effect.rule(context) for effect in genome.special_effects]),
        (RULE, [trigger.rule(context) for trigger in genome.triggers]),
        (PART, [condition.rule(context) for condition in genome.win_conditions]),
    ]


def _list_setup(context: Context) -> list[tuple[float, Sequence[str]]]:
    """Rules of the setup, by what they are about. What follows from the size of the deal is left out."""
    uses = Uses(context)
    rest = rest_rules(context, uses, uses.undealt)
    return [
        (DETAIL, [text for text in layout_rules(context, uses) if text not in rest]),
        (DETAIL, [*chip_rules(context), *stack_rules(context)]),
        (DETAIL, value_rules(context, uses)),
    ]


def _tell_change(mine: Sequence[str], theirs: Sequence[str], weight: float) -> Iterator[Difference]:
    """Of a rule that is told otherwise, how it is told now; of one that is gone, what it was."""
    added, gone = _compare(mine, theirs)
    texts = [_shorten(text) for text in added] or [f"{GONE} this rule: {_shorten(text)}" for text in gone]
    return (Difference(weight, text) for text in texts)


def _compare(mine: Sequence[str], theirs: Sequence[str]) -> tuple[list[str], list[str]]:
    """What only the one has, and what only the other has."""
    return [text for text in mine if text not in theirs], [text for text in theirs if text not in mine]


def _split(texts: Sequence[str]) -> list[str]:
    """Sentences; asides in brackets belong to none."""
    parts = [part.strip() for text in texts for part in re.split(r"(?<=[.!?])\s+|\n", text)]
    return [part for part in parts if part and not part.startswith("(")]


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()


def _shorten(text: str) -> str:
    words = text.split()
    return text if len(words) <= LONGEST else f"{' '.join(words[:LONGEST])} …"
