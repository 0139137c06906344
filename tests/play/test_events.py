"""What decides a deal is told: every point, every chip and every hand that is shown, to each seat only what it knows."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from darwindeck import Game, known_games, load_genome
from darwindeck.language.fields import card_id
from darwindeck.play.events import Event, Happening, Observer
from darwindeck.play.hands import divide_pot, find_layoffs, find_melds, name_hand
from darwindeck.play.scene import Scene
from darwindeck.play.session import Ply, replay
from darwindeck.play.text import Narrator
from tests.games import VERBS, Play, deck_of_hands

PLIES = 400


def cards(names: str) -> list[int]:
    return [card_id(name) for name in names.split()]


def watch(game: Game, ply: Ply, viewer: int | None = None) -> Happening:
    scenes = (Scene(game, state, viewer) for state in (ply.before, ply.after))
    return Observer(game, viewer).watch(ply, *scenes, said=[ply.move])


def all_events(happened: Happening) -> list[Event]:
    return [*happened.at_once, *happened.deciding, *happened.scoring]


@pytest.mark.parametrize("name", known_games())
def test_all_points_are_told(name: str) -> None:
    game = Game(load_genome(name))
    for ply in list(replay(game, seed=5, players=("greedy",)))[:PLIES]:
        told: Counter[int] = Counter()
        for event in all_events(watch(game, ply)):
            if event.kind == "score":
                told[event.seat] += event.points
        before, after = (game.snapshot(state)["scores"] for state in (ply.before, ply.after))
        heads = Observer(game).heads
        assert [told[head] for head in heads] == [new - old for old, new in zip(before, after, strict=True)]


@pytest.mark.parametrize("name", ["draw-poker", "simple-poker"])
def test_the_parts_of_the_pot_are_what_everybody_is_given(name: str) -> None:
    """With four players some are all in for less than others have paid, so that there are side pots."""
    game, parts = Game(load_genome(name)), Counter[str]()
    for ply in (ply for index in range(60) for ply in replay(game, seed=1, index=index, players=("random",))):
        noted = game.trace(ply.before, ply.move)
        for note, paid in itertools.pairwise(noted):
            if note.kind == "showdown":
                before, after = (game.snapshot(found.state)["chips"] for found in (note, paid))
                told = [event for event in watch(game, ply).deciding if event.kind == "chips"]
                given = Counter(dict.fromkeys(range(game.seats), 0))
                for event in told:
                    given[event.seat] += event.points
                    parts[event.words] += 1
                assert [given[seat] for seat in range(game.seats)] == [
                    b - a for a, b in zip(before, after, strict=True)
                ]
    assert parts[""] and (parts["side pot"] or name == "simple-poker")


def test_a_pot_has_layers() -> None:
    """Seat 0 has the best hand but has paid 50 only: 150 are its, and the rest is for the better one of the others."""
    main, side = divide_pot([50, 100, 100, 0], {0: 9, 1: 5, 2: 5}, first=2)
    assert (main.chips, main.shares, side.chips, side.shares) == (150, {0: 150}, 100, {1: 50, 2: 50})
    [all_of_it] = divide_pot([25, 25, 25], {0: 3, 2: 3}, first=2)
    assert all_of_it.shares == {2: 38, 0: 37}


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("KC KD 2H 7S 9C", "a pair of kings"),
        ("KC KD 4H 4S 9C", "two pairs, kings and 4s"),
        ("AC AD 4H 4S 9C", "two pairs, aces and 4s"),
        ("9C 9D 9H 4S 2C", "three 9s"),
        ("AC 2D 3H 4S 5C", "a straight to the 5"),
        ("10C JD QH KS AC", "a straight to the ace"),
        ("2H 5H 9H JH KH", "a flush, king high"),
        ("2H 5H 9H JH AH", "a flush, ace high"),
        ("9C 9D 9H KS KC", "a full house, 9s over kings"),
        ("9C 9D 9H 9S KC", "four 9s"),
        ("6H 7H 8H 9H 10H", "a straight flush to the 10"),
        ("AH 3D 5C 9S KC", "ace high"),
    ],
)
def test_poker_hands_have_names(hand: str, name: str) -> None:
    assert name_hand(cards(hand), "poker_5card", Observer(Game("draw-poker")).context) == name


def test_a_knock_is_told_with_melds_layoffs_and_deadwood() -> None:
    """Seat 1 knocks with 5. Seat 0 can add the 8 of clubs to the run, and the 9 behind it, which leaves it 2."""
    context = Observer(Game("gin-rummy")).context
    melds = find_melds(cards("5C 6C 7C KC KD KH 2D 3S"), context)
    assert sorted(map(list, melds)) == sorted([cards("5C 6C 7C"), cards("KC KD KH")])
    laid = find_layoffs(cards("8C 9C 2H"), melds, 2, context)
    assert list(laid) == cards("8C 9C")
    assert find_layoffs(cards("9C 2H"), melds, 11, context) == ()


def test_what_is_laid_off_explains_the_score() -> None:
    game, layoffs = Game("gin-rummy"), 0
    for ply in (ply for index in range(4) for ply in replay(game, seed=1, index=index, players=("greedy",))):
        events = watch(game, ply).deciding
        counts = {event.seat: event.points for event in events if event.kind in ("melds", "layoff")}
        layoffs += any(event.kind == "layoff" for event in events)
        for event in (event for event in events if event.kind == "score"):
            bonus = {"less deadwood": 0, "gin": 25, "undercut": 25}[event.words]
            assert event.points == abs(counts[0] - counts[1]) + bonus
    assert layoffs


def test_a_showdown_is_told_when_the_last_has_called_and_not_before() -> None:
    """The dealer has folded, so that hand is never named; the other's is with the call, and not with the bet."""
    game = Game(load_genome("simple-poker", players=3))
    play = Play(game, deck_of_hands(["KC KD KH 2S 3C", "AC QD JH 9S 8C", "7C 5D 4H 3S 2C"]))
    narrator, told = Narrator(game, viewer=0, you=0), []
    for move in ("bet 0", "fold", "call"):
        before = play.state
        play.do(move)
        ply = Ply(game.to_move(before), VERBS[move], before, play.state)
        told.append("\n".join(narrator.tell(ply)))
    assert "show" not in told[0] + told[1] and "7♣" not in told[0] + told[1]
    assert "you show 2♠ 3♣ K♣ K♦ K♥: three kings" in told[2]
    assert "seat 2 shows 2♣ 3♠ 4♥ 5♦ 7♣: 7 high" in told[2]
    assert "A♣" not in told[2] and "chips → you" in told[2]


