"""How two games differ, as sentences and phrases: what is told otherwise in their rules, the biggest differences first.

The known game is put in the setting of the new one before rules are compared (as many players, sides, the same cards). So what follows
from the setting is told once, as the setting.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

import msgspec

from ..genome.genome import GameGenome
from ..language.context import Context
from ..language.facts import Reads
from ..language.words import cards, number_of
from .clauses import compare, likeness, split_sentences, stand_alone
from .dealing import layout_rules, rest_rules, start_rules, trump_rules
from .difference import AIM, DETAIL, FIRST, GONE, PART, RULE, Difference
from .ending import deal_scores, target_scores
from .goals import deal_goal, end_goal, goal
from .pack import order_of_ranks, pack, value_rules
from .phase_differences import differ_in_phases
from .uses import Uses

SIMILAR = 0.6  # sentences that have so much in common are one rule with a change
ENDS_AT = r" when (?:somebody|one) reaches \d+"
BEGINNING = ("starting_player", "starting_card", "post_deal_actions")


def differences(genome: GameGenome, known: GameGenome) -> list[Difference]:
    """What is told otherwise in the rules of two games, the biggest first."""
    new, old = Context(_without_names(genome)), Context(_in_setting(_without_names(known), genome))
    found = [
        *differ_in_players(genome, known),
        *differ_in_cards(new, old),
        *differ_in_phases(new, old, "opening"),
        *differ_in_phases(new, old, "phases"),
        *differ_in_goal(new, old),
        *differ_in_rules(new, old),
        *differ_in_setup(new, old),
    ]
    told: dict[str, Difference] = {}
    for each in found:
        told.setdefault(each.text, each)
    return sorted(told.values(), key=lambda each: -each.weight)


def _without_names(genome: GameGenome) -> GameGenome:
    """Without what rules are called, and for one number of players: neither is a difference."""
    rules = tuple(msgspec.structs.replace(rule, description="") for rule in genome.scoring_rules)
    return msgspec.structs.replace(genome, scoring_rules=rules, player_counts=())


def _in_setting(known: GameGenome, genome: GameGenome) -> GameGenome:
    """A known game for as many players, with the same sides."""
    return msgspec.structs.replace(known, player_count=genome.player_count, teams=genome.teams)


def _with_setup(known: GameGenome, genome: GameGenome) -> GameGenome:
    """A known game with the cards and hands, over as many deals, so that its sentences differ only by its rules."""
    return msgspec.structs.replace(known, setup=genome.setup, match=genome.match)


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
    if (genome.match is None) != (known.match is None) and not (genome.match and genome.match.hand_schedule):
        yield Difference(PART, "over several deals" if genome.match else "in a single deal", is_phrase=True)


def differ_in_cards(new: Context, old: Context) -> Iterator[Difference]:
    """The pack and the hands."""
    if new.deck != old.deck:
        share = (new.deck ^ old.deck).bit_count() / (new.deck | old.deck).bit_count()
        yield Difference(max(DETAIL, RULE * share), f"with {pack(new)}", is_phrase=True)
    if new.setup.hand_suits:
        return
    if len(set(new.hand_schedule)) > 1:
        if len(set(old.hand_schedule)) <= 1:  # else they differ because of the pack or the players
            yield Difference(PART, _tell_schedule(new.hand_schedule), is_phrase=True)
    elif new.hand_size != old.hand_size and not _follows(new, old):
        dealt = f"with {cards(new.hand_size)} each" if new.hand_size else "with all cards dealt"
        yield Difference(DETAIL, dealt, is_phrase=True)


def _tell_schedule(sizes: Sequence[int]) -> str:
    steps = {after - before for before, after in itertools.pairwise(sizes)}
    if steps == {-1}:
        return f"with a card fewer each deal, from {sizes[0]} down to {sizes[-1]}"
    return f"with hands of {min(sizes)} to {max(sizes)} cards from deal to deal"


def _follows(new: Context, old: Context) -> bool:
    """Whether hands have another size because of something else that is told: all cards are dealt in both games, or a stock is needed."""
    dealt = [context.hand_size == 0 or Uses(context).undealt == 0 for context in (new, old)]
    return all(dealt) or (Uses(new).draws and not Uses(old).draws)


# The goal.


def tell_goal(context: Context) -> str:
    """What to play for, in one sentence."""
    return goal(context.genome, context).replace(". In the end, ", ", and in the end, ")


def list_counted(genome: GameGenome) -> frozenset[str]:
    """What a game is played for: its scores, whatever they are called, and its goal."""
    context = Context(_without_names(genome))
    return frozenset([*split_sentences(deal_scores(context.genome, context)), tell_goal(context)])


def differ_in_goal(new: Context, old: Context) -> Iterator[Difference]:
    """What is played for: a phrase if only the score that ends a match is another, or the lowest score wins instead of the highest."""
    deals, ends = [deal_goal(each.genome) for each in (new, old)], [end_goal(each.genome, each) for each in (new, old)]
    targets, low = target_scores(new.genome), [_is_low(each) for each in (new, old)]
    bare = [
        re.sub(ENDS_AT, "", re.sub(r"(reach) \d+ points?$", r"\1", end)).replace(
            "fewest penalty points", "highest score"
        )
        for end in ends
    ]
    if deals[0] and set(deals[0].split("; or ")) < set(deals[1].split("; or ")):
        deals[1] = deals[0]  # one way fewer to win a deal
    if deals[0] == deals[1] and bare[0] == bare[1]:
        if low[0] != low[1]:
            yield Difference(RULE, f"The {'lowest' if low[0] else 'highest'} score wins.", is_goal=True)
        if targets and targets != target_scores(old.genome):
            yield Difference(PART, f"to {targets[0]} points", is_phrase=True)
        elif not targets and target_scores(old.genome) and new.genome.match and not new.genome.match.hand_schedule:
            yield Difference(PART, f"over {number_of(new.genome.match.max_deals, 'deal')}", is_phrase=True)
    elif deals[0] != deals[1] or ends[0] != ends[1]:
        told = say_goal(deals[0] if deals[0] != deals[1] or not ends[0] else "", ends[0], bool(new.genome.match))
        yield Difference(AIM, told, is_goal=True, place=FIRST)


def say_goal(deal: str, end: str, is_match: bool) -> str:
    """What to play for, as a statement; of a deal the first of several ways."""
    deal = deal.partition("; or ")[0]
    if deal and end and is_match:
        return f"The goal is {_infinitive(deal)} in each deal, and in the end {_infinitive(end)}."
    goals = " or ".join(_infinitive(each) for each in (deal, end) if each)
    return f"The goal is {goals}." if goals else "There is nothing to be won."


def _infinitive(text: str) -> str:
    """ "Do not be the last" as "not to be the last"; what it waits for is told after it."""
    if waits := re.fullmatch(r"(once [^,]+), (.*)", text):
        return f"{_infinitive(waits[2])} {waits[1]}"
    return ", or ".join(
        f"not to {part.removeprefix('do not ')}" if part.startswith("do not ") else f"to {part}"
        for part in re.split(r"; or (?=[a-z])|, or (?=be )", text)
    )


def _is_low(context: Context) -> bool:
    return any(condition.has(Reads.LOW_SCORES, context) for condition in context.rankings)


# Rules of which a game may have many.


def differ_in_rules(new: Context, old: Context) -> Iterator[Difference]:
    """Scores, powers of cards and ends one by one; of those that are gone, what is left when each new one has taken the place of one."""
    known = _with_setup(old.genome, new.genome)
    if known.sweep and not new.genome.sweep:
        yield Difference(RULE / 2, "without a reward for taking all points", is_phrase=True)
        known = msgspec.structs.replace(known, sweep=None)
    if known.special_effects and not new.genome.special_effects:
        yield Difference(RULE, "without special cards", is_phrase=True)
        known = msgspec.structs.replace(known, special_effects=())
    alike = Context(known)
    for (weight, mine), (_, theirs) in zip(_list_scores(new), _list_scores(alike), strict=True):
        added, gone = compare(split_sentences(mine), split_sentences(theirs))
        if weight == PART:  # the score at which all is over is told as the goal
            added, gone = ([text for text in texts if "points or more" not in text] for texts in (added, gone))
        replaced = 0
        for text in added:
            near = max(gone, key=lambda other: likeness(text, other), default="")
            is_change = bool(near) and likeness(text, near) >= SIMILAR
            if is_change:
                gone.remove(near)
            replaced += not is_change
            if told := stand_alone(text):
                yield Difference(0.75 * weight if is_change else weight, told)
        for text in gone[replaced:]:
            if told := stand_alone(text):
                yield Difference(weight / 2, f"{GONE} this rule: {told}", is_gone=True)


def _list_scores(context: Context) -> list[tuple[float, Sequence[str]]]:
    """Rules of which a game may have many, by kind, with their weights."""
    genome = context.genome
    return [
        (RULE, deal_scores(genome, context)),
        (RULE, [effect.rule(context) for effect in genome.special_effects]),
        (RULE, [trigger.rule(context) for trigger in genome.triggers]),
        (PART, [condition.rule(context) for condition in genome.win_conditions]),
    ]


# The setup.


def differ_in_setup(new: Context, old: Context) -> Iterator[Difference]:
    """Trumps, the table, chips, the order and values of cards and who begins, as they are now. What follows from other differences is
    left out.
    """
    yield from differ_in_trumps(new, old)
    if old.queue and not new.queue:
        yield Difference(RULE, "Everyone holds a hand and chooses what to play from it.", place=FIRST)
    if new.queue and not old.queue:
        yield Difference(RULE, "Hands are stacks, played from the top.", place=FIRST)
    uses, before = Uses(new), Uses(old)
    if uses.order and before.order and new.setup.rank_order != old.setup.rank_order:
        yield Difference(DETAIL, f"Cards rank, from the highest: {order_of_ranks(new, uses)}.")
    lists = [(_list_setup(new, uses), _list_setup(old, before))]
    if value_rules(old, before) and new.value != old.value:
        lists.append((value_rules(new, uses), value_rules(old, before)))
    if any(getattr(new.setup, name) != getattr(old.setup, name) for name in BEGINNING) and not _starts_by_lack(
        new, old
    ):
        lists.append((start_rules(new, uses), start_rules(old, before)))
    for mine, theirs in lists:
        texts = map(stand_alone, compare(split_sentences(mine), split_sentences(theirs))[0])
        yield from (Difference(DETAIL, text) for text in texts if text)


def _starts_by_lack(new: Context, old: Context) -> bool:
    """Whether another player begins only because there are no trumps any more."""
    return old.setup.starting_player == "lowest_trump" and not new.has_trump


def differ_in_trumps(new: Context, old: Context) -> Iterator[Difference]:
    """How trumps come about; if there are none any more, a phrase. Where a phase makes them, that is told of the phase."""
    told = [trump_rules(context, uses, uses.undealt) for context, uses in ((new, Uses(new)), (old, Uses(old)))]
    if told[1] and not told[0] and not new.has_trump:
        yield Difference(RULE, "without trumps", is_phrase=True)
    mine, theirs = ([split_sentences([text])[0] for text in texts] for texts in told)
    yield from (Difference(RULE, text) for text in map(stand_alone, compare(mine, theirs)[0]) if text)


def _list_setup(context: Context, uses: Uses) -> list[str]:
    """Rules on the table. What follows from the size of the deal or from discards is left out, and so are numbers of chips."""
    rest = rest_rules(context, uses, uses.undealt)
    if any(phase.count_laid_out(context) for phase in context.phases):
        return []
    return [
        text
        for text in layout_rules(context, uses)
        if text not in rest and not text.startswith("Cards put on the discard pile")
    ]
