"""What a person sees of a run: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

WEIGHTS = {
    "gate": 0.05,
    "pilot": 0.05,
    "play": 0.15,
    "thumb": 0.15,
    "search": 0.35,
    "deep": 0.25,
}  # of the time of a generation, about
# The end takes about as long as so many generations; its stages begin when so much of that is done.
END = 3.0
AT_THE_END = {"finalists": 0.0, "prune": 0.5, "gallery": 1.0, "last": 2.0, "learned": 2.8}
OFTEN = 10.0  # seconds without a line, after which a stage gets one
WORDS = {
    "gate": "random games of all",
    "pilot": "first greedy games",
    "play": "greedy games",
    "thumb": "rules of thumb among greedy players",
    "search": "searched games of the contenders",
    "deep": "deeper searches of the contenders",
    "finalists": "the finalists once more",
    "gallery": "the gallery with fresh seeds and more games",
    "prune": "the gallery without each of its rules",
    "last": "the gallery once more, with the strongest players",
    "learned": "a learned player of each game of the gallery",
}


class PlainWatch:
    """Lines on stderr: one a generation, and of stages when there was none for a while."""

    def __init__(self, level: str) -> None:
        self.level = level
        self.began = self.spoke = time.monotonic()
        self.first: int | None = None
        self.number, self.of, self.played = 0, 1, 0
        self.ends: float | None = None  # by a time budget

    def generation(self, number: int, of: int, candidates: int) -> None:
        self.number, self.of = number, of
        self.first = number if self.first is None else self.first

    def stage(self, name: str, entries: int) -> None:
        now = time.monotonic()
        if (
            self.level == "debug"
            or (self.level == "info" and now - self.spoke > OFTEN)
            or name in ("prune", "gallery", "last", "learned")
        ):
            self.say(f"  {WORDS.get(name, name)}: {entries} {'game' if entries == 1 else 'games'}")

    def games(self, more: int) -> None:
        self.played += more

    def training(self, game: str, done: float) -> None:
        if self.level != "warning" and time.monotonic() - self.spoke > OFTEN:
            self.say(f"  {lesson(game, done)}")

    def finish_generation(self, summary: Mapping[str, Any]) -> None:
        if self.level != "warning":
            self.say(self.line(summary))

    def line(self, summary: Mapping[str, Any]) -> str:
        left = self.seconds_left()
        return (
            f"generation {summary['generation'] + 1}/{self.of} · best {summary['best']:.3f} · {summary['members']} games "
            f"kept · diversity {summary['diversity']:.2f} · {summary['playable']} of {summary['candidates']} playable · "
            f"{self.pace():,.0f} games/s · {clock(left)} left"
        )

    def pace(self) -> float:
        return self.played / max(time.monotonic() - self.began, 1e-9)

    def seconds_left(self) -> float:
        now, done = time.monotonic(), self.number + 1 - (self.first or 0)
        left = (now - self.began) / done * (self.of - self.number - 1 + END)
        return left if self.ends is None else max(0.0, min(left, self.ends - now))

    def say(self, text: str) -> None:
        self.spoke = time.monotonic()
        click.echo(text, err=True)


class LiveWatch(PlainWatch):
    """A bar on a terminal, with what happens now and how it stands."""

    def __init__(self, level: str, progress: Progress, task: TaskID) -> None:
        super().__init__(level)
        self.progress, self.task = progress, task
        self.at, self.share, self.standing, self.now = 0.0, 0.0, "", ""

    def generation(self, number: int, of: int, candidates: int) -> None:
        super().generation(number, of, candidates)
        self.share = 0.0
        self.progress.update(self.task, total=of + END, completed=number)

    def stage(self, name: str, entries: int) -> None:
        done = list(WEIGHTS)[: list(WEIGHTS).index(name)] if name in WEIGHTS else list(WEIGHTS)
        self.share = sum(WEIGHTS[earlier] for earlier in done)
        self.now = f"{WORDS.get(name, name)} ({entries})"
        self.at = max(self.at, self.of + AT_THE_END[name] if name in AT_THE_END else self.number + self.share)
        self.progress.update(self.task, completed=self.at)  # at the end there are races, too: never back
        self.show()

    def games(self, more: int) -> None:
        super().games(more)
        self.show()

    def training(self, game: str, done: float) -> None:
        self.now = lesson(game, done)
        self.show()

    def finish_generation(self, summary: Mapping[str, Any]) -> None:
        self.standing = f"best {summary['best']:.3f} · {summary['members']} kept · "
        self.progress.update(self.task, completed=summary["generation"] + 1)
        self.show()

    def show(self) -> None:
        text = f"generation {min(self.number + 1, self.of)}/{self.of}"
        ends = "" if self.ends is None else f"ends in {clock(max(0.0, self.ends - time.monotonic()))} · "
        now = f"{ends}{self.standing}{self.now} · {self.pace():,.0f} games/s"
        self.progress.update(self.task, description=text, now=now)


@contextmanager
def open_watch(level: str, generations: int) -> Iterator[PlainWatch]:
    """A watch that suits where the output goes."""
    if not sys.stderr.isatty() or level == "debug":
        yield PlainWatch(level)
        return
    from rich.console import Console

    with live_progress(Console(stderr=True, markup=False)) as progress:
        yield LiveWatch(level, progress, progress.add_task("", total=generations, now=""))


def live_progress(console: Console) -> Progress:
    """One line of any width: the bar and the times always, and as much of what happens now as there is room for."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.table import Column

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=10),
        TimeElapsedColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[now]}", table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")),
    )
    return Progress(*columns, console=console, transient=True, expand=True)


def lesson(game: str, done: float) -> str:
    return f"a player learns {game}: {done:.0%}"


def clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
