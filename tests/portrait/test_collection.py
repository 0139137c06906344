"""docs/collection.md: every game that is shipped has its figures there, and what people wrote stays."""

from __future__ import annotations

import pytest

from darwindeck.genome.text import invented_games, load_genome

from .collection import END, PAGE, begin, fill


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
