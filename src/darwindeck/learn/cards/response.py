"""A best response, trained: a network that plays against one player who never changes, in every seat in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ...engine.game import Game
from ...engine.learned import find_trained
from ...engine.players import LEARNED, BuiltIn, PlayerLike, find_player
from .ppo import LessonPlan
from .run import CardRun, CardTraining

# Who never changes is answered best by always the best move, so not even poker needs mirror descent here. What a copy
# already knows is kept by small steps: its critic is new, and at first knows nothing.
FROM_NOTHING, FROM_A_COPY = LessonPlan(), LessonPlan(rate=(3e-4, 1e-4))


def train_response(
    game: Game, player: PlayerLike, settings: CardTraining, out: Path, watch: Callable[[str], None]
) -> int:
    """Writes the response to `out`, and says how many choices were learned from. It begins as a copy of the network that it
    answers, else of the one that comes along for the game, else of greedy."""
    found, known = find_player(player), find_trained(game.program.hash)
    is_network = isinstance(found, BuiltIn) and found.kind == LEARNED and not found.transfer
    begins = found if is_network else find_player(known) if known else None
    start = Path(begins.file) if isinstance(begins, BuiltIn) else None
    pace = FROM_A_COPY if start else FROM_NOTHING
    run = CardRun(game, replace(settings, pace=settings.pace or pace), start, against=player)
    run.run(out, watch)
    return run.decisions
