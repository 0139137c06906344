"""docs/collection.md: every game that is shipped is told there as it is now. Figures are not played again here."""

from __future__ import annotations

import pytest

from darwindeck.explain.pitch import write_pitch
from darwindeck.genome.text import invented_games, load_genome

from .collection import END, PAGE, begin, fill


@pytest.mark.parametrize("name", invented_games())
def test_every_collected_game_is_told_with_its_pitch_and_how_it_was_made(name: str) -> None:
    """If this fails: `make collection`, and a paragraph by hand for a new game."""
    text = PAGE.read_text(encoding="utf-8")
    measured, _, by_hand = text.partition(begin(name))[2].partition(END)
    assert write_pitch(load_genome(name)) in " ".join(measured.split())
    assert (
        "darwindeck run " in (told := by_hand.partition("\n## ")[0]) and "--seed" in told and "**What is odd.**" in told
    )


def test_what_people_wrote_stays() -> None:
    text = f"before\n\n{begin('a')}\nold\n{END}\n\nafter\n"
    assert fill(text, "a", "new") == f"before\n\n{begin('a')}\n\nnew\n\n{END}\n\nafter\n"
    with pytest.raises(SystemExit, match="is missing"):
        fill(text, "b", "new")
