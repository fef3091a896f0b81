"""The page of word agreement: whole, quiet, and readable by everybody."""

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


def test_charts_have_a_curve_and_names(open_page: OpenPage, written: Path) -> None:
    charts = open_page(written).locator("#words figure.chart")
    titles = charts.locator("svg > title")
    assert titles.all_text_contents() == [
        f"{name}, k = 4" for name in ("All words", "Nouns", "Verbs", "Adjectives")
    ]
    expect(charts.locator("path.fit")).to_have_count(4)
    assert charts.first.locator("svg text.halo").all_text_contents() == ["dog", "red"]


def test_fewer_references(open_page: OpenPage, written: Path) -> None:
    charts = open_page(written).locator("#references figure.chart")
    assert charts.locator("svg > title").all_text_contents() == [
        "Precision by the number of references",
        "All words, k = 1",
    ]


def test_systems_stand_beside_people(open_page: OpenPage, written: Path) -> None:
    systems = open_page(written).locator("#systems")
    rows = systems.locator(".table-frame").first.locator("tbody tr")
    assert rows.locator("th").all_text_contents()[::5] == ["steady", "hasty"]
    expect(rows.first.locator(".score-interval")).to_have_count(3)
    expect(systems.locator("figure.chart")).to_have_count(2)
    expect(systems.locator("p").first).to_contain_text("come last, in random order")


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
