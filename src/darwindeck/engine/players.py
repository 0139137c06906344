"""Players by name: the built-in ones, and those that other packages or programs bring."""

from __future__ import annotations

import functools
import importlib
import inspect
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from .. import _core, plugins
from ..errors import PlayerError
from .learned import digest_of, file_of, load_learned, network_for

if TYPE_CHECKING:
    from .game import Game, View

MAX_ITERATIONS = 10_000_000
MAX_SIMULATIONS = 1_000_000
MAX_WEIGHT = 1e6
NO_PROMPT, EVERY_PROMPT, LEADING = -2, -1, -3  # in a rule; the last is wherever no card is in the trick
FORGET = ",forget"  # ends the name of a forgetful search
SEARCH_OF = ",search="  # ends the name of a learned player that also searches, before the number of simulations
LEARNED_SEARCH = "darwindeck.search.learned:LearnedSearch"  # found by its name, as players of other modules are
TRANSFER = ",transfer"  # ends the name of a learned player that may play another game
EXPLORATION = 1.5  # of the bound of a search, in units of the spread of its results


@runtime_checkable
class Player(Protocol):
    """Chooses moves. It is shown what its seat knows and its legal moves, in ascending order, and nothing else."""

    def choose(self, view: View, moves: list[int]) -> int: ...


PlayerFactory: TypeAlias = Callable[["Game", int, int], Player]  # of a game, a seat and a seed: made anew for each game


class Rule(NamedTuple):
    """A rule of thumb: kinds of moves (one bit each, see MOVE_KINDS) made always or never, and which card or number.

    A rule player follows it everywhere. For any other player it is a habit, at the prompt of that number alone.
    """

    prompt: int = NO_PROMPT
    at_random: bool = False
    always: int = 0
    never: int = 0
    order: int = _core.CARD_ORDERS["any"]


class BuiltIn(NamedTuple):
    """A player of the core: its kind, the iterations and exploration of a search, the weights of a greedy one, its rule.

    Of a rule player `exception` is a second line that it follows at one prompt. A search that `forgets` knows of no card
    longer than a round, unless it sees it. A learned player has a file, with a hash of its bytes.
    """

    kind: int
    iterations: int = 0
    exploration: float = 0.0
    weights: tuple[tuple[str, float], ...] = ()  # by name, where they differ from the usual ones
    rule: Rule = Rule()
    exception: Rule = Rule()
    forgets: bool = False
    file: str = ""
    digest: str = ""
    transfer: bool = False  # plays other games than the one it has learned

    def native(self, program: _core.Program) -> tuple[Any, ...]:
        """The player as the core takes it to play this game, with its network."""
        if self.kind != LEARNED:
            return (*self[:7], None)
        return (*self[:7], network_for(self.file, self.digest, self.transfer, program))


RANDOM, FIRST, GREEDY, SEARCH, ORACLE, RULE, LEARNED = (
    _core.PLAYERS[kind] for kind in ("random", "first", "greedy", "search", "oracle", "rule", "learned")
)
BUILT_IN = {
    "random": BuiltIn(RANDOM),
    "first": BuiltIn(FIRST),
    "greedy": BuiltIn(GREEDY),
    "mcts-weak": BuiltIn(SEARCH, 100, EXPLORATION),
    "mcts-medium": BuiltIn(SEARCH, 1_000, EXPLORATION),
    "mcts-strong": BuiltIn(SEARCH, 10_000, EXPLORATION),
}
PlayerLike: TypeAlias = str | BuiltIn | Player | PlayerFactory


def oracle(iterations: int) -> BuiltIn:
    """A search that peeks at all hands, on purpose: it measures what secrets are worth. It has no name to be asked for by."""
    return BuiltIn(ORACLE, iterations, EXPLORATION)


def rule_player(rule: Rule, exception: Rule | None = None) -> BuiltIn:
    """A player that follows one line of advice, or two, for measuring how far that goes. The second is for its prompt alone."""
    return BuiltIn(RULE, rule=rule._replace(prompt=EVERY_PROMPT), exception=exception or Rule())


