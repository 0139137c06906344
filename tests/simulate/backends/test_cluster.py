"""A cluster of several nodes on this machine: one is lost while games are played, one joins late, and nothing else changes.

A process of its own, because a process can only be part of one cluster.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from ...patience import PATIENCE

GIB = 1 << 30
SCRIPT = f"""
import time
from ray.cluster_utils import Cluster
from darwindeck import load_genome
from darwindeck.errors import RunError, SettingError
from darwindeck.simulate.backends import backend, chunks, ray as remote
from darwindeck.simulate.backends.cache import pack
from darwindeck.simulate.backends.local import Local
from darwindeck.simulate.simulate import Job

small = dict(num_cpus=1, memory={GIB}, object_store_memory=80 << 20)
cluster = Cluster(initialize_head=True, head_node_args=dict(small, num_cpus=0, include_dashboard=False))
first, second = cluster.add_node(**small), cluster.add_node(**small)
cluster.wait_for_nodes()

try:
    backend("ray", 0, None, None, cluster.address, 2.0)
except SettingError as error:
    print("refused:", error)
else:
    raise SystemExit("a worker was promised memory that no node has")
import ray
ray.shutdown()

chunks.SECONDS = 0.5
jobs = [Job(load_genome(name), 30, ("mcts:60", "greedy"), seed) for name in ("scopa", "crazy-eights") for seed in range(8)]
want = list(map(pack, Local(1)(jobs)))
seen = dict(games=0, lost=False, joined=False, most=0)

def watch(more):
    seen["games"] += more
    if seen["games"] >= 1 and not seen["lost"]:
        seen["lost"] = True
        cluster.remove_node(second, allow_graceful=False)
    if seen["games"] >= 200 and not seen["joined"]:
        seen["joined"] = True
        cluster.add_node(**small)
        cluster.wait_for_nodes()

many = backend("ray", 0, watch, None, cluster.address, 0.5)
# What is sent to the second node waits there until the node is lost, so that some games are always lost with it.
def linger(jobs, memory, doomed=second.node_id):
    while ray.get_runtime_context().get_node_id() == doomed:
        time.sleep(1)
    return remote._simulate_chunk(jobs, memory)
many._remote = ray.remote(max_retries=0, num_cpus=1, memory=many.memory)(linger)
losses = []
take = many._take
def noting(task, chunk, plan):
    taken = take(task, chunk, plan)
    losses.extend([] if taken else [chunk])
    return taken
many._take = noting
assert list(map(pack, many(jobs))) == want, "other records than on this machine"
assert seen["lost"] and seen["joined"] and seen["games"] == sum(job.games for job in jobs), seen
print("lost and sent again:", len(losses))
nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]
assert len(nodes) == 2, nodes

def die(jobs, memory):
    import os
    os._exit(1)
many._remote = ray.remote(max_retries=0)(die)
try:
    many(jobs[:1])
except RunError as error:
    print("given up:", error)

def hoard(jobs, memory):
    remote._limit_memory(memory)
    return bytearray({GIB})
many._remote = ray.remote(max_retries=0)(hoard)
try:
    many(jobs[:1])
except RunError as error:
    print("bounded:", error)
many.close()
cluster.shutdown()
"""


def test_a_node_is_lost_and_another_joins() -> None:
    pytest.importorskip("ray", reason="ray is not installed (pip install 'darwindeck[ray]')")
    result = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 0, result.stdout + result.stderr
    lines = dict(line.split(": ", 1) for line in result.stdout.splitlines() if ": " in line)
    assert lines["refused"].startswith("worker_memory: no node of the cluster has 2 GiB")
    assert int(lines["lost and sent again"]) >= 1
    assert "4 workers were lost with the same games" in lines["given up"]
    assert "needed more than the 0.5 GiB" in lines["bounded"]
