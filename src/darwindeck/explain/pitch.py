"""The pitch: a game told in at most three sentences, by how it differs from a known game of its kind.

"Like Hearts, but without passing cards." What is said comes from the sentences of the rules that only one of the two has, the
biggest differences first. Where three do not hold what matters, it says what kind of game it is, its goal and its main ideas.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from ..genome.distance import find_nearest
from ..genome.genome import GameGenome
from ..genome.text import known_games, load_genome
from ..judge.cohesion import find_modules
from ..language.context import Context
from ..language.words import list_words
from .differences import GONE, Difference, differences, tell_goal

SENTENCES = 3
PHRASES = 4  # in the first sentence
IDEAS = 2  # of a game that is told by its kind
TOLD = 0.7  # of the weight of all differences: if less fits in, the game is told by its kind
FAR, UNLIKE = 0.6, 0.75  # games further from every known one are told by their kind; or have nothing to do with it
ADDED = re.compile(r"^(It is played by|Before the first|At the|In the course of)[^:]*: ")


def write_pitch(genome: GameGenome) -> str:
    """The game in at most three sentences. A known game is compared with the others."""
    name, distance = find_nearest(genome, genome.genome_id, find_kin(genome))
    known = load_genome(name)
    found = differences(genome, known)
    if not found:
        return f"The rules of {known.name}."
    told, sentences = tell(found, known.name)
    is_enough = sum(each.weight for each in told) >= TOLD * sum(each.weight for each in found)
    if is_enough and distance <= FAR:
        return " ".join(sentences)
    return " ".join(tell_kind(genome, found, known.name if distance <= UNLIKE else ""))


def find_kin(genome: GameGenome) -> list[str]:
    """The known games with the same main module: what is played by tricks is told by a game of tricks, whatever else it has of others."""
    main = find_modules(genome)[:1]
    return [name for name in known_games() if name != genome.genome_id and main and main == _list_modules(name)[:1]]


@functools.cache
def _list_modules(name: str) -> list[str]:
    return find_modules(load_genome(name))


def tell(found: Sequence[Difference], name: str) -> tuple[list[Difference], list[str]]:
    """The differences that three sentences hold, the biggest first, and the sentences."""
    gone = [each for each in found if each.text.startswith(GONE)]
    if len(gone) == len(found):
        gone = []
    phrases = [each for each in found if each.is_phrase][: PHRASES - bool(gone)]
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


def tell_kind(genome: GameGenome, found: Sequence[Difference], name: str) -> list[str]:
    """What kind of game it is, what for, and its main ideas."""
    structure = genome.turn_structure
    nouns = dict.fromkeys(phase.noun for phase in (*structure.opening, *structure.phases))
    near = f", nearest to {name}" if name else ""
    kind = f"A game of {list_words(nouns)} for {genome.player_count} players{near}."
    wanted = tell_goal(Context(genome))
    new = [each.text for each in found if not each.is_phrase and not each.text.startswith(GONE)]
    ideas = [ADDED.sub("", text) for text in new if wanted[1:] not in text]
    told = "; ".join(f"{idea[0].lower()}{idea[1:].rstrip('.')}" for idea in ideas[:IDEAS])
    return [kind, wanted, *([f"What is new: {told}."] if told else [])]
