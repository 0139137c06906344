"""What one seat is shown of a table, as data. It is made of that seat's view and of nothing else.

What was played by whom comes from the moves, and only for cards that lie open in the view.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.game import MOVES, Game, State
from ...language.context import Context
from ...language.facts import Makes
from ...play.example import PEOPLE
from ...play.order import sort_hand
from ...play.picking import Picking, say_counts
from ...play.piles import name_piles, name_shared_piles
from ...play.session import Ply, Question
from ...play.wording import say_status

SEAT = re.compile(r"\bseat (\d)\b")
SHOWN = ("to_move", "turn", "deal", "dealer", "direction", "trump", "named_suit", "broken", "ending")
BY_SEAT = ("scores", "chips", "bets", "tricks", "folded", "out")
PILES = ("deck", "discard", "tableau", "trick", "aside", "turned")
SEAT_PILES = ("capture_zone", "front", "picked")
MOST_DISCARDS = 3  # of the discard pile, from the top: the rest is covered


def with_names(text: str, you: int | None = None) -> str:
    """A line with the names of people in place of the numbers of seats."""
    return SEAT.sub(lambda found: "you" if int(found[1]) == you else PEOPLE[int(found[1])], text)


def show_view(game: Game, state: State, seat: int, played: Mapping[int, int]) -> dict[str, Any]:
    """The table as the seat sees it. `played` is who has played which card of the trick."""
    return _show(game, state, game.view(state, seat).as_dict(), played)


def show_all(game: Game, state: State, played: Mapping[int, int]) -> dict[str, Any]:
    """The table with every card known: for replays of simulated games, never for a game that people play."""
    return _show(game, state, game.snapshot(state), played)


def _show(game: Game, state: State, view: dict[str, Any], played: Mapping[int, int]) -> dict[str, Any]:
    context = Context(game.genome)
    piles = {name: _pile(view["piles"][name]) for name in PILES}
    hands = [
        _pile(pile | {"order": pile["order"] or sort_hand(pile["known"], context, view["trump"])})
        for pile in view["piles"]["hand"]
    ]
    piles["discard"]["cards"] = piles["discard"]["cards"][:MOST_DISCARDS]
    open_cards = set(piles["trick"]["cards"])
    return {
        **{name: view[name] for name in SHOWN},
        **{name: view[name] for name in BY_SEAT if any(view[name]) or (name == "scores" and counts_points(context))},
        "status": [say_status(view, seat, context) for seat in range(game.seats)],
        "pot": sum(view["contributions"]) or None,
        "piles": piles | {name: [_pile(pile) for pile in view["piles"][name]] for name in SEAT_PILES} | {"hand": hands},
        "layout": context.has(Makes.LAYOUT),  # the cards on the table are suits that grow
        "bundles": context.has(Makes.BUNDLES),  # of the cards in front of a seat the top counts
        "columns": context.has(Makes.COLUMNS),  # the cards that a seat has captured lie open before it
        "labels": name_piles(context),
        "aside": name_shared_piles(context)["aside"],
        "by": [[card, who] for card, who in played.items() if card in open_cards],  # in the order of play
        "winners": game.winners(state) if game.is_over(state) else None,
    }


def counts_points(context: Context) -> bool:
    """Whether the score is worth showing before anybody has some."""
    return bool(context.genome.scoring_rules) or context.has(Makes.POINTS)


class Trick:
    """Who has played which card of the trick on the table, and the last trick that was taken.

    Only tricks that lie open for `seat` are followed, which is to say for everybody.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.played: dict[int, int] = {}
        self.last: dict[int, int] = {}

    def follow(self, ply: Ply) -> bool:
        """Notes a ply; True if the trick was taken with it."""
        before, after = (
            self.game.view(state, self.seat).as_dict()["piles"]["trick"] for state in (ply.before, ply.after)
        )
        is_open = len(before["known"]) == before["count"]
        swept = bool(before["count"] and not after["count"] and is_open)
        if ply.move < MOVES["suit"] and is_open and (before["count"] or ply.move in after["known"]):
            self.played[ply.move] = ply.seat
        if swept:
            taken = {*before["known"], ply.move}
            self.last = {card: who for card, who in self.played.items() if card in taken}
        if not after["count"]:
            self.played = {}
        return swept


def _pile(pile: Mapping[str, Any]) -> dict[str, Any]:
    """How many cards, and those that are known, top first where their order is."""
    return {"count": pile["count"], "cards": pile["order"] if pile["order"] is not None else sorted(pile["known"])}


def show_question(question: Question, picking: Picking | None) -> dict[str, Any]:
    """The moves to choose from; one that chooses a card names it. `pick` are cards of which several may be chosen, and
    `counts` how many."""
    options = [
        {
            "move": option.move,
            "text": with_names(option.text),
            "card": option.move if option.move < MOVES["suit"] else None,
        }
        for option in question.options
    ]
    if picking is not None:
        options = [option for option in options if option["card"] is None]
    asked = {"prompt": with_names(question.prompt), "options": options}
    if picking is None:
        return asked | {"pick": None}
    return asked | {"pick": list(picking.cards), "counts": list(picking.counts), "how_many": say_counts(picking.counts)}


def say_player(player: str) -> str:
    """A player's name for people: what is called mcts elsewhere is a search."""
    return re.sub(r"mcts-(\w+)", r"\1 search", player)


def seat_names(
    players: Sequence[str], people: Sequence[int], you: int | None, teams: Sequence[Sequence[int]] = ()
) -> list[dict[str, str]]:
    """Who sits where, and who plays with you."""
    partners = {seat for team in teams if you in team for seat in team if seat != you}
    names = []
    for seat, player in enumerate(players):
        who = "you" if seat == you else "a person" if seat in people else say_player(player)
        names.append({"name": PEOPLE[seat], "is": f"your partner, {who}" if seat in partners else who})
    return names
