"""Charts say what they are given: lines and bands lie where their numbers are."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from darwindeck.report.svg import HEIGHT, TOP, Cell, Line, Plane, cell_map, column_chart, line_chart


def chart_of(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(re.findall(r"<svg.*</svg>", html, re.DOTALL)[0])


def test_the_highest_value_is_on_top() -> None:
    plane = Plane(3, 0.0, 2.0)
    assert plane.y(2.0) == TOP and plane.y(5.0) == TOP and plane.y(-1.0) == plane.y(0.0) < HEIGHT
    assert plane.x(0) < plane.x(1) < plane.x(2)


def test_a_line_leaves_out_what_is_missing() -> None:
    chart = chart_of(line_chart("a < b", [Line("one", [0.1, None, 0.3], [(0.0, 0.2), None, (0.2, 0.4)])]))
    [line] = chart.findall("polyline")
    assert len(line.attrib["points"].split()) == 2
    assert len(chart.findall("polygon")[0].attrib["points"].split()) == 4
    assert chart.attrib["aria-label"] == "a < b"


def test_nothing_to_draw_is_an_empty_chart() -> None:
    assert chart_of(line_chart("none", [])).findall("polyline") == []
    assert chart_of(column_chart("none", [], [])).findall("rect") == []


def test_columns_are_as_high_as_their_counts() -> None:
    chart = chart_of(column_chart("fates", [{"a": 1, "b": 3}, {"a": 4}], ["a", "b"]))
    heights = [float(rect.attrib["height"]) for rect in chart.findall("rect")]
    assert heights[1] / heights[0] == 3 and heights[2] / heights[0] == 4


def test_cells_stand_in_their_places() -> None:
    chart = chart_of(cell_map("map", ["x", "y"], ["low", "high"], [Cell(1, 0, 0.5, "0.50", "a & b")]))
    filled = [rect for rect in chart.findall("rect") if "fill" in rect.attrib]
    assert len(chart.findall("rect")) == 4 and len(filled) == 1
    lowest = max(float(rect.attrib["y"]) for rect in chart.findall("rect"))
    assert float(filled[0].attrib["y"]) == lowest and filled[0].findtext("title") == "a & b"
