"""Modules: contests go with readers of the same port, sub-games nest, and phases come and go with their companions."""

from __future__ import annotations

import random
from itertools import permutations

import msgspec
import pytest

from darwindeck.evolve.operators.close import close
from darwindeck.evolve.operators.companions import add_phase
from darwindeck.evolve.operators.cross import module_swap, semantic, single_point
from darwindeck.evolve.operators.modules import find_made, find_read, join, take_phase
from darwindeck.evolve.operators.nesting import WAYS, graft, nest
from darwindeck.evolve.vary import CROSSOVER_WEIGHTS, Variation
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import load_genome
from darwindeck.judge import find_refusals
from darwindeck.judge.check import check
from darwindeck.judge.flow import Flow
from darwindeck.language.context import Context
from darwindeck.language.facts import Makes, Reads
from darwindeck.simulate.simulate import simulate

from .families import KNOWN

SWAPPED = [
    ("scopa", "whist"),
    ("hearts", "whist"),
    ("crazy-eights", "durak"),
    ("spades", "hearts"),
    ("stealing-bundles", "goofspiel"),
]


def child_of(name: str, mother: str, father: str, seed: int = 1) -> GameGenome:
    """A child by one crossover."""
    weights = {"module_swap": 0.0, "nest": 0.0, "single_point": 0.0, "semantic": 0.0, name: 1.0}
    child = Variation.with_weights(weights).cross(load_genome(mother), load_genome(father), random.Random(seed))
    assert child is not None
    return child


def nested(way: str, mother: str, father: str) -> GameGenome:
    """A game nested in one way."""
    for seed in range(40):
        found = nest(load_genome(mother), load_genome(father), random.Random(seed))
        if found is not None and found[1] == way:
            assert find_refusals(found[0]) == []
            return found[0]
    raise AssertionError(f"{father} was never nested in {mother}")


# Swapping.


def test_the_ports_of_a_game_are_what_its_contest_makes_and_its_goal_reads() -> None:
    assert find_read(load_genome("scopa")) == {Makes.CAPTURES}
    assert find_read(load_genome("whist")) == {Makes.TRICKS}
    assert find_read(load_genome("durak")) == {Makes.SHEDS}
    assert find_made(load_genome("whist")) == {Makes.TRICKS, Makes.CAPTURES}
    assert find_read(load_genome("draw-poker")) == {Makes.POT_WON}


@pytest.mark.parametrize(("mother", "father"), SWAPPED)
def test_a_swapped_contest_leaves_points_that_somebody_reads(mother: str, father: str) -> None:
    for seed in range(4):
        child = child_of("module_swap", mother, father, seed)
        assert find_refusals(child) == []
        assert find_read(child) & find_read(load_genome(mother)) & find_made(load_genome(father))
        assert [win.type for win in child.win_conditions] == [win.type for win in load_genome(mother).win_conditions]


def test_tricks_of_whist_in_scopa_win_what_scopa_counts() -> None:
    child = child_of("module_swap", "scopa", "whist")
    assert [type(phase).__name__ for phase in child.turn_structure.phases] == ["TrickPhase"]
    scopa = load_genome("scopa").scoring_rules
    assert [rule.condition for rule in child.scoring_rules] == [rule.condition for rule in scopa]


def test_contests_without_a_common_port_are_not_swapped() -> None:
    assert module_swap(load_genome("scopa"), load_genome("cheat"), random.Random(1)) is None
    assert module_swap(load_genome("cheat"), load_genome("scopa"), random.Random(1)) is None
    assert module_swap(load_genome("crazy-eights"), load_genome("gin-rummy"), random.Random(1)) is None


def test_counts_keep_their_share_of_the_tricks() -> None:
    whist, scotch = load_genome("whist"), load_genome("scotch-whist")
    child = join(scotch, whist, whist, scotch)
    [rule] = child.scoring_rules
    assert Context(child).dealt_hand == 9
    assert (rule.condition.value, rule.over) == (4, 4)  # more than 4 of 9 tricks, as more than 6 of 13


def test_what_protected_the_cards_of_another_game_does_not_come_along() -> None:
    [phase] = child_of("module_swap", "spades", "hearts").turn_structure.phases
    assert (phase.breaking_suit, phase.opening_lead, phase.first_trick_forbidden) == (None, None, ())


def test_cards_that_a_contest_adds_up_are_its_own() -> None:
    child = child_of("module_swap", "scotch-whist", "scopa")
    assert (Context(child).deck, Context(child).value) == (
        Context(load_genome("scopa")).deck,
        Context(load_genome("scopa")).value,
    )


# Nesting.


