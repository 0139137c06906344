"""Measures the portraits that are shipped, of invented and known games: `python -m tests.portrait.figures`, or `make figures`.

Only games without one are measured, about a quarter of a minute of one core each; `--all` measures every game anew.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from darwindeck.genome.text import invented_games, known_games, load_genome
from darwindeck.play.rulebooks import name_key
from darwindeck.portrait.portrait import Portrait, take_portrait
from darwindeck.portrait.shipped import BESIDE, FILE
from darwindeck.simulate.backends.local import Local

PLACE = Path(__file__).parents[2] / "src" / "darwindeck" / "portrait" / FILE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    kept = {} if options.all else read_kept()
    games = {name_key(genome): genome for genome in map(load_genome, [*BESIDE, *invented_games(), *known_games()])}
    found = {key: portrait for key, portrait in kept.items() if key in games}
    for key, genome in games.items():
        if key not in found:
            print(f"{genome.name} …", flush=True)
            found[key] = take_portrait(genome, Local(options.threads))
            write_lines(found)
    write_lines(found)
    print(f"{len(found)} games in {PLACE.name}")


def write_lines(found: dict[str, Portrait]) -> None:
    """One game a line."""
    lines = [f'"{key}":{msgspec.json.encode(portrait).decode()}' for key, portrait in sorted(found.items())]
    PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_kept() -> dict[str, Portrait]:
    return msgspec.json.decode(PLACE.read_bytes(), type=dict[str, Portrait]) if PLACE.is_file() else {}


if __name__ == "__main__":
    main()
