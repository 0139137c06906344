"""The rules say all that matters and nothing else: every change of play changes the text, and no absent mechanic is named."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import msgspec
import pytest

from darwindeck import known_games, load_genome
from darwindeck.compile.program import compile_genome
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.explain.ending import DEALS_MET, has_other_end, meets_turn_limit
from darwindeck.explain.render import to_html, to_markdown, to_text
from darwindeck.explain.rules import rulebook_of, rules_text
from darwindeck.explain.uses import Uses
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, with_players
from darwindeck.language.context import Context
from darwindeck.language.facts import Reads
from darwindeck.language.fields import RANKS, SUITS, card_set, strengths, suit_set
from darwindeck.language.walk import walk
from darwindeck.mechanics.conditions.prime_count import PrimeCount
from darwindeck.mechanics.phases.battle import BattlePhase
from darwindeck.mechanics.phases.betting import BettingPhase
from darwindeck.mechanics.phases.draw import DrawPhase
from darwindeck.mechanics.phases.level import spares_stock
from darwindeck.mechanics.phases.pass_cards import PassCardsPhase
from darwindeck.mechanics.phases.play import PlayPhase
from darwindeck.mechanics.phases.trick import TrickPhase

from ..edits import edited
from .changes import changes

RANDOM_GENOMES = 30
Judge = Callable[[GameGenome, Any], bool]


def has_trump(genome: GameGenome) -> bool:
    return genome.setup.trump_selection_method != "none"


def in_deck(genome: GameGenome, *cards: str) -> int:
    return card_set(cards) & Context(genome).deck


def wins_by_trump(genome: GameGenome, phase: TrickPhase) -> bool:
    selected = phase.trump_suit == "selected" and has_trump(genome)
    suited = phase.trump_suit in SUITS and bool(suit_set(phase.trump_suit) & Context(genome).deck)
    return phase.trump_beats_suit and (selected or suited)


# Fields that change the program and cannot change play: what the engine holds ready but never asks, what only tells
# players what to aim at or what others could deduce. By the part's type and the field; true if it is idle in this genome.
IDLE: dict[str, Judge] = {
    "SetupRules.initial_discard_not": lambda genome, _: genome.setup.initial_discard_count == 0,
    "SetupRules.starting_player": lambda genome, _: not has_trump(genome),
    "SetupRules.refill": lambda genome, _: not Uses(Context(genome)).refills,
    "SetupRules.redeal_rank": lambda genome, _: genome.setup.initial_tableau_count == 0,
    "SetupRules.redeal_count": lambda genome, _: genome.setup.initial_tableau_count == 0,
    "SetupRules.leftover": lambda genome, _: Context(genome).deck.bit_count() % genome.player_count == 0,
    "SetupRules.trump_selection_method": lambda genome, _: (
        genome.setup.trump_selection_method in ("last_card_dealt", "bottom_card")
    ),
    "SetupRules.reshuffle": lambda genome, _: (
        not (Uses(Context(genome)).discards and Uses(Context(genome)).draws) or spares_stock(Context(genome))
    ),
    "SetupRules.discard_visibility": lambda genome, _: not Uses(Context(genome)).discards,
    "RacePhase.swap_rank": lambda genome, _: not has_trump(genome),
    "PassCardsPhase.count": lambda genome, phase: set(phase.directions) == {"hold"},
    "HiddenBidPhase.bonus": lambda genome, phase: (
        len(phase.bonus) >= genome.player_count
    ),  # for more winners than players
    "CribPhase.crib_size": lambda genome, phase: (  # the players fill it
        genome.player_count * (Context(genome).dealt_hand - phase.keep) >= phase.crib_size
    ),
    "CallTrumpPhase.alone_points": lambda genome, part: not (part.alone and genome.teams),
    "MatchRules.hand_schedule": lambda genome, _: (
        {*Context(genome).hand_schedule} <= {Context(genome).dealt_hand}  # as many cards as without
    ),
    "WinCondition.threshold": lambda genome, condition: genome.match is None and condition.type != "first_to_score",
    "TrickPhase.trump_order": lambda genome, phase: not wins_by_trump(genome, phase),
    "TrickPhase.trump_suit": lambda genome, phase: not wins_by_trump(genome, phase),
    "TrickPhase.trump_beats_suit": lambda genome, phase: (
        not wins_by_trump(genome, msgspec.structs.replace(phase, trump_beats_suit=True))
    ),
    "DiscardPhase.not_taken": lambda genome, _: not Context(genome).takes_discards,
    "TrickPhase.opening_lead": lambda genome, phase: (
        phase.opening_lead is None or not in_deck(genome, Context(genome).present(phase.opening_lead))
    ),
    "TrickPhase.breaking_suit": lambda genome, phase: (
        phase.breaking_suit is None or not suit_set(phase.breaking_suit) & Context(genome).deck
    ),
    "TrickPhase.play_condition": lambda genome, phase: phase.play_condition is None or phase.play_condition.is_table(),
    "PlayPhase.group_validation": lambda genome, phase: phase.max_cards == 1,
    "BattlePhase.pickup": lambda genome, phase: (
        genome.setup.hand_order == "set" or phase.take_to == "capture_zone" or phase.spoils == "tableau"
    ),
    "BattlePhase.take_to": lambda genome, phase: phase.spoils == "tableau",
    "BettingPhase.max_raises": lambda genome, phase: not phase.allow_raise,
    "BettingPhase.raise_increment": lambda genome, phase: (
        not phase.allow_raise or phase.max_raises == 0 or set(phase.bet_sizes) == {"all_in"}
    ),
    "ScoringRule.per_card": lambda genome, rule: rule.points_source != "points",
    "ScoringRule.over": lambda genome, rule: rule.points_source != "points" or not rule.per_card,
    "BettingPhase.allow_raise": lambda genome, phase: phase.max_raises == 0,
    "DrawPhase.count_equals_discarded": lambda genome, phase: phase.up_to > 0,
    "PassCardsPhase.directions": lambda genome, phase: (
        genome.match is None
        or len({way for way in phase.directions if way != "across" or genome.player_count % 2 == 0}) == 1
    ),
    **dict.fromkeys(
        (
            "TrickCount.value",
            "TrickCount.operator",
            "CaptureCount.value",
            "CaptureCount.operator",
            "SuitCount.value",
            "SuitCount.operator",
            "ScoringRule.condition",
        ),
        lambda genome, part: counts_what_is_scored_anyway(genome, part),
    ),
    "GameGenome.max_turns": lambda genome, _: not meets_turn_limit(Context(genome)),  # which stands in the file only
    "MatchRules.max_deals": lambda genome, _: genome.match.max_deals > DEALS_MET and has_other_end(Context(genome)),
    "PrimeCount.values": lambda genome, _: len(Context(genome).ranks) < 13,
}


def counts_what_is_scored_anyway(genome: GameGenome, part: Any) -> bool:
    """A bound on a count of which each card or trick scores, below what is not counted."""
    return any(rule.says_nothing_more() for rule in genome.scoring_rules if part in (rule, rule.condition))


def same_values(genome: GameGenome, changed: GameGenome) -> bool:
    """Whether ranks have the same values as far as they are in the deck and anything asks."""
    one, other = Context(genome), Context(changed)
    asked = [rank for rank in one.ranks if RANKS[rank] not in Uses(one).ranks_apart]
    return not Uses(one).values or all(one.value[rank] == other.value[rank] for rank in asked)


def same_order(genome: GameGenome, changed: GameGenome) -> bool:
    """Whether the ranks in the deck have the same order, as far as anything asks."""
    one, other = Context(genome), Context(changed)
    pairs = [(a, b) for a in one.ranks for b in one.ranks]
    same = all((one.strength[a] > one.strength[b]) == (other.strength[a] > other.strength[b]) for a, b in pairs)
    return not Uses(one).order or (same and not Uses(one).has(Reads.NEIGHBOURS))


def same_trump_order(genome: GameGenome, changed: GameGenome, owner: str) -> bool:
    """Whether the ranks in the deck have the same order as trumps."""
    one, other = (dict(walk(game))[owner].trump_order or game.setup.rank_order for game in (genome, changed))
    ranks = Context(genome).ranks
    pairs = [(a, b) for a in ranks for b in ranks]
    return all((strengths(one)[a] > strengths(one)[b]) == (strengths(other)[a] > strengths(other)[b]) for a, b in pairs)


def same_sizes(genome: GameGenome, changed: GameGenome, owner: str) -> bool:
    """Whether a round of betting offers the same amounts in the same order."""
    one, other = (dict(walk(game))[owner] for game in (genome, changed))
    return list(dict.fromkeys(one.bet_sizes)) == list(dict.fromkeys(other.bet_sizes))


def same_forbidden(genome: GameGenome, changed: GameGenome, owner: str) -> bool:
    """Whether the same cards of the deck are forbidden in the first trick."""
    one, other = (in_deck(game, *dict(walk(game))[owner].first_trick_forbidden) for game in (genome, changed))
    return one == other


def same_ranking(genome: GameGenome, changed: GameGenome) -> bool:
    """Whether the same is asked in the same order when a game has ended, and nothing ends it otherwise."""
    one, other = (
        [
            *(win.ranking for win in Context(game).rankings),
            *(win.type for win in game.win_conditions if win.ranking is None),
        ]
        for game in (genome, changed)
    )
    return one == other


def same_opponent(genome: GameGenome, changed: GameGenome, owner: str, field: str) -> bool:
    """Of two players the one before is the one after."""
    places = [getattr(dict(walk(one))[owner], field) for one in (genome, changed)]
    hands = {getattr(place, "value", place) for place in places}  # a Location, or its name
    return genome.player_count == 2 and hands <= {"opponent_hand", "previous_hand"}


def same_hands(genome: GameGenome, changed: GameGenome) -> bool:
    """Whether a schedule deals in every deal as many cards as there would be without."""
    sizes = [{*Context(one).hand_schedule, Context(one).hand_size} for one in (genome, changed)]
    return len(sizes[0] | sizes[1]) == 1


def same_match(genome: GameGenome, changed: GameGenome) -> bool:
    """Whether matches differ only in a number of deals that nobody plays."""
    if genome.match is None or changed.match is None:
        return False
    match = msgspec.structs.replace(changed.match, max_deals=genome.match.max_deals)
    same = msgspec.structs.replace(changed, match=match)
    far = all(one.match.max_deals > DEALS_MET and has_other_end(Context(one)) for one in (genome, changed))  # type: ignore[union-attr]
    return far and compile_genome(same).program.bytes == compile_genome(genome).program.bytes


def is_idle(genome: GameGenome, changed: GameGenome, path: str) -> bool:
    owner, _, field = path.rpartition(".")
    part = dict(walk(changed))[owner]
    same = {
        "card_values": lambda: same_values(genome, changed),
        "rank_order": lambda: same_order(genome, changed),
        "trump_order": lambda: same_trump_order(genome, changed, owner),
        "match": lambda: same_match(genome, changed),
        "hand_schedule": lambda: same_hands(genome, changed),
        "bet_sizes": lambda: same_sizes(genome, changed, owner),
        "first_trick_forbidden": lambda: same_forbidden(genome, changed, owner),
        **dict.fromkeys(("win_conditions", "type"), lambda: same_ranking(genome, changed)),
        **dict.fromkeys(("source", "or_source", "location"), lambda: same_opponent(genome, changed, owner, field)),
    }.get(field)
    if same is not None and same():
        return True
    judge = IDLE.get(f"{type(part).__name__}.{field}")
    if judge is not None and judge(changed, part) and judge(genome, dict(walk(genome))[owner]):
        return True
    above = owner.partition(".play_condition")
    return bool(above[1]) and all(dict(walk(one))[f"{above[0]}.play_condition"].is_table() for one in (genome, changed))


def assert_changes_show(genome: GameGenome, rng: random.Random, tries: int) -> int:
    text, program = rules_text(genome), compile_genome(genome).program.bytes
    shown = 0
    for path, changed in changes(genome, rng, tries):
        if compile_genome(changed).program.bytes == program:
            continue
        if rules_text(changed) == text:
            assert is_idle(genome, changed, path), f"{genome.genome_id}: {path} is not in the rules"
        else:
            shown += 1
    return shown


@pytest.mark.parametrize("name", known_games())
def test_a_change_of_play_changes_the_rules(name: str) -> None:
    assert assert_changes_show(load_genome(name), random.Random(name), tries=3) > 20


@pytest.mark.parametrize("seed", range(RANDOM_GENOMES))
def test_a_change_of_play_changes_the_rules_of_random_games(seed: int) -> None:
    assert assert_changes_show(random_genome(random.Random(seed)), random.Random(seed), tries=1) > 10


# What may only be spoken of where it exists: words, and what the genome's own text must have for them.
WORDS = {
    r"\btricks?\b": r"TrickPhase|trick|BidPhase|AuctionPhase|CallTrumpPhase|RacePhase|SoloPhase|HiddenBidPhase|must_follow_suit|must_beat|lead_card|highest_played",
    r"\btrumps?\b": r'"trump_selection_method": "(?!none)|"trump_suit": "(?!none)|_trump|SoloPhase|trump_by_success": true',
    r"\b(bet|bets|betting|raise|call|check)\b": r"BettingPhase|CallTrumpPhase|BuildPhase|blinds\": \[",
    r"\b(chips?|pot)\b": r"BettingPhase|ShowdownPhase|starting_chips\": [1-9]|chip|pot|\"bet\"|current_bet|can_afford",
    r"\bfold": r"BettingPhase",
    r"\b(gin|undercut)\b": r"KnockPhase",
    r"\bknock\b": r"KnockPhase|LastRoundPhase",
    r"\bmelds?\b": r"KnockPhase|MeldPhase|completes_meld",
    r"\bbooks?\b": r"AskPhase",
    r"\b(attack|defender)": r"BoutPhase",
    r"\b(claims?|challenger?)\b": r"ClaimPhase",
    r"\bshowdown\b": r"ShowdownPhase",
    r"\bpoker\b": r"poker_5card|best_hand",
    r"\bpass(es)? them\b": r"PassCardsPhase",
    r"\b(sides?|partners?)\b": r'"teams": \[\s*\[',
    r"\bpayments?\b": r"TributePhase",
    r"\bbids?\b": r"BidPhase|AuctionPhase|SoloPhase",
    r"\bcaptur": r"CapturePhase|BuildPhase|BundlePhase|RacePhase|SoloPhase|captur|TrickPhase|AskPhase|opponent_discard|tableau_(has|sum)|spoils|suit_count|prime|scoring_rules\": \[\s*\{",
    r"\b(scores?|points?)\b": r"scoring_rules\": \[\s*\{|score|KnockPhase|CapturePhase|BidPhase|LastRoundPhase|CribPhase|PegPhase|ShowHandsPhase|HousePhase|CountPhase|point|\"sweep\": \{",
    r"\bdirection of play\b": r"reverse_order",
    r"\bmisse[sd] (a )?turn": r"skip_turn",
    r"\bstacks?\b": r'"hand_order": "queue"',
    r"\bdiscard": r"discard|ClaimPhase|ClimbPhase|OfferPhase|CountPhase|top_cards_alike",
    r"\b(blind|ante)\b": r"$^",
}


def assert_names_nothing_absent(genome: GameGenome) -> None:
    text = rules_text(msgspec_without_names(genome)).lower()
    source = without_defaults(genome)
    for word, needed in WORDS.items():
        if found := re.search(word, text):
            assert re.search(needed, source, re.IGNORECASE), (
                f"{genome.genome_id}: {text[max(0, found.start() - 60) : found.end() + 40]!r}"
            )


def msgspec_without_names(genome: GameGenome) -> GameGenome:
    return edited(genome, {"name": "Game", "description": ""})


def without_defaults(genome: GameGenome) -> str:
    """The genome's text without the names of unused settings, which speak of everything."""
    data = json.loads(format_genome(genome))
    for name in ("name", "description", "lineage", "genome_id"):
        data.pop(name)
    for name in [
        name for name, value in data["setup"].items() if value in (0, None, [], {}) or name == "discard_visibility"
    ]:
        data["setup"].pop(name)
    if not data["scoring_rules"]:
        data.pop("scoring_rules")
    return json.dumps(data)