def test_every_way_of_nesting_is_found_among_known_games() -> None:
    found = set()
    rng = random.Random(1)
    for mother, father in permutations(KNOWN, 2):
        child = nest(mother, father, rng)
        if child is not None:
            assert find_refusals(child[0]) == [], (mother.genome_id, father.genome_id)
            found.add(child[1])
    assert found == set(WAYS)


def test_an_auction_is_never_for_the_lowest_score() -> None:
    child = nested("auction", "hearts", "spades")
    assert any(phase.may(Makes.BIDS) for phase in child.turn_structure.opening)
    assert not Flow(child).ranks_by(Reads.LOW_SCORES)


def test_bids_beside_other_points_are_worth_as_much_of_the_goal() -> None:
    shares = set()
    for seed in range(20):
        found = nest(load_genome("scotch-whist"), load_genome("spades"), random.Random(seed))
        if found is not None and found[1] == "auction":
            [bid] = [phase for phase in found[0].turn_structure.opening if phase.may(Makes.BIDS)]
            shares.add(round(bid.trick_points / Context(found[0]).target, 2))
    assert shares <= {0.02} and shares  # ten of 500, one of 41


@pytest.mark.parametrize("mother", ["hearts", "agram", "knaves"])
def test_hidden_bids_come_to_other_tricks(mother: str) -> None:
    """The trumps stay those of the game they come to."""
    child = nested("auction", mother, "ninety-nine")
    [bid] = [phase for phase in child.turn_structure.opening if phase.may(Makes.BIDS)]
    assert bid.may(Makes.COMMITS) and not bid.has(Makes.TRUMP, Context(child))
    assert child.turn_structure.opening[-1] is bid  # so that no card of a bid is passed on
    assert child.setup.trump_selection_method == load_genome(mother).setup.trump_selection_method


def test_partners_make_no_hidden_bids() -> None:
    found = [nest(load_genome("whist"), load_genome("ninety-nine"), random.Random(seed)) for seed in range(20)]
    assert [way for child in found if child is not None for way in child[1:] if way == "auction"] == []


def test_there_is_a_prize_for_every_trick() -> None:
    for mother in ("whist", "hearts", "scotch-whist"):
        context = Context(nested("prizes", mother, "goofspiel"))
        assert context.stock >= context.dealt_hand


def test_who_calls_in_hearts_names_trumps_and_must_win_more_than_a_share_of_the_tricks() -> None:
    child = nested("contract", "hearts", "euchre")
    [_, call] = sorted(child.turn_structure.opening, key=lambda phase: phase.may(Makes.CALLS))
    assert call.may(Makes.CALLS) and call.needed == 12 // 4 + 1  # a card of 52 is turned up, so that twelve are dealt
    assert child.scoring_rules == () and child.setup.initial_tableau_count == 1


def test_a_trick_is_for_the_card_on_the_table_and_every_card_is_drawn() -> None:
    child = nested("spoils", "whist", "german-whist")
    context = Context(child)
    assert (context.dealt_hand, child.setup.initial_tableau_count) == (6, 1)
    assert (context.stock + 1) % context.seats == 0  # so hands stay equal when the stock is out
    records = simulate(child, games=5, seed=1)
    assert (records.plies >= 52).all()


def test_cards_are_exchanged_before_play_only_if_the_stock_has_enough_and_discards_mean_nothing() -> None:
    [swap] = nested("new cards", "agram", "draw-poker").turn_structure.opening
    assert (swap.who, swap.replace, swap.min_cards, swap.max_cards) == ("all", True, 0, 3)
    for mother in ("whist", "crazy-eights", "gin-rummy"):  # no stock, and discards that are played on or taken
        assert WAYS["new cards"](load_genome(mother), load_genome("draw-poker"), random.Random(1)) is None


def test_hands_of_thirty_one_are_staked_for_what_they_are_worth_there() -> None:
    assert nested("stakes", "thirty-one", "draw-poker").turn_structure.phases[-1].hand_evaluator == "suit_total"
    child = nested("stakes", "blackjack", "draw-poker")
    assert child.turn_structure.phases[-1].hand_evaluator == "card_total"
    assert child.turn_structure.phases[1].soft_rank is None and child.setup.card_values["A"] == 11  # in both the same


def test_poker_hands_are_exchanged_and_then_pegged_and_counted() -> None:
    child = nested("counted hands", "draw-poker", "cribbage")
    kinds = [type(phase).__name__ for phase in child.turn_structure.phases]
    assert kinds == ["DiscardPhase", "TurnUpPhase", "PegPhase", "ShowHandsPhase"]
    assert child.setup.card_values == load_genome("cribbage").setup.card_values
    assert not Context(child).has_chips


