"""Rule salads that a reader wrote to fool the judge, or that were bred: each is refused without being played, for what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import known_games, load_genome
from darwindeck.judge import find_refusals
from darwindeck.judge.clutter import MOST_RULES, find_clutter
from darwindeck.judge.flow import Flow
from darwindeck.language.findings import Gate

from ..edits import edited

SALADS = Path(__file__).parents[1] / "rogues" / "salads"
WHY = {
    "absent-crib": (Gate.UNMADE, "nobody lays cards into a crib"),
    "absent-seven": (Gate.CLUTTER, "in most deals nobody gets the card that scores"),
    "all-or-nothing": (Gate.ROOM, "all that can be bet is everything"),
    "bank-and-whist": (Gate.COHESION, "have nothing to do with each other"),
    "battle-whist": (Gate.COHESION, "have nothing to do with each other"),
    "bid-nothing": (Gate.UNREAD, "nobody needs to bid"),
    "blind-gift-whist": (Gate.CLUTTER, "they are dealt once more"),
    "both-score": (Gate.NEVER, "all sides score this together"),
    "cancelling-queens": (Gate.CLUTTER, "the same as before"),
    "carousel-hearts": (Gate.CLUTTER, "passing cards once more"),
    "club-handover": (Gate.CLUTTER, "cards that were won are lost again"),
    "common-number": (Gate.UNREAD, "cards for all add the same to every total"),
    "consolation-gin": (Gate.CLUTTER, "points for being behind, which put others behind"),
    "counted-columns": (Gate.UNMADE, "cards in columns count by themselves"),
    "crib-for-nobody": (Gate.UNREAD, "nobody counts hands with the starter"),
    "dealt-thirty-one": (Gate.ROOM, "somebody is dealt a hand worth 31 in 47% of deals"),
    "dry-table": (Gate.NEVER, "cards come from the table in every turn, and none are put there after the deal"),
    "empty-pile": (Gate.NEVER, "nothing lies on the discard pile when players draw from it"),
    "even-cribbage": (Gate.NEVER, "no cards of the pack add up to 15"),
    "far-schnapsen": (Gate.ROOM, "all cards together are worth 120"),
    "first-fold-wins": (Gate.GOAL, "whoever is ahead folds"),
    "fish-and-scopa": (Gate.COHESION, "have nothing to do with each other"),
    "fish-whist": (Gate.COHESION, "have nothing to do with each other"),
    "five-against-one": (Gate.CLUTTER, "one side has more players"),
    "five-for-five": (Gate.ROOM, "everybody must put the whole hand away"),
    "fixed-contract": (Gate.ROOM, "everybody must bid the same"),
    "four-exchanges": (Gate.CLUTTER, "passing cards once more"),
    "free-aces": (Gate.ROOM, "nobody has to follow, and nothing beats a high card that is led"),
    "free-bets": (Gate.UNREAD, "a bet costs nothing"),
    "frosty-buckle": (Gate.UNREAD, "tricks above the bid pay as much as those bid, so nobody needs to bid"),
    "frozen-books": (Gate.GOAL, "nobody may ask a partner"),
    "ghost-crown": (Gate.CLUTTER, "at most 17 points, where every other rule gives 100"),
    "gift-for-all": (Gate.NEVER, "everybody gets these points, whatever happens"),
    "gilded-ledger": (Gate.ROOM, "nobody can get other cards in a turn"),
    "golden-lead": (Gate.CLUTTER, "whoever is ahead scores for being ahead"),
    "heartless-moon": (Gate.NEVER, "nothing reads the score"),
    "high-columns": (Gate.GOAL, "a column of two alike counts nothing, and the highest score wins"),
    "hollow-tricks": (Gate.UNREAD, "nothing reads who wins the tricks"),
    "ivory-bottle": (Gate.CLUTTER, "the pack has 8, 9, 10, and the order does not"),
    "just-three-clubs": (Gate.CLUTTER, "points for exactly 3, neither more nor fewer"),
    "keeping-rummy": (Gate.GOAL, "cards that fit no meld never leave a hand"),
    "knocking-scopa": (Gate.COHESION, "have nothing to do with each other"),
    "last-trick-lottery": (Gate.CLUTTER, "at most 13 points, where every other rule gives 500"),
    "late-crib": (Gate.GOAL, "cards are laid into the crib when all have been played"),
    "late-draw": (Gate.GOAL, "is drawn after that, for the next turn"),
    "leaky-bags": (Gate.CLUTTER, "lost again"),
    "lone-kite": (Gate.CLUTTER, "everybody has paid before the deal already"),
    "lonely-trick": (Gate.ROOM, "some players have a card more than others, and so a trick for themselves"),
    "lonely-draw": (Gate.GOAL, "only the first player has drawing: the deal is over after that turn"),
    "lost-crib": (Gate.UNREAD, "nobody counts the crib"),
    "melting-gin": (Gate.ROOM, "hands become smaller in every round, whatever is done"),
    "mill": (Gate.CLUTTER, "once more, and nothing has happened in between"),
    "moonless-whist": (Gate.NEVER, "no deal has 26 points"),
    "nameless-fives": (Gate.CLUTTER, "the pack has 5, and the order does not"),
    "natural-lottery": (Gate.ROOM, "two cards that are dealt are worth 20"),
    "never-knock": (Gate.ROOM, "a knock that fails costs all lives at once"),
    "nil-heaven": (Gate.ROOM, "a bid of nothing is worth more than twice as much as all tricks together"),
    "nine-small-laws": (Gate.CLUTTER, "11 single rules to keep in mind"),
    "nineteen-of-ten": (Gate.NEVER, "only 10 cards come into play, so nobody captures 19"),
    "no-melds-here": (Gate.NEVER, "the pack has no three cards that are a meld"),
    "no-starter": (Gate.UNMADE, "no cards ever lie on the table then"),
    "no-way-out": (Gate.ROOM, "nobody may fold, so there is nothing to answer a bet with"),
    "odd-one-over": (Gate.ROOM, "some players have a card more than others, and so a trick for themselves"),
    "odd-pack": (Gate.CLUTTER, "away from whole ranks"),
    "odd-ribbon": (Gate.CLUTTER, "6 cards and are then filled up to 4"),
    "old-maid-eights": (Gate.CLUTTER, "cards are taken from other hands"),
    "one-heart-storm": (Gate.CLUTTER, "it acts when somebody happens to score 1 of 26 points"),
    "one-suit-cheat": (Gate.SECRET, "nobody needs to lie"),
    "overruled-trump": (Gate.CLUTTER, "naming trumps once more"),
    "pairless-poker": (Gate.GOAL, "cards leave hands by themselves, and nobody wants fewer"),
    "penny-ante": (Gate.ROOM, "waiting for a better deal is free"),
    "pickpocket-whist": (Gate.CLUTTER, "cards are taken from other hands"),
    "plain-eight": (Gate.CLUTTER, "an 8 may not be the first discard, and is a card like any other"),
    "plus-minus-hearts": (Gate.CLUTTER, "the same as before"),
    "points-for-the-cat": (Gate.UNREAD, "nothing reads the score"),
    "press-whist": (Gate.GOAL, "nothing compares totals"),
    "scopa-in-spades": (Gate.CLUTTER, "at most 1 point, where every trick that was bid gives 10"),
    "scopa-whist": (Gate.COHESION, "have nothing to do with each other"),
    "second-chance": (Gate.ROOM, "whoever has knocked may still improve the hand before the deal is over"),
    "secret-cause": (Gate.CLUTTER, "cards in a hand, which are not shown"),
    "seven-left": (Gate.GOAL, "the deal is over with the stock, while everybody has a whole hand"),
    "seven-or-three": (Gate.CLUTTER, "put together of several conditions"),
    "sevens-draw": (Gate.CLUTTER, "whether it is done depends on cards in a hand"),
    "seventh-card": (Gate.NEVER, "cards continue suits on the table, and are not put there"),
    "shove": (Gate.CLUTTER, "discarding once more"),
    "shrinking-thirty-one": (Gate.ROOM, "hands become smaller in some rounds and not in others"),
    "shy-fish": (Gate.GOAL, "whoever does well scores points"),
    "shy-hearts": (Gate.CLUTTER, "a suit may not be led at first, and is like any other"),
    "side-by-side": (Gate.CLUTTER, "partners sit side by side"),
    "single-up-card": (Gate.NEVER, "only one card lies on the discard pile when players draw from it"),
    "sleeping-reserve": (Gate.UNREAD, "nobody ever takes the cards in reserve"),
    "snap-knock": (Gate.ROOM, "who knocks with the worst hand pays less than others would: a knock is no risk"),
    "still-top": (Gate.GOAL, "the top card of the discard pile is the same for the whole deal"),
    "sure-point": (Gate.NEVER, "whoever captures anything nearly always scores this"),
    "swelling-gin": (Gate.ROOM, "hands become larger in every round, whatever is done"),
    "ten-more-for-nothing": (Gate.CLUTTER, "when totals are compared it does not"),
    "thirteen-commands": (Gate.CLUTTER, "13 single rules to keep in mind"),
    "this-and-that": (Gate.CLUTTER, "a condition within a condition"),
    "three-doors": (Gate.COHESION, "to one place and to another"),
    "torn-battle": (Gate.ROOM, "who ties puts down more cards, and then has fewer for the tricks than others"),
    "torn-hands": (Gate.GOAL, "cards leave hands by themselves, and nobody wants fewer"),
    "turn-wages": (Gate.CLUTTER, "points for having the turn"),
    "twin-piles": (Gate.CLUTTER, "a discard pile for each of two players is the same as one for both"),
    "two-against-one": (Gate.CLUTTER, "one side has more players"),
    "two-card-gin": (Gate.ROOM, "nobody ever holds the 3 cards of a meld when a knock is due"),
    "two-races": (Gate.GOAL, "players are knocked out, and points are counted all the same"),
    "two-rank-eights": (Gate.CLUTTER, "the pack has 8 cards"),
    "two-sums": (Gate.CLUTTER, "cards are played for one sum, and hands are counted for another"),
    "unbet-draw": (Gate.GOAL, "nobody bets on what they have become"),
    "undone-limit": (Gate.GOAL, "hands change again after all have kept to the limit"),
    "unread-limit": (Gate.ROOM, "9% of hands are above the limit as they are dealt"),
    "upside-down-gin": (Gate.GOAL, "whoever does well scores points"),
    "whole-bundles": (Gate.CLUTTER, "bundles are stolen whole, so nobody can play for single suits and cards"),
    "wide-board": (Gate.ROOM, "7 cards on the table belong to every hand"),
    "worthless-prizes": (Gate.UNREAD, "nothing reads the cards that players capture"),
    "worthless-set": (Gate.NEVER, "cards of one rank are worth more than that anyway"),
}


def test_every_salad_has_a_reason() -> None:
    assert {path.stem for path in SALADS.glob("*.json")} == set(WHY)


@pytest.mark.parametrize("name", WHY)
def test_a_salad_is_refused_for_what_is_wrong_with_it(name: str) -> None:
    gate, words = WHY[name]
    found = find_refusals(load_genome(SALADS / f"{name}.json"))
    assert any(finding.gate is gate and words in finding.why for finding in found)


def clutter(genome: GameGenome) -> list[str]:
    return [finding.why for finding in find_clutter(Flow(genome))]


@pytest.mark.parametrize("name", known_games())
def test_known_games_are_tidy(name: str) -> None:
    game = load_genome(name)
    assert not [
        why for count in game.player_counts or (game.player_count,) for why in clutter(load_genome(name, count))
    ]


def test_a_card_more_or_less_is_no_odd_pack() -> None:
    """Three players of hearts leave out a two, and old maid a queen; black sevens to aces and red twos to sixes are another thing."""
    assert not clutter(edited("hearts", {"setup.removed_cards": ["2C", "2D"]}))
    halves = [rank + suit for suits, ranks in (("CS", "789JQKA"), ("DH", "23456")) for suit in suits for rank in ranks]
    changes = {"setup.initial_deck": "custom", "setup.custom_deck": halves, "setup.cards_per_player": 6}
    assert clutter(edited("whist", changes)) == ["the pack is 24 cards away from whole ranks"]


def test_so_many_rules_may_be_kept_in_mind() -> None:
    rules = [
        {"condition": {"type": "has_captured_card", "suit": suit, "rank": rank}, "points": 2}
        for suit in "CDHS"
        for rank in "A23"
    ]
    assert not clutter(edited("scopa", {"scoring_rules": rules[:MOST_RULES]}))
    assert clutter(edited("scopa", {"scoring_rules": rules[: MOST_RULES + 1]}))


def test_a_dear_card_does_not_drown_the_rest() -> None:
    """Hearts with a queen of 40 instead of 13 is still hearts: of three who do not take her, the hearts decide."""
    hearts = [{"condition": {"type": "trick_contains_card", "suit": "H"}, "points": 1, "per_card": True}]
    queen = {"condition": {"type": "trick_contains_card", "suit": "S", "rank": "Q"}}
    assert not clutter(edited("hearts", {"scoring_rules": [*hearts, queen | {"points": 40}]}))
    assert clutter(edited("hearts", {"scoring_rules": [*hearts, queen | {"points": 300}]}))


def test_an_order_of_ranks_fits_the_pack() -> None:
    """Briscola's order has no eights, nines and tens, as its pack has none."""
    wide = {"setup.initial_deck": "standard_52"}
    assert clutter(edited("briscola", wide)) == ["the pack has 8, 9, 10, and the order does not"]
    assert not clutter(edited("briscola", wide | {"setup.rank_order": "ace_high"}))


def test_nobody_pays_twice_before_the_first_bet() -> None:
    """In draw poker all pay before the deal; an ante in the second round of betting would be a stake of its own."""
    assert clutter(edited("draw-poker", {"turn_structure.phases.0.ante": 1})) == [
        "everybody has paid before the deal already"
    ]
    assert not clutter(edited("draw-poker", {"turn_structure.phases.2.ante": 1}))


def test_points_are_for_more_or_for_fewer() -> None:
    """Seven tricks or more are a goal, none is one, too; exactly seven are a matter of chance."""
    tricks = {"type": "trick_count", "operator": ">=", "value": 7, "reference": "value"}
    assert not clutter(edited("whist", {"scoring_rules": [{"condition": tricks, "points": 3}]}))
    none = tricks | {"operator": "==", "value": 0}
    assert not clutter(edited("whist", {"scoring_rules": [{"condition": none, "points": 3}]}))
    exact = tricks | {"operator": "=="}
    assert clutter(edited("whist", {"scoring_rules": [{"condition": exact, "points": 3}]})) == [
        "points for exactly 7, neither more nor fewer"
    ]
