"""A player that never learns, at all seats but one of games in step: whom a best response is trained against."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ...engine.players import BUILT_IN, Player, PlayerLike, find_player
from ...simulate.outside import ask, seat_player
from ...simulate.vector import Steps, VectorGames


class Opponents:
    """Row i has one learner, in seat i modulo the seats. The others are the player's, seated anew for each game as in a run."""

    def __init__(self, games: VectorGames, player: PlayerLike, seed: int, threads: int = 1) -> None:
        self.games, self.player, self.seed = games, find_player(player), seed
        self.seated: dict[
            tuple[int, int, int], tuple[int, Player]
        ] = {}  # by group, row and seat, with the game's index
        self.threads = threads

    def learners(self, steps: Steps) -> NDArray[np.bool_]:
        """The rows where the learner is to move."""
        return steps.seats == np.arange(len(steps.seats)) % self.games.seats

    def choose(self, group: int, steps: Steps) -> NDArray[np.int32]:
        """The numbers of the moves that the player makes; -1 in the learner's rows."""
        if self.player == BUILT_IN["greedy"]:
            return np.where(self.learners(steps), np.int32(-1), self.games.advise(group))
        made = np.full(len(steps.seats), -1, np.int32)
        rows = np.flatnonzero(~self.learners(steps))
        with ThreadPoolExecutor(self.threads) as crew:  # players of the core think without Python's lock
            made[rows] = list(crew.map(lambda row: self._choose_in(group, int(row), steps), rows))
        return made

    def _choose_in(self, group: int, row: int, steps: Steps) -> int:
        view, moves = self.games.look(group, row)
        return moves.index(ask(self._seat(group, row, view.seat, int(steps.games[row])), view, moves))

    def _seat(self, group: int, row: int, seat: int, index: int) -> Player:
        sits = self.seated.get((group, row, seat))
        if sits is None or sits[0] != index:
            sits = index, seat_player(self.player, self.games.game, self.seed, index, seat)
            self.seated[group, row, seat] = sits
        return sits[1]