@pytest.mark.parametrize("name", known_games())
def test_every_point_has_a_reason(name: str) -> None:
    game = Game(load_genome(name))
    for ply in list(replay(game, seed=5, players=("greedy",)))[:PLIES]:
        assert all(event.words for event in all_events(watch(game, ply)) if event.kind == "score")


def test_a_sweep_is_told_before_cards_are_dealt_anew() -> None:
    """In scopa, with a capture that empties the table, hands may be empty too."""
    game, found = Game("scopa"), 0
    for ply in (ply for index in range(30) for ply in replay(game, seed=1, index=index)):
        kinds = [(event.kind, event.source) for event in watch(game, ply).at_once]
        dealt = [place for place, (_, source) in enumerate(kinds) if source == ("deck", -1)]
        scored = [place for place, (kind, _) in enumerate(kinds) if kind == "score"]
        if dealt and scored:
            found += 1
            assert scored[-1] < dealt[0]
    assert found


def test_the_winner_of_the_last_trick_is_named() -> None:
    game = Game("hearts")
    told = [line for ply in replay(game, seed=3) for line in Narrator(game).tell(ply)]
    assert sum("takes the last trick" in line for line in told) == sum(line.startswith("End of deal") for line in told)
    assert any("For each heart" in line for line in told)


@pytest.mark.parametrize("name", ["rusty-field", "hearts", "smiling-harp"])
def test_the_order_of_what_is_told_says_nothing_of_hidden_cards(name: str) -> None:
    """Cards that a viewer does not see are told in the order of the places they go to, not in that of the cards."""
    game = Game(load_genome(name))
    seen = 0
    for ply in list(replay(game, seed=5, players=("random",)))[:PLIES]:
        hidden = [event for event in watch(game, ply, viewer=0).at_once if event.kind == "cards" and not event.cards]
        for of_deck in (False, True):
            places = [event.place for event in hidden if (event.source == ("deck", -1)) is of_deck]
            assert places == sorted(places, key=str)
            seen += len(places) > 1
    assert seen
