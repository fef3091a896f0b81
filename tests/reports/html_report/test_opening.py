"""The report opened from disk: whole, quiet, in either theme, without scripts, on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cutline.reports.theme.palette import DARK, LIGHT

from ...browser import OpenPage
from .conftest import Written
from .image_list import ImageList

SMALL_ENOUGH = 20_000_000


def colours(page: Page) -> tuple[str, str]:
    """The paper and the ink, as the browser paints them."""
    found = page.locator("body").evaluate(
        "body => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color]"
    )
    paper, ink = ("#" + "".join(f"{int(n):02x}" for n in re.findall(r"\d+", c)) for c in found)
    return paper, ink


def test_a_large_report_is_small_enough(large: Written) -> None:
    assert large.path.stat().st_size < SMALL_ENOUGH


def test_it_has_all_its_parts(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    ImageList(page)
    expect(page).to_have_title("Three invented systems")
    headlines = page.locator("h2").all_inner_texts()
    assert headlines == page.locator(".page-navigation a").all_inner_texts()
    assert len(headlines) == 9
    for link in page.locator(".page-navigation a").all():
        link.click()
        target = page.locator(f"{link.get_attribute('href')} > h2")
        expect(target).to_be_in_viewport()
        # What stays at the top does not cover it.
        bar, headline = page.locator(".page-navigation").bounding_box(), target.bounding_box()
        assert bar is not None
        assert headline is not None
        assert headline["y"] >= bar["y"] + bar["height"]


def test_nothing_covers_the_navigation(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    for head in page.locator("#summary thead th").all():
        if not head.is_visible():
            continue
        is_above = head.evaluate("""head => {
          scrollTo(0, head.getBoundingClientRect().top + scrollY - 10);
          const { left, top, width } = head.getBoundingClientRect();
          const inside = left + width / 2 < innerWidth - 40;
          const found = document.elementFromPoint(left + width / 2, top + 10);
          return inside ? found.closest(".page-navigation") !== null : true;
        }""")
        assert is_above, head.inner_text()


def test_markup_has_no_double_names(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    ImageList(page)
    ids = page.evaluate("Array.from(document.querySelectorAll('[id]'), part => part.id)")
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize(("scheme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_the_readers_theme_holds(
    open_page: OpenPage, rich: Written, scheme: str, palette: dict[str, str]
) -> None:
    page = open_page(rich.path, color_scheme=scheme)
    assert colours(page) == (palette["paper"], palette["ink"])


def test_the_theme_is_switched_and_remembered(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, color_scheme="light")
    switch = page.locator(".theme-switch")
    expect(switch).to_have_text("Theme: auto")
    switch.click()
    expect(switch).to_have_text("Theme: light")
    switch.click()
    expect(switch).to_have_text("Theme: dark")
    assert colours(page) == (DARK["paper"], DARK["ink"])
    page.reload()
    expect(page.locator(".theme-switch")).to_have_text("Theme: dark")
    assert colours(page) == (DARK["paper"], DARK["ink"])
    page.locator(".theme-switch").click()
    page.reload()
    assert colours(page) == (LIGHT["paper"], LIGHT["ink"])


def test_on_paper_it_is_black_on_white(open_page: OpenPage, rich: Written) -> None:
    # As wide as A4 within its margins.
    page = open_page(rich.path, color_scheme="dark", viewport={"width": 700, "height": 900})
    ImageList(page)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.emulate_media(media="print")
    assert colours(page) == (LIGHT["paper"], LIGHT["ink"])
    for gone in (".page-navigation", ".theme-switch", "#image-controls", "#images .pager"):
        assert all(not part.is_visible() for part in page.locator(gone).all())
    # Paper cannot be scrolled: nothing is wider than it.
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize(
    ("motion", "animation"), [("reduce", "none"), ("no-preference", "breathe")]
)
def test_motion_is_reduced_on_request(
    open_page: OpenPage, rich: Written, motion: str, animation: str
) -> None:
    # Scripts would take the sign away at once.
    page = open_page(rich.path, "delete globalThis.DecompressionStream", reduced_motion=motion)
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', "
        '\'<div class="state loading" id="still"><span class="sign">…</span></div>\')'
    )
    sign = page.locator("#still .sign")
    assert sign.evaluate("sign => getComputedStyle(sign).animationName") == animation


def test_without_scripts_it_says_what_they_are_for(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, java_script_enabled=False)
    summary = page.locator("#summary table").first
    for system in rich.study.systems:
        expect(summary.get_by_role("rowheader", name=system)).to_be_visible()
    value = rich.study.scores[0]["cider-d"].value
    expect(summary).to_contain_text(f"{value:.3f}")
    expect(page.locator("#images .state.empty")).to_contain_text("Images are listed by a script")
    for waiting in page.locator(".state.loading").all():
        expect(waiting).to_be_hidden()
    expect(page.locator("#image-controls")).to_be_hidden()
    expect(page.locator(".theme-switch")).to_be_hidden()
    assert all(not button.is_enabled() for button in page.locator("button.sort").all())


def test_an_old_browser_is_told_so(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, "delete globalThis.DecompressionStream")
    error = page.locator("#image-list [role=alert]")
    expect(error).to_contain_text("This browser cannot unpack the list of images")
    expect(page.locator("[data-highlight] .state.error")).to_have_count(3)
    expect(page.locator("#image-controls")).to_be_hidden()
    expect(page.locator(".state.loading")).to_have_count(0)


def test_a_damaged_file_is_told(open_page: OpenPage, rich: Written, tmp_path: Path) -> None:
    html = rich.path.read_text(encoding="utf-8")
    start = html.index('id="image-data">') + 200
    copy = tmp_path / "damaged.html"
    copy.write_text(html[:start] + "AAAA" + html[start + 4 :], encoding="utf-8")
    page = open_page(copy)
    expect(page.locator("#image-list [role=alert]")).to_contain_text("the file is damaged")


def test_tables_sort(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    table = page.locator("#summary table").first
    comparison = rich.study.comparison
    for metric in comparison:
        values = [score.value for score in metric.scores]
        places = sorted(range(3), key=lambda place: -values[place])
        expected = [comparison.systems[place] for place in places]
        button = table.locator("th", has_text=re.compile(f"^{metric.spec}")).locator("button")
        button.click()
        assert table.locator("tbody th").all_inner_texts() == expected
        button.click()
        assert table.locator("tbody th").all_inner_texts() == expected[::-1]


def test_the_command_is_copied(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path, permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("#reproduce button.copy").first
    button.click()
    expect(button).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#reproduce code").first.inner_text()
    assert copied.startswith("cutline compare steady.json")
