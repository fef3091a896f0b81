"""The site is built, and can be read in a browser: light and dark, wide and narrow."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.tools.docs.conftest import Look
from tools.docs.pages import DOCS

LOOKED_AT = ["index", "contents", "start-results", "architecture", "metrics", "variables"]
WIDE = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}}


def test_every_page_is_built_and_has_its_title(site: Path) -> None:
    for page in DOCS.glob("*.md"):
        built = (site / f"{page.stem}.html").read_text("utf-8")
        assert "<h1>" in built
        assert "{from-code}" not in built


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_pages_fit_and_can_be_read(
    look: Look, scheme: str, size: dict[str, dict[str, int]]
) -> None:
    for name in LOOKED_AT:
        page = look(name, color_scheme=scheme, **size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        # It would fetch style sheets once more, which pages opened from disk may not do.
        found = Axe().run(page, options={"preload": False})
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"


def test_the_search_finds_pages(look: Look) -> None:
    page = look("index")
    page.get_by_role("searchbox").fill("signatures")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Metrics > Signatures").wait_for()


def test_the_theme_can_be_switched(look: Look) -> None:
    page = look("metrics", color_scheme="light")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    button = page.locator(".theme-switch")
    button.click()
    button.click()
    assert button.inner_text() == "Theme: dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


def test_doors_lead_in(look: Look) -> None:
    page = look("index")
    doors = page.locator("main section > ul").first.get_by_role("link")
    assert doors.count() == 4
    doors.nth(2).click()
    page.get_by_role("heading", level=1, name="I host a benchmark").wait_for()
