"""Runs scored against the same references and compared: what tables, pages and notebooks show."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cutline.core.errors import ContentError, UsageError, near_names
from cutline.core.metric import Floats, Metric
from cutline.core.rich_display import shown_by
from cutline.core.score import Scores
from cutline.core.spec import parse_spec
from cutline.core.tables import Table, Tabular
from cutline.core.types import ImageId, Run
from cutline.datasets.checks import Policy
from cutline.reports.statistics import Comparison, Resampling
from cutline.reports.statistics.comparison import compare as compare_scores
from cutline.reports.statistics.intervals import Method
from cutline.reports.statistics.paired import Test
from cutline.reports.study_tables import image_table, slice_table
from cutline.scoring.corpus import Corpus
from cutline.scoring.inputs import CandidatesLike, ReferencesLike, as_run
from cutline.scoring.slicing import Slicing, slice_by
from cutline.text.tokenizer import Tokenizer

#: What images and slices are shown by, where it was computed: it spreads images best.
_USUAL_LEAD = "cider-d"


@dataclass(frozen=True)
class SlicedComparison:
    """The same comparison within each slice."""

    slicing: Slicing
    parts: Mapping[str, Comparison]


@shown_by("cutline.reports.notebook:study_html")
@dataclass(frozen=True)
class Study(Tabular):
    """Runs, their scores on the same images, and what to make of the differences."""

    corpus: Corpus
    runs: tuple[Run, ...]
    scores: tuple[Scores, ...]
    comparison: Comparison
    slices: tuple[SlicedComparison, ...]
    #: The metric that images and slices are shown by.
    lead: str

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the runs, the baseline first."""
        return self.comparison.systems

    @property
    def image_ids(self) -> Sequence[ImageId]:
        """The images that were compared."""
        return self.scores[0].image_ids

    def caption(self, run: int, place: int) -> str:
        """What one of the runs says of the image at a place."""
        return self.runs[run].captions[self.image_ids[place]][0]

    def references(self, place: int) -> Sequence[str]:
        """What people said of the image at a place."""
        return self.corpus.benchmark.references[place]

    def values(self, spec: str) -> Floats:
        """The values of each run (row) on each image by one metric."""
        return np.stack([scores[spec].values for scores in self.scores])

    def disputed(self, most: int) -> list[int]:
        """The places of the images where runs differ most by the lead metric, widest first."""
        values = self.values(self.lead)
        # An image whose value is undefined for a run is no dispute.
        spread = np.nan_to_num(values.max(axis=0) - values.min(axis=0), nan=0.0)
        order = np.argsort(-spread, kind="stable")[:most]
        return [int(place) for place in order if spread[place] > 0]

    def table(self) -> Table:
        """A row for each metric and run: value, interval and tie groups."""
        return self.comparison.table()

    def difference_table(self) -> Table:
        """A row for each metric and pair of runs: difference, interval, p, images won and lost."""
        return self.comparison.difference_table()

    def slice_table(self) -> Table:
        """A row for each slice, metric and run; none where images were not sliced."""
        return slice_table(self)

    def image_table(self) -> Table:
        """A row for each run and image: the caption, and its value by each metric."""
        return image_table(self)

    def __repr__(self) -> str:
        # Notebooks save it beside the page: all captions would be megabytes.
        specs = ", ".join(metric.spec for metric in self.comparison)
        by = "".join(f", by {sliced.slicing.name}" for sliced in self.slices)
        return f"Study({', '.join(self.systems)} on {len(self.image_ids)} images: {specs}{by})"


def study(
    corpus: Corpus,
    runs: Sequence[Run],
    *,
    scores: Sequence[Scores] | None = None,
    slicings: Sequence[Slicing] = (),
    lead: str | None = None,
    resampling: Resampling | None = None,
    test: Test = "randomisation",
    method: Method = "bca",
    level: float = 0.95,
) -> Study:
    """Score runs that cover all images of a corpus, and compare them as a whole and by slice.

    Scores that are given are taken as those of the runs.

    Raises:
        UsageError: for settings that make no sense, or a lead metric that is not computed.
    """
    lead = lead_metric([str(metric) for metric in corpus.metrics], lead)
    runs = told_apart(runs)
    if scores is None:
        scores = [corpus.score(run, policy="lenient") for run in runs]
    scores = [replace(of_run, system=run.system) for run, of_run in zip(runs, scores, strict=True)]

    def compared(of_runs: Sequence[Scores]) -> Comparison:
        return compare_scores(of_runs, resampling, test=test, method=method, level=level)

    return Study(
        corpus=corpus,
        runs=tuple(runs),
        scores=tuple(scores),
        comparison=compared(scores),
        slices=tuple(
            SlicedComparison(
                slicing,
                {
                    label: compared([of_run.rows(places) for of_run in scores])
                    for label, places in slicing.members.items()
                },
            )
            for slicing in slicings
        ),
        lead=lead,
    )


