"""The version: kept in one file, shown in a few more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tools.release.project import PROJECT, VERSION_FILE, ReleaseError, version

_CITATION = re.compile(r"^(version: )(\S+)$", re.MULTILINE)
#: Signatures in examples, which end in the version that made them.
_SIGNATURE = re.compile(r"(\bcutline:)(\d+\.\d+[0-9a-z.]*)")
_VERSION = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")


def shown(project: Path = PROJECT) -> Iterator[tuple[Path, str]]:
    """Each file that shows the version, with what it shows."""
    for path, pattern in _places(project):
        for match in pattern.finditer(path.read_text("utf-8")):
            yield path, match[2]


def change(new: str, project: Path = PROJECT) -> list[Path]:
    """Write a version everywhere; return the files that changed.

    Raises:
        ReleaseError: when it does not look like one.
    """
    if not _VERSION.fullmatch(new):
        raise ReleaseError(f"{new!r} is no version like 1.2.3 or 1.2.3rc1")
    kept, changed = project / VERSION_FILE, []
    old = version(project)
    for path, pattern in [
        (kept, re.compile(f'(__version__ = ")({re.escape(old)})')),
        *_places(project),
    ]:
        text = path.read_text("utf-8")
        written = pattern.sub(rf"\g<1>{new}", text)
        if written != text:
            path.write_text(written, "utf-8")
            changed.append(path)
    return changed


def _places(project: Path) -> list[tuple[Path, re.Pattern[str]]]:
    pages = [project / "README.md", *sorted((project / "docs").glob("*.md"))]
    return [(project / "CITATION.cff", _CITATION), *((page, _SIGNATURE) for page in pages)]
