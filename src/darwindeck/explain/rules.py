"""The complete rules of a game in plain English, composed of what each mechanic says of itself.

Deterministic; needs no play. Whatever comes from play (an example, how long it takes) is handed in.

Each section is derived from the same genome that is compiled, so a rulebook cannot lag behind its game. A test demands
that whatever changes play changes the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..genome.genome import GameGenome
from ..language.context import Context
from ..language.facts import Makes
from ..language.words import capitalise, cards, list_words, whole
from ..mechanics.phases.phase import PhaseMechanic
from .book import Rulebook, Section
from .dealing import setup_rules
from .ending import edge_rules, ending_rules, name_penalties, scoring_rules, winning_rules
from .goals import goal
from .names import title as name_of
from .render import to_text


def rulebook_of(
    genome: GameGenome,
    title: str | None = None,
    minutes: int | None = None,
    example: Sequence[str] = (),
    pitch: str = "",
) -> Rulebook:
    """The rules as sections. `minutes` is how long a game takes, `example` the lines of a played game, `pitch` what the game is
    like, if known.
    """
    context = Context(genome)
    endings = ending_rules(genome, context)
    return Rulebook(
        title=title or genome.name or name_of(genome.genome_id),
        glance=glance(genome, context, minutes),
        setup=Section("Setup", setup_rules(genome, context)),
        opening=opening_section(genome, context),
        turn=turn_section(genome, context),
        specials=Section("Special cards", tuple(effect.rule(context) for effect in genome.special_effects)),
        triggers=trigger_section(genome, context),
        endings=Section(f"End of the {whole(context)}", endings),
        scoring=Section(scoring_heading(context, bool(endings)), scoring_rules(genome, context)),
        winning=Section("Winning", winning_rules(genome, context)),
        edges=Section("Rare cases", edge_rules(genome, context)),
        quick=quick_reference(genome, context),
        pitch=pitch,
        example=tuple(example),
    )


def scoring_heading(context: Context, ended: bool) -> str:
    """When scores are counted is plain where the end has just been told."""
    return "Scoring" if ended else f"Scoring after the {whole(context)}"


def rules_text(genome: GameGenome, title: str | None = None) -> str:
    """All rules of a game as plain text."""
    return to_text(rulebook_of(genome, title))


def glance(genome: GameGenome, context: Context, minutes: int | None) -> tuple[tuple[str, str], ...]:
    """What a reader wants to know before the rules: for how many, how long, to what end."""
    counts = sorted(set(genome.player_counts) | {genome.player_count})
    players = f"{genome.player_count}"
    if len(counts) > 1:
        numbers = [f"{count}{' (in partnerships)' * (count in genome.partner_counts)}" for count in counts]
        players = f"{list_words(numbers, 'or')}; these rules are for {genome.player_count}"
    time = [("Time", f"about {minutes} minute{'s' * (minutes != 1)}")] if minutes else []
    return (("Players", players), *time, ("Goal", goal(genome, context)))


def opening_section(genome: GameGenome, context: Context) -> Section:
    """What happens once in a deal. Rules say "you" to whoever acts, which needs a word here: nobody's turn has
    begun.
    """
    phases = genome.turn_structure.opening
    items = [phase.rule(context) for phase in phases]
    if not all(phase.is_for_everyone for phase in phases):
        items[0] = f"(Here “you” are the player who begins.) {items[0]}"
    return Section("Before the first turn", tuple(items), numbered=len(items) > 1)


def turn_section(genome: GameGenome, context: Context) -> Section:
    """The phases as steps. One that is repeated word for word refers to the last of its kind, as a later round of
    betting does; one that only begins otherwise refers to it for the rest.
    """
    phases = genome.turn_structure.phases
    items: list[str] = []
    before: dict[str, int] = {}  # texts and what follows their first lines, with the last step that had them
    for number, phase in enumerate(phases, 1):
        text = name_penalties(phase.rule(context), context)
        head, _, tail = text.partition("\n")
        if text in before:
            items.append(f"As step {before[text]}: {phase.brief(context)}.")
        elif tail and tail in before:
            items.append(f"{head} All else is as in step {before[tail]}.")
        else:
            items.append(text)
        before |= {text: number} | ({tail: number} if tail else {})
    return Section(turn_heading(phases, context), tuple(items), numbered=len(items) > 1)


def turn_heading(phases: Sequence[PhaseMechanic], context: Context) -> str:
    if len(phases) == 1 and phases[0].may(Makes.TRICKS):
        return "A trick"
    return "Your turn" if context.own_turns else "A round"


def trigger_section(genome: GameGenome, context: Context) -> Section:
    """In the order in which they act, which is that of their priorities."""
    triggers = sorted(genome.triggers, key=lambda trigger: -trigger.priority)
    return Section("At the end of your turn", tuple(trigger.rule(context) for trigger in triggers), len(triggers) > 1)


def quick_reference(genome: GameGenome, context: Context) -> tuple[tuple[str, str], ...]:
    """The game on a card, for those who have read the rules once."""
    size = context.hand_size
    deal = "whole suits" if genome.setup.hand_suits else f"{cards(size)} each" if size else "all cards"
    rows = [("Deal", deal)]
    rows += [("First", capitalise(phase.brief(context))) for phase in genome.turn_structure.opening]
    phases = genome.turn_structure.phases
    rows += [
        (f"Step {number}" if len(phases) > 1 else "Turn", capitalise(phase.brief(context)))
        for number, phase in enumerate(phases, 1)
    ]
    specials = [effect.trigger_card or "any card" for effect in genome.special_effects]
    if specials:
        rows.append(("Special", list_words(dict.fromkeys(specials))))
    return (*rows, ("Goal", goal(genome, context)))