def find_player(player: PlayerLike) -> BuiltIn | PlayerFactory:
    """The player of a name: built in, `mcts:N[,forget]`, `greedy:NAME=WEIGHT,…`, `learned:FILE[,transfer][,search=N]`, an
    entry point's, or `module:attribute`.

    A Player object plays as it is.
    """
    if isinstance(player, Player) and not isinstance(player, type):
        return lambda game, seat, seed: player
    if not isinstance(player, str):
        return player if isinstance(player, BuiltIn) else _check_factory(name_of(player), player)
    if player in BUILT_IN:
        return BUILT_IN[player]
    if player.startswith("mcts:"):
        return _search(player)
    if player.startswith("greedy:"):
        return _greedy(player)
    if player.startswith("learned:"):
        return _read_network(player)
    if factory := plugins.load(plugins.PLAYERS, player):
        return _check_factory(player, factory)
    if ":" in player:
        return _check_factory(player, _import(player))
    raise PlayerError(f"players: {player!r} is not one of {', '.join(player_names())}")


def player_names() -> list[str]:
    """All names that can be asked for."""
    return [
        *BUILT_IN,
        "mcts:N[,forget]",
        "greedy:NAME=WEIGHT,…",
        "learned:FILE[,transfer][,search=N]",
        *plugins.names(plugins.PLAYERS),
    ]


def name_of(player: PlayerLike) -> str:
    """What to call a player in tables."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


def _search(name: str) -> BuiltIn:
    text = name.removeprefix("mcts:").removesuffix(FORGET).replace("_", "").replace(",", "")
    if not text.isdigit() or not 1 <= int(text) <= MAX_ITERATIONS:
        raise PlayerError(f"players: {name!r} needs a number of iterations from 1 to {MAX_ITERATIONS}")
    return BuiltIn(SEARCH, int(text), EXPLORATION, forgets=name.endswith(FORGET))


def _greedy(name: str) -> BuiltIn:
    """A greedy player that weighs some things otherwise: `greedy:shed=3,taken=0` (docs/players.md)."""
    weights: dict[str, float] = {}
    for part in name.removeprefix("greedy:").split(","):
        key, _, value = part.strip().partition("=")
        try:
            weights[key] = float(value)
        except ValueError:
            raise PlayerError(f"players: {name!r}: {part.strip()!r} is not NAME=WEIGHT") from None
        if key not in _core.JUDGE_WEIGHTS:
            raise PlayerError(
                f"players: {name!r}: no weight is called {key!r}; there are {', '.join(_core.JUDGE_WEIGHTS)}"
            )
        if not abs(weights[key]) <= MAX_WEIGHT:
            raise PlayerError(f"players: {name!r}: {key} must lie between -{MAX_WEIGHT:g} and {MAX_WEIGHT:g}")
    return BuiltIn(GREEDY, weights=tuple(sorted(weights.items())))


def _read_network(name: str) -> BuiltIn | PlayerFactory:
    """A network in a file; it is read and checked now, and a game that it has not learned is refused unless it transfers."""
    told, _, simulations = name.removeprefix("learned:").partition(SEARCH_OF)
    file = file_of(told.removesuffix(TRANSFER))
    player, digest, transfer = load_learned(file), digest_of(file), told.endswith(TRANSFER)
    if not simulations and not name.endswith(SEARCH_OF):
        return BuiltIn(LEARNED, file=file, digest=digest, transfer=transfer)
    if not simulations.isdecimal() or not 1 <= int(simulations) <= MAX_SIMULATIONS:
        raise PlayerError(f"players: {name!r} needs a number of simulations from 1 to {MAX_SIMULATIONS}")
    searches: Callable[..., Player] = _import(LEARNED_SEARCH)
    return functools.partial(searches, file, digest, transfer, player.is_mixed, int(simulations))


def _import(name: str) -> PlayerFactory:
    module, _, attribute = name.partition(":")
    try:
        factory: PlayerFactory = getattr(importlib.import_module(module), attribute)
    except (Exception, SystemExit) as error:  # whatever importing another's module may raise
        raise PlayerError(f"players: {name!r} cannot be loaded: {fault_of(error)}") from error
    return factory


def _check_factory(name: str, factory: PlayerFactory) -> PlayerFactory:
    """The factory itself; an error unless it can be called with a game, a seat and a seed."""
    if not callable(factory):
        raise PlayerError(f"players: {name!r} is not a class or function that makes a player")
    try:
        inspect.signature(factory).bind(None, 0, 0)
    except TypeError:
        raise PlayerError(
            f"players: {name!r} cannot be called with (game, seat, seed), as what makes a player is"
        ) from None
    except ValueError:  # native code that does not say what it takes
        pass
    return factory


def fault_of(error: BaseException) -> str:
    """What went wrong in somebody else's code, in one line: the kind, the message and the line of code."""
    frame = traceback.extract_tb(error.__traceback__)[-1:]
    where = f" ({frame[0].filename}, line {frame[0].lineno})" if frame else ""
    return f"{type(error).__name__}: {error}{where}"
