"""A game as text: what each ply did and what lies on the table, as one seat sees it or with every card known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..engine.game import MOVES, Game, State, card_sign, suit_sign
from ..engine.players import PlayerLike
from .session import Ply, replay

SHARED_PILES = {
    "deck": "the stock",
    "discard": "the discard pile",
    "tableau": "the table",
    "trick": "the trick",
    "aside": "aside",
}
OWNED_PILES = {"hand": "hand", "capture_zone": "captures", "front": "front"}
CARD_MOVES = MOVES["suit"]  # moves below this number choose a card

Place = tuple[str, int]  # pile and owner; -1 for shared piles
ViewDict = dict[str, Any]


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


class Scene:
    """A state as the narrator needs it: all there is, what the viewer sees of it, and where the cards lie."""

    def __init__(self, game: Game, state: State, viewer: int | None) -> None:
        self.state = state
        self.all = game.snapshot(state)
        self.seen = self.all if viewer is None else game.view(state, viewer).as_dict()
        self.places = card_places(self.all)
        self.known = self.places if viewer is None else card_places(self.seen)


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
        self._turn = -1
        self._last: Scene | None = None

    def start(self, state: State) -> list[str]:
        return self._deal_lines(self._scene(state).seen)

    def tell(self, ply: Ply) -> list[str]:
        """The turn's heading if it is a new one, the ply with its consequences, and the next deal if one began."""
        before, after = self._scene(ply.before), self._scene(ply.after)
        new_deal = after.all["deal"] > before.all["deal"] and not self.game.is_over(ply.after)
        turn = before.all["turn"]
        lines = [] if turn == self._turn else [turn_text(turn)]
        self._turn = turn
        turned = find_turned_card(ply, before.all)
        said = f"turn up {card_sign(turned)}" if turned >= 0 else self._move_text(ply, after, new_deal)
        happened = [] if new_deal else self._consequences(turned if turned >= 0 else ply.move, ply.move, before, after)
        lines.append(f"  {self.names[ply.seat]}: {said}" + "".join(f"; {what}" for what in happened))
        if new_deal:
            self._turn = -1
            lines += self._deal_end_lines(before.all, after.all)
            lines += self._deal_lines(after.seen)
        return lines

    def end(self, state: State) -> list[str]:
        winners = [self.names[seat] for seat in self.game.winners(state)]
        ending = (self.game.ending(state) or "unfinished").replace("_", " ")
        lines = ["", f"Game over: {ending}. {'Won by ' + ', '.join(winners) if winners else 'Nobody won'}."]
        return lines + self._totals(self._scene(state).all)

    def table(self, state: State) -> list[str]:
        """What lies on the table, as the viewer sees it."""
        view = self._scene(state).seen
        lines = ["", turn_text(view["turn"]) + self._trump_text(view)]
        for seat in range(self.game.seats):
            lines.append(f"  {self.names[seat]}: {', '.join(self._seat_parts(view, seat))}")
        for pile, name in SHARED_PILES.items():
            if view["piles"][pile]["count"]:
                lines.append(f"  {name}: {pile_text(view['piles'][pile])}")
        return lines

    def _scene(self, state: State) -> Scene:
        if self._last is None or self._last.state is not state:
            self._last = Scene(self.game, state, self.viewer)
        return self._last

    def _deal_lines(self, view: ViewDict) -> list[str]:
        lines = ["", f"Deal {view['deal'] + 1}, {self.names[view['dealer']]} dealt{self._trump_text(view)}"]
        for seat, hand in enumerate(view["piles"]["hand"]):
            lines.append(f"  {self.names[seat]}: {pile_text(hand)}")
        for pile in ("tableau", "discard"):
            if view["piles"][pile]["count"]:
                lines.append(f"  {SHARED_PILES[pile]}: {pile_text(view['piles'][pile])}")
        return lines

    def _deal_end_lines(self, before: ViewDict, after: ViewDict) -> list[str]:
        gains = [new - old for old, new in zip(before["scores"], after["scores"], strict=True)]
        points = [f"{self.names[seat]} {gain:+d}" for seat, gain in enumerate(gains) if gain]
        heading = f"End of deal {before['deal'] + 1}" + (f": {', '.join(points)}" if points else "")
        stakes = [chips + paid for chips, paid in zip(after["chips"], after["contributions"], strict=True)]
        return [heading, *self._totals(after | {"chips": stakes})]

    def _totals(self, view: ViewDict) -> list[str]:
        return [
            f"  {what}: " + ", ".join(f"{name} {value}" for name, value in zip(self.names, view[what], strict=True))
            for what in ("scores", "chips")
            if any(view[what])
        ]

    def _trump_text(self, view: ViewDict) -> str:
        trump = "" if view["trump"] < 0 else f", trump {suit_sign(view['trump'])}"
        return trump if view["named_suit"] < 0 else f"{trump}, named {suit_sign(view['named_suit'])}"

    def _seat_parts(self, view: ViewDict, seat: int) -> list[str]:
        """What a line about one seat says: its piles, and those numbers that are not 0 for all."""
        piles = view["piles"]
        parts = [pile_text(piles["hand"][seat])]
        for pile, what in (("picked", "picked"), ("front", "in front"), ("capture_zone", "captured")):
            if piles[pile][seat]["count"]:
                parts.append(f"{what} {pile_text(piles[pile][seat])}")
        for numbers, what in (("scores", "score"), ("tricks", "tricks"), ("chips", "chips"), ("bets", "bet")):
            if any(view[numbers]):
                parts.append(f"{what} {view[numbers][seat]}")
        return parts + [flag for flag in ("folded", "out") if view[flag][seat]]

    def _move_text(self, ply: Ply, after: Scene, new_deal: bool) -> str:
        """The move in words, without naming a card that the viewer cannot know."""
        if ply.move < CARD_MOVES and not self._may_name(ply, after, new_deal):
            return "choose a card"
        return self.game.describe(ply.before, ply.move)

    def _may_name(self, ply: Ply, after: Scene, new_deal: bool) -> bool:
        if self.viewer is None or self.viewer == ply.seat:
            return True
        if new_deal:  # the cards lie elsewhere already; what was played last lay open if the discards do
            return self.game.genome.setup.discard_visibility == "face_up"
        return ply.move in after.known

    def _consequences(self, said: int, move: int, before: Scene, after: Scene) -> list[str]:
        """What else changed; `said` is the card that the move has named, if it named one."""
        out = [seat for seat, is_out in enumerate(after.all["out"]) if is_out and not before.all["out"][seat]]
        return [
            *self._card_moves(said, before, after),
            *(f"{self.names[seat]} {gain:+d} points" for seat, gain in changes(before.all, after.all, "scores")),
            *(f"{chips} chips → {self.names[seat]}" for seat, chips in count_pots(move, before.all, after.all)),
            *(f"{self.names[seat]} out" for seat in out),
        ]

    def _card_moves(self, said: int, before: Scene, after: Scene) -> Iterator[str]:
        """Where cards went, grouped by target, and by source if they went from a shared pile to a hand."""
        groups: dict[tuple[Place | None, Place], list[int]] = {}
        for card, place in sorted(after.places.items()):
            if before.places.get(card, place) != place:
                source = before.places[card] if place[0] == "hand" and before.places[card][1] < 0 else None
                groups.setdefault((source, place), []).append(card)
        for (source, place), cards in groups.items():
            if cards == [said] and place[0] != "hand":
                continue
            shown = [card for card in cards if after.known.get(card) == place]
            hidden = len(cards) - len(shown)
            what = " and ".join(part for part in (cards_text(shown), count_text(hidden) if hidden else "") if part)
            origin = f" from {self._place_text(source)}" if source is not None else ""
            yield f"{what}{origin} → {self._place_text(place)}"

    def _place_text(self, place: Place) -> str:
        pile, owner = place
        if owner < 0:
            return SHARED_PILES[pile]
        whose = "your" if self.names[owner] == "you" else f"{self.names[owner]}'s"
        return f"{whose} {OWNED_PILES[pile]}"


