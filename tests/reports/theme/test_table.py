"""Tables: heads, names of rows, and what they are sorted by."""

from __future__ import annotations

import math

import pytest

from cutline.reports.theme.table import Column, table

from .markup import Markup

COLUMNS = [
    Column("system"),
    Column("score", "right", help="Higher is better."),
    Column("x", sortable=False),
]


def test_heads_and_rows_say_what_they_are() -> None:
    markup = Markup(table("Scores", COLUMNS, [["one", "0.5", ""], ["two", "0.6", ""]]))
    heads = markup.named("th")
    assert [head["scope"] for head in heads] == ["col", "col", "col", "row", "row"]
    assert [head.get("aria-sort") for head in heads[:3]] == ["none", "none", None]
    assert heads[1]["class"] == "number"
    assert len(markup.named("button")) == 2
    assert "Higher is better." in markup.text


def test_its_frame_scrolls_by_keyboard() -> None:
    (frame,) = Markup(table("Scores", COLUMNS, [])).named("div")
    assert frame["tabindex"] == "0"
    assert frame["role"] == "region"
    assert frame["aria-label"] == "Scores"


def test_sort_values() -> None:
    html = table(
        "Scores",
        COLUMNS[:2],
        [["one", "50.0"], ["two", "–"], ["three", ""]],
        sort_values=[["one", 0.5], ['a "b"', math.nan], ["three", None]],
    )
    cells = [cell["data-sort"] for cell in Markup(html).named("td")]
    assert cells == ["0.5", "", ""]
    assert 'data-sort="a &quot;b&quot;"' in html


def test_without_sort_values_a_cell_is_sorted_by_what_it_shows() -> None:
    assert "data-sort" not in table("Scores", COLUMNS[:1], [["one"]])


def test_no_row_headers() -> None:
    markup = Markup(table("Scores", COLUMNS[:1], [["one"]], row_headers=False))
    assert [head["scope"] for head in markup.named("th")] == ["col"]


def test_no_rows() -> None:
    markup = Markup(table("Scores", COLUMNS, []))
    assert markup.named("td") == [{"class": "none", "colspan": "3"}]


def test_labels_are_escaped_and_cells_are_not() -> None:
    html = table("<i>c", [Column("<b>", help='"h"')], [["<em>x</em>"]])
    assert "<i>" not in html
    assert "<b>" not in html
    assert 'title="&quot;h&quot;"' in html
    assert "<em>x</em>" in html


def test_buttons_wait_for_the_script() -> None:
    assert all("disabled" in b for b in Markup(table("Scores", COLUMNS, [])).named("button"))


@pytest.mark.parametrize("row", [["one"], ["one", "two", "three", "four"]])
def test_a_row_of_another_length(row: list[str]) -> None:
    with pytest.raises(ValueError, match="zip"):
        table("Scores", COLUMNS, [row])