@pytest.mark.parametrize("name", known_games())
def test_the_rules_name_no_absent_mechanic(name: str) -> None:
    for players in load_genome(name).player_counts or (load_genome(name).player_count,):
        assert_names_nothing_absent(with_players(load_genome(name), players))


@pytest.mark.parametrize("seed", range(4 * RANDOM_GENOMES))
def test_the_rules_of_random_games_name_no_absent_mechanic(seed: int) -> None:
    assert_names_nothing_absent(random_genome(random.Random(1000 + seed)))


@pytest.mark.parametrize("name", known_games())
def test_no_sentence_stands_twice(name: str) -> None:
    book = rulebook_of(load_genome(name))
    points = [point for section in book.sections() for item in section.items for point in item.split("\n")]
    assert len(points) == len(set(points))
    for point in points:
        assert point[0].isupper() or point[0] == "(", point
        assert point.rstrip(")")[-1] == ".", point
        assert "  " not in point and ".." not in point and "None" not in point, point


@pytest.mark.parametrize("seed", range(4 * RANDOM_GENOMES))
def test_sentences_of_random_games_are_whole(seed: int) -> None:
    book = rulebook_of(random_genome(random.Random(2000 + seed)))
    for section in book.sections():
        for point in (point for item in section.items for point in item.split("\n")):
            assert point[0].isupper() or point[0] in "(0123456789", point
            assert point.rstrip(")")[-1] == ".", point
            assert "  " not in point and ".." not in point and "None" not in point and " ," not in point, point


