"""What one ply brought about, as events in their order: for the terminal, for replays and for a page alike.

They are found by comparing how the table stood at the places that the program notes (`Game.trace`). Whatever an event
names is read from the view that its viewer had at that moment, so nothing is told before it is public.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from .. import _core
from ..engine.game import MOVES, Game, Noted, suit_sign
from ..language.context import Context
from .hands import count_deadwood, divide_pot, find_layoffs, find_melds, name_hand, rank_hand
from .scene import Place, Scene, ViewDict, changes
from .session import Ply

DEAL_WINNER, NOBODY = _core.SEATS["deal_winner"], _core.LIMITS["nobody"]
# Notes from which on a segment is told on lines of its own, and those from which on the deal is scored.
DECIDING = ("showdown", "pot", "knock", "layoff", "compared", "challenged")
SCORING = ("deal_over", "bid", "lowest_hand", "rule", "sweep")


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    cards: cards came to `place`; trick: `seat` takes the `cards` of a trick, with `words` the last one; shows: `seat` shows `cards`; hand: the
    same at a showdown, where they are called `words`; melds: `seat` lays down `groups` and has `points` of deadwood;
    layoff: `seat` adds `cards` to them, and has `points`; challenge: the `cards` of a claim are turned up, and `words`
    says whether it was true; score: `points` for the side of `seat` by the rule `words`; chips: `points` chips for
    `seat` out of the part of the pot that `words` names; trump: `words` are trumps from now on; deal: `seat` wins the
    deal; out: `seat` is out of the match.
    """

    kind: str
    seat: int = -1
    cards: tuple[int, ...] = ()
    hidden: int = 0  # further cards, which the viewer does not see
    points: int = 0
    words: str = ""
    groups: tuple[tuple[int, ...], ...] = ()
    place: Place | None = None
    source: Place | None = None  # told only of cards from a shared pile to a hand, or from one bundle to another


@dataclass
class Happening:
    """All that a ply brought about: at once, in deciding the deal, and in scoring it."""

    end: Scene  # how the table stands now, or stood when the deal was over
    at_once: list[Event] = field(default_factory=list)
    deciding: list[Event] = field(default_factory=list)
    scoring: list[Event] = field(default_factory=list)
    deal_over: bool = False


