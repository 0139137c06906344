"""Every way the hidden cards may lie, as far as a seat can tell (docs/genome.md, section 5)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from tests.reference.cards import Pile

from .line import CARDS, Line, UnsuitableError, copy_table

Cards = tuple[int, ...]


@dataclass
class HiddenPile:
    """A pile some cards of which, or whose order, the seat does not know."""

    pile: Pile
    known: Cards
    room: int


def arrangements(line: Line, seat: int, limit: int) -> list[Line]:
    """The same line with every arrangement that `seat` cannot tell from the true one, the true one among them."""
    piles = _hidden_piles(line, seat)
    unknown = sorted(card for hidden in piles for card in hidden.pile.cards if card not in hidden.known)
    found: list[Line] = []
    for layout in _layouts(line, piles, frozenset(unknown)):
        found.append(_rearranged(line, seat, piles, layout))
        if len(found) > limit:
            raise UnsuitableError(f"more than {limit} arrangements")
    return found


def _hidden_piles(line: Line, seat: int) -> list[HiddenPile]:
    table = line.table
    hidden = []
    for pile in [*table.shared.values(), *(pile for piles in table.own.values() for pile in piles)]:
        known = tuple(sorted(table.knowledge.known(seat, pile)))
        if pile.cards and (len(known) < len(pile) or (pile.ordered and not table.knowledge.is_face_up(pile))):
            hidden.append(HiddenPile(pile, known, len(pile) - len(known)))
            if pile.kind == "picked":
                raise UnsuitableError("somebody else is in the middle of a selection")
    return hidden


def _layouts(line: Line, piles: list[HiddenPile], unknown: frozenset[int]) -> Iterator[list[Cards]]:
    """The contents of each pile: ascending, or in every order where that matters."""
    if not piles:
        yield []
        return
    first, *others = piles
    allowed = sorted(card for card in unknown if _may_lie(line, card, first.pile))
    for chosen in itertools.combinations(allowed, first.room):
        contents = tuple(sorted({*first.known, *chosen}))
        if not _holds_at_least(line, first.pile, contents):
            continue
        for order in _orders(first, contents):
            for rest in _layouts(line, others, unknown - set(chosen)):
                yield [order, *rest]


def _orders(hidden: HiddenPile, contents: Cards) -> Iterator[Cards]:
    """Every order; but of face-down discards the seat knows the places of its own, which are those it knows here."""
    if not hidden.pile.ordered:
        yield contents
        return
    places = [at for at, card in enumerate(hidden.pile.cards) if hidden.pile.kind == "discard" and card in hidden.known]
    for order in itertools.permutations(contents):
        if all(order[at] == hidden.pile.cards[at] for at in places):
            yield order


def _may_lie(line: Line, card: int, pile: Pile) -> bool:
    knowledge = line.table.knowledge
    if pile.kind == "hand" and card in knowledge.lacks[pile.seat]:
        return False
    pools = [seat for seat, pool in enumerate(knowledge.pooled) if card in pool]
    return not pools or (pile.kind in ("hand", "front") and pile.seat in pools)


def _holds_at_least(line: Line, pile: Pile, contents: Cards) -> bool:
    entries = line.table.knowledge.at_least
    return pile.kind != "hand" or all(set(contents) & cards for seat, cards in entries if seat == pile.seat)


def _rearranged(line: Line, seat: int, piles: list[HiddenPile], layout: list[Cards]) -> Line:
    """The line with other cards in the hidden places, from the beginning of the turn."""
    renamed: dict[int, int] = {}
    for hidden, contents in zip(piles, layout, strict=True):
        if hidden.pile.ordered:
            renamed |= zip(hidden.pile.cards, contents, strict=True)
        else:
            before = sorted(set(hidden.pile.cards) - set(hidden.known))
            renamed |= zip(before, sorted(set(contents) - set(hidden.known)), strict=True)
    start = copy_table(line.turn_start, lambda card: renamed.get(card, card))
    try:
        other = Line(start, line.turn_seat, _renamed_moves(line, renamed))
    except ValueError:
        raise UnsuitableError("the turn's moves say more than the view") from None
    if other.view(seat) != line.view(seat) or other.legal_moves() != line.legal_moves():
        raise UnsuitableError("the turn's moves say more than the view")
    return other


def _renamed_moves(line: Line, renamed: dict[int, int]) -> list[int]:
    """The turn's moves with other cards; cards of one selection are picked in ascending order."""
    moves: list[int] = []
    plies = zip(line.movers, line.moves, strict=True)
    for (_, is_card), group in itertools.groupby(plies, key=lambda ply: (ply[0], ply[1] < CARDS)):
        run = [move for _, move in group]
        cards = [renamed.get(move, move) for move in run] if is_card else run
        moves += sorted(cards) if cards != run else run
    return moves
