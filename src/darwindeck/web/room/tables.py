"""Tables in play. The moves are kept in the store as they are made, and a table is built again from them when it is needed.

Nothing here decides a rule: a `Session` plays, a `Narrator` tells, a seat is shown its view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from secrets import randbelow, token_urlsafe
from typing import Any

from ...engine.game import Game
from ...engine.players import find_player
from ...genome.genome import GameGenome
from ...genome.text import format_genome, parse_genome
from ...play.session import Ply, Session
from ...play.text import Narrator
from .showing import Trick, seat_names, show_question, show_view, with_names
from .store import INVITED, OWNER, Key, Store, TableRow

Frame = dict[str, Any]  # what one seat receives of one ply
NOBODY = "random"  # stands for a person among the players; it is never asked


class LiveTable:
    """One game in play. Not for two threads at a time."""

    def __init__(self, row: TableRow, store: Store) -> None:
        self.row, self.store = row, store
        self._seat_everybody()
        for move in row.moves:
            self._tell(self.session.follow(move))

    def _seat_everybody(self) -> None:
        row = self.row
        game = Game(parse_genome(row.genome, row.id))
        self.session = Session(game, people=row.people, seed=row.seed, players=row.players)
        self.trick = Trick(game, row.people[0])
        self._swept = False
        self.log: dict[int, list[str]] = {}
        self._narrators = {seat: Narrator(game, viewer=seat, you=seat) for seat in row.people}
        for seat, narrator in self._narrators.items():
            self.log[seat] = [with_names(line, seat) for line in narrator.start(self.session.state)]

    @property
    def is_over(self) -> bool:
        return self.session.game.is_over(self.session.state)

    @property
    def to_move(self) -> int:
        return self.session.game.to_move(self.session.state)

    def answer(self, seat: int, move: int) -> dict[int, Frame]:
        """A person's move, for each person what they see of it. ValueError if it is not theirs to make."""
        if self.to_move != seat:
            raise ValueError("it is not your turn")
        return self._note(self.session.answer(move))

    def pick(self, seat: int, cards: Sequence[int]) -> Iterator[dict[int, Frame]]:
        """A person's choice of several cards, in any order; ValueError if it is none."""
        picking = self.session.picking
        if self.to_move != seat or picking is None:
            raise ValueError("several cards cannot be chosen now")
        for card in dict.fromkeys(cards):
            picking.toggle(card)
        moves = picking.moves()
        if moves is None:
            raise ValueError(picking.say_fault())
        for left, move in zip(reversed(range(len(moves))), moves, strict=True):
            frames = self.answer(seat, move)
            if left:
                frames[seat]["question"] = None  # it is answered already
            yield frames

    def advance(self) -> Iterator[dict[int, Frame]]:
        """The moves of the players, up to the next person's."""
        for ply in self.session.advance():
            yield self._note(ply)

    def undo(self, seat: int) -> None:
        """Takes back the seat's last choice and all that followed."""
        if not self.row.undo or len(self.row.people) != 1:
            raise ValueError("moves are not taken back at this table")
        kept = self._moves_before_last(seat)
        self._seat_everybody()
        for move in kept:
            self._tell(self.session.follow(move))
        self._save()

    def hints(self, seat: int) -> list[dict[str, Any]]:
        """What a search of the seat's view thinks, best first."""
        if self.to_move != seat:
            raise ValueError("it is not your turn")
        return [{"move": hint.move, "share": hint.share, "value": hint.value} for hint in self.session.hints()]

    def show(self, seat: int, lines: Sequence[str] | None = None) -> Frame:
        """All that a seat is shown now; `lines` of the log are new, None sends the whole log."""
        session = self.session
        question = session.question if self.to_move == seat else None
        return {
            "seat": seat,
            "view": show_view(session.game, session.state, seat, self.trick.played),
            "question": show_question(question, session.picking) if question else None,
            "log": self.log[seat] if lines is None else lines,
            "whole": lines is None,
            "last_trick": [[card, who] for card, who in self.trick.last.items()],
            "names": seat_names(self.row.players, self.row.people, seat, session.game.genome.teams),
            "ply": len(self.session.moves),
            "undo": self.row.undo and len(self.row.people) == 1,
        }

    def _note(self, ply: Ply) -> dict[int, Frame]:
        lines = self._tell(ply)
        self._save()
        return {seat: {**self.show(seat, lines[seat]), "swept": self._swept} for seat in self.row.people}

    def _tell(self, ply: Ply) -> dict[int, list[str]]:
        """What each person is told of a ply."""
        self._swept = self.trick.follow(ply)
        lines = {}
        for seat, narrator in self._narrators.items():
            told = [with_names(line, seat) for line in narrator.tell(ply)]
            if self.session.game.is_over(ply.after):
                told += [with_names(line, seat) for line in narrator.end(ply.after)]
            self.log[seat] += told
            lines[seat] = told
        return lines

    def _save(self) -> None:
        self.store.write_moves(self.row.id, bytes(self.session.moves), self.is_over)

    def _moves_before_last(self, seat: int) -> bytes:
        """The moves up to the seat's last choice; several cards that were chosen together are one."""
        game, state, last = self.session.game, self.session.game.start(seed=self.row.seed), None
        for number, move in enumerate(self.session.moves):
            if game.to_move(state) == seat and len(game.legal_moves(state)) > 1 and not state.continues:
                last = number
            state = game.apply(state, move)
        if last is None:
            raise ValueError("there is nothing to take back")
        return bytes(self.session.moves[:last])


def open_table(store: Store, game: str, genome: GameGenome, seats: Sequence[str], undo: bool) -> str:
    """A new table. `seats` says for each whether "you", somebody "here" or by "link", or which player; gives your key."""
    if len(seats) != genome.player_count:
        raise ValueError(f"the game has {genome.player_count} seats")
    people = [seat for seat, who in enumerate(seats) if who in ("you", "here", "link")]
    for who in seats:
        if who not in ("you", "here", "link"):
            find_player(who)
    own = [seat for seat in people if seats[seat] != "link"]
    if not own:
        raise ValueError("somebody must sit at this screen")
    table, key = token_urlsafe(12), token_urlsafe(18)
    players = [NOBODY if seat in people else who for seat, who in enumerate(seats)]
    row = TableRow(table, game, format_genome(genome), randbelow(2**53), tuple(people), tuple(players), undo)
    invited = [Key(token_urlsafe(18), table, (seat,), INVITED) for seat in people if seats[seat] == "link"]
    store.add_table(row, [Key(key, table, tuple(own), OWNER), *invited])
    return key
