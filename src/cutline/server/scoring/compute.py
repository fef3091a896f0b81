"""Scoring a run on a split: all images, each slice, and those in reserve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cutline.core.score import Score, Scores
from cutline.core.spec import parse_spec
from cutline.core.types import Benchmark, Run
from cutline.datasets.bundle import Bundle
from cutline.datasets.checks import Checked, match_run
from cutline.reports.statistics.intervals import Interval, intervals
from cutline.reports.statistics.resampling import Resampling
from cutline.scoring.corpus import Corpus
from cutline.server.scoring.outcome import MetricValues, Outcome, number
from cutline.server.scoring.reserve import reserved
from cutline.server.scoring.scorer import RESAMPLES, SEED, TOKENIZER
from cutline.server.scoring.signing import reserve_digest, signature_of
from cutline.server.scoring.statistics import Statistics, pack

Step = Callable[[float], None]


def score_run(
    bundle: Bundle,
    split: str,
    run: Run,
    metrics: Sequence[str],
    slice_name: str = "",
    reserve_share: float = 0.0,
    reserve_salt: str = "",
    step: Step = lambda done: None,
) -> Outcome:
    """Score a run.

    What depends on all references, such as document frequencies, is that of the whole split for
    every slice and for the reserve.

    Args:
        bundle: with the split's references.
        split: which of its splits.
        run: captions of all its images.
        metrics: specs.
        slice_name: the slice by whose labels scores are given too; empty for none.
        reserve_share: of the images, kept from all other scores.
        reserve_salt: a secret that decides which.
        step: told how much is done, from 0 to 1.

    Raises:
        ContentError: when the run does not cover the images.
        MissingPartError: when a metric needs what is not installed.
    """
    corpus = Corpus(_references(bundle, split, metrics), list(metrics), tokenizer=TOKENIZER)
    step(0.2)
    scores = corpus.prepare().score(run)
    step(0.7)
    labels = _labels(corpus.benchmark, slice_name)
    held = reserved(corpus.benchmark.image_ids, reserve_share, reserve_salt)
    statistics = _statistics(scores, metrics, held, labels)
    digest = reserve_digest(corpus.benchmark.image_ids, held, reserve_salt)
    found: dict[str, MetricValues] = {}
    shown = ["", *sorted(set(labels) - {""})]
    for done, label in enumerate(shown):
        places = statistics.places(label)
        values, procedure = _values(scores, metrics, places)
        found[label] = _signed(values, scores, places, digest)
        step(0.7 + 0.3 * (done + 1) / (len(shown) + 1))
        if not label:
            how = procedure
    reserve = _values(scores, metrics, np.flatnonzero(held))[0] if held.any() else {}
    return Outcome(
        scores=found,
        reserve=reserve,
        signatures={spec: str(found[""][spec]["signature"]) for spec in metrics},
        images=len(corpus),
        procedure=how,
        statistics=pack(statistics),
    )


def check_images(bundle: Bundle, split: str, run: Run, checked: Checked, name: str) -> Run:
    """The run with the split's ids, seen to cover it, before any reference is read.

    What this says of a run can be told to whoever submitted it: ids are public.

    Raises:
        ContentError: when images are missing or unknown, or captions cannot be used.
    """
    ids = tuple(image.image_id for image in bundle.images(split))
    run = match_run(run, Benchmark("images", ids, ((),) * len(ids)), name, checked)
    checked.raise_if_stopped("default", "the captions have problems", way_out="the hosts' help")
    return run


def _references(bundle: Bundle, split: str, metrics: Sequence[str]) -> Benchmark:
    benchmark, _ = bundle.references(split)
    if not any(parse_spec(spec).needs_objects for spec in metrics):
        return benchmark
    # Objects without boxes are left out of a benchmark's; labels are all that these metrics need.
    seen = bundle.objects(split)
    labels = {
        image_id: tuple(one if isinstance(one, str) else one.label for one in of)
        for image_id, of in seen.items()
    }
    return replace(benchmark, labels=labels)


def _labels(benchmark: Benchmark, slice_name: str) -> tuple[str, ...]:
    of = benchmark.tags.get(slice_name, {})
    return tuple(of.get(image_id, "") for image_id in benchmark.image_ids)


def _values(
    scores: Scores, metrics: Sequence[str], places: NDArray[np.intp]
) -> tuple[MetricValues, str]:
    """Value and interval by each metric on some images, and how the intervals were made."""
    if not len(places):  # all images of a slice are in reserve
        return {spec: {"value": None, "low": None, "high": None} for spec in metrics}, ""
    part = _rows([scores[spec] for spec in metrics], places)
    found = _intervals(part)
    values: MetricValues = {
        spec: {
            "value": number(score.value),
            "low": number(interval.low),
            "high": number(interval.high),
        }
        for spec, score, interval in zip(metrics, part, found, strict=True)
    }
    return values, found[0].procedure


def _signed(
    values: MetricValues, scores: Scores, places: NDArray[np.intp], reserve: str
) -> MetricValues:
    """Values with the number of images that they are of, and their signatures."""
    return {
        spec: {
            **value,
            "images": len(places),
            "signature": signature_of(scores[spec], places, reserve),
        }
        for spec, value in values.items()
    }


def _rows(scores: Sequence[Score], places: NDArray[np.intp]) -> list[Score]:
    """These images alone. Metrics that share statistics go on sharing them, which saves time."""
    if len(places) == len(scores[0].image_ids):
        return list(scores)
    shared: dict[int, Score] = {}
    part = []
    for score in scores:
        first = shared.setdefault(id(score.statistics), score.rows(places))
        part.append(replace(first, metric=score.metric))
    return part


def _intervals(scores: Sequence[Score]) -> list[Interval]:
    return intervals(scores, Resampling(RESAMPLES, SEED))


def _statistics(
    scores: Scores, metrics: Sequence[str], held: NDArray[np.bool_], labels: tuple[str, ...]
) -> Statistics:
    chosen = [scores[spec].statistics for spec in metrics]
    # Metrics of one family share an array, which is kept once.
    order = list({id(table): table for table in chosen}.values())
    number_of = {id(table): place for place, table in enumerate(order)}
    return Statistics(
        image_ids=tuple(scores.image_ids),
        tables=tuple(order),
        table_of={spec: number_of[id(of)] for spec, of in zip(metrics, chosen, strict=True)},
        reserved=held,
        labels=labels,
    )
