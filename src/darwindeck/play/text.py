"""A game as text: what each ply did and what lies on the table, as one seat sees it or with every card known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..engine.game import MOVES, Game, State, card_sign, suit_sign
from ..engine.players import PlayerLike
from ..language.facts import Makes
from ..language.words import list_words, say_verb
from .events import Happening, Observer, find_turned_card
from .order import sort_hand
from .picking import CARD_MOVES, DONE, is_same_choice
from .piles import name_piles, say_pile, say_stack
from .scene import Scene, ViewDict, card_places, cards_text, count_text, pile_text
from .session import Ply, replay
from .wording import Wording, say_status

# How a game ended, after "Game over"; one that was won by its rules needs no word.
ENDING_WORDS = {
    "decided": "",
    "turn_limit": " at the limit of turns",
    "deal_limit": " after the last deal",
    "stalemate": ": nobody could do anything more",
    "runaway": ": it would never have ended",
    "unfinished": ", unfinished",
}


def playthrough(game: Game, start: State, plies: Iterable[Ply], seat: int | None = None) -> Iterator[str]:
    """A whole game, a line a ply, under headings for deals and turns; with `seat`, only what that seat sees."""
    narrator = Narrator(game, seat)
    yield from narrator.start(start)
    state = start
    for ply in plies:
        yield from narrator.tell(ply)
        state = ply.after
    yield from narrator.end(state)


def retell(
    game: Game, seed: int, index: int, players: Sequence[PlayerLike], seat: int | None = None, most: int | None = None
) -> dict[str, Any]:
    """The game that `simulate` plays there, as plain data; its story goes up to `most` plies.

    With `seat` it is what that seat sees, so moves are left out.
    """
    plies = list(replay(game, seed, index, players))
    start = game.start(seed=seed, index=index)
    end = plies[-1].after if plies else start
    return {
        "seed": seed,
        "index": index,
        **({"moves": [ply.move for ply in plies]} if seat is None else {}),
        "ending": game.ending(end),
        "winners": game.winners(end),
        "payoffs": list(game.payoffs(end)),
        "story": list(playthrough(game, start, plies[:most], seat)),
    }


class Narrator:
    """Turns plies into lines for one viewer; `viewer` None sees everything, `you` is addressed as such."""

    def __init__(
        self, game: Game, viewer: int | None = None, you: int | None = None, players: Sequence[str] = ()
    ) -> None:
        self.game = game
        self.viewer = viewer
        named = [f"seat {seat}" for seat in range(game.seats)]
        if players:
            named = [f"{name} ({player})" for name, player in zip(named, players, strict=True)]
        self.names = tuple("you" if seat == you else name for seat, name in enumerate(named))
        self.observer = Observer(game, viewer)
        self.words = Wording(self.observer.context, self.names, self.observer.heads)
        self.last_trick = ""
        self._turn, self._turn_seat = -1, -1  # of the last ply
        self._deal_turn = 0  # the last one before the deal began
        self._picked: list[int] = []  # cards of a choice that goes on
        self._last: Scene | None = None
        self._trick: list[int] = []  # in the order played

    def start(self, state: State) -> list[str]:
        return self._deal_lines(self._scene(state).seen)

    def tell(self, ply: Ply) -> list[str]:
        """The turn's heading if it is a new one, the ply with its consequences, what decided the deal if it is over, and
        the next deal if one began. A choice of several cards is told as one, with its last ply."""
        if is_same_choice(ply.before, ply.after):
            self._picked.append(ply.move)
            return []
        before, after = self._scene(ply.before), self._scene(ply.after)
        turn = before.all["turn"]
        heading = turn_text(turn, self._deal_turn)
        lines = [] if turn == self._turn else [heading + self._name_passed_seats(ply.seat, before.all)]
        if lines:
            self._turn, self._turn_seat = turn, ply.seat
        lying = after.all["piles"]["trick"]["known"]
        self._trick = [card for card in self._trick if card in lying]
        self._trick += [card for card in lying if card not in self._trick]
        turned = find_turned_card(ply, before.all)
        named = [turned] if turned >= 0 else [*self._picked, *([ply.move] if ply.move < CARD_MOVES else [])]
        happened = self.observer.watch(ply, before, after, named)
        said = f"turn up {card_sign(turned)}" if turned >= 0 else self._move_text(ply, happened)
        said = self._name_drawn_cards(ply, happened) or said
        self._picked = []
        lines.append("; ".join([f"  {self.names[ply.seat]}: {said}", *map(self.words.say, happened.at_once)]))
        lines += [f"    {self.words.say(event)}" for event in happened.deciding]
        for event in (event for event in happened.at_once if event.kind == "trick"):
            self.last_trick = self.words.say(event)
        if happened.deal_over:
            lines += self._deal_end_lines(happened, before, after)
        if after.all["deal"] > before.all["deal"] and not self.game.is_over(ply.after):
            self._turn, self._deal_turn = -1, turn
            lines += self._deal_lines(after.seen)
        return lines

    def end(self, state: State) -> list[str]:
        winners = [self.names[seat] for seat in self.game.winners(state)]
        ending = ENDING_WORDS.get(self.game.ending(state) or "unfinished", "")
        lines = ["", f"Game over{ending}. {'Won by ' + list_words(winners) if winners else 'Nobody won'}."]
        return lines + self.words.say_result(self._scene(state).all)

    def table(self, state: State) -> list[str]:
        """What lies on the table, as the viewer sees it."""
        view = self._scene(state).seen
        lines = ["", turn_text(view["turn"], self._deal_turn) + self._trump_text(view)]
        for seat in range(self.game.seats):
            lines.append(f"  {self.names[seat]}: {', '.join(self._seat_parts(view, seat))}")
        for pile, name in self.words.shared.items():
            if view["piles"][pile]["count"]:
                lines.append(f"  {name}: {self._trick_text(view) if pile == 'trick' else self._pile_text(view, pile)}")
        if pot := sum(view["contributions"]):
            lines.append(f"  the pot: {count_text(pot, 'chip')}")
        return lines

    def score(self, state: State) -> list[str]:
        """Scores and chips, where they count."""
        return self.words.say_totals(self._scene(state).seen)

    def _scene(self, state: State) -> Scene:
        if self._last is None or self._last.state is not state:
            self._last = Scene(self.game, state, self.viewer)
        return self._last

    def _deal_lines(self, view: ViewDict) -> list[str]:
        lines = ["", f"Deal {view['deal'] + 1}, {self.names[view['dealer']]} dealt{self._trump_text(view)}"]
        for seat, name in enumerate(self.names):
            lines.append(f"  {name}: {', '.join(self._cards_of(view, seat))}")
        for pile in ("tableau", "discard", "turned"):
            if view["piles"][pile]["count"]:
                lines.append(f"  {self.words.shared[pile]}: {self._pile_text(view, pile)}")
        return lines

    def _deal_end_lines(self, happened: Happening, before: Scene, after: Scene) -> list[str]:
        """What the deal has brought, rule by rule, and the totals if another deal follows.

        Chips that already lie in the next pot are counted to whoever paid them.
        """
        number, over = before.all["deal"] + 1, self.game.is_over(after.state)
        told = [f"  {line}" for line in self.words.say_scores(happened.scoring)]
        heading = [f"End of deal {number}"] if told or not over else []
        if over:
            return heading + told
        stakes = [chips + paid for chips, paid in zip(after.all["chips"], after.all["contributions"], strict=True)]
        return [*heading, *told, *self.words.say_totals(after.all | {"chips": stakes})]

    def _name_passed_seats(self, seat: int, view: ViewDict) -> str:
        """Whose turns have passed since the last ply because they could not play, as part of a heading."""
        passed = view["turn"] - self._turn - 1
        if self._turn < 1 or passed < 1:
            return ""
        round_table = [(self._turn_seat + view["direction"] * step) % self.game.seats for step in range(1, passed + 1)]
        names = [self.names[other] for other in round_table if other != seat]
        return f" ({list_words(names)} could not play)" if len(names) == passed < self.game.seats else ""

    def _name_drawn_cards(self, ply: Ply, happened: Happening) -> str:
        """The move of whoever draws or takes cards, with the cards; empty for other moves. It is then told in full."""
        first = happened.at_once[0] if happened.at_once else None
        if ply.move not in (MOVES["draw"], MOVES["take"]) or first is None or first.place != ("hand", ply.seat):
            return ""
        if first.source is None:
            return ""
        del happened.at_once[0]
        verb = self.game.describe(ply.before, ply.move).split()[0]
        return f"{verb} {self.words.say_cards(first)} from {self.words.shared[first.source[0]]}"

    def _trump_text(self, view: ViewDict) -> str:
        """Trump and named suit, where there are such."""
        trump = "" if view["trump"] < 0 else f", trump {suit_sign(view['trump'])}"
        return trump if view["named_suit"] < 0 else f"{trump}, named {suit_sign(view['named_suit'])}"

    def _cards_of(self, view: ViewDict, seat: int) -> list[str]:
        """The piles of a seat that have cards, its hand first; an empty hand is told if there is nothing else."""
        piles = view["piles"]
        others = [
            f"{what}: {say_pile(pile, piles[pile][seat], self.observer.context)}"
            for pile, what in name_piles(self.observer.context).items()
            if piles[pile][seat]["count"]
        ]
        hand = piles["hand"][seat]
        return [self._hand_text(view, hand), *others] if hand["count"] or not others else others

    def _seat_parts(self, view: ViewDict, seat: int) -> list[str]:
        """What a line about one seat says: its cards, and those numbers that are not 0 for all."""
        parts = self._cards_of(view, seat)
        for numbers, what in (("scores", "score"), ("tricks", "tricks"), ("chips", "chips"), ("bets", "bet")):
            if any(view[numbers]):
                parts.append(f"{what} {view[numbers][seat]}")
        return parts + say_status(view, seat, self.observer.context)

    def _pile_text(self, view: ViewDict, pile: str) -> str:
        return say_pile(pile, view["piles"][pile], self.observer.context)

    def _trick_text(self, view: ViewDict) -> str:
        """The cards of a trick in the order in which they were played, if all of them were told."""
        trick = view["piles"]["trick"]
        told = sorted(self._trick) == sorted(trick["known"]) and len(self._trick) == trick["count"]
        if not (told and self.observer.context.has(Makes.TRICKS)):
            return pile_text(trick)
        led, *others = (cards_text([card]) for card in self._trick)
        return f"led {led}{', then ' * bool(others)}{' '.join(others)}"

    def _hand_text(self, view: ViewDict, hand: ViewDict) -> str:
        """Cards as people hold them; those of a queue have an order of their own."""
        if hand["order"] is not None:
            return say_stack(hand)
        return pile_text(hand | {"order": sort_hand(hand["known"], self.observer.context, view["trump"])})

    def _move_text(self, ply: Ply, happened: Happening) -> str:
        """The move in words, without naming a card that the viewer cannot know: its own, or one whose place it knows
        afterwards."""
        picked = [*self._picked, ply.move] if ply.move < CARD_MOVES else self._picked
        if not picked or (self._picked and ply.move not in (DONE, picked[-1])):
            return self.game.describe(ply.before, ply.move)
        known = [card for card in picked if self.viewer in (None, ply.seat) or card in happened.end.known]
        what = cards_text(sort_hand(known, self.observer.context, happened.end.all["trump"]))
        hidden = "a card" if len(picked) == 1 else count_text(len(picked) - len(known))
        prompt = self.game.prompt(ply.before)
        claim = prompt.partition(" as ")[2].replace("your", "a")  # Put down 1 to 4 cards as 5
        cards = " and ".join(part for part in (what, hidden * (len(known) < len(picked))) if part)
        return f"{say_verb(prompt)} {cards}" + (f" as {claim}" if claim else "")


def turn_text(turn: int, dealt: int = 0) -> str:
    """A heading; `dealt` is the last turn before the deal began."""
    return f"Turn {turn}" if turn > dealt else "Before the first turn"


__all__ = ["Narrator", "card_places", "cards_text", "pile_text", "playthrough", "retell", "turn_text"]
