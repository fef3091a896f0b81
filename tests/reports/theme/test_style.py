"""The style sheet of a page, and of a part of somebody else's."""

from __future__ import annotations

import pytest

from cutline.reports.theme.style import drawing_style, fragment_style, page_style


@pytest.mark.parametrize("css", [page_style(), fragment_style(), drawing_style("svg:root")])
def test_braces_are_closed(css: str) -> None:
    depth = 0
    for character in css:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0


def test_a_page_obeys_its_reader() -> None:
    css = page_style()
    for wish in (
        "prefers-color-scheme: dark",
        "prefers-reduced-motion: reduce",
        "@media print",
        ":focus-visible { outline: 2px solid var(--accent)",
    ):
        assert wish in css
    assert "url(" not in css
    assert "@import" not in css


def test_a_fragment_changes_nothing_around_it() -> None:
    """Outside of every brace stand only the scope and media queries."""
    depth, outside = 0, ""
    for character in fragment_style(".notebook"):
        depth += (character == "{") - (character == "}")
        outside += character if depth == 0 and character not in "{}" else ""
    # Inside the first level of media queries it is the scope again, which theme_css writes.
    selectors = {line.strip() for line in outside.splitlines() if line.strip()}
    assert {s for s in selectors if not s.startswith("@media")} == {".notebook"}
