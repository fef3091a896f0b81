"""Searching, filtering, sorting and turning pages, checked against what Python finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cutline.datasets.annotated_images import AnnotatedImage

from ...browser import OpenPage
from .conftest import Written
from .image_list import PAGE_SIZE, ImageList
from .invented import METRICS


def ids(images: list[AnnotatedImage]) -> list[str]:
    return [str(image.image_id) for image in images]


def value(image: AnnotatedImage, captioner: str, spec: str = METRICS[0]) -> float | None:
    found = {caption.captioner: dict(caption.values) for caption in image.captions}
    return found.get(captioner, {}).get(spec)


def ordered(
    images: list[AnnotatedImage], key: Callable[[AnnotatedImage], float | None], sign: int
) -> list[str]:
    """By the key, one way or the other; what has none goes last."""
    keyed = [image for image in images if key(image) is not None]
    rest = [image for image in images if key(image) is None]
    return ids(sorted(keyed, key=lambda image: sign * (key(image) or 0.0)) + rest)


def test_all_images_are_there_a_page_at_a_time(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    expect(shown.count).to_have_text("30 of 30 images; showing 1 to 24")
    assert shown.all_ids() == ids(rich.given.images)
    expect(shown.count).to_have_text("30 of 30 images; showing 25 to 30")


def test_pages_turn_and_the_focus_stays(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    shown = ImageList(page)
    above, below = page.locator("#images .pager").all()
    expect(above.get_by_role("button", name="Previous")).to_be_disabled()
    below.get_by_role("button", name="Next").click()
    expect(above).to_contain_text("Page 2 of 2")
    expect(above.get_by_role("button", name="Previous")).to_be_focused()
    expect(page.locator("#gallery-controls")).to_be_in_viewport()
    assert shown.ids() == ids(rich.given.images)[24:]
    above.get_by_role("button", name="Previous").click()
    expect(above).to_contain_text("Page 1 of 2")
    assert shown.ids() == ids(rich.given.images)[:24]


def test_words_are_searched_in_captions_objects_and_ids(
    open_page: OpenPage, large: Written
) -> None:
    shown = ImageList(open_page(large.path))

    def text(image: AnnotatedImage) -> str:
        said = [caption.text or "" for caption in image.captions]
        return "\n".join([str(image.image_id), *said, *(o.label for o in image.objects)])

    for words in ("kite", "LAMP  bus", "4321", "kite horse clock"):
        found = [
            image
            for image in large.given.images
            if all(word in text(image) for word in words.lower().split())
        ]
        assert 0 < len(found) < 5000
        shown.search(words)
        shown.expect_count(len(found))
        assert shown.ids() == ids(found)[:PAGE_SIZE]
    shown.search("zebra")
    shown.expect_count(0)
    expect(shown.page.locator("#gallery-list .state.empty")).to_contain_text("No image matches")


def disagree(image: AnnotatedImage) -> bool:
    said = []
    for caption in image.captions:
        if caption.text is not None:
            nouns = {(noun.object, noun.text) for noun in caption.nouns}
            said.append({t if o is None else image.objects[o].label for o, t in nouns})
    return any(one != said[0] for one in said)


FILTERS: dict[str, Callable[[AnnotatedImage], bool]] = {
    "captioners disagree about nouns": disagree,
    "a caption names what was not seen": lambda image: any(
        noun.object is None for caption in image.captions for noun in caption.nouns
    ),
    "an object is missed by all": lambda image: bool(
        {o.label for o in image.objects}
        - {
            image.objects[noun.object].label
            for caption in image.captions
            for noun in caption.nouns
            if noun.object is not None
        }
    ),
    "a value is undefined": lambda image: any(
        None in dict(caption.values).values() for caption in image.captions
    ),
    "something went wrong": lambda image: image.image_id in ("half-1", "broken-1"),
    "steady": lambda image: image.best == 0,
    "hasty": lambda image: image.best == 1,
    "parrot": lambda image: image.best == 2,
    "nobody": lambda image: image.best is None,
}


def test_images_are_filtered(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    options = shown.options("Show")
    assert options[0] == "all images"
    assert [option.rpartition(" (")[0] for option in options[1:]] == list(FILTERS)
    for label, is_wanted in FILTERS.items():
        found = [image for image in rich.given.images if is_wanted(image)]
        shown.choose("Show", f"{label} ({len(found)})")
        shown.expect_count(len(found))
        assert shown.all_ids() == ids(found), label
    shown.choose("Show", "all images")
    shown.expect_count(30)


def test_images_are_filtered_by_object_and_search_together(
    open_page: OpenPage, rich: Written
) -> None:
    shown = ImageList(open_page(rich.path))
    dogs = [i for i in rich.given.images if any(o.label == "dog" for o in i.objects)]
    shown.choose("Object", f"dog ({len(dogs)})")
    shown.expect_count(len(dogs))
    assert shown.ids() == ids(dogs)
    missed = [image for image in dogs if FILTERS["an object is missed by all"](image)]
    total = sum(map(FILTERS["an object is missed by all"], rich.given.images))
    shown.choose("Show", f"an object is missed by all ({total})")
    shown.expect_count(len(missed))
    shown.search("umbrella")
    wanted = [i for i in missed if any("umbrella" in (c.text or "") for c in i.captions)]
    assert 0 < len(wanted) < len(missed)
    shown.expect_count(len(wanted))


@pytest.mark.parametrize("spec", METRICS)
def test_images_are_sorted(open_page: OpenPage, rich: Written, spec: str) -> None:
    shown = ImageList(open_page(rich.path))
    images = rich.given.images
    shown.choose("Metric", spec)
    first = shown.page.get_by_role("button", name="Previous").first

    def best(image: AnnotatedImage) -> float | None:
        return (
            None if image.best is None else value(image, image.captions[image.best].captioner, spec)
        )

    def spread(image: AnnotatedImage) -> float | None:
        found = [
            v
            for name in ("steady", "hasty", "parrot")
            if (v := value(image, name, spec)) is not None
        ]
        return max(found) - min(found) if len(found) > 1 else None

    keys: dict[str, Callable[[AnnotatedImage], float | None]] = {
        "value of the best caption": best,
        "value of hasty": lambda image: value(image, "hasty", spec),
        "how far captioners differ": spread,
    }
    for label, key in keys.items():
        shown.choose("Sort by", label)
        expect(first).to_be_disabled()
        assert shown.all_ids() == ordered(images, key, -1), label
        shown.turn_around()
        expect(first).to_be_disabled()
        assert shown.all_ids() == ordered(images, key, 1), label
        shown.turn_around()


def test_ids_are_sorted_by_number_and_the_order_is_said(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    shown = ImageList(page)
    button = page.locator("#gallery-direction")
    expect(button).to_have_text("First first")
    shown.choose("Sort by", "image id")
    shown.turn_around()
    expect(button).to_have_text("Last first")
    expect(page.locator(".image-name bdi").first).to_have_text("wide-1")
    shown.choose("Sort by", "value of steady")
    expect(button).to_have_text("Lowest first")


def test_many_images_stay_quick_to_turn(open_page: OpenPage, large: Written) -> None:
    page = open_page(large.path)
    shown = ImageList(page)
    shown.expect_count(5000)
    shown.choose("Sort by", "value of parrot")
    expected = ordered(large.given.images, lambda image: value(image, "parrot"), -1)
    expect(page.locator(".image-name bdi").first).to_have_text(expected[0])
    assert shown.ids() == expected[:PAGE_SIZE]
    assert page.locator("#gallery-list > *").count() == PAGE_SIZE