def turn_text(turn: int) -> str:
    return f"Turn {turn}" if turn else "Before the first turn"


def find_turned_card(ply: Ply, before: ViewDict) -> int:
    """The card a flip turns up from the top of a queue, or -1: other moves, and flips over cards laid face down."""
    hand, front = (before["piles"][pile][ply.seat] for pile in ("hand", "front"))
    return int(hand["order"][0]) if ply.move == MOVES["flip"] and hand["order"] and not front["count"] else -1


def cards_text(cards: Iterable[int]) -> str:
    return " ".join(card_sign(card) for card in cards)


def count_text(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def pile_text(pile: ViewDict) -> str:
    """The known cards, top first where their order is known, and how many others there are."""
    cards: Sequence[int] = pile["order"] if pile["order"] is not None else sorted(pile["known"])
    hidden = pile["count"] - len(cards)
    parts = [cards_text(cards)] if cards else []
    if hidden or not cards:
        parts.append(count_text(hidden) if not cards else f"{count_text(hidden)} more")
    return " and ".join(parts)


def changes(before: ViewDict, after: ViewDict, numbers: str) -> list[tuple[int, int]]:
    """(seat, difference) wherever a number changed."""
    pairs = enumerate(zip(before[numbers], after[numbers], strict=True))
    return [(seat, new - old) for seat, (old, new) in pairs if new != old]


def count_pots(move: int, before: ViewDict, after: ViewDict) -> list[tuple[int, int]]:
    """(seat, chips) for whoever was given chips from the pot by a move.

    The move may have paid the last bet first, and the next pot may have begun with antes since; neither is taken off.
    """
    if not any(gain > 0 for _, gain in changes(before, after, "chips")):
        return []
    won = []
    for seat, had in enumerate(before["chips"]):
        mover = seat == before["to_move"] and move in (MOVES["call"], MOVES["all_in"])
        paid = min(had, max(before["bets"]) - before["bets"][seat]) if mover else 0
        chips = after["chips"][seat] + after["contributions"][seat] - had + paid
        won += [(seat, chips)] if chips > 0 else []
    return won


def card_places(view: ViewDict) -> dict[int, Place]:
    """Where each known card lies; cards of an unfinished selection are still in the hand."""
    places: dict[int, Place] = {}
    for pile in SHARED_PILES:
        places |= dict.fromkeys(view["piles"][pile]["known"], (pile, -1))
    for pile in (*OWNED_PILES, "picked"):
        for owner, cards in enumerate(view["piles"][pile]):
            places |= dict.fromkeys(cards["known"], ("hand" if pile == "picked" else pile, owner))
    return places
