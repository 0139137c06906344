"""Text keeps secrets: every card it names to a seat is one that the seat's view names."""

from __future__ import annotations

import re

import pytest

from darwindeck import Game, known_games, load_genome
from darwindeck.engine.game import MOVES, card_sign
from darwindeck.language.fields import RANKS
from darwindeck.play.session import Ply, replay
from darwindeck.play.text import Narrator, card_places, pile_text, playthrough

SIGNS = "♣♦♥♠"
CARD = re.compile(rf"(10|[A2-9JQK])([{SIGNS}])")
PLIES = 400


def cards_named(lines: list[str]) -> set[int]:
    found = CARD.findall("\n".join(lines))
    return {SIGNS.index(suit) * 16 + RANKS.index(rank) for rank, suit in found}


def cards_known(game: Game, ply: Ply, seat: int) -> set[int]:
    """At any moment of the ply: before it, whenever something happened on the way, and after it."""
    states = [ply.before, *(note.state for note in game.trace(ply.before, ply.move)), ply.after]
    return {card for state in states for card in card_places(game.view(state, seat).as_dict())}


@pytest.mark.parametrize("name", known_games())
def test_a_seat_is_told_only_cards_it_knows(name: str) -> None:
    game = Game(load_genome(name))
    plies = list(replay(game, seed=3))[:PLIES]
    for seat in range(game.seats):
        narrator = Narrator(game, seat)
        for ply in plies:
            assert cards_named(narrator.tell(ply)) <= cards_known(game, ply, seat)


@pytest.mark.parametrize("name", known_games())
def test_the_table_shows_the_view(name: str) -> None:
    game = Game(load_genome(name))
    state = game.start(seed=4)
    for seat in range(game.seats):
        known = set(card_places(game.view(state, seat).as_dict()))
        assert cards_named(Narrator(game, seat).table(state)) == known


def test_cards_and_piles_in_words() -> None:
    assert [card_sign(card) for card in (0, 16 + 9, 32 + 12, 48 + 11)] == ["A♣", "10♦", "K♥", "Q♠"]
    assert pile_text({"count": 3, "known": [], "order": None}) == "3 cards"
    assert pile_text({"count": 0, "known": [], "order": None}) == "0 cards"
    assert pile_text({"count": 2, "known": [16, 0], "order": None}) == "A♣ A♦"
    assert pile_text({"count": 2, "known": [16, 0], "order": [16, 0]}) == "A♦ A♣"
    assert pile_text({"count": 3, "known": [16, 0], "order": None}) == "A♣ A♦ and 1 card more"


@pytest.mark.parametrize("name", ["betting-war", "simple-poker"])
def test_the_chips_that_are_told_are_the_whole_pot(name: str) -> None:
    """Also where the next pot begins at once, so that the winner has paid an ante again before anybody is asked."""
    game, pots = Game(load_genome(name)), 0
    for ply in [ply for index in range(20) for ply in list(replay(game, seed=3, index=index))[:PLIES]]:
        told = re.findall(r"(\d+) chips →", "\n".join(Narrator(game).tell(ply)))
        if told:
            before = game.snapshot(ply.before)
            owed = max(before["bets"]) - before["bets"][ply.seat]
            called = min(owed, before["chips"][ply.seat]) if ply.move in (MOVES["call"], MOVES["all_in"]) else 0
            assert sum(map(int, told)) == sum(before["contributions"]) + called
            pots += 1
    assert pots >= 10


def test_a_trick_is_shown_in_the_order_played() -> None:
    game = Game(load_genome("whist"))
    narrator, plies = Narrator(game), list(replay(game, seed=3))[:3]
    for ply in plies:
        narrator.tell(ply)
    led, *others = (card_sign(ply.move) for ply in plies)
    assert f"  the trick: led {led}, then {' '.join(others)}" in narrator.table(plies[-1].after)


def tables(name: str, games: int = 1) -> set[str]:
    """All lines of all tables of some games."""
    game, shown = Game(load_genome(name)), set[str]()
    for ply in (ply for index in range(games) for ply in list(replay(game, seed=3, index=index))[:PLIES]):
        shown |= set(Narrator(game).table(ply.after))
    return shown


