"""Which program computes the scores of a benchmark.

A board compares entries, so all of them must come from the same program and the same references:
version, metrics with every setting, tokenizer, data files, bundle and slice. The key stands for all
of that. A benchmark keeps its key until a rescore is published; a worker that has another key
leaves its jobs alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutline.core.spec import format_spec, parse_spec
from cutline.core.version import __version__

if TYPE_CHECKING:
    # The process that scores reads this file too, and has no use for Django.
    from cutline.server.models import Benchmark, Rescore

#: Of how many resamples intervals and tests are made, and from which seed: part of the scorer.
RESAMPLES = 2000
SEED = 1
TOKENIZER = "ptb"


@dataclass(frozen=True)
class Scorer:
    """A program that computes scores."""

    version: str
    #: Every metric as it is written, which scores are kept under, and with all its settings.
    #: Sorted: the order of a board's columns is no matter of scoring.
    metrics: tuple[tuple[str, str], ...]
    #: The digests of the data files that metrics read.
    files: tuple[tuple[str, str], ...]
    #: The bundle that references come from, and the slice by whose labels scores are given too.
    bundle: str = ""
    slice_name: str = ""

    @property
    def key(self) -> str:
        """A short name that no other scorer has."""
        made_from = [self.metrics, self.files, self.bundle, self.slice_name]
        content = [*made_from, TOKENIZER, RESAMPLES, SEED]
        digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
        return f"cutline-{self.version}-{digest[:12]}"


def scorer_of(metrics: Sequence[str], bundle: str = "", slice_name: str = "") -> Scorer:
    """The scorer that this installation is, for some metrics on a bundle.

    Raises:
        MissingPartError: when a metric needs what is not installed.
        UsageError: when there is no such metric.
    """
    parsed = {spec: parse_spec(spec) for spec in metrics}
    files = {
        name: digest for metric in parsed.values() for name, digest in metric.data_digests().items()
    }
    return Scorer(
        __version__,
        tuple(sorted((spec, format_spec(metric, full=True)) for spec, metric in parsed.items())),
        tuple(sorted(files.items())),
        bundle,
        slice_name,
    )


def current_scorer(of: Benchmark | Rescore) -> Scorer:
    """The scorer that this installation is for a benchmark, or for what it may become."""
    return scorer_of(of.metrics, of.bundle_digest, of.slice_name)
