"""What axe finds, in both themes, on a desk and on a phone; and that a phone is wide enough."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from ...browser import OpenPage
from .conftest import Written
from .image_list import ImageList

DESK = {"width": 1200, "height": 900}
PHONE = {"width": 360, "height": 740}

#: Cards are all alike, and so are rows and charts of a kind: a few of each are enough, since axe
#: takes its time for each word.
_FEWER = """() => {
  const most = { ".image-cards": 1, "tbody": 3, "#distributions .charts": 2, "#metrics .cards": 2 };
  for (const [kind, count] of Object.entries(most)) {
    for (const list of document.querySelectorAll(kind)) {
      [...list.children].slice(count).forEach((part) => part.remove());
    }
  }
}"""
_OPEN = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"


def opened_wide(page: Page) -> None:
    """Few cards, and everything that can be opened is open."""
    shown = ImageList(page)
    page.evaluate(_FEWER)
    page.evaluate(_OPEN)
    cards = page.locator(".image-card").count()
    assert cards == 4
    expect(shown.page.locator(".why", has=page.locator(":scope > div"))).to_have_count(2 * cards)


def violations(page: Page) -> list[str]:
    """What axe objects to, and where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:200]}"
        for rule in found
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(
    open_page: OpenPage, rich: Written, theme: str, viewport: dict[str, int]
) -> None:
    page = open_page(rich.path, color_scheme=theme, viewport=viewport)
    opened_wide(page)
    assert violations(page) == []


def test_axe_finds_nothing_in_the_large_report(open_page: OpenPage, large: Written) -> None:
    page = open_page(large.path)
    ImageList(page)
    page.evaluate(_FEWER)
    assert violations(page) == []


def test_axe_finds_nothing_where_nothing_is_found(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    ImageList(page).search("zebra", 0)
    page.evaluate(
        "document.querySelectorAll('main > section:not(#images)').forEach((part) => part.remove())"
    )
    assert [said for said in violations(page) if "skip-link" not in said] == []


def test_a_phone_is_wide_enough(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, viewport=PHONE)
    shown = ImageList(page)
    # The image whose caption is one long word.
    shown.search("4005", 1)
    page.evaluate(_OPEN)
    expect(page.locator("#image-list .tuples").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.evaluate("scrollTo(1000, 0)")
    assert page.evaluate("scrollX") == 0


def test_a_phone_is_wide_enough_for_many_images(open_page: OpenPage, large: Written) -> None:
    page = open_page(large.path, viewport=PHONE)
    ImageList(page)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
