"""Any genome as a vector environment of Gymnasium: one learner at many tables, against fixed players. See docs/doors.md.

Needs `pip install 'darwindeck[rl]'`. The games are played by `simulate/vector.py`, many at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..engine.game import Game
from ..errors import GameError, SettingError
from ..genome.genome import GameGenome
from ..simulate.vector import Steps, VectorGames
from .observation import MOVES

SET_WORDS = 63  # of a packed leaf are sets of cards (docs/search.md)
SIZE_BYTES = 8 * 5  # then come the sizes of piles, a byte each
DEPTH_BYTES = 8 * 8  # and the depths of cards
NUMBERS = 2 * (36 + 13)  # and 32-bit numbers: of the seats, and registers
ROLE_BYTES = 8 * 3  # and what is packed more tightly
FEATURES = 64 * SET_WORDS + SIZE_BYTES + DEPTH_BYTES + NUMBERS + ROLE_BYTES
DEPTH_SCALE, NUMBER_SCALE = 1 / 52, 1 / 16
WAIT = -1
Choices = NDArray[np.int32]
Opponent = Callable[
    [Steps, NDArray[np.intp]], Choices
]  # of all rows and those that it moves in: numbers of legal moves


def unpack_leaves(packed: NDArray[np.uint64], out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """Packed leaves [rows, 128] as floats [rows, FEATURES]: a card a number, sizes and depths divided by 52, others by 16."""
    rows = len(packed)
    if out is None:
        out = np.empty((rows, FEATURES), np.float32)
    octets = packed.view(np.uint8).reshape(rows, -1)
    end = 64 * SET_WORDS
    out[:, :end] = np.unpackbits(octets[:, : 8 * SET_WORDS], axis=1, bitorder="little")
    first = 8 * SET_WORDS
    sizes = SIZE_BYTES + DEPTH_BYTES
    np.multiply(octets[:, first : first + sizes], DEPTH_SCALE, out=out[:, end : end + sizes])
    numbers = packed.view(np.int32).reshape(rows, -1)[:, (first + sizes) // 4 : (first + sizes) // 4 + NUMBERS]
    np.multiply(numbers, NUMBER_SCALE, out=out[:, end + sizes : end + sizes + NUMBERS])
    out[:, end + sizes + NUMBERS :] = octets[:, -ROLE_BYTES:]
    np.multiply(out[:, -ROLE_BYTES:], NUMBER_SCALE, out=out[:, -ROLE_BYTES:])
    return out


def mask_actions(steps: Steps, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
    """1 at the legal actions of each row, [rows, 256]."""
    rows = len(steps.seats)
    if out is None:
        out = np.empty((rows, MOVES), np.int8)
    out[:] = 0
    out.reshape(-1)[np.repeat(np.arange(rows) * MOVES, steps.counts) + steps.actions] = 1
    return out


class RandomOpponent:
    """Chooses any legal move, the same in the same order of calls."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = np.random.default_rng(seed)

    def __call__(self, steps: Steps, rows: NDArray[np.intp]) -> Choices:
        return (self.rng.random(len(rows)) * steps.counts[rows]).astype(np.int32)


class VectorEnvironment(VectorEnv):
    """`num_envs` tables. At table i the learner has seat `i % seats`, or always `seat`; `opponent` has all others.

    A step makes the learner's move at every table, and then the others' until the learner is to move again. An episode
    that ended gives its reward, and its table goes on with the next one at once (Gymnasium's same-step reset).
    """

    def __init__(
        self,
        genome: GameGenome | str,
        num_envs: int,
        opponent: Opponent | None = None,
        seat: int | None = None,
        seed: int = 0,
        threads: int = 1,
        whole_games: bool = False,
    ) -> None:
        super().__init__()
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.game, self.num_envs, self.threads, self.whole_games = Game(genome), num_envs, threads, whole_games
        if seat is not None and not 0 <= seat < self.game.seats:
            raise SettingError(f"seat: the game has seats 0 to {self.game.seats - 1}")
        self.learner = np.arange(num_envs) % self.game.seats if seat is None else np.full(num_envs, seat)
        self._opponent = opponent
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (FEATURES,), np.float32)
        self.single_action_space = spaces.Discrete(MOVES)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seed = seed

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deals anew at all tables: games 0 to `num_envs` - 1 of the seed."""
        self._seed = self._seed if seed is None else seed
        self.games = VectorGames(self.game, self.num_envs, self._seed, self.threads, 1, self.whole_games)
        self.opponent = self._opponent or RandomOpponent(self._seed)
        self._go_on()
        return unpack_leaves(self.steps.packed), self._info()

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Makes these moves, which must be legal; rewards are what an episode was worth, when it has ended."""
        self.games.tell(0, find_choices(self.steps, np.asarray(actions)))
        rewards, ended = self._go_on(np.ones(self.num_envs, np.bool_))
        return unpack_leaves(self.steps.packed), rewards, ended, np.zeros(self.num_envs, np.bool_), self._info()

    def _go_on(self, moved: NDArray[np.bool_] | None = None) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Lets the opponent move until the learner is to move at every table; what the learner won meanwhile, and where.

        Of several episodes that end at one table before the learner is asked again, all count.
        """
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        while True:
            self.steps = steps = self.games.ask(0)
            over = (steps.ended != 0) & (moved if moved is not None else False)
            rewards[over] += steps.results[over, self.learner[over]]
            ended |= over
            moved = steps.seats != self.learner
            rows = np.flatnonzero(moved)
            if not len(rows):
                return rewards, ended
            choices = np.full(self.num_envs, WAIT, np.int32)
            choices[rows] = self.opponent(steps, rows)
            self.games.tell(0, choices)

    def action_masks(self) -> NDArray[np.int8]:
        """1 at the legal actions of each table, [num_envs, 256]."""
        return mask_actions(self.steps)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "game": self.steps.games.copy()}


def find_choices(steps: Steps, actions: NDArray[np.integer[Any]]) -> Choices:
    """Which of its legal moves each row's action is."""
    rows = np.repeat(np.arange(len(steps.seats)), steps.counts)
    hits = np.flatnonzero(steps.actions == actions[rows])
    if len(hits) != len(steps.seats):
        legal = np.zeros(len(steps.seats), np.bool_)
        legal[rows[hits]] = True
        row = int(np.flatnonzero(~legal)[0])
        raise GameError(f"actions: {actions[row]} is not legal at table {row}")
    return (hits - steps.offsets[:-1].astype(np.intp)).astype(np.int32)
