"""The page of a tour, in a browser."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from cutline.benchmarks.demo import write_demo
from cutline.cli.tour.page import index_page
from cutline.cli.tour.places import Places
from cutline.cli.tour.stop import Made, Shown, Stop, excerpt
from cutline.cli.tour.visit import Visit
from tests.browser import browser

__all__ = ["browser"]


def nothing() -> Generator[Shown]:
    """A visit that is not made here."""
    yield from ()


@pytest.fixture
def page(tmp_path: Path) -> Path:
    places = Places(tmp_path / "a demo & more")
    write_demo(places.folder)
    places.left("").mkdir()
    drawing = places.left("graph.svg")
    drawing.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>')
    made = Made(drawing, "a drawing <of nothing>")
    stop = Stop("graph", "A graph", "What it says.", nothing, (made,))
    shown = Shown("cutline graph 'a <dog>' " + "--long " * 60, ("objects  dog " + "x " * 200,))
    absent = Stop("served", "A server", "It serves.", nothing)
    visits = [Visit(stop, (shown,), None, 1.25), Visit(absent, (), "it is not installed", 0.5)]
    text = index_page(places, visits, [], [Made(places.folder / "images", "pictures")])
    places.index.write_text(text, encoding="utf-8")
    return places.index


@pytest.mark.parametrize(
    "settings",
    [
        {"color_scheme": "light"},
        {"color_scheme": "dark"},
        {"viewport": {"width": 360, "height": 740}},
        {"java_script_enabled": False},
    ],
    ids=["light", "dark", "phone", "no script"],
)
def test_it_fits_and_its_pictures_are_there(
    page: Path, browser: Any, settings: dict[str, Any]
) -> None:
    context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **settings})
    opened = context.new_page()
    problems: list[str] = []
    opened.on("console", lambda message: problems.append(message.text))
    opened.on("requestfailed", lambda request: problems.append(request.url))
    opened.goto(page.as_uri())
    width = settings.get("viewport", {"width": 1200})["width"]
    body = opened.locator("body").bounding_box()
    assert body is not None
    assert body["width"] <= width
    for picture in opened.locator(".tour-pictures img").all():
        picture.scroll_into_view_if_needed()
        if settings.get("java_script_enabled", True):
            opened.wait_for_function(
                "image => image.complete && image.naturalWidth", arg=picture.element_handle()
            )
    if settings.get("java_script_enabled", True):
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert opened.get_by_text("Some parts were not shown").is_visible()
    assert opened.get_by_role("link", name="tour/graph.svg").first.is_visible()
    context.close()
    assert problems == []


def test_texts_are_safe(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "a drawing &lt;of nothing&gt;" in text
    assert "cutline graph &#x27;a &lt;dog&gt;&#x27;" in text


def test_an_excerpt_without_its_beginning_begins_at_the_first_line() -> None:
    assert excerpt("a\nb\n", "nowhere", 1) == ["a", "..."]
    assert excerpt("a\n\n\n", "", 9) == ["a"]
    assert excerpt("", "x", 3) == []
