"""The arc of a game: how the chances of all sides run through one that was played, and where nothing was to be decided."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from ..evaluate.plan import Backend
from ..evaluate.played import Played, collect_evidence
from ..measure.evidence import Floats
from ..simulate.probe import Probe
from ..simulate.records import ProbeRecords
from ..simulate.simulate import Job

PLAYER, GAMES = "mcts:100", 9
FIRST_DEAL = 1 << 54  # deals that no stage of an evaluation plays
PROBE = Probe(samples=40, rollouts=40, greedy=True, tables=4)
SHORTEST = 2  # samples in a row without a choice that matters: a dead part


class Arc(msgspec.Struct, frozen=True):
    """Chances at sampled plies of one game. `dead` are stretches, from ply to ply, in which no choice mattered."""

    plies: int
    at: list[int]  # [samples], plies
    chances: list[list[float]]  # [sides][samples]
    dead: list[tuple[int, int]]
    winners: list[int]  # sides
    is_deal: bool  # one deal of a match


def trace_arc(played: Played, backend: Backend) -> Arc | None:
    """Of the game of middle length among a few with a winner; None if there is no such game."""
    records = backend([Job(played.deal, GAMES, (PLAYER,), played.seed, FIRST_DEAL, probe=PROBE)])[0]
    evidence = collect_evidence(played)
    decided = np.flatnonzero(~evidence.is_drawn(records))
    if records.probe is None or not len(decided):
        return None
    game = int(decided[np.argsort(records.plies[decided], kind="stable")[len(decided) // 2]])
    probe, plies = records.probe, int(records.plies[game])
    used = np.flatnonzero(probe.ply[game] >= 0)
    used = used[np.argsort(probe.ply[game][used], kind="stable")]
    chances: Floats = evidence.by_side(probe.win[game][used])
    won = evidence.wins(records)[game]
    return Arc(
        plies,
        [int(ply) for ply in probe.ply[game][used]],
        [[round(float(chance), 3) for chance in side] for side in chances.T],
        find_dead(probe.ply[game][used], matters(probe, game, used), plies),
        [int(side) for side in np.flatnonzero(won)],
        evidence.is_match,
    )


def matters(probe: ProbeRecords, game: int, used: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """At which samples something depended on what the mover did, [samples]."""
    return np.asarray((probe.legal[game][used] > 1) & (probe.dead[game][used] == 0))


def find_dead(at: Sequence[int] | npt.NDArray[np.int32], is_live: Sequence[bool] | npt.NDArray[np.bool_], plies: int) -> list[tuple[int, int]]:  # fmt: skip
    """Stretches of samples in a row at which no choice mattered, from the first such ply to the next that is looked at."""
    found: list[tuple[int, int]] = []
    begin = 0
    while begin < len(at):
        end = begin
        while end < len(at) and not is_live[end]:
            end += 1
        if end - begin >= SHORTEST:
            found.append((int(at[begin]), int(at[end]) if end < len(at) else plies))
        begin = end + 1
    return found
