"""Chunks: all games once, in pieces of about a second, and records as if nothing had been cut."""

from __future__ import annotations

from darwindeck import load_genome
from darwindeck.simulate.backends.cache import pack
from darwindeck.simulate.backends.chunks import FIRST_GUESS, SECONDS, Chunk, Paces, Plan
from darwindeck.simulate.backends.local import Local
from darwindeck.simulate.probe import Probe
from darwindeck.simulate.simulate import Job

SCOPA = load_genome("scopa")
FULL = Job(SCOPA, 7, ("greedy",), 3, first=5, plies=True, probe=Probe(2, 2))


def cut_all(plan: Plan) -> list[Chunk]:
    chunks = []
    while plan.is_left:
        chunks.append(plan.cut())
    return chunks


def slow(seconds: float, job: Job) -> Paces:
    """Paces that know what a game of this kind costs."""
    paces = Paces()
    for _ in range(60):
        paces.learn([job], seconds * job.games)
    return paces


def test_a_long_job_is_cut_and_joined_again() -> None:
    plan = Plan([FULL, Job(SCOPA, 3)], slow(0.4, FULL))
    chunks = cut_all(plan)
    assert len(chunks) > 2
    for chunk in reversed(chunks):  # whatever comes back first
        plan.take(chunk, Local(1)(chunk.jobs))
    assert list(map(pack, plan.join())) == list(map(pack, Local(1)(plan.jobs)))


def test_every_game_is_in_one_chunk() -> None:
    jobs = [Job(SCOPA, 5, seed=seed) for seed in range(40)]
    for pace in (1e-9, 0.02, 0.3, 5.0):
        chunks = cut_all(Plan(jobs, slow(pace, jobs[0])))
        games = [
            (job.seed, game)
            for chunk in chunks
            for job in chunk.jobs
            for game in range(job.first, job.first + job.games)
        ]
        assert sorted(games) == [(seed, game) for seed in range(40) for game in range(5)]


def test_chunks_take_about_a_second_once_the_pace_is_known() -> None:
    job = Job(SCOPA, 1000)
    for pace in (0.0004, 0.01, 0.2):
        paces = slow(pace, job)
        costs = [paces.estimate(job) for chunk in cut_all(Plan([job] * 20, paces)) for job in [sum_up(chunk)]]
        assert all(0.5 * SECONDS <= cost <= 2.5 * SECONDS for cost in costs[:-1])


def sum_up(chunk: Chunk) -> Job:
    return Job(SCOPA, chunk.games)


def test_a_pace_is_learned_by_kind() -> None:
    random, greedy = Job(SCOPA, 10), Job(SCOPA, 10, ("greedy",))
    paces = slow(0.5, greedy)
    assert abs(paces.estimate(greedy) - 5) < 0.01
    assert paces.estimate(random) == 10 * FIRST_GUESS


def test_no_jobs_are_no_chunks() -> None:
    plan = Plan([], Paces())
    assert not plan.is_left and plan.join() == []
