"""Can counts of the rules tell known games from mutants of them? `python -m tests.judge.contrast --mutants 10`

Of every known game so many mutants are made, each by 1 to 10 of our own mutations. A logistic model learns from some games and
their mutants, and says of the others how much like a known game they are. A game is always judged by a model, and by a prior,
that know nothing of its family (`family_of`). The area under the curve (AUC) is the chance that a known game is judged to be
more like one than a mutant is: 0.5 is a guess, 1 is always. About three minutes of one core.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from darwindeck.evolve.operators.fit import fit
from darwindeck.evolve.vary import Variation
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import known_games, load_genome
from darwindeck.judge.description import Prior, family_of, make_prior
from darwindeck.judge.symbols import Symbol, symbols
from tests.mechanics.kinds import KINDS_OF_WINS, MECHANICS

Numbers = NDArray[np.float64]
MOST_MUTATIONS = 10
SORTS = {kind.__mro__[1].__name__ for kind in (*MECHANICS, *KINDS_OF_WINS)}  # of mechanics, as sites of symbols
PENALTY = 3.0  # on the squares of weights; 0.3 and 30 give the same within 0.01
DEAR = (3.0, 5.0)  # bits of a choice that is not usual, or hardly known
MOST_ALIKE = 3  # of mechanics of a kind that are counted
STEPS = 30
LOWEST = 0.2  # of all that is judged: what a veto would refuse
RESAMPLES = 2000


class Sample(NamedTuple):
    """A known game, or a mutant of one: its choices, and how many mutations away it is."""

    game: str
    mutations: int
    choices: tuple[Symbol, ...]


def make_samples(name: str, mutants: int) -> list[Sample]:
    """The known game and its mutants, all of them fitted: that is no sign of a mutation."""
    rng, variation = random.Random(f"contrast {name}"), Variation()
    game = fit(load_genome(name), rng)
    found = [Sample(name, 0, tuple(symbols(game)))]
    for number in range(mutants):
        mutations, genome = number % MOST_MUTATIONS + 1, game
        for _ in range(mutations):
            child: GameGenome | None = variation.mutate(genome, rng)
            genome = genome if child is None else child
        found.append(Sample(name, mutations, tuple(symbols(genome))))
    return found


def measure_bits(sample: Sample, prior: Prior) -> list[float]:
    """How surprising the choices are: all, the dearest, and those beyond some bits."""
    bits = np.array([prior.bits(symbol) for symbol in sample.choices])
    parts: Counter[str] = Counter()
    for symbol, cost in zip(sample.choices, bits, strict=True):
        parts[symbol.path.partition("[")[0]] += cost
    unusual = sum(symbol.sites[0].endswith(" usual") and symbol.value is False for symbol in sample.choices)
    counts = [float(unusual), *(float((bits > dear).sum()) for dear in DEAR)]
    dearest = [float(np.sort(bits)[-5:].mean()), max(parts.values())]
    return [len(bits), bits.sum(), bits.mean(), *dearest, *counts, *(count / len(bits) for count in counts)]


def count_kinds(samples: Sequence[Sample]) -> Numbers:
    """How often each kind of mechanic stands in each game."""
    counted = [Counter(s.value for s in sample.choices if s.sites[-1] in SORTS) for sample in samples]
    kinds = sorted({kind for counts in counted for kind in counts})
    return np.array([[min(counts[kind], MOST_ALIKE) for kind in kinds] for counts in counted], float)


def learn(inputs: Numbers, known: NDArray[np.bool_]) -> Numbers:
    """Weights of a logistic model, the last that of a constant: Newton's method. Known games and mutants count alike."""
    inputs = np.column_stack([inputs, np.ones(len(inputs))])
    shares = np.where(known, 1 / known.sum(), 1 / (~known).sum()) * known.sum()
    penalties = np.full(inputs.shape[1], PENALTY)
    penalties[-1] = 1e-6
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (shares * (known - chances)) - penalties * weights
        curve = (inputs * (shares * chances * (1 - chances))[:, None]).T @ inputs + np.diag(penalties)
        weights += np.linalg.solve(curve, slope)
    return weights


def judge_all(samples: Sequence[Sample]) -> Numbers:
    """For each sample, how much like a known game it is, said by who knows nothing of its family."""
    names = list(dict.fromkeys(sample.game for sample in samples))
    owners = np.array([sample.game for sample in samples])
    known = np.array([sample.mutations == 0 for sample in samples])
    kinds, judged = count_kinds(samples), np.zeros(len(samples))
    for name in names:
        left_out = family_of(name)
        bits = [measure_bits(sample, make_prior(left_out | family_of(sample.game))) for sample in samples]
        own, others = owners == name, ~np.isin(owners, list(left_out))
        inputs = np.column_stack([np.array(bits), kinds])
        inputs = inputs[:, inputs[others].std(axis=0) > 0]
        inputs = (inputs - inputs[others].mean(axis=0)) / inputs[others].std(axis=0)
        weights = learn(inputs[others], known[others])
        judged[own] = inputs[own] @ weights[:-1] + weights[-1]
    return judged


def area(higher: Numbers, lower: Numbers) -> float:
    """The chance that one of the first is above one of the others; equal ones count half."""
    return float((higher[:, None] > lower).mean() + (higher[:, None] == lower).mean() / 2)


def interval(known: Sequence[Numbers], mutants: Sequence[Numbers], rng: np.random.Generator) -> tuple[float, float]:
    """Of 95 %, over games: a game is drawn with all its mutants. One entry a game in both lists."""
    areas = np.array([[area(high, low) for low in mutants] for high in known])  # [games, games]
    drawn = rng.integers(len(areas), size=(RESAMPLES, len(areas)))
    means = [areas[np.ix_(games, games)].mean() for games in drawn]
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.judge.contrast", description=__doc__)
    parser.add_argument("--mutants", type=int, default=MOST_MUTATIONS, help="of each known game")
    chosen = parser.parse_args()
    samples = [sample for name in known_games() for sample in make_samples(name, chosen.mutants)]
    judged, mutations = judge_all(samples), np.array([sample.mutations for sample in samples])
    known, names = judged[mutations == 0], np.array([sample.game for sample in samples])
    parts = [[judged[(names == name) & which] for name in known_games()] for which in (mutations == 0, mutations > 0)]
    low, high = interval(*parts, np.random.default_rng(1))
    print(
        f"{len(known)} known games, {len(samples) - len(known)} mutants: AUC {area(known, judged[mutations > 0]):.3f} "
        f"({low:.3f} to {high:.3f})"
    )
    for number in sorted({*mutations} - {0}):
        print(f"{number:3} mutations: AUC {area(known, judged[mutations == number]):.2f}")
    print(f"each game beside its own mutants: AUC {np.mean([area(*own) for own in zip(*parts, strict=True)]):.2f}")
    lowest = judged < np.quantile(judged, LOWEST)
    print(f"in the lowest fifth: {', '.join(names[lowest & (mutations == 0)]) or 'no known game'}")


if __name__ == "__main__":
    main()
