"""A chart: a drawing, and the same as a table."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from cutline.reports.theme.style import drawing_style
from cutline.reports.theme.text import safe, wrapped

WIDTH = 640.0
_TITLE_SIZE, _TITLE_LINE = 18.0, 24.0


@dataclass(frozen=True)
class Chart:
    """Both forms of a chart, as HTML."""

    svg: str
    table: str


def figure(chart: Chart, caption: str = "") -> str:
    """A chart with the line of words under it, and its table on demand."""
    below = f"<figcaption>{safe(caption)}</figcaption>\n" if caption else ""
    return (
        '<figure class="chart">\n<div class="chart-frame" tabindex="0" role="group" '
        f'aria-label="Chart">{chart.svg}</div>\n{below}'
        '<details class="chart-table"><summary>Show as table</summary>\n'
        f"{chart.table}\n</details>\n</figure>"
    )


def standalone_svg(chart: Chart) -> str:
    """The drawing as a file of its own, which brings its colours along."""
    style = f"<style>{drawing_style('svg:root')} svg {{ background: var(--paper) }}</style>"
    return re.sub("^<svg [^>]*>", lambda found: f"{found[0]}{style}", chart.svg)


def title_height(title: str, width: float = WIDTH) -> float:
    """How much room the title takes at the top of a drawing."""
    return len(_title_lines(title, width)) * _TITLE_LINE + 8


def drawing(
    title: str,
    description: str,
    parts: Iterable[str],
    *,
    height: float,
    width: float = WIDTH,
    kind: str = "",
) -> str:
    """The drawing around its parts, with a title and a description for who cannot see it.

    Names inside it come from its content, so that drawings on one page do not take each other's
    as long as their titles differ or they show different things.
    """
    drawn = "".join(parts)
    head = "".join(
        f'<text class="title" x="0" y="{_TITLE_LINE * number + 18:.0f}">{safe(line)}</text>'
        for number, line in enumerate(_title_lines(title, width))
    )
    content = "\0".join([title, description, drawn]).encode("utf-8", "surrogatepass")
    name = f"chart-{hashlib.sha256(content).hexdigest()[:10]}"
    classes = f"chart-drawing {kind}".strip()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" id="{name}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{safe(title)}'
        f'</title><desc id="{name}-desc">{safe(description)}</desc>{head}{drawn}</svg>'
    )


def nothing(title: str, table: str, reason: str = "There is nothing to show.") -> Chart:
    """A chart of no values: its frame, and why it is empty."""
    # Narrow, so that it fits a phone.
    width = 400.0
    top = title_height(title, width)
    lines = wrapped(reason, width - 32, 14, 4)
    bottom = top + 40 + len(lines) * 20
    parts = [
        f'<rect class="empty" x="0.5" y="{top:.1f}" width="{width - 1:.0f}" '
        f'height="{bottom - top:.1f}" rx="6"/>',
        *(
            f'<text class="tick middle" x="{width / 2:.0f}" y="{top + 35 + number * 20:.1f}">'
            f"{safe(line)}</text>"
            for number, line in enumerate(lines)
        ),
    ]
    svg = drawing(title, reason, parts, height=bottom + 2, width=width, kind="nothing")
    return Chart(svg, table)


def left_out(count: int, what: str = "value") -> str:
    """The sentence on what is not a number and so not in the drawing.

    >>> left_out(0), left_out(1), left_out(2, "row")
    ('', ' 1 value that is not a number is left out.', ' 2 rows that are not numbers are left out.')
    """
    if not count:
        return ""
    one = count == 1
    noun, rest = (what, "is not a number is") if one else (f"{what}s", "are not numbers are")
    return f" {count} {noun} that {rest} left out."


def series_name(number: int) -> str:
    """The class of the series with this number, from zero; colours come round again."""
    return f"series-{number % 7 + 1}"


def _title_lines(title: str, width: float) -> list[str]:
    return wrapped(title, width, _TITLE_SIZE, 2)
