"""Profiles: what somebody wants of a game, as weights and target bands of metrics, and the fitness they give.

Every metric is brought to [0, 1] by its band: 0 outside, 1 in the middle, straight lines between. Fitness is the weighted
geometric mean of these: a game cannot buy what it lacks with more of the rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from .. import plugins
from ..errors import DocumentError, ProfileError
from ..files.read import parse_yaml, read_document
from .estimate import Metric
from .flags import Flag
from .metrics import all_metrics

FLOOR = 0.05  # what a metric outside its band is taken for, so that others still count
LOSES = {"doubtful": 0.5, "notice": 1.0}
FIELDS = ("name", "for", "metrics")


@dataclass(frozen=True)
class Term:
    """How much a metric counts, and its band: zero up to the first number and from the last on, full between the middle two."""

    weight: float
    band: tuple[float, float, float, float]

    def score(self, value: float) -> float:
        begin, full, until, end = self.band
        if full <= value <= until:
            return 1.0
        if value < full:
            return max(0.0, (value - begin) / (full - begin)) if full > begin else 0.0
        return max(0.0, (end - value) / (end - until)) if end > until else 0.0


@dataclass(frozen=True)
class Profile:
    """Whom it is for, and what they want."""

    name: str
    audience: str
    terms: Mapping[str, Term]

    def scores(self, metrics: Mapping[str, Metric]) -> dict[str, float]:
        """Each metric of the profile that was measured, brought to [0, 1]."""
        return {name: term.score(metrics[name].value) for name, term in self.terms.items() if name in metrics}

    def missing(self, metrics: Mapping[str, Metric]) -> list[str]:
        return [name for name in self.terms if name not in metrics]


def fitness(
    profile: Profile, metrics: Mapping[str, Metric], flags: Sequence[Flag] = (), missing: float | None = None
) -> Metric:
    """In [0, 1], from the metrics measured so far; those that are not are left out, or taken to score `missing`.

    Its interval adds, in squares, what each metric's own can change.
    """
    known = {name: metrics[name] for name in profile.terms if name in metrics}
    factor = min((LOSES[flag.severity] for flag in flags), default=1.0)
    scores = {} if missing is None else dict.fromkeys(profile.terms, missing)
    scores |= {name: profile.terms[name].score(metric.value) for name, metric in known.items()}
    value = _geometric(profile, scores)
    below = above = 0.0
    for name, metric in known.items():
        ends = [profile.terms[name].score(end) for end in (metric.low, metric.high)]
        moved = [_geometric(profile, scores | {name: score}) for score in ends] + [value]
        below += (value - min(moved)) ** 2
        above += (max(moved) - value) ** 2
    games = max((metric.games for metric in known.values()), default=0)
    low, high = max(value - math.sqrt(below), 0.0), min(value + math.sqrt(above), 1.0)
    return Metric(factor * value, factor * low, factor * high, games)


def _geometric(profile: Profile, scores: Mapping[str, float]) -> float:
    weight = sum(profile.terms[name].weight for name in scores)
    if weight <= 0:
        return 0.0
    total = sum(profile.terms[name].weight * math.log(FLOOR + (1 - FLOOR) * score) for name, score in scores.items())
    return (math.exp(total / weight) - FLOOR) / (1 - FLOOR)


# Reading.


def profile_names() -> list[str]:
    """The profiles that are shipped, and those of other packages."""
    return sorted({*_list_shipped(), *plugins.names(plugins.PROFILES)})


def load_profile(name_or_path: str | Path) -> Profile:
    """A profile by name, or a YAML file of one."""
    return parse_profile(profile_text(name_or_path), str(name_or_path))


def profile_text(name_or_path: str | Path) -> str:
    """The YAML of a profile by name, or of a file."""
    shipped = _list_shipped()
    if isinstance(name_or_path, str) and name_or_path in shipped:
        text: str = shipped[name_or_path].read_text()
        return text
    brought = plugins.load(plugins.PROFILES, str(name_or_path))
    if brought is not None:
        if not isinstance(brought, str):
            raise ProfileError(f"{plugins.PROFILES}: {name_or_path!r} must be the text of a profile")
        return brought
    path = Path(name_or_path)
    try:
        return read_document(path).decode()
    except DocumentError as error:
        raise ProfileError(str(error)) from None
    except FileNotFoundError:
        names = ", ".join(profile_names())
        raise ProfileError(f"{path}: no such file, and no profile of that name ({names})") from None
    except (OSError, ValueError) as error:
        raise ProfileError(f"{path}: cannot be read: {error}") from None


def format_profile(profile: Profile) -> str:
    """The YAML of a profile, as `parse_profile` reads it."""
    import yaml

    metrics = {name: {"weight": round(term.weight, 6), "band": list(term.band)} for name, term in profile.terms.items()}
    data = {"name": profile.name, "for": profile.audience, "metrics": metrics}
    text: str = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    return text


def parse_profile(text: str, source: str = "profile") -> Profile:
    """The profile written in `text`; anything not understood is an error with its path."""
    try:
        data = parse_yaml(text, source)
    except DocumentError as error:
        raise ProfileError(str(error)) from None
    fields = _mapping(data, f"{source}: $")
    for key in fields:
        if key not in FIELDS:
            raise ProfileError(f"{source}: $.{key}: unknown; a profile has {', '.join(FIELDS)}")
    terms = _mapping(fields.get("metrics"), f"{source}: $.metrics")
    if not terms:
        raise ProfileError(f"{source}: $.metrics: at least one is needed")
    return Profile(
        _text(fields, "name", source),
        _text(fields, "for", source),
        {str(name): _term(str(name), term, f"{source}: $.metrics.{name}") for name, term in terms.items()},
    )


def _term(name: str, data: Any, path: str) -> Term:
    if name not in all_metrics():
        raise ProfileError(f"{path}: not one of {', '.join(all_metrics())}")
    fields = _mapping(data, path)
    for key in fields:
        if key not in ("weight", "band"):
            raise ProfileError(f"{path}.{key}: unknown; a metric has weight and band")
    weight = _number(fields.get("weight"), f"{path}.weight")
    if not 0 < weight < math.inf:
        raise ProfileError(f"{path}.weight: must be a positive number")
    band = fields.get("band")
    if not isinstance(band, list) or len(band) != 4:
        raise ProfileError(f"{path}.band: four numbers are needed: zero until, full from, full until, zero from")
    ends = [_number(end, f"{path}.band[{at}]") for at, end in enumerate(band)]
    if ends != sorted(ends) or ends[0] == ends[3] or math.isinf(ends[1]) or math.isnan(sum(ends[:2])):
        raise ProfileError(f"{path}.band: the numbers must ascend")
    return Term(weight, (ends[0], ends[1], ends[2], ends[3]))


def _mapping(data: Any, path: str) -> dict[Any, Any]:
    if not isinstance(data, dict):
        raise ProfileError(f"{path}: a mapping is needed, got {type(data).__name__}")
    return data


def _text(fields: Mapping[Any, Any], key: str, source: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ProfileError(f"{source}: $.{key}: a text is needed")
    return value.strip()


def _number(value: Any, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ProfileError(f"{path}: a number is needed, got {value!r}")
    return float(value)


def _list_shipped() -> dict[str, Any]:
    folder = resources.files("darwindeck") / "profiles"
    files = (entry for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return {entry.name.removesuffix(".yaml"): entry for entry in sorted(files, key=lambda entry: entry.name)}
