"""The demonstration: a small benchmark of drawn pictures, ready to be submitted to."""

from __future__ import annotations

import tempfile
from pathlib import Path

from cutline.benchmarks.demo import demo_benchmark
from cutline.benchmarks.references.hold_out import hold_out
from cutline.core.types import Benchmark as Pictures
from cutline.datasets.bundle import BundleContent, SplitContent, write_bundle
from cutline.datasets.bundle.manifest import Visibility as BundleVisibility
from cutline.server.hosting.create import host_bundle, publish
from cutline.server.models import Benchmark
from cutline.web.people.models import Person

SLUG = "demo"


def host_demo(owner: Person) -> Benchmark:
    """The demonstration benchmark, made where it is not there yet."""
    found = Benchmark.objects.filter(slug=SLUG).first()
    if found is not None:
        return found
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.zip"
        write_bundle(demo_content(), path)
        benchmark = host_bundle(path, owner, slug=SLUG)
    benchmark.summary = "Drawn pictures, to try the server with."
    benchmark.rules = (
        "Submit one caption for each picture. “dev” is for trying: its references are public. "
        "Those of “test” are private, and it takes five submissions a day."
    )
    benchmark.save(update_fields=["summary", "rules"])
    publish(benchmark, owner)
    return benchmark


def demo_content() -> BundleContent:
    """Half of the demo's pictures with public references, half with private ones."""
    pictures = demo_benchmark()
    half = len(pictures) // 2
    return BundleContent(
        name="demo",
        benchmark_version="1.0",
        licence="Apache-2.0",
        title="Drawn pictures",
        description="Drawn pictures with captions in plain words.",
        metrics=("cider-d", "meteor", "rouge-l", "bleu-4"),
        slices={"domain": "how far the objects are from everyday ones"},
        splits=(
            _split("dev", "public", pictures.only(pictures.image_ids[:half])),
            _split("test", "private", pictures.only(pictures.image_ids[half:])),
        ),
    )


def _split(name: str, visibility: BundleVisibility, pictures: Pictures) -> SplitContent:
    held = hold_out(pictures, seed=1)
    return SplitContent.from_benchmark(
        name, held.references, visibility=visibility, human=held.human
    )
