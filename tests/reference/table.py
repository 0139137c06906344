"""The table: all that changes during a match, and the elementary things that happen on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .cards import Pile, rank_of, strengths, suit_of, values
from .knowledge import Knowledge
from .streams import CHANCE, DEALS, Stream

NOBODY = -1
SCORE_LIMIT = 1_000_000_000
SHARED_PILES = ("deck", "discard", "tableau", "trick", "aside", "turned")
SEAT_PILES = ("hand", "capture_zone", "front", "picked")


def _puts_cards_before_seats(genome: dict[str, Any]) -> bool:
    """Whether seats have discard piles of their own."""
    structure = genome["turn_structure"]
    phases = [*structure["opening"], *structure["phases"]]
    actions = [*genome["setup"]["post_deal_actions"]]
    actions += [action for effect in (*genome["special_effects"], *genome["triggers"]) for action in effect["actions"]]
    actions += [action for phase in phases for action in phase.get("winner_actions", ())]
    if any(phase["type"] in ("BundlePhase", "BuildPhase", "ColumnsPhase", "PegPhase") for phase in phases):
        return True
    return any(
        part.get("target") in ("own_discard", "previous_discard") and part["target"] != part.get("source")
        for part in (*phases, *actions)
    )


class Table:
    def __init__(self, genome: dict[str, Any], program_hash: int, seed: int, index: int) -> None:
        self.genome = genome
        self.setup = genome["setup"]
        self.n = genome["player_count"]
        self.deals_stream = Stream(seed, program_hash, index, DEALS)
        self.chance = Stream(seed, program_hash, index, CHANCE)
        self.strengths = strengths(self.setup["rank_order"])
        self.values = values(self.setup["card_values"])
        self.queues = self.setup["hand_order"] == "queue"
        self.sides = [sorted(team) for team in genome["teams"]] or [[seat] for seat in range(self.n)]
        self.sides.sort()
        self.head = [next(side[0] for side in self.sides if seat in side) for seat in range(self.n)]
        self.knowledge = Knowledge(self.setup, self.n, _puts_cards_before_seats(genome))
        resources = self.setup["resources"]
        self.starting_chips = resources["starting_chips"] if resources else self.setup["starting_chips"]
        self.scores = dict.fromkeys(self.head, 0)
        self.bags = dict.fromkeys(self.head, 0)
        self.titles = [0] * self.n
        self.chips = [self.starting_chips] * self.n
        self.out = [False] * self.n
        self.turns = self.deals = 0
        self.dealer = self.n - 1
        self.phases_since_ply = 0
        self.finding_valid_plays = False
        self.clear_deal([])

    def clear_deal(self, deck: list[int]) -> None:
        """Everything that a new deal forgets; `deck` is what it is played with."""
        self.deck_in_use = set(deck)
        self.shared: dict[str, Pile] = {
            kind: Pile(kind, NOBODY, kind in ("deck", "discard", "tableau")) for kind in SHARED_PILES
        }
        self.own: dict[str, list[Pile]] = {
            kind: [Pile(kind, seat, self._is_ordered(kind)) for seat in range(self.n)] for kind in SEAT_PILES
        }
        self.deck, self.discard, self.tableau = (self.shared[k] for k in SHARED_PILES[:3])
        self.trick, self.aside, self.turned = (self.shared[k] for k in SHARED_PILES[3:])
        self.hands: list[Pile] = self.own["hand"]
        self.zones: list[Pile] = self.own["capture_zone"]
        self.fronts: list[Pile] = self.own["front"]
        self.picked: list[Pile] = self.own["picked"]
        self.knowledge.forget()
        self.direction = 1
        self.folded = [False] * self.n
        self.bets = [0] * self.n
        self.contributions = [0] * self.n
        self.tricks = [0] * self.n
        self.bids = [NOBODY] * self.n
        self.trump = self.named_suit = NOBODY
        self.broken = False
        self.claims = self.skips = self.idle_turns = self.debt = 0
        self.actor = self.next_seat = self.last_capturer = self.deal_winner = self.last_trick_winner = NOBODY
        self.creditor = self.declarer = NOBODY
        self.tops_played: set[int] = set()
        self.last_played: int | None = None
        self.lead_card: int | None = None
        self.highest_played: int | None = None
        self.taken: int | None = None
        self.discarded = [0] * self.n
        self.drawn_mark = [False] * self.n
        self.or_source_refused = False
        self.deal_over = self.changed = False

    def _is_ordered(self, kind: str) -> bool:
        return kind == "front" or (kind == "hand" and self.queues)

    def wins_by(self, kind: str) -> bool:
        return any(condition["type"] == kind for condition in self.genome["win_conditions"])

    # Seats

    def in_play(self, seat: int) -> bool:
        return not self.folded[seat] and not self.out[seat]

    def from_left(self, seat: int) -> list[int]:
        """All seats from this one going left."""
        return [(seat + step) % self.n for step in range(self.n)]

    def playing_from(self, seat: int) -> list[int]:
        """The in-play seats from this one going left."""
        return [other for other in self.from_left(seat) if self.in_play(other)]

    def after(self, seat: int) -> list[int]:
        """All seats after this one in the direction of play, itself last."""
        return [(seat + self.direction * step) % self.n for step in range(1, self.n + 1)]

    def next_in_play(self, seat: int) -> int:
        return next((other for other in self.after(seat) if self.in_play(other)), seat)

    def opponent(self, seat: int) -> int:
        """The next seat of another side, one with cards if there is any; without others the seat itself."""
        return self._first_with_cards(self.others_after(seat), seat)

    def previous(self, seat: int) -> int:
        """The same, looked for against the direction of play."""
        return self._first_with_cards(self.others_after(seat)[::-1], seat)

    def _first_with_cards(self, others: list[int], seat: int) -> int:
        return next((other for other in others if self.hand(other)), others[0] if others else seat)

    def others_after(self, seat: int) -> list[int]:
        """The in-play seats of other sides after this one in the direction of play."""
        return [o for o in self.after(seat) if self.in_play(o) and self.head[o] != self.head[seat]]

    # Piles

    def zone(self, seat: int) -> Pile:
        return self.zones[self.head[seat]]

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand, picked ones included; top first if it is a queue."""
        return self.picked[seat].cards + self.hands[seat].cards

    def location(self, seat: int, name: str) -> Pile:
        if name in self.shared:
            return self.shared[name]
        if name == "hand":
            return self.hands[seat]
        if name == "opponent_hand":
            return self.hands[self.opponent(seat)]
        if name == "previous_hand":
            return self.hands[self.previous(seat)]
        if name == "own_discard":
            return self.fronts[seat]
        if name == "previous_discard":
            return self.fronts[self.previous(seat)]
        return self.zone(self.opponent(seat) if name == "opponent_discard" else seat)

    def contents(self, pile: Pile) -> list[int]:
        return self.hand(pile.seat) if pile.kind in ("hand", "picked") else pile.cards

    def value(self, card: int) -> int:
        return self.values[rank_of(card)]

    def total_value(self, cards: Iterable[int]) -> int:
        return sum(self.value(card) for card in cards)

    def strength(self, card: int) -> int:
        return self.strengths[rank_of(card)]

    def beats(self, card: int, other: int) -> bool:
        """Whether it is a stronger card of the same suit, or the deal's trump where the other is none."""
        if suit_of(card) == suit_of(other):
            return self.strength(card) > self.strength(other)
        return suit_of(card) == self.trump

    def move(self, cards: Iterable[int], source: Pile, target: Pile, openly: bool = False) -> None:
        """Moves cards at once, the first named first."""
        moving = list(cards)
        if not moving or source is target:
            return
        if openly or self.knowledge.is_face_up(source) or self.knowledge.is_face_up(target):
            self.knowledge.move_openly(set(moving), source, target)
        else:
            self.knowledge.move_hidden(set(moving), source, set(self.contents(source)), target)
        for card in moving:
            source.take(card)
            target.put(card)
        if source.kind in ("hand", "picked", "front"):
            self.knowledge.settle(source.seat, self.fronts[source.seat].cards)
        self.changed = True

    def pick(self, seat: int, card: int) -> None:
        self.hands[seat].take(card)
        self.picked[seat].put(card)

    def show(self, cards: Iterable[int]) -> None:
        self.knowledge.shown |= set(cards)
        for seat, front in enumerate(self.fronts):
            self.knowledge.pooled[seat] -= set(cards)
            self.knowledge.settle(seat, front.cards)

    def show_hand(self, seat: int) -> None:
        self.show(self.hand(seat))

    # Drawing

    def can_give(self, source: Pile) -> bool:
        if source.cards:
            return True
        can_refill = bool(self.turned.cards) or (self.setup["reshuffle"] and len(self.discard) >= 2)
        return source is self.deck and can_refill

    def draw(self, source: Pile, seat: int) -> int:
        """Moves one card to the seat's hand: the top one, or a random one of a set."""
        if source is self.deck and not source.cards:
            self._refill_deck()
        if source is self.hands[seat]:
            return NOBODY
        card = source.cards[0] if source.ordered else source.cards[self.chance.below(len(source))]
        self.move([card], source, self.hands[seat])
        return card

    def _refill_deck(self) -> None:
        """The turned-up card is the last of the deck; after it come the discards, shuffled."""
        if self.turned.cards:
            self.move(self.turned.cards, self.turned, self.deck)
            return
        top, *others = self.discard.cards
        self.deck.cards = self.chance.shuffle(others)
        self.discard.cards = [top]
        self.changed = True

    def stand_in(self, card: int) -> int:
        """The card itself, or the next stronger one of its suit if it is not in the deck."""
        if card in self.deck_in_use:
            return card
        stronger = [c for c in self.deck_in_use if c // 16 == card // 16 and self.strength(c) > self.strength(card)]
        return min(stronger, key=lambda c: (self.strength(c), c), default=card)

    def draw_from_deck(self, seat: int, count: int) -> None:
        for _ in range(count):
            if self.can_give(self.deck):
                self.draw(self.deck, seat)

    def deal_out(self, rounds: int) -> int | None:
        """Deals one card at a time, left of the dealer first, while there are any; the last card dealt."""
        last = None
        for _ in range(rounds):
            for seat in self.from_left((self.dealer + 1) % self.n):
                if self.deck.cards and not self.out[seat]:
                    last = self.deck.cards[0]
                    self.move([last], self.deck, self.hands[seat])
        return last

    # Scores and chips

    def tricks_of_side(self, seat: int) -> int:
        return sum(self.tricks[other] for other in range(self.n) if self.head[other] == self.head[seat])

    def add_score(self, seat: int, points: int) -> None:
        side = self.head[seat]
        before = self.scores[side]
        self.scores[side] = max(-SCORE_LIMIT, min(SCORE_LIMIT, before + points))
        if self.scores[side] != before:
            self.changed = True

    @property
    def pot(self) -> int:
        return sum(self.contributions)

    def pay(self, seat: int, amount: int, as_bet: bool) -> None:
        """Pays into the pot what is asked, or all the seat has."""
        paid = min(amount, self.chips[seat])
        self.chips[seat] -= paid
        self.contributions[seat] += paid
        if as_bet:
            self.bets[seat] += paid
        if paid:
            self.changed = True

    def win_pot(self, seat: int) -> None:
        """The last seat in play takes everything; the deal is over."""
        if self.pot:
            self.changed = True
        self.chips[seat] += self.pot
        self.contributions = [0] * self.n
        self.deal_winner = seat
        self.deal_over = True
