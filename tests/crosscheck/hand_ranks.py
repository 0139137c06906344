"""The best poker hands of five, six and seven cards beside PHEvaluator, and each tenth of five cards beside PokerKit."""

from __future__ import annotations

import random
from collections.abc import Iterator

from phevaluator import evaluate_cards
from pokerkit import StandardHighHand

from darwindeck import Game
from darwindeck.language.fields import card_id
from tests.games import FULL_DECK

from .mirror import CHECK, Changes, best_paid, known_game, same
from .poker import to_pokerkit

# Whole ranks are left out, so that the hands which are rare with 52 cards come up.
PACKS = {"52 cards": "", "A to 6": "7 8 9 10 J Q K", "9 to A": "2 3 4 5 6 7 8", "A to 5 and 10 to K": "6 7 8 9"}
SEATS = 3
DEALS = 50  # a match

PLANTED: dict[str, tuple[Changes, str]] = {
    "the total of the cards decides": ({"turn_structure.phases.1.hand_evaluator": "card_total"}, "best hands"),
}


def compare(seed: int, changes: Changes) -> Iterator[str]:
    """Everybody checks, and the best hand wins."""
    rng = random.Random(seed)
    size, absent = 5 + seed % 3, [*PACKS.values()][seed // 3 % len(PACKS)].split()
    pack = [card for card in FULL_DECK if card[:-1] not in absent]
    removed = [card for card in FULL_DECK if card not in pack]
    setup: Changes = {"setup.cards_per_player": size, "setup.removed_cards": removed}
    game = known_game("simple-poker", SEATS, {**setup, **changes})
    for number in range(DEALS):
        deck = rng.sample(pack, len(pack))
        hands = [[card_id(card) for card in deck[seat : SEATS * size : SEATS]] for seat in range(SEATS)]
        winners = play(game, deck)
        ranks = [evaluate_cards(*map(repr, to_pokerkit(cards))) for cards in hands]
        same(
            f"best hands of {deck[: SEATS * size]}",
            winners,
            [seat for seat in range(SEATS) if ranks[seat] == min(ranks)],
        )
        yield from ("shared wins" for _ in winners[1:2])
        if size == 5 and number % 10 == 0:
            valued = [StandardHighHand(to_pokerkit(cards)) for cards in hands]
            same("best hands", winners, [seat for seat in range(SEATS) if valued[seat] == max(valued)])
            yield "deals beside PokerKit"
        yield "deals"
        yield from ["hands"] * SEATS
    yield "matches"


def play(game: Game, deck: list[str]) -> list[int]:
    state = game.start(deck=deck)
    while not game.is_over(state):
        state = game.apply(state, CHECK)
    return best_paid(game.snapshot(state))
