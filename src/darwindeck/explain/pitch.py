"""The pitch: a game told in at most three sentences, by how it differs from a known game of its kind.

"Like Hearts, but without passing cards." What is said comes from the sentences of the rules that only one of the two has, the
biggest differences first. Where three do not hold what matters, the game is told by whom it takes after, "Tricks as in Knockout
Whist, scored as in Scopa", or by its kind and its goal; then by its main idea.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ..genome.distance import Near, find_nearest
from ..genome.genome import GameGenome
from ..genome.text import known_games, load_genome
from ..judge.cohesion import MODULES, find_modules
from ..language.context import Context
from ..language.words import capitalise, list_words
from .differences import GOAL, GONE, Difference, differences, list_counted, tell_goal
from .ending import name_penalties

SENTENCES = 3
PHRASES = 4  # in the first sentence
NOUNS = 3  # of a game that is told by its kind
TOLD = 0.7  # of the weight of all differences: if less fits in, the game is told by whom it takes after
FAR, UNLIKE = (
    0.6,
    0.75,
)  # games further from every known one are told by whom they take after; or have nothing to do with it
COUNTED, LEAST_COUNTED = (
    0.6,
    3,
)  # share of what counts, and how much of it, that games have in common of which one is scored like the other


def write_pitch(genome: GameGenome) -> str:
    """The game in at most three sentences. A known game is compared with the others."""
    name, distance = find_like(genome)
    known = load_genome(name)
    found = differences(genome, known)
    if not found:
        return f"The rules of {known.name}."
    told, sentences = tell(found, known.name)
    is_enough = sum(each.weight for each in told) >= TOLD * sum(each.weight for each in found)
    if not is_enough or distance > FAR:
        sentences = tell_kind(genome, found, known if distance <= UNLIKE else None)
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
    """The differences that three sentences hold, the biggest first, and the sentences."""
    gone = [each for each in found if each.text.startswith(GONE)]
    phrases = [each for each in found if each.is_phrase]
    if len(found) - len(phrases) + bool(phrases) <= SENTENCES:
        gone = []  # each can be told
    phrases = phrases[: PHRASES - bool(gone)]
    if gone:
        fewer = "a rule" if len(gone) == 1 else f"{len(gone)} rules"
        phrases.append(Difference(sum(each.weight for each in gone), f"with {fewer} fewer", is_phrase=True))
    others = [each for each in found if not each.is_phrase and each not in gone][: SENTENCES - bool(phrases)]
    if phrases:
        texts = [f"Like {name}, but {list_words(each.text for each in phrases)}.", *(each.text for each in others)]
    else:
        first = others[0].text
        texts = [f"Like {name}, but {first[0].lower()}{first[1:]}", *(each.text for each in others[1:])]
    return [*phrases, *others], texts


def tell_kind(genome: GameGenome, found: Sequence[Difference], known: GameGenome | None) -> list[str]:
    """Whom it takes after, or what kind of game it is; then its goal and its main ideas."""
    new = [each.text for each in found if not each.is_phrase and not each.text.startswith(GONE)]
    counted = find_counted_like(genome, known) if known else None
    nouns, seats = list_words(list_nouns(genome)), f"for {genome.player_count} players"
    if known and counted:
        other = {each.text for each in differences(genome, counted)}
        lines = [f"{capitalise(nouns)} as in {known.name}, scored as in {counted.name}, {seats}."]
        return [*lines, *[text for text in new if text in other][: SENTENCES - 1]]
    wanted, ideas = tell_goal(Context(genome)), [text for text in new if not text.startswith(GOAL)]
    related = f", related to {known.name}" if known else ""
    return [f"A game of {nouns} {seats}{related}.", wanted, *ideas[: SENTENCES - 2]]


def list_nouns(genome: GameGenome) -> list[str]:
    """What is played in a turn, without what only helps it, such as drawing."""
    structure = genome.turn_structure
    phases = [*structure.phases, *structure.opening]
    contests = [phase for phase in phases if any(phase.has(kind, Context(genome)) for kind in MODULES)]
    return list(dict.fromkeys(phase.noun for phase in contests or phases))[:NOUNS]
