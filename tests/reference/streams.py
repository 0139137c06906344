"""Random streams (docs/genome.md, section 2)."""

from __future__ import annotations

from collections.abc import Iterable

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
DEALS, CHANCE = 0, 1


def mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


class Stream:
    """One stream of 64-bit numbers, keyed by seed, program and game."""

    def __init__(self, seed: int, program_hash: int, index: int, stream: int) -> None:
        keyed = mix(mix((seed + GOLDEN) & WORD) ^ program_hash)
        game = mix((keyed + GOLDEN * (index + 1)) & WORD)
        self.state = mix((game + GOLDEN * (stream + 1)) & WORD)

    def next(self) -> int:
        self.state = (self.state + GOLDEN) & WORD
        return mix(self.state)

    def below(self, n: int) -> int:
        return (self.next() * n) >> 64

    def shuffle(self, cards: Iterable[int]) -> list[int]:
        """The cards in random order; element 0 is the top."""
        order = sorted(cards)
        x = 0
        for step, i in enumerate(range(len(order) - 1, 0, -1)):
            if step % 4 == 0:
                x = self.next()
            product = x * (i + 1)
            j, x = product >> 64, product & WORD
            order[i], order[j] = order[j], order[i]
        return order
