"""The answer of a run over shards: scores with their signatures, and what was wrong with rows."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.core.errors import ContentError
from cutline.core.metric import Floats, Metric, SummedMetric
from cutline.core.signature import Signature
from cutline.datasets.problems import KINDS
from cutline.metrics.fidelity.defined import MeanOfDefined
from cutline.scale.exact_sum import ExactSums
from cutline.scale.ordered_sum import ordered_sum, sum_by_rows
from cutline.scale.outcome import Outcome
from cutline.scale.plan import PROBLEMS, SCORES, Plan, part_name
from cutline.scale.rows import MOST_TOLD
from cutline.scale.words_of_rows import LeftOut

_KIND_NAMES = {
    "not-a-record": "rows that are no records",
    "duplicate-id": "rows of an image that has another one",
}


@dataclass(frozen=True)
class ShardScores:
    """Scores of all rows of all shards.

    Args:
        scores: by spec, each with `value` and `signature`. A metric that says nothing of some
            images has `undefined` too, how many these are; its value is None where that is all.
        images: how many were scored.
        rows: how many there were, good or not.
        problems: how often what was wrong, by its kind.
        sums: `exact`, or `ordered` where rows had to keep their order.
    """

    scores: dict[str, dict[str, Any]]
    images: int
    rows: int
    problems: dict[str, int]
    sums: str

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "cutline": "shard-scores",
            "version": 1,
            "images": self.images,
            "rows": self.rows,
            "sums": self.sums,
            "problems": self.problems,
            "scores": [{"spec": spec, **score} for spec, score in self.scores.items()],
        }

    def told(self) -> list[str]:
        """What was wrong, a line for each kind."""
        return [
            f"{count:,} {_KIND_NAMES.get(kind) or KINDS[kind][1]} ({kind})"
            for kind, count in sorted(self.problems.items())
        ]


def read_scores(plan: Plan) -> ShardScores:
    """The scores of a run that came to its end."""
    content = json.loads(plan.folder.read(SCORES))
    scores = {one.pop("spec"): one for one in content["scores"]}
    return ShardScores(
        scores, content["images"], content["rows"], content["problems"], content["sums"]
    )


def write_scores(plan: Plan, left_out: LeftOut) -> ShardScores:
    """Put the answers of all parts together, and write them down.

    Raises:
        ContentError: when no row can be scored.
    """
    names = [f"parts/{part_name(number)}.json" for number in range(len(plan.parts))]
    outcomes = [Outcome.read(plan.folder, name) for name in names]
    _write_problems(plan, outcomes, left_out)
    problems: Counter[str] = sum((one.problems.counts for one in outcomes), Counter())
    if repeated := sum(map(len, left_out.values())):
        problems["duplicate-id"] += repeated
    good = [one for one in outcomes if one.images]
    images = sum(one.images for one in good)
    if not images:
        where = plan.folder.file(PROBLEMS)
        rows = sum(one.rows for one in outcomes)
        raise ContentError(f"of {rows:,} rows none can be scored; {where} says why")
    _require_objects(plan, good)
    scores = {
        str(metric): {
            **_value(plan, metric, spec, good, images),
            "signature": str(_signature(plan, metric, spec, good, images)),
        }
        for metric, spec in zip(plan.metrics, plan.specs, strict=True)
    }
    rows = sum(one.rows for one in outcomes)
    sums = "ordered" if plan.keeps_order else "exact"
    found = ShardScores(scores, images, rows, dict(problems), sums)
    plan.folder.write(SCORES, json.dumps(found.to_dict(), indent=1).encode())
    return found


def _require_objects(plan: Plan, good: list[Outcome]) -> None:
    if plan.wanted.objects and not any(one.with_objects for one in good):
        metric = next(metric for metric in plan.metrics if metric.needs_objects)
        raise ContentError(
            f"{metric} compares captions with what is seen in images, and no row says it: expected "
            f'"objects": ["dog", "ball"] beside captions'
        )


def _value(
    plan: Plan, metric: Metric, spec: str, good: list[Outcome], images: int
) -> dict[str, Any]:
    # What is added up for all images together is counts: no sum of them is ever rounded.
    sums = ExactSums.total(one.sums[spec] for one in good).rounded()
    if plan.keeps_order and isinstance(metric, MeanOfDefined):
        numbers = (np.nan_to_num(one) for one in _values(plan, str(metric)))
        sums[0] = sum_by_rows(numbers)
    elif plan.keeps_order and not isinstance(metric, SummedMetric):
        sums = np.array([ordered_sum(_values(plan, str(metric)), images)])
    value = float(metric.score_of_sums(sums[None, :], images)[0])
    if not isinstance(metric, MeanOfDefined):
        return {"value": value}
    return {"value": value if value == value else None, "undefined": images - round(sums[1])}


def _values(plan: Plan, column: str) -> Iterator[Floats]:
    """The values of images, part by part."""
    from pyarrow import parquet

    for number in range(len(plan.parts)):
        data = plan.folder.read(f"per-image/{part_name(number)}.parquet")
        table = parquet.read_table(io.BytesIO(data), columns=[column])
        yield table[column].to_numpy()


def _signature(
    plan: Plan, metric: Metric, spec: str, good: list[Outcome], images: int
) -> Signature:
    spans = [one.references for one in good if one.references is not None]
    low, high = min(span[0] for span in spans), max(span[1] for span in spans)
    # Of all references in whatever order: another one than that of a single file.
    digest = sum(one.digest for one in good) % (1 << 64)
    digests = metric.data_digests()
    if metric.needs_objects:
        seen = sum(one.objects_digest for one in good) % (1 << 64)
        digests = {**digests, "objects": f"rows-{seen:016x}"}
    files = ",".join(f"{name}={value}" for name, value in digests.items())
    return Signature(
        metric=spec,
        tokenizer=str(plan.tokenizer),
        references=str(low) if low == high else f"{low}-{high}",
        images=images,
        data=f"rows-{digest:016x}",
        files=files,
    )


def _write_problems(plan: Plan, outcomes: list[Outcome], left_out: LeftOut) -> None:
    """A line for each problem that is told: its shard, its row, and what it is."""
    lines = []
    before: dict[str, int] = {}  # rows of the shard that earlier parts have
    for number, (part, outcome) in enumerate(zip(plan.parts, outcomes, strict=True)):
        first = before.get(part.shard, 0)
        told = [
            {"row": one.row, "kind": one.kind, "message": one.message, "image_id": one.image_id}
            for one in outcome.problems.told
        ]
        told += [
            {"row": row, "kind": "duplicate-id", "message": "the image has another row"}
            for row in sorted(left_out.get(number, ()))[:MOST_TOLD]
        ]
        for one in sorted(told, key=lambda problem: int(str(problem["row"]))):
            place = {"shard": part.shard, "row": first + int(str(one.pop("row"))) + 1}
            lines.append(json.dumps(place | one, ensure_ascii=False) + "\n")
        before[part.shard] = first + outcome.rows
    plan.folder.write(PROBLEMS, "".join(lines).encode("utf-8", "backslashreplace"))
