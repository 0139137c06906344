"""A signature of what the engine plays: one number that changes only when behaviour does.

Cards, their players and both searches are tried on the genomes of `signature_games/`, which together execute every op.
They are kept for this alone, so that a new known game changes nothing. Chess has its rules and its search in it.
Evolution, metrics and texts are not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from importlib import resources

import numpy as np

from ..chess import Position, divide
from ..engine.game import Game
from ..engine.players import PlayerLike, Rule, oracle, rule_player
from ..genome.genome import GameGenome
from ..genome.text import parse_genome
from ..search import BatchedMCTS, SearchOptions, heuristic_evaluator, run
from ..simulate.probe import Probe
from ..simulate.records import Column
from ..simulate.simulate import Job, simulate_many

SEED = 1
# Who plays how many games of each genome. A search of 20 iterations is the smallest whose tree goes on from move to move.
MATCHES: tuple[tuple[PlayerLike, int], ...] = (
    ("random", 60),
    ("first", 2),
    ("greedy", 4),
    ("greedy:shed=3,taken=0", 2),
    ("mcts:20", 2),
    (oracle(20), 1),
    (rule_player(Rule(never=0b111110, order=1)), 2),  # as low as it can, and cards rather than what one can name
)
PROBED, PROBE = 3, Probe(samples=3, rollouts=2, option_rollouts=1, greedy=True, whole_match=True, tables=1)
# In fixed widths, so that it is the same number on every machine.
GAME_COLUMNS = {"winners": "u1", "payoffs": "<f4", "plies": "<u4", "turns": "<u4", "decisions": "<u4", "options": "<u4",
                "deals": "<u4", "ending": "u1", "chips": "<i4", "decided_by": "<u2"}  # fmt: skip
PLY_COLUMNS = {
    "seat": "u1",
    "legal": "u1",
    "move": "u1",
    "prompt": "u1",
    "kinds": "<u4",
    "hands": "u1",
    "scores": "<i4",
    "chips": "<i4",
    "leader": "i1",
}
PROBE_COLUMNS = {"ply": "<i4", "seen": "u1", "swayed": "u1", "payoff": "<f4", "win": "<f4", "rank": "<f4",
                 "dead": "u1", "move": "u1", "worth": "<f4"}  # fmt: skip

FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
DEPTH = 3  # of perft
LONGEST = 120  # plies of a line of chess
STRIDE = 37  # in ply i the legal move number 37 i is made, counted in a circle
SIMULATIONS, STEPS = 24, 2  # of each lockstep search: grown, moved on and grown again
WAYS = (
    SearchOptions(),
    SearchOptions(leaves_per_tree=4),
    SearchOptions(dirichlet_epsilon=0.25),
    SearchOptions(gumbel=True),
)


def signature(progress: Callable[[int], None] | None = None) -> int:
    """One 64-bit number over fixed seeds; `progress` is told of each of the PARTS that is done."""
    digest = blake2b(digest_size=8)
    for part in PARTS:
        for piece in part():
            digest.update(piece)
        if progress is not None:
            progress(1)
    return int.from_bytes(digest.digest(), "big")


def genomes() -> list[GameGenome]:
    """The games of the signature's own, by name."""
    files = sorted((resources.files(__package__) / "signature_games").iterdir(), key=lambda file: file.name)
    return [parse_genome(file.read_bytes(), file.name) for file in files if file.name.endswith(".json")]


def cards() -> Iterator[bytes]:
    """Players and the search by rollouts: every ply of their games; and what probes find in a few."""
    jobs = [Job(genome, games, [player], SEED, plies=True) for genome in genomes() for player, games in MATCHES]
    jobs += [Job(genome, PROBED, ["random"], SEED, probe=PROBE) for genome in genomes()]
    for job, records in zip(jobs, simulate_many(jobs), strict=True):
        yield job.genome.genome_id.encode()
        yield from _columns(records, GAME_COLUMNS)
        if records.ply is not None:
            yield from _columns(records.ply, PLY_COLUMNS)
        if records.probe is not None:
            yield from _columns(records.probe, PROBE_COLUMNS)


def card_trees() -> Iterator[bytes]:
    """Trees of cards in lockstep: two games of each genome."""
    for genome in genomes():
        game = Game(genome)
        states = [state for index in range(2) if not (state := game.start(SEED, index)).is_over]
        for options in WAYS if states else ():
            yield from _trees(BatchedMCTS(states, SIMULATIONS, seed=SEED, options=options), "heuristic")


def chess() -> Iterator[bytes]:
    """Counts of moves, and lines of play with all that is told of each position."""
    for position in (*map(Position, FENS), Position(CHESS960, chess960=True)):
        yield str(divide(position, DEPTH)).encode()
        for ply in range(LONGEST):
            moves, end = position.legal_moves(), position.outcome(claim_draw=True)
            yield f"{position.fen()} {position.hash()} {position.centipawns()} {end} {moves}\n".encode()
            yield position.legal_actions().astype("<u2").tobytes()
            yield position.pack().astype("<u8").tobytes()
            if not moves:
                break
            position.push(moves[STRIDE * ply % len(moves)])
        yield position.encode().astype("<f4").tobytes()


def chess_trees() -> Iterator[bytes]:
    """Trees of chess in lockstep, judged in the core and by an evaluator."""
    for options in WAYS:
        yield from _trees(BatchedMCTS(FENS, SIMULATIONS, seed=SEED, options=options), "heuristic")
        search = BatchedMCTS(FENS, SIMULATIONS, seed=SEED, options=options)
        run(search, heuristic_evaluator)
        yield from _roots(search)


PARTS: Sequence[Callable[[], Iterator[bytes]]] = (cards, card_trees, chess, chess_trees)


def _trees(search: BatchedMCTS, judge: str) -> Iterator[bytes]:
    for _ in range(STEPS):
        search.grow(judge)
        yield from _roots(search)
        search.advance(search.best_moves())


def _roots(search: BatchedMCTS) -> Iterator[bytes]:
    roots = search.roots()
    yield from _columns(roots, {"offsets": "<u4", "actions": "<u2", "visits": "<u4", "values": "<f4", "priors": "<f4"})


def _columns(records: object, widths: dict[str, str]) -> Iterator[bytes]:
    for name, width in widths.items():
        column: Column = getattr(records, name)
        yield np.ascontiguousarray(column, dtype=width).tobytes()
