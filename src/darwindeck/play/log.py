"""A game that was played, as JSON: its rules, every table or view on the way, and every move. docs/doors.md describes it.

Whoever reads it elsewhere needs no random numbers of ours: all that chance did stands in the tables. Here it can be
played again, and every table is compared. The types below are the schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..engine.game import Game, State
from ..engine.players import PlayerLike, name_of
from ..errors import DocumentError
from ..files.read import explain_malformed, find_repeated_key, read_document
from ..files.write import write_atomic
from ..genome.genome import GameGenome
from ..language.fields import Text
from .session import Ply, replay

MOST_BYTES = 64 << 20
Card = Annotated[int, Meta(ge=0, le=63)]
Move = Annotated[int, Meta(ge=0, le=255)]
Cards = tuple[Card, ...]


class LogPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All fields must be there, and no others."""


class PileData(LogPart, frozen=True, kw_only=True):
    """`order`: the cards from the top on, where their order is known."""

    count: int
    known: Cards
    order: Cards | None


class PilesData(LogPart, frozen=True, kw_only=True):
    """The piles that all share, then those of the seats."""

    deck: PileData
    discard: PileData
    tableau: PileData
    trick: PileData
    aside: PileData
    turned: PileData
    hand: tuple[PileData, ...]
    capture_zone: tuple[PileData, ...]
    front: tuple[PileData, ...]
    picked: tuple[PileData, ...]


class TableData(LogPart, frozen=True, kw_only=True):
    """A table with every card, or what the seat `seat` knows of it: what docs/genome.md lists in section 12."""

    seat: int | None
    to_move: int
    turn: int
    deal: int
    dealer: int
    direction: int
    trump: int
    named_suit: int
    broken: bool
    total: int
    declarer: int
    titles: tuple[int, ...]
    scores: tuple[int, ...]
    chips: tuple[int, ...]
    bets: tuple[int, ...]
    contributions: tuple[int, ...]
    folded: tuple[bool, ...]
    out: tuple[bool, ...]
    tricks: tuple[int, ...]
    bids: tuple[int, ...]
    bags: tuple[int, ...]
    lacks: tuple[Cards, ...]
    pooled: tuple[Cards, ...]
    at_least: tuple[tuple[int, Cards], ...]
    piles: PilesData
    ending: str | None
    payoffs: tuple[float, ...]


class LoggedPly(LogPart, frozen=True, kw_only=True):
    """A move, the moves that were legal, the move in words, and the table after it.

    In the log of one seat the moves of others have neither number nor words: what they did is seen in the view.
    """

    seat: int
    move: Move | None
    legal: tuple[Move, ...]
    text: str
    after: TableData


class GameLog(LogPart, frozen=True, kw_only=True):
    """A whole game. The log of one seat (`viewer`) does not say how the cards were dealt."""

    format: Literal["darwindeck-log-1"] = "darwindeck-log-1"
    genome: GameGenome
    viewer: int | None
    seed: Annotated[int, Meta(ge=0)] | None
    index: Annotated[int, Meta(ge=0)] | None
    players: Annotated[tuple[Text, ...], Meta(max_length=8)]
    start: TableData
    plies: tuple[LoggedPly, ...]
    ending: str | None
    winners: tuple[int, ...]
    payoffs: tuple[float, ...]


def make_log(
    game: Game, seed: int, index: int, players: Sequence[PlayerLike] = ("random",), viewer: int | None = None
) -> GameLog:
    """The game that `simulate` plays there; with `viewer`, only what that seat sees of it."""
    start = game.start(seed=seed, index=index)
    plies = list(replay(game, seed, index, players))
    end = plies[-1].after if plies else start
    return GameLog(
        genome=game.genome,
        viewer=viewer,
        seed=seed if viewer is None else None,
        index=index if viewer is None else None,
        players=tuple(map(name_of, players)),
        start=look_at(game, start, viewer),
        plies=tuple(_log_plies(game, start, plies, viewer)),
        ending=game.ending(end),
        winners=tuple(game.winners(end)),
        payoffs=tuple(game.payoffs(end)),
    )


def look_at(game: Game, state: State, viewer: int | None) -> TableData:
    """A state as data: all of it, or what one seat knows."""
    seen = game.snapshot(state) if viewer is None else game.view(state, viewer).as_dict()
    return msgspec.convert(seen, TableData)


def _log_plies(game: Game, start: State, plies: list[Ply], viewer: int | None) -> Iterator[LoggedPly]:
    """All moves; for a viewer its own, and what others did as far as it changed what the viewer sees."""
    last = look_at(game, start, viewer)
    for ply in plies:
        after = look_at(game, ply.after, viewer)
        if viewer in (None, ply.seat):
            legal, text = tuple(game.legal_moves(ply.before)), game.describe(ply.before, ply.move)
            yield LoggedPly(seat=ply.seat, move=ply.move, legal=legal, text=text, after=after)
        elif after != last:
            yield LoggedPly(seat=ply.seat, move=None, legal=(), text="", after=after)
        last = after


def follow_log(log: GameLog) -> tuple[Game, State, list[Ply]]:
    """Plays a log again: its game, the first state and all plies. Whatever comes out otherwise is an error that says where."""
    if log.seed is None or log.index is None or log.viewer is not None:
        raise DocumentError("viewer: what one seat saw of a game cannot be played again")
    game = Game(log.genome)
    state = start = game.start(log.seed, log.index)
    _compare("start", look_at(game, start, None), log.start)
    plies = []
    for number, logged in enumerate(log.plies):
        where = f"plies[{number}]"
        if logged.move not in game.legal_moves(state):
            raise DocumentError(f"{where}.move: {logged.move} is not legal here")
        _compare(f"{where}.legal", tuple(game.legal_moves(state)), logged.legal)
        after = game.apply(state, logged.move)
        _compare(f"{where}.seat", state.to_move, logged.seat)
        _compare(f"{where}.after", look_at(game, after, None), logged.after)
        plies.append(Ply(logged.seat, logged.move, state, after))
        state = after
    _compare("winners", tuple(game.winners(state)), log.winners)
    _compare("payoffs", tuple(game.payoffs(state)), log.payoffs)
    _compare("ending", game.ending(state), log.ending)
    return game, start, plies


def _compare(where: str, ours: Any, theirs: Any) -> None:
    """Finds the first place where the log says something else than the engine."""
    if isinstance(ours, LogPart) and isinstance(theirs, LogPart):
        for name in ours.__struct_fields__:
            _compare(f"{where}.{name}", getattr(ours, name), getattr(theirs, name))
    elif ours != theirs:
        raise DocumentError(f"{where}: the log says {theirs}, the rules say {ours}")


def write_log(path: Path, log: GameLog) -> None:
    write_atomic(path, msgspec.json.encode(log) + b"\n")


def read_log(path: Path) -> GameLog:
    """What `write_log` wrote; anything else is an error that says where."""
    text = read_document(path, MOST_BYTES)
    try:
        log = msgspec.json.decode(text, type=GameLog)
    except msgspec.ValidationError as error:
        raise DocumentError(f"{path}: not the log of a game: {error}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise DocumentError(f"{path}: not JSON: {explain_malformed(text, str(error))}") from None
    if twice := find_repeated_key(text):
        raise DocumentError(f"{path}: {twice}: stands twice in one object")
    return log


def log_schema() -> dict[str, Any]:
    """The JSON Schema of logs; those of views and tables are among its definitions."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(GameLog)}
