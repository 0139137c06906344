"""The beginning of a deal (docs/genome.md, section 4, "Deal")."""

from __future__ import annotations

from .actions import carry_out
from .cards import RANKS, SUITS, card_id, deck_of, rank_of, suit_of
from .choices import Asking
from .table import NOBODY, Table

MOST_REDEALS = 16


def begin_deal(table: Table, deck: list[int] | None) -> Asking:
    """Deals, pays antes and blinds, carries out the post-deal actions; the starting seat."""
    last_dealt = _deal_cards(table, deck)
    for _ in range(MOST_REDEALS):
        if not _must_redeal(table):
            break
        last_dealt = _deal_cards(table, None)
    for card in table.deck.cards[: table.setup["initial_discard_count"]]:
        table.move([card], table.deck, table.discard, openly=True)
    while _must_cover_discard(table):
        table.move(table.deck.cards[:1], table.deck, table.discard, openly=True)
    _choose_trump(table, last_dealt)
    _pay_antes_and_blinds(table)
    start = starting_seat(table)
    table.actor = start
    for seat in table.playing_from(start):
        yield from carry_out(table, seat, table.setup["post_deal_actions"])
    return start


def _deal_cards(table: Table, deck: list[int] | None) -> int | None:
    """Steps 1 to 3; the last card dealt to a hand."""
    setup = table.setup
    in_use = deck_of(setup, table.n)
    table.clear_deal(in_use)
    table.deck.cards = table.deals_stream.shuffle(in_use) if deck is None else list(deck)
    last = None
    if setup["hand_suits"]:
        _deal_suits(table)
    else:
        last = _deal_hands(table)
    for card in table.deck.cards[: setup["initial_tableau_count"]]:
        table.move([card], table.deck, table.tableau)
    return last


def _deal_hands(table: Table) -> int | None:
    """Step 2; the last card dealt."""
    setup = table.setup
    each = _scheduled(table) or setup["hand_sizes"].get(str(table.n), setup["cards_per_player"])
    if each > 0:
        return table.deal_out(each)
    share, rest = divmod(len(table.deck), table.out.count(False))
    last = table.deal_out(share + (1 if rest and setup["leftover"] == "deal" else 0))
    table.move(table.deck.cards, table.deck, table.aside)
    return last


def _scheduled(table: Table) -> int:
    """How many cards the match's schedule gives each seat in this deal; 0 without one."""
    setup, match = table.setup, table.genome["match"]
    if not match or not match["hand_schedule"]:
        return 0
    turned = setup["initial_tableau_count"] + setup["initial_discard_count"]
    turned += setup["trump_selection_method"] == "turn_up"
    entry = int(match["hand_schedule"][table.deals % len(match["hand_schedule"])])
    return min(entry, max(1, (len(table.deck) - turned) // table.n))


def _deal_suits(table: Table) -> None:
    """Step 2 where each seat has a suit of its own, shown to all; suits without a seat are put aside."""
    for seat, suit in enumerate(table.setup["hand_suits"]):
        cards = sorted(card for card in table.deck.cards if SUITS[suit_of(card)] == suit)
        table.move(cards, table.deck, table.hands[seat] if seat < table.n else table.aside, openly=True)


def _must_cover_discard(table: Table) -> bool:
    """Whether the top discard is one the game must not begin with, and can be covered."""
    top = table.discard.cards[:1]
    return bool(top and table.deck.cards) and RANKS[rank_of(top[0])] == table.setup["initial_discard_not"]


def _must_redeal(table: Table) -> bool:
    rank = table.setup["redeal_rank"]
    found = [card for card in table.tableau.cards if RANKS[rank_of(card)] == rank]
    return rank is not None and len(found) >= table.setup["redeal_count"]


def _choose_trump(table: Table, last_dealt: int | None) -> None:
    method = table.setup["trump_selection_method"]
    card = None
    if method == "fixed" and table.setup["trump_suit"]:
        table.trump = SUITS.index(table.setup["trump_suit"])
    elif method == "last_card_dealt":
        card = last_dealt
        if card is not None:
            table.show([card])
    elif method == "turn_up" and table.deck.cards:
        card = table.deck.cards[0]
        table.move([card], table.deck, table.aside, openly=True)
    elif method == "tableau" and table.tableau.cards:
        card = table.tableau.cards[0]
    elif method == "bottom_card" and not table.deck.cards and last_dealt is not None:
        card = last_dealt
        table.show([card])
    elif method == "bottom_card" and table.deck.cards:
        card = table.deck.cards[-1]
        table.move([card], table.deck, table.turned)
    if card is not None:
        table.trump = suit_of(card)


def _blinds(table: Table) -> list[tuple[int, int]]:
    """(seat, amount) of the small and the big blind, if there are any."""
    resources = table.setup["resources"]
    if not resources or not resources["blinds"]:
        return []
    playing = table.playing_from((table.dealer + 1) % table.n)
    if len(playing) == 2:
        playing.reverse()  # the dealer, last from its left, pays small
    return list(zip(playing, resources["blinds"], strict=False))


def _pay_antes_and_blinds(table: Table) -> None:
    resources = table.setup["resources"]
    if resources:
        for seat in table.playing_from(0):
            table.pay(seat, resources["ante"], as_bet=False)
    for seat, amount in _blinds(table):
        table.pay(seat, amount, as_bet=True)


def starting_seat(table: Table) -> int:
    blinds = _blinds(table)
    left = (table.dealer + 1) % table.n
    playing = table.playing_from(left) or [left]  # nobody plays if all are bust before the first turn
    if blinds:
        return table.playing_from((blinds[-1][0] + 1) % table.n)[0]
    method = table.setup["starting_player"]
    if method == "youngest":
        return min(playing)
    if method == "random":
        return sorted(playing)[table.deals_stream.below(len(playing))]
    holder = NOBODY
    if method == "holder" and table.setup["starting_card"]:
        card = table.stand_in(card_id(table.setup["starting_card"]))
        holder = next((seat for seat in range(table.n) if card in table.hand(seat)), NOBODY)
    if method == "lowest_trump":
        holder = _weakest_trump_holder(table)
    return playing[0] if holder == NOBODY else holder


def _weakest_trump_holder(table: Table) -> int:
    trumps = [
        (card, seat) for seat in table.playing_from(0) for card in table.hand(seat) if suit_of(card) == table.trump
    ]
    return min(trumps, key=lambda held: (table.strength(held[0]), held[0]), default=(NOBODY, NOBODY))[1]
