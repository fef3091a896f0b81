"""The corpus of uploads: hostile ones, odd ones, and good ones that must still be taken.

Nothing is kept as a file: all are made when they are asked for, by `zip_parts` down to the single
field where a library would not write what is needed. `bench/server_uploads.py` sends them all to a
site.
"""

from __future__ import annotations

from functools import cache

from tests.server.uploads.case import IMAGES, MEGABYTE, Case, Parts
from tests.server.uploads.hostile_packed import packed_cases
from tests.server.uploads.hostile_text import text_cases
from tests.server.uploads.hostile_zips import zip_cases

__all__ = ["IMAGES", "MEGABYTE", "Case", "Parts", "cases"]


@cache
def cases() -> tuple[Case, ...]:
    """All cases, each under a name of its own.

    Raises:
        ValueError: when two have the same name.
    """
    found = (*zip_cases(), *packed_cases(), *text_cases())
    names = [case.name for case in found]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"several cases have one name: {', '.join(twice)}")
    return found
