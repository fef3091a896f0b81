"""Two galleries, made once: one with everything in it, and one as large as a test split."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from cutline.reports.gallery import gallery_page

from ...browser import browser, open_page
from .invented import Invented, invented, many

__all__ = ["browser", "open_page"]

COMMAND = "cutline annotate pictures/ --captioner steady.json -o annotations.jsonl"


@dataclass(frozen=True)
class Written:
    """A gallery on disk, and what it was made from."""

    path: Path
    given: Invented


@pytest.fixture(scope="package")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """30 images with pictures, of which six are hard to show."""
    return _written(tmp_path_factory.mktemp("rich"), invented(awkward=True))


@pytest.fixture(scope="package")
def large(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """5,000 images."""
    return _written(tmp_path_factory.mktemp("large"), many(5000))


def _written(folder: Path, given: Invented) -> Written:
    path = folder / "gallery.html"
    html = gallery_page(
        given.header, given.images, given.pictures, title="Drawn scenes", command=COMMAND
    )
    path.write_text(html, encoding="utf-8")
    return Written(path, given)