class Observer:
    """Finds events for one viewer; `viewer` None sees everything."""

    def __init__(self, game: Game, viewer: int | None = None) -> None:
        self.game = game
        self.viewer = viewer
        self.context = Context(game.genome)
        self.context.scoring = True  # its sentences are about a deal's end
        self.heads = self.context.heads[: game.seats]
        self._melds: tuple[tuple[int, ...], ...] = ()  # of the knocker
        self._knocker = -1

    def watch(self, ply: Ply, before: Scene, after: Scene, said: Collection[int] = ()) -> Happening:
        """The scenes are those of the ply's two states; `said` are the cards that the move itself names."""
        noted = self.game.trace(ply.before, ply.move)
        scenes = [before, *(Scene(self.game, note.state, self.viewer) for note in noted), after]
        result = Happening(end=after)
        for number, (then, now) in enumerate(itertools.pairwise(scenes)):
            kind = noted[number - 1].kind if number else "move"
            if kind == "scored":
                result.end = then
                break
            found = self._segment(noted[number - 1] if number else None, then, now, said)
            result.deal_over |= kind in SCORING
            part = result.scoring if result.deal_over else result.deciding if kind in DECIDING else result.at_once
            part.extend(found)
        if result.deal_over:
            result.at_once = [
                replace(event, words="last") if event.kind == "trick" else event for event in result.at_once
            ]
        if after.all["trump"] not in (before.all["trump"], -1) and not result.deal_over:
            result.at_once.append(Event("trump", words=suit_sign(after.all["trump"])))
        was_out = before.all["out"]
        out = [Event("out", seat) for seat, is_out in enumerate(after.all["out"]) if is_out and not was_out[seat]]
        (result.scoring if result.deal_over else result.at_once).extend(out)
        return result

    def _segment(self, note: Noted | None, then: Scene, now: Scene, said: Collection[int]) -> Iterator[Event]:
        """What happened between two scenes, of which the first is that of the note; None: of the move itself."""
        if note is None:
            yield from self._find_moved_cards(then, now, said)
            yield from self._scores(then, now)
            return
        match note.kind:
            case "trick":
                trick = then.seen["piles"]["trick"]
                yield Event("trick", note.seat, tuple(sorted(trick["known"])))
            case "showdown":
                yield from self._showdown(note.part, then)
            case "pot":
                yield from (Event("chips", seat, points=won) for seat, won in changes(then.all, now.all, "chips"))
            case "knock":
                yield from self._knock(note, then)
            case "layoff":
                yield from self._layoff(note, then)
            case "challenged":
                yield self._challenge(note, then)
            case "lowest_hand":
                yield from self._deal_winner(then, now)
        scores = self._scores(then, now, self._reason(note, then))
        if note.kind == "points":
            yield from scores  # and only then the cards that are dealt anew
        yield from self._find_moved_cards(then, now, trick=note.kind == "trick")
        yield from scores

    def _find_moved_cards(
        self, then: Scene, now: Scene, said: Collection[int] = (), trick: bool = False
    ) -> Iterator[Event]:
        """Where cards went, grouped by target, and by source where that is told.

        Left out are the cards that the move has named, unless they went to a hand, and those of a trick that is told.
        """
        groups: dict[tuple[Place | None, Place], list[int]] = {}
        for card, place in sorted(now.places.items()):
            old = then.places.get(card, place)
            if old != place and not (trick and old == ("trick", -1)):
                stolen = old[0] == place[0] == "front" and old[1] != place[1]
                source = old if stolen or (place[0] == "hand" and old[1] < 0) else None
                groups.setdefault((source, place), []).append(card)
        told = list[tuple[Any, Event]]()
        for (source, place), cards in groups.items():
            if set(cards) != set(said) or place[0] == "hand":
                shown = tuple(card for card in cards if now.known.get(card) == place)
                event = Event("cards", cards=shown, hidden=len(cards) - len(shown), place=place, source=source)
                # The order must not depend on cards that are not shown: whoever reads it would learn of them.
                told.append(((source == ("deck", -1), not shown, shown, place, source or place), event))
        yield from (event for _, event in sorted(told, key=itemgetter(0)))

    def _scores(self, then: Scene, now: Scene, words: str = "") -> Iterator[Event]:
        """A side's points are told once, of its first seat."""
        for seat, gain in changes(then.all, now.all, "scores"):
            if self.heads[seat] == seat:
                yield Event("score", seat, points=gain, words=self._bid_words(seat, now) if words == "bid" else words)

    def _reason(self, note: Noted, then: Scene) -> str:
        """Why points are scored from a note on."""
        match note.kind:
            case "trick":
                return "the trick"
            case "points":
                return str(note.part)
            case "rule":
                return str(note.part.brief(self.context))
            case "sweep":
                return "all the points of the deal are one's"
            case "bid":
                return "bid"
            case "knock" | "compared":
                return "gin"  # without gin, points come after a layoff
            case "layoff":
                own = count_deadwood(then.open_hand(self._knocker), self.context)
                return "undercut" if note.number <= own else "less deadwood"
        return ""

    def _bid_words(self, head: int, now: Scene) -> str:
        members = [seat for seat, of in enumerate(self.heads) if of == head]
        bid = sum(max(0, now.all["bids"][seat]) for seat in members)
        return f"bid {bid}, won {sum(now.all['tricks'][seat] for seat in members)}"

    def _showdown(self, phase: Any, then: Scene) -> Iterator[Event]:
        """The hands of all who are still in, then the pot, part by part."""
        playing = [
            seat for seat in range(self.game.seats) if not then.all["folded"][seat] and not then.all["out"][seat]
        ]
        evaluator, common = phase.hand_evaluator, then.all["piles"]["tableau"]["known"] if phase.community else []
        hands = {seat: [*then.open_hand(seat), *common] for seat in playing}
        for seat, cards in hands.items():
            words = name_hand(cards, evaluator, self.context)
            yield Event("hand", seat, tuple(then.open_hand(seat)), words=words)
        ranks = {seat: rank_hand(cards, evaluator, self.context) for seat, cards in hands.items()}
        first = (then.all["dealer"] + 1) % self.game.seats
        pots = divide_pot(then.all["contributions"], ranks, first)
        several = sum(len(pot.payers) > 1 for pot in pots) > 1
        for number, pot in enumerate(pots):
            part = "uncalled" if len(pot.payers) == 1 else "" if not several else "side pot" if number else "main pot"
            yield from (Event("chips", seat, points=chips, words=part) for seat, chips in pot.shares.items())

    def _knock(self, note: Noted, then: Scene) -> Iterator[Event]:
        """The melds of the knocker, and how much is left outside of them; then those of the others."""
        self._knocker = note.seat
        order = [(note.seat + step) % self.game.seats for step in range(self.game.seats)]
        for seat in (seat for seat in order if not then.all["folded"][seat] and not then.all["out"][seat]):
            hand = then.open_hand(seat)
            melds = find_melds(hand, self.context, max(0, note.number) if seat == note.seat else 0)
            deadwood = count_deadwood(hand, self.context)
            loose = tuple(card for card in hand if not any(card in meld for meld in melds))
            if seat == note.seat:
                self._melds = melds
            yield Event("melds", seat, loose, points=deadwood, groups=melds)

    def _layoff(self, note: Noted, then: Scene) -> Iterator[Event]:
        hand = then.open_hand(note.seat)
        laid = find_layoffs(hand, self._melds, note.number, self.context)
        if laid:
            yield Event("layoff", note.seat, laid, points=note.number)

    def _challenge(self, note: Noted, then: Scene) -> Event:
        """The cards of the claim lie on top of the discards, and are known by now."""
        kinds = note.part.claim_types
        rank, suit = then.state.claim
        cards = tuple(then.all["piles"]["discard"]["order"][: note.number])
        true = all(
            ("rank" not in kinds or card % 16 == rank) and ("suit" not in kinds or card // 16 == suit) for card in cards
        )
        return Event(
            "challenge",
            note.seat,
            tuple(card for card in cards if card in then.known),
            words="true" if true else "a lie",
        )

    @staticmethod
    def _deal_winner(then: Scene, now: Scene) -> Iterator[Event]:
        """A deal that nobody had won goes to the lowest hand."""
        old, new = then.state.seat_variables[DEAL_WINNER], now.state.seat_variables[DEAL_WINNER]
        if old == NOBODY != new:
            yield Event("deal", new, words="the cards in hand are worth least")


def find_turned_card(ply: Ply, before: ViewDict) -> int:
    """The card a flip turns up from the top of a queue, or -1: other moves, and flips over cards laid face down."""
    hand, front = (before["piles"][pile][ply.seat] for pile in ("hand", "front"))
    return int(hand["order"][0]) if ply.move == MOVES["flip"] and hand["order"] and not front["count"] else -1
