"""Every rule earns its place: rules are taken out where that does not make a game worse. What is measured here is made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from darwindeck import load_genome
from darwindeck.experiment.prune import (
    MOST,
    SLACK,
    TOGETHER,
    Measure,
    Steps,
    is_familiar,
    is_left_out,
    is_row,
    list_drafts,
    prune,
)
from darwindeck.experiment.simplify import drafts, without
from darwindeck.genome.distance import NEAR_COPY, find_ideas, find_nearest, has_idea
from darwindeck.genome.genome import GameGenome
from darwindeck.judge import find_refusals
from darwindeck.judge.check import check
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evaluation import Candidate, Evaluation

from ..edits import edited


def crowded_scopa() -> GameGenome:
    """Scopa with larger hands, a smaller pack and two more scores: no near-copy, and full of rules that could go."""
    more = [
        {"condition": {"type": "has_captured_card", "suit": "S", "rank": "A"}, "points": 2},
        {"condition": {"type": "suit_count", "suit": "H", "operator": ">", "reference": "opponent"}, "points": 3},
    ]
    changes = {
        "genome_id": "g-1",
        "lineage": "made",
        "parents": ["a"],
        "player_count": 4,
        "player_counts": [],
        "setup.initial_deck": "standard_52",
        "setup.cards_per_player": 6,
        "setup.refill": 6,
        "scoring_rules": more,
        "win_conditions": [{"type": "most_captured"}],
        "match": None,
    }
    return edited("scopa", changes)


GAME = crowded_scopa()
TRIGGER = {
    "trigger_condition": {"type": "hand_size", "operator": "==", "value": 1},
    "actions": [{"type": "draw_cards", "count": 1}],
}


def measuring(
    value: Callable[[GameGenome], float], asked: list[int] | None = None, doubt: float = SLACK / 2
) -> Measure:
    """A judge who gives each game this fitness, with so much doubt; below 0 a gate rejects it."""

    def measure(genomes: Sequence[GameGenome], original: GameGenome, least: float) -> list[Evaluation]:
        if asked is not None:
            asked.append(len(genomes))
        values = [value(genome) for genome in genomes]
        return [
            Evaluation(Candidate(genome), Metric(max(0.0, v), max(0.0, v - doubt), 1.0, 10), valid=v >= 0)
            for genome, v in zip(genomes, values, strict=True)
        ]

    return measure


def test_a_rule_that_does_not_make_the_game_better_goes_and_is_named() -> None:
    """The three points for hearts are for nothing, all else is needed."""
    found = prune(
        GAME,
        measuring(lambda genome: 0.7 if GAME.scoring_rules[0] in genome.scoring_rules and same_but(genome) else 0.5),
    )
    assert found[0].scoring_rules == GAME.scoring_rules[:1]
    [note] = found[1]
    assert note.startswith("If you captured more hearts than every other player")
    assert note.endswith("(fitness 0.70 without, 0.70 with all rules)")
    assert found[0].lineage == "made; pruned: scoring_rules[1]" and found[0].parents == ("a",)


def same_but(genome: GameGenome) -> bool:
    """Whether only scores are other ones."""
    return (genome.setup, genome.turn_structure, genome.win_conditions) == (
        GAME.setup,
        GAME.turn_structure,
        GAME.win_conditions,
    )


def test_a_game_that_needs_all_its_rules_comes_back_as_it_is() -> None:
    found = prune(GAME, measuring(lambda genome: 0.7 if genome is GAME else 0.7 - 2 * SLACK))
    assert found[0] is GAME and found[1] == ()


def test_what_a_gate_rejects_stays() -> None:
    assert prune(GAME, measuring(lambda genome: 0.7 if genome is GAME else -1.0))[0] is GAME


def test_rules_that_are_harmless_alone_are_measured_together() -> None:
    """Either score may go, but not both."""
    found = prune(GAME, measuring(lambda genome: 0.7 if genome.scoring_rules and same_but(genome) else 0.2))
    assert len(found[0].scoring_rules) == 1 and len(found[1]) == 1


def test_the_cost_is_bounded() -> None:
    asked: list[int] = []
    found = prune(GAME, measuring(lambda genome: 0.7, asked))
    assert asked[0] == 1 and asked[1] <= MOST and set(asked[2:]) <= {1} and len(asked) <= 2 + MOST
    assert 1 <= len(found[1]) <= TOGETHER


def test_the_idea_of_a_game_goes_only_if_it_is_surely_not_missed() -> None:
    """The crowded game, in which everybody passes a card after each turn, too; nobody would miss that."""
    passing = [{"type": "CapturePhase"}, {"type": "PassCardsPhase", "count": 1}]
    game = edited(GAME, {"genome_id": "g-2", "turn_structure.phases": passing})
    assert find_ideas(game) == {"PassCardsPhase"}

    def value(genome: GameGenome) -> float:
        same = (genome.setup, genome.scoring_rules) == (game.setup, game.scoring_rules)
        return 0.7 if same and game.turn_structure.phases[0] in genome.turn_structure.phases else 0.5

    assert len(prune(game, measuring(value, doubt=0.2))[0].turn_structure.phases) == 2
    assert len(prune(game, measuring(value, doubt=0.0))[0].turn_structure.phases) == 1


def test_what_is_left_has_an_idea() -> None:
    assert has_idea(GAME) and all(has_idea(draft) for _, draft in list_drafts(GAME))


def test_nothing_is_left_out_that_makes_it_a_known_game() -> None:
    """Whatever goes, it stays another game than scopa."""
    near = edited("scopa", {"genome_id": "near", "triggers": [TRIGGER] * 2, "player_counts": []})
    assert any(find_nearest(draft).distance < NEAR_COPY for _, draft in drafts(near))
    assert find_nearest(near).distance >= NEAR_COPY
    tries = list_drafts(near)
    assert all(find_nearest(draft).distance >= NEAR_COPY for _, draft in tries)
    assert not [steps for steps, _ in tries if len(steps) == 2 and steps[0] == "triggers"]


def test_a_row_of_a_table_of_scores_stays() -> None:
    """Briscola's aces, threes and courts; of two scores of a kind either may go, if it takes enough bits to be tried."""
    briscola = load_genome("briscola")
    rows = len(briscola.scoring_rules)
    game = edited(GAME, {"scoring_rules": msgspec.to_builtins([*briscola.scoring_rules, *GAME.scoring_rules])})
    assert [is_row(game, ("scoring_rules", place)) for place in range(rows + 2)] == [True] * rows + [False] * 2
    assert is_row(game, ("scoring_rules", 0, "points"))
    tried = {steps[1] for steps, _ in list_drafts(game) if steps[0] == "scoring_rules"}
    assert tried == {rows, rows + 1}


