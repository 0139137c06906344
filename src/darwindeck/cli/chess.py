"""darwindeck chess: the second game of the core, from the command line."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from .options import json_option, seed_option, threads_option
from .output import print_json, print_table, progress_bar

if TYPE_CHECKING:
    from darwindeck.search import Evaluator


@click.group()
def command() -> None:
    """Chess: count moves, analyse a position, play itself, serve as a UCI engine.

    FEN is a position in quotes, or `startpos`.

    \b
    Example:
      darwindeck chess perft startpos 5
    """


TRAINED = "trained"  # for --network: the one that is part of the package

network_option = click.option(
    "--network",
    type=click.Path(),
    help="Judges positions: a file (.onnx, .pt of `train chess`, .pb.gz of lc0), or `trained`, which comes along.",
)


def evaluator_of(network: str | None) -> Evaluator | None:
    """What judges positions; None is the heuristic in the core."""
    if network is None:
        return None
    if network == TRAINED or network.endswith((".pt", ".pb", ".pb.gz")):
        try:
            from darwindeck.learn import TorchEvaluator, load_lc0, load_network, load_trained
        except ImportError:
            raise click.ClickException("such a network needs torch: pip install 'darwindeck[torch]'") from None
        if network == TRAINED:
            return TorchEvaluator(load_trained())
        return TorchEvaluator(load_network(network)) if network.endswith(".pt") else load_lc0(network)
    from darwindeck.search.onnx import OnnxEvaluator

    return OnnxEvaluator(network)


def full_fen(fen: str) -> str:
    from darwindeck.chess import START_FEN

    return START_FEN if fen == "startpos" else fen


@command.command()
@click.argument("fen")
@click.argument("depth", type=click.IntRange(0, 20))
@click.option("--divide", "divided", is_flag=True, help="Also say how many lines begin with each move.")
@click.option("--threads", type=click.IntRange(0, 1024), default=1, show_default=True, help="0 is one for each core.")
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook.")
@json_option
def perft(fen: str, depth: int, divided: bool, threads: int, chess960: bool, as_json: bool) -> None:
    """Count the lines of DEPTH legal moves.

    \b
    Examples:
      darwindeck chess perft startpos 6
      darwindeck chess perft "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" 6 --divide --threads 0
    """
    from darwindeck.chess import Position, divide

    position = Position(full_fen(fen), chess960)
    begin = perf_counter()
    moves = divide(position, depth, threads) if depth else {}
    seconds = perf_counter() - begin
    nodes = sum(moves.values()) if depth else 1
    if as_json:
        print_json({"fen": position.fen(), "depth": depth, "nodes": nodes, "seconds": seconds}
                   | ({"moves": moves} if divided else {}))  # fmt: skip
        return
    if divided:
        print_table(("move", "lines"), [(move, f"{lines:,}") for move, lines in moves.items()])
    click.echo(
        f"{nodes:,} lines of {depth} moves in {seconds:.3f} s, {nodes / max(seconds, 1e-9) / 1e6:,.0f} million/s"
    )


@command.command()
@click.argument("fen")
@click.option(
    "--iterations", type=click.IntRange(1, 20_000_000), default=20_000, show_default=True, help="Of the search."
)
@click.option("--moves", "shown", type=click.IntRange(1, 500), default=5, show_default=True, help="How many to show.")
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook.")
@network_option
@json_option
def analyze(fen: str, iterations: int, shown: int, chess960: bool, network: str | None, as_json: bool) -> None:
    """Search a position and show the best moves.

    Values are expected results for the side to move, from -1 to 1. Without a network, positions are judged by material,
    mobility and captures.

    \b
    Example:
      darwindeck chess analyze "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" --iterations 1000
    """
    from darwindeck.chess import Position
    from darwindeck.chess.search import Analysis, Search, search_in_chunks

    position = Position(full_fen(fen), chess960)
    outcome = position.outcome()
    if outcome and not position.legal_moves():
        raise click.ClickException(f"the game is over: {outcome.reason}, {outcome.result}")
    search, done = Search(position, evaluator_of(network)), 0
    with progress_bar("analyze", iterations) as progress:

        def tell(so_far: Analysis) -> None:
            nonlocal done
            progress(so_far.iterations - done)
            done = so_far.iterations

        analysis = search_in_chunks(search, iterations, tell)
    if as_json:
        moves = [vars(opinion) for opinion in analysis.opinions]
        print_json({"fen": position.fen(), "iterations": analysis.iterations, "line": analysis.line, "moves": moves})
        return
    rows = [(of.move, f"{of.visits:,}", f"{of.value:+.3f}") for of in analysis.opinions[:shown]]
    print_table(("move", "visits", "value"), rows)
    click.echo(f"expected line: {' '.join(analysis.line)}")


@command.command()
@network_option
def uci(network: str | None) -> None:
    """Serve as a UCI engine on standard input and output, for chess GUIs.

    \b
    Example:
      printf 'position startpos\\ngo movetime 100\\n' | darwindeck chess uci
    """
    from importlib.util import find_spec

    from darwindeck.adapters.python_chess import open_tables
    from darwindeck.chess.uci import serve

    serve(evaluate=evaluator_of(network), open_tables=open_tables if find_spec("chess") else None)


@command.command()
@network_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=16, show_default=True, help="To finish, at least.")
@click.option("--simulations", type=click.IntRange(2, 100_000), default=64, show_default=True, help="Of a full search.")
@click.option("--longest", type=click.IntRange(2, 5000), default=400, show_default=True, help="Plies of a game.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Write positions to learn from (.npz).")
@click.option("--pgn", type=click.Path(path_type=Path, dir_okay=False), help="Write the games; needs python-chess.")
@threads_option
@seed_option
@json_option
def selfplay(network: str | None, games: int, simulations: int, longest: int, output: Path | None, pgn: Path | None,
             threads: int, seed: int, as_json: bool) -> None:  # fmt: skip
    """Play games by Gumbel AlphaZero, a network or the heuristic against itself.

    \b
    Example:
      darwindeck chess selfplay --games 4 --simulations 16 --longest 80 --output games.npz
    """
    try:
        from darwindeck.learn.selfplay import SelfPlayOptions, play_games
    except ImportError:
        raise click.ClickException("self-play needs torch: pip install 'darwindeck[torch]'") from None
    from darwindeck.search import heuristic_evaluator

    options = SelfPlayOptions(games=min(games, 256), simulations=simulations, longest=longest, seed=seed,
                              quick_simulations=max(1, simulations // 4), threads=threads or os.cpu_count() or 1, groups=1)  # fmt: skip
    positions, tally, played = play_games(evaluator_of(network) or heuristic_evaluator, options, games)
    if output:
        positions.save(output, compress=True)
    if pgn:
        from darwindeck.adapters.python_chess import to_pgn
        from darwindeck.files.write import write_atomic

        write_atomic(pgn, "\n".join(to_pgn(moves, result) for moves, result in played).encode())
    found = {"games": tally.games, "plies": tally.plies, "positions": len(positions), "white": tally.white,
             "draws": tally.draws, "black": tally.games - tally.white - tally.draws}  # fmt: skip
    if as_json:
        print_json(found)
    else:
        print_table(tuple(found), [tuple(f"{of:,}" for of in found.values())], left=0)
