"""The Ray backend: the same records as this machine's threads, and runs that end in the same bytes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from darwindeck import load_genome
from darwindeck.cli import main
from darwindeck.contest.contest import duel, tournament
from darwindeck.contest.ladder import ladder
from darwindeck.contest.sprt import Hypotheses
from darwindeck.errors import PlayerError, SettingError
from darwindeck.simulate.backends import backend
from darwindeck.simulate.backends import ray as remote
from darwindeck.simulate.backends.cache import pack
from darwindeck.simulate.backends.local import Local
from darwindeck.simulate.probe import Probe
from darwindeck.simulate.simulate import Job

JOBS = [
    Job(load_genome(name), 4, ("greedy",), seed, plies=True, probe=Probe(2, 2))
    for name in ("scopa", "durak")
    for seed in range(3)
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Local]:
    pytest.importorskip("ray", reason="ray is not installed (pip install 'darwindeck[ray]')")
    started = backend("ray", 2, None, None)
    yield started
    started.close()


def test_records_are_the_same(cluster: Local) -> None:
    assert list(map(pack, cluster(JOBS))) == list(map(pack, Local(1)(JOBS)))
    assert cluster.played == sum(job.games for job in JOBS)
    assert cluster([]) == []


def test_tournaments_and_sequential_duels_are_the_same(cluster: Local) -> None:
    genome, players = load_genome("crazy-eights"), ("random", "first", "greedy")
    assert tournament(genome, players, 60, seed=3, backend=cluster) == tournament(genome, players, 60, seed=3)
    proof = Hypotheses(0, 60)
    assert duel(genome, *players[:2], 3000, proof, 1, backend=cluster) == duel(genome, *players[:2], 3000, proof, 1)
    assert ladder(genome, players, 60, backend=cluster) == ladder(genome, players, 60)


def test_commands_play_on_the_cluster(cluster: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote.Ray, "close", lambda self: None)  # the next test still needs it
    began: list[str] = []
    note = remote.Ray.__init__
    monkeypatch.setattr(remote.Ray, "__init__", lambda self, *words: (began.append(words[3]), note(self, *words))[1])
    for words in (["tournament", "durak", "--players", "random", "first"], ["duel", "durak", "random", "first"]):
        call = [*words, "--games", "40", "--json"]
        there, here = (
            CliRunner().invoke(main, [*call, *more]) for more in (["--backend", "ray", "--threads", "2"], [])
        )
        assert there.exit_code == here.exit_code == 0 and there.stdout == here.stdout
    assert len(began) == 2
    refused = CliRunner().invoke(main, ["duel", "durak", "random", "first", "--address", "here:1"])
    assert refused.exit_code == 2 and "--address has no effect without --backend ray" in refused.output


def test_an_interruption_is_heard(cluster: Local) -> None:
    def stop(more: int) -> None:
        raise KeyboardInterrupt

    cluster.progress = stop
    with pytest.raises(KeyboardInterrupt):
        cluster(JOBS)
    cluster.progress = None
    assert len(cluster(JOBS[:1])) == 1


def test_what_fails_on_a_worker_fails_here(cluster: Local) -> None:
    with pytest.raises(PlayerError, match="one player each"):
        cluster([Job(load_genome("scopa"), 2, ("random", "random", "random"))])


def test_without_ray_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SettingError, match="not installed"):
        backend("ray", 1, None, None)
