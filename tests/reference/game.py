"""ReferenceGame: a match, its deals and turns (docs/genome.md, section 4), and the interface to it."""

from __future__ import annotations

from typing import Any

from .actions import run_triggers
from .choices import Asking, Choice
from .deal import begin_deal, starting_seat
from .phases import PHASES
from .scoring import (
    BY_SCORE,
    all_phases,
    chips_won,
    end_deal,
    is_for_chips,
    payoffs_of,
    ranked_best,
    threshold_is_met,
    winning_sides,
)
from .table import NOBODY, Table
from .views import table_seen

MOST_PHASES_WITHOUT_PLY = 4096


class RunawayError(Exception):
    """Too many phases began without anybody being asked."""


class ReferenceGame:
    """One match in progress. It has always run to the next choice, or to the end."""

    def __init__(
        self, genome: dict[str, Any], program_hash: int, seed: int, index: int = 0, deck: list[int] | None = None
    ) -> None:
        self.table = Table(genome, program_hash, seed, index)
        self.plies = 0
        self.ending: str | None = None
        self.winners: list[int] = []
        self._payoffs = [0.0] * self.table.n
        self._choice: Choice | None = None
        self._match = _play_match(self.table, deck)
        self._advance(None)

    def _advance(self, move: int | None) -> None:
        """Sends the move to the rules and takes their next question."""
        try:
            self._choice = next(self._match) if move is None else self._match.send(move)
        except StopIteration as stop:
            self._finish(stop.value)
        except RunawayError:
            self._finish("runaway")

    def _finish(self, special: str | None) -> None:
        table = self.table
        self._choice = None
        sides = [] if special == "runaway" else winning_sides(table)
        for_chips = is_for_chips(table) and special != "runaway"
        self._payoffs = chips_won(table) if for_chips else payoffs_of(table, sides)
        is_decided = 0 < len(sides) < len(table.sides)
        self.winners = [seat for seat in range(table.n) if is_decided and table.head[seat] in sides]
        self.ending = special or ("decided" if is_decided else "draw")

    @property
    def to_move(self) -> int:
        return self._choice.seat if self._choice else NOBODY

    @property
    def is_over(self) -> bool:
        return self._choice is None

    @property
    def turns(self) -> int:
        return self.table.turns

    @property
    def deals(self) -> int:
        return self.table.deals

    def legal_moves(self) -> list[int]:
        return list(self._choice.options) if self._choice else []

    def apply(self, move: int) -> None:
        if len(self.legal_moves()) > 1:
            self.table.changed = True
        if move not in self.legal_moves():
            raise ValueError(f"move {move} is not legal; legal are {self.legal_moves()}")
        self.plies += 1
        self.table.phases_since_ply = 0
        self._advance(move)

    def payoffs(self) -> list[float]:
        return list(self._payoffs)

    def view(self, seat: int) -> dict[str, Any]:
        return self._seen(seat)

    def snapshot(self) -> dict[str, Any]:
        return self._seen(None)

    def _seen(self, seat: int | None) -> dict[str, Any]:
        return table_seen(self.table, seat) | {
            "to_move": self.to_move, "ending": self.ending, "payoffs": self.payoffs(),
        }  # fmt: skip


def _play_match(table: Table, deck: list[int] | None) -> Asking:
    """Plays deals until the match is over; "stalemate", "turn_limit" or "deal_limit" if it ended so."""
    while True:
        verdict = yield from _play_deal(table, deck)
        deck = None
        if verdict == "score_reached":
            return None
        end_deal(table)
        if verdict in ("stalemate", "turn_limit"):
            return verdict
        if _match_is_over(table):
            return None
        if table.deals == table.genome["match"]["max_deals"]:
            return "deal_limit" if _can_end_early(table) else None
        table.dealer = _next_dealer(table)


def _next_dealer(table: Table) -> int:
    left = [seat for seat in table.from_left((table.dealer + 1) % table.n) if not table.out[seat]]
    if table.genome["match"]["next_dealer"] == "most_tricks":
        return max(left, key=lambda seat: table.tricks[seat])  # the first of equals
    return left[0]


def _match_is_over(table: Table) -> bool:
    match = table.genome["match"]
    if match is None:
        return True
    if threshold_is_met(table, BY_SCORE) and (match["tie"] != "play_on" or len(ranked_best(table)) == 1):
        return True
    left = table.out.count(False)
    return left == 0 or (left == 1 and (table.starting_chips > 0 or _knocks_out(table)))


def _has_phase(table: Table, *kinds: str) -> bool:
    return any(phase["type"] in kinds for phase in all_phases(table))


def _knocks_out(table: Table) -> bool:
    return _has_phase(table, "KnockOutPhase") or any(phase.get("lives", 0) > 0 for phase in all_phases(table))


def _can_end_early(table: Table) -> bool:
    """Whether something else than the number of deals could have ended the match."""
    by_score = any(c["type"] in BY_SCORE and c["threshold"] is not None for c in table.genome["win_conditions"])
    return by_score or _has_phase(table, "BettingPhase") or _knocks_out(table)


