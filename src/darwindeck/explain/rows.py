"""Scores of single cards that follow each other and have no name, such as 4 for a king and 3 for a queen, told in one sentence."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ..language.words import list_words

ROW = re.compile(r"Score (\d+) points? for each (.+?) among your captured cards\.")


def join_rows(sentences: Sequence[str]) -> list[str]:
    """The sentences, with those of one kind that follow each other joined."""
    told: list[str] = []
    for is_row, group in itertools.groupby(sentences, lambda text: bool(ROW.fullmatch(text))):
        texts = list(group)
        rows = [match.groups() for match in map(ROW.fullmatch, texts) if match]
        if not is_row or len(rows) < 2:
            told += texts
            continue
        (points, card), *rest = rows
        first = f"{points} point{'s' * (points != '1')} for each {card}"
        told.append(f"Among your captured cards, score {list_words([first, *(f'{n} for each {c}' for n, c in rest)])}.")
    return told
