"""Many games in step, each waiting at a choice: the door for whoever answers all of them together, as learners do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..engine.game import Game, View
from ..errors import GameError
from ..genome.genome import GameGenome


@dataclass(frozen=True)
class Steps:
    """One row a game of the group. The legal moves of row i are `actions[offsets[i]:offsets[i + 1]]`.

    Seats in `packed`, `actions` and `hands` are counted from the mover; those of `seats` and `results` are the table's own.
    """

    packed: NDArray[np.uint64]  # [rows, words]: what the mover knows (docs/search.md has the words)
    actions: NDArray[np.uint16]  # [total], in the order of the game's own moves
    offsets: NDArray[np.uint32]  # [rows + 1]
    seats: NDArray[np.uint8]  # [rows]: who moves
    games: NDArray[np.uint64]  # [rows]: the game's index, as `Game.start(seed, index)` deals it
    ended: NDArray[np.uint8]  # [rows]: 1 where an episode ended since the last tell
    results: NDArray[np.float32]  # [rows, seats]: what that one was worth to each seat, else 0
    hands: NDArray[
        np.uint64
    ]  # [rows, seats]: what all seats truly hold. For critics in training; a player must not see it
    masks: NDArray[np.uint8] | None = None  # [rows, 256]: 1 for actions that are legal; only if they were wanted

    @property
    def counts(self) -> NDArray[np.uint32]:
        """How many legal moves each row has; at least two."""
        return self.offsets[1:] - self.offsets[:-1]


class VectorGames:
    """`games` games of one genome in `groups` groups of about equal size; each group is asked and told by itself.

    Forced moves are made inside. A game that is over gives its row to another: row i of all plays the games i, i + games,
    i + 2 · games, … of the run `seed`, whatever the number of threads and the choices in other rows. An episode is a deal,
    worth what searches think a deal is worth; with `whole_games` it is a match, worth its payoffs. With `masks` the legal
    moves are also written as a mask a row.
    """

    def __init__(
        self,
        game: Game | GameGenome | str,
        games: int,
        seed: int = 0,
        threads: int = 1,
        groups: int = 2,
        whole_games: bool = False,
        masks: bool = False,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        try:
            self.native = _core.VectorGames(self.game.program.program, games, seed, threads, groups, whole_games)
        except (ValueError, TypeError) as error:
            raise GameError(f"games in step: {str(error).splitlines()[0]}") from None
        self.groups, self.seats = groups, self.game.seats
        self._steps = [self._allocate(self.native.rows(group), masks) for group in range(groups)]

    def _allocate(self, rows: int, masks: bool) -> Steps:
        return Steps(
            np.zeros((rows, self.native.leaf_words), np.uint64),
            np.zeros(rows * self.native.most_moves, np.uint16),
            np.zeros(rows + 1, np.uint32),
            np.zeros(rows, np.uint8),
            np.zeros(rows, np.uint64),
            np.zeros(rows, np.uint8),
            np.zeros((rows, self.seats), np.float32),
            np.zeros((rows, self.seats), np.uint64),
            np.zeros((rows, self.native.most_moves), np.uint8) if masks else None,
        )

    def use(self, group: int, steps: Steps) -> None:
        """Has `ask` write into these arrays from now on: memory of the caller's, of the same shapes."""
        self._steps[group] = steps

    def arrays(self, group: int) -> Steps:
        """Where `ask` writes; `actions` at its full length."""
        return self._steps[group]

    def ask(self, group: int = 0) -> Steps:
        """What all games of a group wait for: views of arrays that the group's next ask writes again."""
        into = self.arrays(group)
        self._call(lambda: self.native.ask(group, into.packed, into.actions, into.offsets, into.seats, into.games,
                                           into.ended, into.results, into.hands, into.masks))  # fmt: skip
        return Steps(into.packed, into.actions[: into.offsets[-1]], into.offsets, into.seats, into.games, into.ended,
                     into.results, into.hands, into.masks)  # fmt: skip

    def advise(self, group: int, rows: int | None = None) -> NDArray[np.int32]:
        """Which of its legal moves the greedy player would make, in the first rows of the group or in all."""
        out = np.zeros(self.native.rows(group) if rows is None else rows, np.int32)
        self._call(lambda: self.native.advise(group, out))
        return out

    def look(self, group: int, row: int) -> tuple[View, list[int]]:
        """What the mover of a row knows, and its legal moves as the game names them: for players, who are shown no more."""
        try:
            native, moves = self.native.look(group, row)
        except ValueError as error:
            raise GameError(f"games in step: {error}") from None
        return View(native), moves

    def tell(self, group: int, choices: NDArray[np.int32]) -> None:
        """Makes in each row its legal move of that number, from 0 on; -1 lets the row wait, and its next ask says the same.

        Nothing happens if one of the moves does not exist.
        """
        self._call(lambda: self.native.tell(group, np.ascontiguousarray(choices, np.int32)))

    @staticmethod
    def _call(call: Callable[[], object]) -> None:
        try:
            call()
        except (ValueError, TypeError) as error:
            raise GameError(f"games in step: {str(error).splitlines()[0]}") from None
