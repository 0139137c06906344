"""The pitch: a game told in at most three sentences, by how it differs from a known game of its kind.

"Like Hearts, but without passing cards." What is said comes from the sentences of the rules that only one of the two has, the
biggest differences first. Where three do not hold what matters, the game is told by whom it takes after, "Tricks as in Knockout
Whist, scored as in Scopa", or by its kind and its goal; then by its main idea.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Sequence

from ..genome.canonical import content_hash
from ..genome.distance import Near, find_nearest
from ..genome.genome import GameGenome
from ..genome.text import known_games, load_genome
from ..judge.cohesion import MODULES, find_modules
from ..language.context import Context
from ..language.words import capitalise, list_words
from .difference import Difference
from .differences import differences, list_counted, say_goal
from .ending import name_penalties
from .goals import deal_goal, end_goal

SENTENCES = 3
PHRASES = 4  # in the first sentence
NOUNS = 3  # of a game that is told by its kind
ORDERS = frozenset(
    [
        "ask",
        "bid",
        "capture",
        "discard",
        "draw",
        "exchange",
        "lay",
        "lead",
        "lose",
        "move",
        "pass",
        "play",
        "put",
        "score",
        "take",
    ]
)
WHEN = re.compile(r"(?:Before|During|After|At the (?:start|end) of) [^,]*, ")
SHORT = 6  # words of a goal that has room in the first sentence
TOLD = 0.5  # of the weight of all differences: if less fits in, the game is told by whom it takes after
# Games further from every known one are told by whom they take after; or have nothing to do with it.
FAR, UNLIKE = 0.7, 0.75
# Share of what counts, and how much of it, that games have in common of which one is scored like the other.
COUNTED, LEAST_COUNTED = 0.6, 3


def write_pitch(genome: GameGenome) -> str:
    """The game in at most three sentences. A known game is compared with the others."""
    name, distance = find_like(genome)
    known = load_genome(name)
    found = differences(genome, known)
    if not found:
        is_same = content_hash(genome) == content_hash(known)
        return f"The rules of {known.name}." if is_same else f"Like {known.name}, with a detail changed."
    told, sentences = tell(found, known.name)
    is_enough = sum(each.weight for each in told) >= TOLD * sum(each.weight for each in found if not each.is_gone)
    near = known if distance <= UNLIKE else None
    counted = find_counted_like(genome, known) if near else None
    if not is_enough or distance > FAR or counted:
        kind = tell_kind(genome, found, near, counted)
        sentences = kind if len(kind) > 1 else sentences
    context = Context(genome)
    return " ".join(name_penalties(sentence, context) for sentence in sentences)


def find_like(genome: GameGenome) -> Near:
    """The known game that a game is told by: the nearest of its kind, but not itself."""
    return find_nearest(genome, genome.genome_id, find_kin(genome))


def find_kin(genome: GameGenome) -> list[str]:
    """The known games with the same main module: what is played by tricks is told by a game of tricks, whatever else it has of others."""
    main = find_modules(genome)[:1]
    return [name for name in known_games() if name != genome.genome_id and main and main == _list_modules(name)[:1]]


@functools.cache
def _list_modules(name: str) -> list[str]:
    return find_modules(load_genome(name))


@functools.cache
def _list_counted(name: str) -> frozenset[str]:
    return list_counted(load_genome(name))


def find_counted_like(genome: GameGenome, known: GameGenome) -> GameGenome | None:
    """The known game by whose scores and goal this one is counted, if it is not the one that it is played like."""
    mine = list_counted(genome)
    shared = {name: len(mine & _list_counted(name)) for name in known_games() if name != genome.genome_id}
    best = max(shared, key=lambda name: shared[name])
    if shared[best] < max(LEAST_COUNTED, COUNTED * len(mine)) or shared[best] <= shared.get(known.genome_id, 0):
        return None
    return load_genome(best)


def tell(found: Sequence[Difference], name: str) -> tuple[list[Difference], list[str]]:
    """The differences that three sentences hold, the biggest first and then in the order of play, and the sentences."""
    phrases = [each for each in found if each.is_phrase][:PHRASES]
    if not phrases:
        others = choose(found, SENTENCES)
        texts = join_times([each.text for each in others])
        return others, [f"Like {name}, but {begin(texts[0])}", *texts[1:]]
    short = [each for each in found if each.is_goal and len(each.text.split()) <= SHORT]
    others = choose([each for each in found if each not in short], SENTENCES - 1)
    wins = f", and {begin(short[0].text)}" if short else "."
    first = f"Like {name}, but {list_words(each.text for each in phrases)}{wins}"
    return [*phrases, *short, *others], [first, *join_times([each.text for each in others])]


def join_times(texts: Sequence[str]) -> list[str]:
    """Sentences of which two in a row happen at the same time: the second begins with "Then"."""
    told = list(texts)
    for number, (before, text) in enumerate(itertools.pairwise(texts), 1):
        time = WHEN.match(text)
        if time and before.startswith(time[0]):
            told[number] = f"Then {text.removeprefix(time[0])}"
    return told


def choose(found: Sequence[Difference], room: int) -> list[Difference]:
    """So many differences that are sentences. What is gone is told where nothing else is, and one thing at most."""
    others = [each for each in found if not each.is_phrase and not each.is_gone][:room]
    gone = [each for each in found if each.is_gone]
    if (len(gone) == 1 and len(others) < room) or (not others and len(gone) and not any(e.is_phrase for e in found)):
        others.append(gone[0])
    return sorted(others, key=lambda each: each.place)


def begin(text: str) -> str:
    """A sentence after "Like Whist, but": an order is one to "you"."""
    verb, _, rest = text.partition(" ")
    order = verb.lower() in ORDERS and rest
    return f"{'you ' if order else ''}{text[0].lower()}{text[1:]}"


def tell_kind(genome: GameGenome, found: Sequence[Difference], known: GameGenome | None, counted: GameGenome | None) -> list[str]:  # fmt: skip
    """Whom it takes after, or what kind of game it is; then its goal, unless that is the same, and its main ideas."""
    new = [each for each in found if not each.is_phrase and not each.is_gone]
    nouns, seats = list_words(list_nouns(genome)), f"for {genome.player_count} players"
    if known and counted:
        other = {each.text for each in differences(genome, counted)}
        lines = [f"{capitalise(nouns)} as in {known.name}, scored as in {counted.name}, {seats}."]
        return [*lines, *[each.text for each in choose([each for each in new if each.text in other], SENTENCES - 1)]]
    goals = [each.text for each in new if each.is_goal]
    if not known:
        context = Context(genome)
        goals = [say_goal(deal_goal(genome), end_goal(genome, context), bool(genome.match))]
    ideas = choose([each for each in new if not each.is_goal], SENTENCES - 1 - len(goals))
    related = f", related to {known.name}" if known else ""
    return [f"A game of {nouns} {seats}{related}.", *goals, *join_times([each.text for each in ideas])]


def list_nouns(genome: GameGenome) -> list[str]:
    """What is played in a turn, without what only helps it, such as drawing."""
    structure = genome.turn_structure
    phases = [*structure.phases, *structure.opening]
    contests = [phase for phase in phases if any(phase.has(kind, Context(genome)) for kind in MODULES)]
    return list(dict.fromkeys(phase.noun for phase in contests or phases))[:NOUNS]
