"""Sentences that readers of rulebooks stumbled over or called superfluous, as they are told now."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from darwindeck import known_games, load_genome
from darwindeck.explain.pack import pack
from darwindeck.explain.pitch import write_pitch
from darwindeck.explain.rules import rulebook_of, rules_text
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import with_players
from darwindeck.language.context import Context
from darwindeck.language.fields import RANKS, Operator
from darwindeck.mechanics.conditions.trick_count import TrickCount
from darwindeck.mechanics.phases.pass_cards import PassCardsPhase
from darwindeck.mechanics.scoring import ScoringRule

from ..edits import edited


def read(genome: str | GameGenome) -> str:
    """A rulebook in one line."""
    return " ".join(rules_text(load_genome(genome) if isinstance(genome, str) else genome).split())


def test_a_card_that_matches_the_own_bundle_goes_onto_it() -> None:
    assert (
        "A card that takes nothing goes onto your bundle all the same if the top card there has its rank; "
        "otherwise it stays on the table." in read("stealing-bundles")
    )


def test_cards_are_beaten_by_as_many_of_one_higher_rank() -> None:
    text = read("president")
    assert "beats the cards played last with the same number of cards, all of one rank that is higher." in text
    assert "goes on round the table, past the leader too, until all others have passed." in text
    assert "If the one who should lead has no cards left, the next player who has some leads." in text


def test_titles_give_and_take_cards() -> None:
    text = read("president")
    assert "The last gives the 2 highest cards of the hand to the first, who gives back any 2 cards;" in text
    assert "no such pair" not in text
    assert "(Where there is no such pair of players, nothing is exchanged.)" in read(
        with_players(load_genome("president"), 3)
    )


@pytest.mark.parametrize("bound", [0, 3, 6])
def test_a_condition_that_adds_nothing_is_not_told(bound: int) -> None:
    rule = ScoringRule(condition=TrickCount(operator=Operator.GT, value=bound), per_card=True, over=6)
    assert rule.rule(Context(load_genome("whist"))) == "Score 1 point for each trick you won beyond the first 6."
    more = msgspec.structs.replace(rule, condition=TrickCount(operator=Operator.GT, value=7))
    assert more.rule(Context(load_genome("whist"))).startswith("If you won more than 7 tricks, score 1 point for each")


def test_a_pitch_tells_no_condition_that_adds_nothing() -> None:
    whist = load_genome("whist")
    [rule] = whist.scoring_rules
    other = msgspec.structs.replace(rule, condition=TrickCount(operator=Operator.GT, value=0))
    changed = msgspec.structs.replace(whist, genome_id="other", scoring_rules=(other,))
    assert "trick" not in write_pitch(changed)


def test_cards_passed_in_every_other_deal() -> None:
    hearts = Context(load_genome("hearts"))
    left = PassCardsPhase(count=1, directions=("left", "hold"))
    assert left.brief(hearts) == "pass a card to the left, in every other deal"
    assert "face down to the left, in every other deal (beginning with the first)." in left.rule(hearts)
    assert PassCardsPhase(count=1, directions=("right",)).brief(hearts) == "pass a card to the right"


@pytest.mark.parametrize("name", known_games())
def test_superfluous_lines_are_gone(name: str) -> None:
    text = read(name)
    for words in ("Hardly ever", "judged by simulated games", "Whoever has no cards passes none"):
        assert words not in text


def test_players_without_cards_are_spoken_of_only_where_there_can_be_some() -> None:
    for name in ("whist", "hearts", "scopa", "stealing-bundles", "sueca", "thirty-one"):
        assert "whoever has none is passed over" not in read(name) and "No cards: " not in read(name)
        assert "is over when, after" not in read(name)
    whist = load_genome("whist")
    setup = msgspec.structs.replace(whist.setup, cards_per_player=0)
    uneven = msgspec.structs.replace(whist, player_count=3, player_counts=(), teams=(), setup=setup)
    assert "(whoever has none is passed over)" in read(uneven)  # 52 cards for three


def test_a_turn_that_empties_one_hand_leaves_no_question_who_was_first() -> None:
    assert "at once: " not in read("fan-tan") and "at once: " not in read("crazy-eights")


def test_captured_cards_are_shared_where_they_count() -> None:
    assert "share their score and captured cards" in read("sueca")
    assert "captured cards" not in rulebook_of(load_genome("whist")).setup.items[1]


def test_goals() -> None:
    goals = {name: dict(rulebook_of(load_genome(name)).glance)["Goal"] for name in known_games()}
    assert goals["whist"] == "Be the side with the highest score when one reaches 5."
    assert goals["thirty-one"] == "Be the last player who is not out."
    assert goals["hearts"] == "Have the fewest penalty points when somebody reaches 100."
    assert goals["durak"] == "Once the stock is empty, do not be the last player with cards."


def test_points_are_penalties_where_few_win() -> None:
    assert "score 13 penalty points" in read("hearts") and "penalty" not in read("scopa")


def test_values_that_are_all_1_are_counted_as_cards() -> None:
    text = read("fan-tan")
    assert "score 1 point for each card left in the hands of all others" in text and "values" not in text


def test_a_layout_names_the_next_cards() -> None:
    text = read("fan-tan")
    assert "a 7, or the next card up (to the king) or down (to the ace) in a suit already begun." in text
    assert "You must play if you can; otherwise you pass." in text


def test_attacks() -> None:
    text = read("durak")
    assert "A card is beaten by a higher card of its suit. A trump also beats any card that is not a trump." in text
    assert "no more than the defender held cards when this attack began." in text
    assert "Once the defender takes, no card can be added." in text
    draw, then = text.index("draws up to 6 from the stock"), text.index("A defender who has beaten the attack takes")
    assert draw < then


def test_trumps_of_other_suits_stand_in_the_setup() -> None:
    setup = rulebook_of(load_genome("euchre")).setup.items
    assert "Cards that are not trumps rank, from the highest: A K Q J 10 9." in setup
    [trumps] = [item for item in setup if item.startswith("Trumps rank")]
    assert "(which counts as a trump, also when following suit), then A K Q 10 9" in trumps


def test_calling_trumps() -> None:
    text = read("euchre")
    assert "In turn, from the dealer's left, everyone may accept" in text
    assert "or pass. The last one may not pass." in text
    assert "If one of them was to lead, the next player does." in text
    assert "the other side scores 2." in text


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ({"initial_deck": "36_card", "removed_cards": ["6C", "6D", "6H", "6S"]}, "a pack without 2s to 6s (32 cards)"),
        ({"initial_deck": "40_card", "removed_cards": ["KS"]}, "a pack without 8s to 10s and the king of spades (39 cards)"),
        ({"initial_deck": "custom", "custom_deck": ["AC", "KC", "AH"]}, "only these cards of a pack: A♣ K♣ A♥ (3 cards)"),
        ({"removed_cards": [rank + "H" for rank in RANKS] + ["2C", "2D", "2S"]}, "a pack without hearts and 2s (36 cards)"),
    ],
)  # fmt: skip
def test_what_a_pack_lacks_is_one_list(setup: dict[str, Any], told: str) -> None:
    assert (
        pack(
            Context(edited("agram", {f"setup.{name}": value for name, value in {"removed_cards": [], **setup}.items()}))
        )
        == told
    )


@pytest.mark.parametrize(
    ("name", "seats", "wanted"),
    [
        ("cribbage", 2, "Be the first to reach 121 points."),
        ("cribbage", 4, "Be the first side to reach 121 points."),
        ("contract-bridge", 4, "Be the side with the highest score."),
    ],
)
def test_a_goal_of_partners_is_that_of_their_side(name: str, seats: int, wanted: str) -> None:
    assert dict(rulebook_of(load_genome(name, seats)).glance)["Goal"] == wanted


def test_a_goal_that_is_not_a_score_is_met_as_a_side() -> None:
    changes = {"win_conditions": [{"type": "most_captured"}], "scoring_rules": []}
    assert dict(rulebook_of(edited("sueca", changes)).glance)["Goal"] == "Capture the most cards as a side."
    told = write_pitch(edited("sueca", {**changes, "genome_id": "mine"}))
    assert "The goal is to capture the most cards as a side." in told


def test_what_goes_round_before_the_first_turn_begins_with_nobody_called_you() -> None:
    told = rulebook_of(load_genome("palace")).opening.items[1]
    assert told.startswith("Everyone in turn, from the dealer's left, discards 3 cards to their own")


def test_what_the_winner_of_a_trick_does_is_a_statement() -> None:
    assert (
        "After each trick, if no card is left on the table, its winner scores 1 point; then the winner takes the top card of the table "
        "into their hand; then everyone else draws a card from the stock." in read("german-whist")
    )
    assert "not to be the last player with cards once the stock is empty" in write_pitch(load_genome("durak"))
