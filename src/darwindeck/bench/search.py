"""How long a tree search takes, at the decisions of one seeded deal. One thread, every iteration run, full rollouts."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Protocol

from ..engine.game import Game, View
from ..engine.players import EXPLORATION, MAX_ITERATIONS, SEARCH, BuiltIn
from ..errors import SettingError
from ..genome.genome import GameGenome
from ..simulate.outside import BuiltInPlayer
from .cards import ROUNDS, Stopwatch

ITERATIONS = 1000
DEAL_SEED = 0  # of the cards, of the random moves between the searches, and of the searches
SEARCH_GAMES = ("whist", "hearts", "spades", "scotch-whist", "crazy-eights", "gin-rummy", "scopa", "durak", "go-fish")


@dataclass(frozen=True)
class TimedSearch:
    """What one search cost, and what was asked: searches of one deal with the same `kind` are alike."""

    kind: str
    ns: int
    cpu_ns: int
    iterations: int


@dataclass(frozen=True)
class DealSearch:
    """The searches of one deal, in order; if it broke off, those before, and why."""

    searches: Sequence[TimedSearch]
    plies: int  # of the deal
    decisions: int  # with two or more options; a side may search only some of them
    failure: str = ""


class Searcher(Protocol):
    """Whoever can search a deal. `search_deal` must do the same work every time."""

    def search_deal(self) -> DealSearch: ...


@dataclass(frozen=True)
class SearchCost:
    """Milliseconds of the first search of a kind in the deal, and of all of that kind on average (if all were made)."""

    kind: str  # "" is any
    searches: int
    first_ms: float
    mean_ms: float | None
    cpu_first_ms: float  # what waiting for a busy machine does not change
    cpu_mean_ms: float | None


@dataclass(frozen=True)
class SearchPace:
    """What the searches of a deal cost: medians over rounds."""

    plies: int
    decisions: int
    iterations: int  # run in one search; the fewest, if they differ
    whole: SearchCost | None  # None if nothing could be searched
    kinds: Sequence[SearchCost]
    cores: float | None  # CPU time over wall time
    spread: float | None  # of the mean CPU time: slowest round minus fastest, as a share of the median
    failure: str


@dataclass(frozen=True)
class Decision:
    """A decision to search: what its seat sees, and its moves."""

    view: View
    moves: list[int]
    kind: str


class OurSearch:
    """Our search at every decision of the first deal that random players make of a game."""

    def __init__(self, genome: GameGenome, iterations: int = ITERATIONS, seed: int = DEAL_SEED) -> None:
        if not 1 <= iterations <= MAX_ITERATIONS:
            raise SettingError(f"iterations: must be from 1 to {MAX_ITERATIONS}")
        self.game, self.seed = Game(genome), seed
        self.player = BuiltIn(SEARCH, iterations, EXPLORATION)
        self.plies, self.positions = find_decisions(self.game, seed)

    def search_deal(self) -> DealSearch:
        searches = [self.search(index, position) for index, position in enumerate(self.positions)]
        return DealSearch(searches, self.plies, len(self.positions))

    def search(self, index: int, position: Decision) -> TimedSearch:
        seat = position.view.seat
        player = BuiltInPlayer(self.player, self.game, self.seed, index, seat, to_the_end=True)
        watch = Stopwatch()
        player.choose(position.view, position.moves)
        ns, cpu_ns = watch.read()
        return TimedSearch(position.kind, ns, cpu_ns, sum(visits for _, visits, _ in player.opinions))


def find_decisions(game: Game, seed: int) -> tuple[int, list[Decision]]:
    """The plies of the first deal by random players, and its decisions: the plies with two or more legal moves."""
    rng = random.Random(seed)
    state, plies, positions = game.start(seed), 0, []
    deal = game.snapshot(state)["deal"]
    while not state.is_over and game.snapshot(state)["deal"] == deal:
        moves = game.legal_moves(state)
        if len(moves) > 1:
            positions.append(Decision(game.view(state, state.to_move), moves, game.prompt(state)))
        state = game.apply(state, rng.choice(moves))
        plies += 1
    return plies, positions


def measure_searches(
    sides: Mapping[str, Searcher], rounds: int = ROUNDS, progress: Callable[[int], None] | None = None
) -> dict[str, SearchPace]:
    """Every side searches its deal once in each round, so that whatever else the machine does slows all alike."""
    deals: dict[str, list[DealSearch]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            if not deals[name] or deals[name][0].searches:  # who cannot search at all is asked once
                deals[name].append(side.search_deal())
            if progress is not None:
                progress(1)
    return {name: search_pace(searched) for name, searched in deals.items()}


def search_pace(rounds: Sequence[DealSearch]) -> SearchPace:
    """The medians over rounds of the same deal; of one that broke off, what all rounds have."""
    failure = next((deal.failure for deal in rounds if deal.failure), "")
    shared = min(len(deal.searches) for deal in rounds)
    cut = [deal.searches[:shared] for deal in rounds]
    kinds = dict.fromkeys(search.kind for search in cut[0])
    wall = [sum(search.ns for search in searches) for searches in cut]
    cpu = [sum(search.cpu_ns for search in searches) for searches in cut]
    return SearchPace(
        plies=rounds[0].plies,
        decisions=rounds[0].decisions,
        iterations=min((search.iterations for searches in cut for search in searches), default=0),
        whole=cost("", cut, is_complete=not failure) if shared else None,
        kinds=[cost(kind, [alike(searches, kind) for searches in cut], is_complete=not failure) for kind in kinds],
        cores=median(busy / ns for busy, ns in zip(cpu, wall, strict=True)) if shared else None,
        spread=(max(cpu) - min(cpu)) / median(cpu) if shared and not failure else None,
        failure=failure,
    )


def alike(searches: Sequence[TimedSearch], kind: str) -> list[TimedSearch]:
    return [search for search in searches if search.kind == kind]


def cost(kind: str, rounds: Sequence[Sequence[TimedSearch]], is_complete: bool) -> SearchCost:
    """What searches of a kind cost, as medians over rounds; means only where all rounds ran to their end."""
    wall = [[search.ns / 1e6 for search in searches] for searches in rounds]
    cpu = [[search.cpu_ns / 1e6 for search in searches] for searches in rounds]
    return SearchCost(
        kind=kind,
        searches=len(wall[0]),
        first_ms=median(times[0] for times in wall),
        mean_ms=median(map(fmean, wall)) if is_complete else None,
        cpu_first_ms=median(times[0] for times in cpu),
        cpu_mean_ms=median(map(fmean, cpu)) if is_complete else None,
    )
