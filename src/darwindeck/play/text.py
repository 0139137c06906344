"""A game as text: what each ply did and what lies on the table, as one seat sees it or with every card known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ..engine.game import Game, State, card_sign, suit_sign
from ..engine.players import PlayerLike
from ..language.facts import Makes
from ..language.words import list_words
from .events import Event, Happening, Observer, find_turned_card
from .order import sort_hand
from .picking import CARD_MOVES, DONE, is_same_choice
from .scene import (
    OWNED_PILES,
    SHARED_PILES,
    Place,
    Scene,
    ViewDict,
    card_places,
    cards_text,
    count_text,
    pile_text,
)
from .session import Ply, replay

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
        self.last_trick = ""
        self._turn = -1
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
        lines = [] if turn == self._turn else [turn_text(turn)]
        self._turn = turn
        lying = after.all["piles"]["trick"]["known"]
        self._trick = [card for card in self._trick if card in lying]
        self._trick += [card for card in lying if card not in self._trick]
        turned = find_turned_card(ply, before.all)
        named = [turned] if turned >= 0 else [*self._picked, *([ply.move] if ply.move < CARD_MOVES else [])]
        happened = self.observer.watch(ply, before, after, named)
        said = f"turn up {card_sign(turned)}" if turned >= 0 else self._move_text(ply, happened)
        self._picked = []
        lines.append(
            f"  {self.names[ply.seat]}: {said}" + "".join(f"; {self.say(event)}" for event in happened.at_once)
        )
        lines += [f"    {self.say(event)}" for event in happened.deciding]
        for event in (event for event in happened.at_once if event.kind == "trick"):
            self.last_trick = self.say(event)
        if happened.deal_over:
            lines += self._deal_end_lines(happened, before, after)
        if after.all["deal"] > before.all["deal"] and not self.game.is_over(ply.after):
            self._turn = -1
            lines += self._deal_lines(after.seen)
        return lines

    def end(self, state: State) -> list[str]:
        winners = [self.names[seat] for seat in self.game.winners(state)]
        ending = ENDING_WORDS.get(self.game.ending(state) or "unfinished", "")
        lines = ["", f"Game over{ending}. {'Won by ' + ', '.join(winners) if winners else 'Nobody won'}."]
        return lines + self._totals(self._scene(state).all)

    def table(self, state: State) -> list[str]:
        """What lies on the table, as the viewer sees it."""
        view = self._scene(state).seen
        lines = ["", turn_text(view["turn"]) + self._trump_text(view)]
        for seat in range(self.game.seats):
            lines.append(f"  {self.names[seat]}: {', '.join(self._seat_parts(view, seat))}")
        for pile, name in SHARED_PILES.items():
            if view["piles"][pile]["count"]:
                lines.append(
                    f"  {name}: {self._trick_text(view) if pile == 'trick' else pile_text(view['piles'][pile])}"
                )
        if pot := sum(view["contributions"]):
            lines.append(f"  the pot: {count_text(pot, 'chip')}")
        return lines

    def score(self, state: State) -> list[str]:
        """Scores and chips, where they count."""
        return self._totals(self._scene(state).seen)

    def _scene(self, state: State) -> Scene:
        if self._last is None or self._last.state is not state:
            self._last = Scene(self.game, state, self.viewer)
        return self._last

    def _deal_lines(self, view: ViewDict) -> list[str]:
        lines = ["", f"Deal {view['deal'] + 1}, {self.names[view['dealer']]} dealt{self._trump_text(view)}"]
        for seat, hand in enumerate(view["piles"]["hand"]):
            lines.append(f"  {self.names[seat]}: {self._hand_text(view, hand)}")
        for pile in ("tableau", "discard"):
            if view["piles"][pile]["count"]:
                lines.append(f"  {SHARED_PILES[pile]}: {pile_text(view['piles'][pile])}")
        return lines

    def _deal_end_lines(self, happened: Happening, before: Scene, after: Scene) -> list[str]:
        """What the deal has brought, rule by rule, and the totals if another deal follows.

        Chips that already lie in the next pot are counted to whoever paid them.
        """
        number, over = before.all["deal"] + 1, self.game.is_over(after.state)
        told = [f"  {line}" for line in self._say_scores(happened.scoring)]
        heading = [f"End of deal {number}"] if told or not over else []
        if over:
            return heading + told
        stakes = [chips + paid for chips, paid in zip(after.all["chips"], after.all["contributions"], strict=True)]
        return [*heading, *told, *self._totals(after.all | {"chips": stakes})]

    def _say_scores(self, events: list[Event]) -> Iterator[str]:
        """A line an event, but one for all points that one rule gives."""
        for (kind, words), group in groupby(events, lambda event: (event.kind, event.words)):
            same = list(group)
            if kind == "score" and words:
                yield f"{words}: " + ", ".join(f"{self._side(event.seat)} {event.points:+d}" for event in same)
            else:
                yield from (self.say(event) for event in same)

    def _totals(self, view: ViewDict) -> list[str]:
        return [
            f"  {what}: " + ", ".join(f"{name} {value}" for name, value in zip(self.names, view[what], strict=True))
            for what in ("scores", "chips")
            if any(view[what])
        ]

    def _trump_text(self, view: ViewDict) -> str:
        """Trump and named suit, where there are such."""
        trump = "" if view["trump"] < 0 else f", trump {suit_sign(view['trump'])}"
        return trump if view["named_suit"] < 0 else f"{trump}, named {suit_sign(view['named_suit'])}"

    def _seat_parts(self, view: ViewDict, seat: int) -> list[str]:
        """What a line about one seat says: its piles, and those numbers that are not 0 for all."""
        piles = view["piles"]
        parts = [self._hand_text(view, piles["hand"][seat])]
        for pile, what in (("picked", "picked"), ("front", "in front"), ("capture_zone", "captured")):
            if piles[pile][seat]["count"]:
                parts.append(f"{what} {pile_text(piles[pile][seat])}")
        for numbers, what in (("scores", "score"), ("tricks", "tricks"), ("chips", "chips"), ("bets", "bet")):
            if any(view[numbers]):
                parts.append(f"{what} {view[numbers][seat]}")
        context = self.observer.context
        if view["bids"][seat] >= 0:
            told = [
                phase for phase in context.phases if view["turn"] or not phase.may(Makes.CALLS)
            ]  # calls go on before
            parts += [word for phase in told if (word := phase.name_bid(view["bids"][seat]))]
        words = {"folded": "folded" if context.has_betting else "sits out", "out": "out"}
        return parts + [word for flag, word in words.items() if view[flag][seat]]

    def _trick_text(self, view: ViewDict) -> str:
        """The cards of a trick in the order in which they were played, if all of them were told."""
        trick = view["piles"]["trick"]
        if sorted(self._trick) != sorted(trick["known"]) or len(self._trick) != trick["count"]:
            return pile_text(trick)
        led, *others = (cards_text([card]) for card in self._trick)
        return f"led {led}{', then ' * bool(others)}{' '.join(others)}"

    def _hand_text(self, view: ViewDict, hand: ViewDict) -> str:
        """Cards as people hold them; those of a queue have an order of their own."""
        known = sort_hand(hand["known"], self.observer.context, view["trump"])
        return pile_text(hand if hand["order"] is not None else hand | {"order": known})

    def _move_text(self, ply: Ply, happened: Happening) -> str:
        """The move in words, without naming a card that the viewer cannot know: its own, or one whose place it knows
        afterwards."""
        picked = [*self._picked, ply.move] if ply.move < CARD_MOVES else self._picked
        if not picked or (self._picked and ply.move not in (DONE, picked[-1])):
            return self.game.describe(ply.before, ply.move)
        known = [card for card in picked if self.viewer in (None, ply.seat) or card in happened.end.known]
        what = cards_text(sort_hand(known, self.observer.context, happened.end.all["trump"]))
        hidden = "a card" if len(picked) == 1 else count_text(len(picked) - len(known))
        verb = self.game.describe(ply.before, picked[-1]).split()[0] if known else "choose"
        return f"{verb} {' and '.join(part for part in (what, hidden * (len(known) < len(picked))) if part)}"

    def say(self, event: Event) -> str:
        """One event in words."""
        who, cards = event.seat, cards_text(sort_hand(event.cards, self.observer.context))
        match event.kind:
            case "cards":
                hidden = count_text(event.hidden) if event.hidden else ""
                origin = f" from {self._place_text(event.source)}" if event.source is not None else ""
                what = " and ".join(part for part in (cards, hidden) if part)
                return f"{what}{origin} → {self._place_text(event.place or ('aside', -1))}"
            case "trick":
                return f"{self._does(who, 'take')} the {event.words} trick {cards}".replace("  ", " ")
            case "hand":
                return f"{self._does(who, 'show')} {cards}: {event.words}"
            case "melds":
                return f"{self._does(who, 'show')} {self._melds_text(event)}"
            case "layoff":
                return f"{self._does(who, 'lay')} off {cards}: deadwood {event.points}"
            case "challenge":
                return f"the claim was {event.words}: {cards}"
            case "score":
                reason = f" ({event.words})" if event.words else ""
                return f"{self._side(who)} {event.points:+d} {'point' if abs(event.points) == 1 else 'points'}{reason}"
            case "chips":
                pot = f"{event.words}: " if event.words else ""
                return f"{pot}{event.points} chips → {self.names[who]}"
            case "deal":
                return f"{self._does(who, 'win')} the deal: {event.words}"
        return f"{self.names[who]} {'are' if self.names[who] == 'you' else 'is'} out"

    def _does(self, seat: int, verb: str) -> str:
        return f"you {verb}" if self.names[seat] == "you" else f"{self.names[seat]} {verb}s"

    def _side(self, head: int) -> str:
        """All who score together."""
        heads = self.observer.heads
        return list_words([name for seat, name in enumerate(self.names) if heads[seat] == heads[head]])

    @staticmethod
    def _melds_text(event: Event) -> str:
        melds = " / ".join(cards_text(meld) for meld in event.groups) or "no melds"
        loose = f", and {cards_text(event.cards)}" if event.cards else ""
        return f"{melds}{loose}: deadwood {event.points}" if event.points or event.cards else f"{melds}: gin"

    def _place_text(self, place: Place) -> str:
        pile, owner = place
        if owner < 0:
            return SHARED_PILES[pile]
        if pile == "front":
            return f"in front of {self.names[owner]}"
        whose = "your" if self.names[owner] == "you" else f"{self.names[owner]}'s"
        return f"{whose} {OWNED_PILES[pile]}"


def turn_text(turn: int) -> str:
    return f"Turn {turn}" if turn else "Before the first turn"


__all__ = ["Narrator", "card_places", "cards_text", "pile_text", "playthrough", "retell", "turn_text"]
