"""A study of the invented images, made once, and its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.cli.compositional_study.inputs import SharedRuns
from cutline.cli.compositional_study.page import as_page
from cutline.cli.compositional_study.study import CompositionalStudy, Extras, compositional_study
from cutline.core.spec import parse_specs
from cutline.metrics.pair_recall import PairRecall
from cutline.reports.statistics import Resampling

from ...browser import browser, open_page
from .pictures import PAIRS, benchmark, runs, write_pictures

__all__ = ["browser", "open_page"]


@pytest.fixture(scope="package")
def study() -> CompositionalStudy:
    """Three pairs, three captions, two runs."""
    return compositional_study(
        PairRecall(k=3, pairs=",".join(PAIRS)),
        SharedRuns(benchmark(), tuple(runs()), len(benchmark())),
        Resampling(resamples=200),
        at_least=3,
        extras=Extras(training=["a bus", "a black dog"], metrics=parse_specs("rouge-l")),
    )


@pytest.fixture(scope="package")
def page_file(study: CompositionalStudy, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of that study."""
    path = tmp_path_factory.mktemp("page") / "study.html"
    path.write_text(as_page(study), encoding="utf-8")
    return path


@pytest.fixture(scope="package")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The images as files."""
    return write_pictures(tmp_path_factory.mktemp("pictures"))
