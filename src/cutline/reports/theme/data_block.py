"""Data that a page's scripts read, inside the page itself."""

from __future__ import annotations

import json
from typing import Any

from cutline.reports.theme.text import safe


def data_block(name: str, value: Any) -> str:
    """A value as JSON in an element that scripts find by its id and browsers do not run.

    >>> data_block("images", ["a </script>"])
    '<script type="application/json" id="images">["a \\\\u003c/script>"]</script>'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # `<` stands only inside strings of JSON; a lone half of a pair cannot be written as UTF-8.
    text = text.replace("<", "\\u003c").encode("utf-8", "backslashreplace").decode("utf-8")
    return f'<script type="application/json" id="{safe(name)}">{text}</script>'
