"""Game: one game at a time. States are values; `apply` returns a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import _core
from ..compile.program import compile_genome
from ..errors import DarwinDeckError, DocumentError, GameError, SettingError
from ..genome.genome import GameGenome
from ..genome.text import load_genome
from ..judge.check import check
from ..language.fields import RANKS, SUIT_SIGNS, SUITS, card_id
from ..language.words import say_verb
from .saved import SavedGame, read_saved, write_saved

State = _core.State

SHARED_PILES = tuple(kind for kind, number in _core.PILES.items() if number < _core.PILES["hand"])
SEAT_PILES = tuple(kind for kind in _core.PILES if kind not in SHARED_PILES)
FIRST_SEAT_PILE, MOST_SEATS = _core.LIMITS["first_seat_pile"], 8
MOVES: dict[str, int] = _core.MOVES
ENDINGS = tuple(_core.ENDINGS)  # by number: they have no gaps
VERBS = {MOVES["flip"]: "turn up a card", MOVES["all_in"]: "go all in"} | {
    MOVES[verb]: verb
    for verb in ("pass", "done", "knock", "challenge", "accept", "check", "call", "fold", "double", "redouble")
}


def card_sign(card: int) -> str:
    """A card as people write it: 10♥."""
    return RANKS[card % 16] + suit_sign(card // 16)


def suit_sign(suit: int) -> str:
    return SUIT_SIGNS[SUITS[suit]]


@dataclass(frozen=True)
class Noted:
    """Something that happened between two choices, and how the table stood then (`Note` in genome/assembler.py).

    It is no position to play on from.
    """

    kind: str
    part: Any  # of the genome: a phase, a scoring rule, or None
    seat: int  # -1: nobody
    number: int  # -1: none
    state: State


class View:
    """What one seat knows. `as_dict` has the layout of docs/genome.md, section 12."""

    def __init__(self, native: _core.View) -> None:
        self.native = native

    @property
    def seat(self) -> int:
        return self.native.seat

    def as_dict(self) -> dict[str, Any]:
        return _arrange(self.native.fields(), self.native.payoffs, self.seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.native.bytes == other.native.bytes

    def __hash__(self) -> int:
        return hash(self.native.bytes)

    def __repr__(self) -> str:
        fields = self.native.fields()
        return f"<View of seat {self.seat}: turn {fields['turn']} of deal {fields['deal']}>"


class Game:
    """The rules of a genome, compiled. `genome` may be a known game's name or a file."""

    def __init__(self, genome: GameGenome | str) -> None:
        self.genome = load_genome(genome) if isinstance(genome, str) else genome
        check(self.genome).raise_errors()
        self.program = compile_genome(self.genome)
        self.seats = self.genome.player_count
        self.state_bytes: int = _core.STATE_BYTES

    def start(self, seed: int = 0, index: int = 0, deck: Sequence[str] | None = None) -> State:
        """Game `index` of the run `seed`, or a first deal from an explicit deck, top first."""
        if not 0 <= seed < 1 << 64 or not 0 <= index < 1 << 63:
            raise SettingError("seed and index: must be from 0 to 2^64 - 1")
        try:
            cards = [card_id(card) for card in deck or ()]
            return _core.start(self.program.program, seed, index, cards)
        except (ValueError, IndexError) as error:
            raise GameError(f"deck: {error}") from None

    def save(
        self,
        path: str | Path,
        moves: Sequence[int],
        seed: int = 0,
        index: int = 0,
        deck: Sequence[str] | None = None,
        players: Sequence[str] = (),
        people: Iterable[int] = (),
    ) -> None:
        """Writes a game in play to a file: these rules, what `start` was given, and all moves so far, each of which must be legal.

        `players` and `people` say who sits at the table, for whoever takes it up again.
        """
        saved = SavedGame(genome=self.genome, seed=seed, index=index, deck=tuple(deck or ()), moves=tuple(moves),
                          players=tuple(players), people=tuple(sorted(people)))  # fmt: skip
        self._replay(saved)
        write_saved(Path(path), saved)

    @classmethod
    def load(cls, path: str | Path) -> tuple[Game, State, SavedGame]:
        """A game that was saved: its rules, how it stands, and the seed, deck and moves that it was saved with."""
        saved = read_saved(Path(path))
        try:
            game = cls(saved.genome)
            return game, game._replay(saved), saved
        except DarwinDeckError as error:
            raise DocumentError(f"{path}: {error}") from None

    def _replay(self, saved: SavedGame) -> State:
        state = self.start(saved.seed, saved.index, saved.deck)
        for number, move in enumerate(saved.moves):
            try:
                state = self.apply(state, move)
            except GameError as error:
                raise GameError(f"moves[{number}]: {error}") from None
        return state

    def __reduce__(self) -> tuple[type[Game], tuple[GameGenome]]:
        return Game, (self.genome,)

    def __repr__(self) -> str:
        return f"<Game {self.genome.genome_id}: {self.seats} seats>"

    def legal_moves(self, state: State) -> list[int]:
        return _core.legal_moves(state)

    def apply(self, state: State, move: int) -> State:
        try:
            return _core.apply(state, move)
        except ValueError as error:
            raise GameError(str(error)) from None

    def trace(self, state: State, move: int) -> list[Noted]:
        """What happens on the way from this move to the next choice, in order: tricks won, hands shown, deals scored."""
        notes = self.program.notes
        found = []
        for place, then in _core.trace(state, move, list(notes)):
            for note in notes[place]:
                seat = then.seat_variables[note.seat] if note.seat >= 0 else -1
                number = then.registers[note.number] if note.number >= 0 else -1
                found.append(Noted(note.kind, note.part, seat if seat < self.seats else -1, number, then))
        return found

    def is_over(self, state: State) -> bool:
        return state.is_over

    def to_move(self, state: State) -> int:
        """The seat to move, or -1 when the game is over."""
        return state.to_move

    def payoffs(self, state: State) -> list[float]:
        return state.payoffs

    def ending(self, state: State) -> str | None:
        return ENDINGS[state.ending] if state.is_over else None

    def winners(self, state: State) -> list[int]:
        return [seat for seat in range(self.seats) if state.winners >> seat & 1]

    def view(self, state: State, seat: int) -> View:
        try:
            return View(_core.view(state, seat))
        except ValueError as error:
            raise GameError(str(error)) from None

    def redeal(self, view: View, seed: int) -> State:
        """A state the view's seat cannot tell from the true one."""
        return _core.redeal(view.native, seed)

    def snapshot(self, state: State) -> dict[str, Any]:
        """Everything, hidden cards too. For tests and for replays of finished games."""
        return _arrange(_core.snapshot(state), state.payoffs, None)

    def perft(self, state: State, depth: int) -> int:
        """Number of move sequences of this length; where the game ends sooner, one for each end."""
        return _core.perft(state, depth)

    def prompt(self, state: State) -> str:
        """What the seat to move is asked."""
        if state.is_over:
            return ""
        rank, suit = state.claim
        names = {"{rank}": RANKS[rank % 13], "{suit}": suit_sign(suit % 4)}
        prompt = self.program.prompts[state.prompt]
        for name, value in names.items():
            prompt = prompt.replace(name, value)
        prompt = prompt.partition("|")[0]
        told, _, passing = prompt.rpartition(" or ")
        if passing == "pass" and MOVES["pass"] not in self.legal_moves(state):
            return told.rstrip(",")
        return prompt

    def list_ways(self, state: State) -> list[str]:
        """What the numbers that the seat to move may choose stand for, from 0 on, where they are no mere numbers."""
        return self.program.prompts[state.prompt].split("|")[1:]

    def describe(self, state: State, move: int) -> str:
        """A move in words."""
        return describe_move(self, state, move)

    def list_executed_ops(self) -> set[str]:
        """Names of the ops run so far by `start` and `apply` on this program."""
        return {name for name, ran in zip(_core.OP_NAMES, self.program.program.executed, strict=True) if ran}


