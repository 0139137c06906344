"""The deal: from the shuffled deck to the seat that begins. The numbered steps are those of docs/genome.md, section 4."""

from __future__ import annotations

from ..language.assembler import Label
from ..language.fields import RANKS, SUITS, card_set, rank_set, suit_set
from ..language.vocabulary import (
    AS_ANTE,
    AS_BET,
    ASIDE,
    DEALER,
    DEALS,
    DECK,
    DISCARD,
    EACH_SEAT,
    HAND,
    IN_PLAY,
    LEFT,
    NO_RESHUFFLE,
    OPENLY,
    PRIVATELY,
    SPARE_SEAT,
    TABLEAU,
    TRUMP,
    TURN_SEAT,
    TURNED,
    of,
)
from .game_code import GameCode

MAX_REDEALS = 16
ALL_EQUALLY = 52  # as a number of cards for DEAL: all of them, the same number each, the rest aside
NO_CARD = -1  # in a register that holds a card or a suit


def emit_deal(code: GameCode) -> None:
    """A deal from its beginning to the first phase. A deal that is not to be played with begins again."""
    asm, setup = code.asm, code.context.setup
    # `last` is the last card dealt, which may name the trump; `redeals` how often the deal was begun again.
    with asm.ints(2) as [last, redeals]:
        asm.op("SETI", redeals, 0)
        again = asm.here()
        asm.op("RESET")
        # Step 1: the deck, shuffled.
        asm.op("DECK")
        # Step 2: hands.
        if setup.hand_suits:
            asm.op("SETI", last, NO_CARD)
            _emit_suit_hands(code, setup.hand_suits)
        elif code.context.hand_schedule:
            _emit_scheduled_hands(code, last)
        else:
            size = code.context.hand_size
            asm.op("DEAL", last, DEALER, ALL_EQUALLY if size == 0 and setup.leftover == "aside" else size)
        # Step 3: the tableau, and a new deal if it is not to be played with.
        for _ in range(setup.initial_tableau_count):
            asm.op("TAKE", DECK, TABLEAU, PRIVATELY)  # everybody sees the tableau anyway
        if setup.redeal_rank is not None:
            _emit_redeal(code, setup.redeal_rank, setup.redeal_count, redeals, again)
        # Step 4: the first discards.
        for _ in range(setup.initial_discard_count):
            asm.op("TAKE", DECK, DISCARD, OPENLY)
        if setup.initial_discard_not is not None:
            _emit_discard_not(code, setup.initial_discard_not)
        # Step 5: trumps.
        _emit_trump(code, last)
    # Step 6: antes and blinds. Step 7: who begins; after blinds that is the seat after them.
    _emit_forced_bets(code)
    if code.blinds is None:
        emit_start(code)
    # Step 8: what everybody does before the first turn.
    if setup.post_deal_actions:
        with asm.each_seat(TURN_SEAT, IN_PLAY):
            for action in setup.post_deal_actions:
                action.emit(asm, EACH_SEAT)
        code.emit_ended()


def _emit_scheduled_hands(code: GameCode, last: int) -> None:
    """As many cards as the schedule says for this deal; after its last entry it begins again."""
    asm, sizes, done = code.asm, code.context.hand_schedule, Label()
    with asm.ints() as [number]:
        asm.op("MOVR", number, DEALS)
        asm.op("MODI", number, len(sizes))
        for entry, size in enumerate(sizes):
            other = Label()
            asm.jump_if(number, "!=", entry, other)
            asm.op("DEAL", last, DEALER, size)
            asm.op("JUMP", done)
            asm.place(other)
    asm.place(done)


def _emit_redeal(code: GameCode, rank: str, count: int, redeals: int, again: Label) -> None:
    """Back to `again` if the tableau has too many cards of a rank; after `MAX_REDEALS` times it is played with all the same."""
    asm, keep = code.asm, Label()
    with asm.sets(2) as [table, wanted], asm.ints() as [number]:
        asm.op("SPILE", table, TABLEAU)
        asm.set_constant(wanted, rank_set(rank))
        asm.op("SAND", table, wanted)
        asm.op("COUNT", number, table)
        asm.jump_if(number, "<", count, keep)
        asm.op("ADDI", redeals, 1)
        asm.jump_if(redeals, "<=", MAX_REDEALS, again)
    asm.place(keep)


def _emit_suit_hands(code: GameCode, suits: tuple[str, ...]) -> None:
    """Seat k has all cards of suit k; suits that have no seat are out of play.

    Openly, since everybody knows the rules: hands that are whole suits hold no secret.
    """
    asm = code.asm
    with asm.sets() as [cards]:
        for seat, suit in enumerate(suits):
            has_seat = seat < code.context.seats
            if has_seat:
                asm.op("SETVI", SPARE_SEAT, seat)
            asm.set_constant(cards, suit_set(suit))
            asm.op("MOVE", cards, DECK, of(HAND, SPARE_SEAT) if has_seat else ASIDE, OPENLY)


def _emit_discard_not(code: GameCode, rank: str) -> None:
    """Covers a first discard of that rank with the next card, as long as there is one."""
    asm, done = code.asm, Label()
    again = asm.here()
    with asm.sets(2) as [top, wanted]:
        asm.op("STOP", top, DISCARD)
        asm.set_constant(wanted, rank_set(rank))
        asm.op("SAND", top, wanted)
        asm.op("JEMPTY", top, done)
        asm.op("SPILE", top, DECK)
        asm.op("JEMPTY", top, done)
        asm.op("TAKE", DECK, DISCARD, OPENLY)
        asm.op("JUMP", again)
    asm.place(done)


