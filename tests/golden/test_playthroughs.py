"""Every known game plays as its golden playthrough says; `make golden` renews them."""

from __future__ import annotations

import pytest

from darwindeck import exact_games, known_games

from .regenerate import playthrough_file, playthrough_text


@pytest.mark.parametrize("name", (*known_games(), *exact_games()))
def test_playthrough_is_golden(name: str) -> None:
    assert playthrough_text(name) == playthrough_file(name).read_text(encoding="utf-8")


def test_no_playthrough_without_a_game() -> None:
    files = {path.stem for path in playthrough_file("").parent.glob("*.txt")}
    assert files == {*known_games(), *exact_games()}
