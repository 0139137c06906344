"""The end of a deal and of a match: scoring rules, who wins, payoffs (docs/genome.md, sections 4 and 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .conditions import COUNTED_IN_HAND, cards_of, is_card_condition, leaves
from .hands import poker_strength
from .phases import DEAL_ENDS
from .table import NOBODY, Table

NAME_A_WINNER = {"empty_hand", "capture_all", "last_player_standing", "lowest_hand"}
COUNTING = {"capture_count", "suit_count"}
BY_SCORE = {"high_score", "low_score", "first_to_score", "point_threshold"}


def end_deal(table: Table) -> None:
    for phase in all_phases(table):
        if phase["type"] in DEAL_ENDS:
            DEAL_ENDS[phase["type"]](table, phase)
    for seat in range(table.n):
        table.chips[seat] += table.contributions[seat]
    table.contributions = [0] * table.n
    if table.deal_winner == NOBODY and table.wins_by("lowest_hand"):
        table.deal_winner = _lowest_hand(table)
    _apply_scoring_rules(table)
    table.deals += 1
    if any(phase["type"] == "BettingPhase" for phase in all_phases(table)):
        table.out = [table.out[seat] or table.chips[seat] == 0 for seat in range(table.n)]


def _lowest_hand(table: Table) -> int:
    """A seat of the side whose cards in hand are worth least, if it is one side."""
    playing = [[seat for seat in side if table.in_play(seat)] for side in table.sides]
    worth = {seats[0]: _held(table, seats[0]) for seats in playing if seats}
    lowest = [seat for seat in worth if worth[seat] == min(worth.values())]
    return lowest[0] if len(lowest) == 1 else NOBODY


def _held(table: Table, seat: int) -> int:
    """What the cards in the hands of a side are worth."""
    return sum(
        table.total_value(table.hand(other)) for other in range(table.n) if table.head[other] == table.head[seat]
    )


def all_phases(table: Table) -> list[dict[str, Any]]:
    structure = table.genome["turn_structure"]
    return [*structure["opening"], *structure["phases"]]


def _apply_scoring_rules(table: Table) -> None:
    given = dict.fromkeys(table.scores, 0)
    for rule in table.genome["scoring_rules"]:
        for head in given:
            points = _points(table, rule, head)
            given[head] += points
            table.add_score(head, points)
    sweep = table.genome["sweep"]
    sweepers = [head for head in given if sweep and given[head] == sweep["total"]]
    if len(sweepers) == 1:
        for head in given:
            wanted = sweep["own"] if head == sweepers[0] else sweep["others"]
            table.add_score(head, wanted - given[head])


def _points(table: Table, rule: dict[str, Any], head: int) -> int:
    """What the rule gives to the side of this head."""
    condition, points = rule["condition"], int(rule["points"])
    denoted = cards_of(table, head, condition, scoring=True)
    counted = _counted_cards(table, condition, head, denoted)
    if not (counted if is_card_condition(condition, scoring=True) else denoted):
        return 0
    if rule["points_source"] == "own_hand":
        return points * _held(table, head)
    if rule["points_source"] == "opponents_hands":
        return points * sum(_held(table, other) for other in table.scores if other != head)
    if rule["points_source"] == "hand_differences":
        return points * sum(_held(table, other) - _held(table, head) for other in table.scores if other != head)
    if rule["points_source"] == "values":
        return points * table.total_value(counted)
    if rule["per_card"]:
        number = table.tricks_of_side(head) if condition["type"] == "trick_count" else len(counted)
        return points * max(0, number - int(rule["over"]))
    return points


def _counted_cards(table: Table, condition: dict[str, Any], head: int, denoted: set[int]) -> set[int]:
    zone = set(table.zone(head).cards)
    types = {leaf["type"] for leaf in leaves(condition)}
    if is_card_condition(condition, scoring=True):
        return denoted & (set(table.hand(head)) if types & COUNTED_IN_HAND else zone)
    if condition["type"] == "suit_count":
        suited = cards_of(table, head, {"type": "card_is_suit", "suit": condition["suit"], "operator": "=="})
        return zone & suited
    return zone if types <= COUNTING else set()


# Who wins


def threshold_is_met(table: Table, kinds: set[str]) -> bool:
    """Whether a side has reached the threshold of a win condition of these kinds."""
    asked = [condition["threshold"] for condition in table.genome["win_conditions"] if condition["type"] in kinds]
    return any(threshold is not None and max(table.scores.values()) >= threshold for threshold in asked)


def winning_sides(table: Table) -> list[int]:
    """The heads of the sides that win, [] if nobody does."""
    if table.genome["match"] is None and table.deal_winner != NOBODY and not is_for_chips(table):
        return [table.head[table.deal_winner]]
    return ranked_best(table)


def ranked_best(table: Table) -> list[int]:
    """The best sides by the first ranking win condition that decides."""
    sides = [side for side in table.sides if not all(table.out[seat] for seat in side)]
    for condition in table.genome["win_conditions"]:
        kind = condition["type"]
        if kind == "last_player_standing":
            standing = [side[0] for side in sides if any(table.in_play(seat) for seat in side)]
            if len(standing) == 1:
                return standing
        elif kind == "best_hand":
            return _best(table, [side for side in sides if any(table.in_play(seat) for seat in side)], _best_hand)
        elif kind == "last_with_cards_loses":
            empty = [side[0] for side in sides if not any(table.hand(seat) for seat in side)]
            return empty if len(empty) < len(sides) else []
        elif kind in RANKINGS:
            return _best(table, sides, RANKINGS[kind])
    return []


def _best(table: Table, sides: list[list[int]], rank: Callable[[Table, list[int]], Any]) -> list[int]:
    best = max((rank(table, side) for side in sides), default=None)
    return [side[0] for side in sides if rank(table, side) == best]


def _best_hand(table: Table, side: list[int]) -> tuple[int, ...]:
    return max(poker_strength(table.hand(seat)) for seat in side if table.in_play(seat))


def _score(table: Table, side: list[int]) -> int:
    return table.scores[side[0]]


RANKINGS: dict[str, Callable[[Table, list[int]], Any]] = {
    "high_score": _score,
    "first_to_score": _score,
    "point_threshold": _score,
    "low_score": lambda table, side: -_score(table, side),
    "most_captured": lambda table, side: len(table.zone(side[0])),
    "most_chips": lambda table, side: sum(table.chips[seat] for seat in side),
    "fewest_cards": lambda table, side: -sum(len(table.hand(seat)) for seat in side),
}


def is_for_chips(table: Table) -> bool:
    """Whether the goal is chips, so that payoffs count them."""
    kinds = [condition["type"] for condition in table.genome["win_conditions"]]
    ranking = [
        kind for kind in kinds if kind in {*RANKINGS, "last_player_standing", "best_hand", "last_with_cards_loses"}
    ]
    if ranking[:1] != ["most_chips"]:
        return False
    return table.genome["match"] is not None or not NAME_A_WINNER & set(kinds)


def chips_won(table: Table) -> list[float]:
    """What each seat's side won of the chips that the other sides began with."""
    m, total = len(table.sides), table.n * table.starting_chips
    if total == 0:
        return [0.0] * table.n
    own = {side[0]: sum(table.chips[seat] + table.contributions[seat] for seat in side) for side in table.sides}
    return [(m * own[head] - total) / (total * (m - 1)) for head in table.head]


def payoffs_of(table: Table, winners: list[int]) -> list[float]:
    m, k = len(table.sides), len(winners)
    if k in (0, m):
        return [0.0] * table.n
    return [(m - k) / (k * (m - 1)) if head in winners else -1 / (m - 1) for head in table.head]
