"""Parts that the pages of studies share."""

from __future__ import annotations

import shlex
import sys
from importlib import resources

from cutline.reports.html_report.reproduce import safe_lines


def command_line_text() -> str:
    """The command that is running, as it can be typed again."""
    return shlex.join(["cutline", *sys.argv[1:]])


def copyable(text: str) -> str:
    """Lines of text with a button that copies them."""
    return (
        f'<div class="copyable"><pre tabindex="0"><code>{safe_lines(text)}</code></pre>'
        f'<button type="button" class="copy">Copy</button></div>'
    )


def page_style() -> str:
    """What pages of studies have beside the theme: the same as reports."""
    report = resources.files("cutline.reports.html_report")
    # A card of the report has references below its captions; here they are folded away.
    own = ".image-words > .caption-line + details { margin-top: 12px }\n"
    return (report / "report.css").read_text(encoding="utf-8") + own
