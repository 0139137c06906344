"""BoutPhase: one seat is attacked, and beats every card or takes them all."""

from __future__ import annotations

from typing import Any

from ..cards import rank_of
from ..choices import PASS, TAKE, Asking, ask
from ..table import Table

Phase = dict[str, Any]


def bout_phase(table: Table, phase: Phase) -> Asking:
    around = [table.actor, *table.after(table.actor)[:-1]]
    able = [seat for seat in around if table.in_play(seat) and table.hand(seat)]
    if len(able) < 2:
        return
    attacker, defender = able[:2]
    if (yield from _is_beaten(table, phase, attacker, defender)):
        table.move(table.tableau.cards, table.tableau, table.aside)
        table.next_seat = defender
    else:
        table.move(table.tableau.cards, table.tableau, table.hands[defender])
        table.next_seat = table.next_in_play(defender)
    others = [seat for seat in table.playing_from(attacker) if seat != defender]
    for seat in [*others, defender]:
        table.draw_from_deck(seat, max(0, phase["refill_to"] - len(table.hand(seat))))


def _is_beaten(table: Table, phase: Phase, attacker: int, defender: int) -> Asking:
    """Attacks and defences until nobody attacks (True) or the defender takes (False)."""
    limit = min(phase["max_attack"], len(table.hand(defender)))
    attacks = 0
    while attacks < limit and table.hand(defender):
        if not (yield from _attack(table, attacker, defender, is_first=attacks == 0)):
            return True
        attacks += 1
        options = [card for card in table.hand(defender) if table.beats(card, table.tableau.cards[0])]
        move = yield from ask(defender, [*options, TAKE])
        if move == TAKE:
            return False
        table.move([move], table.hands[defender], table.tableau)
    return True


def _attack(table: Table, attacker: int, defender: int, is_first: bool) -> Asking:
    """Whether somebody played a card."""
    if is_first:
        card = yield from ask(attacker, table.hand(attacker))
        table.move([card], table.hands[attacker], table.tableau)
        return True
    ranks = {rank_of(card) for card in table.tableau.cards}
    for seat in table.playing_from(attacker):
        options = [card for card in table.hand(seat) if rank_of(card) in ranks]
        if seat == defender or not options:
            continue
        move = yield from ask(seat, [*options, PASS])
        if move != PASS:
            table.move([move], table.hands[seat], table.tableau)
            return True
    return False
