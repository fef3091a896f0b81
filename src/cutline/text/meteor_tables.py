"""METEOR's word lists, opened: mapped into memory and ready for the kernels."""

from __future__ import annotations

from dataclasses import dataclass

from cutline import native
from cutline.core.data_files import OpenData, open_data
from cutline.text.meteor_data import METEOR_ENGLISH


@dataclass(frozen=True, eq=False)
class OpenTables:
    """The lists, and what tells them from any others."""

    tables: native.MeteorTables
    digest: str


_opened: dict[OpenData, OpenTables] = {}


def meteor_tables() -> OpenTables:
    """METEOR's word lists, compiled now if they are not yet.

    Raises:
        MissingPartError: when they are not installed; the text has the command that gets them.
        FileError: when they are damaged, or cannot be kept.
    """
    data = open_data(METEOR_ENGLISH)
    if data not in _opened:
        _opened[data] = OpenTables(native.MeteorTables(data.payload), data.source_digest)
    return _opened[data]
