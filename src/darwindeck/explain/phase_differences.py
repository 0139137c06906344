"""How the phases of two games differ: what is added, what is gone, and what is otherwise in those that both have."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

import msgspec

from ..language.context import Context
from ..language.facts import Makes, Prompts
from ..language.words import capitalise
from ..mechanics.phases.contrasts import contrast
from ..mechanics.phases.phase import PhaseMechanic
from .clauses import compare, split_sentences, stand_alone, tell_clauses
from .difference import DETAIL, GONE, PART, PHASE, RULE, Difference

TIMES = ("not at all", "once", "twice", "three times", "four times", "five times")


def differ_in_phases(new: Context, old: Context, where: str) -> Iterator[Difference]:
    """Phases that only one of the games has, and what is said otherwise of those that both have."""
    mine, theirs = (list(getattr(context.genome.turn_structure, where)) for context in (new, old))
    kinds = [[type(phase).__name__ for phase in phases] for phases in (mine, theirs)]
    counts = [Counter(each) for each in kinds]
    often = {kind for kind in counts[0] if kind in counts[1] and counts[0][kind] != counts[1][kind]}
    for kind in (kind for kind in dict.fromkeys(kinds[0]) if kind in often):
        noun = next(phase.noun for phase in mine if type(phase).__name__ == kind)
        times = TIMES[counts[0][kind]] if counts[0][kind] < len(TIMES) else f"{counts[0][kind]} times"
        yield Difference(PART, f"with {noun} {times} a {'turn' if new.own_turns else 'round'}", is_phrase=True)
    for what, first, last, begin, end in SequenceMatcher(None, kinds[0], kinds[1], autojunk=False).get_opcodes():
        pairs = zip(mine[first:last], theirs[begin:end], strict=True) if what == "equal" else ()
        for phase, other in pairs:
            if type(phase).__name__ not in often:
                yield from differ_in_phase(phase, other, new)
        if what == "equal":
            continue
        for phase in (each for each in mine[first:last] if type(each).__name__ not in often):
            before = next((other for other in theirs if type(other) is type(phase)), None)
            if before is None:
                yield _add(phase, new, where)
            else:
                yield from _move(phase, before, new, where)
        yield from _drop(theirs[begin:end], new)


def _add(phase: PhaseMechanic, new: Context, where: str) -> Difference:
    """Among phases, those of a turn come first, and of these what brings about most; where nobody is asked, it is less."""
    place = [*new.genome.turn_structure.opening, *new.genome.turn_structure.phases].index(phase)
    brings = 0.1 * len(phase.facts.makes) * (where == "phases")
    asks = any(phase.has(prompt, new) for prompt in Prompts)
    weight = PHASE + brings if asks else RULE + 1 if phase.count_laid_out(new) else DETAIL
    return Difference(weight, _tell_added(phase, new, where), place=place)


def _move(phase: PhaseMechanic, other: PhaseMechanic, new: Context, where: str) -> Iterator[Difference]:
    """A phase that comes at another place of the turn; of tricks it is told what comes before and after."""
    yield from differ_in_phase(phase, other, new)
    if not phase.has(Makes.TRICKS, new):
        yield dataclasses.replace(_add(phase, new, where), weight=DETAIL)


def _drop(phases: Sequence[PhaseMechanic], new: Context) -> Iterator[Difference]:
    """Phases that are gone, but for those that come elsewhere in the game."""
    for phase in phases:
        if not any(type(other) is type(phase) for other in new.phases):
            yield Difference(PHASE, f"without {phase.noun}", is_phrase=True)


def _tell_added(phase: PhaseMechanic, new: Context, where: str) -> str:
    """A phase that the other game does not have here, and when it comes."""
    brief = tell_brief(phase, new)
    if where == "opening":
        return f"Before the first turn, {brief}."
    turn = new.genome.turn_structure.phases
    place = next(number for number, other in enumerate(turn) if other is phase)
    if any(other.has(Makes.TRICKS, new) for other in turn[:place]):
        return f"After each trick, {brief}."
    if any(other.has(Makes.TRICKS, new) for other in turn[place + 1 :]):
        return f"Before each trick, {brief}."
    each = "turn" if new.own_turns else "round"
    when = "At the start of" if place == 0 else "At the end of" if place == len(turn) - 1 else "During"
    return f"It is played by {phase.noun}: {brief}." if len(turn) == 1 else f"{when} each {each}, {brief}."


def tell_brief(phase: PhaseMechanic, context: Context) -> str:
    """A phase in a few words, as part of a sentence."""
    brief = phase.brief(context).removeprefix(f"{phase.noun.removeprefix('a ')}: ")
    brief = re.sub(r"^a round of betting .*", "there is a round of betting", brief)
    brief = re.sub(r"; a round of betting .*", ", and there is a round of betting", brief)
    return brief.replace("everyone: you may", "everyone may").replace("everyone: ", "all ")


def differ_in_phase(phase: PhaseMechanic, other: PhaseMechanic, new: Context) -> Iterator[Difference]:
    """The same kind of phase with other fields: by what each of them means, or if that is not known, by a few words or sentences.

    Both are told as phases of the new game, so what the games around them differ in shows elsewhere.
    """
    if phase == other:
        return
    place = [*new.genome.turn_structure.opening, *new.genome.turn_structure.phases].index(phase)
    changed = [name for name in phase.__struct_fields__ if getattr(phase, name) != getattr(other, name)]
    if "trump_suit" in changed and "breaking_suit" in changed:
        changed.remove("breaking_suit")  # it was trumps
    meanings = {name: contrast(phase, name, new) for name in changed}
    texts = list(dict.fromkeys(text for text in meanings.values() if text))
    yield from (Difference(PART, f"{capitalise(text)}.", place=place) for text in texts)
    unknown = [name for name, text in meanings.items() if text is None]
    if unknown:
        weight = RULE + 0.5 if "winner_actions" in unknown else PART
        before = msgspec.structs.replace(phase, **{name: getattr(other, name) for name in unknown})
        rest = _tell_rest(phase, before, new, weight, place)
        yield from (each for each in rest if not (texts and each.is_phrase))


def _tell_rest(phase: PhaseMechanic, other: PhaseMechanic, new: Context, weight: float, place: int) -> Iterator[Difference]:  # fmt: skip
    """What changed fields mean that are in no table."""
    brief, before = tell_brief(phase, new), tell_brief(other, new)
    if brief != before:
        yield Difference(weight, f"{capitalise(tell_clauses(brief, before))}.", place=place)
        return
    mine, theirs = (
        split_sentences([each.order_rule(new), each.rule(new), each.deal_end_rule(new)]) for each in (phase, other)
    )
    added, gone = compare(mine, theirs)
    texts = [text for sentence in added if (text := stand_alone(sentence))]
    if texts:
        yield from (Difference(weight, text, place=place) for text in texts)
    elif added:
        yield Difference(DETAIL, f"with other rules for {phase.noun}", is_phrase=True)
    else:
        dropped = [text for sentence in gone if (text := stand_alone(sentence))]
        yield from (Difference(PART, f"{GONE} this rule: {text}", place=place, is_gone=True) for text in dropped)
