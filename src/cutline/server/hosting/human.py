"""The human baseline: what people said beside the references, scored by the server itself."""

from __future__ import annotations

import io
import json

from cutline.core.types import Run
from cutline.server.hosting.bundles import bundle_of
from cutline.server.jobs.queue import enqueue_scoring
from cutline.server.models import Benchmark, Blob, Kind, Submission

METHOD = "Human"


def add_human_rows(benchmark: Benchmark) -> list[Submission]:
    """A row for each phase whose split has human captions and that has none yet."""
    bundle = bundle_of(benchmark)
    added = []
    for phase in benchmark.phases.all():
        has_captions = bundle.manifest.splits[phase.split].human_file is not None
        if not has_captions or phase.submissions.filter(kind=Kind.HUMAN).exists():
            continue
        run, _ = bundle.human(phase.split)
        submission = Submission.objects.create(
            phase=phase, kind=Kind.HUMAN, method=METHOD, run=Blob.keep(run_bytes(run)), counts=False
        )
        enqueue_scoring(submission)
        added.append(submission)
    return added


def run_bytes(run: Run) -> bytes:
    """A run as the JSON lines that Cutline reads; what the server keeps of captions."""
    text = io.StringIO()
    text.write(json.dumps({"cutline": "run", "version": 1, "system": run.system}) + "\n")
    for image_id, captions in run.captions.items():
        line = {"image_id": image_id, "captions": list(captions)}
        text.write(json.dumps(line, ensure_ascii=False) + "\n")
    return text.getvalue().encode()
