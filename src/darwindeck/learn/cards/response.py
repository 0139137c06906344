"""A best response, trained: a network that plays against one player who never changes, in every seat in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ...engine.game import Game
from ...engine.players import LEARNED, BuiltIn, PlayerLike, find_player
from .ppo import LessonPlan
from .run import CardRun, CardTraining

# Who never changes is answered best by always the best move, so even poker needs no mixture here.
ANSWERING = LessonPlan()


def train_response(
    game: Game, player: PlayerLike, settings: CardTraining, out: Path, watch: Callable[[str], None]
) -> int:
    """Writes the response to `out`, and says how many choices were played. The answer to a network begins as a copy of it."""
    found = find_player(player)
    start = Path(found.file) if isinstance(found, BuiltIn) and found.kind == LEARNED and not found.transfer else None
    run = CardRun(game, replace(settings, pace=settings.pace or ANSWERING), start, against=player)
    run.run(out, watch)
    return run.decisions
