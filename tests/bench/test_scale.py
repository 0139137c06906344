"""The simulated cluster: it does all the work, loses what is lost, and waits for its serial part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.bench.environments import GAMES, time_ours
from darwindeck.bench.scale import Cluster, Work, simulate_generation

IDEAL = Cluster(1, processors=4, sending=0.0, travelling=0.0, slow_share=0.0, losses_per_hour=0.0)
WORK = Work(seconds=400, stages=2, alone=0.0)


def test_a_perfect_cluster_wastes_next_to_nothing() -> None:
    found = simulate_generation(IDEAL, WORK)
    assert found.lost == 0 and found.serial == 0
    assert found.efficiency == pytest.approx(1, abs=0.06)
    assert found.seconds == pytest.approx(100, rel=0.06)


def test_twice_the_nodes_take_half_the_time() -> None:
    one, two = (simulate_generation(replace(IDEAL, nodes=nodes), replace(WORK, seconds=4000)) for nodes in (1, 2))
    assert two.seconds == pytest.approx(one.seconds / 2, rel=0.05)


def test_the_serial_part_bounds_the_time() -> None:
    """However many nodes: 400 chunks take 4 seconds to send, and ten seconds pass between stages."""
    found = simulate_generation(replace(IDEAL, nodes=500, sending=0.01), replace(WORK, alone=5.0))
    assert 14 <= found.seconds <= 14 + 2 * 1.5
    assert found.serial > 0.7


def test_what_is_lost_is_played_again() -> None:
    calm, rough = (simulate_generation(replace(IDEAL, nodes=20, losses_per_hour=rate), replace(WORK, seconds=9000)) for rate in (0, 30))  # fmt: skip
    assert calm.lost == 0 < rough.lost
    assert rough.seconds > calm.seconds


def test_slow_nodes_delay_the_end_of_a_stage() -> None:
    slow = simulate_generation(replace(IDEAL, nodes=10, slow_share=0.5, slow_factor=3.0), WORK)
    assert slow.seconds > simulate_generation(replace(IDEAL, nodes=10), WORK).seconds


@pytest.mark.parametrize("game", GAMES)
def test_our_environment_is_timed(game: str) -> None:
    pace = time_ours(game, 0.001, 1)
    assert pace.decisions >= 2048 and pace.per_second > 0 and pace.per_processor_second > 0
