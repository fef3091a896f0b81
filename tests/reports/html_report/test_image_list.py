"""Searching, filtering, sorting and turning pages, checked against what Python finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ...browser import OpenPage
from .conftest import Written
from .image_list import PAGE_SIZE, ImageList

SORTED_BY: dict[str, Callable[[list[float]], float]] = {
    "value of steady": lambda values: values[0],
    "value of hasty": lambda values: values[1],
    "value of parrot": lambda values: values[2],
    "mean of the systems": sum,
    "how far systems differ": lambda values: max(values) - min(values),
    "hasty minus steady": lambda values: values[1] - values[0],
    "parrot minus steady": lambda values: values[2] - values[0],
}


def ordered(written: Written, spec: str, key: str, highest_first: bool) -> list[int]:
    """The ids of all images, sorted by the values as the page has them."""
    study = written.study
    rows = study.values(spec).T.tolist()
    sign = -1 if highest_first else 1

    def sort_key(place: int) -> tuple[float, int]:
        return sign * SORTED_BY[key]([round(value, 4) for value in rows[place]]), place

    return [
        int(study.image_ids[place]) for place in sorted(range(len(study.image_ids)), key=sort_key)
    ]


def test_words_are_searched_in_all_that_is_said(open_page: OpenPage, large: Written) -> None:
    shown = ImageList(open_page(large.path))
    shown.expect_count(5000)
    for words in ("kite", "BEACH", "striped  clock", "lady shines bridge", "thing guy hill"):
        found = large.found(*words.lower().split())
        assert 0 < len(found) < 5000
        shown.search(words, len(found))
        ids = [large.study.image_ids[place] for place in found]
        assert shown.ids() == ids[:PAGE_SIZE]
    shown.search("kite zebra", 0)
    expect(shown.page.locator("#image-list .state.empty")).to_contain_text("No image matches")
    shown.search("", 5000)


def test_an_image_is_found_by_its_id(open_page: OpenPage, large: Written) -> None:
    shown = ImageList(open_page(large.path))
    shown.search("7310", 1)
    assert shown.ids() == [7310]
    shown.search("73", len(large.found("73")))


def test_a_search_within_a_slice(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    for sliced in rich.study.slices:
        for label, members in sliced.slicing.members.items():
            shown.choose("Slice", f"{label} ({len(members):,})")
            shown.expect_count(len(members))
            assert shown.all_ids() == [rich.study.image_ids[place] for place in members]
            within = [place for place in rich.found("beach") if place in members]
            shown.search("beach", len(within))
            assert shown.all_ids() == [rich.study.image_ids[place] for place in within]
            shown.search("", len(members))
    shown.choose("Slice", "all images")
    shown.expect_count(60)


def test_without_slices_none_can_be_chosen(open_page: OpenPage, large: Written) -> None:
    shown = ImageList(open_page(large.path))
    expect(shown.page.get_by_label("Slice", exact=True)).to_be_hidden()


@pytest.mark.parametrize("spec", ["cider-d", "meteor"])
def test_order_of_all_images(open_page: OpenPage, rich: Written, spec: str) -> None:
    shown = ImageList(open_page(rich.path))
    shown.choose("Metric", spec)
    for key in SORTED_BY:
        shown.choose("Sort by", key)
        assert shown.all_ids() == ordered(rich, spec, key, highest_first=True), key
        shown.turn_around()
        assert shown.all_ids() == ordered(rich, spec, key, highest_first=False), key
        shown.turn_around()


def test_order_of_many_images(open_page: OpenPage, large: Written) -> None:
    shown = ImageList(open_page(large.path))
    assert shown.options("Sort by") == ["order of the references", *SORTED_BY]
    assert shown.ids() == list(range(4001, 4021))
    shown.turn_around()
    assert shown.ids() == list(range(9000, 8980, -1))
    shown.choose("Sort by", "how far systems differ")
    for highest_first in (False, True):
        expected = ordered(large, "cider-d", "how far systems differ", highest_first)
        assert shown.ids() == expected[:PAGE_SIZE]
        shown.turn_around()


def test_the_order_is_said(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    page = shown.page
    expect(page.get_by_role("button", name="Order First first")).to_be_visible()
    shown.choose("Sort by", "mean of the systems")
    expect(page.get_by_role("button", name="Order Highest first")).to_be_visible()
    shown.turn_around()
    expect(page.get_by_role("button", name="Order Lowest first")).to_be_visible()


def test_values_beside_captions_are_of_the_chosen_metric(
    open_page: OpenPage, rich: Written
) -> None:
    shown = ImageList(open_page(rich.path))
    assert shown.options("Metric") == list(rich.study.scores[0])
    assert (
        shown.page.get_by_label("Metric", exact=True).locator(":checked").inner_text() == "cider-d"
    )
    for spec in rich.study.scores[0]:
        shown.choose("Metric", spec)
        first = shown.page.locator("#image-list .image-card").first
        values = [f"{round(float(value), 4):.3f}" for value in rich.study.values(spec)[:, 0]]
        assert first.locator(".value").all_inner_texts() == values


def test_pages_turn(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    page = shown.page
    above, below = page.locator("#images .pager").all()
    ids = list(rich.study.image_ids)
    expect(above.get_by_role("button", name="Previous")).to_be_disabled()
    above.get_by_role("button", name="Next").click()
    expect(above).to_contain_text("Page 2 of 3")
    expect(shown.count).to_have_text("60 of 60 images; showing 21 to 40")
    assert shown.ids() == ids[20:40]
    below.get_by_role("button", name="Next").click()
    expect(below).to_contain_text("Page 3 of 3")
    assert shown.ids() == ids[40:]
    for pager in (above, below):
        expect(pager.get_by_role("button", name="Next")).to_be_disabled()
    # The focus is where the new page starts, and on a button that still does something.
    expect(above.get_by_role("button", name="Previous")).to_be_focused()
    expect(page.locator("#image-controls")).to_be_in_viewport()
    shown.search("4005", 1)
    expect(above).to_be_hidden()
    expect(below).to_be_hidden()


def test_a_search_starts_on_the_first_page(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    shown.page.get_by_role("button", name="Next").first.click()
    shown.search("a", 60)
    expect(shown.count).to_contain_text("showing 1 to 20")


def test_images_to_look_at_first(open_page: OpenPage, large: Written) -> None:
    page = open_page(large.path)
    ImageList(page)
    means = large.study.values("cider-d").mean(axis=0)
    spread = large.study.values("cider-d").max(axis=0) - large.study.values("cider-d").min(axis=0)
    places = range(5000)
    assert _highlighted(page, "best") == _ids(large, sorted(places, key=lambda p: (-means[p], p)))
    assert _highlighted(page, "worst") == _ids(large, sorted(places, key=lambda p: (means[p], -p)))
    assert _highlighted(page, "disputed") == _ids(
        large, sorted(places, key=lambda p: (-spread[p], p))
    )


def _highlighted(page: Page, which: str) -> list[str]:
    return page.locator(f"[data-highlight={which}] .image-name").all_inner_texts()


def _ids(written: Written, places: list[int]) -> list[str]:
    return [f"Image {written.study.image_ids[place]}" for place in places[:6]]
