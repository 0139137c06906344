"""Games that people would play, each a known game with one change, have nothing wrong with them."""

from __future__ import annotations

import pytest

from darwindeck.judge import find_refusals
from darwindeck.judge.check import check
from tests.edits import edited
from tests.gates.variants import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_wrong_with_a_game_that_people_would_play(variant: str) -> None:
    genome = edited(*VARIANTS[variant])
    assert check(genome).errors == []
    assert find_refusals(genome) == []
