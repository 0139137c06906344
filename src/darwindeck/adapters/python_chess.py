"""To and from python-chess. It is GPL and optional (pip install chess), so it is imported here and nowhere else."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from darwindeck.chess import START_FEN, Position
from darwindeck.errors import ChessError

if TYPE_CHECKING:
    import chess


def to_board(position: Position) -> chess.Board:
    """A board with the same position; python-chess knows nothing of what was played before."""
    import chess

    return chess.Board(position.fen(), chess960=position.chess960)


def from_board(board: chess.Board) -> Position:
    """The same position with the same past, played again from where the board's moves begin."""
    position = Position(board.root().fen(en_passant="fen"), board.chess960)
    for move in board.move_stack:
        if not move:
            raise ChessError("a board with a null move in its past has no counterpart")
        position.push(move.uci())
    return position


def count_lines(fen: str, depth: int) -> int:
    """Perft by python-chess, which need not make the last move either."""
    import chess

    def count(board: chess.Board, left: int) -> int:
        if left == 1:
            return board.legal_moves.count()
        lines = 0
        for move in board.legal_moves:
            board.push(move)
            lines += count(board, left - 1)
            board.pop()
        return lines

    return count(chess.Board(fen), depth)


def to_san(position: Position, move: str) -> str:
    """A move as people write it: Nf3, exd5, O-O, Qxf7#."""
    import chess

    position.action(move)  # an error where it is not legal
    return to_board(position).san(chess.Move.from_uci(move))


def from_san(position: Position, text: str) -> str:
    try:
        return to_board(position).parse_san(text).uci()
    except ValueError:
        raise ChessError(f"{text!r} is no legal move in {position.fen()}") from None


def to_pgn(moves: Sequence[str], result: int | None = None, start: str = START_FEN, **headers: str) -> str:
    """A game as PGN; the result is that for White, or what the board says."""
    import chess
    import chess.pgn

    board = chess.Board(start)
    for move in moves:
        board.push_uci(move)
    game = chess.pgn.Game.from_board(board)
    game.headers.update(headers)
    if result is not None:
        game.headers["Result"] = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[result]
    return f"{game}\n"


def read_pgn(text: str) -> list[tuple[Position, list[str]]]:
    """The games of a PGN text: where each begins, and the moves of its main line. A game with faults is an error."""
    import chess.pgn

    source = io.StringIO(text)
    games: list[tuple[Position, list[str]]] = []
    while game := chess.pgn.read_game(source):
        if game.errors:
            raise ChessError(f"game {len(games) + 1} of the PGN: {game.errors[0]}")
        board = game.board()
        games.append((Position(board.fen(), board.chess960), [move.uci() for move in game.mainline_moves()]))
    return games


class Tables(Protocol):
    """What python-chess calls a tablebase; both probes are for the side to move."""

    def probe_wdl(self, board: chess.Board) -> int: ...

    def probe_dtz(self, board: chess.Board) -> int: ...


def open_tables(folder: str) -> Callable[[Position], list[str]]:
    """Syzygy tables in a folder: of a position, the moves that keep its result and make headway."""
    import chess.syzygy

    try:
        tables = chess.syzygy.open_tablebase(folder)
    except OSError as error:
        raise ChessError(f"tables: {error}") from None
    return lambda position: best_by_tables(position, tables)


def best_by_tables(position: Position, tables: Tables) -> list[str]:
    """The moves with the best result, of winning ones those that are nearest to a capture, pawn move or mate. None where the
    tables do not know every position after a move."""
    board = to_board(position)
    ranked: dict[str, tuple[int, int]] = {}
    for move in board.legal_moves:
        board.push(move)
        try:
            wdl = 2 if board.is_checkmate() else -tables.probe_wdl(board)
            plies = 0 if board.is_checkmate() or board.halfmove_clock == 0 else abs(tables.probe_dtz(board))
        except KeyError:
            return []
        finally:
            board.pop()
        ranked[move.uci()] = (wdl, -plies if wdl > 0 else plies)
    best = max(ranked.values(), default=None)
    return [move for move, rank in ranked.items() if rank == best]