def test_a_layout_is_told_suit_by_suit() -> None:
    layouts = {line for line in tables("fan-tan") if line.startswith("  the table: ")}
    assert layouts and all(
        re.fullmatch(r"  the table: [♣♦♥♠] \w+(–\w+)?( · [♣♦♥♠] \w+(–\w+)?)*", line) for line in layouts
    )


def test_piles_are_told_as_the_game_uses_them() -> None:
    assert any(re.search(r"bundle: \d+ cards, \w+[♣♦♥♠] on top", line) for line in tables("stealing-bundles"))
    assert any(re.match(r"  under the stock: \w+[♣♦♥♠]$", line) for line in tables("briscola"))
    assert any(re.search(r"the discard pile: \w+[♣♦♥♠] on top, then ", line) for line in tables("gin-rummy"))
    assert any("columns: " in line for line in tables("golf-6"))


def test_whoever_cannot_play_is_named_once() -> None:
    """In fan-tan a turn without a card to play passes; the next heading says whose it was."""
    game = Game(load_genome("fan-tan"))
    narrator, last, passed = Narrator(game), 0, 0
    for ply in (ply for ply in replay(game, seed=1) if game.snapshot(ply.before)["deal"] == 0):
        turn = game.snapshot(ply.before)["turn"]
        heading = narrator.tell(ply)[0]
        assert ("could not play" in heading) == (1 < turn - last <= 4)
        passed, last = passed + ("could not play" in heading), turn
    assert passed


def test_claims_and_questions_are_told_with_what_was_said() -> None:
    game = Game("cheat")
    narrator, lines = Narrator(game, viewer=1), list[str]()
    for ply in list(replay(game, seed=1))[:20]:
        lines += narrator.tell(ply)
    assert any(re.fullmatch(r"  seat 0: put down \d cards? as A", line) for line in lines)
    go_fish = Game("go-fish")
    assert {go_fish.describe(ply.before, ply.move).split()[0] for ply in replay(go_fish, seed=1)} == {"ask"}


def find_words(name: str, games: int = 10) -> tuple[set[str], set[str]]:
    """Moves and prompts in words, and the lines of tables, of some games."""
    game, said, shown = Game(load_genome(name)), set[str](), set[str]()
    for ply in [ply for index in range(games) for ply in list(replay(game, seed=3, index=index))[:PLIES]]:
        said |= {game.describe(ply.before, move) for move in game.legal_moves(ply.before)}
        if MOVES["pass"] not in game.legal_moves(ply.before):
            assert not game.prompt(ply.before).endswith("or pass")
        shown |= {part for line in Narrator(game).table(ply.after) for part in line.split(", ")}
    return said, shown


def test_calls_are_told_in_the_words_of_their_game() -> None:
    """Nobody bids or folds at euchre: somebody is the declarer, perhaps alone, and a partner sits out."""
    said, shown = find_words("euchre")
    assert "play alone" in said and not any(words.startswith("seat") for words in said)
    assert {"declarer", "alone", "sits out"} <= shown and not any("bid" in part or "fold" in part for part in shown)
    assert any(part.startswith("contract ") for part in find_words("contract-bridge")[1])


def tell_game(name: str, seed: int = 1) -> list[str]:
    game = Game(load_genome(name))
    return list(playthrough(game, game.start(seed=seed), replay(game, seed=seed)))


def test_what_comes_before_the_first_turn_of_a_deal_is_told_so_in_every_deal() -> None:
    """In hearts nothing is passed in every fourth deal, so that its turns begin at once."""
    lines = tell_game("hearts")
    deals = [number for number, line in enumerate(lines) if line.startswith("Deal ")]
    heads = [next(line for line in lines[number:] if line.startswith(("Turn", "Before"))) for number in deals]
    assert len(deals) > 4
    assert [head == "Before the first turn" for head in heads] == [number % 4 != 3 for number in range(len(deals))]


def test_points_are_penalties_where_few_are_wanted() -> None:
    assert any("13 penalty points: seat" in line for line in tell_game("hearts"))
    assert any("(cannot play)" in line and "penalty point" in line for line in tell_game("ninety-eight"))
    assert not any("penalty" in line for line in tell_game("scopa"))


def test_captured_cards_are_counted_at_the_end_where_nothing_else_is() -> None:
    *_, over, counts = tell_game("stealing-bundles")
    assert over.startswith("Game over") and counts.startswith("  cards captured: seat 0 ")
    assert "captured" not in tell_game("scopa")[-1]
