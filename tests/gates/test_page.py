"""The table of known games in docs/metrics.md has each of them once, and can be written anew."""

from __future__ import annotations

from darwindeck.genome.text import known_games, load_genome
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evaluation import Candidate, Evaluation

from .page import PAGE, read_lines, tell_line, write_lines


def test_the_table_has_all_known_games() -> None:
    lines = read_lines(PAGE.read_text(encoding="utf-8"))
    assert list(lines) == known_games()
    for line in lines.values():
        _, _, players, fitness, interval, _, _ = (cell.strip() for cell in line.split("|"))
        low, high = map(float, interval.split("–"))
        assert int(players) >= 2 and 0 <= low <= float(fitness) <= high <= 1, line


def test_lines_are_written_in_their_place() -> None:
    page = PAGE.read_text(encoding="utf-8")
    lines = read_lines(page)
    assert write_lines(page, lines) == page
    new = "| whist | 4 | 0.50 | 0.40–0.60 | fate |\n"
    without = write_lines(page, {name: line for name, line in lines.items() if name != "whist"})
    assert list(read_lines(write_lines(without, read_lines(without) | {"whist": new}))) == known_games()
    assert new in write_lines(page, lines | {"whist": new})


def test_a_line_tells_the_fitness_without_gates() -> None:
    found = Evaluation(Candidate(load_genome("war")), Metric(0.0, 0.0, 0.0, 9), ungated=Metric(0.5, 0.4, 0.6, 9))
    assert tell_line("war", 2, found) == "| war | 2 | 0.50 | 0.40–0.60 | – |\n"
