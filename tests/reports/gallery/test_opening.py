"""The gallery opened from disk: quiet, accessible, in either theme, without scripts, on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from cutline.reports.theme.palette import DARK, LIGHT

from ...browser import OpenPage
from .conftest import COMMAND, Written
from .image_list import ImageList

DESK = {"width": 1200, "height": 900}
PHONE = {"width": 360, "height": 740}
#: Cards are all alike: a few are enough, since axe takes its time for each word.
_FEWER = """most => {
  for (const list of document.querySelectorAll("#gallery-list, tbody")) {
    [...list.children].slice(most).forEach((part) => part.remove());
  }
}"""
_OPEN = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"


def violations(page: Page) -> list[str]:
    """What axe objects to, and where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:200]}"
        for rule in found
        for node in rule["nodes"]
    ]


def colours(page: Page) -> tuple[str, str]:
    """The paper and the ink, as the browser paints them."""
    found = page.locator("body").evaluate(
        "body => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color]"
    )
    paper, ink = ("#" + "".join(f"{int(n):02x}" for n in re.findall(r"\d+", c)) for c in found)
    return paper, ink


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(
    open_page: OpenPage, rich: Written, theme: str, viewport: dict[str, int]
) -> None:
    page = open_page(rich.path, color_scheme=theme, viewport=viewport)
    ImageList(page)
    page.evaluate(_FEWER, 3)
    page.evaluate(_OPEN)
    page.locator(".annotated .link").first.focus()
    assert violations(page) == []


def test_axe_finds_nothing_in_awkward_cards(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, color_scheme="dark")
    shown = ImageList(page)
    shown.search("-1")
    shown.expect_count(6)
    page.evaluate(_OPEN)
    page.evaluate("document.querySelectorAll('#summary > :not(h2)').forEach((p) => p.remove())")
    assert violations(page) == []


def test_markup_has_no_double_names(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    ImageList(page)
    ids = page.evaluate("Array.from(document.querySelectorAll('[id]'), part => part.id)")
    assert sorted(set(ids)) == sorted(ids)


def test_a_phone_is_wide_enough(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, viewport=PHONE)
    shown = ImageList(page)
    page.evaluate(_OPEN)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    # Long words, long names of files, and a crowd.
    shown.search("-1")
    shown.expect_count(6)
    page.evaluate(_OPEN)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_it_has_all_its_parts(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    ImageList(page)
    expect(page).to_have_title("Drawn scenes")
    headlines = page.locator("h2").all_inner_texts()
    assert headlines == ["Summary", "Images", "Reproduce"]
    assert headlines == page.locator(".page-navigation a").all_inner_texts()
    expect(page.locator("#summary .chart svg").first).to_be_visible()


@pytest.mark.parametrize(("scheme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_the_readers_theme_holds(
    open_page: OpenPage, rich: Written, scheme: str, palette: dict[str, str]
) -> None:
    page = open_page(rich.path, color_scheme=scheme)
    assert colours(page) == (palette["paper"], palette["ink"])


def test_it_is_read_without_scripts(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, java_script_enabled=False)
    cards = page.locator("#gallery-list .annotated")
    expect(cards).to_have_count(24)
    first = cards.first
    expect(first.locator("img")).to_be_visible()
    expect(first.locator(".box")).to_have_count(4)
    expect(first.locator(".said.best")).to_contain_text("✓ best")
    first.get_by_text("Nouns and what they mean").click()
    expect(first.get_by_text("dog → dog (same, 1.00)").first).to_be_visible()
    expect(page.locator("#images noscript p")).to_be_visible()
    expect(page.locator("#images noscript p")).to_contain_text("the first 24 of 30 images")
    expect(page.locator("#gallery-controls")).to_be_hidden()
    # Nothing looks like a button that does nothing.
    expect(first.get_by_role("button")).to_have_count(0)
    expect(page.locator("#summary table").first).to_contain_text("steady")


def test_an_old_browser_keeps_the_first_cards(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, "delete globalThis.DecompressionStream")
    expect(page.locator("#images [role=alert]")).to_contain_text("This browser cannot unpack")
    expect(page.locator("#gallery-list .annotated")).to_have_count(24)
    expect(page.locator("#gallery-controls")).to_be_hidden()
    # What belongs together needs nothing unpacked.
    page.locator(".annotated .link").first.focus()
    expect(page.locator(".annotated").first.locator(".box.lit")).to_have_count(1)


def test_damaged_cards_are_told(open_page: OpenPage, rich: Written, tmp_path: Path) -> None:
    html = rich.path.read_text(encoding="utf-8")
    start = html.index('id="gallery-cards">') + 200
    copy = tmp_path / "damaged.html"
    copy.write_text(html[:start] + "AAAA" + html[start + 4 :], encoding="utf-8")
    page = open_page(copy)
    ImageList(page)
    page.get_by_role("button", name="Next").first.click()
    expect(page.locator("#gallery-list [role=alert]")).to_contain_text("the file is damaged")
    page.get_by_role("button", name="Previous").first.click()
    expect(page.locator("#gallery-list .annotated")).to_have_count(24)


def test_on_paper_it_is_black_on_white(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, color_scheme="dark", viewport={"width": 700, "height": 900})
    ImageList(page)
    page.emulate_media(media="print")
    assert colours(page) == (LIGHT["paper"], LIGHT["ink"])
    for gone in (".page-navigation", ".theme-switch", "#gallery-controls", "#images .pager"):
        assert all(not part.is_visible() for part in page.locator(gone).all())
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_the_command_and_the_signature_are_copied(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, permissions=["clipboard-read", "clipboard-write"])
    for number, expected in enumerate((COMMAND, rich.given.header.signature)):
        button = page.locator("#reproduce button.copy").nth(number)
        button.click()
        expect(button).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == expected
