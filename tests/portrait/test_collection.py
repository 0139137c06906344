"""docs/collection.md: every game that is shipped has its figures there, and what people wrote stays."""

from __future__ import annotations

import pytest

from darwindeck.engine.game import Game
from darwindeck.genome.text import invented_games, load_genome
from darwindeck.play.session import replay

from .collection import END, PAGE, begin, begin_acts, fill, is_within, say_lines


@pytest.mark.parametrize("name", invented_games())
def test_every_collected_game_has_its_figures_and_a_word_of_what_is_odd(name: str) -> None:
    """If this fails: `make figures`, `make collection`, and a paragraph by hand for a new game."""
    measured, _, by_hand = PAGE.read_text(encoding="utf-8").partition(begin(name))[2].partition(END)
    assert f"| measure | {load_genome(name).name} |" in measured
    assert "**What is odd.**" in by_hand.partition("\n## ")[0]


def test_what_people_wrote_stays() -> None:
    text = f"before\n\n{begin('a')}\nold\n{END}\n\nafter\n"
    assert fill(text, "a", "new") == f"before\n\n{begin('a')}\n\nnew\n\n{END}\n\nafter\n"
    with pytest.raises(SystemExit, match="is missing"):
        fill(text, "b", "new")


def test_a_swing_names_each_turn_once_and_who_does_what() -> None:
    lines = ["Turn 3: Ann: play 5♦", "Turn 3: Ben: play 8♦; Ben takes the trick 5♦ 8♦", "Turn 4: Ben: pass 2♣"]
    assert say_lines(lines) == "Turn 3: Ann plays 5♦; Ben plays 8♦; Ben takes the trick 5♦ 8♦. Turn 4: Ben passes 2♣"


def test_what_all_choose_before_it_is_shown_is_one_act() -> None:
    """In hearts nobody sees a pass before all have passed: no ply within it is where a swing may begin."""
    game = Game(load_genome("hearts"))
    plies = list(replay(game, 0, 0, ("random",)))[:16]
    begins = begin_acts(game, plies, own_turns=False)
    passes = [number for number, ply in enumerate(plies) if game.prompt(ply.before).startswith("Pass ")]
    assert len(passes) == 12 and {begins[number] for number in passes} == {0}
    assert [is_within(game, plies, begins, number) for number in range(14)] == [False] + [True] * 11 + [False] * 2
    assert begins[12:16] == [12] * 4  # a trick is told from its first card