def lead_metric(specs: Sequence[str], wanted: str | None) -> str:
    """The spec of the metric to show images by: the one that is wanted, else the usual one.

    Raises:
        UsageError: when it was not computed.
    """
    if wanted is None:
        return _USUAL_LEAD if _USUAL_LEAD in specs else specs[-1]
    spec = str(parse_spec(wanted))
    if spec not in specs:
        raise UsageError(
            f"{spec} is not computed{near_names(spec, specs)}: choose one of {', '.join(specs)}"
        )
    return spec


def told_apart(runs: Sequence[Run]) -> list[Run]:
    """The same runs, those of one name numbered: `best`, `best (2)`."""
    seen: dict[str, int] = {}
    named = []
    for place, run in enumerate(runs):
        name = run.system or f"run {place + 1}"
        seen[name] = seen.get(name, 0) + 1
        named.append(Run(name if seen[name] == 1 else f"{name} ({seen[name]})", run.captions))
    return named


def compare(
    candidates: Mapping[str, CandidatesLike] | Sequence[CandidatesLike],
    references: ReferencesLike,
    metrics: str | Iterable[str | Metric] | None = None,
    *,
    by: str | Sequence[str] = (),
    objects: Mapping[ImageId, Iterable[str]] | None = None,
    lead: str | None = None,
    resampling: Resampling | None = None,
    test: Test = "randomisation",
    method: Method = "bca",
    level: float = 0.95,
    tokenizer: str | Tokenizer = "ptb",
    jobs: int | None = None,
    policy: Policy = "default",
) -> Study:
    """Score several runs and say which differences mean something.

    Args:
        candidates: runs by name, or a list of them, each in any form that `cutline.score` takes.
            The first is the baseline.
        references: see `cutline.score`.
        metrics: see `cutline.score`.
        by: what to cut the images into slices by, such as `domain` or `length`; see
            `cutline.scoring.slicing`.
        objects: the labels of each image's objects, for `by="objects"`; by default the
            benchmark's own.
        lead: the metric that images and slices are shown by.
        resampling: how many resamples, and their seed.
        test: `randomisation` or `bootstrap`.
        method: of intervals, `bca` or `percentile`.
        level: of intervals and tests.
        tokenizer: see `cutline.score`.
        jobs: threads to use.
        policy: see `cutline.score`.

    Raises:
        UsageError, ContentError, FileError, MissingPartError: as `cutline.score`.

    >>> said = {"short": {1: "a dog", 2: "a cat"}, "long": {1: "a dog runs", 2: "a cat sleeps"}}
    >>> found = compare(said, {1: ["a dog runs home"], 2: ["a cat sleeps"]}, "rouge-l")
    >>> round(found.comparison["rouge-l"].differences[0].value, 3)
    0.217
    """
    if isinstance(candidates, str | os.PathLike):
        raise UsageError("candidates are several runs: a list of files, or files by name")
    corpus = Corpus(references, metrics, tokenizer=tokenizer, jobs=jobs, policy=policy)
    named = isinstance(candidates, Mapping)
    given = list(candidates.values()) if isinstance(candidates, Mapping) else list(candidates)
    names = list(candidates) if isinstance(candidates, Mapping) else [""] * len(given)
    runs = []
    for name, one in zip(names, given, strict=True):
        run = as_run(one, corpus.benchmark, policy)
        runs.append(Run(str(name), run.captions) if named else run)
    runs = shared_images(runs)
    if not runs[0].captions:
        raise ContentError("no image is described by all of these runs")
    if len(runs[0]) < len(corpus):
        corpus = corpus.only(runs[0].captions)
    slicers = [by] if isinstance(by, str) else by
    return study(
        corpus,
        runs,
        slicings=[slice_by(spec, corpus, objects=objects) for spec in slicers],
        lead=lead,
        resampling=resampling,
        test=test,
        method=method,
        level=level,
    )


def shared_images(runs: Sequence[Run]) -> list[Run]:
    """The same runs, cut down to the images that all of them describe."""
    if not runs:
        raise UsageError("a comparison needs runs to compare")
    shared = set(runs[0].captions).intersection(*(run.captions for run in runs[1:]))
    return [
        Run(run.system, {image_id: c for image_id, c in run.captions.items() if image_id in shared})
        for run in runs
    ]
