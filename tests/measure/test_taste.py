"""Taste: weights that follow what people liked, and the profile where they said nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.errors import ProfileError
from darwindeck.measure.profiles import Profile, Term, format_profile, load_profile, parse_profile
from darwindeck.measure.taste import LEAST, Rated, read_opinions, weigh_opinions

FULL = (0.0, 1.0, 1.0, 2.0)
PROFILE = Profile("two", "nobody", {"tension": Term(1.0, FULL), "interaction": Term(3.0, FULL)})


def rate(program: str, stars: int, **metrics: float) -> Rated:
    return Rated(program, stars, metrics)


def weights(profile: Profile) -> dict[str, float]:
    return {name: term.weight for name, term in profile.terms.items()}


def test_without_opinions_or_with_those_of_one_game_the_profile_stays() -> None:
    assert weigh_opinions(PROFILE, []) == PROFILE
    assert weigh_opinions(PROFILE, [rate("a", 5, tension=0.1), rate("a", 1, tension=0.1)]) == PROFILE


def test_a_metric_that_goes_with_stars_gains_what_others_lose() -> None:
    liked = [rate("a", 5, tension=0.9, interaction=0.5), rate("b", 1, tension=0.1, interaction=0.5)]
    new = weights(weigh_opinions(PROFILE, liked))
    assert new["tension"] > 1.0 and new["interaction"] < 3.0
    assert sum(new.values()) == pytest.approx(4.0)


def test_more_opinions_move_the_weights_further_and_none_below_a_tenth() -> None:
    pair = [rate("a", 5, tension=0.9, interaction=0.05), rate("b", 1, tension=0.1, interaction=0.95)]
    once, often = (weights(weigh_opinions(PROFILE, pair * times)) for times in (1, 50))
    assert 1.0 < once["tension"] < often["tension"]
    assert often["interaction"] / sum(often.values()) >= LEAST * 0.75 / 2


def test_equal_stars_for_unequal_games_say_that_the_difference_does_not_count() -> None:
    same = [rate("a", 3, tension=0.9, interaction=0.5), rate("b", 3, tension=0.1, interaction=0.5)] * 20
    assert weights(weigh_opinions(PROFILE, same))["tension"] < 1.0


def test_what_was_not_measured_changes_no_weight_of_its_own() -> None:
    some = [rate("a", 5, interaction=0.5), rate("b", 5, interaction=0.5)]
    assert weights(weigh_opinions(PROFILE, some)) == pytest.approx(weights(PROFILE))


def test_the_weighed_profile_can_be_written_and_read() -> None:
    weighed = weigh_opinions(load_profile("balanced"), [rate("a", 5, tension=0.9), rate("b", 1, tension=0.1)])
    again = parse_profile(format_profile(weighed))
    assert weights(again) == pytest.approx(weights(weighed), abs=1e-5)
    assert [term.band for term in again.terms.values()] == [term.band for term in weighed.terms.values()]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"ratings": [{"stars": 3}]}', '{"ratings": [{"program": "a", "stars": 9}]}', "\xff"])  # fmt: skip
def test_a_file_that_holds_no_opinions_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "opinions.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ProfileError):
        read_opinions(path)
    with pytest.raises(ProfileError):
        read_opinions(tmp_path / "nothing")


def test_opinions_of_games_that_nobody_measured_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "opinions.json"
    path.write_text('{"ratings": [{"program": "a", "stars": 3, "metrics": null, "title": "x"}], "pairs": []}')
    assert read_opinions(path) == []
