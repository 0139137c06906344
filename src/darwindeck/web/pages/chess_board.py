"""The chess board: positions, games and what a search thinks, for a page that knows no rules."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...chess import START_FEN, Position, Search
from ...chess.notation import MOST_PGN, move_to_san, read_pgn, squares_of, write_pgn
from ...errors import ChessError
from ..room.house import House
from .frame import choice, page
from .markup import element

Text = Annotated[str, Meta(max_length=200)]
LINES, LONGEST = 5, 8  # moves whose lines are shown, and how much of each
STRENGTHS = (("200", "weak"), ("2000", "medium"), ("20000", "strong"))


class BoardGame(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A game so far: where it began, and its moves."""

    fen: Text = START_FEN
    moves: Annotated[list[Annotated[str, Meta(max_length=6)]], Meta(max_length=1200)] = []
    iterations: Annotated[int, Meta(ge=10, le=50_000)] = 1000


class WrittenGame(msgspec.Struct, forbid_unknown_fields=True):
    pgn: Annotated[str, Meta(max_length=MOST_PGN)]


Body = TypeVar("Body", BoardGame, WrittenGame)


async def read_body(request: Request, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ChessError(f"that is no game: {error}") from None


def position_of(game: BoardGame) -> Position:
    position = Position(game.fen)
    for move in game.moves:
        position.push(move)
    return position


def board_data(game: BoardGame) -> dict[str, Any]:
    """All that the page draws of a position."""
    position, written = Position(game.fen), []
    for move in game.moves:
        written.append(move_to_san(position, move))
        position.push(move)
    outcome = position.outcome(claim_draw=True)
    return {
        "fen": position.fen(), "start": game.fen, "moves": game.moves, "san": written, "turn": position.turn, "check": position.is_check(),
        "pieces": squares_of(position.fen()), "legal": [] if outcome else position.legal_moves(),
        "outcome": None if outcome is None else f"{outcome.result} by {outcome.reason.replace('_', ' ')}",
        "pgn": write_pgn(game.fen, game.moves),
    }  # fmt: skip


def think(game: BoardGame) -> dict[str, Any]:
    """What a search thinks: the best moves with their visits, and the line that it expects after each."""
    position = position_of(game)
    search = Search(position)
    found = search.grow(game.iterations)
    best = [
        {"move": each.move, "san": move_to_san(position, each.move), "visits": each.visits, "value": each.value, "mate": each.mate,
         "line": write_line(position, search.line(each.move))}
        for each in found.opinions[:LINES]
    ]  # fmt: skip
    sign = 1 if position.turn == "white" else -1
    return {"best": best, "iterations": found.iterations, "white": sign * found.best.value}


def write_line(position: Position, moves: list[str]) -> list[str]:
    """Moves one after the other, as people write them."""
    walker, line = position.copy(), []
    for move in moves[:LONGEST]:
        line.append(move_to_san(walker, move))
        walker.push(move)
    return line


async def show_board(house: House, request: Request) -> Response:
    tools = element(
        "div",
        choice("side", "You play", [("white", "white"), ("black", "black"), ("both", "both sides")]),
        choice("strength", "The machine is", list(STRENGTHS), "2000"),
        element("button", "New game", id="new", type="button"), element("button", "Take back", id="undo", type="button"),
        element("button", "Turn board", id="flip", type="button"), class_="seats",
    )  # fmt: skip
    right = element(
        "aside",
        element("section", element("h2", "What the machine thinks"), element("p", "", id="verdict"), element("table", "", id="best"), class_="panel"),
        element("section", element("h2", "Moves"), element("p", "", id="moves"), class_="panel"),
        element("section", element("h2", "Position and game"),
            element("label", element("span", "FEN: change it to set up any position"), element("input", id="fen", spellcheck="false")),
            element("label", element("span", "PGN: paste a game, or copy this one"), element("textarea", "", id="pgn", rows=5, spellcheck="false")),
            element("p", "", id="fault", class_="error", role="alert"), class_="panel"),
    )  # fmt: skip
    board = element("div", element("div", "", id="evaluation", class_="evaluation", role="img"), element("div", "", id="board", class_="board", role="grid", aria_label="Chess board"), class_="board-row")  # fmt: skip
    left = element("div", tools, board, element("p", "", id="status", role="status", class_="lead"))
    return page("Chess", element("div", left, right, class_="columns chess"), scripts=("chess.js",), here="/chess")


async def give_position(house: House, request: Request) -> Response:
    return JSONResponse(board_data(await read_body(request, BoardGame)))


async def give_thoughts(house: House, request: Request) -> Response:
    return JSONResponse(await house.work(think, await read_body(request, BoardGame)))


async def give_game(house: House, request: Request) -> Response:
    fen, moves = read_pgn((await read_body(request, WrittenGame)).pgn)
    return JSONResponse(board_data(BoardGame(fen=fen, moves=moves)))


def chess_routes(house: House) -> list[BaseRoute]:
    return [
        Route("/chess", partial(show_board, house)),
        Route("/chess/position", partial(give_position, house), methods=["POST"]),
        Route("/chess/think", partial(give_thoughts, house), methods=["POST"]),
        Route("/chess/pgn", partial(give_game, house), methods=["POST"]),
    ]
