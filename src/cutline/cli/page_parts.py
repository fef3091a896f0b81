"""Parts that the pages of studies share."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from importlib import resources

from cutline.reports.html_report.reproduce import safe_lines
from cutline.reports.html_report.section import Section
from cutline.reports.theme.page import page


def command_line_text() -> str:
    """The command that is running, as it can be typed again."""
    return shlex.join(["cutline", *sys.argv[1:]])


def copyable(text: str) -> str:
    """Lines of text with a button that copies them."""
    return (
        f'<div class="copyable"><pre tabindex="0"><code>{safe_lines(text)}</code></pre>'
        f'<button type="button" class="copy">Copy</button></div>'
    )


def reproduce(signatures: Iterable[str]) -> Section:
    """The command that wrote the page, and the signatures of its figures."""
    return Section(
        "reproduce",
        "Reproduce",
        f"<p>This command wrote this page:</p>{copyable(command_line_text())}"
        f"<p>Figures with the same signature can be compared.</p>"
        f"{copyable(chr(10).join(signatures))}",
    )


def study_page(
    title: str, sections: Sequence[Section], description: str, styles: Sequence[str] = ()
) -> str:
    """A page of sections, with links to each of them."""
    return page(
        title,
        "\n".join(section.html() for section in sections),
        navigation=[(section.anchor, section.headline) for section in sections],
        description=description,
        styles=[page_style(), *styles],
    )


def page_style() -> str:
    """What pages of studies have beside the theme: the same as reports."""
    report = resources.files("cutline.reports.html_report")
    # A card of the report has references below its captions; here they are folded away.
    own = ".image-words > .caption-line + details { margin-top: 12px }\n"
    return (report / "report.css").read_text(encoding="utf-8") + own
