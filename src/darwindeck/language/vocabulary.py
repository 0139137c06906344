"""The core's vocabulary for mechanics: every number that has a meaning in programs, by name (docs/ops.md).

The numbers themselves are the core's own; none is written here, except for yes and no.
"""

from __future__ import annotations

from .._core import (
    COLUMNS,
    ENDINGS,
    GROUPS,
    LIKENESSES,
    LIMITS,
    MASKS,
    MEASURES,
    MOVES,
    PILES,
    REGISTERS,
    SEATS,
    TOP_LIKENESSES,
    WAYS,
)
from .._core import OPERATORS as OPERATORS


def _look_up(group: dict[str, int], words: str) -> tuple[int, ...]:
    """The numbers that the core knows by these words."""
    return tuple(group[word] for word in words.split())


# Piles: kind in the low nibble, the seat variable that owns it in the high one.
DECK, DISCARD, TABLEAU, TRICK, ASIDE, TURNED = _look_up(PILES, "deck discard tableau trick aside turned")
HAND, CAPTURE, FRONT, PICKED = _look_up(PILES, "hand capture_zone front picked")

# Registers with a fixed meaning, then those that phases use between choices.
TURNS, DEALS, TRUMP, NAMED, BROKEN = _look_up(REGISTERS, "turns deals trump named broken")
LAST_PLAYED, LEAD, BEST, TAKEN, DRAWN = _look_up(REGISTERS, "last_played lead best taken drawn")
REFUSED, CLAIMS, TRICKS_PLAYED, IDLE_TURNS = _look_up(REGISTERS, "refused claims tricks_played idle_turns")
SKIPS, RAISES, TO_ACT, ENDING = _look_up(REGISTERS, "skips raises to_act ending")
LEAD_SUIT, LAST_RAISE, DEBT = _look_up(REGISTERS, "lead_suit last_raise debt")
PHASE_A, PHASE_B, PHASE_C = _look_up(REGISTERS, "phase_a phase_b phase_c")
LOOP_MASK, ACTION_MASK = _look_up(REGISTERS, "loop_mask action_mask")
FIRST_TEMPORARY, REGISTER_COUNT, SET_COUNT = _look_up(LIMITS, "first_temporary registers sets")

SCORE, CHIPS, BET, CONTRIBUTION, TRICKS = _look_up(COLUMNS, "score chips bet contribution tricks")
DISCARDED, POINTS, BID, BAGS, TITLE = _look_up(COLUMNS, "discarded points bid bags title")

TURN_SEAT, DECLARER, DEALER, NEXT_SEAT = _look_up(SEATS, "turn_seat declarer dealer next_seat")
LAST_CAPTURER, DEAL_WINNER, TRICK_WINNER = _look_up(SEATS, "last_capturer deal_winner trick_winner")
CREDITOR, EACH_SEAT, OTHER_SEAT, ACTION_SEAT = _look_up(SEATS, "creditor each_seat other_seat action_seat")
SPARE_SEAT, START_SEAT, SIDE_SEAT = _look_up(SEATS, "spare_seat start_seat side_seat")
PREVIOUS_SEAT, NOBODY = SEATS["previous_seat"], LIMITS["nobody"]

# Modes of STEP, MASK and SEATS; for STEP and SEATS add LEFT, FORWARD or RIGHT.
IN_PLAY, NOT_OUT, NOT_OUT_WITH_CARDS = _look_up(MASKS, "in_play not_out not_out_with_cards")
PLAYING_WITH_CARDS, PLAYING_WITH_CHIPS = _look_up(MASKS, "playing_with_cards playing_with_chips")
WITHOUT_CHIPS, WITHOUT_CARDS = _look_up(MASKS, "without_chips without_cards")
PLAYING_WITHOUT_CARDS, OF_MASK = _look_up(MASKS, "playing_without_cards of_mask")
LEFT, FORWARD, RIGHT = _look_up(WAYS, "left forward right")
# Modes of SLIKE. The last is added: where there is no card to compare with, every card is alike.
SAME_RANK, SAME_SUIT, SAME_COLOR, OR_EVERYTHING = _look_up(LIKENESSES, "rank suit color or_everything")
# Modes of STOPLIKE: kinds of likeness, what a named suit does, what is there already.
LIKE_RANK, LIKE_SUIT, LIKE_COLOR = _look_up(TOP_LIKENESSES, "rank suit color")
LIKE_NAMED, KEEP = _look_up(TOP_LIKENESSES, "named keep")

# What RIVALS compares a side with all others by.
BY_SCORE, BY_CAPTURED, BY_PRIME, BY_TRICKS = _look_up(MEASURES, "score captured prime tricks")
# Groups of SGROUP.
SETS_OF_RANK, RUNS_OF_SUIT = _look_up(GROUPS, "rank run")
# Not 0 in ENDING: the deal is over.
DECIDED = ENDINGS["decided"]

CARD_MOVES = 0  # a card is played by the move of its own number
SUIT_MOVES, RANK_MOVES, SEAT_MOVES, NUMBER_MOVES = _look_up(MOVES, "suit rank seat number")
PASS, DONE, DRAW, TAKE, FLIP, KNOCK = _look_up(MOVES, "pass done draw take flip knock")
CHALLENGE, ACCEPT, CHECK, CALL, FOLD, ALL_IN = _look_up(MOVES, "challenge accept check call fold all_in")
DOUBLE, REDOUBLE = _look_up(MOVES, "double redouble")
FIRST_BET, FIRST_RAISE = _look_up(MOVES, "bet raise")

# Operands that say yes or no.
OPENLY, PRIVATELY = 1, 0  # of MOVE and TAKE: everybody sees the cards; or only who sees the piles
TOP_FIRST, BOTTOM_FIRST = 0, 1  # of MOVEALL: which card is moved first, and so lies below the others
IN_ORDER, SHUFFLED = 0, 1  # of COLLECT
NO_RESHUFFLE = 0  # of JGIVE and DRAW: whether an empty stock is made anew from the discards
AS_BET, AS_ANTE = 1, 0  # of PAY: a bet can be called and raised, an ante cannot


def of(kind: int, seat: int) -> int:
    """The pile of a kind that belongs to a seat variable."""
    return kind | seat << 4
