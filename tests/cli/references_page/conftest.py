"""One page of human scores and curves, and a browser to look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.benchmarks.demo import write_demo
from tests.browser import browser, open_page
from tests.command_line import run_cutline

__all__ = ["browser", "open_page"]


@pytest.fixture(scope="package")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the demonstration set with one system."""
    folder = tmp_path_factory.mktemp("page")
    write_demo(folder / "demo")
    done = run_cutline(
        *("references", folder / "demo" / "references.json", "--human", "--by", "domain"),
        *("--curve", "--draws", 2, "--run", folder / "demo" / "steady.json"),
        *("--metrics", "bleu-4,rouge-l,cider-d", "--resamples", 100),
        *("--report", folder / "report.html"),
    )
    assert done.exit_code == 0, done.stderr
    return folder / "report.html"
