"""The demonstration set as a metric needs it: plain, or with marks that point to boxes."""

from __future__ import annotations

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.benchmarks.demo.boxes import demo_boxed_run, demo_boxes
from cutline.core.metric import Metric
from cutline.core.score import Score


def demo_score(metric: Metric, system: str = "steady", jobs: int | None = None) -> Score:
    benchmark = demo_boxes() if metric.needs_boxes else demo_benchmark()
    run = demo_boxed_run(system) if metric.needs_boxes else demo_run(system)
    return cutline.Corpus(benchmark, [metric], jobs=jobs).score(run)[str(metric)]
