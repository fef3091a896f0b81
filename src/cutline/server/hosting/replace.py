"""A newer version of a bundle: what it is compared with, and the rescore that it leads to."""

from __future__ import annotations

from pathlib import Path

from cutline.core.errors import ContentError
from cutline.datasets.bundle import open_bundle
from cutline.datasets.bundle.manifest import Manifest
from cutline.server.models import Benchmark, Blob, Rescore
from cutline.server.rescoring.start import NewBundle, start
from cutline.web.people.models import Person


def replace_bundle(actor: Person, benchmark: Benchmark, path: Path) -> Rescore:
    """Have the board computed anew on another bundle, which takes over when that is published.

    Args:
        actor: who asks.
        benchmark: whose bundle.
        path: a bundle that was checked.

    Raises:
        ContentError: when it lacks what the benchmark has.
        UsageError: when it is the same bundle, or a rescore is open.
    """
    manifest = open_bundle(path).manifest
    if problems := problems_for(benchmark, manifest):
        raise ContentError("\n".join(problems))
    # What is kept and not used in the end is small, and stays for the next try.
    kept = NewBundle(Blob.keep(path.read_bytes()), manifest.digest, manifest.benchmark_version[:60])
    known = {one.name for one in manifest.slices}
    slice_name = benchmark.slice_name if benchmark.slice_name in known else ""
    return start(actor, benchmark, bundle=kept, slice_name=slice_name)


def problems_for(benchmark: Benchmark, manifest: Manifest) -> list[str]:
    """Why a benchmark cannot go on with a bundle, in lines."""
    problems = []
    for phase in benchmark.phases.all():
        split = manifest.splits.get(phase.split)
        if split is None:
            names = ", ".join(manifest.splits) or "none"
            problems.append(
                f"it has no split {phase.split!r}, which the phase {phase.title} needs; it has: "
                f"{names}"
            )
        elif split.references_file is None:
            problems.append(f"its split {phase.split!r} has no references")
    return problems
