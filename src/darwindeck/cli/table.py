"""The table in the terminal: shows what happens, asks people, and understands what they type."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from darwindeck.play.picking import Picking
    from darwindeck.play.session import Ply, Question, Session

HELP = "type a number, a card (KS, 10h) or a word; ? rules, t table, s score, l last trick, h hint, q leave"
PICK_HELP = "type cards or numbers in any order, one again to put it back, u to undo; Enter when you are done"
HINT_ITERATIONS = 10_000
CARD = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠])", re.IGNORECASE)
SUIT_COLORS = {"♣": "green", "♦": "yellow", "♥": "red", "♠": "cyan"}


class TerminalTable:
    """People at one keyboard. Each is shown only what that seat sees, and told what happened since the last look."""

    def __init__(self, session: Session, hint: bool = False, file: Path | None = None) -> None:
        from darwindeck.play.text import Narrator

        self.session, self.hint, self.file = session, hint, file
        self.game = session.game
        people = sorted(session.people)
        self.narrators = {seat: Narrator(self.game, seat, seat) for seat in people}
        self.untold: dict[int, list[str]] = {seat: [] for seat in people}
        self.shared = len(people) > 1
        self.looking = -1 if self.shared else people[0] if people else -1  # whose cards may be on the screen

    def greet(self, name: str) -> None:
        session = self.session
        who = [f"seat {seat} {name}" for seat, name in enumerate(session.names) if seat not in session.people]
        yours = ", ".join(map(str, sorted(session.people)))
        you = f"people at seats {yours}" if self.shared else f"you are seat {yours}"
        show([" · ".join([name, f"{self.game.seats} players", you, *([", ".join(who)] if who else []),
                          f"seed {session.seed}"]), HELP, ""])  # fmt: skip

    def leave(self) -> None:
        kept = f" The game is in {self.file}: darwindeck play --load {self.file}" if self.file else ""
        click.echo(f"\nYou left the table.{printable(kept)}")

    def run(self) -> None:
        """Until the game is over; click.Abort if somebody leaves."""
        for seat, narrator in self.narrators.items():
            self.untold[seat] += narrator.start(self.session.state)
        while True:
            for ply in self.session.advance():
                self.tell(ply)
            question = self.session.question
            if question is None:
                return self.end()
            for move in self.choose(question):
                self.tell(self.session.answer(move))

    def tell(self, ply: Ply) -> None:
        """To everybody, though each reads it when it is their turn to look."""
        for seat, narrator in self.narrators.items():
            self.untold[seat] += narrator.tell(ply)
        if self.file is not None:
            self.session.save(self.file)
        if self.looking >= 0:
            self.catch_up(self.looking)

    def catch_up(self, seat: int) -> None:
        show(self.untold[seat])
        self.untold[seat] = []

    def turn_to(self, seat: int) -> None:
        """Lets another person look, if it is another: the screen is cleared first and last."""
        if self.shared and seat != self.looking:
            click.clear()
            turn = f"Seat {seat}, it is your turn. Press Enter when only you look"
            if click.prompt(turn, default="", show_default=False) == "q":
                raise click.Abort
            click.clear()
            self.looking = seat
        self.catch_up(seat)

    def end(self) -> None:
        from darwindeck.play.text import Narrator

        if self.looking >= 0:
            self.catch_up(self.looking)
        everybody = Narrator(self.game)
        show((everybody if self.shared else self.narrators[self.looking]).end(self.session.state))

    def choose(self, question: Question) -> list[int]:
        """The moves of one choice. What is forced is not asked."""
        if len(question.options) == 1:
            return [question.options[0].move]
        self.turn_to(question.seat)
        self.show_table()
        picking = self.session.picking
        return [self.ask(question)] if picking is None else self.pick(question, picking)

    def ask(self, question: Question) -> int:
        """One of the options."""
        keys = self.offer(question)
        while True:
            answer = self.read("Your move", question)
            move = find_move(answer, keys, question)
            if move is not None:
                return move
            if answer:
                click.echo(f"Choose one of {len(question.options)}: {HELP}.")

    def pick(self, question: Question, picking: Picking) -> list[int]:
        """Several cards in any order, or another option, such as to pass."""
        cards = self.sort(picking.cards)
        other = [option for option in question.options if option.move not in picking.cards]
        keys = {str(number): card for number, card in enumerate(cards, 1)}
        keys |= {str(number): option.move for number, option in enumerate(other, len(cards) + 1)}
        texts = [card_text(card) for card in cards] + [option.text for option in other]
        self.offer_texts(question, [f"{number} {text}" for number, text in enumerate(texts, 1)])
        click.echo(PICK_HELP)
        while True:
            now = " ".join(card_text(card) for card in picking.picked) or "nothing yet"
            fault = picking.say_fault()
            ready = f"not yet: {fault}" if fault else "Enter plays them"
            answer = self.read(f"Picked: {now} ({ready})", question)
            if not answer and (moves := picking.moves()):
                return moves
            if (move := self.take(answer, keys, picking, question)) is not None:
                return [move]

    def take(self, answer: str, keys: dict[str, int], picking: Picking, question: Question) -> int | None:
        """Does what was typed to the picks; a move if another option was chosen."""
        if answer == "u":
            picking.undo()
            return None
        for word in answer.replace(",", " ").split():
            move = find_move(word, keys, question)
            card = parse_card(word) if move is None else move
            if card is None:
                click.echo(f"{printable(word)}: {PICK_HELP}; {HELP}.")
            elif card in picking.cards:
                picking.toggle(card)
            elif move is not None:
                return move
            else:
                click.echo(f"{card_text(card)} cannot be chosen here.")
        return None

    def offer(self, question: Question) -> dict[str, int]:
        """Shows the options; what to type for each. Numbers that are bid stand for themselves."""
        from darwindeck.engine.game import MOVES

        moves = [option.move for option in question.options]
        texts = {option.move: option.text for option in question.options}
        cards = [move for move in moves if move < MOVES["suit"]]
        order = [*self.sort(cards), *(move for move in moves if move not in cards)]
        first, last = MOVES["number"], MOVES["pass"]
        bids = all(first <= move < last and texts[move].startswith("bid") for move in moves)
        keys = {str(move - first if bids else number): move for number, move in enumerate(order, 1)}
        self.offer_texts(question, [key if bids else f"{key} {texts[move]}" for key, move in keys.items()])
        if self.hint:
            self.show_hints(question)
        return keys

    def offer_texts(self, question: Question, texts: list[str]) -> None:
        from rich.columns import Columns

        show(["", question.prompt if question.prompt.endswith("?") else f"{question.prompt}:"])
        console().print(Columns([paint(text) for text in texts], padding=(0, 3)))

    def read(self, what: str, question: Question) -> str:
        """What was typed, after keys that only show something."""
        while True:
            prompt = paint(what + ": ")
            console().print(prompt, end="", soft_wrap=True)
            answer = click.prompt("", default="", show_default=False, prompt_suffix="").strip()
            if answer in ("q", "quit"):
                raise click.Abort
            if not self.show_key(answer, question):
                return str(answer)

    def show_key(self, key: str, question: Question) -> bool:
        """Whether the key was one that only shows something."""
        narrator = self.narrators[question.seat]
        if key in ("h", "hint"):
            self.show_hints(question)
        elif key in ("?", "help"):
            self.show_rules()
        elif key in ("s", "score"):
            show(narrator.score(self.session.state) or ["Nothing is counted yet."])
        elif key in ("l", "last"):
            show([narrator.last_trick or "No trick was taken yet."])
        elif key in ("t", "table"):
            self.show_table()
        else:
            return False
        return True

    def show_table(self) -> None:
        show(self.narrators[self.looking].table(self.session.state))

    def show_rules(self) -> None:
        from darwindeck.explain.rules import rules_text

        from ..play.rulebooks import game_title

        show(rules_text(self.game.genome, game_title(self.game.genome)).splitlines())
        show(["", HELP])

    def show_hints(self, question: Question) -> None:
        """What a search of the player's own view thinks, best first."""
        texts = {option.move: option.text for option in question.options}
        hints = self.session.hints(HINT_ITERATIONS)
        show([f"A search of {HINT_ITERATIONS:,} games from what you know (result from -1, lost, to 1, won):"])
        show([f"  {hint.share:5.0%}  {hint.value:+.2f}  {texts[hint.move]}" for hint in hints[:5]])

    def sort(self, cards: Iterable[int]) -> list[int]:
        from darwindeck.play.order import sort_hand

        narrator = next(iter(self.narrators.values()))
        return sort_hand(cards, narrator.observer.context, self.game.snapshot(self.session.state)["trump"])


