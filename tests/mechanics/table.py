"""All facts of all mechanics as one table; its golden file is what the facts are agreed to be."""

from __future__ import annotations

from dataclasses import fields

from darwindeck.language.facts import ALWAYS, Facts

from .kinds import ACTIONS, CONDITIONS, KINDS_OF_WINS, PHASES

HEAD = "Facts of all mechanics. A fact in brackets holds for some values of the fields, or in some games.\n"


def row(name: str, facts: Facts) -> str:
    """A line for each of the five kinds of facts."""
    lines = [name]
    for field in fields(facts):
        declared = getattr(facts, field.name)
        words = sorted(fact.name if when is ALWAYS else f"({fact.name})" for fact, when in declared.items())
        lines.append(f"  {field.name}: {', '.join(words) or '-'}")
    return "\n".join(lines)


def facts_table() -> str:
    groups = {"Phases": PHASES, "Actions": ACTIONS, "Conditions": CONDITIONS, "Wins": KINDS_OF_WINS}
    parts = [HEAD]
    for name, kinds in groups.items():
        parts += [f"## {name}", *(row(kind.__name__, kind.facts) for kind in kinds), ""]
    return "\n".join(parts)
