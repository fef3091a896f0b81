"""One page of word agreement with two systems, and a browser to look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.benchmarks.demo import write_demo
from cutline.cli.word_agreement_study.inputs import Request, study_of
from cutline.cli.word_agreement_study.page import as_page
from tests.browser import browser, open_page

__all__ = ["browser", "open_page"]


@pytest.fixture(scope="package")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the demonstration set."""
    folder = tmp_path_factory.mktemp("page")
    write_demo(folder / "demo")
    found = study_of(
        Request(
            captions=str(folder / "demo" / "references.json"),
            words="40",
            unit="token",
            parts=(),
            ks=(1, 4),
            holding="all",
            at_least=3,
            names=("dog", "red"),
            systems=tuple(str(folder / "demo" / f"{name}.json") for name in ("steady", "hasty")),
            resamples=100,
            seed=1,
            policy="default",
            jobs=None,
        )
    )
    path = folder / "report.html"
    path.write_text(as_page(found), encoding="utf-8")
    return path
