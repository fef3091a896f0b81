"""The page of human scores: whole, quiet, and readable by everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser import OpenPage
from tests.reports.theme.markup import Markup

DESK = {"width": 1200, "height": 900}
PHONE = {"width": 390, "height": 800}
OPEN = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"


def test_it_is_whole(written: Path) -> None:
    Markup(written.read_text(encoding="utf-8")).check_ids()


def test_every_metric_has_a_chart_with_a_line_for_each_system(
    open_page: OpenPage, written: Path
) -> None:
    page = open_page(written)
    charts = page.locator("#curve figure.chart")
    expect(charts).to_have_count(3)
    for number, spec in enumerate(("bleu-4", "rouge-l", "cider-d")):
        chart = charts.nth(number)
        expect(chart.locator("svg > title")).to_have_text(f"{spec} by the number of references")
        names = chart.locator("svg text.halo").all_text_contents()
        assert sorted(names) == ["human", "steady"]
    expect(charts.nth(2)).to_contain_text("cider-d(df=FILE)")


def test_people_and_systems_are_sliced_with_intervals(open_page: OpenPage, written: Path) -> None:
    rows = open_page(written).locator("#human tbody tr")
    expect(rows).to_have_count(8)
    expect(rows.first.locator(".score-interval")).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("in-domain*")
    assert "refs:4|images:24" in (rows.first.locator("details").first.get_attribute("title") or "")


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(
    open_page: OpenPage, written: Path, theme: str, viewport: dict[str, int]
) -> None:
    page = open_page(written, color_scheme=theme, viewport=viewport)
    page.evaluate(OPEN)
    found = Axe().run(page).response["violations"]
    assert [(rule["id"], node["html"][:200]) for rule in found for node in rule["nodes"]] == []


def test_a_phone_is_wide_enough(open_page: OpenPage, written: Path) -> None:
    page = open_page(written, viewport=PHONE)
    page.evaluate(OPEN)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
