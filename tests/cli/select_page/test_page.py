"""The page of a selection: whole, quiet, and readable by everybody."""

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


def test_charts_and_tables_are_there(open_page: OpenPage, written: Path) -> None:
    page = open_page(written)
    expect(page.locator("h1")).to_have_text("60 images selected from objects <&>.jsonl")
    titles = page.locator("figure.chart svg > title").all_text_contents()
    assert titles == [
        "How frequent each class is",
        "Entropy along the selection",
        "Shares of images by how many classes they have",
    ]
    names = page.locator("#balance figure").first.locator("svg text.halo").all_text_contents()
    assert sorted(names) == ["candidates", "random", "selected"]
    expect(page.locator("#classes tbody tr")).to_have_count(29)
    expect(page.locator("#classes")).to_contain_text("parts, listed apart")
    expect(page.locator("#reproduce")).to_contain_text("--target 60")
    expect(page.locator("#reproduce")).to_contain_text("parts:apart")


def test_classes_sort_by_number(open_page: OpenPage, written: Path) -> None:
    page = open_page(written)
    page.locator("#classes th button", has_text="selected").click()
    cells = page.locator("#classes tbody tr td:last-child").all_text_contents()
    numbers = [int(cell.replace(",", "")) for cell in cells]
    assert numbers in (sorted(numbers), sorted(numbers, reverse=True))
    assert numbers[0] != numbers[-1]


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(
    open_page: OpenPage, written: Path, theme: str, viewport: dict[str, int]
) -> None:
    page = open_page(written, color_scheme=theme, viewport=viewport)
    page.evaluate(OPEN)
    found = Axe().run(page).response["violations"]
    assert [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]] == []


def test_a_phone_is_wide_enough(open_page: OpenPage, written: Path) -> None:
    page = open_page(written, viewport=PHONE)
    page.evaluate(OPEN)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
