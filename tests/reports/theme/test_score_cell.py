"""The score cell: value, interval, bar, tie group, signature."""

from __future__ import annotations

import math

import pytest

from cutline.reports.theme.numbers import number_text, range_text
from cutline.reports.theme.score_cell import score_cell

from .markup import Markup


def bar(html: str) -> dict[str, tuple[float, float]]:
    """The left edge and the width of each part of the bar, in percent."""
    return {
        rect["class"]: (float(rect.get("x", 0)), float(rect["width"]))
        for rect in Markup(html).named("rect")
    }


def test_a_score_from_0_to_1() -> None:
    html = score_cell(0.52341, (0.5111, 0.5359))
    assert Markup(html).text == "0.523 interval 0.511–0.536"
    assert bar(html)["range"] == pytest.approx((51.11, 2.48))


def test_a_score_times_100() -> None:
    html = score_cell(1.1234, (1.1, 1.15), highest=2, hundredfold=True)
    assert Markup(html).text == "112.3 interval 110.0–115.0"
    assert bar(html)["range"] == pytest.approx((55, 2.5))


def test_a_difference_has_zero_in_the_middle() -> None:
    html = score_cell(-0.1, (-0.2, 0.1), highest=1)
    assert Markup(html).text == "−0.100 interval −0.200 to 0.100"
    assert bar(html)["range"] == pytest.approx((40, 15))
    assert "zero" in bar(html)


def test_beyond_the_end() -> None:
    left, width = bar(score_cell(3, (2, 4)))["range"]
    assert left == 100
    assert width < 1


@pytest.mark.parametrize("interval", [None, (math.nan, math.nan)])
def test_no_interval(interval: tuple[float, float] | None) -> None:
    html = score_cell(0.5, interval)
    assert Markup(html).text == "0.500"
    assert "svg" not in html


def test_not_a_number() -> None:
    assert Markup(score_cell(math.nan)).text == "–"


def test_the_signature_can_be_reached_and_copied() -> None:
    markup = Markup(score_cell(0.5, signature='bleu|"x"'))
    (details,) = markup.named("details")
    assert details["title"] == 'bleu|"x"'
    assert len(markup.named("summary")) == 1
    assert len(markup.named("code")) == 1
    assert not Markup(score_cell(0.5)).named("details")


def test_letters() -> None:
    assert Markup(score_cell(0.5, letters="<ab>")).text == "0.500 tie group <ab>"


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(-0.0001, 3, "0.000"), (-0.25, 1, "−0.2"), (1e6, 0, "1000000"), (math.inf, 3, "inf")],
)
def test_numbers(value: float, decimals: int, text: str) -> None:
    assert number_text(value, decimals) == text


def test_ranges() -> None:
    assert range_text(math.nan, 1) == "–"
    assert range_text(1, 2, 0) == "1–2"
