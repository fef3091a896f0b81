"""Which settings a job is scored by: those of the board that is shown, or those of a rescore.

A benchmark has the metrics, the slice and the bundle that its board was scored by. What they may
become is in its open rescore. A job names its scorer by key, and so belongs to one of the two; one
that belongs to neither any more is nobody's.
"""

from __future__ import annotations

from cutline.server.hosting.bundles import bundle_of
from cutline.server.models import Benchmark, Kind, Rescore, RescoreState, ScoringJob, Submission


def open_rescore(benchmark: Benchmark) -> Rescore | None:
    """The rescore of a benchmark that is still to be decided upon."""
    return benchmark.rescores.filter(state=RescoreState.OPEN).first()


def what_scores(job: ScoringJob) -> Benchmark | Rescore | None:
    """What says by which metrics, slice and bundle a job is scored."""
    benchmark = job.submission.phase.benchmark
    if job.scorer == benchmark.scorer:
        return benchmark
    found = open_rescore(benchmark)
    return found if found is not None and found.scorer == job.scorer else None


def captions_of(submission: Submission, of: Benchmark | Rescore) -> bytes | None:
    """The captions to score. Those of people come with the bundle, so another one brings others."""
    if submission.kind == Kind.HUMAN and isinstance(of, Rescore):
        return human_captions(of, submission.phase.split)
    return None if submission.run is None else submission.run.data()


def human_captions(of: Benchmark | Rescore, split: str) -> bytes | None:
    """What people said of the pictures of a split; None where the bundle does not have it."""
    # Imported here because rows of people are made by what has them scored.
    from cutline.server.hosting.human import run_bytes

    bundle = bundle_of(of)
    found = bundle.manifest.splits.get(split)
    if found is None or found.human_file is None:
        return None
    return run_bytes(bundle.human(split)[0])
