"""One page of a selection, and a browser to look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.selection.collections_of_images import zipf_images
from tests.browser import browser, open_page
from tests.cli.test_select import write_lines
from tests.command_line import run_cutline

__all__ = ["browser", "open_page"]


@pytest.fixture(scope="package")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of 60 images out of 400, with parts listed apart."""
    folder = tmp_path_factory.mktemp("page")
    objects = write_lines(folder / "objects <&>.jsonl", zipf_images(400, 30))
    (folder / "kinds.txt").write_text("class 3: part of class 2\n")
    done = run_cutline(
        *("select", objects, "--target", 60, "--hierarchy", folder / "kinds.txt"),
        *("--report", folder / "report.html"),
    )
    assert done.exit_code == 0, done.stderr
    return folder / "report.html"
