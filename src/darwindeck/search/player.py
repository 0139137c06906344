"""A card player on the batched search: PUCT over imagined deals, with an evaluator of the caller's or the core's own."""

from __future__ import annotations

from ..engine.game import Game, View
from .batched import BatchedMCTS
from .evaluators import Evaluator, run
from .options import SearchOptions

SIMULATIONS = 400
MEMORY = 1 << 28


class SearchPlayer:
    """By `module:name` it judges leaves by random games; subclasses and callers may set `evaluate`.

    Usable wherever a player is: `darwindeck duel hearts darwindeck.search.player:SearchPlayer greedy`.
    """

    simulations = SIMULATIONS
    evaluate: Evaluator | None = None
    options = SearchOptions(memory=MEMORY, cache=0)

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.seed, self.choices = game, seed, 0

    def choose(self, view: View, moves: list[int]) -> int:
        """Sees nothing but the view: any table it can imagine from it gives the same search."""
        if len(moves) == 1:
            return moves[0]
        self.choices += 1
        seed = (self.seed + self.choices) % (1 << 64)
        search = BatchedMCTS([self.game.redeal(view, 0)], self.simulations, seed=seed, options=self.options)
        if self.evaluate is None:
            search.grow("heuristic")
        else:
            run(search, self.evaluate)
        return self.pick(search)

    def pick(self, search: BatchedMCTS) -> int:
        return search.best_moves()[0]
