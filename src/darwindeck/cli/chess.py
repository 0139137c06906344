"""darwindeck chess: the second game of the core, from the command line."""

from __future__ import annotations

from time import perf_counter

import click

from .options import json_option
from .output import print_json, print_table


@click.group()
def command() -> None:
    """Chess: count moves, analyse a position, serve as a UCI engine.

    FEN is a position in quotes, or `startpos`.

    \b
    Example:
      darwindeck chess perft startpos 5
    """


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
