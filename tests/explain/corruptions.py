"""Rules made wrong on purpose, to see what the consistency check notices: `python -m tests.explain.corruptions`.

Each kind of fault is put at random places into the rules of every known game, and into free tellings of three of them. The
faulty text plays the part of a model's answer that is faithful in everything else.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from darwindeck import load_genome
from darwindeck.explain.consistency import problems
from darwindeck.explain.render import rules_markdown
from darwindeck.explain.rules import rulebook_of

from ..edits import DIFFERENT

SEEDS = 3
FAITHFUL = Path(__file__).parent / "faithful"
SUITS, RANKS = ("clubs", "diamonds", "hearts", "spades"), ("aces", "kings", "queens", "jacks")

Corrupt = Callable[[str, random.Random], str | None]


def swap(pattern: str, other: str | Callable[[re.Match[str], random.Random], str]) -> Corrupt:
    """Replaces one occurrence, below the title; None if there is none."""

    def corrupt(text: str, rng: random.Random) -> str | None:
        found = [match for match in re.finditer(pattern, text) if match.start() > text.index("\n")]
        if not found:
            return None
        match = rng.choice(found)
        new = match.expand(other) if isinstance(other, str) else other(match, rng)
        return text[: match.start()] + new + text[match.end() :]

    return corrupt


def other_of(names: tuple[str, ...]) -> Callable[[re.Match[str], random.Random], str]:
    def choose(match: re.Match[str], rng: random.Random) -> str:
        return rng.choice([name for name in names if name != match[0]])

    return choose


def number(change: Callable[[int], int]) -> Callable[[re.Match[str], random.Random], str]:
    return lambda match, rng: match[0].replace(match[1], str(change(int(match[1]))), 1)


def lines_of(text: str) -> list[int]:
    return [place for place, line in enumerate(text.splitlines()) if re.match(r"\s*([*]|\d+\.) (?!\*\*)", line)]


def drop_item(text: str, rng: random.Random) -> str | None:
    lines = text.splitlines()
    del lines[rng.choice(lines_of(text))]
    return "\n".join(lines)


def drop_sentence(text: str, rng: random.Random) -> str | None:
    lines = text.splitlines()
    several = [place for place in lines_of(text) if len(re.findall(r"[.;] ", lines[place])) >= 1]
    if not several:
        return None
    place = rng.choice(several)
    mark, rest = re.match(r"(\s*\S+ )(.*)", lines[place]).groups()  # type: ignore[union-attr]
    sentences = re.split(r"(?<=[.]) ", rest)
    if len(sentences) < 2:
        return None
    del sentences[rng.randrange(len(sentences))]
    lines[place] = mark + " ".join(sentences)
    return "\n".join(lines)


def drop_section(text: str, rng: random.Random) -> str | None:
    parts = re.split(r"(?m)^(?=## )", text)
    del parts[rng.randrange(1, len(parts))]
    return "".join(parts)


def swap_sections(text: str, rng: random.Random) -> str | None:
    head, *parts = re.split(r"(?m)^(?=## )", text)
    first = rng.randrange(len(parts) - 1)
    parts[first], parts[first + 1] = parts[first + 1], parts[first]
    return head + "".join(parts)


def cut(text: str, rng: random.Random) -> str | None:
    return text[: int(len(text) * rng.uniform(0.3, 0.8))]


def swap_numbers(text: str, rng: random.Random) -> str | None:
    """Two different numbers of one text change places."""
    found = list(re.finditer(r"(?<=[ (])\d+(?= )", text))
    pairs = [(a, b) for a in found for b in found if a.start() < b.start() and a[0] != b[0]]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    return text[: a.start()] + b[0] + text[a.end() : b.start()] + a[0] + text[b.end() :]


def add(sentence: str) -> Corrupt:
    def corrupt(text: str, rng: random.Random) -> str | None:
        lines = text.splitlines()
        lines[rng.choice(lines_of(text))] += f" {sentence}"
        return "\n".join(lines)

    return corrupt


CORRUPTIONS: dict[str, Corrupt] = {
    "a number is one more": swap(r"(?<=[ (])(\d+)(?=[ .,;)])", number(lambda n: n + 1)),
    "a number is one less": swap(r"(?<=[ (])(\d+)(?=[ .,;)])", number(lambda n: n - 1)),
    "a number is ten times as large": swap(r"(?<=[ (])(\d+)(?=[ .,;)])", number(lambda n: 10 * n)),
    "two numbers change places": swap_numbers,
    "another number of cards": swap(r"\b(\d+) cards", number(lambda n: n + 2)),
    "another number of points": swap(r"\b(\d+) points?", number(lambda n: n + 5)),
    "another suit": swap("|".join(SUITS), other_of(SUITS)),
    "another rank": swap("|".join(RANKS), other_of(RANKS)),
    "another card": swap(r"(queen|2|7) of (spades|clubs|diamonds)", r"\1 of hearts"),
    "“face up” is dropped": swap(r",? face up", ""),
    "“face down” is dropped": swap(r",? face down", ""),
    "“face up” becomes “face down”": swap("face up", "face down"),
    "“at random” is dropped": swap(r" at random, without looking,", ""),
    "“must” becomes “may”": swap(r"\bmust (?!not)", "may "),
    "“may” becomes “must”": swap(r"\bmay (?!not)", "must "),
    "“may not” becomes “may”": swap(r"\bmay not\b", "may"),
    "a “not” is dropped": swap(r" not\b", ""),
    "an “unless” clause is dropped": swap(r",? unless [^.;:]*", ""),
    "“only” is dropped": swap(r" only\b", ""),
    "“highest” becomes “lowest”": swap("highest", "lowest"),
    "“lowest” becomes “highest”": swap("lowest", "highest"),
    "“most” becomes “fewest”": swap(r"\bmost\b", "fewest"),
    "“more” becomes “fewer”": swap(r"\bmore\b", "fewer"),
    "“at least” becomes “at most”": swap("at least", "at most"),
    "left becomes right": swap(r"\bleft\b(?! with| in| over)", "right"),
    "the stock becomes the discard pile": swap("the stock", "the discard pile"),
    "the discard pile becomes the stock": swap("the discard pile", "the stock"),
    "the table becomes the hand": swap("the table", "the hand"),
    "suit becomes rank": swap(r"\bsuit\b", "rank"),
    "rank becomes suit": swap(r"\brank\b", "suit"),
    "the winner becomes the loser": swap(r"\bwinner\b", "loser"),
    "“wins” becomes “loses”": swap(r"\bwins\b", "loses"),
    "“first” becomes “last”": swap(r"\bfirst\b", "last"),
    "“before” becomes “after”": swap(r"\b[Bb]efore\b", "after"),
    "“after” becomes “before”": swap(r"\b[Aa]fter\b", "before"),
    "“all” becomes “some”": swap(r"\b[Aa]ll\b", "some"),
    "“each” becomes “one”": swap(r"\beach\b", "one"),
    "“everyone” becomes “nobody”": swap(r"\b[Ee]veryone\b", "nobody"),
    "“or” becomes “and”": swap(r"\bor\b", "and"),
    "“you” becomes “your opponent”": swap(r"\byou\b", "your opponent"),
    "“until” becomes “when”": swap(r"\buntil\b", "when"),
    "“deal” becomes “game”": swap(r"\bdeal\b", "game"),
    "a sentence is dropped": drop_sentence,
    "an item is dropped": drop_item,
    "a section is dropped": drop_section,
    "two sections change places": swap_sections,
    "the text breaks off": cut,
    "a rule with a new number is added": add("Then draw 17 cards."),
    "a rule of another game is added": add("Jokers are wild and may be melded."),
    "a rule in the words of the game is added": add("The next player does the same."),
}


@dataclass(frozen=True)
class Tally:
    kind: str
    tried: int
    caught: int
    slipped: tuple[str, ...]  # places of some that were not


def rules_of(name: str) -> str:
    return rules_markdown(rulebook_of(load_genome(name)))


def literal_texts() -> dict[str, str]:
    """Of a fixed set of games, so that what is noticed does not depend on which games are known."""
    return {name: rules_of(name) for name in DIFFERENT}


def free_texts() -> dict[str, str]:
    """Rules in other words, written by hand as a model would."""
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(FAITHFUL.glob("*.md"))}


def tallies(texts: dict[str, str], seeds: int = SEEDS) -> Iterator[Tally]:
    """How many faults of each kind are noticed in tellings of known games."""
    rules = {name: rules_of(name) for name in texts}
    for kind, corrupt in CORRUPTIONS.items():
        tried, slipped = 0, []
        for name, text in texts.items():
            for seed in range(seeds):
                faulty = corrupt(text, random.Random(f"{kind} {name} {seed}"))
                if faulty is None or faulty == text:
                    continue
                tried += 1
                if not problems(rules[name], faulty):
                    slipped.append(f"{name}: {difference(text, faulty)}")
        yield Tally(kind, tried, tried - len(slipped), tuple(slipped))


def difference(text: str, faulty: str) -> str:
    """The first line that is not the same."""
    pairs = zip(text.splitlines(), [*faulty.splitlines(), *[""] * 99], strict=False)
    return next((f"{new.strip()[:150]}" for old, new in pairs if old != new), "")


def report(title: str, found: list[Tally]) -> None:
    print(f"{title}\n")
    found = [tally for tally in found if tally.tried]
    width = max(len(tally.kind) for tally in found)
    for tally in found:
        print(f"{tally.kind:{width}}  {tally.caught:3} of {tally.tried:3}  {tally.caught / tally.tried:5.0%}")
    tried, caught = sum(tally.tried for tally in found), sum(tally.caught for tally in found)
    whole = sum(tally.caught == tally.tried for tally in found)
    print(
        f"\n{len(found)} kinds of faults, {caught} of {tried} caught ({caught / tried:.1%}); of {whole} kinds every one"
    )
    print("\nWhat slips through, by example:")
    for tally in found:
        if tally.slipped:
            print(f"* {tally.kind}: {tally.slipped[0]}")
    print()


def main() -> None:
    report("In the rules as they are", list(tallies(literal_texts())))
    report("In free tellings", list(tallies(free_texts(), 2 * SEEDS)))


if __name__ == "__main__":
    main()
