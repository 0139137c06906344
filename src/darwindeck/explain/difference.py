"""One difference between two games, and how much it counts."""

from __future__ import annotations

from dataclasses import dataclass

# How much a difference counts, about as in the distance of genomes.
AIM, PHASE, RULE, PART, DETAIL = 7.0, 6.0, 3.0, 2.0, 1.0
GONE = "It leaves out"
FIRST, LATER = -1, 99  # the places of the goal, and of what else belongs to no phase


@dataclass(frozen=True)
class Difference:
    """Something that is so in one game and not in the other, told as a sentence, or as a phrase after "Like Whist, but"."""

    weight: float
    text: str
    is_phrase: bool = False
    is_gone: bool = False  # a rule that only the other game has
    is_goal: bool = False
    place: int = LATER  # of the phase that it is about, in the order of play
