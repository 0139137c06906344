"""Planted bugs: how many random genomes the comparison needs to notice a fault of either engine.

python -m tests.reference.planted [--all] [--most 200] [--seed 1] [--plies 80] [--only NAME]

A bug of the reference is one of its functions replaced. A bug of the engine is an op written as another, or with other
operands, wherever the compiler writes it: as if the VM executed it wrongly.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from darwindeck.compile.program import _compile_text
from darwindeck.language import vocabulary
from darwindeck.language.assembler import Assembler

from . import actions, deal, game, hands, knowledge, scoring, table
from .compare import Comparison, DifferenceError, Tally
from .conditions import TABLE_TESTS
from .genomes import genome_at
from .phases import (
    DEAL_ENDS,
    PHASES,
    ask,
    battle,
    betting,
    bid,
    claim,
    draw,
    knock,
    pass_cards,
    play,
    tribute,
    trick,
)

PLIES, GAMES = 80, 4
Bug = Any  # a context manager's maker: the bug is there inside it


# Bugs of the reference.


def instead(owner: Any, name: str, wrong: Callable[..., Any]) -> Bug:
    """The function `name` of `owner` becomes wrong(right, *arguments)."""
    right = getattr(owner, name)
    return lambda: patch.object(owner, name, lambda *arguments, **named: wrong(right, *arguments, **named))


def nothing(owner: Any, name: str) -> Bug:
    return instead(owner, name, lambda right, *arguments, **named: None)


def keep_knowledge(right: Any, known: knowledge.Knowledge, *move: Any) -> None:
    shown, seen = set(known.shown), [set(cards) for cards in known.seen]
    right(known, *move)
    known.shown |= shown
    known.seen = [before | after for before, after in zip(seen, known.seen, strict=True)]


def deal_one_fewer(right: Any, at: table.Table, rounds: int) -> Any:
    return right(at, rounds - 1 if at.turns and rounds > 1 else rounds)


def draw_from_below(right: Any, at: table.Table, source: Any, seat: int) -> int:
    if source.ordered and source.cards:
        source.cards.insert(0, source.cards.pop())
    return int(right(at, source, seat))


def with_field(name: str, change: Callable[[Any], Any]) -> Callable[..., Any]:
    """Calls the phase with this field changed."""
    return lambda right, at, phase, *rest: right(at, phase | {name: change(phase[name])}, *rest)


def without_runs(right: Any, hand: Any, meld: Any) -> Any:
    return right(hand, meld) if len({card % 16 for card in meld}) == 1 else [frozenset()]


def without_own_hand(right: Any, at: table.Table, rule: Any, head: int) -> int:
    differs = rule["points_source"] == "hand_differences"
    return int(right(at, rule | {"points_source": "opponents_hands"} if differs else rule, head))


def without_sweep(right: Any, at: table.Table) -> None:
    sweep, at.genome["sweep"] = at.genome["sweep"], None
    right(at)
    at.genome["sweep"] = sweep


def with_phase(kind: str, name: str, change: Callable[[Any], Any]) -> Bug:
    """The phase of this kind runs with a field changed."""
    return lambda: patch.dict(PHASES, {kind: functools.partial(with_field(name, change), PHASES[kind])})


def unlike(test: str) -> Bug:
    """The table condition is true where it is not."""
    right = TABLE_TESTS[test]
    return lambda: patch.dict(TABLE_TESTS, {test: lambda *asked: not right(*asked)})


def other_blind(right: Any, at: table.Table) -> Any:
    seats, amounts = [seat for seat, _ in right(at)], [amount for _, amount in right(at)]
    return list(zip(seats, reversed(amounts), strict=True))


def shuffle_top_too(right: Any, at: table.Table) -> None:
    if at.turned.cards:
        return right(at)
    at.deck.cards, at.discard.cards, at.changed = at.chance.shuffle(at.discard.cards), [], True
    return None


def keep_direction(right: Any, at: table.Table, deck: Any) -> None:
    direction = getattr(at, "direction", 1)
    right(at, deck)
    at.direction = direction


def keep_the_broke(right: Any, at: table.Table) -> None:
    out = list(at.out)
    right(at)
    at.out = out


def skip_a_claim(right: Any, at: table.Table, phase: Any) -> Any:
    at.claims += 1
    return right(at, phase)


def leave_the_table(right: Any, at: table.Table) -> None:
    at.last_capturer = table.NOBODY
    right(at)


def one_pot(right: Any, at: table.Table) -> Any:
    return [(sum(at.contributions), at.playing_from(0))] if at.pot else []


def whole_pot(right: Any, at: table.Table, strength: dict[int, Any]) -> None:
    at.contributions = [at.pot if seat == max(strength, key=lambda s: strength[s]) else 0 for seat in range(at.n)]
    right(at, strength)


def cards_only(right: Any, hand: Any) -> Any:
    return tuple(sorted(((card % 16 or 13) for card in hand), reverse=True))


REFERENCE = {
    "the lowest card wins a trick": instead(trick, "_winner", with_field("high_card_wins", lambda high: not high)),
    "nobody has to follow suit": instead(trick, "_follow_options", with_field("lead_suit_required", lambda _: False)),
    "the suit is never broken": instead(trick, "_play", with_field("breaking_suit", lambda _: None)),
    "the pot counts a chip too many": lambda: patch.object(
        table.Table, "pot", property(lambda at: sum(at.contributions) + 1)
    ),
    "side pots are one": instead(betting, "_pots", one_pot),
    "raises are never counted": instead(betting, "_options", lambda right, at, phase, seat, _: right(at, phase, seat, 0)),
    "pairs are worth nothing": instead(betting, "poker_strength", cards_only),
    "drawing takes the bottom card": instead(table.Table, "draw", draw_from_below),
    "a refill deals one card fewer": instead(table.Table, "deal_out", deal_one_fewer),
    "hidden moves keep what was known": instead(knowledge.Knowledge, "move_hidden", keep_knowledge),
    "open moves show nothing": nothing(knowledge.Knowledge, "move_openly"),
    "lacks are not noted": nothing(play, "_note_lacks"),
    "a play says nothing about the suit": nothing(play, "_put"),
    "true claims are lies": instead(claim, "_satisfies", lambda right, *claimed: not right(*claimed)),
    "books stay in the hand": nothing(ask, "_lay_down_books"),
    "everybody has what is asked for": instead(ask, "_draw", lambda right, *_: False),
    "who is out of cards draws none": with_phase("AskPhase", "draw_when_empty", lambda _: False),
    "who has won names a suit all the same": instead(actions, "_has_won", lambda right, *_: False),
    "the lowest hand wins nothing": instead(scoring, "_lowest_hand", lambda right, *_: table.NOBODY),
    "differences leave out the own hand": instead(scoring, "_points", without_own_hand),
    "anything beats an attack": instead(table.Table, "beats", lambda right, *_: True),
    "tributes are never collected": nothing(tribute, "_take_the_pile"),
    "battles spoil nobody": nothing(battle, "_take_spoils"),
    "captures need no sum": instead(trick, "completable", lambda right, at, *_: sorted(at.tableau.cards)),
    "any discard may be taken": instead(draw, "_fits", lambda right, *_: True),
    "builds are left where they lie": lambda: patch.dict(DEAL_ENDS, {"BuildPhase": lambda at, phase: None}),
    "columns count nothing": lambda: patch.dict(DEAL_ENDS, {"ColumnsPhase": lambda at, phase: None}),
    "nobody takes the pile": with_phase("PlayPhase", "draw_if_unable", lambda way: "none" if way == "discards" else way),
    "one card is drawn, whatever the count": instead(
        draw, "_draw_while_it_gives", lambda right, at, place, seat, _: right(at, place, seat, 1)
    ),
    "runs take no layoffs": instead(hands, "_layoffs", without_runs),
    "knocking settles nothing": nothing(knock, "_settle"),
    "the knocker has no choice of melds": instead(knock, "arrangements", lambda right, *hand: right(*hand)[:1]),
    "bids score nothing": lambda: patch.dict(DEAL_ENDS, {"BidPhase": lambda at, phase: None}),
    "bags cost nothing": nothing(bid, "_count_bags"),
    "sweeps are not seen": instead(scoring, "_apply_scoring_rules", without_sweep),
    "scoring rules give a point more": instead(scoring, "_points", lambda right, *rule: right(*rule) + 1),
    "antes are not paid": nothing(deal, "_pay_antes_and_blinds"),
    "the turned-up card makes no trump": nothing(deal, "_choose_trump"),
    "the opponent is the next seat": instead(table.Table, "opponent", lambda right, at, seat: at.next_in_play(seat)),
    "turns go left only": instead(table.Table, "next_in_play", lambda right, at, seat: at.playing_from((seat + 1) % at.n)[0]),
    "skips are forgotten": instead(game, "_next_turn_seat", lambda right, at, seat: at.next_in_play(seat)),
    "triggers never fire": instead(game, "run_triggers", lambda right, *_: iter(())),
    "effects never happen": instead(play, "run_effects", lambda right, *_: iter(())),
    "conditions of actions always hold": instead(actions, "holds", lambda right, *_: True),
    "the big blind pays the small one": instead(deal, "_blinds", other_blind),
    "seats without chips play on": instead(game, "end_deal", keep_the_broke),
    "seats that lost all in a battle play on": instead(game, "_leaves_one_with_chips", lambda right, at: False),
    "battles win the whole pot": instead(battle, "share_pot", whole_pot),
    "the seat before is the one after": instead(table.Table, "previous", lambda right, at, seat: at.opponent(seat)),
    "discards are not replaced": with_phase("DiscardPhase", "replace", lambda _: False),
    "an undercut earns a point more": instead(knock, "_settle", with_field("undercut_bonus", lambda bonus: bonus + 1)),
    "the best prime is not the best": unlike("prime_count"),
    "tributes are a card higher": with_phase("TributePhase", "payments", lambda owed: {r: n + 1 for r, n in owed.items()}),
    "bouts go on and on": with_phase("BoutPhase", "max_attack", lambda _: 13),
    "claims leave out every second rank": instead(claim, "_next_in_sequence", skip_a_claim),
    "the top discard is shuffled in too": instead(table.Table, "_refill_deck", shuffle_top_too),
    "a new deal keeps the direction": instead(table.Table, "clear_deal", keep_direction),
    "cards are passed the other way": instead(
        pass_cards, "_receiver", lambda right, at, seat, to: right(at, seat, {"left": "right", "right": "left"}.get(to, to))
    ),
    "partners do not share their tricks": instead(table.Table, "tricks_of_side", lambda right, at, seat: at.tricks[seat]),
    "the last capturer leaves the table": instead(game, "end_deal", leave_the_table),
}  # fmt: skip


# Bugs of the engine.


def as_op(other: str) -> Callable[..., Any]:
    return lambda name, operands: (other, operands)


def with_operand(place: int, change: Callable[[int], int]) -> Callable[..., Any]:
    return lambda name, operands: (name, (*operands[:place], change(operands[place]), *operands[place + 1 :]))


def written(op: str, wrong: Callable[..., Any]) -> Bug:
    """The op is written wrongly wherever it is written."""
    right = Assembler._encode

    def encode(self: Assembler, name: str, operands: Any) -> bytes:
        return right(self, *wrong(name, operands)) if name == op else right(self, name, operands)

    return lambda: patch.object(Assembler, "_encode", encode)


def other_way(mode: int) -> int:
    return mode & 15 | (vocabulary.RIGHT if mode >> 4 == vocabulary.LEFT else vocabulary.LEFT) << 4


# LOWCARD as HIGHCARD is no bug: the compiler only writes LOWCARD for the top card of a pile, a set of one.
ENGINE = {
    "JLT as JLE": written("JLT", as_op("JLE")),
    "JGE as JGT": written("JGE", as_op("JGT")),
    "JLE as JLT": written("JLE", as_op("JLT")),
    "JNE as JEQ": written("JNE", as_op("JEQ")),
    "JEMPTY as JSOME": written("JEMPTY", as_op("JSOME")),
    "JCMPR compares otherwise": written("JCMPR", with_operand(2, lambda comparison: comparison ^ 1)),
    "SAND as SOR": written("SAND", as_op("SOR")),
    "SANDN as SAND": written("SANDN", as_op("SAND")),
    "SOR as SMOV": written("SOR", as_op("SMOV")),
    "PREFER as AVOID": written("PREFER", as_op("AVOID")),
    "LOWCARD as SUITOF": written("LOWCARD", as_op("SUITOF")),
    "HIGHCARD as LOWCARD": written("HIGHCARD", as_op("LOWCARD")),
    "STOP as SBOTTOM": written("STOP", as_op("SBOTTOM")),
    "SBOTTOM as STOP": written("SBOTTOM", as_op("STOP")),
    "SSUIT as SRANK": written("SSUIT", as_op("SRANK")),
    "SETB as CLRB": written("SETB", as_op("CLRB")),
    "SUBR as ADDR": written("SUBR", as_op("ADDR")),
    "MINR as MOVR": written("MINR", as_op("MOVR")),
    "LACK as LEAST": written("LACK", as_op("LEAST")),
    "OPPONENT as SETV": written("OPPONENT", as_op("SETV")),
    "PREVIOUS as OPPONENT": written("PREVIOUS", as_op("OPPONENT")),
    "WINBATTLE as WINPOT": written("WINBATTLE", lambda name, operands: ("WINPOT", operands[:1])),
    "ADDC to another column": written("ADDC", with_operand(0, lambda column: (column + 1) % 9)),
    "SUMC of another column": written("SUMC", with_operand(1, lambda column: (column + 1) % 9)),
    "MASK of another mode": written("MASK", with_operand(1, lambda mode: mode ^ 1)),
    "STEP the other way": written("STEP", with_operand(1, other_way)),
    "EACH the other way": written("EACH", with_operand(2, lambda way: 2 - way)),
    "TAKE openly": written("TAKE", with_operand(2, lambda openly: 1 - openly)),
    "MOVE openly": written("MOVE", with_operand(3, lambda openly: 1 - openly)),
    "MOVEALL in the other order": written("MOVEALL", with_operand(2, lambda order: order ^ 1)),
    "COLLECT in the other order": written("COLLECT", with_operand(2, lambda order: order ^ 1)),
    "DRAW without the discards": written("DRAW", with_operand(1, lambda reshuffle: 1 - reshuffle)),
    "DEAL one card more": written("DEAL", with_operand(2, lambda cards: min(52, cards + 1))),
    "PAY as a bet": written("PAY", with_operand(2, lambda as_bet: 1 - as_bet)),
    "BEAT by the lowest": written("BEAT", with_operand(3, lambda flags: flags ^ 1)),
    "SGROUP needs one card more": written("SGROUP", with_operand(2, lambda least: min(13, least + 1))),
    "PICKS of another group": written("PICKS", with_operand(2, lambda mode: mode & ~3 | 2 - (mode & 3))),
    "RANK by another condition": written("RANK", with_operand(0, lambda kind: kind ^ 1)),
    "SHOWDOWN by another hand": written("SHOWDOWN", with_operand(1, lambda kind: (kind + 1) % 3)),
    "NEXT after one more idle turn": written("NEXT", with_operand(0, lambda turns: turns + 1)),
    "MULI by one more": written("MULI", with_operand(1, lambda factor: factor + 1)),
}

# Those that CI plants: every kind of rule, and those that took most to reach.
FEW = (
    "the lowest card wins a trick",
    "the pot counts a chip too many",
    "drawing takes the bottom card",
    "hidden moves keep what was known",
    "a refill deals one card fewer",
    "true claims are lies",
    "knocking settles nothing",
    "the knocker has no choice of melds",
    "who has won names a suit all the same",
    "the lowest hand wins nothing",
    "bids score nothing",
    "lacks are not noted",
    "runs take no layoffs",
    "bags cost nothing",
    "sweeps are not seen",
    "the opponent is the next seat",
    "the big blind pays the small one",
    "seats without chips play on",
    "seats that lost all in a battle play on",
    "battles win the whole pot",
    "the seat before is the one after",
    "discards are not replaced",
    "the top discard is shuffled in too",
    "JLT as JLE",
    "SAND as SOR",
    "LOWCARD as SUITOF",
    "ADDC to another column",
    "TAKE openly",
    "BEAT by the lowest",
    "STEP the other way",
)
BUGS = REFERENCE | ENGINE
genome_once = functools.cache(genome_at)  # the same for every bug


@contextmanager
def planted(bug: str) -> Iterator[None]:
    """Programs compiled before or inside are not used on the other side."""
    _compile_text.cache_clear()
    try:
        with BUGS[bug]():
            yield
    finally:
        _compile_text.cache_clear()


def genomes_to_find(bug: str, most: int = 200, seed: int = 1, plies: int = PLIES) -> int | None:
    """How many genomes it took to find the bug; None if it was not found."""
    with planted(bug):
        found = next((number for number in range(most) if difference_at(seed, number, plies)), None)
    if found is None:
        return None
    if without := difference_at(seed, found, plies):
        raise RuntimeError(f"the engines differ without a planted bug, on genome {seed}/{found}: {without}")
    return found + 1


def difference_at(seed: int, number: int, plies: int = PLIES) -> DifferenceError | None:
    """How the engines differ in one of the first games of this genome."""
    try:
        for index in range(GAMES):
            Comparison(genome_once(seed, number), seed, index, Tally(), plies).run()
    except DifferenceError as difference:
        return difference
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reference.planted", description=__doc__)
    parser.add_argument("--all", action="store_true", help="every bug, not only CI's")
    parser.add_argument("--only", choices=BUGS, help="this one")
    parser.add_argument("--most", type=int, default=200, help="genomes a bug")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=PLIES, help="of each game, at most")
    options = parser.parse_args()
    chosen = [options.only] if options.only else list(BUGS) if options.all else list(FEW)
    found_bugs = 0
    for bug in chosen:
        started = time.monotonic()
        found = genomes_to_find(bug, options.most, options.seed, options.plies)
        found_bugs += found is not None
        side = "reference" if bug in REFERENCE else "engine"
        after = f"found by genome {found}" if found else f"not found in {options.most} genomes"
        print(f"{side}: {bug}: {after} ({time.monotonic() - started:.1f} s)", flush=True)
    print(f"{found_bugs} of {len(chosen)} bugs found")
    return 1 if found_bugs < len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
