"""Remembering what was found out about a genome, by its content: the same one is asked about again and again while it is bred."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeVar

import msgspec

from .genome import GameGenome

REMEMBERED = 256  # genomes
Answer = TypeVar("Answer")


class _Text(bytes):
    """A genome's text, which stands for it, and the genome, so that nobody has to read it again."""

    genome: GameGenome


def remember(function: Callable[[GameGenome], Answer]) -> Callable[[GameGenome], Answer]:
    """The function, which is called once for genomes of the same text, names and notes included. Answers must not be changed."""

    @functools.lru_cache(maxsize=REMEMBERED)
    def answer(text: _Text) -> Answer:
        return function(text.genome)

    @functools.wraps(function)
    def ask(genome: GameGenome) -> Answer:
        text = _Text(msgspec.json.encode(genome))
        text.genome = genome
        return answer(text)

    return ask
