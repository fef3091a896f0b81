"""Score the rows of a part: values of each image into a Parquet file, and sums."""

from __future__ import annotations

import io
import time
from collections.abc import Hashable
from typing import Any

import numpy as np

from cutline.core.metric import Batch, Floats, Metric
from cutline.core.types import Benchmark, ImageId
from cutline.scale.exact_sum import ExactSums
from cutline.scale.frequencies import PartFrequencies
from cutline.scale.ids import RowIds
from cutline.scale.outcome import Outcome
from cutline.scale.plan import Plan, part_name
from cutline.scale.rows import PartReader, Rows
from cutline.scale.words_of_rows import LeftOut, RowTexts, row_texts


def score_part(plan: Plan, left_out: LeftOut, images: int, number: int) -> None:
    """Score a part and write down what was found.

    Args:
        plan: what is to be done.
        left_out: rows that are left out, by part.
        images: how many images all parts have; asked only where n-grams are counted.
        number: of the part.
    """
    began = time.process_time()
    own = left_out.get(number, frozenset())
    reader, ids = PartReader(plan.parts[number], own, plan.wanted), RowIds()
    outcome = Outcome()
    frequencies = PartFrequencies(plan, number, images) if plan.counted_ngrams else None
    names: list[str] = []
    values: list[list[Floats]] = [[] for _ in plan.metrics]
    sums: list[list[ExactSums]] = [[] for _ in plan.metrics]
    for texts in row_texts(plan, number, reader, left_out):
        ids.add(texts.rows)
        names += texts.rows.image_ids
        found = _statistics(plan, texts, frequencies)
        for place, (metric, statistics) in enumerate(zip(plan.metrics, found, strict=True)):
            values[place].append(metric.values(statistics))
            sums[place].append(ExactSums.of(metric.summands(statistics)))
        _count(outcome, texts.rows)
    folder = plan.folder
    folder.write(f"per-image/{part_name(number)}.parquet", _parquet(plan, names, values))
    if not plan.counted_ngrams:  # else the survey has them
        ids.write(folder, number)
    if names:
        outcome.sums = {
            spec: ExactSums.total(of_one) for spec, of_one in zip(plan.specs, sums, strict=True)
        }
    outcome.digest, outcome.objects_digest = ids.digest, ids.objects_digest
    outcome.finish(reader, left_out, number)
    outcome.seconds = time.process_time() - began
    outcome.write(folder, f"parts/{part_name(number)}.json")


def _statistics(plan: Plan, texts: RowTexts, frequencies: PartFrequencies | None) -> list[Floats]:
    """Those of each metric, for a chunk of rows."""
    rows, metrics = texts.rows, plan.metrics
    labels: dict[ImageId, tuple[str, ...]] = {}
    if plan.wanted.objects:
        labels.update(zip(rows.image_ids, map(tuple, rows.objects), strict=True))
    ids = tuple(rows.image_ids)
    benchmark = Benchmark("shards", ids, tuple(rows.references), labels=labels)
    references = texts.for_kernels(with_captions=frequencies is not None)
    candidates = texts.candidates(references)
    places = np.arange(len(rows), dtype=np.uint32)
    batch = Batch(benchmark, places, rows.captions, references, candidates)
    counted = None if frequencies is None else frequencies.of(references)
    prepared: dict[Hashable, Any] = {}
    computed: dict[Hashable, Floats] = {}
    for metric in metrics:
        key = metric.statistics_key()
        if key in computed:
            continue
        of_references = metric.preparation_key()
        if of_references not in prepared:
            prepared[of_references] = _prepared(metric, batch, counted)
        computed[key] = metric.statistics(batch, prepared[of_references])
    return [computed[metric.statistics_key()] for metric in metrics]


def _prepared(metric: Metric, batch: Batch, counted: Any) -> Any:
    if metric.counted_ngrams:
        return metric.prepare_counted(batch.references, counted)
    found = metric.prepare(batch.references)
    return metric.prepare_captions(batch.benchmark.references) if found is None else found


def _count(outcome: Outcome, rows: Rows) -> None:
    outcome.images += len(rows)
    outcome.with_objects += sum(map(bool, rows.objects))
    counts = [len(of_one) for of_one in rows.references]
    low, high = outcome.references or (counts[0], counts[0])
    outcome.references = min(low, *counts), max(high, *counts)


def _parquet(plan: Plan, names: list[str], values: list[list[Floats]]) -> memoryview:
    """The value of each image by each metric, columns called as metrics are."""
    import pyarrow as pa
    from pyarrow import parquet

    columns: dict[str, Any] = {"image_id": pa.array(names, pa.string())}
    for metric, of_one in zip(plan.metrics, values, strict=True):
        columns[str(metric)] = np.concatenate([np.empty(0), *of_one])
    file = io.BytesIO()
    parquet.write_table(pa.table(columns), file)
    return file.getbuffer()
