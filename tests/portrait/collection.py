"""What docs/collection.md says of a game by measuring: `python -m tests.portrait.collection`, or `make collection`.

The page has a place for each game, between two comments; what people wrote around it stays. Figures are those of the portraits that are
shipped (`make figures`). The turns at which a game turned are played here, some seconds each; `--swings` plays those of every game anew,
else only of games that have none.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from darwindeck.engine.game import Game
from darwindeck.evaluate.played import Played
from darwindeck.explain.pitch import find_kin, write_pitch
from darwindeck.genome.distance import find_nearest
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import invented_games, known_games, load_genome
from darwindeck.language.context import Context
from darwindeck.measure.evaluation import Candidate
from darwindeck.play.example import in_words
from darwindeck.play.session import Ply, replay
from darwindeck.play.text import Narrator
from darwindeck.portrait.portrait import Choice, Portrait
from darwindeck.portrait.shipped import find_shipped
from darwindeck.portrait.tips import Figure, say_proof
from darwindeck.simulate.probe import Probe
from darwindeck.simulate.records import ProbeRecords
from darwindeck.simulate.simulate import Job, simulate_many

PAGE = Path(__file__).parents[2] / "docs" / "collection.md"
SWINGS = Path(__file__).parent / "swings.json"
SHOWN = ("fitness", "fate", "rule_gap", "depth", "learnability", "dead_choices", "least_purpose", "tension", "choices",
         "seat_share", "novice_tension", "novice_fate")  # fmt: skip
WEIGHT = 2.0  # known games that take no more than so many times as long, and no less than so small a part of it, are of similar weight
PLAYER, GAMES, FIRST = "mcts:400", 6, 1 << 55
PROBE = Probe(samples=48, rollouts=200, greedy=True)
TOLD, MOST_LINES = 3, 12
VERBS = ("ask", "bid", "capture", "discard", "draw", "knock", "lay", "name", "pass", "play", "put", "take", "turn")
HIDDEN = ("Pass ", "Lay ", "Choose ")  # questions that all answer before anything is shown


@dataclass(frozen=True)
class Swing:
    """Between two samples of a game: where it was, how the chances of the side that won changed, and what was done."""

    before: float
    after: float
    lines: list[str]


def begin(name: str) -> str:
    return f"<!-- {name}: made by tests/portrait/collection.py -->"


END = "<!-- end -->"


# The game that turned.


def find_swings(genome: GameGenome) -> tuple[str, list[Swing]]:
    """Of a few games the one whose winner was furthest behind: who won it, and its largest changes."""
    deal = Played(Candidate(genome)).deal
    job = Job(deal, GAMES, (PLAYER,), first=FIRST, probe=PROBE)
    records = simulate_many([job], threads=1)[0]
    probe = records.probe
    assert probe is not None
    sides = [list(team) for team in deal.teams] or [[seat] for seat in range(deal.player_count)]
    won = {index: [side for side in sides if records.winners[index] >> side[0] & 1] for index in range(GAMES)}
    decided = [(index, found[0]) for index, found in won.items() if len(found) == 1]
    if not decided:
        return "", []
    index, side = min(decided, key=lambda each: min(_chances(probe, *each)[1]))
    game = Game(deal)
    plies = list(replay(game, 0, FIRST + index, (PLAYER,)))
    told, begins = list(_tell(game, plies)), begin_acts(game, plies, Context(genome).own_turns)
    known = [
        pair for pair in zip(*_chances(probe, index, side), strict=True) if not is_within(game, plies, begins, pair[0])
    ]
    pieces = [
        Swing(before, after, [line for ply in range(begins[first], end) for line in told[ply]])
        for (first, before), (end, after) in itertools.pairwise(known)
    ]
    largest = sorted((p for p in pieces if p.lines), key=lambda swing: -abs(swing.after - swing.before))[:TOLD]
    return in_words(" and ".join(f"seat {seat}" for seat in side)), [p for p in pieces if p in largest]


def begin_acts(game: Game, plies: list[Ply], own_turns: bool) -> list[int]:
    """Of each ply, the first one of its turn, or where all act in a turn, of what is asked: of the trick, the passing, the bids."""
    found: list[int] = []
    last: object = None
    for number, ply in enumerate(plies):
        scene = game.snapshot(ply.before)
        act = (scene["deal"], scene["turn"], "" if own_turns else game.prompt(ply.before))
        found.append(found[-1] if act == last else number)
        last = act
    return found


def is_within(game: Game, plies: list[Ply], begins: list[int], ply: int) -> bool:
    """Whether others have chosen already what is shown later, all at once: the chances there are of no use to a reader."""
    return ply < len(plies) and begins[ply] < ply and game.prompt(plies[ply].before).startswith(HIDDEN)


def _chances(probe: ProbeRecords, index: int, side: list[int]) -> tuple[list[int], list[float]]:
    """Sampled plies in order, and the chance of a side at each."""
    ply, win = probe.ply[index], probe.win[index]
    used = [int(place) for place in np.argsort(ply, kind="stable") if ply[place] >= 0]
    return [int(ply[place]) for place in used], [float(win[place][side[0]]) for place in used]  # partners win together


def _tell(game: Game, plies: list[Ply]) -> Iterator[list[str]]:
    """What is told of each ply, on lines of its own, with every card known."""
    narrator = Narrator(game)
    narrator.start(plies[0].before)
    heading = ""
    for ply in plies:
        lines = [line for line in narrator.tell(ply) if line.strip()]
        if lines and not lines[0].startswith(" "):
            heading = lines.pop(0).partition(" (")[0]
        yield [in_words(f"{heading}: {line.strip()}") for line in lines[:1]]


# The page.


def write_section(name: str, swings: dict[str, object]) -> str:
    genome = load_genome(name)
    portrait = find_shipped(genome)
    assert portrait is not None, f"{name} has no portrait: make figures"
    parent = find_nearest(genome, genome.genome_id, find_kin(genome)).name
    parts = [
        f"*{write_pitch(genome)}*",
        f"{genome.player_count} players, about {portrait.minutes} minutes. [The file](../games/invented/{name}.json); its rules: "
        f"`darwindeck explain {name}`.",
        "\n".join(_table(genome, portrait, parent)),
        *(["**What each choice is for.** " + " ".join(map(_say_choice, portrait.choices))] if portrait.choices else []),
        *(["**Tips.**\n" + "\n".join(f"* {tip.advice} {say_proof(tip)}" for tip in portrait.tips)] if portrait.tips else []),
        *_say_swings(swings.get(name)),
    ]  # fmt: skip
    return "\n\n".join(parts)


def _table(genome: GameGenome, portrait: Portrait, parent: str) -> Iterator[str]:
    """Of each measure the value, that of the nearest known game, and where it lies among known games of similar weight."""
    beside = find_shipped(load_genome(parent))
    peers = [
        p
        for p in map(find_shipped, map(load_genome, known_games()))
        if p and p.fitness[0] > 0 and _is_similar(p, portrait)
    ]
    yield f"| measure | {genome.name} | {load_genome(parent).name} | {len(peers)} known games of similar length: least, median, most |"
    yield "|---|---|---|---|"
    for name in SHOWN:
        value = portrait.fitness if name == "fitness" else portrait.metrics.get(name)
        if value is None:
            continue
        other = beside and (beside.fitness if name == "fitness" else beside.metrics.get(name))
        among = [each[0] for p in peers if (each := p.fitness if name == "fitness" else p.metrics.get(name))]
        place = f"{min(among):.2f}, {median(among):.2f}, {max(among):.2f}" if among else "–"
        yield f"| {name.replace('_', ' ')} | {_figure(value)} | {_figure(other) if other else '–'} | {place} |"


def _is_similar(one: Portrait, other: Portrait) -> bool:
    return 1 / WEIGHT <= one.minutes / other.minutes <= WEIGHT


def _figure(value: Figure) -> str:
    return f"{value[0]:.2f} ({value[1]:.2f}–{value[2]:.2f})".replace("-", "−")


def _say_choice(choice: Choice) -> str:
    least = f"; {choice.best}, {_figure(choice.least)}" if choice.least else ""
    return f"{choice.prompt}: {choice.worst} costs {_figure(choice.loss)} of an even share{least}."


def _say_swings(found: object) -> Iterator[str]:
    if not isinstance(found, dict) or not found["swings"]:
        return
    yield f"**Where it turned.** A deal between players of 400 iterations, won by {found['winner']}, whose chances were:"
    yield "\n".join(
        f"* from {swing['before']:.0%} to {swing['after']:.0%}: ".replace("%", " %") + say_lines(swing["lines"]) + "."
        for swing in found["swings"]
    )


def say_lines(lines: list[str]) -> str:
    """What was done, each turn named once: "Turn 3: Ann plays 5♦; Ben plays 8♦. Turn 4: …"."""
    turns = [
        (turn, [line.partition(": ")[2] for line in each])
        for turn, each in itertools.groupby(lines[:MOST_LINES], lambda line: line.partition(": ")[0])
    ]
    told = ". ".join(f"{turn}: {'; '.join(map(say_move, moves))}" for turn, moves in turns)
    return told + "; …" * (len(lines) > MOST_LINES)


def say_move(text: str) -> str:
    """ "Ann: play 5♦" as "Ann plays 5♦"."""
    return re.sub(
        r"^(\w+): (" + "|".join(VERBS) + r")\b",
        lambda found: f"{found[1]} {found[2]}{'es' if found[2] == 'pass' else 's'}",
        text,
    )


def fill(text: str, name: str, section: str) -> str:
    """The page with what stands between the comments of a game replaced."""
    pattern = re.compile(rf"{re.escape(begin(name))}\n.*?{re.escape(END)}", re.DOTALL)
    if not pattern.search(text):
        raise SystemExit(f"{PAGE.name}: {begin(name)} … {END} is missing")
    return pattern.sub(lambda _: f"{begin(name)}\n\n{wrap(section)}\n\n{END}", text)


def wrap(section: str) -> str:
    """Paragraphs and items in lines of at most 120 characters; tables as they are."""
    return "\n\n".join(
        part if part.startswith("|") else "\n".join(map(_wrap_line, part.split("\n"))) for part in section.split("\n\n")
    )


def _wrap_line(line: str) -> str:
    return textwrap.fill(
        line,
        120,
        break_long_words=False,
        break_on_hyphens=False,
        subsequent_indent="  " if line.startswith("* ") else "",
    )


def read_swings() -> dict[str, object]:
    return json.loads(SWINGS.read_text(encoding="utf-8")) if SWINGS.is_file() else {}  # type: ignore[no-any-return]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--swings", action="store_true", help="play where games turned anew")
    options = parser.parse_args()
    swings = {} if options.swings else read_swings()
    text = PAGE.read_text(encoding="utf-8")
    for name in invented_games():
        if name not in swings:
            winner, found = find_swings(load_genome(name))
            swings[name] = {"winner": winner, "swings": [vars(swing) for swing in found]}
            print(f"{name}: {len(found)} swings", flush=True)
        text = fill(text, name, write_section(name, swings))
    SWINGS.write_text(json.dumps(swings, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
