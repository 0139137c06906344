"""One run as one HTML page, with nothing fetched from elsewhere and no script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ..experiment.experiment import Experiment
from ..experiment.export import Game
from ..files.write import write_atomic
from ..judge.cohesion import MODULE_NAMES
from . import games, svg
from .facts import MEASURED, OUTRACED, RunFacts, read_run
from .style import STYLE

REPORT = "report.html"  # in the run's directory
SHOWN_FATES = 5  # others are one


def write_report(run: Experiment, output: Path | None = None) -> Path:
    """Writes the page of a run, into its directory unless another place is named."""
    path = output or run.path / REPORT
    write_atomic(path, page_of(read_run(run)).encode())
    return path


def games_page(shown: Sequence[Game]) -> str:
    """Games to read, without the run that they are from."""
    return html_page(
        "Games · DarwinDeck",
        "\n".join(games.card(place, game) for place, game in enumerate(shown, 1)) or "<p>No game.</p>",
    )


def page_of(run: RunFacts) -> str:
    """The whole page."""
    parts = [head(run), curves(run), archive(run), games.gallery(run), fates(run), operators(run), times(run)]
    body = "\n".join([*parts, settings(run), repeat(run)])
    return html_page(f"{run.name} · DarwinDeck", body)


def html_page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def head(run: RunFacts) -> str:
    last = run.generations[-1]
    how = "finished" if run.is_finished else "not finished"
    best = f"best fitness {run.games[0]['fitness'][0]:.3f}" if run.games else "no game was good enough to be shown"
    seconds = sum(float(sitting.get("seconds", 0.0)) for sitting in run.sittings)
    figures = [
        f"{len(run.generations)} of {run.settings['generations']} generations, {how}",
        best,
        f"{int(last.row['members'])} games kept",
        f"{run.played:,} games played",
        f"{seconds / 60:.1f} minutes, {60 * run.processor_hours:.1f} of processor time",
    ]
    return f'<h1>{escape(run.name)}</h1>\n<p class="soft">{escape(" · ".join(figures))}<br>{escape(run.path)}</p>'


def curves(run: RunFacts) -> str:
    """How fitness and variety went."""
    past = run.generations
    best = svg.Line("best, with its 95 % interval", [g.best[0] for g in past], [(g.best[1], g.best[2]) for g in past])
    middle = svg.Line("median of the games kept, with the middle half", [g.middle[0] for g in past], [(g.middle[1], g.middle[2]) for g in past])  # fmt: skip
    chart = svg.line_chart("Fitness by generation", [best, middle], high=1.0)
    names = [name for name in ("diversity", "coverage", "ending_entropy") if name in past[-1].row]
    lines = [svg.Line(name.replace("_", " "), [g.row.get(name) for g in past]) for name in names]
    variety = svg.line_chart("Variety by generation", lines) if lines else ""
    warn = (
        '<p class="soft">Fitness in the run is what got a game chosen, so it is too high on average. The gallery was '
        "measured afresh.</p>"
    )
    words = '<p class="soft">Diversity is the mean distance of the games kept from each other; coverage the share of kinds that have a game.</p>'
    return f"<h2>Fitness</h2>\n{chart}{warn}<h2>Variety</h2>\n{variety}{words}"


def archive(run: RunFacts) -> str:
    """The games kept, by what they are made of and how long they take: the best of each kind."""
    from ..evolve.strategies.map_elites import AXES

    axes = {axis.name: axis for axis in AXES}
    across, up = axes["minutes"], axes["module"]
    found: dict[tuple[int, int], list[Mapping[str, Any]]] = {}
    for member in run.members:
        values = member["descriptors"]
        if across.name in values and up.name in values:
            found.setdefault((across.bin(values[across.name]), up.bin(values[up.name])), []).append(member)
    used = sorted({row for _, row in found})  # rows without a game are left out
    cells = []
    for (column, row), members in sorted(found.items()):
        best = max(float(member["mean"]) for member in members)
        tip = "\n".join(f"{m['genome_id']} {float(m['mean']):.3f}" for m in members)
        words = f"{best:.2f}" + (f" · {len(members)}" if len(members) > 1 else "")
        cells.append(svg.Cell(column, used.index(row), best, words, tip))
    steps = [across.low * (across.high / across.low) ** (at / across.bins) for at in range(1, across.bins)]
    columns = [*(f"up to {step:.0f} min" for step in steps), "more"]
    rows = [[*MODULE_NAMES.values(), "other"][row] for row in used]
    chart = svg.cell_map("The games kept, by module and by minutes", columns, rows, cells)
    return (
        f"<h2>The archive</h2>\n{chart}"
        '<p class="soft">From left to right: how long a game takes people. Upwards: the module that carries it. A cell has '
        "the best fitness of its games, and how many they are if there are several.</p>"
    )


def fates(run: RunFacts) -> str:
    """What became of candidates, generation by generation."""
    total: Counter[str] = Counter()
    for generation in run.generations:
        total.update(generation.fates)
    ranked = [name for name, _ in total.most_common() if name not in (MEASURED, OUTRACED)]
    names = [MEASURED, OUTRACED, *ranked[:SHOWN_FATES]]
    columns = []
    for generation in run.generations:
        column = Counter({name if name in names else "other": 0 for name in generation.fates})
        for name, count in generation.fates.items():
            column[name if name in names else "other"] += count
        columns.append(column)
    if len(ranked) > SHOWN_FATES:
        names.append("other")
    rows = [[escape(name), str(count), svg.bar(count / max(1, total.total()))] for name, count in total.most_common()]
    chart = svg.column_chart("What became of the candidates, by generation", columns, names)
    return f"<h2>What became of candidates</h2>\n{chart}{table(['', 'candidates', ''], rows)}"


def operators(run: RunFacts) -> str:
    """How often each operator was tried, and how often its child could be played."""
    if not run.operators:
        return ""
    rows = []
    for name, row in sorted(run.operators.items(), key=lambda item: -item[1].get("tried", 0)):
        tried, good = row.get("tried", 0), row.get("sound", 0) + row.get("repaired", 0)
        share = good / tried if tried else 0.0
        others = ", ".join(f"{count} {what}" for what, count in row.items() if what not in ("tried", "sound", "repaired") and count)  # fmt: skip
        rows.append(
            [escape(name.replace("_", " ")), str(tried), str(good), f"{share:.0%} {svg.bar(share)}", escape(others)]
        )
    heads = ["operator", "tried", "children", "yield", "and else"]
    words = '<p class="soft">A child is a genome that passes the check and differs from its parents.</p>'
    return f"<h2>Operators</h2>\n{table(heads, rows)}{words}"


def times(run: RunFacts) -> str:
    """Where the time went: sittings, and the stages of all of them."""
    if not run.sittings:
        return ""
    heads = ["began", "seconds", "processor", "generations", "games played", "from the cache", "games/s", "MiB"]
    keys = ["began", "seconds", "processor_seconds", "generations", "games_played", "games_found_in_cache", "games_per_second", "peak_memory_mib"]  # fmt: skip
    rows = [[escape(figure(sitting.get(key))) for key in keys] for sitting in run.sittings]
    stages = sum_stages(run)
    total = sum(stages.values()) or 1.0
    ranked = sorted(stages.items(), key=lambda item: -item[1])
    spent = [[escape(name), f"{seconds:.1f}", svg.bar(seconds / total)] for name, seconds in ranked]
    parts = table(["stage", "seconds", ""], spent) if spent else ""
    return f"<h2>Where the time went</h2>\n{parts}{table(heads, rows)}"


def sum_stages(run: RunFacts) -> dict[str, float]:
    """Seconds of each stage in all sittings, and of what is no stage; empty if nobody has noted them."""
    stages: dict[str, float] = {}
    for sitting in run.sittings:
        for name, seconds in dict(sitting.get("stages", {})).items():
            stages[str(name)] = stages.get(str(name), 0.0) + float(seconds)
    if stages:
        whole = sum(float(sitting.get("seconds", 0.0)) for sitting in run.sittings)
        stages["breeding, simplifying, writing"] = max(0.0, whole - sum(stages.values()))
    return stages


def figure(value: Any) -> str:
    if isinstance(value, list):
        return " to ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def settings(run: RunFacts) -> str:
    """Every setting that counts, and what the run was made by."""
    rows = [[escape(name), escape(str(value))] for name, value in flatten({**run.settings, **run.facts})]
    return f"<h2>Settings</h2>\n<details><summary>Every setting</summary>{table(['setting', 'value'], rows)}</details>"


def flatten(values: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, value in values.items():
        found += (
            flatten(value, f"{before}{name}.") if isinstance(value, Mapping) and value else [(before + name, value)]
        )
    return found


def repeat(run: RunFacts) -> str:
    """How to get the same bytes again."""
    version = escape(str(run.facts.get("version", "")))
    return (
        f"<h2>How to repeat it</h2>\n<pre>darwindeck run --config {escape(run.path)}/config.yaml</pre>"
        f"<p>The same settings and seed give the same games with every engine of signature "
        f"{escape(str(run.facts.get('engine_signature', '')))} (made with darwindeck {version}). Only times differ.</p>"
        f"<pre>darwindeck resume {escape(run.path)} --generations {2 * int(run.settings['generations'])}</pre>"
        "<p>goes on with it.</p>"
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Cells are HTML already; those after the first that are numbers stand to the right."""

    def cells(row: Sequence[str], tag: str) -> str:
        right = [' class="n"' if at and cell.replace(",", "").replace(".", "").isdigit() else "" for at, cell in enumerate(row)]  # fmt: skip
        return "".join(f"<{tag}{css}>{cell}</{tag}>" for cell, css in zip(row, right, strict=True))

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{cells(list(map(escape, heads)), "th")}</tr>{body}</table></div>'
