"""Pieces of Markdown that are made from plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\*_\[\]<>#|])")


def plain(text: str) -> str:
    r"""Text that says of itself what it says: only its code, in backticks, is marked up.

    >>> plain("a*b of `x*y`")
    'a\\*b of `x*y`'
    """
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part.replace("|", "\\|") if part.startswith("`") else _SPECIAL.sub(r"\\\1", part)
        for part in parts
    )


def code(text: str) -> str:
    """Text as code, also in a table."""
    return f"`{text}`".replace("|", "\\|")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