def test_what_is_handed_in_is_printed() -> None:
    book = rulebook_of(load_genome("war"), title="<Combat>", minutes=7, example=("Anna: 7♥ & more",))
    assert "about 7 minutes" in to_text(book) and "Anna: 7♥ & more" in to_text(book)
    assert to_markdown(book).startswith("# <Combat>\n") and "```\nAnna: 7♥ & more\n```" in to_markdown(book)
    html = to_html(book)
    assert "<h1>&lt;Combat&gt;</h1>" in html and "7♥ &amp; more" in html and "@page" in html
    assert "http" not in html and "<script" not in html and "<link" not in html


def test_a_game_without_a_name_gets_one() -> None:
    genome = random_genome(random.Random(5))
    first, second = rulebook_of(genome).title.split()
    assert first.isalpha() and second.isalpha()
    assert rulebook_of(genome, title="Mine").title == "Mine"


@pytest.mark.parametrize("render", [to_text, to_markdown, to_html])
def test_every_form_says_the_same(render: Any) -> None:
    book = rulebook_of(load_genome("scopa"))
    words = " ".join(re.sub(r"[*#]|<[^>]*>", " ", unescape(render(book))).split())
    for section in book.sections():
        for point in (point for item in section.items for point in item.split("\n")):
            assert " ".join(re.sub(r"^\d+\. ", "", point).split()) in re.sub(r" - ", " ", words)


def test_idle_fields_are_known_parts() -> None:
    known = {kind.__name__ for kind in (BattlePhase, BettingPhase, DrawPhase, PassCardsPhase, PlayPhase, PrimeCount)}
    assert known <= {name.partition(".")[0] for name in IDLE}
