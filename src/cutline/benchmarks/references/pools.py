"""The captions that references are drawn from: how many there are, and whether they are enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.policy import Policy
from cutline.datasets.wording import short
from cutline.scoring.inputs import CandidatesLike, as_run

#: A message names so many images at most.
_MOST_NAMED = 20
#: One to hold out, and one to compare it with.
FEWEST = 2

_Rows = TypeVar("_Rows")


def captions_an_image(benchmark: Benchmark) -> dict[int, int]:
    """How many images have how many captions.

    >>> from cutline.benchmarks.demo import demo_benchmark
    >>> captions_an_image(demo_benchmark())
    {5: 24}
    """
    return dict(sorted(Counter(map(len, benchmark.references)).items()))


def counts_text(counts: Sequence[int]) -> str:
    """The number of captions that images have, as signatures write it.

    >>> counts_text([4, 4]), counts_text([4, 6, 5])
    ('4', '4-6')
    """
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low}-{high}"


def with_captions(
    benchmark: Benchmark, references: Sequence[Sequence[str]], name: str | None = None
) -> Benchmark:
    """The same images with other captions."""
    return replace(benchmark, name=name or benchmark.name, references=tuple(references))


def with_enough(
    benchmark: Benchmark, needed: int, policy: Policy = "default"
) -> tuple[Benchmark, tuple[ImageId, ...]]:
    """The images that have as many captions as are needed, and the ids of the others.

    Raises:
        ContentError: when there are others and the policy is not `lenient`, or no image is left.
    """
    counts = dict(zip(benchmark.image_ids, map(len, benchmark.references), strict=True))
    few = tuple(image_id for image_id, count in counts.items() if count < needed)
    if not few:
        return benchmark, ()
    if policy != "lenient" or len(few) == len(counts):
        named = ", ".join(f"{short(repr(i))} ({counts[i]})" for i in few[:_MOST_NAMED])
        more = f" and {len(few) - _MOST_NAMED:,} more" if len(few) > _MOST_NAMED else ""
        way_out = "" if len(few) == len(counts) else "; lenient leaves them out"
        raise ContentError(
            f"{benchmark.name}: {len(few):,} of {len(counts):,} images have fewer captions than "
            f"the {needed} that are needed: {named}{more}{way_out}"
        )
    return benchmark.only(set(counts).difference(few)), few


def with_runs(
    benchmark: Benchmark, candidates: Sequence[CandidatesLike], policy: Policy = "default"
) -> tuple[Benchmark, tuple[Run, ...]]:
    """The images that all of these runs describe, and the runs.

    Raises:
        ContentError: when a run lacks images and the policy is not `lenient`, or none is left.
    """
    found = [as_run(one, benchmark, policy) for one in candidates]
    runs = [Run(run.system or "candidates", run.captions) for run in found]
    shared = set(benchmark.image_ids).intersection(*(run.captions for run in runs))
    if not shared:
        raise ContentError(f"{benchmark.name}: no image is described by all of these runs")
    if len(shared) < len(benchmark):
        benchmark = benchmark.only(shared)
    return benchmark, tuple(runs)


def cut_to(run: Run, benchmark: Benchmark) -> Run:
    """What a run says of the images of a benchmark, which it describes all."""
    if len(run) == len(benchmark):
        return run
    return Run(run.system, {i: run.captions[i] for i in benchmark.image_ids})


def check_number(name: str, number: int, least: int = 1) -> None:
    """Refuse a number that is too small.

    Raises:
        UsageError: naming it.
    """
    if number < least:
        raise UsageError(f"{name}: found {number}, expected {least} or more")
