"""Every move that a native player makes, of whatever kind, replayed through the public rules: is it offered there?

python -m tests.contracts.legality --genomes 10000 --seed 1
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from darwindeck import Game, Job, known_games, load_genome, simulate_many
from darwindeck.engine.players import PlayerLike, name_of, oracle
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.evolve.vary import Variation
from darwindeck.genome.genome import GameGenome
from darwindeck.simulate.records import Records

PLAYERS: tuple[PlayerLike, ...] = ("random", "first", "greedy", "mcts:20", oracle(20))
MOST_TURNS = 40  # of a game: what can go wrong goes wrong early
BATCH = 64  # genomes played together


@dataclass
class Tally:
    genomes: int = 0
    games: int = 0
    plies: int = 0


class IllegalMoveError(AssertionError):
    """A move that was made is not among those that the rules offer."""


def bred(rng: random.Random, known: Sequence[GameGenome]) -> Iterator[GameGenome]:
    """Random genomes and children of two known games or of earlier children, in turn, without end."""
    variation = Variation()
    parents = list(known)
    while True:
        yield random_genome(rng)
        child = variation.cross(rng.choice(parents), rng.choice(parents), rng)
        if child is not None and rng.random() < 0.5:
            child = variation.mutate(child, rng) or child
        if child is not None:
            parents.append(child)
            yield child


def replay(game: Game, records: Records, index: int) -> int:
    """Replays one game of the records; returns its plies."""
    assert records.ply is not None
    begin, end = int(records.ply.offset[index]), int(records.ply.offset[index + 1])
    state = game.start(records.seed, records.first + index)
    for ply, move in enumerate(records.ply.move[begin:end].tolist()):
        legal = game.legal_moves(state)
        if move not in legal:
            raise IllegalMoveError(f"ply {ply}: {move} was made, legal are {legal} ({game.prompt(state)})")
        state = game.apply(state, move)
    if not game.is_over(state):
        raise IllegalMoveError("the game goes on after its last move")
    return end - begin


def check(genomes: Sequence[GameGenome], seed: int, tally: Tally, turns: int) -> None:
    """Plays a game of each genome with every kind of player and replays what they did."""
    short = [msgspec.structs.replace(genome, max_turns=min(genome.max_turns, turns)) for genome in genomes]
    jobs = [Job(genome, 1, (player,), seed, plies=True) for genome in short for player in PLAYERS]
    for job, records in zip(jobs, simulate_many(jobs), strict=True):
        try:
            tally.plies += replay(Game(job.genome), records, 0)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{job.genome.genome_id} with {name_of(job.players[0])}: {error}") from None
    tally.games += len(jobs)
    tally.genomes += len(genomes)


def check_many(count: int, seed: int, turns: int = MOST_TURNS, show: bool = False) -> Tally:
    source = bred(random.Random(seed), [load_genome(name) for name in known_games()])
    tally = Tally()
    while tally.genomes < count:
        check([next(source) for _ in range(min(BATCH, count - tally.genomes))], seed, tally, turns)
        if show:
            print(f"\r{tally.genomes:,} genomes, {tally.plies:,} plies", end="", file=sys.stderr, flush=True)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genomes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=MOST_TURNS, help="the most turns of a game")
    options = parser.parse_args()
    tally = check_many(options.genomes, options.seed, options.turns, show=True)
    print(f"\n{tally.genomes:,} genomes, {tally.games:,} games, {tally.plies:,} plies: every move was legal")


if __name__ == "__main__":
    main()
