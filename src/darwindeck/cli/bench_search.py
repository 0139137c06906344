"""darwindeck bench --search: speed of the tree search beside OpenSpiel's."""

from __future__ import annotations

import os
from dataclasses import asdict
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from .options import load_checked
from .output import print_json, print_table, progress_bar

if TYPE_CHECKING:
    from darwindeck.bench.search import SearchCost, SearchPace
    from darwindeck.bench.search_peers import PeerGame, SpielSearch

COSTS = ("first ms", "mean ms", "first CPU ms", "mean CPU ms", "spread")
COLUMNS = ("game", "plies", "searches", "iterations", *COSTS)
PEER_COLUMNS = ("OpenSpiel's game", "beside", "plies", "searches", *COSTS, "× first", "× mean")
LEGEND = """\
Milliseconds of one search of {iterations:,} iterations with full random rollouts, in one thread: at the first decision (two or
more legal moves) of a deal, and on average over all of that deal, in which random players move. Medians of {rounds}
interleaved rounds, by the wall clock and by the processor's; spread is that of the mean CPU time, slowest round less fastest."""
PEER_LEGEND = """\
ISMCTSBot with random rollouts, as many simulations; × is its CPU time over ours. Its rules and deals differ, see docs/bench.md."""


def time_searches(names: tuple[str, ...], iterations: int, peers: bool, as_json: bool) -> None:
    """The whole command."""
    from darwindeck.bench import cards, search, search_peers
    from darwindeck.bench.peers import HOW_TO_GET, import_version

    games = list(dict.fromkeys(names or search.SEARCH_GAMES))
    ours = {name: search.OurSearch(load_checked(name), iterations) for name in games}
    shared = search_peers.find_search_peers(games, iterations, everything=not names) if peers else {}
    version = import_version() if shared else None
    theirs = shared if version else {}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    sides: dict[str, search.Searcher] = {**ours, **{peer_key(name): side for name, side in theirs.items()}}
    with progress_bar("search", cards.ROUNDS * len(sides)) as progress:
        paces = search.measure_searches(sides, progress=progress)
    beside = {name: paces.pop(peer_key(name)) for name in theirs}
    if as_json:
        head = {"cores": os.cpu_count(), "load_average": load, "rounds": cards.ROUNDS, "iterations": iterations}
        found = {"games": as_data(paces), "peer_games": peer_data(theirs, beside, paces)}
        print_json(head | {"peer": f"OpenSpiel {version}" if version else None} | found)
        return
    print_table(COLUMNS, [line for name, pace in paces.items() for line in rows(name, pace)])
    click.echo(LEGEND.format(iterations=iterations, rounds=cards.ROUNDS))
    click.echo(machine_note(list(paces.values()), load))
    if version:
        click.echo(f"\nBeside OpenSpiel {version}")
        print_table(PEER_COLUMNS, [peer_row(name, theirs[name].peer, beside[name], paces) for name in theirs], left=2)
        for name, pace in beside.items():
            if pace.failure:
                click.echo(f"{name}: {failure_note(pace)}")
        click.echo(PEER_LEGEND)
    elif shared:
        click.echo(HOW_TO_GET)


def peer_key(name: str) -> str:
    """A name that no game of ours can have."""
    return f"OpenSpiel\n{name}"


def machine_note(paces: list[SearchPace], load: float | None) -> str:
    """What of the machine the run had: on a busy one all costs by the wall clock come out too high."""
    had = [pace.cores for pace in paces if pace.cores is not None]
    before = "" if load is None else f"Load average before the run: {load:.1f} on {os.cpu_count()} cores. "
    return before + (f"A search had {median(had):.2f} of a core." if had else "Nothing to search.")


def rows(name: str, pace: SearchPace) -> list[tuple[str, ...]]:
    """A line for the deal and, where it asks for several kinds of decision, one for each."""
    lines = [
        (name, str(pace.plies), str(pace.decisions), f"{pace.iterations:,}", *costs(pace.whole), share(pace.spread))
    ]
    if len(pace.kinds) > 1:
        lines += [(f"  {part.kind}", "", str(part.searches), "", *costs(part), "") for part in pace.kinds]
    return lines


def costs(cost: SearchCost | None) -> tuple[str, ...]:
    if cost is None:
        return ("–",) * 4
    return tuple(map(number_or_dash, (cost.first_ms, cost.mean_ms, cost.cpu_first_ms, cost.cpu_mean_ms)))


def peer_row(name: str, peer: PeerGame, pace: SearchPace, ours: dict[str, SearchPace]) -> tuple[str, ...]:
    made = pace.whole.searches if pace.whole else 0
    searched = f"{made} of {pace.decisions}" if made < pace.decisions else str(made)
    times = map(number_or_dash, advantages(peer, pace, ours).values())
    head = name, peer.beside or "–", str(pace.plies or "–"), searched
    return (*head, *costs(pace.whole), share(pace.spread), *times)


def advantages(peer: PeerGame, pace: SearchPace, ours: dict[str, SearchPace]) -> dict[str, float | None]:
    """How many times more CPU time the peer takes than ours, in the first search and on average."""
    theirs, own = pace.whole, counterpart(peer, ours)
    return {
        "times_faster_first": ratio(theirs.cpu_first_ms, own.cpu_first_ms) if theirs and own else None,
        "times_faster_mean": ratio(theirs.cpu_mean_ms, own.cpu_mean_ms) if theirs and own else None,
    }


def counterpart(peer: PeerGame, ours: dict[str, SearchPace]) -> SearchCost | None:
    """What of ours to compare with: a whole deal, or its decisions of one kind."""
    pace = ours.get(peer.beside or "")
    if pace is None or peer.kind is None:
        return pace.whole if pace else None
    return pace.kinds[peer.kind] if peer.kind < len(pace.kinds) else None


def ratio(theirs: float | None, ours: float | None) -> float | None:
    return theirs / ours if theirs is not None and ours is not None else None


def failure_note(pace: SearchPace) -> str:
    return f"{pace.failure} in search {pace.whole.searches + 1} of the deal" if pace.whole else pace.failure


def number_or_dash(number: float | None) -> str:
    return "–" if number is None else f"{number:,.2f}"


def share(spread: float | None) -> str:
    return "–" if spread is None else f"{spread:.0%}"


def as_data(paces: dict[str, SearchPace]) -> list[dict[str, Any]]:
    return [{"game": name} | asdict(pace) for name, pace in paces.items()]


def peer_data(
    peers: dict[str, SpielSearch], beside: dict[str, SearchPace], ours: dict[str, SearchPace]
) -> list[dict[str, Any]]:
    return [
        {"name": name, "game": side.peer.game, "beside": side.peer.beside}
        | asdict(beside[name])
        | advantages(side.peer, beside[name], ours)
        for name, side in peers.items()
    ]
