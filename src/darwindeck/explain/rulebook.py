"""Prose over the rules, by a language model in two passes: a draft for completeness, then a copy-edit by Strunk's principles.

After each pass the text is compared with the rules (`consistency`); what does not agree is not used. Nothing here
decides a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from ..errors import RulebookError
from .book import Rulebook
from .cache import TextCache
from .consistency import problems
from .render import complete, rules_markdown, to_markdown
from .writers import Writer

PROMPT_VERSION = "1"
SHOWN_PROBLEMS = 3

DRAFT = """You write rulebooks for card games. You are given the complete rules of one game as Markdown. Write them as a good
card-game book would, for people who have never seen the game.

* Keep the title and every "##" heading exactly as they are, in their order; add no heading.
* Keep every list as it is: each item stays one item, in its place, told in your words. Add, merge and split no items.
* Tell every rule of an item in that item, and no rule that is not there. Do not invent, interpret or soften rules.
* Keep every number as a numeral with the thing it counts, and every rank, suit, pile and technical term ("face up", "face down",
  "stock", "discard pile", "trick", "trump", "left") in the words given.
* Keep what is forbidden, what is compulsory and what is optional as it is.
* Answer with the Markdown alone."""
EDIT = """You are a copy editor who follows Strunk's Elements of Style. You are given the rulebook of a card game as Markdown. Omit
needless words, use the active voice, put statements in positive form, be definite and concrete, keep related words together.

* Keep the title and every "##" heading exactly as they are, in their order; add no heading.
* Keep every list as it is: each item stays one item, in its place.
* Change the wording only. Every rule, number, rank, suit, pile, exception and technical term ("face up", "face down", "at random",
  "at least") must remain; where brevity would cost one, keep the longer words.
* Answer with the Markdown alone."""


@dataclass(frozen=True)
class Written:
    """A text and how far it got. `stage` is what it is: the copy-edited text, the draft, or the rules as they are."""

    markdown: str
    stage: Literal["final", "draft", "rules"]
    warnings: tuple[str, ...] = ()


def write_rulebook(
    book: Rulebook, writer: Writer, cache: TextCache | None = None, tell: Callable[[str], None] = lambda what: None
) -> Written:
    """The last text that agrees with the rules, with a warning wherever a pass failed."""
    rules = rules_markdown(book)
    cache = cache if cache is not None else TextCache()
    key = (writer.name, PROMPT_VERSION, sha256(rules.encode()).hexdigest())
    tell(f"{writer.name}: writing a draft")
    draft, fault = write_pass(rules, rules, DRAFT, writer, cache, ("draft", *key))
    if draft is None:
        return Written(to_markdown(book), "rules", (f"the rules are printed as they are: {fault}",))
    tell(f"{writer.name}: editing it")
    final, fault = write_pass(rules, draft, EDIT, writer, cache, ("final", sha256(draft.encode()).hexdigest(), *key))
    if final is None:
        return Written(complete(draft, book), "draft", (f"the draft is printed unedited: {fault}",))
    return Written(complete(final, book), "final")


def write_pass(
    rules: str, text: str, instructions: str, writer: Writer, cache: TextCache, key: tuple[str, ...]
) -> tuple[str | None, str]:
    """What one pass makes of `text`, or None and why. Only what agrees with the rules is remembered."""
    answer = cache.get(*key)
    if answer is not None and not problems(rules, answer):
        return answer, ""
    try:
        answer = strip_fence(writer.ask(instructions, text))
    except RulebookError as error:
        return None, str(error)
    faults = problems(rules, answer)
    if faults:
        more = f" (and {len(faults) - SHOWN_PROBLEMS} more)" if len(faults) > SHOWN_PROBLEMS else ""
        return None, f"{writer.name} does not agree with them: {'; '.join(faults[:SHOWN_PROBLEMS])}{more}"
    cache.put(answer, *key)
    return answer, ""


def strip_fence(text: str) -> str:
    """Without the code fence that models like to put around Markdown."""
    lines = text.strip().splitlines()
    if len(lines) > 2 and lines[0].startswith("```") and lines[-1].strip() == "```":
        lines = lines[1:-1]
    return "\n".join(lines).strip() + "\n"