def test_what_a_game_shares_with_the_one_that_everybody_knows_costs_nothing_to_tell() -> None:
    """Scopa that passes cards is one match of several deals, as scopa is; that four cards are dealt is its own, and may go."""
    passing = [{"type": "CapturePhase"}, {"type": "PassCardsPhase", "count": 1}]
    game = edited("scopa", {"genome_id": "g-3", "turn_structure.phases": passing, "setup.cards_per_player": 4})
    single, four = msgspec.structs.replace(game, match=None), msgspec.structs.replace(game.setup, cards_per_player=3)
    assert is_familiar(game, ("match",), single)
    assert not is_familiar(game, ("setup", "cards_per_player"), msgspec.structs.replace(game, setup=four))
    assert not is_familiar(game, ("turn_structure", "phases", 1), load_genome("scopa"))


@pytest.mark.parametrize(
    ("field", "changed"),
    [("who", "all"), ("replace", True)],
)
def test_no_other_rule_comes_in_the_place_of_one_that_goes(field: str, changed: object) -> None:
    """A field may not go back to a default by which only the first player would draw, or nobody would."""
    swap = {"type": "DiscardPhase", "min_cards": 0, "max_cards": 2, "who": "all", "replace": True} | {field: changed}
    game = edited("durak", {"genome_id": "swaps", "turn_structure.opening": [swap], "player_counts": []})
    steps: Steps = ("turn_structure", "opening", 0, field)
    draft = without(game, steps)
    assert draft is not None and not is_left_out(game, steps, draft)
    most: Steps = ("turn_structure", "opening", 0, "max_cards")
    fewer = without(game, most)
    assert fewer is not None and is_left_out(game, most, fewer)


def test_what_makes_no_sense_without_a_rule_keeps_it() -> None:
    """Tricks for the card on the table need somebody who turns one up: whatever goes, no finding comes of it."""
    game = load_genome("german-whist")
    assert not find_refusals(game)
    assert all(not find_refusals(draft) for _, draft in list_drafts(game))
    assert any(find_refusals(draft) for _, draft in drafts(game) if not check(draft).errors)


def test_what_a_rule_of_the_known_game_is_called_makes_no_difference() -> None:
    """Scopa's point for most cards stays, though a bred game has no name for it; a point for most hearts is its own."""
    scopa = load_genome("scopa")
    rules = [msgspec.to_builtins(rule) | {"description": ""} for rule in scopa.scoring_rules]
    hearts = {"condition": {"type": "suit_count", "suit": "H"}}
    game = edited("scopa", {"genome_id": "g-4", "scoring_rules": [*rules, hearts]})
    places = range(len(game.scoring_rules))
    assert [is_familiar(game, ("scoring_rules", place), game) for place in places] == [True] * len(rules) + [False]


def test_the_hands_of_a_schedule_are_one_rule() -> None:
    """Knaves with a card fewer each deal had lost the deals of ten, nine and eight cards."""
    game = edited("knaves", {"match.hand_schedule": list(range(17, 0, -1))})
    assert is_row(game, ("match", "hand_schedule", 7)) and not is_row(game, ("match", "hand_schedule"))


def test_three_cards_passed_on_are_no_rule_less_than_one() -> None:
    """Three is the default of the field, and the rulebook would be as long."""
    tricks = msgspec.to_builtins(load_genome("knaves").turn_structure.phases[0])
    game = edited("knaves", {"turn_structure.phases": [tricks, {"type": "PassCardsPhase", "count": 1}]})
    count = ("turn_structure", "phases", 1, "count")
    draft = edited(game, {"turn_structure.phases.1.count": 3})
    assert not is_left_out(game, count, draft) and is_left_out(game, count[:3], draft)
    assert count not in [steps for steps, _ in list_drafts(game)]
