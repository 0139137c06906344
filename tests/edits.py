"""Known games that are different, and known games with something changed, for tests that need a variant or a fault."""

from __future__ import annotations

import json
from typing import Any

from darwindeck import load_genome
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, parse_genome

# Games no two of which are variants of one, for facts about such games. There may be more known ones.
DIFFERENT = ("beggar-my-neighbour", "betting-war", "cheat", "crazy-eights", "draw-poker", "durak", "gin-rummy", "go-fish", "goofspiel",
             "hearts", "old-maid", "scopa", "scotch-whist", "simple-poker", "spades", "war", "whist")  # fmt: skip


def edited_json(game: GameGenome | str, changes: dict[str, Any]) -> str:
    """The game's JSON with values replaced or added at paths such as `setup.card_values` or `teams.0`."""
    data = json.loads(format_genome(load_genome(game) if isinstance(game, str) else game))
    for path, value in changes.items():
        *parents, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        place = data
        for step in parents:
            place = place[step]
        place[last] = value
    return json.dumps(data)


def edited(game: GameGenome | str, changes: dict[str, Any]) -> GameGenome:
    return parse_genome(edited_json(game, changes))
