"""Everything can be reached and used without a mouse."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from ...browser import OpenPage
from .conftest import Written
from .image_list import ImageList

#: Numbers all that can have the focus, in the order of the page.
_NUMBER = """() => {
  const kinds = "a[href], button:not(:disabled), input, select, summary, [tabindex='0']";
  const parts = [...document.querySelectorAll(kinds)].filter((part) => part.checkVisibility());
  parts.forEach((part, number) => { part.dataset.stop = number; });
  return parts.length;
}"""


def test_tab_reaches_everything_in_order(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    shown = ImageList(page)
    shown.search("4001", 1)
    page.locator("#image-list summary").last.click()
    stops = page.evaluate(_NUMBER)
    # The first Tab goes to what follows the start of the page.
    page.locator(".skip").focus()
    page.keyboard.press("Shift+Tab")
    reached, visible = [], []
    for _ in range(stops):
        page.keyboard.press("Tab")
        number, outline = page.evaluate(
            "(part => [part.dataset.stop ?? part.outerHTML, getComputedStyle(part).outlineWidth])"
            "(document.activeElement)"
        )
        reached.append(number)
        visible.append(outline)
    assert reached == [str(number) for number in range(stops)]
    assert set(visible) == {"2px"}


def test_the_first_stop_skips_to_the_content(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_columns_are_sorted_by_key(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    head = page.locator("#summary th", has=page.locator("button.sort")).nth(1)
    head.locator("button").focus()
    expect(head).to_have_attribute("aria-sort", "none")
    page.keyboard.press("Enter")
    expect(head).to_have_attribute("aria-sort", "descending")
    page.keyboard.press("Space")
    expect(head).to_have_attribute("aria-sort", "ascending")


def test_parts_are_opened_by_key(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    ImageList(page)
    details = page.locator("#image-list .image-card").first.locator("details")
    assert details.count() == 4
    for part in details.all():
        _toggled(page, part, "Enter", is_open=True)
        _toggled(page, part, "Space", is_open=False)
        _toggled(page, part, "Space", is_open=True)
    expect(details.last.locator(".tuples").first).to_be_visible()


def _toggled(page: Page, details: Locator, key: str, is_open: bool) -> None:
    details.locator("summary").first.focus()
    page.keyboard.press(key)
    assert details.evaluate("part => part.open") is is_open


def test_the_list_is_worked_by_key(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    shown = ImageList(page)
    page.get_by_label("Search").focus()
    page.keyboard.type("beach")
    shown.expect_count(len(rich.found("beach")))
    page.keyboard.press("Enter")
    shown.expect_count(len(rich.found("beach")))
    page.get_by_label("Sort by").focus()
    page.keyboard.press("ArrowDown")
    direction = page.locator("#image-direction")
    expect(direction).to_have_text("Highest first")
    direction.focus()
    page.keyboard.press("Space")
    expect(direction).to_have_text("Lowest first")
    page.keyboard.press("Enter")
    expect(direction).to_have_text("Highest first")
