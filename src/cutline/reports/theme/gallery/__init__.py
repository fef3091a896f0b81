"""One page with every part of the theme in all its states, to look at. All data is invented."""

from __future__ import annotations

from cutline.reports.theme.gallery.charts import CHARTS
from cutline.reports.theme.gallery.parts import PARTS
from cutline.reports.theme.page import page
from cutline.reports.theme.text import safe


def gallery_page() -> str:
    """The page: a section for each kind of part, then one for each kind of chart."""
    sections = {**PARTS, **CHARTS}
    anchors = {name: name.lower().replace(" ", "-") for name in sections}
    body = "\n".join(
        f'<section id="{anchors[name]}" aria-labelledby="{anchors[name]}-head">'
        f'<h2 id="{anchors[name]}-head">{safe(name)}</h2>\n{part()}\n</section>'
        for name, part in sections.items()
    )
    return page(
        "The parts of every page",
        body,
        navigation=[(anchors[name], name) for name in sections],
        description="Everything in all its states. All names and numbers are invented.",
        footer_html="Made by <code>python -m cutline.reports.theme</code>.",
    )
