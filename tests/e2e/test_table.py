"""The table in the terminal, as people use it."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from darwindeck import Game
from darwindeck.cli import main


def play(*words: str, typed: str, status: int = 0, **env: str) -> str:
    result = CliRunner().invoke(main, ["play", *words], input=typed, env={"COLUMNS": "200", **env})
    assert result.exit_code == status, result.output
    return result.output


def test_cards_are_passed_by_name_in_any_order() -> None:
    text = play("hearts", "--seed", "3", "--players", "greedy", typed="7s 5c jh\n\nq\n")
    assert "9 7♠" in text and "13 J♥" in text  # all cards of the hand are offered
    assert "Picked: 7♠ 5♣ J♥ (Enter plays them)" in text
    assert "you: pass 5♣ 7♠ J♥" in text


def test_picks_can_be_taken_back() -> None:
    text = play("hearts", "--seed", "3", "--players", "greedy", typed="7s 5c jh\nu\n5c\n\nq\n")
    assert "Picked: 7♠ 5♣ (not yet: pick 3 cards)" in text
    assert "Picked: 7♠ (not yet: pick 3 cards)" in text
    assert "you: pass" not in text


def test_forced_moves_do_not_wait() -> None:
    """Nobody ever chooses in war: the game runs to its end without a question."""
    text = play("war", "--seed", "1", "--players", "random", typed="")
    assert "Your move" not in text and "Game over" in text


def test_keys_show_the_table_the_score_the_last_trick_and_the_rules() -> None:
    typed = "1 2 3\n\n1\n1\ns\nl\nt\n?\nq\n"
    text = play("hearts", "--seed", "3", "--players", "greedy", typed=typed)
    assert "take the trick" in text.split("Nothing is counted yet.")[1]
    assert "Goal" in text


def test_bids_are_typed_as_numbers() -> None:
    text = play("spades", "--seed", "3", "--players", "greedy", typed="4\nq\n")
    assert "you: bid 4" in text
    assert re.search(r"you: .*, bid 4\n", text)  # the table shows it as long as the deal goes on


def test_a_game_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "hearts.json"
    text = play("hearts", "--seed", "3", "--players", "greedy", "--save", str(file), typed="7s 5c jh\n\n1\nq\n")
    assert f"darwindeck play --load {file}" in text
    game, state, saved = Game.load(file)
    assert (saved.seed, saved.people, saved.players) == (3, (0,), ("greedy",) * 4)
    again = play("--load", str(file), typed="1\nq\n")
    assert "you are seat 0" in again and "seat 1 greedy" in again and "seed 3" in again
    assert len(Game.load(file)[2].moves) > len(saved.moves)  # it is kept on in the same file
    assert game.legal_moves(state)


def test_what_cannot_be_loaded_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("{}")
    assert "not a saved game" in play("--load", str(tmp_path / "no.json"), typed="", status=2)
    assert "either GAME or --load" in play("hearts", "--load", str(tmp_path / "no.json"), typed="", status=2)
    assert "give a GAME" in play(typed="", status=2)
    assert "2 seats" in play("war", "--humans", "3", typed="", status=2)


def test_people_at_one_keyboard_see_their_own_cards_only() -> None:
    """As long as both only pass, nobody has shown a card: whoever looks must not see one of the other's hand."""
    text = play("gin-rummy", "--humans", "2", "--seed", "5", typed="\npass\n\npass\n\nq\n")
    game = Game("gin-rummy")
    hands = game.snapshot(game.start(seed=5))["piles"]["hand"]
    before, *looks = re.split(r"Seat (\d), it is your turn", text)
    assert looks[0::2] == ["0", "1", "0"] and not re.search("[♣♦♥♠]", before)
    for seat, look in zip(map(int, looks[0::2]), looks[1::2], strict=True):
        told = set(re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", look))
        assert {sign(card) for card in hands[seat]["known"]} <= told
        assert not told & {sign(card) for card in hands[1 - seat]["known"]}


def sign(card: int) -> str:
    from darwindeck.engine.game import card_sign

    return card_sign(card)


def test_suits_are_coloured_unless_nobody_wants_it() -> None:
    colored = play("hearts", "--seed", "3", typed="q\n", FORCE_COLOR="1", TERM="xterm-256color")
    assert "\x1b[31m3♥" in colored
    assert "\x1b[31m" not in play(
        "hearts", "--seed", "3", typed="q\n", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color"
    )
