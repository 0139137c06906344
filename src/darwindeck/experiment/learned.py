"""The last judge of a run may train: a learned player of each game that is shown, and how it fares. It chooses nothing.

The work is a number of laps, never a time, so the player follows from the run's seed. A time budget can only leave it out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import ModuleType

from ..errors import LearnError, SettingError
from ..evaluate.plan import SUITES
from ..evolve.elite import Elite
from ..measure.depth import TrainedPlayer
from .config import RunConfig
from .lab import Lab
from .sitting import OutOfTime

MEETING = replace(SUITES["default"], name="meeting", seconds=20.0)  # half a minute of a core, about
LAP_SECONDS, MEETING_SECONDS = 1.5, 30.0  # about; they only say how much of a time budget to keep
NO_TIME, TOO_LONG = "there was no time for it", "its games with the strongest player would take too long"


def import_learner() -> ModuleType:
    """What trains; an error if torch is missing. Nothing else of a run needs torch."""
    try:
        from ..learn.cards import judge
    except ImportError:
        raise SettingError("judge learned: needs torch (pip install 'darwindeck[torch]')") from None
    return judge


def seconds_to_train(config: RunConfig) -> float:
    """About how long the training of one game will take; nothing where nobody trains."""
    return config.judge_laps * LAP_SECONDS + MEETING_SECONDS if config.judge == "learned" else 0.0


def train_players(games: Sequence[Elite], lab: Lab) -> list[Elite]:
    """The games, each with a learned player if the run is to have them. After the first without time the others have none."""
    if lab.config.judge != "learned" or not games:
        return list(games)
    lab.begin_stage("learned", len(games))
    trained: list[TrainedPlayer] = []
    for game in games:
        is_late = not game.is_fresh or lab.budget.is_up or any(earlier.fault == NO_TIME for earlier in trained)
        trained.append(TrainedPlayer(fault=NO_TIME) if is_late else train_player(game, lab))
    return [replace(game, trained=player) for game, player in zip(games, trained, strict=True)]


def train_player(game: Elite, lab: Lab) -> TrainedPlayer:
    """A player of one game; where that fails, why."""
    try:
        decisions, file = lab.train(game.genome, watch_time(game.genome.name, lab))
    except OutOfTime:
        return TrainedPlayer(fault=NO_TIME)
    except LearnError as error:
        return TrainedPlayer(fault=str(error))
    try:
        rung = lab.meet(game.genome, file, MEETING)
    except OutOfTime:
        return TrainedPlayer(None, decisions, file, NO_TIME)
    return TrainedPlayer(rung, decisions, file, "" if rung else TOO_LONG)


def watch_time(name: str, lab: Lab) -> Callable[[float], None]:
    """Tells how much of a training is done, and ends one for which a time budget is surely too short: what follows needs
    time, too."""
    first: list[tuple[float, float]] = []

    def watch(done: float) -> None:
        now = time.monotonic()
        first.append((now, done))
        began, share = first[0]
        if lab.budget.is_limited and done > share:
            needed = (now - began) / (done - share) * (1 - done) + MEETING_SECONDS
            if needed > lab.budget.left:
                raise OutOfTime
        lab.watch.training(name, done)

    return watch