def describe_move(game: Game, state: State, move: int) -> str:
    """A move in words."""
    if move < MOVES["suit"]:
        return f"{say_verb(game.prompt(state))} {card_sign(move)}"
    if move < MOVES["rank"]:
        return f"name {suit_sign(move - MOVES['suit'])}"
    if move < MOVES["seat"]:
        asked = game.prompt(state).partition(" a rank")[0].lower()  # Ask for a rank
        return f"{asked} {RANKS[move - MOVES['rank']]}"
    if move < MOVES["number"]:
        if move - MOVES["seat"] == state.to_move:  # who names oneself does what was asked
            return game.prompt(state).partition(" (")[0].lower()
        return f"{game.prompt(state).split()[0].lower()} seat {move - MOVES['seat']}"
    if move < MOVES["pass"]:
        number = move - MOVES["number"]
        return describe_contract(number) if "contract" in game.prompt(state) else describe_number(game, state, number)
    if move >= MOVES["bet"]:
        return describe_bet(state, move)
    if move == MOVES["draw"]:
        return "draw from the stock" if game.prompt(state) == "Draw" else game.prompt(state).lower()
    if move == MOVES["take"]:
        return "take the cards" if game.prompt(state).startswith("Beat") else "take the top card of the discard pile"
    return VERBS.get(move, f"move {move}")


def describe_contract(number: int) -> str:
    """A bid of an auction: how many tricks, with which trumps."""
    level, strain = divmod(number, len(SUITS) + 1)
    return f"bid {level + 1} {suit_sign(strain) if strain < len(SUITS) else 'no trumps'}"


def describe_number(game: Game, state: State, number: int) -> str:
    if ways := game.list_ways(state):
        return ways[number]
    melds = _core.melds(state, number)
    if not melds:
        return f"bid {number}"
    return f"lay down {', '.join(' '.join(card_sign(card) for card in meld) for meld in reversed(melds))}"


def describe_bet(state: State, move: int) -> str:
    paid = _core.bet_size(state, move)
    return f"bet {paid}" if move < MOVES["raise"] else f"raise, paying {paid}"


def _arrange(raw: dict[str, Any], payoffs: list[float], seat: int | None) -> dict[str, Any]:
    """What the core tells of a table, with piles and seats by name and sets of cards as lists."""
    seats = len(payoffs)
    piles = [_pile(*fields) for fields in raw["piles"]]
    named: dict[str, Any] = {name: piles[index] for index, name in enumerate(SHARED_PILES)}
    for kind, name in enumerate(SEAT_PILES):
        first = FIRST_SEAT_PILE + MOST_SEATS * kind
        named[name] = piles[first : first + seats]
    result = dict(raw, seat=seat, payoffs=payoffs, piles=named)
    result["at_least"] = [[seat, _cards(word)] for seat, word in raw["at_least"]]
    result["lacks"] = [_cards(word) for word in raw["lacks"]]
    result["pooled"] = [_cards(word) for word in raw["pooled"]]
    result["ending"] = ENDINGS[raw["ending"]] if raw["ending"] else None
    return result


def _pile(count: int, word: int, order: list[int] | None) -> dict[str, Any]:
    return {"count": count, "known": _cards(word), "order": order}


def _cards(word: int) -> list[int]:
    cards = []
    while word:
        cards.append((word & -word).bit_length() - 1)
        word &= word - 1
    return cards


__all__ = ["Game", "State", "View", "card_sign"]
