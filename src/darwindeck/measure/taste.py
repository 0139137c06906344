"""Taste: a profile whose weights fit the stars that people gave, held near the profile that was asked for.

A ridge regression towards the profile (docs/metrics.md has the formula). Bands stay as they are: what people rated says
which metrics count, not how much of each is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from ..errors import DocumentError, ProfileError
from ..files.read import read_document
from .evidence import Floats
from .profiles import FLOOR, Profile

RIDGE = 4.0  # how many opinions, about, the profile weighs as much as
LEAST = 0.1  # of its weight in the profile a metric keeps at least
LEAST_GAMES = 2  # that were rated otherwise: fewer say nothing


class Rated(msgspec.Struct, frozen=True):
    """One opinion of a game, and what was measured of the game; `darwindeck ratings --json` writes it."""

    program: str
    stars: int
    metrics: dict[str, float] | None = None


class Opinions(msgspec.Struct, frozen=True):
    ratings: list[Rated]


def read_opinions(path: Path) -> list[Rated]:
    """The opinions of games that were measured. A file that says nothing else is an error."""
    try:
        found = msgspec.json.decode(read_document(path), type=Opinions).ratings
    except DocumentError as error:
        raise ProfileError(str(error)) from None
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ProfileError(f"{path}: is not what `darwindeck ratings --json` writes: {error}") from None
    if any(not 1 <= each.stars <= 5 for each in found):
        raise ProfileError(f"{path}: stars must be from 1 to 5")
    return [each for each in found if each.metrics]


def weigh_opinions(profile: Profile, opinions: Sequence[Rated]) -> Profile:
    """The profile with other weights, which have the same sum; the same profile if fewer than LEAST_GAMES were rated."""
    games = list(dict.fromkeys(each.program for each in opinions))
    if len(games) < LEAST_GAMES:
        return profile
    total = sum(term.weight for term in profile.terms.values())
    prior = np.array([term.weight / total for term in profile.terms.values()])
    count = np.array([float(sum(each.program == game for each in opinions)) for game in games])
    stars = np.array([np.mean([each.stars for each in opinions if each.program == game]) for game in games])
    scores = _center(np.array([_log_scores(profile, opinions, game) for game in games]), count)  # [games, metrics]
    wanted = _center(_log(np.array((stars - 1) / 4))[:, None], count)[:, 0]  # [games]
    weighted = scores.T * count
    step = np.linalg.solve(weighted @ scores + RIDGE * np.eye(len(prior)), weighted @ (wanted - scores @ prior))
    weights = np.maximum(prior + step, LEAST * prior)
    weights *= total / weights.sum()
    terms = zip(profile.terms.items(), weights, strict=True)
    return replace(profile, terms={name: replace(term, weight=float(weight)) for (name, term), weight in terms})


def _log_scores(profile: Profile, opinions: Sequence[Rated], game: str) -> Floats:
    """Logarithms of the game's scores, as fitness adds them up; NaN where a metric was not measured."""
    metrics = next(each.metrics for each in opinions if each.program == game) or {}
    found = [term.score(metrics[name]) if name in metrics else np.nan for name, term in profile.terms.items()]
    return _log(np.array(found, np.float64))


def _log(share: Floats) -> Floats:
    return np.asarray(np.log(FLOOR + (1 - FLOOR) * share), np.float64)


def _center(values: Floats, count: Floats) -> Floats:
    """Differences from the mean over opinions [games, …]; what was not measured is taken for the mean."""
    known = ~np.isnan(values)
    weight = known * count[:, None]
    mean = (np.where(known, values, 0.0) * weight).sum(axis=0) / np.maximum(weight.sum(axis=0), 1e-9)
    return np.asarray(np.where(known, values - mean, 0.0), np.float64)