def test_two_cards_of_a_poker_hand_stay_ones_own() -> None:
    child = nested("common cards", "draw-poker", "texas-holdem")
    assert Context(child).dealt_hand == 2 and child.turn_structure.phases[-1].community
    assert [phase.count for phase in child.turn_structure.phases if phase.count_laid_out(Context(child))] == [3]


def test_whoever_takes_the_queen_of_spades_is_out() -> None:
    child = nested("knock-outs", "hearts", "knockout-whist")
    leave = child.turn_structure.opening[0]
    assert (leave.condition.suit, leave.condition.rank) == ("S", "Q")
    assert [win.type for win in child.win_conditions] == ["last_player_standing"]
    whist = nested("knock-outs", "whist", "knockout-whist").turn_structure.opening[0]
    assert whist.condition.may(Makes.TRICK_COUNT) and whist.condition.value == 0


def test_a_part_of_a_known_game_is_grafted_onto_a_game_of_tricks() -> None:
    notes = set()
    for seed in range(12):
        found = graft(load_genome("whist"), random.Random(seed))
        assert found is not None and find_refusals(found[0]) == []
        notes.add(found[1].partition(" of ")[0])
    assert len(notes) >= 4 and notes <= set(WAYS)


def test_the_winner_of_a_trick_puts_away_one_card_more() -> None:
    child = nested("shedding tricks", "whist", "cheat")
    assert Flow(child).hands_end_it
    [phase] = child.turn_structure.phases
    assert [action.may(Makes.SHEDS) for action in phase.winner_actions] == [True]


def test_bets_come_with_chips_and_somebody_who_takes_the_pot() -> None:
    child = nested("stakes", "goofspiel", "draw-poker")
    assert find_read(child) == {Makes.POT_WON}
    assert Context(child).has_chips and Context(child).is_for_chips


# Companions.


def test_a_phase_comes_with_what_reads_its_product() -> None:
    kinds = set()
    for seed in range(300):
        rng = random.Random(seed)
        found = add_phase(rng.choice(KNOWN), rng)
        if found is not None:
            assert find_refusals(found[0]) == []
            kinds |= {type(phase).__name__ for phase in found[0].turn_structure.opening}
            bids = any(phase.may(Makes.BIDS) for phase in found[0].turn_structure.opening)
            assert not bids or Flow(found[0]).has(Makes.TRICKS)
    assert {"BidPhase", "PassCardsPhase"} <= kinds


def test_without_a_showdown_nobody_bets() -> None:
    poker = load_genome("draw-poker")
    place = len(poker.turn_structure.phases) - 1
    left = take_phase(poker, "phases", place)
    assert not Flow(left).has(Makes.BETS) and not Context(left).has_chips


def test_without_tricks_nobody_bids() -> None:
    spades = load_genome("spades")
    fishing = msgspec.structs.replace(spades.turn_structure, phases=load_genome("go-fish").turn_structure.phases)
    draft = msgspec.structs.replace(spades, turn_structure=fishing, teams=())  # partners could not ask each other
    assert any("no tricks" in issue.message for issue in check(draft).warnings)
    child, outcome = close(draft, random.Random(1))
    assert child is not None and outcome == "repaired"
    assert child.turn_structure.opening == () and find_refusals(child) == []


# All operators.


@pytest.mark.parametrize("crossover", [single_point, semantic], ids=lambda crossover: str(crossover.__name__))
def test_a_crossing_of_fields_leaves_no_port_open(crossover: object) -> None:
    assert callable(crossover)
    rng, found = random.Random(1), 0
    for mother, father in permutations(KNOWN[::2], 2):
        change = crossover(mother, father, rng)
        if change is not None:
            found += 1
            assert find_refusals(change[0]) == []
            goals = [[win.type for win in parent.win_conditions] for parent in (mother, father)]
            assert [win.type for win in change[0].win_conditions] in goals
    assert found > 10


def test_children_have_no_findings_that_their_parents_lack() -> None:
    rng, variation = random.Random(1), Variation()
    for _ in range(60):
        mother, father = rng.sample(KNOWN, 2)
        for child in (variation.mutate(mother, rng), variation.cross(mother, father, rng)):
            assert child is None or find_refusals(child) == [], child.lineage


def test_fields_are_not_mixed_one_by_one() -> None:
    assert CROSSOVER_WEIGHTS["uniform"] == 0
    rng, variation = random.Random(1), Variation()
    for mother, father in permutations(KNOWN[:6], 2):
        variation.cross(mother, father, rng)
    assert "uniform" not in variation.tally.counts