def _play_deal(table: Table, deck: list[int] | None) -> Asking:
    """Plays one deal; says why it ended: "over", "score_reached", "stalemate" or "turn_limit"."""
    seat = yield from begin_deal(table, deck)
    if table.deal_over:
        return "over"
    for phase in table.genome["turn_structure"]["opening"]:
        table.actor = seat
        skip_rest = yield from _run_phase(table, phase)
        if table.deal_over:
            return "over"
        if skip_rest:
            break
    has_blinds = table.setup["resources"] and table.setup["resources"]["blinds"]
    if table.setup["starting_player"] == "holder" and not has_blinds:
        seat = starting_seat(table)  # the card may have been passed on
    if table.next_seat != NOBODY and table.in_play(table.next_seat):
        seat = table.next_seat
    elif not table.in_play(seat):
        seat = table.next_in_play(seat)
    while True:
        verdict = yield from _play_turn(table, seat)
        if verdict:
            return verdict
        seat = _next_turn_seat(table, seat)


def _play_turn(table: Table, seat: int) -> Asking:
    """One turn; why the deal ends, or None if it goes on."""
    table.turns += 1
    table.actor, table.next_seat, table.changed = seat, NOBODY, False
    for phase in table.genome["turn_structure"]["phases"]:
        skip_rest = yield from _run_phase(table, phase)
        verdict = _phase_checks(table)
        if verdict:
            return verdict
        if skip_rest:
            break
    yield from run_triggers(table, seat)
    table.taken = None
    verdict = _turn_checks(table)
    if verdict == "turn_limit":
        table.actor = _next_turn_seat(table, seat)
    return verdict


def _run_phase(table: Table, phase: dict[str, Any]) -> Asking:
    table.phases_since_ply += 1
    if table.phases_since_ply >= MOST_PHASES_WITHOUT_PLY:
        raise RunawayError
    return (yield from PHASES[phase["type"]](table, phase))


def _phase_checks(table: Table) -> str | None:
    if table.deal_over or _leaves_one_with_chips(table):
        return "over"
    if table.wins_by("empty_hand"):
        empty = [seat for seat in table.playing_from(table.actor) if not table.hand(seat)]
        if empty:
            table.deal_winner = empty[0]
            return "over"
    if table.wins_by("capture_all"):
        holding = [seat for seat in range(table.n) if not table.out[seat] and table.hand(seat)]
        if len(holding) <= 1:
            table.deal_winner = holding[0] if holding else NOBODY
            return "over"
        table.out = [seat not in holding for seat in range(table.n)]
    playing = table.playing_from(table.actor)
    if table.wins_by("last_player_standing") and len({table.head[seat] for seat in playing}) == 1:
        table.deal_winner = playing[0]
        return "over"
    return "score_reached" if threshold_is_met(table, {"first_to_score"}) else None


def _leaves_one_with_chips(table: Table) -> bool:
    """Seats without chips and without a part of the pot go out where chips are bet; whether one is left in play."""
    broke = [not table.chips[seat] and not table.contributions[seat] and not table.out[seat] for seat in range(table.n)]
    if not any(broke) or not any(phase["type"] == "BettingPhase" for phase in all_phases(table)):
        return False
    table.out = [table.out[seat] or broke[seat] for seat in range(table.n)]
    playing = table.playing_from(table.actor)
    if len(playing) == 1:
        table.deal_winner = playing[0]
    return len(playing) == 1


def _turn_checks(table: Table) -> str | None:
    if table.deal_over:
        return "over"
    holding = [seat for seat in table.playing_from(0) if table.hand(seat)]
    if table.wins_by("last_with_cards_loses") and len(holding) <= 1:
        return "over"
    if not holding:
        if table.setup["refill"] == 0 and not _can_draw_when_empty(table):
            return "over"
        if table.setup["refill"] > 0 and not table.deck.cards:
            return "over"
        table.deal_out(table.setup["refill"])
    thresholds = [c["threshold"] or 0 for c in table.genome["win_conditions"] if c["type"] == "deck_empty"]
    if any(len(table.deck) <= threshold for threshold in thresholds):
        return "over"
    table.idle_turns = 0 if table.changed else table.idle_turns + 1
    if table.idle_turns >= table.n:
        return "over" if table.genome["match"] else "stalemate"
    return "turn_limit" if table.turns >= table.genome["max_turns"] else None


def _can_draw_when_empty(table: Table) -> bool:
    phases = table.genome["turn_structure"]["phases"]
    return table.can_give(table.deck) and any(
        phase.get("draw_when_empty") or phase["type"] == "ColumnsPhase" for phase in phases
    )


def _next_turn_seat(table: Table, seat: int) -> int:
    if table.next_seat != NOBODY and table.in_play(table.next_seat):
        return table.next_seat
    for _ in range(table.skips + 1):
        seat = table.next_in_play(seat)
    table.skips = 0
    return seat
