"""What a report may do in a browser."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib import resources

from cutline.reports.theme.page import page

_SCRIPTS = ("unpack.js", "why.js", "card.js", "images.js")
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


@cache
def report_policy() -> str:
    """Run its own scripts, known by their digests, and nothing else.

    Captions are hostile: the page is shut into a place of its own, without the site's cookies. The
    digests are those of the scripts as they are installed, never of what stands in a report.
    """
    packaged = resources.files("cutline.reports.html_report")
    own = [(packaged / name).read_text(encoding="utf-8") for name in _SCRIPTS]
    found = _SCRIPT.findall(page("", "", scripts=own))
    digests = (base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in found)
    scripts = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; "
        "img-src 'self' data: https: http:; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; sandbox allow-scripts allow-popups allow-downloads"
    )
