"""Whether a folder may be written over: only the demonstration's own files are."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

from cutline.benchmarks.demo import DESCRIPTION, SYSTEMS, demo_scenes
from cutline.core.errors import UsageError

REPORT_TITLE = "Three systems on the demonstration set"
TOUR_TITLE = "A tour of Cutline"

#: Titles stand at the beginning of pages.
_BEGINNING = 20_000


def check_folder(folder: Path, tour: bool) -> None:
    """Refuse a folder with files of somebody else where the demonstration would put its own.

    Raises:
        UsageError: naming the first of them; nothing was written.
    """
    for path in _others(folder, tour):
        raise UsageError(
            f"{path}: not made by cutline demo, which would write over it; "
            f"expected a new folder, or one of an earlier demo: --output FOLDER"
        )


def _others(folder: Path, tour: bool) -> Iterator[Path]:
    """The files and folders that are in the way."""
    pages = {"report.html": REPORT_TITLE} | ({"index.html": TOUR_TITLE} if tour else {})
    for name, title in pages.items():
        if _is_in_the_way(folder / name, f"<title>{html.escape(title)}</title>"):
            yield folder / name
    references = folder / "references.json"
    if _is_in_the_way(references, DESCRIPTION):
        yield references
    # The others have no sign of their own: beside the demonstration's references they are its own.
    if not references.exists():
        names = [
            *("objects.json", "boxes.jsonl", *(f"{system}.json" for system in SYSTEMS)),
            *(f"images/{scene['image_id']}.svg" for scene in demo_scenes()),
            *(["tour"] if tour else []),
        ]
        yield from (folder / name for name in names if (folder / name).exists())


def _is_in_the_way(path: Path, sign: str) -> bool:
    """Whether a file is there and does not have a sign near its beginning."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return sign not in file.read(_BEGINNING)
    except FileNotFoundError:
        return False
