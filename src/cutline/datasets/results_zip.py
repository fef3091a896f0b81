"""The zip that people sent to the COCO server: one results file among others."""

from __future__ import annotations

import zipfile
from typing import IO

from cutline.core.errors import FileError
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.datasets.source import RESULTS_MEMBER, read_limited


def unpack_member(handle: IO[bytes], file: str, member: str) -> tuple[str, bytes]:
    """A member's name and content: the one asked for, or the only results file there is.

    Raises:
        FileError: when there is none or more than one, or the zip is damaged.
    """
    try:
        with zipfile.ZipFile(handle) as archive:
            chosen = member or _results_member(archive, file)
            if chosen not in archive.namelist():
                names = ", ".join(map(repr, archive.namelist()[:10])) or "nothing"
                raise FileError(f"{file}: has no member {chosen!r}; it holds {names}")
            with archive.open(chosen) as packed:
                return chosen, read_limited(packed, file)
    except ZIP_ERRORS as error:
        raise FileError(f"{file}: damaged or unreadable zip: {error}") from None


def _results_member(archive: zipfile.ZipFile, file: str) -> str:
    members = [n for n in archive.namelist() if not n.endswith("/") and "__MACOSX" not in n]
    results = [n for n in members if RESULTS_MEMBER.fullmatch(n)] or members
    if len(results) == 1:
        return results[0]
    if not results:
        raise FileError(f"{file}: an empty zip, expected captions_val2014_NAME_results.json inside")
    listed = "".join(f"\n  {file}::{n}" for n in results[:10])
    raise FileError(f"{file}: holds several files; say which one:{listed}")
