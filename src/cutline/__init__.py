"""Cutline measures image captions.

    import cutline
    scores = cutline.score("results.json", "captions_val2014.json")
    scores["cider-d"].value

Names are loaded when they are first used, so that `import cutline` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cutline.core.version import __version__

if TYPE_CHECKING:
    from cutline.core.errors import ContentError as ContentError
    from cutline.core.errors import CutlineError as CutlineError
    from cutline.core.errors import FileError as FileError
    from cutline.core.errors import MissingPartError as MissingPartError
    from cutline.core.errors import MissingPartWarning as MissingPartWarning
    from cutline.core.errors import UsageError as UsageError
    from cutline.core.metric import Metric as Metric
    from cutline.core.metric import PerImageMetric as PerImageMetric
    from cutline.core.registry import metric as metric
    from cutline.core.score import Score as Score
    from cutline.core.score import Scores as Scores
    from cutline.core.spec import parse_spec as parse_spec
    from cutline.core.types import Benchmark as Benchmark
    from cutline.core.types import Caption as Caption
    from cutline.core.types import Example as Example
    from cutline.core.types import Run as Run
    from cutline.reports.statistics.intervals import intervals as intervals
    from cutline.reports.statistics.resampling import Resampling as Resampling
    from cutline.reports.study import compare as compare
    from cutline.scoring.corpus import Corpus as Corpus
    from cutline.scoring.score import score as score
    from cutline.text.tokenizer import Tokenizer as Tokenizer

_HOMES = {
    "Benchmark": "cutline.core.types",
    "Caption": "cutline.core.types",
    "ContentError": "cutline.core.errors",
    "Corpus": "cutline.scoring.corpus",
    "CutlineError": "cutline.core.errors",
    "Example": "cutline.core.types",
    "FileError": "cutline.core.errors",
    "Metric": "cutline.core.metric",
    "MissingPartError": "cutline.core.errors",
    "MissingPartWarning": "cutline.core.errors",
    "PerImageMetric": "cutline.core.metric",
    "Resampling": "cutline.reports.statistics.resampling",
    "Run": "cutline.core.types",
    "Score": "cutline.core.score",
    "Scores": "cutline.core.score",
    "Tokenizer": "cutline.text.tokenizer",
    "UsageError": "cutline.core.errors",
    "compare": "cutline.reports.study",
    "intervals": "cutline.reports.statistics.intervals",
    "metric": "cutline.core.registry",
    "parse_spec": "cutline.core.spec",
    "score": "cutline.scoring.score",
}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cutline' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
