"""Games with players from outside: one at a time, through the same engine, into the same records.

They are played from Python, move by move, which is slow. The core then plays the noted moves again where plies or
probes are wanted, so that those records are always written by the same code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .. import _core
from ..engine.game import Game, State, View
from ..engine.players import BuiltIn, Player, PlayerFactory, fault_of, name_of
from ..errors import GameError, PlayerError, SettingError
from .records import Column

if TYPE_CHECKING:
    from .simulate import Job

SEED_STEP = 0x9E3779B97F4A7C15


class BuiltInPlayer:
    """A player of the core, asked from Python, with the random stream it has in a run."""

    def __init__(self, player: BuiltIn, game: Game, seed: int, index: int, seat: int, to_the_end: bool = False) -> None:
        self._native = _core.Player(
            game.program.program, player.native(game.program.program), seed, index, seat, to_the_end
        )

    def choose(self, view: View, moves: list[int]) -> int:
        return self._native.choose(view.native)

    @property
    def opinions(self) -> list[tuple[int, int, float]]:
        """What a search thought at its last choice: (move, visits, mean result) of each."""
        return self._native.opinions


def seat_player(player: BuiltIn | PlayerFactory, game: Game, seed: int, index: int, seat: int) -> Player:
    """The player for one seat of one game.

    Its seed is of the game and the seat, so that it plays a game the same, whichever others were played before.
    """
    if isinstance(player, BuiltIn):
        return BuiltInPlayer(player, game, seed, index, seat)
    try:
        made = player(game, seat, (seed + SEED_STEP * (8 * index + seat + 1)) % (1 << 64))
    except (GameError, PlayerError, SettingError):
        raise
    except Exception as error:
        raise PlayerError(f"players: {name_of(player)} cannot be made: {fault_of(error)}") from error
    if not isinstance(made, Player):
        raise PlayerError(f"players: {player!r} made {type(made).__name__}, which has no choose(view, moves)")
    return made


def ask(player: Player, view: View, moves: list[int]) -> int:
    """The player's move; an error if it is not legal.

    It is given a copy of the moves: a player that changes its list must not change the rules.
    """
    try:
        move = player.choose(view, list(moves))
        if move in moves:
            return int(move)
    except (GameError, PlayerError, SettingError):
        raise
    except Exception as error:
        raise PlayerError(f"players: {type(player).__name__} cannot choose: {fault_of(error)}") from error
    raise PlayerError(f"players: {type(player).__name__} chose {move!r}, which is not legal")


def simulate_outside(
    job: Job,
    players: Sequence[BuiltIn | PlayerFactory],
    arrays: dict[str, Column],
    progress: Callable[[int], None] | None,
) -> list[list[int]]:
    """Plays the games of a job and fills the rows; returns the moves of each."""
    game = Game(job.genome)
    every = []
    for row in range(job.games):
        index = job.first + row
        table = [seat_player(player, game, job.seed, index, seat) for seat, player in enumerate(players)]
        every.append(_simulate_one(game, table, game.start(job.seed, index), row, arrays))
        if progress is not None:
            progress(1)
    return every


def _simulate_one(game: Game, table: list[Player], state: State, row: int, arrays: dict[str, Column]) -> list[int]:
    """One game to its end, written to one row of the columns. Returns its moves."""
    played: list[int] = []
    counted = False
    while not state.is_over:
        seat, legal = state.to_move, game.legal_moves(state)
        move = ask(table[seat], game.view(state, seat), legal)
        # A selection of several cards is one decision, counted at its first choice.
        counted = counted and state.continues
        if len(legal) > 1 and not counted:
            arrays["decisions"][row] += 1
            counted = True
        arrays["options"][row] += len(legal)
        played.append(move)
        state = game.apply(state, move)
    snapshot = game.snapshot(state)
    arrays["plies"][row] = len(played)
    arrays["winners"][row], arrays["decided_by"][row] = state.winners, state.decided_by
    arrays["ending"][row] = state.ending
    arrays["turns"][row], arrays["deals"][row] = snapshot["turn"], snapshot["deal"]
    arrays["payoffs"][row] = state.payoffs
    arrays["chips"][row] = snapshot["chips"]
    return played
