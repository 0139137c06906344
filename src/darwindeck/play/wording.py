"""What happened in words, for one table: who did it, what it was, where cards went, what it scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..explain.ending import name_penalties
from ..language.context import Context
from ..language.facts import Makes
from ..language.words import list_words
from .events import Event
from .order import sort_hand
from .piles import name_piles, name_shared_piles
from .scene import Place, ViewDict, cards_text, count_text

MOST_CARDS = 5  # of a bundle that are named


class Wording:
    """Words for events. `names` are those of the seats, "you" among them; seats with the same head score together."""

    def __init__(self, context: Context, names: Sequence[str], heads: Sequence[int]) -> None:
        self.context, self.names, self.heads = context, names, heads
        self.shared = name_shared_piles(context)
        self._own = name_piles(context) | ({} if context.has(Makes.COLUMNS) else {"capture_zone": "captures"})

    def say(self, event: Event) -> str:
        """One event in words."""
        who, cards = event.seat, cards_text(sort_hand(event.cards, self.context))
        match event.kind:
            case "cards":
                origin = f" from {self._place(event.source)}" if event.source is not None else ""
                return f"{self.say_cards(event)}{origin} → {self._place(event.place or ('aside', -1))}"
            case "trick":
                return f"{self._does(who, 'take')} the {event.words} trick {cards}".replace("  ", " ")
            case "hand":
                return f"{self._does(who, 'show')} {cards}: {event.words}"
            case "melds":
                return f"{self._does(who, 'show')} {self._melds(event)}"
            case "layoff":
                return f"{self._does(who, 'lay')} off {cards}: deadwood {event.points}"
            case "challenge":
                return f"the claim was {event.words}: {cards}"
            case "score":
                reason = f" ({event.words})" if event.words else ""
                points = "point" if abs(event.points) == 1 else "points"
                return name_penalties(f"{self._side(who)} {event.points:+d} {points}{reason}", self.context)
            case "chips":
                pot = f"{event.words}: " if event.words else ""
                return f"{pot}{count_text(event.points, 'chip')} → {self.names[who]}"
            case "deal":
                return f"{self._does(who, 'win')} the deal: {event.words}"
            case "trump":
                return f"trumps are {event.words}"
        return f"{self.names[who]} {'are' if self.names[who] == 'you' else 'is'} out"

    def say_scores(self, events: Sequence[Event]) -> Iterator[str]:
        """A line an event, but one for all points that one rule gives."""
        for (kind, words), group in groupby(events, lambda event: (event.kind, event.words)):
            same = list(group)
            if kind == "score" and words:
                yield f"{name_penalties(words, self.context)}: " + ", ".join(
                    f"{self._side(event.seat)} {event.points:+d}" for event in same
                )
            else:
                yield from (self.say(event) for event in same)

    def say_cards(self, event: Event) -> str:
        """The cards of an event, and how many others; of a bundle that is stolen only how many."""
        count = len(event.cards) + event.hidden
        if count > MOST_CARDS and self._is_bundle(event.place):
            return count_text(count)
        hidden = count_text(event.hidden) if event.hidden else ""
        return " and ".join(part for part in (cards_text(sort_hand(event.cards, self.context)), hidden) if part)

    def say_totals(self, view: ViewDict) -> list[str]:
        """Scores and chips, where somebody has some."""
        return [
            f"  {what}: " + ", ".join(f"{name} {value}" for name, value in zip(self.names, view[what], strict=True))
            for what in ("scores", "chips")
            if any(view[what])
        ]

    def say_result(self, view: ViewDict) -> list[str]:
        """The totals at the end; where nothing else was counted, the cards that were captured."""
        captured = [pile["count"] for pile in view["piles"]["capture_zone"]]
        counted = self.say_totals(view)
        if counted or self.context.has(Makes.COLUMNS) or not any(captured):
            return counted
        return [
            "  cards captured: "
            + ", ".join(f"{name} {count}" for name, count in zip(self.names, captured, strict=True))
        ]

    def _does(self, seat: int, verb: str) -> str:
        return f"you {verb}" if self.names[seat] == "you" else f"{self.names[seat]} {verb}s"

    def _side(self, head: int) -> str:
        """All who score together."""
        return list_words([name for seat, name in enumerate(self.names) if self.heads[seat] == self.heads[head]])

    @staticmethod
    def _melds(event: Event) -> str:
        melds = " / ".join(cards_text(meld) for meld in event.groups) or "no melds"
        loose = f", and {cards_text(event.cards)}" if event.cards else ""
        return f"{melds}{loose}: deadwood {event.points}" if event.points or event.cards else f"{melds}: gin"

    def _is_bundle(self, place: Place | None) -> bool:
        return place is not None and place[0] == "front" and self.context.has(Makes.BUNDLES)

    def _place(self, place: Place) -> str:
        pile, owner = place
        if owner < 0:
            return self.shared[pile]
        whose = "your" if self.names[owner] == "you" else f"{self.names[owner]}'s"
        if pile == "front" and not self.context.has(Makes.BUNDLES, Makes.COLUMNS):
            return f"in front of {self.names[owner]}"
        return f"{whose} {'hand' if pile == 'hand' else self._own[pile]}"


def say_status(view: ViewDict, seat: int, context: Context) -> list[str]:
    """What a seat is in this deal, in the words of the game: its bid or contract, whether it has folded or is out."""
    told = [phase for phase in context.phases if view["turn"] or not phase.may(Makes.CALLS)]  # calls go on before
    bid = view["bids"][seat]
    parts = [word for phase in told if bid >= 0 and (word := phase.name_bid(bid))]
    words = {"folded": "folded" if context.has_betting else "sits out", "out": "out"}
    return parts + [word for flag, word in words.items() if view[flag][seat]]