def find_move(answer: str, keys: dict[str, int], question: Question) -> int | None:
    """The move that was meant: a key, a card, the words of an option, or the beginning of only one."""
    if answer in keys:
        return keys[answer]
    legal = [option.move for option in question.options]
    if (card := parse_card(answer)) in legal:
        return card
    exact = [option.move for option in question.options if answer and answer in (option.text, option.text.split()[-1])]
    near = [option.move for option in question.options if len(answer) > 1 and option.text.startswith(answer.lower())]
    return exact[0] if len(exact) == 1 else near[0] if len(near) == 1 else None


def parse_card(text: str) -> int | None:
    """A card as people type it: KS, 10h, tc, Q♥."""
    from darwindeck.language.fields import RANKS, SUIT_SIGNS, SUITS

    if not (found := CARD.fullmatch(text.strip())):
        return None
    rank = {"T": "10"}.get(found[1].upper(), found[1].upper())
    suits = {sign: number for number, sign in enumerate(SUIT_SIGNS[suit] for suit in SUITS)}
    suit = suits[found[2]] if found[2] in suits else SUITS.index(found[2].upper())
    return suit * 16 + RANKS.index(rank)


def card_text(card: int) -> str:
    from darwindeck.engine.game import card_sign

    return card_sign(card)


def paint(line: str) -> Text:
    """A line with its cards in the colours of their suits; the console leaves colours out where nobody wants them."""
    from rich.text import Text

    text = Text(printable(line))
    for sign, color in SUIT_COLORS.items():
        text.highlight_regex(rf"(10|[2-9AJQK])?{sign}", color)
    return text


def console() -> Console:
    from rich.console import Console

    return Console(markup=False, highlight=False)


def show(lines: list[str]) -> None:
    for line in lines:
        console().print(paint(line), soft_wrap=True)
