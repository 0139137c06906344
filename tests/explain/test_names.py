"""Names: two words from a key, the same for ever, and no two games of a set under one name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwindeck.explain import names
from darwindeck.explain.names import FIRST, SECOND, title, titles


def test_a_name_never_changes() -> None:
    assert title("00c0ffee") == "Paper Chimney"
    assert title("") == "Honest Ladder"


def test_names_are_two_words_of_letters() -> None:
    for number in range(500):
        first, second = title(f"{number:016x}").split()
        assert first.isalpha() and second.isalpha() and first.istitle() and second.istitle()


def test_no_word_is_listed_twice() -> None:
    assert len({*FIRST, *SECOND}) == len(FIRST) + len(SECOND)


@given(st.lists(st.text(max_size=8), max_size=40))
def test_distinct_games_have_distinct_names(keys: list[str]) -> None:
    found = titles(keys)
    assert len(set(found)) == len(set(keys))
    assert titles(keys[: len(keys) // 2]) == found[: len(keys) // 2]


def test_a_game_that_clashes_gets_other_words() -> None:
    keys = [f"{number:x}" for number in range(3000)]
    alone = [title(key) for key in keys]
    assert len(set(alone)) < len(keys), "no clash to resolve: take more keys"
    found = titles(keys)
    assert len(set(found)) == len(keys)
    assert all(len(name.split()) == 2 for name in found)
    assert [titles([key]) for key in keys] == [[name] for name in alone]


def test_when_words_run_out_games_are_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "FIRST", ("red",))
    monkeypatch.setattr(names, "SECOND", ("fox",))
    assert titles(["a", "b", "a", "c"]) == ["Red Fox", "Red Fox 2", "Red Fox", "Red Fox 3"]
