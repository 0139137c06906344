"""Runs side by side. Runs that differ in their seeds alone are one group: what they have in common is not luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from statistics import fmean
from typing import Any

from ..errors import PluginError, SettingError
from ..files.write import write_atomic
from .facts import RunFacts
from .page import flatten

OWN = ("seed", "name")  # settings in which the runs of a group may differ
FIGURES = ("fitness", "fitness_per_hour", "shown", "coverage", "diversity", "members")  # of the table


@dataclass(frozen=True)
class Group:
    """Runs with the same settings but for the seed, and what sets them apart from the other groups."""

    label: str
    runs: Sequence[RunFacts]

    def spread(self, metric: str) -> tuple[float, float, float] | None:
        """Mean, least and greatest over the seeds at the end of the runs; None if no run has it."""
        found = [value for run in self.runs if (value := final_value(run, metric)) is not None]
        return (fmean(found), min(found), max(found)) if found else None

    def course(self, metric: str) -> list[tuple[float, float, float]]:
        """The same by generation, as far as all runs of the group went."""
        every = [[float(generation.row[metric]) for generation in run.generations] for run in self.runs]
        return [(fmean(values), min(values), max(values)) for values in zip(*every, strict=False)]


def group_runs(runs: Sequence[RunFacts]) -> list[Group]:
    """Groups in the order of their first runs."""
    settings = [dict(flatten(run.settings)) for run in runs]
    keys = [tuple((name, str(value)) for name, value in each.items() if name not in OWN) for each in settings]
    groups: dict[tuple[tuple[str, str], ...], list[RunFacts]] = {}
    for key, run in zip(keys, runs, strict=True):
        groups.setdefault(key, []).append(run)
    shared = set.intersection(*(set(key) for key in groups))
    return [Group(label_of(key, shared, found), found) for key, found in groups.items()]


def label_of(key: Sequence[tuple[str, str]], shared: set[tuple[str, str]], runs: Sequence[RunFacts]) -> str:
    """What sets a group apart; without anything, the name of its runs."""
    own = [f"{name} {value}" for name, value in key if (name, value) not in shared]
    return ", ".join(own) or ", ".join(sorted({run.name for run in runs}))


def final_value(run: RunFacts, metric: str) -> float | None:
    """A figure of a run when it ended: one of FIGURES, or the last of a column of its history."""
    if metric == "fitness":
        return float(run.games[0]["fitness"][0]) if run.games else 0.0
    if metric == "fitness_per_hour":
        return (final_value(run, "fitness") or 0.0) / run.processor_hours if run.processor_hours else None
    if metric == "shown":
        return float(len(run.games)) if run.is_finished else None
    value = run.generations[-1].row.get(metric)
    return None if value is None else float(value)


def check_metric(runs: Sequence[RunFacts], metric: str) -> None:
    """Raises SettingError unless every run knows the metric in every generation, or it is one of FIGURES."""
    columns = set.intersection(*(set(generation.row) for run in runs for generation in run.generations))
    if metric not in columns and metric not in FIGURES:
        known = ", ".join(sorted({*FIGURES, *columns} - {"generation"}))
        raise SettingError(f"--metric: not one of {known}")


def table_rows(groups: Sequence[Group], metrics: Sequence[str]) -> list[list[str]]:
    """One row a group."""
    rows = []
    for group in groups:
        seeds = ", ".join(str(run.settings["seed"]) for run in group.runs)
        generations = ", ".join(sorted({str(len(run.generations)) for run in group.runs}))
        rows.append([group.label, seeds, generations, *(spread_text(group.spread(metric)) for metric in metrics)])
    return rows


def spread_text(spread: tuple[float, float, float] | None) -> str:
    if spread is None:
        return ""
    mean, low, high = (f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}" for value in spread)
    return mean if low == high else f"{mean} ({low}–{high})"


def as_data(groups: Sequence[Group], metrics: Sequence[str]) -> list[dict[str, Any]]:
    """The same as data, with every run and its course."""
    return [
        {
            "label": group.label,
            "figures": {metric: group.spread(metric) for metric in metrics},
            "runs": [run_data(run, metrics) for run in group.runs],
        }
        for group in groups
    ]


def run_data(run: RunFacts, metrics: Sequence[str]) -> dict[str, Any]:
    return {
        "path": run.path,
        "seed": run.settings["seed"],
        "settings": dict(flatten(run.settings)),
        "processor_hours": run.processor_hours,
        "games_played": run.played,
        "figures": {metric: final_value(run, metric) for metric in metrics},
        "history": [dict(generation.row) for generation in run.generations],
    }


def plot(groups: Sequence[Group], metric: str, path: Path) -> None:
    """A line a group with its band over seeds, by generation. Figures that only the end has are bars."""
    plotting = load_matplotlib()
    figure, axes = plotting.subplots(figsize=(8, 4.5), layout="constrained")
    in_history = all(
        metric in generation.row for group in groups for run in group.runs for generation in run.generations
    )
    for place, group in enumerate(groups):
        if in_history:
            draw_course(axes, group, metric)
        elif (spread := group.spread(metric)) is not None:
            mean, low, high = spread
            axes.bar(place, mean, yerr=[[mean - low], [high - mean]], capsize=4, label=group.label)
    axes.set_ylabel(metric.replace("_", " "))
    if in_history:
        axes.set_xlabel("generation")
    else:
        axes.set_xticks([])
    axes.legend()
    form, picture = path.suffix.lower().removeprefix("."), BytesIO()
    figure.savefig(picture, format=form, metadata={"Date": None} if form == "svg" else None)
    plotting.close(figure)
    write_atomic(path, picture.getvalue())


def draw_course(axes: Any, group: Group, metric: str) -> None:
    course = group.course(metric)
    generations = range(1, len(course) + 1)
    [line] = axes.plot(generations, [mean for mean, _, _ in course], marker="o", markersize=3, label=group.label)
    lows, highs = [low for _, low, _ in course], [high for _, _, high in course]
    axes.fill_between(generations, lows, highs, alpha=0.2, color=line.get_color())


def load_matplotlib() -> Any:
    """Only a plot needs it; half a second to import."""
    try:
        import_module("matplotlib").use("Agg")
        return import_module("matplotlib.pyplot")
    except ImportError:
        raise PluginError("--plot: the library matplotlib is missing: pip install 'darwindeck[plots]'") from None
