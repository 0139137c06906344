"""The games of a run as they stand on a page: figures, rules, and how one of them went."""

from __future__ import annotations

from html import escape

from ..engine.game import Game as Engine
from ..experiment.export import Game
from ..experiment.gallery import say_why_empty, tell_trained
from ..explain.rules import rules_text
from ..genome.genome import GameGenome
from ..play.rulebooks import game_title
from ..play.text import retell
from .facts import RunFacts

FIGURES = ("depth", "decision_density", "skill_gradient", "tension", "interaction", "luck", "length")
SAMPLE_PLAYER, SAMPLE_SEED, SAMPLE_PLIES = "greedy", 1, 120


def gallery(run: RunFacts) -> str:
    """Each game that the run ended with, or of an unfinished run those kept so far."""
    if not run.games:
        return f"<h2>The gallery</h2>\n<p>{escape(say_why_empty({}))}</p>"
    heading = "The gallery" if run.is_finished else "The games kept so far"
    return f"<h2>{heading}</h2>\n" + "\n".join(card(place, game) for place, game in enumerate(run.games, 1))


def card(place: int, game: Game) -> str:
    """One game."""
    genome: GameGenome = game["genome"]
    value, low, high = game["fitness"]
    parts = [f"<h3>{place}. {escape(game_title(genome))}</h3>"]
    parts += [f"<p>{escape(words)}</p>" for words in (game["pitch"], genome.description) if words]
    parts.append(f'<p class="soft">{escape(facts_line(game, value, low, high))}</p>')
    if "learned" in game:
        parts.append(f'<p class="soft">{escape(tell_trained(game["learned"]))}</p>')
    parts += [f"<p>{escape(flag)}</p>" for flag in game.get("flags", ())]
    parts.append(fold("Rules", rules_text(genome, game_title(genome))))
    parts.append(fold("A game of it", "\n".join(tell_sample(genome))))
    return f"<article>{''.join(parts)}</article>"


def facts_line(game: Game, value: float, low: float, high: float) -> str:
    genome: GameGenome = game["genome"]
    metrics = game.get("metrics", {})
    words = [f"{genome.player_count} players", f"fitness {value:.3f} ({low:.2f}–{high:.2f})"]
    words += [f"{name.replace('_', ' ')} {metrics[name][0]:.2f}" for name in FIGURES if name in metrics]
    if "nearest_known" in game:
        words.append(f"nearest known game: {game['nearest_known']} ({game['distance']:.2f})")
    return " · ".join(words)


def fold(summary: str, text: str) -> str:
    return f"<details><summary>{escape(summary)}</summary><pre>{escape(text)}</pre></details>"


def tell_sample(genome: GameGenome) -> list[str]:
    """The beginning of a game, as players of the program play it, and how it ended."""
    game = Engine(genome)
    told = retell(game, SAMPLE_SEED, 0, (SAMPLE_PLAYER,), most=SAMPLE_PLIES)
    winners = ", ".join(f"seat {seat}" for seat in told["winners"]) or "nobody"
    story = list(told["story"])
    if len(told["moves"]) > SAMPLE_PLIES:
        cut = next(place for place, line in enumerate(story) if line.startswith("Game over"))
        story = [*story[:cut], f"… {len(told['moves']) - SAMPLE_PLIES} moves later: won by {winners}."]
    return [f"Players: {SAMPLE_PLAYER}. Every card is shown.", *story]
