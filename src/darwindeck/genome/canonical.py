"""The canonical form: what a genome means, without names, notes and spellings that make no difference.

Plain data (dicts, lists, numbers, strings): two genomes with the same form are the same game. The reverse is not
promised: whether a field is ever read depends on play. A compiled program's hash can be handed to `vary` for that.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import inspect

from ..language.context import Context
from ..language.facts import Reads
from ..language.fields import RANKS, card_name, strengths
from ..language.walk import default_of
from ..mechanics import CompoundCondition, TriggerEffect
from ..mechanics.phases.phase import PhaseMechanic
from ..mechanics.wins import RANKING, WinCondition
from .genome import METADATA, GameGenome
from .remember import remember
from .setup import ResourceRules, SetupRules
from .values import is_text, plain, type_info

Form = dict[str, Any]
KIND = "type"
# Lists whose order and repetitions mean nothing.
SETS = ("first_trick_forbidden", "claim_types", "bet_sizes")


def canonical(genome: GameGenome) -> Form:
    """The canonical form; fields at their defaults are left out."""
    context = Context(genome)
    form = _fields(genome, context, METADATA)
    setup: Form = form["setup"]
    setup["deck"] = [card_name(card) for card in range(64) if context.deck >> card & 1]
    setup["cards_per_player"] = context.hand_size
    setup["strengths"] = _table(context, strengths(genome.setup.rank_order))
    setup["values"] = _table(context, context.value)
    setup["chips"] = context.starting_chips
    if not setup.get("resources"):
        setup.pop("resources", None)
    form["player_count"] = genome.player_count
    if genome.teams and len(genome.teams) < genome.player_count:
        form["teams"] = sorted(sorted(team) for team in genome.teams)
    else:
        form.pop("teams", None)
    return form


@remember
def content_hash(genome: GameGenome) -> str:
    """A name for the canonical form: 24 hexadecimal digits."""
    text = json.dumps(canonical(genome), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _table(context: Context, row: tuple[int, ...]) -> dict[str, int]:
    """A number for each rank of the deck."""
    return {RANKS[number]: row[number] for number in context.ranks}


def _form(value: Any, context: Context) -> Any:
    """A value of a genome as plain data; how structures and compounds are told is decided below."""
    if isinstance(value, CompoundCondition):
        return _compound(value, context)
    if isinstance(value, msgspec.Struct):
        return _fields(value, context)
    if isinstance(value, tuple):
        return [_form(item, context) for item in value]
    if isinstance(value, dict):
        return {str(key): entry for key, entry in sorted(value.items())}
    return getattr(value, "value", value)


def _fields(part: msgspec.Struct, context: Context, without: tuple[str, ...] = ()) -> Form:
    """A structure as data: its kind and the fields that are not as usual and do mean something."""
    form: Form = {}
    if part.__struct_config__.tag is not None:
        form[KIND] = part.__struct_config__.tag
    idle = IDLE[type(part)](part, context) if type(part) in IDLE else ()
    for name, default in _defaults(type(part)):
        value = getattr(part, name)
        if name in without or name in idle or (value == default and type(value) is type(default)):
            continue
        items = _form(value, context)
        form[name] = sorted(set(items)) if name in SETS else items
    if isinstance(part, PhaseMechanic):
        form |= part.write_out(context)
    return _order_genome(form, part, context) if isinstance(part, GameGenome) else form


@functools.cache
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """Names and defaults of a structure's fields, texts left out."""
    info = type_info(kind)
    assert isinstance(info, inspect.StructType)
    return tuple((field.name, default_of(kind, field.name)) for field in info.fields if not is_text(plain(field.type)))


def _compound(condition: CompoundCondition, context: Context) -> Form:
    """AND and OR without order, repetition, needless nesting, or anything to join."""
    parts: dict[str, Any] = {}
    for part in condition.conditions:
        form = _form(part, context)
        same = form[KIND] == "compound" and form["logic"] == condition.logic
        for inner in form["conditions"] if same else [form]:
            parts[_key(inner)] = inner
    if len(parts) == 1:
        return dict(next(iter(parts.values())))
    return {KIND: "compound", "logic": condition.logic, "conditions": [parts[key] for key in sorted(parts)]}


def _key(form: Any) -> str:
    return json.dumps(form, sort_keys=True)


# Fields that mean nothing where others stand as they do.


def _idle_setup(setup: SetupRules, context: Context) -> tuple[str, ...]:
    """What the canonical form says otherwise, and what a missing choice makes idle."""
    idle = ["hand_sizes", "cards_per_player", "initial_deck", "custom_deck", "removed_cards", "even_deal_removals",
            "rank_order", "card_values", "starting_chips"]  # fmt: skip
    if setup.trump_selection_method != "fixed":
        idle.append("trump_suit")
    if setup.starting_player != "holder":
        idle.append("starting_card")
    if not setup.initial_tableau_count or setup.redeal_rank is None:
        idle += ["redeal_rank", "redeal_count"]
    if not setup.initial_discard_count:
        idle.append("initial_discard_not")
    if context.hand_size or setup.hand_suits:
        idle.append("leftover")
    return tuple(idle)


def _idle_win(condition: WinCondition, context: Context) -> tuple[str, ...]:
    return ("threshold",) if condition.kind.threshold == "cards" and not condition.threshold else ()


IDLE: dict[type, Callable[[Any, Context], tuple[str, ...]]] = {
    SetupRules: _idle_setup,
    WinCondition: _idle_win,
    ResourceRules: lambda resources, context: ("starting_chips", "min_bet"),
    TriggerEffect: lambda trigger, context: ("priority",),
}

# Lists whose order means nothing, or is given otherwise.


def _order_genome(form: Form, genome: GameGenome, context: Context) -> Form:
    """Scores add up in any order unless a rule asks for them; triggers go by priority; endings are all looked at."""
    rules = form.get("scoring_rules", [])
    conditions = (part for rule in genome.scoring_rules for part in rule.condition.parts())
    if not any(part.may(Reads.SCORES) for part in conditions):
        rules.sort(key=_key)
    if genome.triggers:
        triggers = sorted(genome.triggers, key=lambda trigger: -trigger.priority)
        form["triggers"] = [_form(trigger, context) for trigger in triggers]
    wins = form.get("win_conditions", [])
    form["win_conditions"] = [win for win in wins if win[KIND] in RANKING]
    form["win_conditions"] += sorted((win for win in wins if win[KIND] not in RANKING), key=_key)
    return form
