"""Findings: what is wrong with a game that can be played, as seen without playing it. Who looks for them is `judge/`."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Gate(enum.StrEnum):
    """Why a game is turned away."""

    UNREAD = "unread"  # something is made, and nothing on a way to the goal reads it
    UNMADE = "unmade"  # something is needed, and nothing makes it
    GOAL = "goal"  # play never comes to the goal, or comes to it alike for everybody
    ROOM = "room"  # too few cards or too little change for what the rules speak of
    SECRET = "secret"  # a bluff, a question or a bet about what everybody sees
    NEVER = "never"  # a rule that no card of the pack can meet
    COHESION = "cohesion"  # games that are joined by nothing but the hand
    CLUTTER = "clutter"  # more of something than anybody needs, or keeps in mind
    IDLE = "idle"  # it makes no difference, and could simply be left out


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: the part it is about, and a sentence for players."""

    gate: Gate
    path: str
    why: str

    @property
    def is_fatal(self) -> bool:
        """Whether a game with it is no good, unless a person wrote it and wants it so."""
        return self.gate is not Gate.IDLE

    def __str__(self) -> str:
        return f"{self.path}: {self.why}"