def _emit_trump(code: GameCode, last: int) -> None:
    """Sets the trump suit. SUITOF makes it "no suit" where there is no card to look at."""
    asm, setup = code.asm, code.context.setup
    match setup.trump_selection_method:
        case "fixed":
            asm.op("SETI", TRUMP, SUITS.index(setup.trump_suit) if setup.trump_suit else NO_CARD)
        case "last_card_dealt":
            with asm.sets() as [card]:
                asm.op("SCARD", card, last)
                asm.op("SUITOF", TRUMP, card)
                asm.op("SHOW", card)  # it stays in its hand
        case "turn_up":
            with asm.sets() as [card]:
                asm.op("STOP", card, DECK)
                asm.op("SUITOF", TRUMP, card)
                asm.op("TAKE", DECK, ASIDE, OPENLY)
        case "tableau":
            with asm.sets() as [card]:
                asm.op("STOP", card, TABLEAU)
                asm.op("SUITOF", TRUMP, card)
        case "bottom_card":
            _emit_bottom_trump(code, last)


def _emit_bottom_trump(code: GameCode, last: int) -> None:
    """The bottom card of the stock names the trump and is drawn last. With an empty stock, the last card dealt names it."""
    asm, has_stock, done = code.asm, Label(), Label()
    with asm.sets() as [card]:
        asm.op("SCARD", card, last)
        asm.op("SUITOF", TRUMP, card)
        asm.op("JGIVE", DECK, NO_RESHUFFLE, has_stock)
        asm.op("SHOW", card)
        asm.op("JUMP", done)
        asm.place(has_stock)
        asm.op("SBOTTOM", card, DECK)
        asm.op("SUITOF", TRUMP, card)
        asm.op("MOVE", card, DECK, TURNED, OPENLY)
        asm.place(done)


def _emit_forced_bets(code: GameCode) -> None:
    """What everybody pays before a card is played: antes, then blinds."""
    asm, resources = code.asm, code.context.setup.resources
    if resources is None:
        return
    with asm.ints() as [chips]:
        if resources.ante:
            with asm.each_seat(DEALER, IN_PLAY) as seat:
                asm.op("SETI", chips, resources.ante)
                asm.op("PAY", seat, chips, AS_ANTE)
        if code.blinds is not None:
            _emit_blinds(code, code.blinds, chips)


def _emit_blinds(code: GameCode, blinds: tuple[int, int], chips: int) -> None:
    """Small, then big; the turn is the next seat's. Of two, the dealer pays small.

    With more than two, the two seats left of the dealer pay.
    """
    asm, several = code.asm, Label()
    asm.op("SETV", TURN_SEAT, DEALER)
    with asm.ints(2) as [mask, count]:
        asm.op("MASK", mask, IN_PLAY)
        asm.op("BITS", count, mask)
        asm.jump_if(count, "!=", 2, several)
        asm.op(
            "STEP", TURN_SEAT, IN_PLAY | LEFT << 4
        )  # past the other one, so that the next step is back at the dealer
    asm.place(several)
    for blind in blinds:
        asm.step(TURN_SEAT, IN_PLAY)
        asm.op("SETI", chips, blind)
        asm.op("PAY", TURN_SEAT, chips, AS_BET)
    asm.step(TURN_SEAT, IN_PLAY)


def emit_start(code: GameCode) -> None:
    """The seat that begins. Left of the dealer first: the rules that look for a card keep that where no hand holds it."""
    asm, setup = code.asm, code.context.setup
    asm.op("SETV", TURN_SEAT, DEALER)
    if setup.starting_player == "youngest":
        asm.op("SETVI", TURN_SEAT, code.context.seats - 1)  # one step left of the last seat is the lowest in play
    asm.step(TURN_SEAT, IN_PLAY)
    if setup.starting_player == "random":
        asm.op("RANDOMV", TURN_SEAT, IN_PLAY)
    if setup.starting_player == "lowest_trump":
        _emit_lowest_trump(code)
    if setup.starting_player == "holder" and setup.starting_card:
        nobody = Label()
        with asm.sets() as [card]:
            asm.set_constant(card, card_set([code.context.present(setup.starting_card)]))
            asm.op("SEATOF", SPARE_SEAT, card)
        asm.op("JNOBODY", SPARE_SEAT, nobody)
        asm.op("SETV", TURN_SEAT, SPARE_SEAT)
        asm.place(nobody)


def _emit_lowest_trump(code: GameCode) -> None:
    """The holder of the weakest trump, looked for from the weakest rank on.

    Ranks of equal strength go by their numbers, so that both engines find the same seat.
    """
    asm, found = code.asm, Label()
    ranks = sorted(code.context.ranks, key=lambda rank: (code.context.strength[rank], rank))
    with asm.sets(2) as [trumps, cards]:
        for rank in ranks:
            missing = Label()
            asm.op("SSUIT", trumps, TRUMP)
            asm.set_constant(cards, rank_set(RANKS[rank]))
            asm.op("SAND", cards, trumps)
            asm.op("SEATOF", SPARE_SEAT, cards)
            asm.op("JNOBODY", SPARE_SEAT, missing)
            asm.op("SETV", TURN_SEAT, SPARE_SEAT)
            asm.op("JUMP", found)
            asm.place(missing)
    asm.place(found)
