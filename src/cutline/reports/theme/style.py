"""The style sheet: the palette's properties, then the theme's plain CSS."""

from __future__ import annotations

from functools import cache
from importlib import resources

from cutline.reports.theme.palette import theme_css


def page_style() -> str:
    """The style sheet of a whole page."""
    return "\n".join([theme_css(), packaged("theme.css"), packaged("chart.css")])


def fragment_style(scope: str = ".cutline") -> str:
    """The same for a part of somebody else's page, such as a notebook: nothing outside it changes.

    >>> fragment_style().startswith(".cutline {")
    True
    """
    # Rules that stand inside another hold only within it; a page's own rules find nothing there.
    inside = "\n".join([packaged("theme.css"), packaged("chart.css")])
    base = "font: 1rem/1.55 var(--sans); color: var(--ink); background: var(--paper)"
    return f"{theme_css(scope)}\n{scope} {{ {base};\n{inside}\n}}"


def drawing_style(scope: str) -> str:
    """What a drawing needs to stand on its own, outside of any page."""
    return f"{theme_css(scope)}\n{packaged('chart.css')}"


@cache
def packaged(name: str) -> str:
    """A style sheet or script that comes with the theme."""
    return (resources.files("cutline.reports.theme") / name).read_text(encoding="utf-8")
