"""Large data inside a page: compressed, and unpacked by the browser when it is asked for."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

from cutline.reports.theme.text import safe


def packed_block(name: str, value: Any) -> str:
    """A value as compressed JSON in an element that scripts find by its id.

    The same value gives the same bytes whenever it is packed.

    >>> packed_block("images", [1])[:53]
    '<script type="application/x-gzip-json" id="images">H4'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # A lone half of a pair of surrogates has no UTF-8: JSON's escape says the same.
    data = text.encode("utf-8", "backslashreplace")
    packed = base64.b64encode(gzip.compress(data, mtime=0)).decode("ascii")
    return f'<script type="application/x-gzip-json" id="{safe(name)}">{packed}</script>'
