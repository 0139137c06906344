"""Moves and games of chess as people write them: SAN (Nf3, exd5, O-O) and PGN. Read by trying every legal move."""

from __future__ import annotations

import re
from collections.abc import Sequence

from darwindeck.errors import ChessError

from .position import START_FEN, Position, quote

MOST_PGN = 100_000  # letters
COMMENT = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+")
TAG = re.compile(r'^\s*\[(\w+)\s+"([^"]*)"\]\s*$', re.MULTILINE)
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def squares_of(fen: str) -> dict[str, str]:
    """Which piece stands where, by the names of squares."""
    found = {}
    for rank, row in zip("87654321", fen.split()[0].split("/"), strict=True):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                found[f"{'abcdefgh'[file]}{rank}"] = sign
                file += 1
    return found


def move_to_san(position: Position, move: str) -> str:
    """A legal move in standard algebraic notation."""
    pieces = squares_of(position.fen())
    origin, target, promotion = move[:2], move[2:4], move[4:]
    piece = pieces[origin].upper()
    after = position.copy().push(move)
    mark = "" if not after.is_check() else "+" if after.legal_moves() else "#"
    if piece == "K" and (
        abs(ord(origin[0]) - ord(target[0])) > 1 or pieces.get(target) == ("R" if pieces[origin] == "K" else "r")
    ):
        return ("O-O" if target[0] > origin[0] else "O-O-O") + mark
    takes = "x" if target in pieces or (piece == "P" and origin[0] != target[0]) else ""
    if piece == "P":
        start = origin[0] if takes else ""
        return f"{start}{takes}{target}{f'={promotion.upper()}' if promotion else ''}{mark}"
    return f"{piece}{_tell_apart(position, pieces, move)}{takes}{target}{mark}"


def _tell_apart(position: Position, pieces: dict[str, str], move: str) -> str:
    """File, rank or both of the origin, where another piece of the kind could go to the same square."""
    origin, target = move[:2], move[2:4]
    others = [
        other[:2] for other in position.legal_moves()
        if other[2:4] == target and other[:2] != origin and pieces[other[:2]] == pieces[origin]
    ]  # fmt: skip
    if not others:
        return ""
    if all(other[0] != origin[0] for other in others):
        return origin[0]
    return origin[1] if all(other[1] != origin[1] for other in others) else origin


def san_to_move(position: Position, text: str) -> str:
    """The legal move that somebody wrote, in SAN or as in UCI."""
    wanted = text.rstrip("+#!?").replace("0", "O") if text.startswith("0-0") else text.rstrip("+#!?")
    for move in position.legal_moves():
        if wanted in (move, move_to_san(position, move).rstrip("+#")):
            return move
    raise ChessError(f"{quote(text)} is no legal move in {position.fen()}")


def write_pgn(fen: str, moves: Sequence[str]) -> str:
    """A game from a position on, as PGN."""
    position = Position(fen)
    start, number = position.copy(), int(position.fen().split()[5])
    words = []
    for move in moves:
        if position.turn == "white":
            words.append(f"{number}.")
        elif not words:
            words.append(f"{number}...")
        words.append(move_to_san(position, move))
        number += position.turn == "black"
        position.push(move)
    outcome = position.outcome(claim_draw=True)
    result = outcome.result if outcome is not None else "*"
    tags = [("Event", "DarwinDeck"), ("Result", result)]
    if start.fen() != Position().fen():
        tags += [("SetUp", "1"), ("FEN", start.fen())]
    return "\n".join(f'[{name} "{value}"]' for name, value in tags) + f"\n\n{' '.join([*words, result])}\n"


def read_pgn(text: str) -> tuple[str, list[str]]:
    """The position that a game begins with, and its moves; comments are skipped, variations are not read."""
    if len(text) > MOST_PGN:
        raise ChessError("a PGN of more than 100,000 letters is not read")
    tags = dict(TAG.findall(text))
    body = COMMENT.sub(" ", TAG.sub(" ", text))
    while (shorter := re.sub(r"\([^()]*\)", " ", body)) != body:
        body = shorter
    fen = tags.get("FEN", START_FEN)
    position, moves = Position(fen), []
    for word in re.sub(r"\d+\.+", " ", body).split():
        if word in RESULTS:
            break
        moves.append(san_to_move(position, word))
        position.push(moves[-1])
    return fen, moves
